//! The threads of a client: a lane for each caller, and the service thread.

use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::map::ClusterMap;
use crate::shared::Shared;
use crate::{ClientOptions, Counters};

/// One client of this process.
pub struct Process {
    shared: Arc<Shared>,
}

impl Process {
    pub(crate) fn connect_with(_config: &Path, _options: ClientOptions) -> Result<Arc<Process>> {
        Err(Error::new(libc::ENOSYS, "connect"))
    }

    pub(crate) fn connect_to(_address: &str, _options: ClientOptions) -> Result<Arc<Process>> {
        Err(Error::new(libc::ENOSYS, "connect"))
    }

    pub(crate) fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    pub(crate) fn counters(&self) -> Counters {
        self.shared.counters.read()
    }

    pub(crate) fn cluster_map(&self) -> Arc<ClusterMap> {
        self.shared.map.read().clone()
    }

    pub(crate) fn block<T>(&self, _call: impl AsyncFnOnce(&Lane) -> Result<T>) -> Result<T> {
        Err(Error::new(libc::ENOSYS, "call"))
    }

    pub(crate) fn submit<T: Send + 'static>(
        &self,
        _call: impl AsyncFnOnce(&Lane) -> Result<T> + Send + 'static,
    ) -> Submit<T> {
        Submit { result: Some(Err(Error::new(libc::ENOSYS, "call"))) }
    }

    pub(crate) fn submit_and_forget(&self, _call: impl AsyncFnOnce(&Lane) + Send + 'static) {}
}

/// A call under way on the service thread.
#[must_use = "the outcome is in the future"]
pub struct Submit<T> {
    result: Option<Result<T>>,
}

impl<T> Unpin for Submit<T> {}

impl<T> Future for Submit<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Result<T>> {
        match self.result.take() {
            Some(result) => Poll::Ready(result),
            None => Poll::Pending,
        }
    }
}
