//! Contexts: which devices and protocols UCX may use, and with which settings.

use std::ffi::CString;
use std::io;
use std::ptr;
use std::rc::Rc;
use std::sync::Once;

use osmia_ucx_sys as sys;

use crate::status::Status;

/// One setting of UCX, by its name without the prefix `UCX_`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// For example `NET_DEVICES`.
    pub name: &'static str,
    /// The name by which `ucp_config_modify` knows it. The same, but for settings of components (memory domains,
    /// interfaces, connection managers): UCX 1.13 finds most of those only without the component's prefix, and ignores
    /// other names silently.
    pub key: &'static str,
    /// As in the environment.
    pub value: String,
    /// Whether a `UCX_...` variable in the user's environment wins.
    pub yields: bool,
}

impl Setting {
    /// A default, which the user's environment may change.
    pub fn default(name: &'static str, value: impl Into<String>) -> Setting {
        Setting { name, key: name, value: value.into(), yields: true }
    }

    /// A setting that correctness depends on: the environment does not change it.
    pub fn fixed(name: &'static str, value: impl Into<String>) -> Setting {
        Setting { name, key: name, value: value.into(), yields: false }
    }

    /// The same setting, of a component: see [`Setting::key`].
    pub fn keyed(self, key: &'static str) -> Setting {
        Setting { key, ..self }
    }
}

/// A UCX context, for one thread. Lives until its last clone and its last worker are dropped.
#[derive(Clone)]
pub struct Context(Rc<Inner>);

struct Inner {
    handle: sys::ucp_context_h,
    local_only: bool,
}

/// UCX prints what it thinks of peers' deaths to standard output, where programs print their results; all of it comes
/// back to us as a status. So it is silent, unless the user asks (`UCX_LOG_LEVEL`).
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if std::env::var_os("UCX_LOG_LEVEL").is_none() {
            // SAFETY: two C strings; called once, before this process makes its first context here.
            unsafe { sys::ucs_global_opts_set_value(c"LOG_LEVEL".as_ptr(), c"fatal".as_ptr()) };
        }
    });
}

impl Context {
    /// Makes a context for active messages that can be waited for.
    ///
    /// # Errors
    /// A setting that UCX does not know or a value it refuses (the message names it); no usable device.
    pub fn new(settings: &[Setting]) -> io::Result<Context> {
        quiet();
        let mut config = ptr::null_mut();
        // SAFETY: null prefix and file are allowed: the UCX_ variables and no file. `config` is ours to write.
        let status = unsafe { sys::ucp_config_read(ptr::null(), ptr::null(), &mut config) };
        Status::check(status)?;
        let config = Config(config);
        for setting in settings {
            if setting.yields && std::env::var_os(format!("UCX_{}", setting.name)).is_some() {
                continue;
            }
            config.set(setting)?;
        }
        // SAFETY: a struct of numbers and nullable pointers, for which zero is a value.
        let mut params: sys::ucp_params_t = unsafe { std::mem::zeroed() };
        params.field_mask = u64::from(sys::UCP_PARAM_FIELD_FEATURES);
        params.features = u64::from(sys::UCP_FEATURE_AM | sys::UCP_FEATURE_WAKEUP);
        let mut handle = ptr::null_mut();
        // SAFETY: `params` and `config` are valid for the call. `ucp_init` is an inline of this in C.
        let status = unsafe {
            sys::ucp_init_version(sys::UCP_API_MAJOR, sys::UCP_API_MINOR, &params, config.0, &mut handle)
        };
        Status::check(status)?;
        let local_only = settings.iter().any(|setting| {
            let local = |tls: &str| matches!(tls, "posix" | "sysv" | "cma" | "self");
            setting.name == "TLS" && !setting.yields && setting.value.split(',').all(local)
        });
        Ok(Context(Rc::new(Inner { handle, local_only })))
    }

    /// Whether it uses only memory shared with other processes: no device reads or writes our buffers.
    pub(crate) fn is_local_only(&self) -> bool {
        self.0.local_only
    }

    pub(crate) fn handle(&self) -> sys::ucp_context_h {
        self.0.handle
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // SAFETY: every worker holds a clone of its context, so none is left.
        unsafe { sys::ucp_cleanup(self.handle) }
    }
}

/// The library's version: major, minor, release.
pub fn version() -> (u32, u32, u32) {
    let (mut major, mut minor, mut release) = (0, 0, 0);
    // SAFETY: three numbers to write.
    unsafe { sys::ucp_get_version(&mut major, &mut minor, &mut release) };
    (major, minor, release)
}

struct Config(*mut sys::ucp_config_t);

impl Config {
    fn set(&self, setting: &Setting) -> io::Result<()> {
        let wrong = |why: &dyn std::fmt::Display| {
            let (name, value) = (setting.name, &setting.value);
            io::Error::new(io::ErrorKind::InvalidInput, format!("UCX setting {name}={value}: {why}"))
        };
        let name = CString::new(setting.key).map_err(|fault| wrong(&fault))?;
        let value = CString::new(setting.value.as_str()).map_err(|fault| wrong(&fault))?;
        // SAFETY: a configuration that is ours, and two C strings, which UCX copies.
        let status = unsafe { sys::ucp_config_modify(self.0, name.as_ptr(), value.as_ptr()) };
        Status::check(status).map_err(|status| wrong(&status))
    }
}

impl Drop for Config {
    fn drop(&mut self) {
        // SAFETY: ours, from ucp_config_read, and released once.
        unsafe { sys::ucp_config_release(self.0) }
    }
}
