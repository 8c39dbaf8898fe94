//! Migration: a card of any generation as a clean card of 1.0, with findings for what could not be carried
//! over.

mod security;

use serde::Serialize;

use crate::card::fields::{CAPABILITY_FIELDS, EXTENSION_FIELDS, INTERFACE_FIELDS, SKILL_FIELDS};
use crate::card::{
    ASSUMED_MODE, AgentCard, Interface, Modes, RequirementScheme, Requirements, Skill, is_field, read_card,
};
use crate::error::InputError;
use crate::finding::Findings;
use crate::json::{self, Json, Object};
use crate::words::quote;
use crate::{Finding, FindingCode, Pointer, Target, media_type};

/// A card after migration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Migration {
    /// The card in the shape of 1.0; `null` when the document is no card.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Map<String, serde_json::Value>>"))]
    pub card: Option<Json<'static>>,
    /// What could not be carried over, each with the code `notCarried`; a card without such a finding
    /// negotiates to the same plans as before. Then what was changed, filled in or assumed, with other
    /// codes. For a document that is no card, what it looks like.
    pub findings: Vec<Finding>,
}

/// The fields of 1.0 in the specification's order, and what earlier generations had in their place.
const CARD_FIELDS: [&str; 14] = [
    "name",
    "description",
    "supportedInterfaces",
    "provider",
    "version",
    "documentationUrl",
    "capabilities",
    "securitySchemes",
    "securityRequirements",
    "defaultInputModes",
    "defaultOutputModes",
    "skills",
    "signatures",
    "iconUrl",
];

/// Fields of earlier generations whose content moves elsewhere.
const OLDER_FIELDS: [&str; 8] = [
    "url",
    "protocolVersion",
    "preferredTransport",
    "additionalInterfaces",
    "supportsAuthenticatedExtendedCard",
    "supportsExtendedAgentCard",
    "security",
    "authentication",
];

/// Migrates a card of any generation to a clean card of 1.0. A clean one stays as it is. An interface keeps
/// the version that it speaks: migrating a card does not teach an agent a new version.
///
/// Security that cannot be understood is left as it is, so that no card becomes open by migrating it.
///
/// # Errors
/// When the text is not JSON, or is past one of the [limits](crate::limits).
pub fn migrate_card(text: &str) -> Result<Migration, InputError> {
    let reading = read_card(text)?;
    let Some(card) = &reading.card else {
        return Ok(Migration { card: None, findings: reading.findings });
    };
    let document = json::parse(text, "the card")?;
    let mut migrator = Migrator {
        source: &document.root,
        has_duplicates: document.has_duplicates,
        findings: Findings::about(Target::Card),
    };
    let migrated = migrator.card(card);
    reading.findings.into_iter().for_each(|finding| migrator.tell_again(finding));
    Ok(Migration { card: Some(Json::Object(migrated).into_owned()), findings: migrator.findings.end() })
}

struct Migrator<'s, 't> {
    source: &'s Json<'t>,
    /// Whether a key stands twice somewhere in it, which it no longer does in what is written.
    has_duplicates: bool,
    findings: Findings,
}

impl<'t> Migrator<'_, 't> {
    fn lose(&mut self, pointer: &Pointer, message: impl Into<String>) {
        self.findings.add(FindingCode::NotCarried, pointer.clone(), message);
    }

    /// Tells of what was changed or filled in without loss.
    fn adapt(&mut self, pointer: &Pointer, message: impl Into<String>) {
        self.findings.add(FindingCode::Adapted, pointer.clone(), message);
    }

    /// Takes over what the reader found, where it tells of a value that is gone, changed, assumed or stays
    /// wrong.
    fn tell_again(&mut self, finding: Finding) {
        match finding.code {
            FindingCode::WrongType => self.lose(&finding.pointer, finding.message),
            // What a skill lacks is filled in, and what the card lacks is told already.
            FindingCode::MissingField => {
                let part = finding.pointer.tokens().next();
                if part.is_some_and(|part| part != "skills") {
                    self.lose(&finding.pointer, finding.message);
                }
            }
            // What was written in place of a word is told already.
            FindingCode::NotAMediaType if self.word_at(&finding.pointer).is_some() => {}
            FindingCode::DuplicateKey
            | FindingCode::ExplicitNull
            | FindingCode::LeftoverField
            | FindingCode::MisplacedField
            | FindingCode::ModesAssumed
            | FindingCode::NotAMediaType
            | FindingCode::SchemeDisagreement
            | FindingCode::SkillIdAssumed
            | FindingCode::UndefinedScheme
            | FindingCode::UnknownBinding
            | FindingCode::UnknownField
            | FindingCode::VersionAssumed => {
                self.findings.add(finding.code, finding.pointer, finding.message);
            }
            _ => {}
        }
    }

    /// What the word at a place means, where it is one of those for media types.
    fn word_at(&self, pointer: &Pointer) -> Option<&'static str> {
        media_type::meant_plainly(json::at(self.source, pointer)?.as_str()?)
    }

    /// The object at a place of the source; an empty one where there is none.
    fn object_at(&self, pointer: &Pointer) -> Object<'t> {
        json::at(self.source, pointer).and_then(Json::as_object).cloned().unwrap_or_default()
    }

    fn card(&mut self, card: &AgentCard) -> Object<'t> {
        let source = self.object_at(&Pointer::root());
        let known: Vec<&'static str> = CARD_FIELDS.into_iter().chain(OLDER_FIELDS).collect();
        let mut old = normalized(&source, &known);
        let mut new = Object::new();
        for field in ["name", "description", "version"] {
            if old.get(field).is_none_or(|value| value.as_str().is_none()) {
                self.lose(
                    &Pointer::root(),
                    format!("`{field}` is required in 1.0, and the card does not have it"),
                );
            }
        }
        new.insert("supportedInterfaces", self.interfaces(&card.supported_interfaces));
        new.insert("capabilities", self.capabilities(card));
        let kept = self.security(card, &old, &mut new);
        for (field, modes) in [
            ("defaultInputModes", &card.default_input_modes),
            ("defaultOutputModes", &card.default_output_modes),
        ] {
            let assumed = || vec![ASSUMED_MODE.into()].into();
            let written = if modes.modes.is_empty() { assumed() } else { self.modes(modes) };
            new.insert(field, written);
        }
        if let Some(modes) = old.get_mut("resubscribeOnlyOutputModes") {
            *modes = self.modes(&card.resubscribe_only_output_modes);
        }
        let skills: Vec<_> = card.skills.iter().map(|skill| self.skill(skill)).collect();
        new.insert("skills", skills);
        for field in OLDER_FIELDS {
            if !kept.contains(&field) {
                old.remove(field);
            }
        }
        let mut migrated = Object::new();
        for field in CARD_FIELDS {
            let before = old.remove(field);
            if let Some(value) = new.remove(field).or(before) {
                migrated.push(field, value);
            }
        }
        old.into_iter().for_each(|(key, value)| migrated.push(key, value));
        if migrated == source {
            return source;
        }
        if migrated.remove("signatures").is_some() {
            self.findings.add(
                FindingCode::SignatureDropped,
                Pointer::root().key("signatures"),
                "the signatures were left out, since they do not fit the changed card; sign it again",
            );
        }
        migrated
    }

    fn interfaces(&mut self, interfaces: &[Interface]) -> Json<'t> {
        if interfaces.is_empty() {
            self.lose(
                &Pointer::root(),
                "the card does not say where to call, which 1.0 says in `supportedInterfaces`",
            );
        }
        Json::Array(interfaces.iter().map(|interface| self.interface(interface)).collect())
    }

    fn interface(&mut self, interface: &Interface) -> Json<'t> {
        let mut object = normalized(&self.object_at(&interface.pointer), INTERFACE_FIELDS);
        let binding_field = interface.binding_pointer.tokens().last().unwrap_or_default().into_owned();
        let binding_field = INTERFACE_FIELDS.iter().find(|field| is_field(&binding_field, field)).copied();
        if let Some(field) = binding_field.filter(|field| *field != "protocolBinding") {
            object.remove(field);
        }
        object.insert("url", interface.url.clone());
        match &interface.protocol_binding {
            Some(binding) => {
                object.insert("protocolBinding", binding.clone());
            }
            None => self
                .lose(&interface.pointer, "this interface does not say its binding; add `protocolBinding`"),
        }
        match interface.protocol_version {
            Some(version) => {
                let version = version.text();
                let before = json::at(self.source, &interface.version_pointer).and_then(Json::as_str);
                if before.is_some_and(|before| before != version) {
                    self.adapt(
                        &interface.version_pointer,
                        format!(
                            "the version of an interface is `Major.Minor` in 1.0, and `{version}` was written"
                        ),
                    );
                }
                object.insert("protocolVersion", version);
            }
            None => self.lose(
                &interface.version_pointer,
                "the version of this interface is not known; write `protocolVersion`",
            ),
        }
        Json::Object(object)
    }

    fn capabilities(&mut self, card: &AgentCard) -> Json<'t> {
        let capabilities = &card.capabilities;
        let mut object = normalized(&self.object_at(&capabilities.pointer), CAPABILITY_FIELDS);
        if object.remove("stateTransitionHistory").is_some() {
            self.findings.add(
                FindingCode::RemovedField,
                capabilities.pointer.key("stateTransitionHistory"),
                "`stateTransitionHistory` was removed in 1.0, and was left out",
            );
        }
        let push = &capabilities.push_notifications;
        if let Some(found) = object.get_mut("pushNotifications") {
            let before = std::mem::replace(found, push.supported.into());
            let lost =
                before.as_object().into_iter().flat_map(Object::iter).filter(|(key, _)| *key != "supported");
            for (key, _) in lost {
                self.lose(
                    &capabilities.pointer,
                    format!("{} of push notifications has no place in 1.0, and was left out", quote(key)),
                );
            }
        }
        if capabilities.extended_agent_card {
            object.insert("extendedAgentCard", true);
        }
        let cannot_be_read = capabilities.extensions.iter().any(|extension| extension.uri.is_empty());
        if object.get("extensions").is_some() && cannot_be_read {
            self.lose(
                &capabilities.pointer.key("extensions"),
                "an extension that is required cannot be read, and all stay as they are",
            );
        } else if object.get("extensions").is_some() {
            let extensions = capabilities.extensions.iter().map(|extension| {
                let mut object = normalized(&self.object_at(&extension.pointer), EXTENSION_FIELDS);
                if object.get("required").is_some_and(|value| value.as_bool().is_none()) {
                    object.insert("required", extension.required);
                }
                Json::Object(object)
            });
            let extensions: Vec<_> = extensions.collect();
            object.insert("extensions", extensions);
        }
        for field in ["streaming", "extendedAgentCard"] {
            if object.get(field).is_some_and(|value| value.as_bool().is_none()) {
                object.remove(field);
            }
        }
        Json::Object(object)
    }

    fn skill(&mut self, skill: &Skill) -> Json<'t> {
        let mut object = normalized(&self.object_at(&skill.pointer), SKILL_FIELDS);
        object.insert("id", skill.id.clone());
        let name = skill.name.as_ref().unwrap_or(&skill.id);
        object.insert("name", name.clone());
        if object.get("description").is_none_or(|value| value.as_str().is_none()) {
            object.insert("description", "");
            self.adapt(
                &skill.pointer,
                "the `description` of a skill is required in 1.0, and an empty one was filled in",
            );
        }
        if object.get("tags").is_none_or(|value| value.as_array().is_none()) {
            object.insert("tags", Vec::new());
            self.adapt(
                &skill.pointer,
                "the `tags` of a skill are required in 1.0, and an empty list was filled in",
            );
        }
        if skill.name.is_none() {
            self.adapt(&skill.pointer, "the `name` of a skill is required in 1.0, and its id was filled in");
        }
        for (field, modes) in [("inputModes", &skill.input_modes), ("outputModes", &skill.output_modes)] {
            if object.get(field).is_some() {
                let modes = self.modes(modes);
                object.insert(field, modes);
            }
        }
        if self.understood(&skill.security_requirements) {
            object.remove("security");
            set_requirements(&mut object, &skill.security_requirements);
        } else {
            self.keep_requirements(&mut object, &skill.security_requirements);
        }
        Json::Object(object)
    }

    /// Modes, in which a word of the first drafts becomes the media type that it means.
    fn modes(&mut self, modes: &Modes) -> Json<'t> {
        let mut written = Vec::with_capacity(modes.modes.len());
        for mode in &modes.modes {
            let meant = media_type::meant_plainly(&mode.value);
            if let Some(meant) = meant {
                let message = [
                    &quote(&mode.value),
                    " is a word and no media type, and `",
                    meant,
                    "` was written in its place",
                ];
                self.lose(&mode.pointer, message.concat());
            }
            written.push(meant.unwrap_or(&mode.value).to_owned().into());
        }
        Json::Array(written)
    }

    /// Whether all alternatives are understood. Where one is not, the card keeps what it says.
    fn understood(&mut self, requirements: &Requirements) -> bool {
        let not_understood = requirements.alternatives.iter().find(|alternative| !alternative.understood);
        if let Some(alternative) = not_understood {
            self.lose(
                &alternative.pointer,
                "this requirement is not understood, and stays as it is so that the card does not become open; write it as `securityRequirements`",
            );
        }
        not_understood.is_none()
    }

    /// Keeps what was read as requirements, under whichever spelling it was found.
    fn keep_requirements(&self, object: &mut Object<'t>, requirements: &Requirements) {
        if self.has_duplicates {
            // It may be that which was not understood.
            object.insert("securityRequirements", vec![Json::Null]);
            return;
        }
        let key = requirements.pointer.tokens().last().unwrap_or_default();
        let found = json::at(self.source, &requirements.pointer);
        if let Some(found) = found.filter(|_| is_field(&key, "securityRequirements")) {
            object.insert("securityRequirements", found.clone());
        }
    }
}

/// An object without `null` members, and with its known fields in camelCase.
fn normalized<'t>(object: &Object<'t>, fields: &[&'static str]) -> Object<'t> {
    let mut normalized = Object::new();
    for (key, value) in object.iter() {
        let field = fields.iter().find(|field| is_field(key, field));
        let name = field.map_or(key, |field| field);
        // A field that stands there in both ways is read in camelCase.
        if !value.is_null() && (name == key || object.get(name).is_none_or(Json::is_null)) {
            normalized.push(name.to_owned(), value.clone());
        }
    }
    normalized
}

fn texts<'v>(values: impl IntoIterator<Item = &'v String>) -> Json<'static> {
    Json::Array(values.into_iter().map(|value| value.clone().into()).collect())
}

/// Writes requirements in the shape of 1.0. Where there are none, what the object says is left: an empty
/// list, or nothing.
fn set_requirements(object: &mut Object<'_>, requirements: &Requirements) {
    if requirements.alternatives.is_empty() {
        if object.get("securityRequirements").is_none_or(|value| value.as_array().is_none()) {
            object.remove("securityRequirements");
        }
        return;
    }
    let scheme = |scheme: &RequirementScheme| {
        let scopes = Json::object(vec![("list".into(), texts(&scheme.scopes))]);
        (scheme.name.clone().into(), scopes)
    };
    let alternatives = requirements.alternatives.iter().map(|alternative| {
        let schemes = Json::object(alternative.schemes.iter().map(scheme).collect());
        Json::object(vec![("schemes".into(), schemes)])
    });
    let alternatives: Vec<_> = alternatives.collect();
    object.insert("securityRequirements", alternatives);
}
