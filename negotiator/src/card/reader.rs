//! The reader's entry, what is common to all parts of a card, and the order of reading.

use std::borrow::Cow;

use super::model::{AgentCard, CardReading, Generation};
use super::schemes::Defined;
use super::spelling::{either_case, has, other_spelling};
use super::{capabilities, fields, interfaces, not_a_card, payments, requirements, schemes, skills};
use crate::error::{InputError, InputErrorCode};
use crate::finding::Findings;
use crate::json::{self, Json, Object};
use crate::pointer::Path;
use crate::words::quote;
use crate::{FindingCode, Pointer, Target, url};

/// Reads an agent card of any generation from JSON text.
///
/// A JSON document that is no card is not an error: `card` is then `None`, and a finding says what the
/// document looks like.
///
/// # Errors
/// When the text is not JSON, or is past one of the [limits](crate::limits).
pub fn read_card(text: &str) -> Result<CardReading, InputError> {
    read_from(text, Path::Root, None)
}

/// Reads of an agent card what decides on a call of a skill, or of none, for whoever asks neither where that stands
/// nor what is odd: there are no findings, all pointers are empty, and other skills are left out.
pub(crate) fn read_to_decide(text: &str, skill: Option<&str>) -> Result<CardReading, InputError> {
    read_from(text, Path::Nowhere, skill)
}

fn read_from(text: &str, root: Path<'static>, skill: Option<&str>) -> Result<CardReading, InputError> {
    let document = json::parse(text, "the card")?;
    let mut reader = Reader {
        findings: Findings::about(Target::Card),
        generation: Generation::V1_0,
        too_many: None,
        root,
    };
    if document.byte_order_mark {
        reader.find(
            FindingCode::ByteOrderMark,
            &Path::Root,
            "the text starts with a byte-order mark, which some JSON parsers refuse; it was skipped",
        );
    }
    if document.has_duplicates && reader.is_asked() {
        reader.find_duplicate_keys(&document.root, &Path::Root);
    }
    let mut inside = None;
    let card = match document.root.as_object().filter(|root| not_a_card::is_card(root)) {
        Some(root) => Some(reader.card(root, skill)),
        None if reader.is_asked() => {
            let (message, found) = not_a_card::describe(&document.root);
            inside = found;
            reader.find(FindingCode::NotACard, &Path::Root, message);
            None
        }
        None => None,
    };
    if let Some(error) = reader.too_many {
        return Err(error);
    }
    let (card, generation) = card.unzip();
    let source = if reader.is_asked() { text.to_owned() } else { String::new() };
    Ok(CardReading { card, generation, findings: reader.findings.end(), source, inside })
}

/// Collects findings while a card is read.
pub(super) struct Reader {
    findings: Findings,
    /// Why the card is not read after all: a list that is past the limits.
    too_many: Option<InputError>,
    /// Whose shape the card has. Known once the interfaces are read.
    pub(super) generation: Generation,
    /// The path of the card itself, which leads nowhere where nobody asks.
    root: Path<'static>,
}

impl Reader {
    /// Whether anybody asks what is odd, and where.
    pub(super) const fn is_asked(&self) -> bool {
        !matches!(self.root, Path::Nowhere)
    }

    pub(super) const fn root(&self) -> Path<'static> {
        self.root
    }

    pub(super) fn find(&mut self, code: FindingCode, path: &Path<'_>, message: impl Into<String>) {
        if self.is_asked() {
            self.findings.add(code, path, message);
        }
    }

    /// Whether a finding of a kind would be listed, so that it is worth its words.
    pub(super) fn has_room_for(&self, code: FindingCode) -> bool {
        self.is_asked() && self.findings.has_room_for(code)
    }

    /// A finding about a field by whose name another is most likely meant.
    pub(super) fn find_meant(&mut self, path: &Path<'_>, message: String, meant: &'static str) {
        self.findings.add_meant(FindingCode::UnknownField, path, message, Some(meant));
    }

    /// A finding at a place that is known as a pointer.
    pub(super) fn find_at(&mut self, code: FindingCode, pointer: &Pointer, message: String) {
        if self.is_asked() {
            self.findings.add(code, pointer.clone(), message);
        }
    }

    /// A URL at which a client gets or renews what it presents.
    pub(super) fn address(
        &mut self,
        object: &Object<'_>,
        path: &Path<'_>,
        field: &'static str,
    ) -> Option<String> {
        // Writers of Protocol Buffers' JSON write what is not set as an empty string.
        let (key, url) = self.text(object, path, field).filter(|(_, url)| !url.is_empty())?;
        self.look_at_place(url, Some(""), &path.key(key));
        Some(url.to_owned())
    }

    /// Tells why nobody can call a URL with a binding, or what there is to know of the place that it leads to.
    pub(super) fn look_at_place(&mut self, url: &str, binding: Option<&str>, path: &Path<'_>) {
        if !self.is_asked() {
            return;
        }
        let problem =
            url::problem_for_anyone(url, binding).map(|what| (FindingCode::UnusableUrl, what.into()));
        let caution = || url::caution(url).map(|(code, what)| (code, Cow::Borrowed(what)));
        if let Some((code, what)) = problem.or_else(caution) {
            self.find(code, path, [&quote(url), " ", &*what].concat());
        }
    }

    /// A list as it is read: none of it where it is past the limits, which refuses the whole card.
    pub(super) fn within<'l, T>(&mut self, list: &'l [T], limit: usize, path: &Path<'_>) -> &'l [T] {
        if list.len() <= limit {
            return list;
        }
        self.refuse(list.len(), limit, path);
        &[]
    }

    /// Refuses the whole card for so many entries.
    pub(super) fn refuse(&mut self, count: usize, limit: usize, path: &Path<'_>) {
        let pointer = path.pointer();
        self.too_many.get_or_insert_with(|| InputError {
            code: InputErrorCode::TooMany,
            message: format!(
                "the card has {count} entries at {}, and at most {limit} are read",
                quote(pointer.as_str())
            ),
            help: "split the agent, or list what a client chooses from and leave the rest to the extended agent card".into(),
            position: None,
            pointer: Some(pointer),
        });
    }

    fn card(&mut self, root: &Object<'_>, skill: Option<&str>) -> (AgentCard, Generation) {
        let path = &self.root();
        fields::check_root(self, root);
        let text = |reader: &mut Self, field| reader.text(root, path, field).map(|(_, text)| text.to_owned());
        let name = text(self, "name");
        let description = text(self, "description");
        let version = text(self, "version");
        for (field, value) in [("name", &name), ("description", &description), ("version", &version)] {
            if value.is_none() && !has(root, field) {
                self.missing(path, field, "a text");
            }
        }
        let interfaces = interfaces::read(self, root);
        self.generation = interfaces.generation;
        payments::find_older_words(self, root, &interfaces.list);
        let security_schemes = schemes::read(self, root);
        let defined = Defined::of(&security_schemes);
        let mut capabilities = capabilities::read(self, root, &defined);
        capabilities.extended_agent_card |= capabilities::moved_extended_card_flag(self, root);
        let security_requirements = requirements::read_for_card(self, root, &defined);
        let (default_input_modes, default_output_modes) =
            (self.default_modes(root, "defaultInputModes"), self.default_modes(root, "defaultOutputModes"));
        let resubscribe_only_output_modes = self.modes(root, path, "resubscribeOnlyOutputModes");
        let skills = skills::read(self, root, (&defined, &security_requirements), skill);
        fields::check_provider(self, root);
        let signatures = self.list(root, path, "signatures").map_or(0, |(_, signatures)| signatures.len());
        if signatures > 0 {
            self.find(
                FindingCode::SignatureNotVerified,
                &path.key("signatures"),
                "the card is signed; reading it does not verify the signatures",
            );
        }
        let card = AgentCard {
            name,
            description,
            version,
            protocol_version: interfaces.root_version,
            supported_interfaces: interfaces.list,
            capabilities,
            security_schemes,
            security_requirements,
            default_input_modes,
            default_output_modes,
            resubscribe_only_output_modes,
            skills,
            signatures,
        };
        requirements::find_unrequired(self, root, &card);
        (card, interfaces.generation)
    }

    fn find_duplicate_keys(&mut self, json: &Json<'_>, path: &Path<'_>) {
        match json {
            Json::Object(object) => {
                for key in object.duplicates() {
                    self.find(
                        FindingCode::DuplicateKey,
                        &path.key(key),
                        format!("{} stands more than once in this object; the last value was taken, and other parsers may take the first", quote(key)),
                    );
                }
                for (key, value) in object.iter() {
                    self.find_duplicate_keys(value, &path.key(key));
                }
            }
            Json::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    self.find_duplicate_keys(element, &path.index(index));
                }
            }
            _ => {}
        }
    }

    /// A member that is there and not `null`, with the key that it was found under. Findings for
    /// `null` and for snake_case.
    pub(super) fn member<'o, 't>(
        &mut self,
        object: &'o Object<'t>,
        path: &Path<'_>,
        field: &'static str,
    ) -> Option<(&'o str, &'o Json<'t>)> {
        let (key, value) = either_case(object, field)?;
        if value.is_null() {
            // At the root, all fields are looked through for it at once.
            if !matches!(path, Path::Root) {
                self.find_null(key, &path.key(key));
            }
            return None;
        }
        if self.is_asked()
            && let Some((other, _)) = other_spelling(object, field, key)
        {
            self.find(
                FindingCode::LeftoverField,
                &path.key(other),
                format!("`{other}` stands beside `{key}`, and clients read one or the other; leave one of them out"),
            );
        }
        if key != field {
            self.find(
                FindingCode::SnakeCase,
                &path.key(key),
                format!("`{key}` is written in snake_case and was read as `{field}`; many clients read only `{field}`"),
            );
        }
        Some((key, value))
    }

    pub(super) fn find_null(&mut self, key: &str, path: &Path<'_>) {
        self.find(
            FindingCode::ExplicitNull,
            path,
            format!("`{key}` is `null`, which was read as absent; leave it out"),
        );
    }

    /// A member of a type, or a finding that it has another.
    fn typed<'o, 't, T>(
        &mut self,
        object: &'o Object<'t>,
        path: &Path<'_>,
        field: &'static str,
        expected: &str,
        take: impl FnOnce(&'o Json<'t>) -> Option<T>,
    ) -> Option<(&'o str, T)> {
        let (key, value) = self.member(object, path, field)?;
        let taken = take(value);
        if taken.is_none() {
            self.wrong_type(&path.key(key), key, value, expected);
        }
        taken.map(|taken| (key, taken))
    }

    pub(super) fn wrong_type(&mut self, path: &Path<'_>, name: &str, value: &Json<'_>, expected: &str) {
        self.find(
            FindingCode::WrongType,
            path,
            [&quote(name), " is ", value.type_name(), ", not ", expected, "; it was not read"].concat(),
        );
    }

    /// The same for an entry of a list, of which there is no name.
    pub(super) fn wrong_entry(&mut self, path: &Path<'_>, what: &str, value: &Json<'_>, expected: &str) {
        self.find(
            FindingCode::WrongType,
            path,
            [what, " is ", value.type_name(), ", not ", expected, "; it was not read"].concat(),
        );
    }

    pub(super) fn missing(&mut self, path: &Path<'_>, field: &str, what: &str) {
        self.find(
            FindingCode::MissingField,
            path,
            format!("`{field}` is missing; the specification requires it, as {what}"),
        );
    }

    pub(super) fn text<'o>(
        &mut self,
        object: &'o Object<'_>,
        path: &Path<'_>,
        field: &'static str,
    ) -> Option<(&'o str, &'o str)> {
        self.typed(object, path, field, "a string", Json::as_str)
    }

    pub(super) fn boolean<'o>(
        &mut self,
        object: &'o Object<'_>,
        path: &Path<'_>,
        field: &'static str,
    ) -> Option<(&'o str, bool)> {
        self.typed(object, path, field, "a boolean", Json::as_bool)
    }

    pub(super) fn list<'o, 't>(
        &mut self,
        object: &'o Object<'t>,
        path: &Path<'_>,
        field: &'static str,
    ) -> Option<(&'o str, &'o Vec<Json<'t>>)> {
        self.typed(object, path, field, "a list", Json::as_array)
    }

    pub(super) fn object<'o, 't>(
        &mut self,
        object: &'o Object<'t>,
        path: &Path<'_>,
        field: &'static str,
    ) -> Option<(&'o str, &'o Object<'t>)> {
        self.typed(object, path, field, "an object", Json::as_object)
    }
}
