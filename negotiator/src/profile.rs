//! The client profile: what a client implements, holds and prefers. It holds names
//! and scopes only, never a secret.

mod reading;
mod shapes;

use serde::Serialize;

use crate::intent::Invariant;
use crate::map::Map;
use crate::plan::DeliveryMode;
use crate::{SchemeKind, Version};

pub use reading::{ProfileReading, read_profile};

/// What a client implements, holds and prefers. Every field has a default. Without `accepts`, here or in the
/// intent, every call is refused.
#[expect(clippy::struct_excessive_bools, reason = "each stands for a field that people set by its name")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase", default))]
pub struct ClientProfile {
    /// The bindings that the client implements, in order of preference: `JSONRPC`, `GRPC`,
    /// `HTTP+JSON`, or the URI of a custom binding. Compared exactly.
    #[cfg_attr(feature = "schema", schemars(extend("examples" = [crate::similar::BINDINGS])))]
    pub bindings: Vec<String>,
    /// The protocol versions that the client implements, in order of preference.
    pub versions: Vec<Version>,
    /// In which order interfaces are tried.
    pub interface_order: InterfaceOrder,
    /// The tested pairs of binding and version, in order of preference. Replaces the product of
    /// `bindings` and `versions`.
    pub interfaces: Option<Vec<InterfaceChoice>>,
    /// What the client holds: names and scopes, never a secret.
    pub credentials: Vec<CredentialHeld>,
    /// The media types that the client can consume, in order of preference. Without any, here or in the intent,
    /// every call is refused.
    pub accepts: Vec<String>,
    /// The media types that the client puts into message parts.
    pub sends: Vec<String>,
    /// The ways to hear of progress that the client allows, in order of preference.
    pub delivery: Vec<DeliveryPreference>,
    /// The listener for push notifications, if there is one.
    pub push: Option<Push>,
    /// Whether the agents are known to recognise a message id that they have seen before.
    pub deduplicates: bool,
    /// Whether private networks are trusted: interfaces with plain `http`, as within a cluster, and callbacks
    /// on private addresses.
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
    /// Whether media types are compared by RFC 9110: type and subtype regardless of case, without parameters,
    /// and with ranges such as `image/*` on the client's side.
    pub normalize_media_types: bool,
    /// The URIs of the extensions that the client implements.
    pub extensions: Vec<String>,
    /// The input modes that the client can buffer into one message.
    pub bufferable_input_modes: Vec<String>,
    /// The input modes that make sense only live, while they are produced.
    pub live_only_input_modes: Vec<String>,
    /// Extension URIs, each with the invariants of negotiability that it is known to solve.
    pub vendor_resolutions: Map<Vec<Invariant>>,
    /// Whether the client can acquire what is missing at run time. A card that is not negotiable is then
    /// escalated in place of refused.
    pub can_renegotiate: bool,
}

impl ClientProfile {
    /// Whether the client implements a version, on whatever binding.
    pub(crate) fn implements(&self, version: Version) -> bool {
        match &self.interfaces {
            Some(pairs) => pairs.iter().any(|pair| pair.version == version),
            None => self.versions.contains(&version),
        }
    }
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
            vendor_resolutions: Map::new(),
            can_renegotiate: false,
        }
    }
}

/// In which order the card's interfaces are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, Serialize))]
#[cfg_attr(feature = "schema", serde(rename_all = "camelCase"))]
pub enum InterfaceOrder {
    /// The newest version on every binding, then older versions. So no call silently steps back to an older
    /// version (specification 3.6.3).
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
    #[cfg_attr(feature = "schema", schemars(extend("examples" = crate::similar::BINDINGS)))]
    pub binding: String,
    /// The version.
    pub version: Version,
}

/// A way to hear of progress that a client allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, Serialize))]
#[cfg_attr(feature = "schema", serde(rename_all = "camelCase"))]
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
    /// The URL that the agent calls.
    pub url: String,
    /// Whether the listener can do mutual TLS.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub mtls: bool,
    /// How the agent authenticates itself to the listener. The secret is given at send time.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub authentication: Option<PushAuthentication>,
}

/// How an agent authenticates itself to a listener.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushAuthentication {
    /// The HTTP authentication scheme, such as `Bearer`.
    #[cfg_attr(feature = "schema", schemars(extend("examples" = ["Bearer"])))]
    pub scheme: String,
}

/// An environment that limits what a client can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase"))]
pub enum Environment {
    /// A page in a browser, which can present no client certificate, set no cookie, and speak no gRPC.
    Browser,
}

/// A kind of credential, as security schemes name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, Serialize))]
#[cfg_attr(feature = "schema", serde(rename_all = "camelCase"))]
pub enum CredentialKind {
    /// An API key.
    ApiKey,
    /// HTTP authentication, such as bearer or basic.
    Http,
    /// An OAuth 2.0 token.
    Oauth2,
    /// An OpenID Connect token.
    OpenIdConnect,
    /// A client certificate.
    #[cfg_attr(feature = "schema", serde(rename = "mutualTLS"))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, Serialize))]
#[cfg_attr(feature = "schema", serde(untagged))]
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
        #[cfg_attr(feature = "schema", serde(rename = "type"))]
        kind: CredentialKind,
        /// For `http`: the authentication scheme, such as `bearer`; left out means any.
        scheme: Option<String>,
        /// The scopes that the client has or can obtain; left out means any.
        scopes: Option<Vec<String>>,
    },
}

impl CredentialHeld {
    /// The scheme's name in the card, where it is held by name.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) | Self::Named { name, .. } => Some(name),
            Self::Kind { .. } => None,
        }
    }

    /// The scopes that the client has or can obtain; `None` means any.
    #[must_use]
    pub fn scopes(&self) -> Option<&[String]> {
        match self {
            Self::Name(_) => None,
            Self::Named { scopes, .. } | Self::Kind { scopes, .. } => scopes.as_deref(),
        }
    }
}
