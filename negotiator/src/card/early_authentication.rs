//! The early `authentication`, of the first drafts of the protocol: alternatives by scheme word.

use super::fields::SCHEME_FIELDS;
use super::model::{Requirement, RequirementScheme, Requirements};
use super::reader::Reader;
use super::requirement::not_understood;
use super::scheme_kinds::kind_of_word;
use super::schemes::{Defined, scheme_of_kind, set_http_scheme};
use super::spelling::{has, is_field};
use crate::json::{Json, Object};
use crate::limits::MAX_ENTRIES;
use crate::pointer::Path;
use crate::words::quote;

pub(super) fn read(
    reader: &mut Reader,
    value: &Json<'_>,
    path: &Path<'_>,
    schemes: &Defined<'_>,
) -> Requirements {
    let alternatives = match value {
        Json::Object(object) => of_object(reader, object, path, schemes),
        other => of_words(reader, other, path, schemes),
    };
    Requirements { alternatives, pointer: path.into() }
}

fn of_object(
    reader: &mut Reader,
    object: &Object<'_>,
    path: &Path<'_>,
    schemes: &Defined<'_>,
) -> Vec<Requirement> {
    if is_not_required(object) {
        return vec![anonymous(path)];
    }
    if let Some((key, value)) = reader.member(object, path, "schemes") {
        let mut alternatives = of_words(reader, value, &path.key(key), schemes);
        for alternative in &mut alternatives {
            if alternative.understood && alternative.schemes.is_empty() {
                *alternative = anonymous_unless_asked(reader, object, path, "schemes");
            }
        }
        return alternatives;
    }
    for field in ["type", "scheme"] {
        if has(object, field) {
            return vec![alternative(reader, &WordSource::Object(object), path, schemes)];
        }
    }
    vec![not_understood(reader, path, "`authentication` names no scheme")]
}

/// A word or a list of words, each an alternative.
fn of_words(
    reader: &mut Reader,
    value: &Json<'_>,
    path: &Path<'_>,
    schemes: &Defined<'_>,
) -> Vec<Requirement> {
    match value {
        Json::String(word) => vec![alternative(reader, &WordSource::Word(word), path, schemes)],
        Json::Array(elements) if elements.is_empty() => vec![anonymous(path)],
        Json::Array(elements) => reader
            .within(elements, MAX_ENTRIES, path)
            .iter()
            .enumerate()
            .map(|(index, element)| {
                let path = path.index(index);
                match element {
                    Json::String(word) => alternative(reader, &WordSource::Word(word), &path, schemes),
                    Json::Object(object) => alternative(reader, &WordSource::Object(object), &path, schemes),
                    other => not_understood(
                        reader,
                        &path,
                        &format!("this scheme is {}, not a word", other.type_name()),
                    ),
                }
            })
            .collect(),
        other => vec![not_understood(reader, path, &format!("`authentication` is {}", other.type_name()))],
    }
}

fn anonymous(path: &Path<'_>) -> Requirement {
    Requirement { schemes: Vec::new(), understood: true, pointer: path.into() }
}

/// What an object says whose member `read` allows anonymous callers. One that contradicts itself by asking for
/// something beside it is not understood.
fn anonymous_unless_asked(
    reader: &mut Reader,
    object: &Object<'_>,
    path: &Path<'_>,
    read: &str,
) -> Requirement {
    match asking(object, read) {
        None => anonymous(path),
        Some(key) => {
            let why = ["it allows anonymous callers, and ", &quote(key), " asks for something"].concat();
            not_understood(reader, path, &why)
        }
    }
}

/// The member of an object, other than `read`, that asks for a credential.
fn asking<'o>(object: &'o Object<'_>, read: &str) -> Option<&'o str> {
    let asks = |key: &str| {
        let of_scheme = SCHEME_FIELDS.iter().any(|field| *field != "description" && is_field(key, field));
        of_scheme || matches!(key, "schemes" | "credentials" | "required")
    };
    let mut members = object.iter();
    members.find(|(key, value)| *key != read && asks(key) && !asks_nothing(value)).map(|(key, _)| key)
}

/// Whether a value, in whichever field, says plainly that nothing is required.
pub(super) fn says_none(value: &Json<'_>) -> bool {
    match value {
        Json::String(word) => is_none(word),
        Json::Array(words) => words.iter().all(|word| word.as_array().is_none() && says_none(word)),
        Json::Object(object) => {
            let is_said = |field: &&str| object.get(field).is_some_and(says_none);
            is_not_required(object)
                || (["schemes", "type", "scheme"].iter().any(is_said) && asking(object, "").is_none())
        }
        _ => false,
    }
}

fn is_not_required(object: &Object<'_>) -> bool {
    object.get("required").and_then(Json::as_bool) == Some(false)
}

/// Whether a value says nothing, or that nothing is needed.
pub(super) fn asks_nothing(value: &Json<'_>) -> bool {
    match value {
        Json::Null => true,
        Json::String(word) => word.is_empty() || is_none(word),
        Json::Array(words) => words.iter().all(asks_nothing),
        _ => false,
    }
}

fn is_none(word: &str) -> bool {
    word.eq_ignore_ascii_case("none")
}

/// Where a scheme's word stands: by itself, or in an object that may also say where the key goes.
enum WordSource<'o, 't> {
    Word(&'o str),
    Object(&'o Object<'t>),
}

fn alternative(
    reader: &mut Reader,
    source: &WordSource<'_, '_>,
    path: &Path<'_>,
    schemes: &Defined<'_>,
) -> Requirement {
    let word = match source {
        WordSource::Word(word) => Some(*word),
        WordSource::Object(object) => {
            let text = |field| object.get(field).and_then(Json::as_str);
            // `{"type": "http", "scheme": "bearer"}` says more with its second word.
            text("type").filter(|word| *word != "http").or_else(|| text("scheme")).or_else(|| text("type"))
        }
    };
    let Some(word) = word else {
        return not_understood(reader, path, "this scheme has no word that says its kind");
    };
    if is_none(word) {
        return match source {
            WordSource::Word(_) => anonymous(path),
            WordSource::Object(object) => anonymous_unless_asked(reader, object, path, ""),
        };
    }
    let inline = match kind_of_word(word) {
        Some((kind, http_scheme)) => {
            let mut scheme = match source {
                WordSource::Object(object) => scheme_of_kind(reader, word, kind, object, path, path.into()),
                WordSource::Word(_) => {
                    let empty = Object::default();
                    scheme_of_kind(reader, word, kind, &empty, path, path.into())
                }
            };
            if http_scheme.is_some() {
                set_http_scheme(&mut scheme, http_scheme);
            }
            Some(scheme)
        }
        None if schemes.get(word).is_some() => None,
        None => {
            return not_understood(
                reader,
                path,
                &format!("{} is no scheme of the early `authentication`", quote(word)),
            );
        }
    };
    let scheme =
        RequirementScheme { name: word.to_owned(), scopes: Vec::new(), inline, pointer: path.into() };
    Requirement { schemes: vec![scheme], understood: true, pointer: path.into() }
}
