//! What is done in parts that can be asked for by name.

use std::fmt::Write as _;

use anyhow::{Result, bail};

/// A part, with what is done for it.
#[derive(Debug)]
pub(crate) struct Part<W> {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) work: W,
}

/// The parts with what each is about, a line each.
pub(crate) fn list<W>(parts: &[Part<W>]) -> String {
    let width = parts.iter().map(|part| part.name.len()).max().unwrap_or_default();
    parts.iter().fold(String::new(), |mut text, part| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:width$} {}", part.name, part.about);
        text
    })
}

/// The named parts in their own order; all of them when none is named.
pub(crate) fn select<'p, W>(parts: &'p [Part<W>], whose: &str, names: &[String]) -> Result<Vec<&'p Part<W>>> {
    let unknown = names.iter().find(|name| !parts.iter().any(|part| part.name == name.as_str()));
    if let Some(unknown) = unknown {
        bail!("`{unknown}` is no part of the {whose}; the parts are\n{}", list(parts));
    }
    let is_wanted = |part: &&Part<W>| names.is_empty() || names.iter().any(|name| name == part.name);
    Ok(parts.iter().filter(is_wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: [Part<u8>; 3] = [
        Part { name: "first", about: "comes first", work: 1 },
        Part { name: "then", about: "comes then", work: 2 },
        Part { name: "at-last", about: "comes at last", work: 3 },
    ];

    fn work(names: &[&str]) -> Result<Vec<u8>> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Ok(select(&PARTS, "whole", &names)?.into_iter().map(|part| part.work).collect())
    }

    #[test]
    fn parts_come_in_their_own_order_and_all_by_default() -> Result<()> {
        assert_eq!(work(&["at-last", "first", "at-last"])?, [1, 3]);
        assert_eq!(work(&[])?, [1, 2, 3]);
        Ok(())
    }

    #[test]
    fn an_unknown_part_is_an_error_that_lists_the_parts() {
        let said = work(&["first", "last"]).map_err(|error| error.to_string());
        let expected = "`last` is no part of the whole; the parts are\n  first   comes first\n  then    comes then\n  at-last comes at last\n";
        assert_eq!(said, Err(expected.to_owned()));
    }
}
