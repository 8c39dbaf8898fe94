//! How foreign text gets onto the page: cut short, and with what cannot be seen made visible, so that no
//! card can blow the page up or show itself as what it is not.

use std::fmt::Write as _;

/// How many characters of a label or a value are shown.
pub(crate) const LABEL: usize = 240;

/// How many characters of a message are shown.
pub(crate) const MESSAGE: usize = 1200;

/// So many of several things, and how many more there are. Where that would be a single one, it is among them: to say so
/// takes the room of the thing itself.
pub(crate) fn some_of<T>(things: &[T], most: usize) -> (&[T], usize) {
    let number = if things.len() == most + 1 { things.len() } else { most.min(things.len()) };
    things.split_at_checked(number).map_or((things, 0), |(some, others)| (some, others.len()))
}

/// A text cut to so many characters, with control characters and those that turn the direction of
/// writing spelt out.
pub(crate) fn shown(text: &str, most: usize) -> String {
    let mut result = String::with_capacity(text.len().min(most + 16));
    for (index, character) in text.chars().enumerate() {
        if index == most {
            result.push('…');
            break;
        }
        if is_unseen(character) {
            // Writing to a string cannot fail.
            let _ = write!(result, "[U+{:04X}]", u32::from(character));
        } else {
            result.push(character);
        }
    }
    result
}

/// Whether a character does something without being seen.
fn is_unseen(character: char) -> bool {
    character.is_control() && character != '\n'
        || matches!(character,
            '\u{061c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}')
}

/// A message of the core as a sentence: it starts with a capital and ends with a full stop.
pub(crate) fn sentence(message: &str) -> String {
    let text = shown(message, MESSAGE);
    let mut characters = text.chars();
    let mut sentence: String = match characters.next() {
        Some(first) => std::iter::once(first.to_ascii_uppercase()).chain(characters).collect(),
        None => return text,
    };
    if !sentence.ends_with(['.', '?', '!', '…']) {
        sentence.push('.');
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_spelt_out() {
        assert_eq!(shown("a\u{202e}b\u{0}", LABEL), "a[U+202E]b[U+0000]");
        assert_eq!(shown("<script>\n🦀", LABEL), "<script>\n🦀");
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(shown(&"é".repeat(1_000_000), 3), "ééé…");
        assert_eq!(shown("abc", 3), "abc");
    }

    #[test]
    fn a_single_thing_is_never_left_out() {
        assert_eq!(some_of(&[1, 2], 3), (&[1, 2][..], 0));
        assert_eq!(some_of(&[1, 2, 3, 4], 3), (&[1, 2, 3, 4][..], 0));
        assert_eq!(some_of(&[1, 2, 3, 4, 5], 3), (&[1, 2, 3][..], 2));
    }

    #[test]
    fn messages_become_sentences() {
        assert_eq!(sentence("the card is old"), "The card is old.");
        assert_eq!(sentence("did you mean `a`?"), "Did you mean `a`?");
        assert_eq!(sentence("`a` is near"), "`a` is near.");
        assert_eq!(sentence(""), "");
    }
}
