//! Where a JSON Pointer's value stands in the text, as editors count: lines and columns from 1, columns
//! and offsets in UTF-16 code units.
//!
//! The text is walked with the same parser that reads it, so that the two cannot disagree about what is
//! JSON.

use std::borrow::Cow;
use std::collections::BinaryHeap;
use std::ops::Range;

use a2a_json::{Error, Parser};
use serde::Serialize;

use crate::json::without_byte_order_mark;
use crate::limits::MAX_DEPTH;
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

impl Position {
    const fn step_over(&mut self, character: char) {
        self.offset += character.len_utf16();
        self.column += character.len_utf16();
        if character == '\n' {
            self.line += 1;
            self.column = 1;
        }
    }
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
    locations(text, &pointers.iter().map(AsRef::as_ref).collect::<Vec<_>>())
}

fn locations(text: &str, pointers: &[&str]) -> Vec<Option<Location>> {
    let json = without_byte_order_mark(text);
    // Nothing that is read is nested deeper.
    let is_pointer = |(_, pointer): &(_, &&str)| {
        (pointer.is_empty() || pointer.starts_with('/')) && tokens(pointer).nth(MAX_DEPTH).is_none()
    };
    let wanted = pointers.iter().enumerate().filter(is_pointer);
    let wanted: BinaryHeap<Wanted> =
        wanted.map(|(index, pointer)| (tokens(pointer).collect(), index)).collect();
    let wanted = wanted.into_sorted_vec();
    let mut visits = 0;
    let mut first_visits = Vec::with_capacity(wanted.len());
    for (tokens, _) in &wanted {
        first_visits.push(visits);
        visits += tokens.len() + 1;
    }
    let mut walk = Walk {
        parser: Parser::new(json, MAX_DEPTH),
        wanted: &wanted,
        spans: vec![None; pointers.len()],
        noted: Vec::new(),
        first_visits,
        visits: vec![0..0; visits],
    };
    let walked = walk.value(None, 0, 0..wanted.len()).and_then(|()| walk.parser.end());
    if walked.is_err() {
        return vec![None; pointers.len()];
    }
    let lines = Lines::new(text);
    let before = text.len() - json.len();
    let located = |span: Span| Location {
        start: lines.position(before + span.start),
        end: lines.position(before + span.end),
        key: lines.position(before + span.key),
    };
    walk.spans.into_iter().map(|span| span.map(located)).collect()
}

/// Byte offsets of a value and of the member that holds it.
#[derive(Clone, Copy)]
struct Span {
    key: usize,
    start: usize,
    end: usize,
}

/// A pointer's tokens, and its place in the answer.
type Wanted<'p> = (Vec<Cow<'p, str>>, usize);

/// A walk through a text, for pointers that are in order, so that those below a value stand together.
struct Walk<'w, 't> {
    parser: Parser<'t>,
    wanted: &'w [Wanted<'w>],
    spans: Vec<Option<Span>>,
    /// The places in `spans` that were set, in the order of time.
    noted: Vec<usize>,
    /// Of each pointer, the place in `visits` of the whole document, after which those of its parts follow.
    first_visits: Vec<usize>,
    /// What was noted, as a part of `noted`, when the value was visited that the first of some pointers names
    /// to some depth.
    visits: Vec<Range<usize>>,
}

impl Walk<'_, '_> {
    /// Walks through a value that is so many tokens deep, and whose key starts at `key` if it has one. The
    /// pointers are those that name it or what is in it.
    fn value(&mut self, key: Option<usize>, depth: usize, pointers: Range<usize>) -> Result<(), Error> {
        let wanted = self.wanted.get(pointers.clone()).unwrap_or_default();
        let here = pointers.start + wanted.partition_point(|(tokens, _)| tokens.len() == depth);
        let below = here..pointers.end;
        let first = self.first_visits.get(pointers.start).filter(|_| !pointers.is_empty());
        let visit = first.map_or(usize::MAX, |first| first + depth);
        // Of a duplicate key the last value is meant, whatever an earlier one holds.
        let earlier = self.visits.get(visit).and_then(|earlier| self.noted.get(earlier.clone()));
        for place in earlier.unwrap_or_default() {
            if let Some(span) = self.spans.get_mut(*place) {
                *span = None;
            }
        }
        let first_noted = self.noted.len();
        let next = self.parser.peek();
        let start = self.parser.offset();
        match next {
            Some(b'{') if !below.is_empty() => {
                self.parser.open()?;
                let mut is_first = true;
                while self.parser.next_entry(b'}', is_first)? {
                    is_first = false;
                    let key = self.parser.offset();
                    let name = self.parser.key()?;
                    self.value(Some(key), depth + 1, self.of_token(&below, depth, &name))?;
                }
            }
            Some(b'[') if !below.is_empty() => {
                self.parser.open()?;
                let mut index = 0;
                while self.parser.next_entry(b']', index == 0)? {
                    self.value(None, depth + 1, self.of_token(&below, depth, &index.to_string()))?;
                    index += 1;
                }
            }
            _ => {
                self.parser.value()?;
            }
        }
        let span = Span { key: key.unwrap_or(start), start, end: self.parser.offset() };
        for (_, place) in self.wanted.get(pointers.start..here).unwrap_or_default() {
            if let Some(slot) = self.spans.get_mut(*place) {
                *slot = Some(span);
                self.noted.push(*place);
            }
        }
        if let Some(visit) = self.visits.get_mut(visit) {
            *visit = first_noted..self.noted.len();
        }
        Ok(())
    }

    /// Those of the pointers in order that have this token at this depth.
    fn of_token(&self, pointers: &Range<usize>, depth: usize, token: &str) -> Range<usize> {
        let token_of = |(tokens, _): &Wanted<'_>| tokens.get(depth).map_or("", AsRef::as_ref).cmp(token);
        let wanted = self.wanted.get(pointers.clone()).unwrap_or_default();
        let start = wanted.partition_point(|wanted| token_of(wanted).is_lt());
        let end = wanted.partition_point(|wanted| token_of(wanted).is_le());
        pointers.start + start..pointers.start + end
    }
}

/// How many bytes of a line are walked through at most to find a place in it.
const STRIDE: usize = 1024;

/// Turns byte offsets into positions.
pub(crate) struct Lines<'t> {
    text: &'t str,
    /// The places of the starts of lines, and of places in long lines, by their offset in bytes.
    marks: Vec<(usize, Position)>,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut at = Position { offset: 0, line: 1, column: 1 };
        let mut last = 0;
        let mut marks = vec![(last, at)];
        for (byte, character) in text.char_indices() {
            at.step_over(character);
            if character == '\n' || byte - last >= STRIDE {
                last = byte + character.len_utf8();
                marks.push((last, at));
            }
        }
        Self { text, marks }
    }

    pub(crate) fn position(&self, byte: usize) -> Position {
        let after = self.marks.partition_point(|&(mark, _)| mark <= byte);
        let before = after.checked_sub(1).and_then(|index| self.marks.get(index));
        let (mark, mut at) = before.copied().unwrap_or((0, Position { offset: 0, line: 1, column: 1 }));
        self.text.get(mark..byte).unwrap_or_default().chars().for_each(|character| at.step_over(character));
        at
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
        let twice = r#"{"a": {"b": [1, 2], "c": 3}, "a": {"b": [4]}}"#;
        for (pointer, found) in
            [("/a/b/0", Some("4")), ("/a/b/1", None), ("/a/c", None), ("/a/b", Some("[4]"))]
        {
            assert_eq!(text_at(twice, pointer).as_deref(), found, "{pointer}");
        }
    }

    #[test]
    fn places_in_long_lines_are_those_in_short_ones() {
        let text = format!("[\n{}\n\"🦀\"]", "\"ä\",".repeat(1_000));
        for (index, pointer) in [(0, "/0"), (411, "/411"), (999, "/999")] {
            let place = locate(&text, pointer)
                .map(|found| (found.start.line, found.start.column, found.start.offset));
            assert_eq!(place, Some((2, 4 * index + 1, 4 * index + 2)), "{pointer}");
        }
        let last =
            locate(&text, "/1000").map(|found| (found.start.line, found.start.column, found.end.column));
        assert_eq!(last, Some((3, 1, 5)));
    }
}
