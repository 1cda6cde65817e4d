//! Single calls on a cluster in virtual time: what random work on it has found wrong.

use osmia_client::core::{self, Lane};
use osmia_client::{OpenOptions, SetTime, Timestamp};
use osmia_tests::simulated::{Client, Cluster, Options};

fn on_cluster(test: impl AsyncFnOnce(&Client, &Client)) {
    let cluster = Cluster::start(Options::new(0));
    cluster.world.run_until(async {
        let one = cluster.connect().await.expect("the cluster runs");
        let two = cluster.connect().await.expect("the cluster runs");
        test(&one, &two).await;
    });
}

fn writing() -> OpenOptions {
    OpenOptions::new().write(true).create(true)
}

/// The report of a write came at close, behind the time that was set in between, and replaced it.
#[test]
fn times_set_behind_a_write_stay() {
    on_cluster(async |client, _| {
        let time = Timestamp(1_500_000_000_000_000_000);
        let set = SetTime::To(time);
        let mtime = async |lane: &Lane| core::stat(lane, b"/f").await.expect("it is there").mtime;
        client
            .run(async |lane| {
                for by_path in [true, false] {
                    let file = core::open(lane, b"/f", &writing()).await?;
                    core::write(lane, &file, b"bytes", 0).await?;
                    if by_path {
                        core::utimens(lane, b"/f", set, set).await?;
                    } else {
                        core::futimens(lane, &file, set, set).await?;
                    }
                    core::close(lane, &file).await?;
                    assert_eq!(mtime(lane).await, time, "by path: {by_path}");
                }
                osmia_client::Result::Ok(())
            })
            .await
            .expect("each call succeeds");
    });
}

/// Closing a handle that only reads failed with EBADF while another handle of the client had writes to report.
#[test]
fn readers_close() {
    on_cluster(async |client, _| {
        client
            .run(async |lane| {
                let writer = core::open(lane, b"/f", &writing()).await?;
                core::write(lane, &writer, b"bytes", 0).await?;
                let reader = core::open(lane, b"/f", &OpenOptions::new().read(true)).await?;
                core::close(lane, &reader).await?;
                core::close(lane, &writer).await
            })
            .await
            .expect("each call succeeds");
    });
}

/// A writer reported the size that it had once been told, although another had made the file shorter since, before it had
/// any content.
#[test]
fn sizes_are_of_what_was_written() {
    on_cluster(async |one, two| {
        let other =
            two.run(async |lane| core::open(lane, b"/f", &writing()).await).await.expect("it is made");
        let cut = async |size| two.run(async |lane| core::ftruncate(lane, &other, size).await).await;
        cut(20_480).await.expect("it is open");
        let writer =
            one.run(async |lane| core::open(lane, b"/f", &writing()).await).await.expect("it is there");
        cut(1).await.expect("it is open");
        let size = one
            .run(async |lane| {
                core::write(lane, &writer, b"bytes", 10).await?;
                core::close(lane, &writer).await?;
                core::stat(lane, b"/f").await
            })
            .await
            .expect("each call succeeds")
            .size;
        assert_eq!(size, 15);
    });
}
