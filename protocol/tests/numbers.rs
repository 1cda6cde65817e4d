//! Ids, names and statuses.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use osmia_protocol::{ClusterId, InodeId, Partition, Role, ShardId, Status, name};
use proptest::prelude::*;

/// Every status has a number of its own that means the same on both sides, an errno, and a text.
#[test]
fn statuses() {
    let numbers: BTreeSet<u16> = Status::ALL.iter().map(|status| status.to_wire()).collect();
    assert_eq!(numbers.len(), Status::ALL.len());
    for &status in Status::ALL {
        assert_eq!(Status::from_wire(status.to_wire()), Some(status));
        assert_eq!(status.errno() == 0, status == Status::Ok, "{status:?}");
        assert!((0..=133).contains(&status.errno()) && !status.text().is_empty(), "{status:?}");
        // Statuses that are named after an errno have its number, on the wire too.
        if status.to_wire() < 200 {
            assert_eq!(i32::from(status.to_wire()), status.errno(), "{status:?}");
        }
    }
    assert_eq!(Status::from_wire(199), None);
}

/// The numbers of statuses never change: this is the list as it was published, and it only grows.
#[test]
fn status_numbers_are_fixed() {
    let published: &[(u16, Status)] = &[
        (0, Status::Ok),
        (1, Status::NotPermitted),
        (2, Status::NotFound),
        (5, Status::Io),
        (6, Status::NoDevice),
        (9, Status::BadHandle),
        (11, Status::Again),
        (12, Status::NoMemory),
        (13, Status::Access),
        (16, Status::Busy),
        (17, Status::Exists),
        (18, Status::CrossShard),
        (20, Status::NotDirectory),
        (21, Status::IsDirectory),
        (22, Status::Invalid),
        (27, Status::FileTooBig),
        (28, Status::NoSpace),
        (30, Status::ReadOnly),
        (31, Status::TooManyLinks),
        (34, Status::Range),
        (36, Status::NameTooLong),
        (39, Status::NotEmpty),
        (40, Status::Loop),
        (61, Status::NoData),
        (75, Status::Overflow),
        (95, Status::NotSupported),
        (110, Status::TimedOut),
        (116, Status::Stale),
        (122, Status::Quota),
        (200, Status::WrongEpoch),
        (201, Status::WrongShard),
        (202, Status::WrongCluster),
        (203, Status::WrongVersion),
        (204, Status::Malformed),
        (205, Status::SessionUnknown),
        (206, Status::NumberOld),
        (207, Status::Deadline),
        (208, Status::Overload),
        (209, Status::NotReady),
        (210, Status::Moved),
        (211, Status::Conflict),
        (212, Status::GenerationOld),
        (213, Status::LayoutOld),
        (214, Status::Elsewhere),
    ];
    for &(number, status) in published {
        assert_eq!(Status::from_wire(number), Some(status));
    }
}

/// Roles have the numbers of the schema.
#[test]
fn roles() {
    for role in [Role::Client, Role::Metadata, Role::Storage] {
        assert_eq!(Role::from_wire(role.to_wire()), Some(role));
    }
    assert_eq!((Role::from_wire(3), Role::Metadata.to_wire(), Role::Storage.to_wire()), (None, 1, 2));
}

/// What is no name is refused with the errno that system calls give, and what is one passes, at the limits too.
#[test]
fn names() {
    let long = [b'x'; 256];
    let cases: &[(&[u8], Result<(), Status>)] = &[
        (b"", Err(Status::NotFound)),
        (b".", Err(Status::Invalid)),
        (b"..", Err(Status::Invalid)),
        (b"...", Ok(())),
        (b"a/b", Err(Status::Invalid)),
        (b"/", Err(Status::Invalid)),
        (b"a\0", Err(Status::Invalid)),
        (b"\xff\xfe\n ", Ok(())),
        (&long[..255], Ok(())),
        (&long, Err(Status::NameTooLong)),
    ];
    for (name, outcome) in cases {
        assert_eq!(name::check(name), *outcome, "{name:?}");
    }
}

/// The hash of a name is part of the on-disk format: these never change.
#[test]
fn name_hashes() {
    let known: &[(&[u8], u64)] =
        &[(b"a", HASHES[0]), (b"file.mdtest.0.1", HASHES[1]), (&[0xff; 255], HASHES[2])];
    for (name, hash) in known {
        assert_eq!(name::hash(name), *hash, "{name:?}: {:#x}", name::hash(name));
    }
}

const HASHES: [u64; 3] = [0xe6c6_32b6_1e96_4e1f, 0xcdd5_7379_164c_94e4, 0xc961_73bb_cef0_ef20];

proptest! {
    /// An inode id is its partition and serial, and sorts by them.
    #[test]
    fn inode_ids(partition: u16, serial in 0..=InodeId::SERIAL_MAX, other: u16) {
        let id = InodeId::new(Partition(partition), serial);
        prop_assert_eq!((id.partition(), id.serial()), (Partition(partition), serial));
        let elsewhere = InodeId::new(Partition(other), 1);
        prop_assert_eq!(id < elsewhere, (partition, serial) < (other, 1));
    }

    /// A shard id is its node and index.
    #[test]
    fn shard_ids(node: u16, index: u16) {
        let id = ShardId::new(node, index);
        prop_assert_eq!((id.node(), id.index()), (node, index));
    }

    /// A cluster id reads back as it is printed; no other text is one.
    #[test]
    fn cluster_ids(bytes: [u8; 16], text in ".{0,40}") {
        let id = ClusterId(bytes);
        prop_assert_eq!(id.to_string().parse(), Ok(id));
        prop_assert_eq!(ClusterId::try_from(&bytes[..]).unwrap(), id);
        prop_assert!(ClusterId::try_from(&bytes[1..]).is_err());
        if let Ok(id) = text.parse::<ClusterId>() {
            prop_assert_eq!(id.to_string(), text.to_lowercase());
        }
    }

    /// Names never hash below the values set aside, and checking any bytes does not panic.
    #[test]
    fn any_name(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(name::hash(&bytes) >= name::HASH_MIN);
        let _ = name::check(&bytes);
    }
}
