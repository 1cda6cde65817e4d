//! Paths, taken apart (path_resolution(7)).

use osmia_protocol::Status;
use osmia_protocol::name::PATH_BYTES_MAX;
use smallvec::SmallVec;

/// A path's names. A leading slash changes nothing: every path begins at the root.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Names<'a> {
    /// Its components, without empty ones and `.`; `..` is still among them.
    pub(crate) names: SmallVec<[&'a [u8]; 16]>,
    /// Whether `..` is among them.
    pub(crate) goes_up: bool,
    /// How it ends.
    pub(crate) last: Last,
}

/// How a path ends: what may stand in its place depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    /// In a name.
    Name,
    /// In a name and a slash: it must be a directory.
    Slash,
    /// In `.`, perhaps with a slash behind it.
    Dot,
    /// In `..`, perhaps with a slash behind it.
    DotDot,
    /// It is the root: slashes alone.
    Root,
}

impl<'a> Names<'a> {
    /// Takes a path apart.
    ///
    /// # Errors
    /// `NotFound` for an empty path, `NameTooLong` for over 4,095 bytes, `Invalid` for a NUL. Names of over
    /// 255 bytes are the servers' to refuse: what comes before them in the path is looked at first.
    pub(crate) fn parse(path: &'a [u8]) -> Result<Names<'a>, Status> {
        if path.is_empty() {
            return Err(Status::NotFound);
        }
        if path.len() > PATH_BYTES_MAX {
            return Err(Status::NameTooLong);
        }
        if path.contains(&0) {
            return Err(Status::Invalid);
        }
        let mut names = SmallVec::new();
        let (mut last, mut goes_up) = (Last::Root, false);
        let mut begin = 0;
        for end in memchr::memchr_iter(b'/', path).chain([path.len()]) {
            let name = &path[begin..end];
            begin = end + 1;
            last = match name {
                b"" => last,
                b"." => Last::Dot,
                b".." => {
                    goes_up = true;
                    names.push(name);
                    Last::DotDot
                }
                _ => {
                    names.push(name);
                    Last::Name
                }
            };
        }
        if last == Last::Name && path.ends_with(b"/") {
            last = Last::Slash;
        }
        Ok(Names { names, goes_up, last })
    }
}

/// The part of `path` from the first of these names of it to the last. `None` when there is no name, or one of another
/// path.
pub(crate) fn span<'a>(path: &'a [u8], names: &[&[u8]]) -> Option<&'a [u8]> {
    let place = |name: &[u8]| (name.as_ptr() as usize).wrapping_sub(path.as_ptr() as usize);
    let (first, last) = (names.first()?, names.last()?);
    path.get(place(first)..place(last).wrapping_add(last.len()))
}

/// Joins names as they travel.
pub(crate) fn join(names: &[&[u8]]) -> Vec<u8> {
    let mut path = Vec::with_capacity(names.iter().map(|name| name.len() + 1).sum());
    for name in names {
        if !path.is_empty() {
            path.push(b'/');
        }
        path.extend_from_slice(name);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(path: &str) -> (String, Last) {
        let names = Names::parse(path.as_bytes()).unwrap();
        (String::from_utf8(join(&names.names)).unwrap(), names.last)
    }

    /// Empty components and `.` vanish, `..` stays, and the ending is told.
    #[test]
    fn takes_paths_apart() {
        assert_eq!(parse("/"), ("".into(), Last::Root));
        assert_eq!(parse("///"), ("".into(), Last::Root));
        assert_eq!(parse("a"), ("a".into(), Last::Name));
        assert_eq!(parse("/a//b/./c"), ("a/b/c".into(), Last::Name));
        assert_eq!(parse("/a/b//"), ("a/b".into(), Last::Slash));
        assert_eq!(parse("/a/."), ("a".into(), Last::Dot));
        assert_eq!(parse("./"), ("".into(), Last::Dot));
        assert_eq!(parse("a/../"), ("a/..".into(), Last::DotDot));
        assert_eq!(parse("/..."), ("...".into(), Last::Name));
    }

    /// A span begins and ends with names, and holds all between them.
    #[test]
    fn spans() {
        let path = b"//a/./bc//d/";
        let names = Names::parse(path).unwrap().names;
        assert_eq!(span(path, &names), Some(&b"a/./bc//d"[..]));
        assert_eq!(span(path, &names[1..2]), Some(&b"bc"[..]));
        assert_eq!(span(path, &[]), None);
        assert_eq!(span(path, &[b"of another path"]), None);
    }

    /// The limit of POSIX holds exactly: 4,095 bytes of a path; NUL and emptiness are refused.
    #[test]
    fn limits() {
        let parse = |path: &[u8]| Names::parse(path).map(drop);
        assert_eq!(parse("/d".repeat(2047).as_bytes()), Ok(()));
        assert_eq!(parse("/d".repeat(2048).as_bytes()), Err(Status::NameTooLong));
        assert_eq!(parse(b"a\0b"), Err(Status::Invalid));
        assert_eq!(parse(b""), Err(Status::NotFound));
    }
}
