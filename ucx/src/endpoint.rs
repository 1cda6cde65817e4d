//! Endpoints: one peer as seen from one worker.

use std::cell::Cell;
use std::ffi::c_void;
use std::net::SocketAddr;
use std::ptr;
use std::rc::Rc;

use osmia_ucx_sys as sys;

use crate::listener::{ConnRequest, SockAddr};
use crate::status::{Status, check_pointer};
use crate::worker::{Deferred, Inner, Worker};

/// A connection to one peer. Dropped, it is closed by force: operations in flight end with an error, each after UCX
/// has called back, and the peer sees the connection fail.
pub struct Endpoint {
    pub(crate) worker: Rc<Inner>,
    pub(crate) handle: sys::ucp_ep_h,
    arg: *mut ErrorArg,
    /// Counted sends that have not completed.
    pub(crate) sending: Rc<Cell<usize>>,
}

/// The argument of the error callback. Freed when the close has completed, after which UCX does not call it.
pub(crate) struct ErrorArg {
    worker: *const Inner,
    key: u64,
}

impl Endpoint {
    /// Begins a connection to a listener. `key` names the endpoint in the worker's failure handler, which also
    /// tells of a connection that cannot be made.
    pub fn connect(worker: &Worker, address: SocketAddr, key: u64) -> Result<Endpoint, Status> {
        let address = SockAddr::from(address);
        create(worker, key, |params| {
            params.field_mask |= u64::from(sys::UCP_EP_PARAM_FIELD_FLAGS | sys::UCP_EP_PARAM_FIELD_SOCK_ADDR);
            params.flags = sys::UCP_EP_PARAMS_FLAGS_CLIENT_SERVER;
            params.sockaddr = address.as_ucs();
        })
    }

    /// Takes a connection that a listener of the same worker was asked for.
    pub fn accept(worker: &Worker, request: ConnRequest, key: u64) -> Result<Endpoint, Status> {
        let request = request.into_handle();
        create(worker, key, |params| {
            params.field_mask |= u64::from(sys::UCP_EP_PARAM_FIELD_CONN_REQUEST);
            params.conn_request = request;
        })
    }

    /// Connects to a worker whose address the peer has told. Both sides do so.
    ///
    /// UCX reads the address without checking it: take it from a peer that is trusted to be one of ours.
    pub fn connect_address(worker: &Worker, address: &[u8], key: u64) -> Result<Endpoint, Status> {
        if address.is_empty() {
            return Err(Status::INVALID_PARAM);
        }
        // UCX may read whole words.
        let mut copy = vec![0u64; address.len().div_ceil(8) + 8];
        for (word, bytes) in copy.iter_mut().zip(address.chunks(8)) {
            let mut padded = [0; 8];
            padded[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_ne_bytes(padded);
        }
        create(worker, key, |params| {
            params.field_mask |= u64::from(sys::UCP_EP_PARAM_FIELD_REMOTE_ADDRESS);
            params.address = copy.as_ptr().cast();
        })
    }

    /// Sends that have not completed, but for uncounted ones ([`SendFlags`](crate::am::SendFlags)).
    pub fn sending(&self) -> usize {
        self.sending.get()
    }
}

fn create(
    worker: &Worker,
    key: u64,
    fill: impl FnOnce(&mut sys::ucp_ep_params_t),
) -> Result<Endpoint, Status> {
    let inner = worker.inner().clone();
    // SAFETY: a struct of numbers and nullable pointers.
    let mut params: sys::ucp_ep_params_t = unsafe { std::mem::zeroed() };
    let arg = Box::into_raw(Box::new(ErrorArg { worker: Rc::as_ptr(&inner), key }));
    params.field_mask =
        u64::from(sys::UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE | sys::UCP_EP_PARAM_FIELD_ERR_HANDLER);
    params.err_mode = sys::UCP_ERR_HANDLING_MODE_PEER;
    params.err_handler = sys::ucp_err_handler { cb: Some(on_error), arg: arg.cast() };
    fill(&mut params);
    let mut handle = ptr::null_mut();
    // SAFETY: a live worker; what `params` points to lives until the call returns, the callback's argument until the
    // endpoint's close has completed.
    let status = unsafe { sys::ucp_ep_create(inner.handle, &params, &mut handle) };
    if let Err(status) = Status::check(status) {
        // SAFETY: no endpoint came to be, so nobody else has it.
        drop(unsafe { Box::from_raw(arg) });
        return Err(status);
    }
    inner.endpoints.borrow_mut().insert(handle, key);
    Ok(Endpoint { worker: inner, handle, arg, sending: Rc::default() })
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        if self.worker.progressing.get() {
            self.worker.deferred.borrow_mut().push(Deferred::Close(self.handle, self.arg));
        } else {
            close(&self.worker, self.handle, self.arg);
        }
    }
}

/// Closes by force, outside any callback. `arg` is the endpoint's own.
pub(crate) fn close(inner: &Inner, handle: sys::ucp_ep_h, arg: *mut ErrorArg) {
    let closing = Box::into_raw(Box::new(Closing { worker: inner, handle, arg }));
    let param = sys::ucp_request_param_t {
        op_attr_mask: sys::UCP_OP_ATTR_FIELD_FLAGS
            | sys::UCP_OP_ATTR_FIELD_CALLBACK
            | sys::UCP_OP_ATTR_FIELD_USER_DATA,
        flags: sys::UCP_EP_CLOSE_FLAG_FORCE,
        cb: sys::ucp_request_param_t__bindgen_ty_1 { send: Some(on_closed) },
        user_data: closing.cast(),
        // SAFETY: numbers and nullable pointers; not looked at without their bit in the mask.
        ..unsafe { std::mem::zeroed() }
    };
    inner.pending.set(inner.pending.get() + 1);
    // SAFETY: the endpoint is open, and its owner is gone: this is the last call with it.
    let result = check_pointer(unsafe { sys::ucp_ep_close_nbx(handle, &param) });
    if !matches!(result, Ok(Some(_))) {
        // SAFETY: there is no request, so the callback will not be called, and the box is ours.
        closed(unsafe { Box::from_raw(closing) });
    }
}

struct Closing {
    worker: *const Inner,
    handle: sys::ucp_ep_h,
    arg: *mut ErrorArg,
}

#[expect(clippy::boxed_local, reason = "a box that went through C")]
fn closed(closing: Box<Closing>) {
    // SAFETY: `Inner` outlives its operations: its drop waits for them, or leaks.
    let inner = unsafe { &*closing.worker };
    inner.pending.set(inner.pending.get() - 1);
    inner.endpoints.borrow_mut().remove(&closing.handle);
    // SAFETY: made by `create`, and the endpoint is gone, so UCX does not call back with it.
    drop(unsafe { Box::from_raw(closing.arg) });
}

unsafe extern "C" fn on_closed(request: *mut c_void, _status: sys::ucs_status_t, user_data: *mut c_void) {
    // SAFETY: `user_data` is the box that `close` gave away, and UCX calls once.
    closed(unsafe { Box::from_raw(user_data.cast::<Closing>()) });
    // SAFETY: a completed request of ours, freed once.
    unsafe { sys::ucp_request_free(request) };
}

unsafe extern "C" fn on_error(arg: *mut c_void, _endpoint: sys::ucp_ep_h, status: sys::ucs_status_t) {
    // SAFETY: the argument lives until the endpoint's close has completed.
    let arg = unsafe { &*arg.cast::<ErrorArg>() };
    // SAFETY: the worker outlives its endpoints.
    let inner = unsafe { &*arg.worker };
    if let Err(status) = Status::check(status) {
        (inner.failed)(arg.key, status);
    }
}
