//! The calls themselves, as plain asynchronous functions over one thread's [`Lane`]: for whoever brings an executor
//! and a transport of their own, such as the simulator.
//!
//! [`fetch_map`] gives the map for [`Shared::new`]; each thread then has a [`Lane`], and one of them runs [`serve`].
//! Everything is run inside the hub's [`run`](osmia_net::Hub::run).

use std::rc::Rc;

use osmia_env::Instant;
use osmia_net::{Hub, Patience, PeerAddrs};
use osmia_protocol::{Status, wire};

pub use crate::fs::*;
pub use crate::lane::Lane;
pub use crate::map::ClusterMap;
pub use crate::service::serve;
pub use crate::shared::{CoreOptions, Shared};

use crate::error::{Error, Result};

/// First and longest pause between rounds of asking, in microseconds.
const PAUSE_US: (u64, u64) = (1_000, 100_000);

/// Asks for the cluster map: each of `seeds` in turn, round after round, until one answers.
///
/// # Errors
/// What the last one said, or that it did not answer, once `patience.give_up` is over; at once when one refuses this
/// client for good.
pub async fn fetch_map(hub: &Rc<Hub>, seeds: &[PeerAddrs], patience: Patience) -> Result<ClusterMap> {
    let env = hub.env();
    let give_up = env.now() + patience.give_up;
    let mut failure: Option<Error> = None;
    let mut pause_us = PAUSE_US.0;
    loop {
        for seed in seeds {
            let whole = env.now() + patience.attempt;
            let deadline = give_up.min(whole);
            match ask_for_map(hub, seed, deadline).await {
                Ok(map) => return Ok(map),
                Err(error) if error.wire_status().is_some_and(is_final) => return Err(error),
                // It was not given its time: what was met before says more.
                Err(error) if deadline < whole && error.errno() == libc::ETIMEDOUT => {
                    failure.get_or_insert(error);
                }
                Err(error) => failure = Some(error),
            }
        }
        let now = env.now();
        if seeds.is_empty() || now >= give_up {
            let nobody =
                || Error::new(libc::EHOSTUNREACH, "connect").saying("there is no metadata shard to ask");
            return Err(failure.unwrap_or_else(nobody));
        }
        let pause = std::time::Duration::from_micros(pause_us);
        env.tasks.sleep_until((now + pause).min(give_up)).await;
        pause_us = (pause_us * 2).min(PAUSE_US.1);
    }
}

fn is_final(status: Status) -> bool {
    matches!(status, Status::WrongCluster | Status::WrongVersion)
}

async fn ask_for_map(hub: &Rc<Hub>, seed: &PeerAddrs, deadline: Instant) -> Result<ClusterMap> {
    let server = match (seed.key.shard == osmia_net::peer::ANY_SHARD, seed.addresses.first()) {
        (true, Some(address)) => address.to_string(),
        (false, Some(address)) => format!("{} ({address})", seed.key),
        (_, None) => format!("{} (no address that this client may use)", seed.key),
    };
    let call = wire::Call::GetMap(Box::default());
    let request = wire::Request { call: Some(call), ..Default::default() };
    let answer = hub.call(seed, request, None, deadline).await;
    if let Some(conn) = hub.connection_to(seed.key).filter(|_| seed.key.shard == osmia_net::peer::ANY_SHARD) {
        // From here on it is called by its name.
        hub.close(conn, "the map has been asked for");
    }
    let response = answer.map_err(|error| {
        let failure = match error.kind {
            osmia_net::CallErrorKind::Refused(status) => Error::status(status, "connect"),
            _ => Error::new(error.errno(), "connect"),
        };
        failure.at_server(&server).saying(error.to_string())
    })?;
    match response.reply().outcome() {
        Ok(Some(wire::OutcomeRef::MapOk(map))) => ClusterMap::decode(map)
            .map_err(|why| Error::status(Status::Malformed, "connect").at_server(&server).saying(why)),
        _ => {
            let status = match response.status() {
                Status::Ok => Status::Malformed,
                status => status,
            };
            Err(Error::status(status, "connect").at_server(&server).saying(response.detail()))
        }
    }
}
