//! The two spellings of a field: camelCase, as in the specification, and the snake_case of Protocol Buffers.

use crate::json::{Json, Object};

/// A member by its camelCase name or, failing that, by the same name in snake_case, with the name that
/// it was found under.
pub(super) fn either_case<'o, 't>(
    object: &'o Object<'t>,
    field: &'static str,
) -> Option<(&'o str, &'o Json<'t>)> {
    let exact = object.entry(field);
    let says_much =
        |found: &(&str, &Json<'_>)| !found.1.is_null() && !found.1.as_array().is_some_and(Vec::is_empty);
    if exact.as_ref().is_some_and(says_much) {
        return exact;
    }
    let snake = in_snake_case(object, field);
    // Of a field that stands there in both ways, an empty list gives way: nothing is lost silently.
    snake.filter(says_much).or(exact.filter(|(_, value)| !value.is_null())).or(snake).or(exact)
}

/// Whether a key is a camelCase name in snake_case, where that differs.
pub(crate) fn is_snake_case(key: &str, field: &str) -> bool {
    let mut rest = key.bytes();
    let is_next = |byte: u8| {
        let is_word = byte.is_ascii_uppercase();
        (!is_word || rest.next() == Some(b'_')) && rest.next() == Some(byte.to_ascii_lowercase())
    };
    // Every word but the first brings an underscore.
    key.len() > field.len() && field.bytes().all(is_next) && rest.next().is_none()
}

/// Whether a key is a field, in camelCase or in snake_case.
pub(crate) fn is_field(key: &str, field: &str) -> bool {
    key == field || is_snake_case(key, field)
}

/// The member with a field's name in snake_case.
fn in_snake_case<'o, 't>(object: &'o Object<'t>, field: &str) -> Option<(&'o str, &'o Json<'t>)> {
    object.iter().find(|(key, _)| is_snake_case(key, field))
}

/// The other spelling of a field that was found under `key`, where that says something too.
pub(super) fn other_spelling<'o, 't>(
    object: &'o Object<'t>,
    field: &str,
    key: &str,
) -> Option<(&'o str, &'o Json<'t>)> {
    let other = if key == field { in_snake_case(object, field) } else { object.entry(field) };
    other.filter(|(_, value)| !value.is_null())
}

/// Whether an object has a field in either case that is not `null`.
pub(super) fn has(object: &Object<'_>, field: &'static str) -> bool {
    either_case(object, field).is_some_and(|(_, value)| !value.is_null())
}
