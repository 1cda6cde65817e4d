//! What can be chosen.

use std::time::Duration;

use osmia_env::BufPool;

use super::pieces::SEGMENT_BYTES;
use crate::context::Setting;

/// Choices of a [`UcxTransport`](super::UcxTransport). [`Default`] suits a client thread.
#[derive(Clone)]
pub struct UcxOptions {
    /// Network devices of the [`Addr::Tcp`](osmia_env::Addr::Tcp) path, as in `UCX_NET_DEVICES`; `None`: the
    /// environment's, or all.
    pub tcp_devices: Option<String>,
    /// UCX transports of that path, as in `UCX_TLS`: `tcp`, or `rc` for verbs (UCX opens its connections over TCP
    /// without being told). `None`: the environment's, or `tcp`. With `tcp` in the list, alone or not, long messages
    /// are copied and cut into pieces (see [`copies_all`](UcxOptions::copies_all)); with verbs alone the receiver's
    /// device fetches them. Must not name a shared-memory transport: one dead peer would silence the others (see
    /// [`transport`](super)).
    pub tls: Option<String>,
    /// Further UCX settings of that path, by name without `UCX_`.
    pub tcp_settings: Vec<(&'static str, String)>,
    /// Bodies are received into buffers of this pool when they fit and one is free.
    pub recv_pool: Option<BufPool>,
    /// How long [`wait`](osmia_env::Transport::wait) polls before it sleeps.
    pub spin: Duration,
    /// Messages of one connection that have not left; more are refused as `Full`. At most 64 keeps the queue
    /// of the shared-memory path from filling up.
    pub inflight_max: usize,
    /// Longest head, sent or received, in bytes.
    pub head_bytes_max: usize,
    /// Longest body, sent or received, in bytes.
    pub body_bytes_max: usize,
    /// Bytes of long messages that one connection receives at a time; others wait at the sender's.
    pub receiving_bytes_max: usize,
    /// Shared-memory workers made ahead by a transport that listens (0.7 MB and 7 descriptors each).
    pub spare_workers: usize,
}

/// How long a wait polls, where polling pays off. Longer than it takes to wake the other side from its sleep (50 us on a
/// virtual machine): with 20 us both sides fell asleep over each other and stayed so, as no poll met the answer; a stat
/// over shared memory then took 55 us instead of 7, in every other run of the mdtest driver. On busy cores it costs
/// little, since it is learnt that polling does not pay: 4 clients on 2 cores went from 45,000 to 66,000 stats/s.
const SPIN: Duration = Duration::from_micros(100);

impl Default for UcxOptions {
    fn default() -> UcxOptions {
        UcxOptions {
            tcp_devices: None,
            tls: None,
            tcp_settings: Vec::new(),
            recv_pool: None,
            spin: SPIN,
            inflight_max: 64,
            head_bytes_max: 1 << 20,
            body_bytes_max: 16 << 20,
            receiving_bytes_max: 64 << 20,
            spare_workers: 1,
        }
    }
}

impl UcxOptions {
    /// Whether UCX may send nothing on the network path without copying it first: whenever that may go over TCP.
    ///
    /// UCX 1.13.1 aborts the process when a peer dies in the middle of a zero-copy send over TCP. The send's completion
    /// is called twice when the socket fails under it (uct_tcp_ep_sendv: uct_tcp_ep_handle_send_err has purged it
    /// already), and the acknowledgement of a put, the rendezvous of TCP, may be read after the put was given up
    /// (uct_tcp_ep_handle_put_ack). UCX has no setting by which TCP alone does without: `TCP_MAX_IOV=0` would also
    /// forbid short messages with a header.
    pub fn copies_all(&self) -> bool {
        let tls = match &self.tls {
            Some(tls) => tls.clone(),
            None => std::env::var("UCX_TLS").unwrap_or_else(|_| "tcp".to_owned()),
        };
        // `^rc` is all but `rc`.
        tls.starts_with('^') || tls.split(',').any(|name| matches!(name.trim(), "tcp" | "all"))
    }

    /// UCX settings of the network path.
    pub fn tcp_context_settings(&self) -> Vec<Setting> {
        let mut settings = vec![
            // Without it a killed server cannot bind its port again for a minute.
            Setting::fixed("TCP_CM_REUSEADDR", "y").keyed("CM_REUSEADDR"),
            match &self.tls {
                Some(tls) => Setting::fixed("TLS", tls),
                None => Setting::default("TLS", "tcp"),
            },
        ];
        // One path: over several, UCX stalls when one of them dies (rails have a transport each).
        settings.push(Setting::default("MAX_RNDV_RAILS", "1"));
        if self.copies_all() {
            let segment = SEGMENT_BYTES.to_string();
            settings.extend([
                Setting::fixed("RNDV_THRESH", "inf"),
                Setting::fixed("ZCOPY_THRESH", "inf"),
                Setting::fixed("TCP_TX_SEG_SIZE", &segment).keyed("TX_SEG_SIZE"),
                Setting::fixed("TCP_RX_SEG_SIZE", &segment).keyed("RX_SEG_SIZE"),
            ]);
        }
        if let Some(devices) = &self.tcp_devices {
            settings.push(Setting::fixed("NET_DEVICES", devices));
        }
        settings.extend(self.tcp_settings.iter().map(|(name, value)| Setting::fixed(name, value)));
        settings
    }

    /// UCX settings of the shared-memory path. `cma`: whether the peers can read each other's memory
    /// (process_vm_readv(2)).
    pub fn shm_context_settings(&self, cma: bool) -> Vec<Setting> {
        vec![
            Setting::fixed("TLS", if cma { "sysv,cma" } else { "sysv" }),
            // Without it UCX refuses endpoints that tell of a dead peer.
            Setting::fixed("MM_ERROR_HANDLING", "y"),
            // The receiver reads the sender's memory, never the sender writes into the receiver's: who has closed
            // a connection may use its memory again.
            Setting::fixed("RNDV_SCHEME", "get_zcopy"),
            // Without it UCX does not use CMA with endpoints that tell of a dead peer, and copies long messages
            // through the queue, 20 times slower. That a peer may still read what we have closed is met by hanging up
            // first (`UcxTransport::end`).
            Setting::fixed("CMA_MEMORY_INVALIDATE", "y").keyed("MEMORY_INVALIDATE"),
            Setting::fixed("MAX_RNDV_RAILS", "1"),
            // 0.7 MB per worker instead of 2.3.
            Setting::default("MM_RX_BUFS_GROW", "128"),
        ]
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::context::Context;
    use crate::worker::{Handlers, Worker};

    /// Whatever list of transports may lead over TCP forbids zero copy; verbs alone do not.
    #[test]
    fn tcp_copies() {
        let copies = |tls: &str| {
            let options = UcxOptions { tls: Some(tls.to_owned()), ..UcxOptions::default() };
            let settings = options.tcp_context_settings();
            let inf = |name| settings.contains(&Setting::fixed(name, "inf"));
            assert_eq!(inf("RNDV_THRESH"), options.copies_all());
            assert_eq!(inf("ZCOPY_THRESH"), options.copies_all());
            options.copies_all()
        };
        assert!(["tcp", "rc,tcp", "rc, tcp", "all", "^rc"].into_iter().all(copies));
        assert!(!["rc", "rc,ud", "dc"].into_iter().any(copies));
    }

    /// UCX takes the length of segments to heart: it ignores settings whose name it does not find.
    #[test]
    fn segments() {
        let options = UcxOptions { tls: Some("tcp".to_owned()), ..UcxOptions::default() };
        let context = Context::new(&options.tcp_context_settings()).unwrap();
        let handlers = Handlers { messages: Vec::new(), failed: Rc::new(|_, _| {}) };
        let worker = Worker::new(&context, handlers).unwrap();
        let around = SEGMENT_BYTES - worker.header_bytes_max();
        assert!((1..64).contains(&around), "a header may have {} bytes", worker.header_bytes_max());
    }
}
