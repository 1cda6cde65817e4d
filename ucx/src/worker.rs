//! Workers: progress, wake-ups, and where callbacks come from.
//!
//! Invariant: UCX calls back only inside our calls to it: [`Worker::progress`], and the calls that begin or give up an
//! operation. Handlers may therefore be plain `Rc` closures of this thread. They must only take note of what came
//! (a handler that calls `progress` gets 0); what they drop is given up after `progress` has returned from UCX.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::os::fd::RawFd;
use std::ptr;
use std::rc::Rc;

use hashbrown::HashMap;
use osmia_ucx_sys as sys;

use crate::am::{self, Arrival, Parcel};
use crate::context::Context;
use crate::endpoint;
use crate::status::{Status, check_pointer};

/// Called for each message that arrives with the id it was registered for.
pub type MessageHandler = Rc<dyn Fn(Arrival<'_>)>;

/// What a worker calls.
pub struct Handlers {
    /// By message id; messages with other ids are dropped.
    pub messages: Vec<(u16, MessageHandler)>,
    /// An endpoint, named by its key, has failed: drop it.
    pub failed: Rc<dyn Fn(u64, Status)>,
}

/// A UCX worker: a set of connections that are progressed together. For one thread.
///
/// Dropped with operations in flight, it makes UCX call back for each of them; what it does not call back for is
/// leaked, and an error logged.
pub struct Worker(Rc<Inner>);

pub(crate) struct Inner {
    pub(crate) handle: sys::ucp_worker_h,
    context: ManuallyDrop<Context>,
    event_fd: RawFd,
    header_bytes_max: usize,
    /// Operations whose callback has not fired: sends, receives, closes.
    pub(crate) pending: Cell<usize>,
    /// Endpoints that UCX may still call the error handler of.
    pub(crate) endpoints: RefCell<HashMap<sys::ucp_ep_h, u64>>,
    /// Inside a call of `ucp_worker_progress`.
    pub(crate) progressing: Cell<bool>,
    /// Whether everything that closed endpoints have left behind is being, or has been, waited for.
    flush: Cell<Flush>,
    /// Being dropped: what still arrives is for nobody.
    pub(crate) dropping: Cell<bool>,
    /// Dropped inside a callback, to be given up outside.
    pub(crate) deferred: RefCell<Vec<Deferred>>,
    /// Sends whose callback has not fired.
    pub(crate) sends: RefCell<Vec<*mut Parcel>>,
    /// Sends to use again.
    #[expect(clippy::vec_box, reason = "UCX has their addresses")]
    pub(crate) parcels: RefCell<Vec<Box<Parcel>>>,
    messages: Vec<Registered>,
    pub(crate) failed: Rc<dyn Fn(u64, Status)>,
    /// No device reads our memory: what a destroyed worker held is free.
    local_only: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flush {
    None,
    Begun,
    Done,
}

/// What must not happen inside a callback.
pub(crate) enum Deferred {
    Close(sys::ucp_ep_h, *mut endpoint::ErrorArg),
    Release(*mut c_void),
}

/// The argument of a message callback.
pub(crate) struct Registered {
    pub(crate) worker: Cell<*const Inner>,
    pub(crate) id: u16,
    pub(crate) handler: MessageHandler,
}

/// Rounds of progress that a dropped worker waits for its operations. Each moves up to half a megabyte of each long
/// message, and destroying the worker while some is being read aborts the process: enough for all that a connection may
/// receive at a time. The bound is for what never ends (see the drop).
const TEARDOWN_ROUNDS_MAX: usize = 1000;

impl Worker {
    /// Makes a worker with its handlers. Takes milliseconds for shared memory.
    pub fn new(context: &Context, handlers: Handlers) -> Result<Worker, Status> {
        // SAFETY: a struct of numbers and nullable pointers.
        let mut params: sys::ucp_worker_params_t = unsafe { std::mem::zeroed() };
        params.field_mask = u64::from(sys::UCP_WORKER_PARAM_FIELD_THREAD_MODE);
        params.thread_mode = sys::UCS_THREAD_MODE_SINGLE;
        let mut handle = ptr::null_mut();
        // SAFETY: the context is alive, and `Inner` keeps it alive as long as the worker.
        Status::check(unsafe { sys::ucp_worker_create(context.handle(), &params, &mut handle) })?;
        let created = Created(handle);
        let mut event_fd = -1;
        // SAFETY: a live worker with the wake-up feature.
        Status::check(unsafe { sys::ucp_worker_get_efd(handle, &mut event_fd) })?;
        // SAFETY: a struct of numbers and nullable pointers.
        let mut attr: sys::ucp_worker_attr_t = unsafe { std::mem::zeroed() };
        attr.field_mask = u64::from(sys::UCP_WORKER_ATTR_FIELD_MAX_AM_HEADER);
        // SAFETY: a live worker; only the header limit is asked for.
        Status::check(unsafe { sys::ucp_worker_query(handle, &mut attr) })?;
        let inner = Rc::new(Inner {
            handle,
            context: ManuallyDrop::new(context.clone()),
            event_fd,
            header_bytes_max: attr.max_am_header,
            pending: Cell::new(0),
            endpoints: RefCell::default(),
            progressing: Cell::new(false),
            flush: Cell::new(Flush::None),
            dropping: Cell::new(false),
            deferred: RefCell::default(),
            sends: RefCell::default(),
            parcels: RefCell::default(),
            messages: handlers
                .messages
                .into_iter()
                .map(|(id, handler)| Registered { worker: Cell::new(ptr::null()), id, handler })
                .collect(),
            failed: handlers.failed,
            local_only: context.is_local_only(),
        });
        // From here the worker is destroyed by `Inner`.
        std::mem::forget(created);
        for registered in &inner.messages {
            registered.worker.set(Rc::as_ptr(&inner));
            am::register(&inner, registered)?;
        }
        Ok(Worker(inner))
    }

    pub(crate) fn inner(&self) -> &Rc<Inner> {
        &self.0
    }

    /// Moves everything forward; gives how much happened, 0 for nothing.
    pub fn progress(&self) -> u32 {
        self.0.progress()
    }

    /// A descriptor that becomes readable when something happens after a successful [`arm`](Worker::arm). Stays
    /// UCX's.
    pub fn event_fd(&self) -> RawFd {
        self.0.event_fd
    }

    /// Prepares the event descriptor for sleeping. `false`: something happened meanwhile, progress again.
    ///
    /// # Errors
    /// Whatever UCX says beside BUSY.
    pub fn arm(&self) -> Result<bool, Status> {
        // SAFETY: a live worker with the wake-up feature.
        match Status::check(unsafe { sys::ucp_worker_arm(self.0.handle) }) {
            Ok(()) => Ok(true),
            Err(Status::BUSY) => Ok(false),
            Err(status) => Err(status),
        }
    }

    /// The worker's address, with which another process can connect to it.
    pub fn address(&self) -> Result<Vec<u8>, Status> {
        // SAFETY: a struct of numbers and nullable pointers.
        let mut attr: sys::ucp_worker_attr_t = unsafe { std::mem::zeroed() };
        attr.field_mask = u64::from(sys::UCP_WORKER_ATTR_FIELD_ADDRESS);
        // SAFETY: a live worker; the address is allocated for us.
        Status::check(unsafe { sys::ucp_worker_query(self.0.handle, &mut attr) })?;
        // SAFETY: UCX has filled in an address and its length.
        let bytes = unsafe { std::slice::from_raw_parts(attr.address.cast::<u8>(), attr.address_length) };
        let bytes = bytes.to_vec();
        // SAFETY: from the query above, released once.
        unsafe { sys::ucp_worker_release_address(self.0.handle, attr.address) };
        Ok(bytes)
    }

    /// Longest header of a message, in bytes.
    pub fn header_bytes_max(&self) -> usize {
        self.0.header_bytes_max
    }

    /// Operations that UCX has not called back about: sends, receives and closes.
    pub fn pending(&self) -> usize {
        self.0.pending.get()
    }

    /// For a worker whose endpoints have all been dropped: makes progress; `true` once nothing is left in flight, so
    /// that dropping the worker is quick. UCX says that a forced close is done before it is: what a closed endpoint
    /// had begun may still be reading memory (UCX 1.13.1, ucp_worker_discard_uct_ep).
    pub fn wind_down(&self) -> bool {
        self.0.wind_down()
    }

    /// An empty parcel to fill and send.
    pub fn parcel(&self) -> Box<Parcel> {
        Inner::parcel(&self.0)
    }
}

/// Destroys a worker that never got its `Inner`.
struct Created(sys::ucp_worker_h);

impl Drop for Created {
    fn drop(&mut self) {
        // SAFETY: just created, and nobody else has it.
        unsafe { sys::ucp_worker_destroy(self.0) }
    }
}

impl Inner {
    pub(crate) fn progress(&self) -> u32 {
        if self.progressing.replace(true) {
            return 0;
        }
        // SAFETY: a live worker, of this thread, and not already inside progress.
        let count = unsafe { sys::ucp_worker_progress(self.handle) };
        self.progressing.set(false);
        if !self.deferred.borrow().is_empty() {
            self.give_up_deferred();
        }
        count
    }

    fn wind_down(&self) -> bool {
        self.give_up_deferred();
        if self.flush.get() == Flush::None && self.endpoints.borrow().is_empty() {
            self.flush.set(Flush::Begun);
            let param = sys::ucp_request_param_t {
                op_attr_mask: sys::UCP_OP_ATTR_FIELD_CALLBACK | sys::UCP_OP_ATTR_FIELD_USER_DATA,
                cb: sys::ucp_request_param_t__bindgen_ty_1 { send: Some(on_flushed) },
                user_data: (self as *const Inner).cast_mut().cast(),
                // SAFETY: numbers and nullable pointers; not looked at without their bit in the mask.
                ..unsafe { std::mem::zeroed() }
            };
            // SAFETY: a live worker. The callback gets `self`, which lives as long as the worker.
            let result = check_pointer(unsafe { sys::ucp_worker_flush_nbx(self.handle, &param) });
            if !matches!(result, Ok(Some(_))) {
                self.flush.set(Flush::Done);
            }
        }
        self.progress();
        self.pending.get() == 0 && self.flush.get() == Flush::Done
    }

    fn give_up_deferred(&self) {
        let deferred = std::mem::take(&mut *self.deferred.borrow_mut());
        for item in deferred {
            match item {
                Deferred::Close(handle, arg) => endpoint::close(self, handle, arg),
                Deferred::Release(description) => am::release(self, description),
            }
        }
    }
}

unsafe extern "C" fn on_flushed(request: *mut c_void, _status: sys::ucs_status_t, user_data: *mut c_void) {
    // SAFETY: `Inner` lives as long as its worker, which calls.
    let inner = unsafe { &*user_data.cast::<Inner>() };
    inner.flush.set(Flush::Done);
    // SAFETY: a completed request of ours, freed once.
    unsafe { sys::ucp_request_free(request) };
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Endpoints and unread messages hold the worker alive, so what is left are closes, and operations whose
        // endpoint is closed.
        self.dropping.set(true);
        let mut rounds = 0;
        while !self.wind_down() && rounds < TEARDOWN_ROUNDS_MAX {
            rounds += 1;
        }
        // SAFETY: every endpoint has been closed by force; destroyed once. What is still in flight then waits for
        // room in the queue of a peer that reads no more (UCX 1.13.1, uct_mm_ep_flush): destroying gives it up, and
        // calls back for most of it.
        unsafe { sys::ucp_worker_destroy(self.handle) };
        if self.local_only {
            // For the rest UCX had put the callback on the queue of the worker that it then destroyed
            // (ucp_request_dt_invalidate).
            am::reclaim(self);
        }
        if self.pending.get() > 0 {
            // Their memory stays allocated for good: nobody can tell us any more that it is free.
            tracing::error!(
                pending = self.pending.get(),
                "a UCX worker was destroyed before its operations ended"
            );
        }
        // SAFETY: not used after this; dropped once.
        unsafe { ManuallyDrop::drop(&mut self.context) };
    }
}
