//! The gallery: test cases of the negotiator that are worth looking at. The same files are the cases of
//! its tests, so that what the page promises is what is tested.

use std::borrow::Cow;
use std::sync::OnceLock;

use a2a_json::{Json, Parser};
use a2a_negotiator::limits::MAX_DEPTH;
use a2a_negotiator::{Intent, read_intent};

/// An entry of the gallery.
#[derive(Debug)]
pub(crate) struct Example {
    /// The name of its file.
    pub(crate) name: &'static str,
    /// What it is called.
    pub(crate) title: String,
    /// What it promises, in a few words.
    pub(crate) promise: String,
    /// Why that is the right answer, in a sentence.
    pub(crate) note: String,
    /// The agent card, as its author laid it out.
    pub(crate) card: String,
    /// The client profile, as its author laid it out.
    pub(crate) profile: String,
    /// What the call is for.
    pub(crate) intent: Intent,
}

macro_rules! gallery {
    ($($name:literal),+ $(,)?) => {
        /// The names of the gallery's files, in the order of the page.
        pub(crate) const NAMES: &[&str] = &[$($name),+];

        const FILES: &[&str] = &[$(include_str!(concat!("../../tests/cases/gallery/", $name, ".json"))),+];
    };
}

gallery![
    "research-agent",
    "research-agent-without-grpc",
    "no-shared-output",
    "card-of-0.3",
    "card-of-0.3-and-1.0",
    "missing-credentials",
    "missing-extension",
    "lower-case-binding",
    "live-input",
    "speech-to-settle",
    "push-under-mutual-tls",
    "not-a-card",
];

/// All entries, in the order of the page. Each is read when it is first looked at: the page opens with one.
pub(crate) struct Gallery([OnceLock<Option<Example>>; FILES.len()]);

pub(crate) static GALLERY: Gallery = Gallery([const { OnceLock::new() }; FILES.len()]);

impl Gallery {
    /// An entry by its place.
    pub(crate) fn get(&self, index: usize) -> Option<&Example> {
        let (name, file) = NAMES.get(index).zip(FILES.get(index))?;
        self.0.get(index)?.get_or_init(|| read(name, file)).as_ref()
    }

    /// All of them.
    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Example> {
        (0..FILES.len()).filter_map(|index| self.get(index))
    }
}

/// Reads a case file; `None` for one that is none, which a test rules out.
fn read(name: &'static str, file: &str) -> Option<Example> {
    let parts = parts(file)?;
    let part = |wanted: &str| parts.iter().find(|part| part.name == wanted);
    let words = |name: &str| Some(part(name)?.value.as_str()?.to_owned());
    Some(Example {
        name,
        title: words("title")?,
        promise: words("promise")?,
        note: words("note")?,
        card: dedent(part("card")?.text),
        profile: dedent(part("profile")?.text),
        intent: read_intent(part("intent")?.text).ok()?,
    })
}

/// A part of a case file.
struct Part<'f> {
    name: Cow<'f, str>,
    /// As it stands in the file.
    text: &'f str,
    value: Json<'f>,
}

fn parts(file: &str) -> Option<Vec<Part<'_>>> {
    let mut parser = Parser::new(file, MAX_DEPTH);
    let mut parts = Vec::new();
    parser.peek().filter(|first| *first == b'{')?;
    parser.open().ok()?;
    while parser.next_entry(b'}', parts.is_empty()).ok()? {
        let name = parser.key().ok()?;
        parser.peek()?;
        let start = parser.offset();
        let value = parser.value().ok()?;
        parts.push(Part { name, text: file.get(start..parser.offset())?, value });
    }
    Some(parts)
}

/// Takes away the indentation that a part of a file has for standing deep in it: that of its last line.
fn dedent(part: &str) -> String {
    let last = part.lines().last().unwrap_or_default();
    let indentation = last.len() - last.trim_start_matches(' ').len();
    let margin = " ".repeat(indentation);
    let lines: Vec<&str> = part.lines().map(|line| line.strip_prefix(&margin).unwrap_or(line)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_gallery_is_on_the_page() -> std::io::Result<()> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases/gallery");
        let mut files = std::fs::read_dir(folder)?
            .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
            .collect::<Result<Vec<_>, _>>()?;
        files.sort();
        let mut names: Vec<String> = NAMES.iter().map(|name| format!("{name}.json")).collect();
        names.sort();
        assert_eq!(files, names);
        assert_eq!(GALLERY.iter().count(), NAMES.len(), "every file can be read");
        Ok(())
    }

    #[test]
    fn texts_keep_their_layout() {
        assert_eq!(dedent("{\n    \"a\": [\n      1\n    ]\n  }"), "{\n  \"a\": [\n    1\n  ]\n}");
        assert_eq!(dedent("{}"), "{}");
        for example in GALLERY.iter() {
            assert!(example.card.starts_with("{\n  \""), "{}", example.title);
            assert!(example.card.ends_with("\n}"), "{}", example.title);
        }
    }
}
