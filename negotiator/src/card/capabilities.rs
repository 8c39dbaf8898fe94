//! Capabilities and the extensions that stand among them.

use super::fields::{self, CAPABILITY_FIELDS, EXTENSION_FIELDS};
use super::model::{Capabilities, Extension, Generation, PushSupport};
use super::reader::Reader;
use super::schemes::Defined;
use super::spelling::{has, is_field};
use crate::json::{Json, Object};
use crate::limits::MAX_ENTRIES;
use crate::pointer::Path;
use crate::words::{append, quote};
use crate::{FindingCode, Pointer, similar};

pub(super) fn read(reader: &mut Reader, root: &Object<'_>, schemes: &Defined<'_>) -> Capabilities {
    let path = &reader.root();
    let Some((key, object)) = reader.object(root, path, "capabilities") else {
        if !has(root, "capabilities") {
            reader.missing(path, "capabilities", "an object, if an empty one");
        }
        // What lacks them lacks them whole: there is no place inside.
        let pointer = Pointer::from(path.key("capabilities"));
        let push_notifications = PushSupport { pointer: pointer.clone(), ..PushSupport::default() };
        return Capabilities { push_notifications, pointer, ..Capabilities::default() };
    };
    let path = path.key(key);
    fields::check(reader, object, &path, CAPABILITY_FIELDS);
    let flag =
        |reader: &mut Reader, field| reader.boolean(object, &path, field).is_some_and(|(_, value)| value);
    let streaming = flag(reader, "streaming");
    let push_notifications = push(reader, object, &path, schemes);
    let extended_agent_card = flag(reader, "extendedAgentCard");
    let extensions = extensions(reader, object, &path);
    if let Some((key, _)) = reader.boolean(object, &path, "stateTransitionHistory")
        && reader.generation == Generation::V1_0
    {
        reader.find(
            FindingCode::RemovedField,
            &path.key(key),
            format!("`{key}` was removed in 1.0 and means nothing to its clients"),
        );
    }
    Capabilities { streaming, push_notifications, extended_agent_card, extensions, pointer: path.into() }
}

/// `pushNotifications`: a boolean, or an object that also names a security scheme.
fn push(
    reader: &mut Reader,
    capabilities: &Object<'_>,
    path: &Path<'_>,
    schemes: &Defined<'_>,
) -> PushSupport {
    let Some((key, value)) = reader.member(capabilities, path, "pushNotifications") else {
        return no_push(path);
    };
    let path = path.key(key);
    let mut push = PushSupport { supported: false, security_scheme: None, pointer: path.into() };
    match value {
        Json::Bool(supported) => push.supported = *supported,
        Json::Object(object) => {
            push.supported =
                reader.boolean(object, &path, "supported").is_some_and(|(_, supported)| supported);
            let scheme = reader.member(object, &path, "securityScheme");
            if let Some((key, Json::String(name))) = scheme {
                find_undefined_scheme(reader, name, &path.key(key), schemes);
                push.security_scheme = Some(name.clone().into_owned());
            }
            let scheme = scheme.map(|(key, _)| key).filter(|_| push.security_scheme.is_none());
            let says_more = |(key, value): &(&str, &Json<'_>)| !value.is_null() && says_security(key);
            let similar = object.iter().filter(says_more).map(|(key, _)| key);
            for key in scheme.into_iter().chain(similar) {
                push.supported = false;
                reader.find(
                    FindingCode::RequirementNotUnderstood,
                    &path.key(key),
                    format!("{} of push notifications is not understood, whose scheme stands in `securityScheme`, by its name; what it requires cannot be told, so that push is not used", quote(key)),
                );
            }
        }
        other => reader.wrong_type(&path, key, other, "a boolean"),
    }
    push
}

fn no_push(capabilities: &Path<'_>) -> PushSupport {
    let pointer = capabilities.key("pushNotifications").into();
    PushSupport { supported: false, security_scheme: None, pointer }
}

/// Whether a member of push notifications that is not read is likely to name a security scheme.
fn says_security(key: &str) -> bool {
    let folded = similar::fold(key);
    !is_field(key, "securityScheme")
        && ["scheme", "security", "auth"].iter().any(|word| folded.contains(word))
}

fn find_undefined_scheme(reader: &mut Reader, name: &str, path: &Path<'_>, schemes: &Defined<'_>) {
    if schemes.get(name).is_some() {
        return;
    }
    let mut message = format!(
        "push notifications come under {0} and `securitySchemes` does not define it; a client takes them only by holding {0} by name",
        quote(name)
    );
    if let Some(meant) = similar::scheme(name, schemes.schemes.iter().map(|defined| defined.name.as_str())) {
        append(&mut message, &["; did you mean ", &quote(meant), "?"]);
    }
    reader.find(FindingCode::UndefinedScheme, path, message);
}

/// The extensions. One that cannot be read may be required, and is kept as one that nobody implements.
fn extensions(reader: &mut Reader, capabilities: &Object<'_>, path: &Path<'_>) -> Vec<Extension> {
    let Some((key, value)) = reader.member(capabilities, path, "extensions") else { return Vec::new() };
    let path = path.key(key);
    match value {
        Json::Array(list) => reader
            .within(list, MAX_ENTRIES, &path)
            .iter()
            .enumerate()
            .filter_map(|(index, element)| extension(reader, element, &path.index(index)))
            .collect(),
        Json::Object(object) if has(object, "uri") => {
            let message = format!("`{key}` is an object and was read as a list of one; write `[{{…}}]`");
            reader.find(FindingCode::WrongType, &path, message);
            extension(reader, value, &path).into_iter().collect()
        }
        other => {
            reader.wrong_type(&path, key, other, "a list");
            unreadable(other, &path).into_iter().collect()
        }
    }
}

fn extension(reader: &mut Reader, element: &Json<'_>, path: &Path<'_>) -> Option<Extension> {
    match element {
        Json::Object(object) => {
            fields::check(reader, object, path, EXTENSION_FIELDS);
            if !has(object, "uri") {
                reader.missing(path, "uri", "the URI of the extension");
            }
            let uri = reader.text(object, path, "uri").map(|(_, uri)| uri.to_owned()).unwrap_or_default();
            let required = is_required(reader, object, path)
                || (uri.is_empty() && object.iter().any(|(key, value)| may_require(key, value)));
            // What has no URI and is optional can only be left out.
            (required || !uri.is_empty()).then(|| Extension { uri, required, pointer: path.into() })
        }
        Json::String(uri) => {
            reader.wrong_type(path, uri, element, "an object with `uri`");
            None
        }
        other => {
            reader.wrong_entry(path, "this extension", other, "an object with `uri`");
            unreadable(other, path)
        }
    }
}

/// What stands in place of extensions, where it can hold a requirement.
fn unreadable(value: &Json<'_>, path: &Path<'_>) -> Option<Extension> {
    let required = holds_something(value);
    required.then(|| Extension { uri: String::new(), required, pointer: path.into() })
}

/// Whether a value can hold a requirement. A text, a number or a boolean cannot.
fn holds_something(value: &Json<'_>) -> bool {
    match value {
        Json::Array(elements) => !elements.is_empty(),
        Json::Object(members) => !members.is_empty(),
        _ => false,
    }
}

/// Whether a member of what should be an extension, and has no URI, can hold a requirement.
fn may_require(key: &str, value: &Json<'_>) -> bool {
    !EXTENSION_FIELDS.contains(&key) && holds_something(value)
}

/// Whether clients must implement an extension. What is no boolean counts as a requirement, unless it plainly
/// says that it is none.
fn is_required(reader: &mut Reader, extension: &Object<'_>, path: &Path<'_>) -> bool {
    match reader.member(extension, path, "required") {
        None => false,
        Some((_, Json::Bool(required))) => *required,
        Some((key, other)) => {
            let required = !other.as_str().is_some_and(|word| word.eq_ignore_ascii_case("false"));
            reader.find(
                FindingCode::WrongType,
                &path.key(key),
                format!("`{key}` is {}, not a boolean, and was read as `{required}`", other.type_name()),
            );
            required
        }
    }
}

/// The flag for an extended agent card where earlier versions had it, at the root.
pub(super) fn moved_extended_card_flag(reader: &mut Reader, root: &Object<'_>) -> bool {
    let mut set = false;
    for (field, of) in [
        ("supportsAuthenticatedExtendedCard", "0.2 and 0.3"),
        ("supportsExtendedAgentCard", "a draft of 1.0"),
    ] {
        if let Some((key, value)) = reader.boolean(root, &Path::Root, field) {
            set |= value;
            if reader.generation != Generation::V1_0 {
                continue;
            }
            reader.find(
                FindingCode::OlderField,
                &Path::Root.key(key),
                format!(
                    "`{key}` is of {of} and was read as `capabilities.extendedAgentCard`, where 1.0 has it"
                ),
            );
        }
    }
    set
}
