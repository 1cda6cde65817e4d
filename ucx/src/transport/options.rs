//! What can be chosen.

use std::time::Duration;

use osmia_env::BufPool;

use crate::context::Setting;

/// Choices of a [`UcxTransport`](super::UcxTransport). [`Default`] suits a client thread.
#[derive(Clone)]
pub struct UcxOptions {
    /// Network devices of the [`Addr::Tcp`](osmia_env::Addr::Tcp) path, as in `UCX_NET_DEVICES`; `None`: the
    /// environment's, or all.
    pub tcp_devices: Option<String>,
    /// UCX transports of that path, as in `UCX_TLS`: `tcp`, or `rc,tcp` for verbs. `None`: the environment's, or
    /// `tcp`. Must not name a shared-memory transport: one dead peer would silence the others (see
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

impl Default for UcxOptions {
    fn default() -> UcxOptions {
        UcxOptions {
            tcp_devices: None,
            tls: None,
            tcp_settings: Vec::new(),
            recv_pool: None,
            spin: Duration::from_micros(20),
            inflight_max: 64,
            head_bytes_max: 1 << 20,
            body_bytes_max: 16 << 20,
            receiving_bytes_max: 64 << 20,
            spare_workers: 1,
        }
    }
}

impl UcxOptions {
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
