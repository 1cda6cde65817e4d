//! Who makes a request.

use fuser::Request;
use osmia_client::Credentials;

/// Whom permissions do not bind. For what the kernel has allowed already, and servers would check again.
pub(crate) const ROOT: Credentials = Credentials { uid: 0, gid: 0, groups: Vec::new() };

/// Who makes a request. Supplementary groups are those of the thread that makes it, as long as it can be seen from here;
/// root needs none.
pub(crate) fn of(request: &Request) -> Credentials {
    let (uid, gid) = (request.uid(), request.gid());
    let groups = if uid == 0 { Vec::new() } else { groups(request.pid(), gid) };
    Credentials { uid, gid, groups }
}

fn groups(pid: u32, gid: u32) -> Vec<u32> {
    // 0: a thread of another pid namespace, or the kernel itself.
    if pid == 0 {
        return Vec::new();
    }
    match std::fs::read_to_string(format!("/proc/{pid}/status")) {
        Ok(status) => listed(&status, gid),
        Err(_) => Vec::new(),
    }
}

/// The groups of a status file, proc_pid_status(5), but the one that is known.
fn listed(status: &str, known: u32) -> Vec<u32> {
    let line = status.lines().find_map(|line| line.strip_prefix("Groups:")).unwrap_or_default();
    line.split_whitespace().filter_map(|group| group.parse().ok()).filter(|group| *group != known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line of groups is read whole, without the group that is known.
    #[test]
    fn groups_of_status() {
        let status = "Name:\tsh\nGid:\t5\t5\t5\t5\nFDSize:\t64\nGroups:\t4 5 24 1000 \nNStgid:\t7\n";
        assert_eq!(listed(status, 5), [4, 24, 1000]);
        assert_eq!(listed("Groups:\t\n", 5), [0u32; 0]);
        assert_eq!(listed("", 5), [0u32; 0]);
    }

    /// Our own groups are found as the kernel tells them.
    #[test]
    fn own_groups() {
        let gid = rustix::process::getegid().as_raw();
        let mut own: Vec<u32> =
            rustix::process::getgroups().unwrap().iter().map(|group| group.as_raw()).collect();
        own.retain(|group| *group != gid);
        assert_eq!(groups(std::process::id(), gid), own);
    }
}
