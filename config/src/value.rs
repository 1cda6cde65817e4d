//! Types of values, and their bounds.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use osmia_protocol::{ClusterId, Placement, name};
use toml_edit::Value;

/// What a key accepts.
#[derive(Clone, Copy, Debug)]
pub enum Bounds {
    /// An integer from `.0` to `.1`.
    Int(u64, u64),
    /// A power of two from `.0` to `.1`.
    PowerOfTwo(u64, u64),
    /// `true` or `false`.
    Bool,
    /// A name: 1 to 63 of `a-z`, `A-Z`, `0-9`, `.`, `-` and `_`.
    Name,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// An absolute path without `.` and `..`.
    Path,
    /// 32 hexadecimal digits.
    ClusterId,
    /// A placement policy, [`Placement`].
    Placement,
    /// An absolute path in which `*` stands for any one name.
    RulePath,
    /// At least one IP address.
    Addresses,
    /// At least one core number.
    Cores,
    /// Names of network devices, perhaps none.
    Devices,
}

/// Largest core number accepted: what `cpu_set_t` holds.
const CORE_MAX: i64 = 1023;

impl Bounds {
    /// What would be right, for people: "an integer from 1 to 9".
    pub fn want(self) -> String {
        match self {
            Bounds::Int(min, max) => format!("an integer from {min} to {max}"),
            Bounds::PowerOfTwo(min, max) => format!("a power of two from {min} to {max}"),
            Bounds::Bool => "true or false".into(),
            Bounds::Name => "a name of 1 to 63 letters, digits, '.', '-' and '_'".into(),
            Bounds::Choice(words) => {
                words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" or ")
            }
            Bounds::Path => "an absolute path without '.' and '..'".into(),
            Bounds::ClusterId => "32 hexadecimal digits, as `osmia format` prints them".into(),
            Bounds::Placement => Placement::WANT.into(),
            Bounds::RulePath => {
                "an absolute path without '.' and '..', in which '*' is a whole name, such as \"/home/*/runs\"".into()
            }
            Bounds::Addresses => "a list of at least one IP address, such as [\"10.0.0.1\"]".into(),
            Bounds::Cores => {
                format!("a list of at least one core number from 0 to {CORE_MAX}, such as [0, 1]")
            }
            Bounds::Devices => "a list of device names, such as [\"eth0\", \"mlx5_0:1\"]".into(),
        }
    }

    /// Checks a value.
    ///
    /// # Errors
    /// What is wrong with it, for people: "is 12".
    pub fn check(self, value: &Value) -> Result<(), String> {
        let is = || format!("is {}", shown(value));
        let ok = |good: bool| if good { Ok(()) } else { Err(is()) };
        match self {
            Bounds::Int(min, max) | Bounds::PowerOfTwo(min, max) => {
                let number = value.as_integer().ok_or_else(|| mistyped(value))?;
                let number = u64::try_from(number).map_err(|_| is())?;
                let power = !matches!(self, Bounds::PowerOfTwo(..)) || number.is_power_of_two();
                ok((min..=max).contains(&number) && power)
            }
            Bounds::Bool => value.as_bool().map(|_| ()).ok_or_else(|| mistyped(value)),
            Bounds::Name => ok(is_name(text(value)?)),
            Bounds::Choice(words) => ok(words.contains(&text(value)?)),
            Bounds::Path => ok(is_plain_absolute(text(value)?)),
            Bounds::ClusterId => ok(text(value)?.parse::<ClusterId>().is_ok()),
            Bounds::Placement => ok(text(value)?.parse::<Placement>().is_ok()),
            Bounds::RulePath => ok(is_rule_path(text(value)?)),
            Bounds::Addresses => {
                list(value)?;
                each(value, |item| item.as_str().is_some_and(|text| text.parse::<IpAddr>().is_ok()))
            }
            Bounds::Cores => {
                list(value)?;
                each(value, |item| item.as_integer().is_some_and(|core| (0..=CORE_MAX).contains(&core)))
            }
            Bounds::Devices => {
                value.as_array().ok_or_else(|| mistyped(value))?;
                each(value, |item| {
                    item.as_str().is_some_and(|device| {
                        !device.is_empty() && device.chars().all(|c| c.is_ascii_graphic() && c != ',')
                    })
                })
            }
        }
    }
}

/// The value as the file has it, on one line and not too long.
fn shown(value: &Value) -> String {
    let text = value.clone().decorated("", "").to_string();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 60 {
        return line;
    }
    line.chars().take(57).chain("...".chars()).collect()
}

fn mistyped(value: &Value) -> String {
    let name = value.type_name();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("is {}, {article} {name}", shown(value))
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| mistyped(value))
}

fn list(value: &Value) -> Result<(), String> {
    let array = value.as_array().ok_or_else(|| mistyped(value))?;
    if array.is_empty() { Err("is an empty list".into()) } else { Ok(()) }
}

fn each(value: &Value, good: impl Fn(&Value) -> bool) -> Result<(), String> {
    match value.as_array().and_then(|array| array.iter().find(|item| !good(item))) {
        Some(bad) => Err(format!("holds {}", shown(bad))),
        None => Ok(()),
    }
}

fn is_name(text: &str) -> bool {
    (1..=63).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
}

fn is_plain_absolute(text: &str) -> bool {
    text.starts_with('/')
        && !text.contains('\0')
        && text.split('/').all(|part| part != "." && part != "..")
        && Path::new(text).file_name().is_some()
}

/// `/`, or names of which `*` is any. What else a shell would expand is refused: nobody means it as it stands.
fn is_rule_path(text: &str) -> bool {
    let is_name =
        |part: &str| part == "*" || (name::check(part.as_bytes()).is_ok() && !part.contains(['*', '?', '[']));
    text.len() <= name::PATH_BYTES_MAX
        && text.strip_prefix('/').is_some_and(|names| names.is_empty() || names.split('/').all(is_name))
}

/// A type that a key's value has. Values have passed their [`Bounds`] before they are converted.
pub(crate) trait Field: Default {
    fn from_toml(value: &Value) -> Option<Self>;
    /// What can be used of a value that is wrong, for finding what else is: `None` for most types.
    fn salvage(_value: &Value) -> Option<Self> {
        None
    }
    /// `None`: unset.
    fn to_toml(&self) -> Option<Value>;
}

macro_rules! int_field {
    ($($int:ty),*) => {$(
        impl Field for $int {
            fn from_toml(value: &Value) -> Option<$int> {
                value.as_integer()?.try_into().ok()
            }
            fn to_toml(&self) -> Option<Value> {
                i64::try_from(*self).ok().map(Value::from)
            }
        }
    )*};
}
int_field!(u16, u32, u64);

impl Field for Option<u32> {
    fn from_toml(value: &Value) -> Option<Option<u32>> {
        u32::from_toml(value).map(Some)
    }
    fn to_toml(&self) -> Option<Value> {
        self.and_then(|number| number.to_toml())
    }
}

impl Field for bool {
    fn from_toml(value: &Value) -> Option<bool> {
        value.as_bool()
    }
    fn to_toml(&self) -> Option<Value> {
        Some(Value::from(*self))
    }
}

impl Field for String {
    fn from_toml(value: &Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }
    fn to_toml(&self) -> Option<Value> {
        Some(Value::from(self.as_str()))
    }
}

impl Field for PathBuf {
    fn from_toml(value: &Value) -> Option<PathBuf> {
        value.as_str().map(PathBuf::from)
    }
    fn to_toml(&self) -> Option<Value> {
        // It came from a TOML string, which is UTF-8; one set by a program may not be and is then shown lossily.
        Some(Value::from(self.to_string_lossy().as_ref()))
    }
}

impl Field for Option<ClusterId> {
    fn from_toml(value: &Value) -> Option<Option<ClusterId>> {
        value.as_str()?.parse().ok().map(Some)
    }
    fn to_toml(&self) -> Option<Value> {
        self.map(|id| Value::from(id.to_string()))
    }
}

impl Field for Vec<IpAddr> {
    fn from_toml(value: &Value) -> Option<Vec<IpAddr>> {
        value.as_array()?.iter().map(|item| item.as_str()?.parse().ok()).collect()
    }
    fn salvage(value: &Value) -> Option<Vec<IpAddr>> {
        Some(value.as_array()?.iter().filter_map(|item| item.as_str()?.parse().ok()).collect())
    }
    fn to_toml(&self) -> Option<Value> {
        Some(self.iter().map(ToString::to_string).collect())
    }
}

impl Field for Vec<u32> {
    fn from_toml(value: &Value) -> Option<Vec<u32>> {
        value.as_array()?.iter().map(u32::from_toml).collect()
    }
    /// As many as are listed: each is a shard, with a port.
    fn salvage(value: &Value) -> Option<Vec<u32>> {
        Some(value.as_array()?.iter().map(|item| u32::from_toml(item).unwrap_or(u32::MAX)).collect())
    }
    fn to_toml(&self) -> Option<Value> {
        Some(self.iter().map(|&core| i64::from(core)).collect())
    }
}

impl Field for Vec<String> {
    fn from_toml(value: &Value) -> Option<Vec<String>> {
        value.as_array()?.iter().map(String::from_toml).collect()
    }
    fn to_toml(&self) -> Option<Value> {
        Some(self.iter().map(String::as_str).collect())
    }
}

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
        pub enum $name { $($(#[$variant_doc])* $variant),* }

        impl $name {
            /// Every value as the file has it.
            pub const WORDS: &[&str] = &[$($word),*];
            /// This value as the file has it.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
        impl FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<$name, String> {
                match text {
                    $($word => Ok($name::$variant),)*
                    _ => Err(format!("{text:?}: want {}", Bounds::Choice($name::WORDS).want())),
                }
            }
        }
        impl Field for $name {
            fn from_toml(value: &Value) -> Option<$name> {
                value.as_str()?.parse().ok()
            }
            fn to_toml(&self) -> Option<Value> {
                Some(Value::from(self.word()))
            }
        }
    };
}

choice! {
    /// How the metadata of a file are kept (docs/on-disk.md).
    Layout {
        /// A file's attributes lie in its dentry.
        #[default]
        Embedded = "embedded",
        /// The dentry names an inode record, which holds the attributes.
        Edge = "edge",
    }
}

choice! {
    /// What an acknowledged change has reached.
    Durability {
        /// The kernel: it survives the server's death, and a power cut once it is `sync_ms` old.
        #[default]
        Relaxed = "relaxed",
        /// The disk.
        Strict = "strict",
    }
}

impl Field for Placement {
    fn from_toml(value: &Value) -> Option<Placement> {
        value.as_str()?.parse().ok()
    }
    fn to_toml(&self) -> Option<Value> {
        Some(Value::from(self.to_string()))
    }
}
