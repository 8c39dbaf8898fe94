//! Where a JSON Pointer's value stands in the text, as editors count: lines and columns from 1, columns
//! and offsets in UTF-16 code units.
//!
//! The text is walked with the same parser that reads it, one level at a time, so that the two cannot
//! disagree about what is JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::value::RawValue;

use crate::pointer::tokens;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// The offset from the start of the text, in UTF-16 code units, from 0.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, in UTF-16 code units, from 1.
    pub column: usize,
}

/// Where a value stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Location {
    /// Where the value starts.
    pub start: Position,
    /// Where the value ends: the place after its last character.
    pub end: Position,
    /// Where the member that holds the value starts: its key, where the value is a member of an
    /// object; otherwise the same as `start`.
    pub key: Position,
}

/// Where the value that `pointer` points to stands in `text`. `None` where the text is not JSON or has
/// no such value. Of a duplicate key the last value is meant, as when reading.
#[must_use]
pub fn locate(text: &str, pointer: &str) -> Option<Location> {
    locate_all(text, &[pointer]).pop().flatten()
}

/// Where the value stands, or, where it is absent, what is nearest above it: the place where it belongs.
/// `None` where the text is not JSON.
#[must_use]
pub fn locate_nearest(text: &str, pointer: &str) -> Option<Location> {
    let ends = pointer.match_indices('/').map(|(end, _)| end).chain([pointer.len()]);
    let above: Vec<&str> = ends.filter_map(|end| pointer.get(..end)).collect();
    locate_all(text, &above).into_iter().rev().flatten().next()
}

/// Where the values of many pointers stand, in one walk through the text.
#[must_use]
pub fn locate_all<P: AsRef<str>>(text: &str, pointers: &[P]) -> Vec<Option<Location>> {
    let json = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut spans = vec![None; pointers.len()];
    let wanted = pointers
        .iter()
        .map(AsRef::as_ref)
        .enumerate()
        .filter(|(_, pointer)| pointer.is_empty() || pointer.starts_with('/'))
        .map(|(index, pointer)| (index, tokens(pointer).map(String::from).collect()))
        .collect();
    if let Ok(root) = serde_json::from_str::<&RawValue>(json) {
        let start = offset_in(text, root.get());
        walk(text, root, start, wanted, &mut spans);
    }
    let lines = Lines::new(text);
    spans
        .into_iter()
        .map(|span: Option<Span>| {
            span.map(|span| Location {
                start: lines.position(span.start),
                end: lines.position(span.end),
                key: lines.position(span.key),
            })
        })
        .collect()
}

/// Byte offsets of a value and of the member that holds it.
#[derive(Clone, Copy)]
struct Span {
    key: usize,
    start: usize,
    end: usize,
}

/// Pointers by their place in the answer, with the tokens that are still to go.
type Wanted = Vec<(usize, Vec<String>)>;

fn walk(text: &str, value: &RawValue, key: usize, wanted: Wanted, spans: &mut [Option<Span>]) {
    let start = offset_in(text, value.get());
    let span = Span { key, start, end: start + value.get().len() };
    let mut below: BTreeMap<String, Wanted> = BTreeMap::new();
    for (index, mut tokens) in wanted {
        if tokens.is_empty() {
            if let Some(slot) = spans.get_mut(index) {
                *slot = Some(span);
            }
        } else {
            let first = tokens.remove(0);
            below.entry(first).or_default().push((index, tokens));
        }
    }
    if below.is_empty() {
        return;
    }
    match serde_json::from_str(value.get()) {
        Ok(Parts::Members(all)) => {
            let mut members = BTreeMap::new();
            for (key, member) in all {
                if let Ok(name) = serde_json::from_str::<String>(key.get())
                    && below.contains_key(&name)
                {
                    members.insert(name, (key, member));
                }
            }
            for (name, (key, member)) in members {
                if let Some(wanted) = below.remove(&name) {
                    walk(text, member, offset_in(text, key.get()), wanted, spans);
                }
            }
        }
        Ok(Parts::Elements(elements)) => {
            for (token, wanted) in below {
                let canonical = token == "0" || !token.starts_with('0');
                let index = token.parse::<usize>().ok().filter(|_| canonical);
                if let Some(element) = index.and_then(|index| elements.get(index)) {
                    walk(text, element, offset_in(text, element.get()), wanted, spans);
                }
            }
        }
        // What has no parts has nothing below it.
        Err(_) => {}
    }
}

/// The parts of a value as they stand in the text, duplicates included.
enum Parts<'t> {
    Members(Vec<(&'t RawValue, &'t RawValue)>),
    Elements(Vec<&'t RawValue>),
}

impl<'de> Deserialize<'de> for Parts<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Parts<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object or a list")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Parts::Members(members))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut elements = Vec::new();
                while let Some(element) = list.next_element()? {
                    elements.push(element);
                }
                Ok(Parts::Elements(elements))
            }

            // What serde would say of a number brings the whole formatting of floats along.
            fn visit_f64<E: de::Error>(self, _: f64) -> Result<Self::Value, E> {
                Err(E::custom("a number has no parts"))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// The byte offset of a part of `text` within it.
fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// Turns byte offsets into positions.
pub(crate) struct Lines<'t> {
    text: &'t str,
    /// Of each line: where it starts, in bytes and in UTF-16 code units.
    starts: Vec<(usize, usize)>,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut starts = vec![(0, 0)];
        let mut units = 0;
        for (byte, character) in text.char_indices() {
            units += character.len_utf16();
            if character == '\n' {
                starts.push((byte + 1, units));
            }
        }
        Self { text, starts }
    }

    pub(crate) fn position(&self, byte: usize) -> Position {
        let index = self.starts.partition_point(|&(start, _)| start <= byte).saturating_sub(1);
        let (start, units) = self.starts.get(index).copied().unwrap_or_default();
        let before = self.text.get(start..byte).unwrap_or_default();
        let column = before.encode_utf16().count();
        Position { offset: units + column, line: index + 1, column: column + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_at(text: &str, pointer: &str) -> Option<String> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let location = locate(text, pointer)?;
        let part = units.get(location.start.offset..location.end.offset)?;
        Some(String::from_utf16_lossy(part))
    }

    #[test]
    fn finds_values_by_line_column_and_offset() {
        let text =
            "{\n  \"näme\": \"🦀\", \"skills\": [ {\"id\": \"a\"},\n    {\"id\": \"b\"} ],\n  \"a/b\": 1\n}";
        assert_eq!(text_at(text, "/skills/1/id").as_deref(), Some("\"b\""));
        assert_eq!(text_at(text, "/a~1b").as_deref(), Some("1"));
        assert_eq!(text_at(text, "").as_deref(), Some(text));
        let second =
            locate(text, "/skills/1/id").map(|found| (found.key.line, found.key.column, found.start.column));
        assert_eq!(second, Some((3, 6, 12)));
        let after_crab = locate(text, "/skills").map(|found| found.key.column);
        assert_eq!(after_crab, Some(17), "columns count UTF-16 code units");
    }

    #[test]
    fn finds_nothing_where_there_is_nothing() {
        for pointer in ["/b", "/a/x", "/a/01", "/a/-", "a", "/a/2", "/a/18446744073709551616"] {
            assert_eq!(locate(r#"{"a": [1, 2]}"#, pointer), None, "{pointer}");
        }
        assert_eq!(locate("{", ""), None);
    }

    #[test]
    fn finds_what_is_nearest_above() {
        let text = r#"{"a": {"b": 1}}"#;
        assert_eq!(locate_nearest(text, "/a/c/d"), locate(text, "/a"));
        assert_eq!(locate_nearest(text, "/a/b"), locate(text, "/a/b"));
        assert_eq!(locate_nearest(text, "/x"), locate(text, ""));
        assert_eq!(locate_nearest("{", "/x"), None);
    }

    #[test]
    fn skips_a_byte_order_mark_and_takes_the_last_of_duplicates() {
        assert_eq!(text_at("\u{feff}{\"a\": 1, \"a\": 2}", "/a").as_deref(), Some("2"));
        assert_eq!(text_at("{\"a\": 1, \"\\u0061\": 3}", "/a").as_deref(), Some("3"));
    }
}
