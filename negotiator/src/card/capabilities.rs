//! Capabilities and the extensions that stand among them.

use super::fields::{self, CAPABILITY_FIELDS, EXTENSION_FIELDS};
use super::model::{Capabilities, Extension, Generation, PushSupport};
use super::reader::{Reader, has};
use crate::FindingCode;
use crate::json::{Json, Object};
use crate::pointer::Path;

pub(super) fn read(reader: &mut Reader, root: &Object<'_>) -> Capabilities {
    let path = &Path::Root;
    let Some((key, object)) = reader.object(root, path, "capabilities") else {
        if !has(root, "capabilities") {
            reader.missing(path, "capabilities", "an object, if an empty one");
        }
        return Capabilities { pointer: path.key("capabilities").into(), ..Capabilities::default() };
    };
    let path = path.key(key);
    fields::check(reader, object, &path, CAPABILITY_FIELDS);
    let flag =
        |reader: &mut Reader, field| reader.boolean(object, &path, field).is_some_and(|(_, value)| value);
    let streaming = flag(reader, "streaming");
    let push_notifications = push(reader, object, &path);
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
fn push(reader: &mut Reader, capabilities: &Object<'_>, path: &Path<'_>) -> PushSupport {
    let Some((key, value)) = reader.member(capabilities, path, "pushNotifications") else {
        return PushSupport::default();
    };
    let path = path.key(key);
    match value {
        Json::Bool(supported) => PushSupport { supported: *supported, security_scheme: None },
        Json::Object(object) => PushSupport {
            supported: reader.boolean(object, &path, "supported").is_some_and(|(_, supported)| supported),
            security_scheme: reader.text(object, &path, "securityScheme").map(|(_, name)| name.to_owned()),
        },
        other => {
            reader.wrong_type(&path, key, other, "a boolean");
            PushSupport::default()
        }
    }
}

fn extensions(reader: &mut Reader, capabilities: &Object<'_>, path: &Path<'_>) -> Vec<Extension> {
    let Some((key, list)) = reader.list(capabilities, path, "extensions") else {
        return Vec::new();
    };
    let path = path.key(key);
    let mut extensions = Vec::with_capacity(list.len());
    for (index, element) in list.iter().enumerate() {
        let path = path.index(index);
        let (uri, required) = match element {
            Json::Object(object) => {
                fields::check(reader, object, &path, EXTENSION_FIELDS);
                let uri = reader.text(object, &path, "uri").map(|(_, uri)| uri.to_owned());
                let required =
                    reader.boolean(object, &path, "required").is_some_and(|(_, required)| required);
                (uri, required)
            }
            // A bare URI cannot say more than that the extension is there.
            Json::String(uri) => {
                reader.wrong_type(&path, uri, element, "an object with `uri`");
                (None, false)
            }
            other => {
                reader.wrong_entry(&path, "this extension", other, "an object with `uri`");
                (None, false)
            }
        };
        match uri {
            Some(uri) => extensions.push(Extension { uri, required, pointer: path.into() }),
            None if element.as_object().is_some_and(|object| !has(object, "uri")) => {
                reader.missing(&path, "uri", "the URI of the extension");
            }
            None => {}
        }
    }
    extensions
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
