//! Payment documents of the time of 0.3, told apart from what 1.0 says. An extension is
//! an extension: this only points out words that do not work any more.

use super::model::Interface;
use super::reader::Reader;
use crate::json::{Json, Object};
use crate::pointer::Path;
use crate::{FindingCode, Version};

/// Words of 0.3 that stand in the documents of payment extensions, with what 1.0 says.
pub(crate) const OLDER_WORDS: [(&str, &str); 2] =
    [("X-A2A-Extensions", "A2A-Extensions"), ("input-required", "TASK_STATE_INPUT_REQUIRED")];

/// What the names of payment data start with; the URI of the extension that gives it a meaning contains it too.
pub(crate) const FAMILIES: [&str; 2] = ["x402", "ap2"];

/// Looks through the descriptions of the card and of its skills, and through its extensions.
pub(super) fn find_older_words(reader: &mut Reader, root: &Object<'_>, interfaces: &[Interface]) {
    let speaks_1_0 = |interface: &Interface| interface.protocol_version.is_some_and(Version::is_1_0_or_later);
    if !reader.is_asked() || !interfaces.iter().any(speaks_1_0) {
        return;
    }
    let path = &Path::Root;
    look_at(reader, root.get("description"), &path.key("description"));
    if let Some(skills) = root.get("skills").and_then(Json::as_array) {
        let path = path.key("skills");
        for (index, skill) in skills.iter().enumerate() {
            let description = skill.as_object().and_then(|skill| skill.get("description"));
            look_at(reader, description, &path.index(index).key("description"));
        }
    }
    let capabilities = root.get("capabilities").and_then(Json::as_object);
    let extensions = capabilities.and_then(|capabilities| capabilities.get("extensions"));
    look_at(reader, extensions, &path.key("capabilities").key("extensions"));
}

fn look_at(reader: &mut Reader, json: Option<&Json<'_>>, path: &Path<'_>) {
    match json {
        Some(Json::String(text)) => {
            for (older, newer) in OLDER_WORDS.iter().filter(|(older, _)| text.contains(older)) {
                reader.find(
                    FindingCode::PaymentVocabulary,
                    path,
                    format!(
                        "`{older}` is of 0.3, and this card has an interface of 1.0, where it is `{newer}`"
                    ),
                );
            }
        }
        Some(Json::Array(elements)) => {
            for (index, element) in elements.iter().enumerate() {
                look_at(reader, Some(element), &path.index(index));
            }
        }
        Some(Json::Object(object)) => {
            for (key, value) in object.iter() {
                look_at(reader, Some(value), &path.key(key));
            }
        }
        _ => {}
    }
}
