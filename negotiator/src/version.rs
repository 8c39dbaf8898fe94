//! Protocol versions: `Major.Minor`, as the specification compares them (3.6).

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A protocol version, `Major.Minor`. Patch numbers are not negotiated (specification 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The major number.
    pub major: u32,
    /// The minor number.
    pub minor: u32,
}

impl Version {
    /// 0.3, which an empty version header means.
    pub const V0_3: Self = Self { major: 0, minor: 3 };
    /// 1.0.
    pub const V1_0: Self = Self { major: 1, minor: 0 };

    /// Whether requests of this version have the shape of 1.0; older ones have that of 0.3.
    #[must_use]
    pub const fn is_1_0_or_later(self) -> bool {
        self.major >= 1
    }

    /// As it is written. A function that is called takes less code than what is written out at every place.
    #[inline(never)]
    pub(crate) fn text(self) -> String {
        self.to_string()
    }

    /// The name of the header that activates extensions.
    #[must_use]
    pub const fn extensions_header(self) -> &'static str {
        if self.is_1_0_or_later() { "A2A-Extensions" } else { "X-A2A-Extensions" }
    }
}

/// The name of the header that carries the protocol version on every request.
pub const VERSION_HEADER: &str = "A2A-Version";

/// A version as a card writes it, and whether a patch number was dropped from it.
pub(crate) fn parse_with_patch(text: &str) -> Option<(Version, bool)> {
    let number = |part: &str| {
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| part.parse::<u32>().ok()).flatten()
    };
    let mut parts = text.split('.');
    let version = Version { major: number(parts.next()?)?, minor: number(parts.next()?)? };
    let patch = parts.next().map(number);
    if parts.next().is_some() || patch == Some(None) {
        return None;
    }
    Some((version, patch.is_some()))
}

impl FromStr for Version {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match parse_with_patch(text) {
            Some((version, _)) => Ok(version),
            None => Err(()),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.major, self.minor)
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Version {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Version".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A protocol version, `Major.Minor`, such as `1.0`",
            "pattern": r"^\d+\.\d+$",
            "examples": [Self::V1_0, Self::V0_3],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_major_and_minor_and_drops_a_patch_number() {
        assert_eq!(parse_with_patch("1.0"), Some((Version::V1_0, false)));
        assert_eq!(parse_with_patch("0.3.0"), Some((Version::V0_3, true)));
        for text in
            ["", "1", "v1.0", "1.0-rc", "1.", ".0", "1.0.0.0", "1.0.x", "+1.0", "1.0.", "99999999999.0"]
        {
            assert_eq!(parse_with_patch(text), None, "{text}");
        }
    }
}
