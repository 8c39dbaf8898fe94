//! How messages quote what a document says: in backticks, on one line, and cut short, so that no
//! document can blow a message up or break its form.

/// How many characters of a text a message shows.
const SHOWN_CHARACTERS: usize = 100;

/// How many characters of a line that holds several texts are shown.
const LINE_CHARACTERS: usize = 4_000;

/// How many entries of a list a message shows.
const SHOWN_ENTRIES: usize = 6;

/// A text in backticks, on one line, cut short.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len().min(SHOWN_CHARACTERS) + 2);
    quoted.push('`');
    for (index, character) in text.chars().enumerate() {
        if index == SHOWN_CHARACTERS {
            quoted.push('…');
            break;
        }
        quoted.push(if character == '`' { '\'' } else { visible(character) });
    }
    quoted.push('`');
    quoted
}

/// A text of our own that holds others, on one line, and cut short where it would fill a page.
pub(crate) fn in_one_line(text: &str) -> String {
    let mut line: String = text.chars().take(LINE_CHARACTERS).map(visible).collect();
    if text.len() > line.len() {
        line.push('…');
    }
    line
}

/// A character, or a replacement of one that would break a line apart.
fn visible(character: char) -> char {
    match character {
        // Line and paragraph separators, and what turns the direction of the text that follows.
        '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        other if other.is_control() => '\u{fffd}',
        other => other,
    }
}

/// Texts in backticks, joined by commas and a last word such as `and`. A single one is never left out, since to say so
/// takes as much room.
pub(crate) fn list<T: AsRef<str>>(entries: impl IntoIterator<Item = T>, last_word: &str) -> String {
    let mut entries = entries.into_iter();
    let mut quoted: Vec<String> =
        entries.by_ref().take(SHOWN_ENTRIES + 1).map(|entry| quote(entry.as_ref())).collect();
    let more = entries.count();
    if more > 0 {
        quoted.truncate(SHOWN_ENTRIES);
        return format!("{} {last_word} {} more", quoted.join(", "), more + 1);
    }
    join(&quoted, last_word)
}

/// The same for words of our own, none of which is left out.
pub(crate) fn list_all(words: &[&str], last_word: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
    join(&quoted, last_word)
}

fn join(quoted: &[String], last_word: &str) -> String {
    match quoted.split_last() {
        None => "nothing".into(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} {last_word} {last}", others.join(", ")),
    }
}

/// `scope …` or `scopes … and …`.
pub(crate) fn scopes_named<T: AsRef<str>>(scopes: &[T]) -> String {
    let word = if scopes.len() == 1 { "scope " } else { "scopes " };
    [word, &list(scopes, "and")].concat()
}

/// Appends texts. A function that is called takes less code than what is written out at every place.
#[inline(never)]
pub(crate) fn append(text: &mut String, parts: &[&str]) {
    for part in parts {
        text.push_str(part);
    }
}

/// A text with something else in place of each of a character.
pub(crate) fn with(text: &str, character: char, replacement: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for found in text.chars() {
        if found == character { result.push_str(replacement) } else { result.push(found) }
    }
    result
}

/// A text in which what must not stand there is an underscore.
pub(crate) fn replaced(text: &str, is_replaced: fn(char) -> bool) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        result.push(if is_replaced(character) { '_' } else { character });
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_short_and_on_one_line() {
        assert_eq!(quote("a\nb\u{202e}c`d"), "`a\u{fffd}b\u{fffd}c'd`");
        assert_eq!(quote(&"é".repeat(200)).chars().count(), 103);
    }

    #[test]
    fn lists_read_as_a_person_writes_them() {
        assert_eq!(list::<&str>([], "and"), "nothing");
        assert_eq!(list(["a"], "and"), "`a`");
        assert_eq!(list(["a", "b", "c"], "or"), "`a`, `b` or `c`");
        assert_eq!(list(["a"; 7], "and"), "`a`, `a`, `a`, `a`, `a`, `a` and `a`");
        assert_eq!(list(["a"; 8], "and"), "`a`, `a`, `a`, `a`, `a`, `a` and 2 more");
    }
}
