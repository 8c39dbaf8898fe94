//! Reading our own documents (profile, intent, options) from JSON: strict about shapes, with the place of
//! what is wrong, and with the fields that nobody asked for.

use std::collections::BTreeMap;

use crate::error::{InputError, InputErrorCode};
use crate::json::{self, Json, Object};
use crate::locate::locate;
use crate::pointer::{Path, Pointer};
use crate::words::{list, quote};
use crate::{Version, similar};

/// A value of the wrong shape.
pub(crate) struct WrongShape {
    pointer: Pointer,
    problem: String,
}

/// A field that a document has and its type does not.
pub(crate) struct UnknownField {
    pub(crate) pointer: Pointer,
    pub(crate) name: String,
    /// The field that is likely meant.
    pub(crate) meant: Option<&'static str>,
}

/// A type that is read from JSON.
pub(crate) trait FromJson: Sized {
    fn from_json(
        json: &Json<'_>,
        path: &Path<'_>,
        unknown: &mut Vec<UnknownField>,
    ) -> Result<Self, WrongShape>;
}

/// Reads a document, and returns the fields that its type does not have.
pub(crate) fn read<T: FromJson>(text: &str, what: &str) -> Result<(T, Vec<UnknownField>), InputError> {
    let document = json::parse(text, what)?;
    let mut unknown = Vec::new();
    let value = T::from_json(&document.root, &Path::Root, &mut unknown)
        .map_err(|WrongShape { pointer, problem }| wrong_shape(text, what, pointer, &problem))?;
    Ok((value, unknown))
}

/// Reads a document that must not have fields beyond those of its type.
pub(crate) fn read_strictly<T: FromJson>(text: &str, what: &str) -> Result<T, InputError> {
    let (value, unknown) = read(text, what)?;
    match unknown.into_iter().next() {
        None => Ok(value),
        Some(UnknownField { pointer, name, meant }) => {
            let name = quote(&name);
            let problem = match meant {
                Some(meant) => format!("there is no field {name}; did you mean `{meant}`?"),
                None => format!("there is no field {name}"),
            };
            Err(wrong_shape(text, what, pointer, &problem))
        }
    }
}

fn wrong_shape(text: &str, what: &str, pointer: Pointer, problem: &str) -> InputError {
    let place = if pointer.as_str().is_empty() { what.to_owned() } else { format!("`{pointer}` of {what}") };
    InputError {
        code: InputErrorCode::WrongShape,
        message: format!("{place} has the wrong shape: {problem}"),
        help: "compare it with the documentation of that field".into(),
        position: locate(text, pointer.as_str()).map(|found| found.start),
        pointer: Some(pointer),
    }
}

/// An error that says what was found and what was expected.
pub(crate) fn expected<T>(json: &Json<'_>, path: &Path<'_>, what: &str) -> Result<T, WrongShape> {
    let found = json.as_str().map_or_else(|| json.type_name().to_owned(), quote);
    Err(WrongShape { pointer: path.into(), problem: format!("found {found}, expected {what}") })
}

/// An object that is read field by field. Of what is left over at the end, nobody asked for it.
pub(crate) struct Fields<'j, 't, 'p> {
    object: &'j Object<'t>,
    path: &'p Path<'p>,
    asked: Vec<&'static str>,
}

impl<'j, 't, 'p> Fields<'j, 't, 'p> {
    pub(crate) fn of(json: &'j Json<'t>, path: &'p Path<'p>) -> Result<Self, WrongShape> {
        match json {
            Json::Object(object) => Ok(Self { object, path, asked: Vec::new() }),
            other => expected(other, path, "an object"),
        }
    }

    /// A field that may be left out, or be `null`.
    pub(crate) fn optional<T: FromJson>(
        &mut self,
        name: &'static str,
        unknown: &mut Vec<UnknownField>,
    ) -> Result<Option<T>, WrongShape> {
        self.asked.push(name);
        match self.object.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(json) => T::from_json(json, &self.path.key(name), unknown).map(Some),
        }
    }

    /// A field that must be there.
    pub(crate) fn required<T: FromJson>(
        &mut self,
        name: &'static str,
        unknown: &mut Vec<UnknownField>,
    ) -> Result<T, WrongShape> {
        self.optional(name, unknown)?
            .ok_or_else(|| WrongShape { pointer: self.path.into(), problem: format!("`{name}` is missing") })
    }

    /// Reports the fields that were not asked for.
    pub(crate) fn end(self, unknown: &mut Vec<UnknownField>) {
        for (name, _) in self.object.iter().filter(|(name, _)| !self.asked.contains(name)) {
            unknown.push(UnknownField {
                pointer: self.path.key(name).into(),
                name: name.to_owned(),
                meant: similar::nearest(name, self.asked.iter().copied()),
            });
        }
    }
}

/// One of a few words.
pub(crate) fn one_of<T: Copy>(
    json: &Json<'_>,
    path: &Path<'_>,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, WrongShape> {
    let found = json.as_str().and_then(|text| all.iter().copied().find(|value| name(*value) == text));
    match found {
        Some(value) => Ok(value),
        None => expected(json, path, &list(all.iter().map(|value| name(*value)), "or")),
    }
}

impl FromJson for String {
    fn from_json(json: &Json<'_>, path: &Path<'_>, _: &mut Vec<UnknownField>) -> Result<Self, WrongShape> {
        match json {
            Json::String(text) => Ok(text.clone().into_owned()),
            other => expected(other, path, "a string"),
        }
    }
}

impl FromJson for bool {
    fn from_json(json: &Json<'_>, path: &Path<'_>, _: &mut Vec<UnknownField>) -> Result<Self, WrongShape> {
        match json {
            Json::Bool(value) => Ok(*value),
            other => expected(other, path, "`true` or `false`"),
        }
    }
}

impl FromJson for Version {
    fn from_json(json: &Json<'_>, path: &Path<'_>, _: &mut Vec<UnknownField>) -> Result<Self, WrongShape> {
        match json.as_str().and_then(|text| text.parse().ok()) {
            Some(version) => Ok(version),
            None => expected(json, path, "a version as `Major.Minor`, such as `1.0`"),
        }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(
        json: &Json<'_>,
        path: &Path<'_>,
        unknown: &mut Vec<UnknownField>,
    ) -> Result<Self, WrongShape> {
        match json {
            Json::Array(elements) => elements
                .iter()
                .enumerate()
                .map(|(index, element)| T::from_json(element, &path.index(index), unknown))
                .collect(),
            other => expected(other, path, "a list"),
        }
    }
}

impl<T: FromJson> FromJson for BTreeMap<String, T> {
    fn from_json(
        json: &Json<'_>,
        path: &Path<'_>,
        unknown: &mut Vec<UnknownField>,
    ) -> Result<Self, WrongShape> {
        match json {
            Json::Object(object) => {
                let mut map = Self::new();
                for (key, value) in object.iter() {
                    map.insert(key.to_owned(), T::from_json(value, &path.key(key), unknown)?);
                }
                Ok(map)
            }
            other => expected(other, path, "an object"),
        }
    }
}
