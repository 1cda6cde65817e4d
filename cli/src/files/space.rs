//! `osmia fs fallocate` and `truncate`.

use std::path::PathBuf;

use anyhow::bail;
use clap::{ArgGroup, Args};
use osmia_client::{Allocate, Client, File, OpenOptions};

use super::Failures;
use crate::End;

/// Unit of the holes that --dig-holes makes: smaller ones take space all the same.
const HOLE_BYTES: usize = 4096;
/// Bytes that --dig-holes looks at together.
const LOOK_BYTES: usize = 1 << 20;

/// Gives a range of a file space, takes it away, or zeroes it. As fallocate(1).
#[derive(Args)]
#[command(after_help = "\
Sizes are bytes, with a suffix K, M, G, T, P or KiB, ... for powers of 1024, or KB, MB, ... for powers of 1000.
A file that is not there is made, unless holes are to be made in it.

Examples:
  osmia fs fallocate -l 10G /scratch/run-1/state
  osmia fs fallocate --punch-hole -o 1M -l 64K /scratch/run-1/state
  osmia fs fallocate --dig-holes /images/disk.raw")]
pub(crate) struct Fallocate {
    /// File
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Bytes of the range
    #[arg(short, long, value_name = "SIZE", value_parser = bytes, required_unless_present = "dig_holes")]
    length: Option<u64>,
    /// Where the range begins
    #[arg(short, long, value_name = "SIZE", value_parser = bytes, default_value = "0")]
    offset: u64,
    /// The size stays, also where the range lies behind the end
    #[arg(short = 'n', long)]
    keep_size: bool,
    /// Take the space away: the range reads as zeros. The size stays
    #[arg(short, long, conflicts_with = "zero_range")]
    punch_hole: bool,
    /// Make the range zeros, with space
    #[arg(short, long)]
    zero_range: bool,
    /// Make holes of what is zeros already, in the range or in the whole file
    #[arg(short, long, conflicts_with_all = ["keep_size", "punch_hole", "zero_range"])]
    dig_holes: bool,
}

/// Sets the size of files; what is added reads as zeros and takes no space. As truncate(1).
#[derive(Args)]
#[command(
    group = ArgGroup::new("to").args(["size", "reference"]).required(true).multiple(true),
    after_help = "\
Sizes are bytes, with a suffix K, M, G, T, P or KiB, ... for powers of 1024, or KB, MB, ... for powers of 1000.
Before a size, + and - are for that much more or less, < and > for at most and at least, / and % for a multiple, rounded
down and up.

Examples:
  osmia fs truncate -s 1T /scratch/sparse
  osmia fs truncate -s %4K /projects/bees/log
  osmia fs truncate -c -r /projects/bees/a /projects/bees/b"
)]
pub(crate) struct Truncate {
    /// Files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// The size, or how it changes
    #[arg(short, long, value_name = "SIZE", value_parser = resize, allow_hyphen_values = true)]
    size: Option<Resize>,
    /// As long as this file
    #[arg(short, long, value_name = "PATH")]
    reference: Option<PathBuf>,
    /// Make no files
    #[arg(short = 'c', long)]
    no_create: bool,
}

/// What becomes of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resize {
    To(u64),
    More(u64),
    Less(u64),
    AtMost(u64),
    AtLeast(u64),
    Down(u64),
    Up(u64),
}

impl Resize {
    /// `None`: larger than any file.
    fn of(self, size: u64) -> Option<u64> {
        Some(match self {
            Resize::To(size) => size,
            Resize::More(bytes) => size.checked_add(bytes)?,
            Resize::Less(bytes) => size.saturating_sub(bytes),
            Resize::AtMost(bytes) => size.min(bytes),
            Resize::AtLeast(bytes) => size.max(bytes),
            Resize::Down(unit) => size / unit * unit,
            Resize::Up(unit) => size.checked_next_multiple_of(unit)?,
        })
    }
}

fn resize(text: &str) -> Result<Resize, String> {
    let sign = text.chars().next().filter(|sign| "+-<>/%".contains(*sign));
    let bytes = bytes(&text[sign.map_or(0, char::len_utf8)..])?;
    Ok(match sign {
        None => Resize::To(bytes),
        Some('+') => Resize::More(bytes),
        Some('-') => Resize::Less(bytes),
        Some('<') => Resize::AtMost(bytes),
        Some('>') => Resize::AtLeast(bytes),
        Some(_) if bytes == 0 => return Err("want a multiple of more than 0 bytes".into()),
        Some('/') => Resize::Down(bytes),
        Some(_) => Resize::Up(bytes),
    })
}

/// A number of bytes, as util-linux has it.
fn bytes(text: &str) -> Result<u64, String> {
    let want =
        || "want bytes: a number, with K, M, G, T, P (or KiB, ...; KB, ... are powers of 1000)".to_owned();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, suffix) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| want())?;
    let mut letters = suffix.chars();
    let power = match letters.next().map(|letter| letter.to_ascii_uppercase()) {
        None => 0,
        Some(letter) => 1 + "KMGTP".find(letter).ok_or_else(want)? as u32,
    };
    let unit: u64 = match letters.as_str() {
        "" | "iB" => 1024,
        "B" => 1000,
        _ => return Err(want()),
    };
    unit.checked_pow(power).and_then(|unit| number.checked_mul(unit)).ok_or_else(|| "too large".into())
}

impl Fallocate {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let makes = !self.dig_holes && !self.punch_hole;
        let options = OpenOptions::new().read(self.dig_holes).write(true).create(makes).mode(0o666);
        let file = client.open(&self.path, &options)?;
        match (self.dig_holes, self.length) {
            (true, length) => dig(&file, self.offset, length)?,
            (false, Some(length)) => file.allocate(self.what(), self.offset, length)?,
            (false, None) => bail!("--length is missing"),
        }
        file.close()?;
        Ok(End::Done)
    }

    fn what(&self) -> Allocate {
        match (self.punch_hole, self.zero_range, self.keep_size) {
            (true, ..) => Allocate::PunchHole,
            (_, true, true) => Allocate::ZeroKeepSize,
            (_, true, false) => Allocate::Zero,
            (.., true) => Allocate::KeepSize,
            (.., false) => Allocate::Grow,
        }
    }
}

/// Makes holes of the blocks of a range (to the end, without a length) that are zeros.
fn dig(file: &File, offset: u64, length: Option<u64>) -> osmia_client::Result<()> {
    let size = file.stat()?.size;
    let end = length.map_or(size, |length| offset.saturating_add(length).min(size));
    let block = HOLE_BYTES as u64;
    let mut buffer = vec![0; LOOK_BYTES];
    // Behind every end, where no multiple is.
    let mut at = offset.checked_next_multiple_of(block).unwrap_or(u64::MAX);
    while at < end {
        // Over the holes that are there.
        at = match file.seek_data(at) {
            Ok(data) => data / block * block,
            Err(error) if error.errno() == libc::ENXIO => return Ok(()),
            Err(error) => return Err(error),
        };
        let want = end.saturating_sub(at).min(LOOK_BYTES as u64) as usize;
        let read = file.pread(&mut buffer[..want], at)?;
        if read == 0 {
            return Ok(());
        }
        for hole in zeros(&buffer[..read]) {
            file.allocate(Allocate::PunchHole, at + hole.start as u64, hole.len() as u64)?;
        }
        at += read as u64;
    }
    Ok(())
}

/// Ranges of whole blocks of zeros; the last may end where the bytes do.
fn zeros(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut holes: Vec<std::ops::Range<usize>> = Vec::new();
    for (block, start) in bytes.chunks(HOLE_BYTES).zip((0..).step_by(HOLE_BYTES)) {
        if block.iter().any(|byte| *byte != 0) {
            continue;
        }
        match holes.last_mut() {
            Some(last) if last.end == start => last.end += block.len(),
            _ => holes.push(start..start + block.len()),
        }
    }
    holes
}

impl Truncate {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let reference = self.reference.as_ref().map(|path| client.stat(path)).transpose()?;
        let reference = reference.map(|metadata| metadata.size);
        // As truncate(1): a change is one of the reference's size, if there is one.
        let change = match (self.size, reference) {
            (Some(Resize::To(_)), Some(_)) => {
                bail!("--reference goes with a change of the size only, as -s +1K")
            }
            (Some(change), _) => change,
            (None, Some(size)) => Resize::To(size),
            (None, None) => bail!("--size or --reference is missing"),
        };
        let mut failures = Failures::default();
        for path in &self.paths {
            let options = OpenOptions::new().write(true).create(!self.no_create).mode(0o666);
            let result = match client.open(path, &options) {
                Ok(file) => resize_to(file, change, reference),
                Err(error) if self.no_create && error.errno() == libc::ENOENT => Ok(()),
                Err(error) => Err(error.into()),
            };
            failures.note(result)?;
        }
        Ok(failures.end())
    }
}

fn resize_to(file: File, change: Resize, reference: Option<u64>) -> anyhow::Result<()> {
    let before = match reference {
        Some(size) => size,
        None => file.stat()?.size,
    };
    let Some(size) = change.of(before) else { bail!("no file is that large") };
    file.truncate(size)?;
    Ok(file.close()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes as util-linux reads them; what is no size, or larger than any, is refused.
    #[test]
    fn sizes() {
        for (text, want) in [
            ("0", 0),
            ("12", 12),
            ("4K", 4096),
            ("4k", 4096),
            ("4KiB", 4096),
            ("4KB", 4000),
            ("3M", 3 << 20),
            ("1PiB", 1 << 50),
            ("2GB", 2_000_000_000),
        ] {
            assert_eq!(bytes(text), Ok(want), "{text}");
        }
        for text in ["", "K", "-1", "+1", "1X", "1Ki", "1KiBs", "1 K", "99999999P", "1.5G"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    /// Each sign changes a size as truncate(1) has it.
    #[test]
    fn changes() {
        for (text, of, want) in [
            ("7", 100, 7),
            ("+1K", 100, 1124),
            ("-30", 100, 70),
            ("-300", 100, 0),
            ("<50", 100, 50),
            ("<500", 100, 100),
            (">50", 100, 100),
            (">500", 100, 500),
            ("/30", 100, 90),
            ("%30", 100, 120),
            ("%30", 90, 90),
        ] {
            assert_eq!(resize(text).unwrap().of(of), Some(want), "{text} of {of}");
        }
        assert!(resize("/0").is_err() && resize("%0").is_err() && resize("*3").is_err());
        assert_eq!(resize("+1").unwrap().of(u64::MAX), None);
    }

    /// Runs of whole blocks of zeros, and none beside a byte that is not.
    #[test]
    fn runs_of_zeros() {
        let mut data = vec![0; 5 * HOLE_BYTES + 7];
        let whole = 0..data.len();
        assert_eq!(zeros(&data), [whole]);
        data[2 * HOLE_BYTES] = 1;
        assert_eq!(zeros(&data), [0..2 * HOLE_BYTES, 3 * HOLE_BYTES..data.len()]);
        *data.last_mut().unwrap() = 1;
        assert_eq!(zeros(&data), [0..2 * HOLE_BYTES, 3 * HOLE_BYTES..5 * HOLE_BYTES]);
        assert!(zeros(&[]).is_empty());
    }
}
