//! Active messages: sending them, taking them in, and who owns the memory meanwhile.
//!
//! Sending: a [`Parcel`] owns all bytes of a message. [`Endpoint::send`] takes it and gives it back to the worker, for
//! the next message, only when UCX has said that it is done with the memory.
//!
//! Receiving: a short message comes with its bytes, which are valid inside the handler. A long one comes as a
//! [`Rendezvous`]: the sender still has the bytes, and [`Rendezvous::receive`] fetches them into a buffer that the
//! operation owns until it calls back.

use std::cell::Cell;
use std::ffi::c_void;
use std::ops::Range;
use std::rc::Rc;

use osmia_env::Buf;
use osmia_ucx_sys as sys;

use crate::endpoint::Endpoint;
use crate::status::{Status, check_pointer};
use crate::worker::{Deferred, Inner, Registered, Worker};

/// A message on its way in.
pub struct Arrival<'a> {
    /// The header as sent.
    pub header: &'a [u8],
    /// The data, or the right to fetch it.
    pub data: Data<'a>,
    /// Key of the endpoint that leads back to the sender; only when they asked for a reply.
    pub reply_to: Option<u64>,
}

/// The data of a message on its way in.
pub enum Data<'a> {
    /// All of it.
    Eager(&'a [u8]),
    /// Still at the sender's.
    Rendezvous(Rendezvous),
}

/// A long message whose bytes are still the sender's. Dropped, it is refused: the sender's memory is let go.
pub struct Rendezvous {
    worker: Rc<Inner>,
    description: *mut c_void,
    len: usize,
}

/// A message on its way out. Everything in it belongs to UCX from [`Endpoint::send`] until the send has completed.
#[derive(Default)]
pub struct Parcel {
    /// Without `data` and `part`: the message's data. With one of them: its header.
    pub bytes: Vec<u8>,
    /// The message's data, when it is not in `bytes`.
    pub data: Option<Buf>,
    /// The message's data, when several messages share the buffer it lies in: the buffer, and its place there.
    pub part: Option<(Rc<Buf>, Range<usize>)>,
    sending: Option<(Rc<Cell<usize>>, *const Inner)>,
    /// Where it is among the worker's sends.
    place: usize,
    /// Counted by [`Endpoint::sending`].
    counted: bool,
}

/// Parcels that a worker keeps for the next messages.
const PARCELS_MAX: usize = 128;
/// Capacity above which a parcel's bytes are not kept.
const PARCEL_BYTES_MAX: usize = 64 << 10;

impl Inner {
    pub(crate) fn parcel(self: &Rc<Inner>) -> Box<Parcel> {
        self.parcels.borrow_mut().pop().unwrap_or_default()
    }

    fn recycle(&self, mut parcel: Box<Parcel>) {
        parcel.data = None;
        parcel.part = None;
        parcel.bytes.clear();
        let mut parcels = self.parcels.borrow_mut();
        if parcels.len() < PARCELS_MAX && parcel.bytes.capacity() <= PARCEL_BYTES_MAX {
            parcels.push(parcel);
        }
    }
}

/// How a message is to travel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SendFlags {
    /// The receiver learns which endpoint leads back.
    pub reply: bool,
    /// The receiver fetches the data, whatever its size.
    pub rendezvous: bool,
    /// Not counted by [`Endpoint::sending`]: more of the same follows, of which the last is.
    pub uncounted: bool,
}

impl Endpoint {
    /// Sends a message with an id. `true`: its memory is free again already; `false`: later, see
    /// [`sending`](Endpoint::sending).
    ///
    /// # Errors
    /// The endpoint has failed, or the header is longer than [`Worker::header_bytes_max`]. The parcel is dropped.
    pub fn send(&self, id: u16, parcel: Box<Parcel>, flags: SendFlags) -> Result<bool, Status> {
        let inner = &*self.worker;
        let (header, data): (&[u8], &[u8]) = match (&parcel.data, &parcel.part) {
            (Some(data), _) => (&parcel.bytes, data),
            (None, Some((whole, range))) => (&parcel.bytes, &whole[range.clone()]),
            (None, None) => (&[], &parcel.bytes),
        };
        let (header, header_len, data, data_len) = (header.as_ptr(), header.len(), data.as_ptr(), data.len());
        let parcel = Box::into_raw(parcel);
        let param = sys::ucp_request_param_t {
            op_attr_mask: sys::UCP_OP_ATTR_FIELD_FLAGS
                | sys::UCP_OP_ATTR_FIELD_CALLBACK
                | sys::UCP_OP_ATTR_FIELD_USER_DATA
                | sys::UCP_OP_ATTR_FIELD_MEMORY_TYPE,
            flags: (if flags.reply { sys::UCP_AM_SEND_FLAG_REPLY } else { 0 })
                | (if flags.rendezvous { sys::UCP_AM_SEND_FLAG_RNDV } else { 0 }),
            cb: sys::ucp_request_param_t__bindgen_ty_1 { send: Some(on_sent) },
            user_data: parcel.cast(),
            memory_type: sys::UCS_MEMORY_TYPE_HOST,
            // SAFETY: numbers and nullable pointers; not looked at without their bit in the mask.
            ..unsafe { std::mem::zeroed() }
        };
        // SAFETY: the endpoint is open (closing takes the `Endpoint`). Header and data lie in the parcel, which stays
        // where it is until the callback, or until we know below that there will be none.
        let result = unsafe {
            sys::ucp_am_send_nbx(
                self.handle,
                u32::from(id),
                header.cast(),
                header_len,
                data.cast(),
                data_len,
                &param,
            )
        };
        match check_pointer(result) {
            Ok(Some(_)) => {
                let mut sends = inner.sends.borrow_mut();
                // SAFETY: the parcel is alive: the callback, which frees it, comes from a later call to UCX. UCX has
                // pointers into the memory of `bytes` and `data`, none to the parcel's own fields.
                let fields = unsafe { &mut *parcel };
                fields.place = sends.len();
                fields.counted = !flags.uncounted;
                fields.sending = Some((self.sending.clone(), inner));
                sends.push(parcel);
                self.sending.set(self.sending.get() + usize::from(!flags.uncounted));
                inner.pending.set(inner.pending.get() + 1);
                Ok(false)
            }
            Ok(None) => {
                // SAFETY: done at once: UCX has no request, will not call back, and the box is ours again.
                inner.recycle(unsafe { Box::from_raw(parcel) });
                Ok(true)
            }
            Err(status) => {
                // SAFETY: refused: UCX has no request, will not call back, and the box is ours again.
                inner.recycle(unsafe { Box::from_raw(parcel) });
                Err(status)
            }
        }
    }
}

unsafe extern "C" fn on_sent(request: *mut c_void, _status: sys::ucs_status_t, user_data: *mut c_void) {
    // SAFETY: `user_data` is the parcel that `send` gave away, and UCX calls once. A failure is also told to the
    // endpoint's error handler.
    sent(unsafe { Box::from_raw(user_data.cast::<Parcel>()) });
    // SAFETY: a completed request of ours, freed once.
    unsafe { sys::ucp_request_free(request) };
}

fn sent(mut parcel: Box<Parcel>) {
    let (sending, inner) = parcel.sending.take().expect("set by send");
    // SAFETY: `Inner` outlives its operations: its drop waits for them, or leaks.
    let inner = unsafe { &*inner };
    sending.set(sending.get() - usize::from(parcel.counted));
    inner.pending.set(inner.pending.get() - 1);
    let mut sends = inner.sends.borrow_mut();
    sends.swap_remove(parcel.place);
    if let Some(moved) = sends.get(parcel.place) {
        // SAFETY: in the list, so its callback has not fired and it is alive.
        unsafe { (**moved).place = parcel.place };
    }
    drop(sends);
    inner.recycle(parcel);
}

/// Takes back what a destroyed worker had in flight and did not call back for.
pub(crate) fn reclaim(inner: &Inner) {
    loop {
        let Some(parcel) = inner.sends.borrow().last().copied() else { return };
        // SAFETY: in the list, so its callback has not fired, and it will not: the worker is gone.
        sent(unsafe { Box::from_raw(parcel) });
    }
}

pub(crate) fn register(inner: &Inner, registered: &Registered) -> Result<(), Status> {
    let param = sys::ucp_am_handler_param_t {
        field_mask: u64::from(
            sys::UCP_AM_HANDLER_PARAM_FIELD_ID
                | sys::UCP_AM_HANDLER_PARAM_FIELD_FLAGS
                | sys::UCP_AM_HANDLER_PARAM_FIELD_CB
                | sys::UCP_AM_HANDLER_PARAM_FIELD_ARG,
        ),
        id: u32::from(registered.id),
        flags: sys::UCP_AM_FLAG_WHOLE_MSG,
        cb: Some(on_message),
        arg: (registered as *const Registered).cast_mut().cast(),
    };
    // SAFETY: a live worker, which owns `registered`.
    Status::check(unsafe { sys::ucp_worker_set_am_recv_handler(inner.handle, &param) })
}

unsafe extern "C" fn on_message(
    arg: *mut c_void,
    header: *const c_void,
    header_len: usize,
    data: *mut c_void,
    len: usize,
    param: *const sys::ucp_am_recv_param_t,
) -> sys::ucs_status_t {
    // SAFETY: `Registered` lives in the worker that calls.
    let registered = unsafe { &*arg.cast::<Registered>() };
    // SAFETY: UCX passes a valid parameter struct.
    let param = unsafe { &*param };
    let has = |bit: u32| param.recv_attr & u64::from(bit) != 0;
    // SAFETY: set right after the worker was made, and not freed: it is being progressed, perhaps by its drop.
    let inner = unsafe { &*registered.worker.get() };
    if inner.dropping.get() {
        if !has(sys::UCP_AM_RECV_ATTR_FLAG_RNDV) {
            return sys::UCS_OK;
        }
        inner.deferred.borrow_mut().push(Deferred::Release(data));
        return sys::UCS_INPROGRESS;
    }
    let reply_to = if has(sys::UCP_AM_RECV_ATTR_FIELD_REPLY_EP) {
        inner.endpoints.borrow().get(&param.reply_ep).copied()
    } else {
        None
    };
    // SAFETY: valid for the time of the callback.
    let header = unsafe { bytes(header.cast(), header_len) };
    if has(sys::UCP_AM_RECV_ATTR_FLAG_RNDV) {
        // SAFETY: not being dropped, so its count is not 0. It goes up by one for the `Rc` that is made below.
        unsafe { Rc::increment_strong_count(registered.worker.get()) };
        // SAFETY: as above.
        let worker = unsafe { Rc::from_raw(registered.worker.get()) };
        let rendezvous = Rendezvous { worker, description: data, len };
        (registered.handler)(Arrival { header, data: Data::Rendezvous(rendezvous), reply_to });
        // The description is ours until it is received or released, both after this callback.
        sys::UCS_INPROGRESS
    } else {
        // SAFETY: valid for the time of the callback.
        let data = unsafe { bytes(data.cast(), len) };
        (registered.handler)(Arrival { header, data: Data::Eager(data), reply_to });
        sys::UCS_OK
    }
}

/// # Safety
/// `start` is valid for `len` bytes for as long as the caller says, or `len` is 0.
unsafe fn bytes<'a>(start: *const u8, len: usize) -> &'a [u8] {
    if len == 0 || start.is_null() {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(start, len) }
}

/// Called with the buffer, filled, or with what went wrong.
type Received = Box<dyn FnOnce(Result<Buf, Status>)>;

struct Receiving {
    worker: *const Inner,
    buf: Buf,
    len: usize,
    done: Received,
}

impl Rendezvous {
    /// Bytes of the message.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Fetches the message into `buf`, whose capacity must suffice, and calls `done` with it: now, or from
    /// `progress`. Not for use inside a message handler.
    pub fn receive(self, mut buf: Buf, done: impl FnOnce(Result<Buf, Status>) + 'static) {
        let len = self.len;
        if buf.capacity() < len || self.worker.progressing.get() {
            // Refused on drop.
            return done(Err(Status::INVALID_PARAM));
        }
        let start = buf.as_mut_ptr();
        let this = std::mem::ManuallyDrop::new(self);
        // SAFETY: `this` is not dropped, so this is the one owner.
        let worker = unsafe { std::ptr::read(&this.worker) };
        let receiving = Box::into_raw(Box::new(Receiving {
            worker: Rc::as_ptr(&worker),
            buf,
            len,
            done: Box::new(done),
        }));
        let param = sys::ucp_request_param_t {
            op_attr_mask: sys::UCP_OP_ATTR_FIELD_CALLBACK
                | sys::UCP_OP_ATTR_FIELD_USER_DATA
                | sys::UCP_OP_ATTR_FIELD_MEMORY_TYPE,
            cb: sys::ucp_request_param_t__bindgen_ty_1 { recv_am: Some(on_received) },
            user_data: receiving.cast(),
            memory_type: sys::UCS_MEMORY_TYPE_HOST,
            // SAFETY: numbers and nullable pointers; not looked at without their bit in the mask.
            ..unsafe { std::mem::zeroed() }
        };
        worker.pending.set(worker.pending.get() + 1);
        // SAFETY: a live worker and a description of its own that was not used yet. The memory has room for `len`
        // bytes, and stays until the callback, or until we know below that there will be none.
        let result =
            unsafe { sys::ucp_am_recv_data_nbx(worker.handle, this.description, start.cast(), len, &param) };
        match check_pointer(result) {
            Ok(Some(_)) => {}
            Ok(None) => {
                // SAFETY: done at once: no request, no callback, and the box is ours again.
                received(unsafe { Box::from_raw(receiving) }, Ok(()));
            }
            Err(status) => {
                // SAFETY: refused: no request, no callback, and the box is ours again.
                received(unsafe { Box::from_raw(receiving) }, Err(status));
            }
        }
    }
}

#[expect(clippy::boxed_local, reason = "a box that went through C")]
fn received(receiving: Box<Receiving>, result: Result<(), Status>) {
    let Receiving { worker, mut buf, len, done } = *receiving;
    // SAFETY: `Inner` outlives its operations: its drop waits for them, or leaks.
    let inner = unsafe { &*worker };
    inner.pending.set(inner.pending.get() - 1);
    done(result.map(|()| {
        // SAFETY: UCX has written exactly `len` bytes, which is at most the capacity.
        unsafe { buf.set_len(len) };
        buf
    }));
}

unsafe extern "C" fn on_received(
    request: *mut c_void,
    status: sys::ucs_status_t,
    length: usize,
    user_data: *mut c_void,
) {
    // SAFETY: `user_data` is the box that `receive` gave away, and UCX calls once.
    let receiving = unsafe { Box::from_raw(user_data.cast::<Receiving>()) };
    let result = match Status::check(status) {
        // Fewer bytes than announced would leave the rest of the buffer unwritten.
        Ok(()) if length != receiving.len => Err(Status::TRUNCATED),
        result => result,
    };
    received(receiving, result);
    // SAFETY: a completed request of ours, freed once.
    unsafe { sys::ucp_request_free(request) };
}

impl Drop for Rendezvous {
    fn drop(&mut self) {
        if self.worker.progressing.get() {
            self.worker.deferred.borrow_mut().push(Deferred::Release(self.description));
        } else {
            release(&self.worker, self.description);
        }
    }
}

/// Refuses a long message, outside any callback.
pub(crate) fn release(inner: &Inner, description: *mut c_void) {
    // SAFETY: a description of this worker's that was neither received nor released.
    unsafe { sys::ucp_am_data_release(inner.handle, description) }
}

impl Worker {
    /// Whether a message of `bytes` can be a header.
    pub fn fits_header(&self, bytes: usize) -> bool {
        bytes <= self.header_bytes_max()
    }
}
