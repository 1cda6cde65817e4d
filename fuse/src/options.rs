//! What stands behind `-o`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use osmia_client::TransportChoice;

/// How a file system is mounted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) read_only: bool,
    pub(crate) suid: bool,
    pub(crate) dev: bool,
    pub(crate) exec: bool,
    /// Other users than who mounts may use it. `None`: if root mounts.
    pub(crate) allow_other: Option<bool>,
    /// How long the kernel may believe a name, and attributes, without asking again.
    pub(crate) entry_timeout: Duration,
    pub(crate) attr_timeout: Duration,
    /// The kernel keeps a file's pages from its open to the next open.
    pub(crate) page_cache: bool,
    /// Threads that serve requests.
    pub(crate) threads: usize,
    pub(crate) max_write: u32,
    pub(crate) max_readahead: Option<u32>,
    pub(crate) attempt_ms: Option<u32>,
    pub(crate) give_up_ms: Option<u32>,
    pub(crate) transport: TransportChoice,
    /// Where the daemon writes its log.
    pub(crate) log: Option<PathBuf>,
}

/// Most threads: each has connections of its own to every server.
const THREADS_MAX: usize = 256;

impl Default for Options {
    fn default() -> Options {
        Options {
            read_only: false,
            suid: false,
            dev: false,
            exec: true,
            allow_other: None,
            entry_timeout: Duration::ZERO,
            attr_timeout: Duration::ZERO,
            page_cache: false,
            threads: 8,
            max_write: 1 << 20,
            max_readahead: None,
            attempt_ms: None,
            give_up_ms: None,
            transport: TransportChoice::Auto,
            log: None,
        }
    }
}

impl Options {
    /// Takes in a list as `ro,threads=4`.
    ///
    /// # Errors
    /// For an option that does not exist, or a value that it does not take.
    pub(crate) fn add(&mut self, list: &str) -> anyhow::Result<()> {
        for option in list.split(',').filter(|option| !option.is_empty()) {
            self.add_one(option)?;
        }
        Ok(())
    }

    fn add_one(&mut self, option: &str) -> anyhow::Result<()> {
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, None),
        };
        let Some(value) = value else { return self.add_flag(name) };
        let count = |min: u32, max: u32| {
            let number = value.parse::<u32>().ok().filter(|number| (min..=max).contains(number));
            number.with_context(|| format!("option {option}: want a number from {min} to {max}"))
        };
        match name {
            "entry_timeout" => self.entry_timeout = seconds(option, value)?,
            "attr_timeout" => self.attr_timeout = seconds(option, value)?,
            "cache" => {
                self.page_cache = match value {
                    "none" => false,
                    "open" => true,
                    _ => bail!("option {option}: want cache=none or cache=open"),
                }
            }
            "threads" => self.threads = count(1, THREADS_MAX as u32)? as usize,
            "max_write" => self.max_write = count(4096, 1 << 24)?,
            "max_readahead" => self.max_readahead = Some(count(4096, 1 << 30)?),
            "attempt_ms" => self.attempt_ms = Some(count(1, u32::MAX)?),
            "give_up_ms" => self.give_up_ms = Some(count(1, u32::MAX)?),
            "transport" => {
                self.transport =
                    value.parse().map_err(|why: String| anyhow::anyhow!("option {option}: {why}"))?;
            }
            "log" => self.log = Some(value.into()),
            // For mount(8) and its like.
            "comment" => {}
            _ if name.starts_with("x-") => {}
            _ => return Err(unknown(option)),
        }
        Ok(())
    }

    fn add_flag(&mut self, name: &str) -> anyhow::Result<()> {
        match name {
            "ro" => self.read_only = true,
            "rw" => self.read_only = false,
            "suid" => self.suid = true,
            "nosuid" => self.suid = false,
            "dev" => self.dev = true,
            "nodev" => self.dev = false,
            "exec" => self.exec = true,
            "noexec" => self.exec = false,
            "allow_other" => self.allow_other = Some(true),
            "noallow_other" => self.allow_other = Some(false),
            // What mount(8) says for its own purposes, or what is so in any case.
            "defaults" | "auto" | "noauto" | "nofail" | "_netdev" | "user" | "nouser" | "users" | "owner"
            | "group" | "async" | "noatime" | "nodiratime" => {}
            _ if name.starts_with("x-") => {}
            _ => return Err(unknown(name)),
        }
        Ok(())
    }
}

fn unknown(option: &str) -> anyhow::Error {
    anyhow::anyhow!("option {option} does not exist; osmia-mount --help lists those that do")
}

fn seconds(option: &str, value: &str) -> anyhow::Result<Duration> {
    let seconds = value.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.with_context(|| format!("option {option}: want seconds, such as 1 or 0.5"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(list: &str) -> anyhow::Result<Options> {
        let mut options = Options::default();
        options.add(list)?;
        Ok(options)
    }

    /// The last of contradicting options counts; what mount(8) adds changes nothing.
    #[test]
    fn lists() {
        let options = parse("ro,rw,defaults,_netdev,x-systemd.automount,comment=a,").unwrap();
        assert_eq!(options, Options::default());
        let options =
            parse("ro,suid,threads=2,attr_timeout=0.5,cache=open,log=/tmp/x,transport=tcp").unwrap();
        assert!(options.read_only && options.suid && options.page_cache);
        assert_eq!((options.threads, options.attr_timeout), (2, Duration::from_millis(500)));
        assert_eq!((options.log, options.transport), (Some("/tmp/x".into()), TransportChoice::Tcp));
    }

    /// What does not exist, or has no such value, is refused and named.
    #[test]
    fn faults() {
        for (list, says) in [
            ("rw,turbo", "option turbo does not exist"),
            ("turbo=1", "option turbo=1 does not exist"),
            ("threads=0", "threads=0: want a number from 1 to 256"),
            ("cache=all", "want cache=none or cache=open"),
            ("attr_timeout=-1", "want seconds"),
            ("transport=ib", "transport"),
        ] {
            let error = parse(list).unwrap_err().to_string();
            assert!(error.contains(says), "{list}: {error}");
        }
    }
}
