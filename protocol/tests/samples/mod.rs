//! One of each frame, with no field at its default.
//!
//! These are also what `fixtures/frames-1.hex` holds as bytes: a field that is added to the schema later stays out of
//! them (`..Default::default()`), and comes with a sample and a fixture of its own.
#![allow(clippy::needless_update, missing_docs, dead_code)]

use osmia_protocol::wire::*;

/// Every sample, by name.
pub fn frames() -> Vec<(String, Frame)> {
    let requests = calls().into_iter().map(|(name, call)| (format!("request {name}"), request(call)));
    let replies = outcomes().into_iter().map(|(name, outcome)| (format!("reply {name}"), reply(outcome)));
    let notice =
        NoticeBody::Recall(Box::new(Recall { dirs: Some(vec![1, 1 << 48 | 2]), ..Default::default() }));
    let notice = Notice { session: 0x1_0000_0007, body: Some(notice), ..Default::default() };
    let notice = Frame { body: Some(FrameBody::Notice(Box::new(notice))), ..Default::default() };
    requests.chain(replies).chain([("notice Recall".to_owned(), notice)]).collect()
}

pub fn request(call: Call) -> Frame {
    let request = Request {
        id: 0x1_0000_0002,
        session: 0x1_0000_0003,
        number: 77,
        slot: 3,
        epoch: 2,
        budget_ms: 5000,
        uid: 1000,
        gid: 1001,
        groups: Some(vec![1001, 24, 27]),
        closes: Some(vec![9, 1 << 40]),
        capability: Some(b"signed".to_vec()),
        body_bytes: 4096,
        call: Some(call),
        ..Default::default()
    };
    Frame { body: Some(FrameBody::Request(Box::new(request))), ..Default::default() }
}

pub fn reply(outcome: Outcome) -> Frame {
    let reply = Reply {
        id: 0x1_0000_0002,
        status: 17,
        incarnation: 5,
        epoch: 2,
        body_bytes: 4096,
        retry_ms: 20,
        detail: Some("the name is taken".to_owned()),
        outcome: Some(outcome),
        ..Default::default()
    };
    Frame { body: Some(FrameBody::Reply(Box::new(reply))), ..Default::default() }
}

fn at() -> Option<Box<Where>> {
    Some(Box::new(Where {
        id: 3 << 48 | 5,
        dir: 3 << 48 | 4,
        path: Some(b"a/\xff name".to_vec()),
        fragments: 1,
        ..Default::default()
    }))
}

fn attr() -> Option<Attr> {
    Some(Attr {
        id: 3 << 48 | 5,
        size: 1 << 40,
        blocks: 1 << 31,
        atime: -1,
        mtime: 1_700_000_000_000_000_001,
        ctime: 1_700_000_000_000_000_002,
        btime: 1_700_000_000_000_000_003,
        mode: 0o100_644,
        uid: 1000,
        gid: 1001,
        nlink: 2,
        generation: 6,
        flags: 1,
    })
}

fn stripes() -> Option<Box<StripeLayout>> {
    Some(Box::new(StripeLayout {
        version: 2,
        stripe_bytes: 1 << 20,
        targets: Some(vec![4, 1, 3, 2]),
        cut_bytes: 12345,
        ..Default::default()
    }))
}

fn walked() -> Option<Vec<Walked>> {
    let one =
        |id| Walked { id, dentry_lease_ms: 3000, inode_lease_ms: 2000, mode: 0o040_755, uid: 1, gid: 2 };
    Some(vec![one(1), one(3 << 48 | 4)])
}

fn object() -> Option<Object> {
    Some(Object {
        inode: 3 << 48 | 5,
        cut_bytes: 4096,
        target: 7,
        stripe: 2,
        layout_version: 2,
        generation: 6,
    })
}

fn txn() -> Option<TxnId> {
    Some(TxnId { shard: 1 << 16 | 1, pad: 0, serial: 99 })
}

fn guards() -> Option<Vec<Guard>> {
    Some(vec![
        Guard {
            kind: GuardKind::Equal,
            key: Some(b"key\0".to_vec()),
            value: Some(b"value".to_vec()),
            status: 2,
            ..Default::default()
        },
        Guard {
            kind: GuardKind::DirectoryEmpty,
            key: Some(vec![0, 0, 0, 0, 0, 0, 0, 1]),
            status: 39,
            ..Default::default()
        },
    ])
}

fn changes() -> Option<Vec<Change>> {
    Some(vec![
        Change {
            kind: ChangeKind::Delete,
            key: Some(b"key\0".to_vec()),
            value: Some(b"v".to_vec()),
            ..Default::default()
        },
        Change {
            kind: ChangeKind::DirectoryCount,
            key: Some(vec![0, 0, 0, 0, 0, 0, 0, 1]),
            entries: -1,
            links: -1,
            time: 1_700_000_000_000_000_004,
            ..Default::default()
        },
    ])
}

/// Every call. The names are those of the schema.
pub fn calls() -> Vec<(&'static str, Call)> {
    let cluster = Some((0..16).collect());
    vec![
        (
            "Hello",
            Call::Hello(Box::new(Hello {
                protocol_version: 1,
                cluster,
                role: 2,
                shard: 1 << 16 | 1,
                client: 0xdead_beef_0123_4567,
                ..Default::default()
            })),
        ),
        (
            "OpenSession",
            Call::OpenSession(Box::new(OpenSession {
                client: 0xdead_beef_0123_4567,
                resume: 4,
                slots: 64,
                opens: Some(vec![OpenFile { open: 9, at: at(), flags: 3, ..Default::default() }]),
                ..Default::default()
            })),
        ),
        ("CloseSession", Call::CloseSession(Box::default())),
        ("Heartbeat", Call::Heartbeat(Box::default())),
        ("GetMap", Call::GetMap(Box::default())),
        ("Lookup", Call::Lookup(Box::new(Lookup { at: at(), ..Default::default() }))),
        (
            "Open",
            Call::Open(Box::new(Open {
                at: at(),
                flags: 13,
                mode: 0o640,
                umask: 0o22,
                ..Default::default()
            })),
        ),
        (
            "Report",
            Call::Report(Box::new(Report {
                at: at(),
                open: 9,
                will_write: true,
                size: 1 << 33,
                mtime: -5,
                generation: 6,
                sync: true,
                ..Default::default()
            })),
        ),
        (
            "Setattr",
            Call::Setattr(Box::new(Setattr {
                at: at(),
                valid: 0xff,
                mode: 0o755,
                uid: 1,
                gid: 2,
                size: 3,
                atime: -4,
                mtime: 5,
                ..Default::default()
            })),
        ),
        ("Mkdir", Call::Mkdir(Box::new(Mkdir { at: at(), mode: 0o755, umask: 0o22, ..Default::default() }))),
        ("Unlink", Call::Unlink(Box::new(Unlink { at: at(), ..Default::default() }))),
        ("Rmdir", Call::Rmdir(Box::new(Rmdir { at: at(), ..Default::default() }))),
        (
            "Readdir",
            Call::Readdir(Box::new(Readdir {
                dir: 1,
                cursor: u64::MAX,
                bytes_max: 65536,
                attributes: true,
                ..Default::default()
            })),
        ),
        (
            "Rename",
            Call::Rename(Box::new(Rename {
                from_dir: 1,
                from_name: Some(b"from".to_vec()),
                to_dir: 2,
                to_name: Some(b"to".to_vec()),
                flags: 1,
                ..Default::default()
            })),
        ),
        ("Statfs", Call::Statfs(Box::default())),
        (
            "Placement",
            Call::Placement(Box::new(Placement {
                at: at(),
                set: Some("pin:1.0".to_owned()),
                depth: 2,
                ..Default::default()
            })),
        ),
        ("SyncAll", Call::SyncAll(Box::default())),
        (
            "LeaseReturn",
            Call::LeaseReturn(Box::new(LeaseReturn { dirs: Some(vec![1, 2]), ..Default::default() })),
        ),
        (
            "AllocIds",
            Call::AllocIds(Box::new(AllocIds { partition: 255, count: 1000, ..Default::default() })),
        ),
        (
            "Prepare",
            Call::Prepare(Box::new(Prepare {
                txn: txn(),
                guards: guards(),
                changes: changes(),
                ..Default::default()
            })),
        ),
        (
            "Decide",
            Call::Decide(Box::new(Decide {
                txn: txn(),
                commit: true,
                changes: changes(),
                forgotten_below: 98,
                ..Default::default()
            })),
        ),
        ("QueryTxn", Call::QueryTxn(Box::new(QueryTxn { txn: txn(), ..Default::default() }))),
        (
            "ObjRead",
            Call::ObjRead(Box::new(ObjRead {
                object: object(),
                offset: 1 << 34,
                len: 1 << 20,
                ..Default::default()
            })),
        ),
        (
            "ObjWrite",
            Call::ObjWrite(Box::new(ObjWrite {
                object: object(),
                offset: 1 << 34,
                sync: true,
                ..Default::default()
            })),
        ),
        (
            "ObjTruncate",
            Call::ObjTruncate(Box::new(ObjTruncate { object: object(), size: 4097, ..Default::default() })),
        ),
        ("ObjRemove", Call::ObjRemove(Box::new(ObjRemove { object: object(), ..Default::default() }))),
        ("ObjSync", Call::ObjSync(Box::new(ObjSync { object: object(), ..Default::default() }))),
        ("ObjStat", Call::ObjStat(Box::new(ObjStat { object: object(), ..Default::default() }))),
        ("TargetStat", Call::TargetStat(Box::new(TargetStat { target: 7, ..Default::default() }))),
        (
            "Mknod",
            Call::Mknod(Box::new(Mknod {
                at: at(),
                mode: 0o120_777,
                umask: 0o22,
                rdev: 0x0103,
                target: Some(b"../else/where".to_vec()),
                ..Default::default()
            })),
        ),
        ("Readlink", Call::Readlink(Box::new(Readlink { at: at(), ..Default::default() }))),
        (
            "Link",
            Call::Link(Box::new(Link {
                at: at(),
                to_dir: 5 << 48 | 9,
                to_name: Some(b"another".to_vec()),
                ..Default::default()
            })),
        ),
        (
            "Getxattr",
            Call::Getxattr(Box::new(Getxattr {
                at: at(),
                name: Some(b"user.x".to_vec()),
                ..Default::default()
            })),
        ),
        (
            "Setxattr",
            Call::Setxattr(Box::new(Setxattr {
                at: at(),
                name: Some(b"user.x".to_vec()),
                value: Some(vec![0, 1, 255]),
                flags: 2,
                ..Default::default()
            })),
        ),
        (
            "Removexattr",
            Call::Removexattr(Box::new(Removexattr {
                at: at(),
                name: Some(b"user.x".to_vec()),
                ..Default::default()
            })),
        ),
        ("Listxattr", Call::Listxattr(Box::new(Listxattr { at: at(), ..Default::default() }))),
        (
            "ReadRecords",
            Call::ReadRecords(Box::new(ReadRecords {
                keys: Some(vec![
                    RecordKey { key: Some(vec![0x11, 1, 2]), ..Default::default() },
                    RecordKey { key: Some(vec![0x10]), ..Default::default() },
                ]),
                ..Default::default()
            })),
        ),
        (
            "ObjAllocate",
            Call::ObjAllocate(Box::new(ObjAllocate {
                object: object(),
                offset: 1 << 34,
                len: 4096,
                mode: 3,
                ..Default::default()
            })),
        ),
        (
            "ObjSeek",
            Call::ObjSeek(Box::new(ObjSeek {
                object: object(),
                offset: 1 << 34,
                hole: true,
                ..Default::default()
            })),
        ),
    ]
}

/// Every outcome. The names are those of the schema.
pub fn outcomes() -> Vec<(&'static str, Outcome)> {
    let cluster: Option<Vec<u8>> = Some((0..16).collect());
    vec![
        ("Done", Outcome::Done(Box::new(Done { walked: walked(), ..Default::default() }))),
        (
            "HelloOk",
            Outcome::HelloOk(Box::new(HelloOk {
                protocol_version: 1,
                cluster: cluster.clone(),
                shard: 1 << 16,
                incarnation: 5,
                epoch: 2,
                ..Default::default()
            })),
        ),
        (
            "SessionOk",
            Outcome::SessionOk(Box::new(SessionOk {
                session: 0x1_0000_0003,
                slots: 64,
                lease_ms: 30_000,
                resumed: true,
                ..Default::default()
            })),
        ),
        (
            "MapOk",
            Outcome::MapOk(Box::new(MapOk {
                cluster,
                epoch: 2,
                partitions: Some(vec![1 << 16, 2 << 16]),
                shards: Some(vec![ShardEntry {
                    shard: 1 << 16,
                    role: 1,
                    node: Some("n1".to_owned()),
                    addresses: Some(vec![
                        "tcp://10.0.0.1:7000".to_owned(),
                        "shm:///run/osmia/mds-1.0.sock".to_owned(),
                    ]),
                    ..Default::default()
                }]),
                targets: Some(vec![TargetEntry {
                    target: 7,
                    shard: 1 << 16,
                    node: Some("n1".to_owned()),
                    ..Default::default()
                }]),
                layout: Some("embedded".to_owned()),
                durability: Some("relaxed".to_owned()),
                stripe_bytes: 1 << 20,
                stripe_count: 4,
                ..Default::default()
            })),
        ),
        (
            "ContinueAt",
            Outcome::ContinueAt(Box::new(ContinueAt {
                dir: 3 << 48 | 4,
                consumed: 2,
                walked: walked(),
                ..Default::default()
            })),
        ),
        (
            "AttrOk",
            Outcome::AttrOk(Box::new(AttrOk {
                attr: attr(),
                stripes: stripes(),
                dir: 3 << 48 | 4,
                walked: walked(),
                ..Default::default()
            })),
        ),
        (
            "OpenOk",
            Outcome::OpenOk(Box::new(OpenOk {
                open: 9,
                created: true,
                attr: attr(),
                stripes: stripes(),
                dir: 3 << 48 | 4,
                walked: walked(),
                ..Default::default()
            })),
        ),
        (
            "ReaddirOk",
            Outcome::ReaddirOk(Box::new(ReaddirOk {
                entries: Some(vec![
                    Entry {
                        name: Some(b"\xff\xfe".to_vec()),
                        id: 3 << 48 | 5,
                        kind: 8,
                        cursor: 1 << 63,
                        attr: attr(),
                        ..Default::default()
                    },
                    Entry {
                        name: Some(b"elsewhere".to_vec()),
                        id: 2,
                        kind: 4,
                        cursor: u64::MAX,
                        attr: None,
                        ..Default::default()
                    },
                ]),
                cursor: u64::MAX,
                end: true,
                ..Default::default()
            })),
        ),
        (
            "StatfsOk",
            Outcome::StatfsOk(Box::new(StatfsOk {
                inodes: 1,
                bytes_total: 1 << 50,
                bytes_free: 1 << 49,
                ..Default::default()
            })),
        ),
        (
            "PlacementOk",
            Outcome::PlacementOk(Box::new(PlacementOk {
                placement: Some("random".to_owned()),
                depth: 3,
                source: PlacementSource::Rule,
                rule: Some("/a/*".to_owned()),
                ..Default::default()
            })),
        ),
        ("IdsOk", Outcome::IdsOk(Box::new(IdsOk { first: 1 << 20, count: 1000, ..Default::default() }))),
        (
            "QueryTxnOk",
            Outcome::QueryTxnOk(Box::new(QueryTxnOk {
                outcomes: Some(vec![TxnOutcome {
                    txn: txn(),
                    state: TxnState::Committed,
                    changes: changes(),
                    ..Default::default()
                }]),
                ..Default::default()
            })),
        ),
        ("ReadOk", Outcome::ReadOk(Box::new(ReadOk { bytes: 4000, ..Default::default() }))),
        (
            "ObjOk",
            Outcome::ObjOk(Box::new(ObjOk {
                exists: true,
                size: 1 << 34,
                blocks: 1 << 25,
                mtime: -6,
                ..Default::default()
            })),
        ),
        (
            "TargetOk",
            Outcome::TargetOk(Box::new(TargetOk {
                target: 7,
                bytes_total: 1 << 42,
                bytes_free: 1 << 41,
                objects: 12,
                ..Default::default()
            })),
        ),
        (
            "FollowLink",
            Outcome::FollowLink(Box::new(FollowLink {
                dir: 3 << 48 | 4,
                consumed: 6,
                target: Some(b"/a/\xff".to_vec()),
                walked: walked(),
                ..Default::default()
            })),
        ),
        (
            "ValueOk",
            Outcome::ValueOk(Box::new(ValueOk {
                value: Some(b"user.x\0user.y\0".to_vec()),
                walked: walked(),
                ..Default::default()
            })),
        ),
        (
            "RecordsOk",
            Outcome::RecordsOk(Box::new(RecordsOk {
                records: Some(vec![
                    RecordValue { value: Some(vec![1, 2]), ..Default::default() },
                    RecordValue { value: None, ..Default::default() },
                ]),
                ..Default::default()
            })),
        ),
        (
            "ObjSeekOk",
            Outcome::ObjSeekOk(Box::new(ObjSeekOk { found: true, offset: 1 << 34, ..Default::default() })),
        ),
    ]
}
