//! Reading our own documents (profile, intent, options) from JSON: strict about shapes, with the place of
//! what is wrong, and with the fields that nobody asked for.

use crate::error::{InputError, InputErrorCode};
use crate::json::{self, Json, Object};
use crate::limits::MAX_ENTRIES;
use crate::locate::locate;
use crate::map::Map;
use crate::pointer::{Path, Pointer};
use crate::words::{list_all, quote};
use crate::{Version, similar};

/// A value of the wrong shape.
struct WrongShape {
    code: InputErrorCode,
    pointer: Pointer,
    problem: String,
    help: String,
}

impl WrongShape {
    /// What is said of a value that is wrong without a word about it.
    fn nothing() -> Self {
        Self {
            code: InputErrorCode::WrongShape,
            pointer: Pointer::root(),
            problem: String::new(),
            help: String::new(),
        }
    }
}

/// A field that a document has and its type does not.
pub(crate) struct UnknownField {
    pub(crate) pointer: Pointer,
    pub(crate) name: String,
    /// The field that is likely meant.
    pub(crate) meant: Option<&'static str>,
}

/// What is wrong with a document, noted while it is read.
#[derive(Default)]
pub(crate) struct Mistakes {
    unknown: Vec<UnknownField>,
    /// The first value of the wrong shape, which keeps the document from being read.
    wrong: Option<WrongShape>,
}

impl Mistakes {
    /// Notes what is wrong and what to do about it.
    pub(crate) fn wrong(&mut self, path: &Path<'_>, problem: String, help: String) {
        self.mistake(InputErrorCode::WrongShape, path, problem, help);
    }

    fn mistake(&mut self, code: InputErrorCode, path: &Path<'_>, problem: String, help: String) {
        if self.wrong.is_none() {
            self.wrong = Some(WrongShape { code, pointer: path.into(), problem, help });
        }
    }

    /// Notes a list or an object with more entries than are read.
    fn too_many(&mut self, path: &Path<'_>, count: usize, most: usize) {
        let problem = format!("it has {count} entries, and at most {most} are read");
        self.mistake(InputErrorCode::TooMany, path, problem, "leave out what is not needed".into());
    }

    /// Notes what was found and what was expected.
    pub(crate) fn expected(&mut self, json: &Json<'_>, path: &Path<'_>, what: &str) {
        self.wrong(path, found(json, what), ["give ", what].concat());
    }

    /// Notes a word that is none of those that are expected, and the one that is likely meant.
    pub(crate) fn not_among(
        &mut self,
        json: &Json<'_>,
        path: &Path<'_>,
        words: &[&'static str],
        meant: Option<&'static str>,
    ) {
        let meant = meant.or_else(|| similar::nearest(json.as_str()?, words.iter().copied()));
        // All of them: whoever reads this has no other place that lists them.
        let all = list_all(words, "or");
        match meant {
            Some(meant) => {
                let problem = [&found(json, &all), "; did you mean `", meant, "`?"].concat();
                self.wrong(path, problem, ["write `", meant, "`, if that is meant"].concat());
            }
            None => self.expected(json, path, &all),
        }
    }
}

fn found(json: &Json<'_>, what: &str) -> String {
    let found = json.as_str().map_or_else(|| json.type_name().to_owned(), quote);
    ["found ", &found, ", expected ", what].concat()
}

/// A type that is read from JSON.
pub(crate) trait FromJson: Sized {
    /// The most entries of a list or an object of such values.
    const MOST: usize = MAX_ENTRIES;

    /// The value, or `None` where it has the wrong shape, which is then among the mistakes.
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self>;
}

/// Reads a document, and returns the fields that its type does not have.
pub(crate) fn read<T: FromJson>(text: &str, what: &str) -> Result<(T, Vec<UnknownField>), InputError> {
    take(&json::parse(text, what)?.root, text, what)
}

fn take<T: FromJson>(root: &Json<'_>, text: &str, what: &str) -> Result<(T, Vec<UnknownField>), InputError> {
    let mut mistakes = Mistakes::default();
    let value = T::from_json(root, &Path::Root, &mut mistakes);
    match (value, mistakes.wrong) {
        (Some(value), None) => Ok((value, mistakes.unknown)),
        (_, wrong) => Err(wrong_shape(text, what, wrong.unwrap_or_else(WrongShape::nothing))),
    }
}

/// Reads a document that must not have fields beyond those of its type.
pub(crate) fn read_strictly<T: FromJson>(text: &str, what: &str) -> Result<T, InputError> {
    let document = json::parse(text, what)?;
    let (value, unknown) = take(&document.root, text, what)?;
    if document.has_duplicates {
        let problem = "a key stands in it twice, and readers take the one value or the other".to_owned();
        let wrong = WrongShape { problem, help: "leave one of them out".to_owned(), ..WrongShape::nothing() };
        return Err(wrong_shape(text, what, wrong));
    }
    refuse_unknown(unknown, text, what).map(|()| value)
}

/// The same for a document that holds what a server has said.
pub(crate) fn read_received<T: FromJson>(text: &str, what: &str) -> Result<T, InputError> {
    let (value, unknown) = take(&json::parse_received(text, what)?, text, what)?;
    refuse_unknown(unknown, text, what).map(|()| value)
}

fn refuse_unknown(unknown: Vec<UnknownField>, text: &str, what: &str) -> Result<(), InputError> {
    match unknown.into_iter().next() {
        None => Ok(()),
        Some(UnknownField { pointer, name, meant }) => {
            let name = quote(&name);
            let problem = format!("there is no field {name}");
            let (problem, help) = match meant {
                Some(meant) => (
                    [&problem, "; did you mean `", meant, "`?"].concat(),
                    ["write `", meant, "`, if that is meant"].concat(),
                ),
                None => (problem, "leave it out".to_owned()),
            };
            Err(wrong_shape(
                text,
                what,
                WrongShape { code: InputErrorCode::WrongShape, pointer, problem, help },
            ))
        }
    }
}

fn wrong_shape(text: &str, what: &str, wrong: WrongShape) -> InputError {
    let WrongShape { code, pointer, problem, help } = wrong;
    let place = if pointer.as_str().is_empty() {
        what.to_owned()
    } else {
        [&quote(pointer.as_str()), " of ", what].concat()
    };
    let is_wrong = if code == InputErrorCode::TooMany { " is too long: " } else { " has the wrong shape: " };
    InputError {
        code,
        message: [&place, is_wrong, &problem].concat(),
        help,
        position: locate(text, pointer.as_str()).map(|found| found.start),
        pointer: Some(pointer),
    }
}

/// An object that is read field by field. Of what is left over at the end, nobody asked for it.
pub(crate) struct Fields<'j, 't, 'p, 'm> {
    object: &'j Object<'t>,
    path: &'p Path<'p>,
    mistakes: &'m mut Mistakes,
    asked: Vec<&'static str>,
}

impl<'j, 't, 'p, 'm> Fields<'j, 't, 'p, 'm> {
    pub(crate) fn of(json: &'j Json<'t>, path: &'p Path<'p>, mistakes: &'m mut Mistakes) -> Option<Self> {
        let Json::Object(object) = json else {
            mistakes.expected(json, path, "an object");
            return None;
        };
        Some(Self { object, path, mistakes, asked: Vec::new() })
    }

    /// The value of a field that is there and not `null`.
    pub(crate) fn value(&mut self, name: &'static str) -> Option<&'j Json<'t>> {
        self.asked.push(name);
        self.object.get(name).filter(|json| !json.is_null())
    }

    /// A field that may be left out, or be `null`.
    pub(crate) fn optional<T: FromJson>(&mut self, name: &'static str) -> Option<T> {
        let json = self.value(name)?;
        T::from_json(json, &self.path.key(name), self.mistakes)
    }

    /// A field that may be left out, but not be `null`.
    pub(crate) fn not_null<T: FromJson>(&mut self, name: &'static str) -> Option<T> {
        let json = self.any(name)?;
        T::from_json(json, &self.path.key(name), self.mistakes)
    }

    /// A field of any shape, `null` included.
    pub(crate) fn any(&mut self, name: &'static str) -> Option<&'j Json<'t>> {
        self.asked.push(name);
        self.object.get(name)
    }

    /// Checks fields that may be left out or be `null`, and says how many are there.
    pub(crate) fn check(&mut self, fields: &[(&'static str, Check)]) -> usize {
        let mut found = 0;
        for (name, check) in fields {
            if let Some(json) = self.value(name) {
                check(json, &self.path.key(name), self.mistakes);
                found += 1;
            }
        }
        found
    }

    /// Sets what has a default, where the field is there.
    pub(crate) fn set<T: FromJson>(&mut self, name: &'static str, value: &mut T) {
        if let Some(found) = self.optional(name) {
            *value = found;
        }
    }

    /// A field that must be there.
    pub(crate) fn required<T: FromJson>(&mut self, name: &'static str) -> Option<T> {
        let value = self.optional(name);
        if value.is_none() {
            let problem = ["`", name, "` is missing"].concat();
            self.mistakes.wrong(self.path, problem, ["add `", name, "`"].concat());
        }
        value
    }

    /// Notes the fields that were not asked for.
    pub(crate) fn end(self) {
        for (name, _) in self.object.iter().filter(|(name, _)| !self.asked.contains(name)) {
            self.mistakes.unknown.push(UnknownField {
                pointer: self.path.key(name).into(),
                name: name.to_owned(),
                meant: similar::nearest(name, self.asked.iter().copied()),
            });
        }
    }
}

/// A check of a value that is kept as it is.
pub(crate) type Check = fn(&Json<'_>, &Path<'_>, &mut Mistakes);

pub(crate) fn check_text(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) {
    if json.as_str().is_none() {
        mistakes.expected(json, path, "a string");
    }
}

pub(crate) fn check_texts(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) {
    if !json.as_array().is_some_and(|texts| texts.iter().all(|text| text.as_str().is_some())) {
        mistakes.expected(json, path, "a list of strings");
    }
}

pub(crate) fn check_object(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) {
    if json.as_object().is_none() {
        mistakes.expected(json, path, "an object");
    }
}

/// One of a few words.
pub(crate) fn one_of<T: Copy>(
    json: &Json<'_>,
    path: &Path<'_>,
    mistakes: &mut Mistakes,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Option<T> {
    let words: Vec<&'static str> = all.iter().map(|value| name(*value)).collect();
    all.get(index_of(json, path, mistakes, &words)?).copied()
}

/// Which of a few words. Apart from what differs by type, since that would make all of it a function for each.
fn index_of(
    json: &Json<'_>,
    path: &Path<'_>,
    mistakes: &mut Mistakes,
    words: &[&'static str],
) -> Option<usize> {
    let found = json.as_str().and_then(|text| words.iter().position(|word| *word == text));
    if found.is_none() {
        mistakes.not_among(json, path, words, None);
    }
    found
}

impl FromJson for String {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let text = json.as_str();
        if text.is_none() {
            mistakes.expected(json, path, "a string");
        }
        text.map(str::to_owned)
    }
}

impl FromJson for bool {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let value = json.as_bool();
        if value.is_none() {
            mistakes.expected(json, path, "`true` or `false`");
        }
        value
    }
}

impl FromJson for Version {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let version = json.as_str().and_then(|text| text.parse().ok());
        if version.is_none() {
            mistakes.expected(json, path, "a version as `Major.Minor` in quotes, such as `\"1.0\"`");
        }
        version
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        T::from_json(json, path, mistakes).map(Some)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let Json::Array(elements) = json else {
            mistakes.expected(json, path, "a list");
            return None;
        };
        if elements.len() > T::MOST {
            mistakes.too_many(path, elements.len(), T::MOST);
            return None;
        }
        let mut list = Self::new();
        for (index, element) in elements.iter().enumerate() {
            list.push(T::from_json(element, &path.index(index), mistakes)?);
        }
        Some(list)
    }
}

impl<T: FromJson> FromJson for Map<T> {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let Json::Object(object) = json else {
            mistakes.expected(json, path, "an object");
            return None;
        };
        let count = object.iter().count();
        if count > T::MOST {
            mistakes.too_many(path, count, T::MOST);
            return None;
        }
        let mut map = Self::new();
        for (key, value) in object.iter() {
            map.insert(key.to_owned(), T::from_json(value, &path.key(key), mistakes)?);
        }
        Some(map)
    }
}
