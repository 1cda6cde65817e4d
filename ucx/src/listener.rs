//! Listeners: connections that others begin.

use std::collections::BTreeSet;
use std::ffi::{CStr, c_void};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::ptr;
use std::rc::Rc;

use osmia_ucx_sys as sys;

use crate::status::Status;
use crate::worker::{Inner, Worker};

/// Listens on a network address. Dropped, it stops; connections that it gave stay.
pub struct Listener(Rc<Listening>);

struct Listening {
    handle: sys::ucp_listener_h,
    /// The callback's argument; freed after the listener is destroyed.
    arg: *mut Arg,
    /// Destroyed after its listeners.
    _worker: Rc<Inner>,
}

struct Arg {
    /// Null until the listener is there.
    listening: std::cell::RefCell<std::rc::Weak<Listening>>,
    handler: Box<dyn Fn(ConnRequest)>,
}

/// Somebody wants to connect. Dropped, they are refused.
pub struct ConnRequest {
    handle: sys::ucp_conn_request_h,
    listening: Rc<Listening>,
}

impl Listener {
    /// Binds and listens. `handler` is called from `progress` for each connection asked for; it takes note and
    /// accepts later, with [`Endpoint::accept`](crate::endpoint::Endpoint::accept).
    ///
    /// # Errors
    /// The address is in use, or not ours.
    pub fn new(
        worker: &Worker,
        address: SocketAddr,
        handler: impl Fn(ConnRequest) + 'static,
    ) -> Result<Listener, Status> {
        let address = SockAddr::from(address);
        let arg = Box::into_raw(Box::new(Arg { listening: Default::default(), handler: Box::new(handler) }));
        // SAFETY: a struct of numbers and nullable pointers.
        let mut params: sys::ucp_listener_params_t = unsafe { std::mem::zeroed() };
        params.field_mask =
            u64::from(sys::UCP_LISTENER_PARAM_FIELD_SOCK_ADDR | sys::UCP_LISTENER_PARAM_FIELD_CONN_HANDLER);
        params.sockaddr = address.as_ucs();
        params.conn_handler = sys::ucp_listener_conn_handler { cb: Some(on_conn_request), arg: arg.cast() };
        let mut handle = ptr::null_mut();
        // SAFETY: a live worker; the argument lives longer than the listener.
        let status = unsafe { sys::ucp_listener_create(worker.inner().handle, &params, &mut handle) };
        if let Err(status) = Status::check(status) {
            // SAFETY: no listener came to be, so nobody else has it.
            drop(unsafe { Box::from_raw(arg) });
            return Err(status);
        }
        let listening = Rc::new(Listening { handle, arg, _worker: worker.inner().clone() });
        // SAFETY: freed by `Listening` only; callbacks only read it, and none runs now.
        let arg = unsafe { &*arg };
        *arg.listening.borrow_mut() = Rc::downgrade(&listening);
        Ok(Listener(listening))
    }

    /// The address bound.
    ///
    /// # Errors
    /// UCX cannot tell, or not in a way that we understand.
    pub fn address(&self) -> Result<SocketAddr, Status> {
        // SAFETY: a struct of numbers.
        let mut attr: sys::ucp_listener_attr_t = unsafe { std::mem::zeroed() };
        attr.field_mask = u64::from(sys::UCP_LISTENER_ATTR_FIELD_SOCKADDR);
        // SAFETY: a live listener.
        Status::check(unsafe { sys::ucp_listener_query(self.0.handle, &mut attr) })?;
        SockAddr(attr.sockaddr).decode().ok_or(Status::INVALID_PARAM)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        // SAFETY: a live listener; requests for connections hold it alive, so none is left.
        unsafe { sys::ucp_listener_destroy(self.handle) };
        // SAFETY: made by `Listener::new`; its listener is gone, so it is not called with any more.
        drop(unsafe { Box::from_raw(self.arg) });
    }
}

impl ConnRequest {
    /// For accepting: the request is UCX's from now on.
    pub(crate) fn into_handle(self) -> sys::ucp_conn_request_h {
        let mut request = std::mem::ManuallyDrop::new(self);
        // SAFETY: the request is not dropped, so its listener is, once, here.
        unsafe { ptr::drop_in_place(&mut request.listening) };
        request.handle
    }
}

impl Drop for ConnRequest {
    fn drop(&mut self) {
        // SAFETY: a request of this listener that was neither accepted nor refused.
        let _ = unsafe { sys::ucp_listener_reject(self.listening.handle, self.handle) };
    }
}

unsafe extern "C" fn on_conn_request(handle: sys::ucp_conn_request_h, arg: *mut c_void) {
    // SAFETY: the argument lives longer than the listener.
    let arg = unsafe { &*arg.cast::<Arg>() };
    if let Some(listening) = arg.listening.borrow().upgrade() {
        (arg.handler)(ConnRequest { handle, listening });
    }
}

/// Refuses an address of this machine that UCX cannot make connections to.
///
/// UCX 1.13.1 asks which network interface has the local address of an accepted socket (ucs_sockaddr_get_ifname), and
/// drops the connection if none has: so with all of 127.0.0.0/8 but 127.0.0.1, at which one can listen all the same.
///
/// # Errors
/// AddrNotAvailable, saying what to do; the interfaces cannot be listed.
pub fn check_local_address(ip: IpAddr) -> io::Result<()> {
    if ip.is_unspecified() || interfaces()?.iter().any(|interface| interface.address == ip) {
        return Ok(());
    }
    let mut text = format!("no network interface has the address {ip}, and UCX does not connect to others; ");
    text += &match ip {
        IpAddr::V4(ip) if ip.is_loopback() => {
            format!("use 127.0.0.1, or run `ip address add {ip}/8 dev lo` as root first")
        }
        _ => "use one of those that `ip address` shows".to_owned(),
    };
    Err(io::Error::new(io::ErrorKind::AddrNotAvailable, text))
}

/// Refuses an address of an interface that has no link.
///
/// UCX 1.13.1 takes the interfaces that are up and running when a context is made (ucs_netif_flags_is_active), and no
/// others ever after: whoever listens at the address of another gets requests to connect, and can accept none.
///
/// # Errors
/// NetworkDown, saying what to do; the interfaces cannot be listed.
pub fn check_link(ip: IpAddr) -> io::Result<()> {
    let Some(Interface { name, .. }) =
        interfaces()?.into_iter().find(|interface| interface.address == ip && !interface.running)
    else {
        return Ok(());
    };
    let text = format!(
        "the network interface {name} has no link, and UCX would not use it: plug it in, or run `ip link set {name} up` \
         as root"
    );
    Err(io::Error::new(io::ErrorKind::NetworkDown, text))
}

/// Names of the interfaces that a context made now would use.
///
/// # Errors
/// The interfaces cannot be listed.
pub fn running_interfaces() -> io::Result<BTreeSet<String>> {
    Ok(interfaces()?
        .into_iter()
        .filter(|interface| interface.running)
        .map(|interface| interface.name)
        .collect())
}

/// One address of an interface.
struct Interface {
    name: String,
    address: IpAddr,
    /// It is up, and its link is.
    running: bool,
}

fn interfaces() -> io::Result<Vec<Interface>> {
    const RUNNING: u32 = (libc::IFF_UP | libc::IFF_RUNNING) as u32;
    let mut first = ptr::null_mut();
    // SAFETY: a pointer to write.
    if unsafe { libc::getifaddrs(&mut first) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let mut interfaces = Vec::new();
    let mut next = first;
    // SAFETY: null, or an entry of the list, which is freed below.
    while let Some(entry) = unsafe { next.as_ref() } {
        next = entry.ifa_next;
        // SAFETY: null, or an address that lives as long as the list.
        let family = unsafe { entry.ifa_addr.as_ref() }.map(|address| i32::from(address.sa_family));
        let address = match family {
            Some(libc::AF_INET) => {
                // SAFETY: by its family.
                let address = unsafe { entry.ifa_addr.cast::<libc::sockaddr_in>().read_unaligned() };
                Ipv4Addr::from(u32::from_be(address.sin_addr.s_addr)).into()
            }
            Some(libc::AF_INET6) => {
                // SAFETY: by its family.
                let address = unsafe { entry.ifa_addr.cast::<libc::sockaddr_in6>().read_unaligned() };
                Ipv6Addr::from(address.sin6_addr.s6_addr).into()
            }
            _ => continue,
        };
        // SAFETY: a string that lives as long as the list.
        let name = unsafe { CStr::from_ptr(entry.ifa_name) }.to_string_lossy().into_owned();
        interfaces.push(Interface { name, address, running: entry.ifa_flags & RUNNING == RUNNING });
    }
    // SAFETY: from getifaddrs, freed once.
    unsafe { libc::freeifaddrs(first) };
    Ok(interfaces)
}

/// An address as the kernel wants it.
pub(crate) struct SockAddr(libc::sockaddr_storage);

impl From<SocketAddr> for SockAddr {
    fn from(address: SocketAddr) -> SockAddr {
        // SAFETY: numbers only.
        let mut storage: libc::sockaddr_storage = unsafe { std::mem::zeroed() };
        match address {
            SocketAddr::V4(v4) => {
                let to = (&raw mut storage).cast::<libc::sockaddr_in>();
                // SAFETY: a storage has room and alignment for every address.
                let to = unsafe { &mut *to };
                to.sin_family = libc::AF_INET as libc::sa_family_t;
                to.sin_port = v4.port().to_be();
                to.sin_addr.s_addr = u32::from(*v4.ip()).to_be();
            }
            SocketAddr::V6(v6) => {
                let to = (&raw mut storage).cast::<libc::sockaddr_in6>();
                // SAFETY: a storage has room and alignment for every address.
                let to = unsafe { &mut *to };
                to.sin6_family = libc::AF_INET6 as libc::sa_family_t;
                to.sin6_port = v6.port().to_be();
                to.sin6_addr.s6_addr = v6.ip().octets();
                to.sin6_flowinfo = v6.flowinfo().to_be();
                to.sin6_scope_id = v6.scope_id();
            }
        }
        SockAddr(storage)
    }
}

impl SockAddr {
    /// Points into `self`.
    pub(crate) fn as_ucs(&self) -> sys::ucs_sock_addr_t {
        let len = match i32::from(self.0.ss_family) {
            libc::AF_INET => size_of::<libc::sockaddr_in>(),
            _ => size_of::<libc::sockaddr_in6>(),
        };
        sys::ucs_sock_addr { addr: (&raw const self.0).cast(), addrlen: len as libc::socklen_t }
    }

    fn decode(&self) -> Option<SocketAddr> {
        match i32::from(self.0.ss_family) {
            libc::AF_INET => {
                let from = (&raw const self.0).cast::<libc::sockaddr_in>();
                // SAFETY: a storage has room and alignment for every address, and any bytes are one.
                let from = unsafe { &*from };
                let ip = Ipv4Addr::from(u32::from_be(from.sin_addr.s_addr));
                Some(SocketAddrV4::new(ip, u16::from_be(from.sin_port)).into())
            }
            libc::AF_INET6 => {
                let from = (&raw const self.0).cast::<libc::sockaddr_in6>();
                // SAFETY: a storage has room and alignment for every address, and any bytes are one.
                let from = unsafe { &*from };
                let ip = Ipv6Addr::from(from.sin6_addr.s6_addr);
                let flow = u32::from_be(from.sin6_flowinfo);
                Some(SocketAddrV6::new(ip, u16::from_be(from.sin6_port), flow, from.sin6_scope_id).into())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Addresses of interfaces are good, others of this machine are refused with a way out.
    #[test]
    fn local_addresses() {
        for good in ["127.0.0.1", "0.0.0.0", "::"] {
            check_local_address(good.parse().unwrap()).unwrap();
        }
        let fault = check_local_address("127.11.22.33".parse().unwrap()).unwrap_err();
        assert_eq!(fault.kind(), io::ErrorKind::AddrNotAvailable);
        let text = fault.to_string();
        assert!(text.contains("use 127.0.0.1") && text.contains("ip address add 127.11.22.33/8"), "{text}");
    }

    /// The loopback interface runs everywhere, and its link is never missed.
    #[test]
    fn loopback_runs() {
        assert!(running_interfaces().unwrap().contains("lo"));
        check_link(Ipv4Addr::LOCALHOST.into()).unwrap();
        check_link(Ipv4Addr::UNSPECIFIED.into()).unwrap();
    }

    /// Addresses survive the way to the kernel's form and back.
    #[test]
    fn addresses() {
        for text in ["127.0.0.1:7000", "[::1]:65535", "[fe80::1%3]:9", "0.0.0.0:0"] {
            let address: SocketAddr = text.parse().unwrap();
            assert_eq!(SockAddr::from(address).decode(), Some(address));
        }
    }
}
