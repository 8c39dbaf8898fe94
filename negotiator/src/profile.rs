//! The client profile: what a client implements, holds and prefers. It holds names
//! and scopes only, never a secret.

use std::collections::BTreeMap;

use crate::error::InputError;
use crate::intent::Invariant;
use crate::json::Json;
use crate::outcome::DeliveryMode;
use crate::pointer::Path;
use crate::shape::{self, Fields, FromJson, Mistakes, UnknownField, one_of};
use crate::words::quote;
use crate::{Finding, FindingCode, Pointer, SchemeKind, Target, Version, media_type, similar};

/// What a client implements, holds and prefers. Every field may be left out.
#[expect(clippy::struct_excessive_bools, reason = "each stands for a field that people set by its name")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase", default))]
pub struct ClientProfile {
    /// The bindings that the client implements, in order of preference: `JSONRPC`, `GRPC`,
    /// `HTTP+JSON`, or the URI of a custom binding. Compared exactly.
    pub bindings: Vec<String>,
    /// The protocol versions that the client implements, in order of preference.
    pub versions: Vec<Version>,
    /// What comes first when interfaces are ordered.
    pub interface_order: InterfaceOrder,
    /// The tested pairs of binding and version, in order of preference. Replaces the product of
    /// `bindings` and `versions`.
    pub interfaces: Option<Vec<InterfaceChoice>>,
    /// What the client holds: names and scopes, never a secret.
    pub credentials: Vec<CredentialHeld>,
    /// The media types that the client can consume, in order of preference.
    pub accepts: Vec<String>,
    /// The media types that the client puts into message parts.
    pub sends: Vec<String>,
    /// The ways to hear of progress that the client allows, in order of preference.
    pub delivery: Vec<DeliveryPreference>,
    /// The listener for push notifications, if there is one.
    pub push: Option<Push>,
    /// Whether the agent is known to recognise a message id that it has seen before.
    pub deduplicates: bool,
    /// Whether private networks are home ground: plain `http` within a cluster, callbacks on private
    /// addresses.
    pub allow_private: bool,
    /// Whether to refuse interfaces on another origin than `cardUrl`.
    pub same_origin: bool,
    /// Whether to refuse cards without a signature that the caller has verified.
    pub require_signature: bool,
    /// The environment that the client runs in, where it limits what can be done.
    pub environment: Option<Environment>,
    /// The version to take for an interface that does not say one.
    pub assume_version: Option<Version>,
    /// Where the card came from, for relative URLs and comparisons of origins.
    pub card_url: Option<String>,
    /// Whether media types are compared as RFC 9110 has it: type and subtype regardless of case,
    /// parameters ignored, ranges such as `image/*` allowed on the client's side.
    pub normalize_media_types: bool,
    /// The URIs of the extensions that the client implements.
    pub extensions: Vec<String>,
    /// The input modes that the client can buffer into one message.
    pub bufferable_input_modes: Vec<String>,
    /// The input modes that make sense only while they arise.
    pub live_only_input_modes: Vec<String>,
    /// Extension URIs with the invariants of negotiability that each is known to resolve.
    pub vendor_resolutions: BTreeMap<String, Vec<Invariant>>,
    /// Whether the client can acquire transports at run time; an unnegotiable card is then escalated.
    pub can_renegotiate: bool,
}

impl Default for ClientProfile {
    fn default() -> Self {
        Self {
            bindings: vec!["JSONRPC".into(), "HTTP+JSON".into()],
            versions: vec![Version::V1_0, Version::V0_3],
            interface_order: InterfaceOrder::default(),
            interfaces: None,
            credentials: Vec::new(),
            accepts: Vec::new(),
            sends: Vec::new(),
            delivery: vec![DeliveryPreference::Stream, DeliveryPreference::Push, DeliveryPreference::Poll],
            push: None,
            deduplicates: false,
            allow_private: false,
            same_origin: false,
            require_signature: false,
            environment: None,
            assume_version: None,
            card_url: None,
            normalize_media_types: false,
            extensions: Vec::new(),
            bufferable_input_modes: Vec::new(),
            live_only_input_modes: Vec::new(),
            vendor_resolutions: BTreeMap::new(),
            can_renegotiate: false,
        }
    }
}

/// What comes first when the card's interfaces are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase"))]
pub enum InterfaceOrder {
    /// The newest version on every binding, then older versions. Warns of no silent step back to an
    /// older version (specification 3.6.3).
    #[default]
    VersionFirst,
    /// The preferred binding in every version, then other bindings.
    BindingFirst,
    /// The card's own order (specification 8.3.2).
    CardOrder,
}

/// A tested pair of binding and version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InterfaceChoice {
    /// The binding.
    pub binding: String,
    /// The version.
    pub version: Version,
}

/// A way to hear of progress that a client allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase"))]
pub enum DeliveryPreference {
    /// A stream held open for the task.
    Stream,
    /// Push notifications to the client's callback.
    Push,
    /// Polling with `GetTask`.
    Poll,
}

impl DeliveryPreference {
    /// The mode in a plan.
    #[must_use]
    pub const fn mode(self) -> DeliveryMode {
        match self {
            Self::Stream => DeliveryMode::Stream,
            Self::Push => DeliveryMode::Push,
            Self::Poll => DeliveryMode::Poll,
        }
    }
}

/// The client's listener for push notifications.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Push {
    /// The URL that the agent is to call.
    pub url: String,
    /// Whether the listener can do mutual TLS.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub mtls: bool,
    /// How the agent is to authenticate itself to the listener. The secret is given at send time.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub authentication: Option<PushAuthentication>,
}

/// How an agent authenticates itself to a listener.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushAuthentication {
    /// The HTTP authentication scheme, such as `Bearer`.
    pub scheme: String,
}

/// An environment that limits what a client can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase"))]
pub enum Environment {
    /// A page in a browser: no client certificate, no cookie of one's own, no gRPC.
    Browser,
}

/// A kind of credential, as security schemes name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase"))]
pub enum CredentialKind {
    /// An API key.
    ApiKey,
    /// HTTP authentication, such as bearer or basic.
    Http,
    /// An OAuth 2.0 token.
    Oauth2,
    /// An `OpenID` Connect token.
    OpenIdConnect,
    /// A client certificate.
    #[cfg_attr(feature = "schema", schemars(rename = "mutualTLS"))]
    MutualTls,
}

impl From<CredentialKind> for SchemeKind {
    fn from(kind: CredentialKind) -> Self {
        match kind {
            CredentialKind::ApiKey => Self::ApiKey,
            CredentialKind::Http => Self::Http,
            CredentialKind::Oauth2 => Self::Oauth2,
            CredentialKind::OpenIdConnect => Self::OpenIdConnect,
            CredentialKind::MutualTls => Self::MutualTls,
        }
    }
}

/// Something that a client holds: by the scheme's name in the card, or by kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum CredentialHeld {
    /// A scheme's name in the card.
    Name(String),
    /// A scheme's name in the card, with scopes.
    Named {
        /// The name.
        name: String,
        /// The scopes that the client has or can obtain; left out means any.
        scopes: Option<Vec<String>>,
    },
    /// Any scheme of a kind.
    Kind {
        /// The kind.
        #[cfg_attr(feature = "schema", schemars(rename = "type"))]
        kind: CredentialKind,
        /// For `http`: the authentication scheme, such as `bearer`; left out means any.
        scheme: Option<String>,
        /// The scopes that the client has or can obtain; left out means any.
        scopes: Option<Vec<String>>,
    },
}

impl CredentialHeld {
    /// The scopes that the client has or can obtain; `None` means any.
    #[must_use]
    pub fn scopes(&self) -> Option<&[String]> {
        match self {
            Self::Name(_) => None,
            Self::Named { scopes, .. } | Self::Kind { scopes, .. } => scopes.as_deref(),
        }
    }
}

impl FromJson for CredentialHeld {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        const EXPECTED: &str = "a scheme's name, or an object with either `name` or `type`";
        match json {
            Json::String(name) => return Some(Self::Name(name.clone().into_owned())),
            Json::Object(_) => {}
            other => {
                mistakes.expected(other, path, EXPECTED);
                return None;
            }
        }
        let mut fields = Fields::of(json, path, mistakes)?;
        let name: Option<String> = fields.optional("name");
        let kind: Option<CredentialKind> = fields.optional("type");
        let scheme = fields.optional("scheme");
        let scopes = fields.optional("scopes");
        fields.end();
        match (name, kind) {
            (Some(name), None) => Some(Self::Named { name, scopes }),
            (None, Some(kind)) => Some(Self::Kind { kind, scheme, scopes }),
            (Some(_), Some(_)) | (None, None) => {
                mistakes.expected(json, path, EXPECTED);
                None
            }
        }
    }
}

impl FromJson for CredentialKind {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let all = [Self::ApiKey, Self::Http, Self::Oauth2, Self::OpenIdConnect, Self::MutualTls];
        one_of(json, path, mistakes, &all, |kind| SchemeKind::from(kind).as_str())
    }
}

impl FromJson for InterfaceOrder {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let all = [Self::VersionFirst, Self::BindingFirst, Self::CardOrder];
        one_of(json, path, mistakes, &all, |order| match order {
            Self::VersionFirst => "versionFirst",
            Self::BindingFirst => "bindingFirst",
            Self::CardOrder => "cardOrder",
        })
    }
}

impl FromJson for InterfaceChoice {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let choice = Self { binding: fields.required("binding")?, version: fields.required("version")? };
        fields.end();
        Some(choice)
    }
}

impl FromJson for DeliveryPreference {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &[Self::Stream, Self::Push, Self::Poll], |way| way.mode().as_str())
    }
}

impl FromJson for Push {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let push = Self {
            url: fields.required("url")?,
            mtls: fields.optional("mtls").unwrap_or_default(),
            authentication: fields.optional("authentication"),
        };
        fields.end();
        Some(push)
    }
}

impl FromJson for PushAuthentication {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let authentication = Self { scheme: fields.required("scheme")? };
        fields.end();
        Some(authentication)
    }
}

impl FromJson for Environment {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &[Self::Browser], |_| "browser")
    }
}

impl FromJson for ClientProfile {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let mut profile = Self::default();
        fields.set("bindings", &mut profile.bindings);
        fields.set("versions", &mut profile.versions);
        fields.set("interfaceOrder", &mut profile.interface_order);
        fields.set("interfaces", &mut profile.interfaces);
        fields.set("credentials", &mut profile.credentials);
        fields.set("accepts", &mut profile.accepts);
        fields.set("sends", &mut profile.sends);
        fields.set("delivery", &mut profile.delivery);
        fields.set("push", &mut profile.push);
        fields.set("deduplicates", &mut profile.deduplicates);
        fields.set("allowPrivate", &mut profile.allow_private);
        fields.set("sameOrigin", &mut profile.same_origin);
        fields.set("requireSignature", &mut profile.require_signature);
        fields.set("environment", &mut profile.environment);
        fields.set("assumeVersion", &mut profile.assume_version);
        fields.set("cardUrl", &mut profile.card_url);
        fields.set("normalizeMediaTypes", &mut profile.normalize_media_types);
        fields.set("extensions", &mut profile.extensions);
        fields.set("bufferableInputModes", &mut profile.bufferable_input_modes);
        fields.set("liveOnlyInputModes", &mut profile.live_only_input_modes);
        fields.set("vendorResolutions", &mut profile.vendor_resolutions);
        fields.set("canRenegotiate", &mut profile.can_renegotiate);
        fields.end();
        Some(profile)
    }
}

/// A profile with what is odd about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileReading {
    /// The profile.
    pub profile: ClientProfile,
    /// What is odd about it.
    pub findings: Vec<Finding>,
    /// The text that was read, against which fixes are judged.
    pub(crate) source: String,
}

/// Words in the name of a field that would hold a secret.
const SECRET_WORDS: [&str; 6] = ["token", "secret", "password", "passwd", "apikey", "privatekey"];

/// Reads a client profile from JSON text.
///
/// # Errors
/// When the text is not JSON, or a field has another shape than documented. A field that is not known
/// is a finding, not an error.
pub fn read_profile(text: &str) -> Result<ProfileReading, InputError> {
    let (profile, unknown) = shape::read::<ClientProfile>(text, "the profile")?;
    let mut findings: Vec<Finding> = unknown.into_iter().map(unknown_field).collect();
    find_unmatchable(&profile, &mut findings);
    Ok(ProfileReading { profile, findings, source: text.to_owned() })
}

fn unknown_field(UnknownField { pointer, name, meant }: UnknownField) -> Finding {
    let letters: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    if SECRET_WORDS.iter().any(|word| letters.contains(word)) {
        let message = format!(
            "{} looks like the place of a secret; a profile holds names and scopes only, and the secret is given when a request is sent",
            quote(&name)
        );
        return Finding::new(FindingCode::LooksLikeASecret, Target::Profile, pointer, message);
    }
    let message = match meant {
        Some(field) => {
            format!("{} is not a field of a profile and was not read; did you mean `{field}`?", quote(&name))
        }
        None => format!("{} is not a field of a profile and was not read", quote(&name)),
    };
    Finding::new(FindingCode::UnknownProfileField, Target::Profile, pointer, message)
}

/// Values that can match nothing, since the other side never writes them like that.
fn find_unmatchable(profile: &ClientProfile, findings: &mut Vec<Finding>) {
    let mut add = |pointer: Pointer, message: String| {
        findings.push(Finding::new(FindingCode::UnmatchableValue, Target::Profile, pointer, message));
    };
    let root = Pointer::root();
    let bindings = root.key("bindings");
    for (index, binding) in profile.bindings.iter().enumerate() {
        if let Some(meant) = similar::binding(binding) {
            add(
                bindings.index(index),
                format!(
                    "{} matches no interface, since bindings are compared exactly; write `{meant}`",
                    quote(binding)
                ),
            );
        }
    }
    for (index, choice) in profile.interfaces.iter().flatten().enumerate() {
        if let Some(meant) = similar::binding(&choice.binding) {
            let pointer = root.key("interfaces").index(index).key("binding");
            add(
                pointer,
                format!(
                    "{} matches no interface, since bindings are compared exactly; write `{meant}`",
                    quote(&choice.binding)
                ),
            );
        }
    }
    for (field, modes) in [("accepts", &profile.accepts), ("sends", &profile.sends)] {
        for (index, mode) in modes.iter().enumerate() {
            let range_allowed = profile.normalize_media_types && field == "accepts";
            if let Some(problem) = media_type::problem(mode)
                && !(range_allowed && mode.contains('*'))
            {
                add(
                    root.key(field).index(index),
                    format!("{} {problem}; it is compared as it stands", quote(mode)),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InputErrorCode;

    #[test]
    fn an_empty_profile_has_the_documented_defaults() {
        let read = read_profile("{}").map(|read| read.profile);
        assert_eq!(read, Ok(ClientProfile::default()));
    }

    #[test]
    fn credentials_are_read_by_name_and_by_kind() {
        let text = r#"{"credentials": ["bearer", {"name": "oauth", "scopes": ["a"]}, {"type": "http", "scheme": "bearer"}, {"type": "mutualTLS"}]}"#;
        let held = read_profile(text).map(|read| read.profile.credentials);
        let kind = |kind, scheme| CredentialHeld::Kind { kind, scheme, scopes: None };
        let expected = vec![
            CredentialHeld::Name("bearer".into()),
            CredentialHeld::Named { name: "oauth".into(), scopes: Some(vec!["a".into()]) },
            kind(CredentialKind::Http, Some("bearer".into())),
            kind(CredentialKind::MutualTls, None),
        ];
        assert_eq!(held, Ok(expected));
    }

    #[test]
    fn the_wrong_shape_is_an_error_with_its_place() {
        let cases = [
            ("{\"bindings\":\n  \"GRPC\"}", "/bindings", 2, "expected a list"),
            (r#"{"credentials": [{}]}"#, "/credentials/0", 1, "either `name` or `type`"),
            (r#"{"versions": ["one"]}"#, "/versions/0", 1, "a version as `Major.Minor`"),
            (r#"{"delivery": ["fax"]}"#, "/delivery/0", 1, "expected `stream`, `push` or `poll`"),
            ("[]", "", 1, "an object"),
        ];
        for (text, pointer, line, part) in cases {
            let Err(error) = read_profile(text) else {
                unreachable!("{text} was read");
            };
            assert_eq!(error.code, InputErrorCode::WrongShape, "{text}");
            assert_eq!(error.pointer, Some(pointer.into()), "{text}");
            assert_eq!(error.position.map(|position| position.line), Some(line), "{text}");
            assert!(error.message.contains(part), "{}", error.message);
        }
    }

    #[test]
    fn unknown_fields_and_values_that_match_nothing_are_findings() {
        let text = r#"{"binding": [], "bearerToken": "x", "bindings": ["grpc"], "accepts": ["text"]}"#;
        let findings = read_profile(text).map(|read| read.findings).unwrap_or_default();
        let found: Vec<_> = findings.iter().map(|finding| (finding.code, finding.pointer.as_str())).collect();
        assert_eq!(
            found,
            [
                (FindingCode::UnknownProfileField, "/binding"),
                (FindingCode::LooksLikeASecret, "/bearerToken"),
                (FindingCode::UnmatchableValue, "/bindings/0"),
                (FindingCode::UnmatchableValue, "/accepts/0"),
            ]
        );
    }
}
