//! The message that is sent: read in the shape of 1.0, and written in that of the plan's version.

use crate::json::{Json, Object};
use crate::pointer::Path;
use crate::shape::{Check, Fields, FromJson, Mistakes, check_object, check_text, check_texts};

use super::Shape;
use super::body::put;

/// A message in the shape of 1.0.
pub(super) struct Message(pub(super) Object<'static>);

const FIELDS: [(&str, Check); 8] = [
    ("messageId", check_text),
    ("role", check_role),
    ("parts", check_parts),
    ("contextId", check_text),
    ("taskId", check_text),
    ("referenceTaskIds", check_texts),
    ("metadata", check_object),
    ("extensions", check_texts),
];

/// The fields of a part's content, of which it has exactly one.
const CONTENTS: [(&str, Check); 3] = [("text", check_text), ("raw", check_text), ("url", check_text)];

/// Its other fields.
const PART_FIELDS: [(&str, Check); 3] =
    [("metadata", check_object), ("mediaType", check_text), ("filename", check_text)];

/// Who speaks, in 1.0 and the proto file of 0.3, and over JSON-RPC in 0.3.
const ROLES: [(&str, &str); 2] = [("ROLE_USER", "user"), ("ROLE_AGENT", "agent")];

impl FromJson for Message {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        fields.check(&FIELDS);
        fields.end();
        json.as_object().map(|object| Self(object.clone().into_owned()))
    }
}

fn check_role(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) {
    if !ROLES.iter().any(|(role, _)| json.as_str() == Some(role)) {
        let meant = ROLES.iter().find(|(_, older)| json.as_str() == Some(older));
        match meant {
            Some((role, older)) => mistakes.wrong(
                path,
                ["found `", older, "`, which is that of 0.3"].concat(),
                ["write `", role, "`: a message is given in the shape of 1.0, whatever the plan's version"]
                    .concat(),
            ),
            None => mistakes.expected(json, path, "`ROLE_USER` or `ROLE_AGENT`"),
        }
    }
}

fn check_parts(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) {
    let Some(parts) = json.as_array() else { return mistakes.expected(json, path, "a list") };
    for (index, part) in parts.iter().enumerate() {
        let path = &path.index(index);
        let Some(mut fields) = Fields::of(part, path, mistakes) else { return };
        // Only data may be `null`.
        let contents = fields.check(&CONTENTS) + usize::from(fields.any("data").is_some());
        fields.check(&PART_FIELDS);
        fields.end();
        if contents != 1 {
            mistakes.expected(part, path, "a part with exactly one of `text`, `raw`, `url` and `data`");
        }
    }
}

impl Message {
    pub(super) fn text(&self, field: &str) -> &str {
        self.0.get(field).and_then(Json::as_str).unwrap_or_default()
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &Object<'static>> {
        self.0.get("parts").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_object)
    }

    /// The message as it goes out.
    pub(super) fn write(&self, shape: Shape) -> Object<'static> {
        let mut object = Object::new();
        if shape == Shape::V0_3 {
            put(&mut object, "kind", "message".into());
        }
        let known = ROLES.iter().find(|(role, _)| *role == self.text("role"));
        let (role, older_role) = known.unwrap_or(&ROLES[0]);
        put(&mut object, "role", (*if shape == Shape::V0_3 { older_role } else { role }).into());
        for (key, _) in FIELDS {
            let Some(value) = self.0.get(key).filter(|value| !value.is_null()) else { continue };
            match key {
                "role" => {}
                "parts" => {
                    let parts: Vec<Json<'_>> =
                        self.parts().map(|part| write_part(part, shape).into()).collect();
                    let key = if shape == Shape::Proto0_3 { "content" } else { "parts" };
                    put(&mut object, key, parts.into());
                }
                // The proto file of 0.3 has no such field, and servers refuse what it does not have.
                "referenceTaskIds" if shape == Shape::Proto0_3 => {}
                _ => put(&mut object, key, value.clone()),
            }
        }
        object
    }
}

/// Whether the content of a part has to be wrapped, since data is an object before 1.0.
pub(super) fn is_wrapped(part: &Object<'_>, shape: Shape) -> bool {
    shape != Shape::V1_0 && part.get("data").is_some_and(|data| data.as_object().is_none())
}

fn write_part(part: &Object<'static>, shape: Shape) -> Object<'static> {
    let mut object = Object::new();
    let is_proto = shape == Shape::Proto0_3;
    let mut file = Object::new();
    for (key, value) in part.iter().filter(|(key, value)| *key == "data" || !value.is_null()) {
        let value = value.clone();
        // The name in a file over JSON-RPC in 0.3, and in its proto file; empty for what is in no file.
        let (older, proto) = match key {
            "raw" => ("bytes", "fileWithBytes"),
            "url" => ("uri", "fileWithUri"),
            "mediaType" => ("mimeType", "mimeType"),
            "filename" => ("name", "name"),
            _ => ("", ""),
        };
        match key {
            _ if shape == Shape::V1_0 => object.insert(key.to_owned(), value),
            "data" => {
                let mut data = value;
                if is_wrapped(part, shape) {
                    data = wrap("value", data);
                }
                put(&mut object, "data", if is_proto { wrap("data", data) } else { data });
            }
            _ if older.is_empty() => object.insert(key.to_owned(), value),
            _ => put(&mut file, if is_proto { proto } else { older }, value),
        }
    }
    if shape == Shape::V1_0 {
        return object;
    }
    let kind = ["text", "data"].into_iter().find(|kind| part.get(kind).is_some()).unwrap_or("file");
    if !is_proto {
        put(&mut object, "kind", kind.into());
    }
    if kind == "file" {
        put(&mut object, "file", file.into());
    }
    if is_wrapped(part, shape) {
        // The mark of the official SDKs, by which they take the value out again.
        let mut metadata = part.get("metadata").and_then(Json::as_object).cloned().unwrap_or_default();
        put(&mut metadata, "data_part_compat", true.into());
        put(&mut object, "metadata", metadata.into());
    }
    object
}

/// An object with one member.
pub(super) fn wrap(key: &'static str, value: Json<'static>) -> Json<'static> {
    let mut object = Object::new();
    put(&mut object, key, value);
    object.into()
}
