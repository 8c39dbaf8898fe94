//! What a call is for, and the options of a negotiation.

use std::sync::Arc;

use serde::Serialize;

use crate::error::InputError;
use crate::json::Json;
use crate::limits::MAX_INTERFACES;
use crate::pointer::Path;
use crate::shape::{Fields, FromJson, Mistakes, one_of, read_strictly};
use crate::{Lockfile, RejectionCode, Version};

/// What this call is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase", default, deny_unknown_fields))]
pub struct Intent {
    /// The id of the skill to call. Without one, the card's default media types and the card's own security count.
    pub skill: Option<String>,
    /// The class of the task, which decides what must work for the call to make sense.
    pub task_class: TaskClass,
    /// The media types that this call sends, in place of the profile's.
    pub sends: Option<Vec<String>>,
    /// The media types that this call accepts, in place of the profile's.
    pub accepts: Option<Vec<String>>,
    /// Invariants of negotiability that earlier tasks with this agent have shown to work.
    pub proven: Vec<Invariant>,
    /// Whether the caller knows that the card is old and the agent works.
    pub card_stale: bool,
    /// The caller's results of verifying this card's signatures, one for each. One `valid` result is enough.
    pub verified: Vec<SignatureResult>,
}

impl FromJson for Intent {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let mut intent = Self::default();
        fields.set("skill", &mut intent.skill);
        fields.set("taskClass", &mut intent.task_class);
        fields.set("sends", &mut intent.sends);
        fields.set("accepts", &mut intent.accepts);
        fields.set("proven", &mut intent.proven);
        fields.set("cardStale", &mut intent.card_stale);
        fields.set("verified", &mut intent.verified);
        fields.end();
        Some(intent)
    }
}

impl Intent {
    /// A standard call of one skill.
    #[must_use]
    pub fn for_skill(id: impl Into<String>) -> Self {
        Self { skill: Some(id.into()), ..Self::default() }
    }
}

/// The class of a task: what the client needs to work for the call to make sense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TaskClass {
    /// The client sends a message and waits for the result.
    #[default]
    Standard,
    /// The client sends input while it is produced, such as live audio.
    LiveInput,
    /// The client does not stay connected, and must be told of the end.
    AsyncCompletion,
    /// The client does not wait for a result.
    FireAndForget,
}

impl TaskClass {
    /// All classes.
    pub const ALL: [Self; 4] = [Self::Standard, Self::LiveInput, Self::AsyncCompletion, Self::FireAndForget];

    /// The class as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::LiveInput => "liveInput",
            Self::AsyncCompletion => "asyncCompletion",
            Self::FireAndForget => "fireAndForget",
        }
    }
}

impl FromJson for TaskClass {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &Self::ALL, Self::as_str)
    }
}

/// An invariant of negotiability: a combination of valid fields that cannot work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Invariant {
    /// Live input that the client cannot buffer meets an agent that does not stream.
    LiveInputWithoutStreaming,
    /// Push notifications need mutual TLS, which the client's callback cannot do.
    PushNeedsMutualTls,
    /// An output mode is emitted on a resubscription only, and the agent does not stream.
    OutputOnlyOnResubscribe,
}

impl Invariant {
    /// All invariants.
    pub const ALL: [Self; 3] =
        [Self::LiveInputWithoutStreaming, Self::PushNeedsMutualTls, Self::OutputOnlyOnResubscribe];

    /// The invariant that a code of a rejection or a degradation stands for.
    pub(crate) fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|invariant| invariant.code().as_str() == code)
    }

    /// The code that a rejection for this invariant carries.
    #[must_use]
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::LiveInputWithoutStreaming => RejectionCode::LiveInputWithoutStreaming,
            Self::PushNeedsMutualTls => RejectionCode::PushNeedsMutualTls,
            Self::OutputOnlyOnResubscribe => RejectionCode::OutputOnlyOnResubscribe,
        }
    }
}

impl FromJson for Invariant {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &Self::ALL, |invariant| invariant.code().as_str())
    }
}

/// The caller's result of verifying one signature of the card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignatureResult {
    /// How the verification ended.
    pub status: SignatureStatus,
}

/// How the verification of a signature ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SignatureStatus {
    /// The signature holds.
    Valid,
    /// The signature does not fit the card.
    Invalid,
    /// No key with the signature's key id is known.
    UnknownKey,
    /// The algorithm is not supported, or not allowed.
    Unsupported,
    /// The signature cannot be read.
    Malformed,
}

impl SignatureStatus {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Valid, Self::Invalid, Self::UnknownKey, Self::Unsupported, Self::Malformed];

    /// The status as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Invalid => "invalid",
            Self::UnknownKey => "unknownKey",
            Self::Unsupported => "unsupported",
            Self::Malformed => "malformed",
        }
    }
}

impl FromJson for SignatureResult {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        // What else a verification reports about a signature is not asked for here.
        Some(Self { status: Fields::of(json, path, mistakes)?.required("status")? })
    }
}

impl FromJson for SignatureStatus {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &Self::ALL, Self::as_str)
    }
}

/// How to negotiate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase", default, deny_unknown_fields))]
pub struct Options {
    /// Whether to return the trace and the findings. Without them, the same decision is made faster.
    pub trace: bool,
    /// Whether to look for fixes where the call is refused. Only with `trace`.
    pub fixes: bool,
    /// Interfaces that must not be taken, such as after a refusal by the server.
    pub exclude: Vec<ExcludedInterface>,
    /// Whether the card is the extended agent card already. The plan then does not ask for it.
    pub extended: bool,
    /// What was reviewed: a plan that goes beyond it is refused.
    #[cfg_attr(feature = "schema", schemars(schema_with = "lockfile_schema"))]
    pub lock: Option<Arc<Lockfile>>,
}

/// The schema of lockfiles stands in a file of its own.
#[cfg(feature = "schema")]
fn lockfile_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "$ref": "lockfile.json" })
}

impl Default for Options {
    fn default() -> Self {
        Self { trace: true, fixes: true, exclude: Vec::new(), extended: false, lock: None }
    }
}

impl FromJson for Options {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let mut options = Self::default();
        fields.set("trace", &mut options.trace);
        fields.set("fixes", &mut options.fixes);
        fields.set("exclude", &mut options.exclude);
        fields.set("extended", &mut options.extended);
        // `null` is no lockfile: whoever means to hold a plan to one must not do without it unawares.
        options.lock = fields.not_null("lock").map(Arc::new);
        fields.end();
        Some(options)
    }
}

/// An interface that must not be taken: one with this URL, binding and version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct ExcludedInterface {
    /// The interface's URL, as a plan gives it.
    pub url: String,
    /// The interface's binding.
    pub binding: String,
    /// The interface's version.
    pub version: Version,
}

impl FromJson for ExcludedInterface {
    const MOST: usize = MAX_INTERFACES;

    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let excluded = Self {
            url: fields.required("url")?,
            binding: fields.required("binding")?,
            version: fields.required("version")?,
        };
        fields.end();
        Some(excluded)
    }
}

/// Reads an intent from JSON text.
///
/// # Errors
/// When the text is not JSON, or not an intent.
pub fn read_intent(text: &str) -> Result<Intent, InputError> {
    read_strictly(text, "the intent")
}

/// Reads the options of a negotiation from JSON text.
///
/// # Errors
/// When the text is not JSON, or not an options object.
pub fn read_options(text: &str) -> Result<Options, InputError> {
    read_strictly(text, "the options")
}
