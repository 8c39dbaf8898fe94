//! The plan of a call: what a negotiation chooses.

mod reading;

use serde::Serialize;

use crate::Version;
use crate::card::{OAuthFlow, SchemeKind};
use crate::map::Map;
use crate::profile::PushAuthentication;

pub use reading::read_plan;

/// Everything that is chosen before the first message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CallPlan {
    /// The skill that the intent names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// Where to call.
    pub url: String,
    /// The protocol binding, as the card writes it.
    pub binding: String,
    /// The protocol version to speak.
    pub version: Version,
    /// The tenant, to be sent with every request; only where the interface declares one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// The credentials to present, all of them; empty for an anonymous call.
    pub credentials: Vec<Credential>,
    /// The media types that message parts may have.
    pub input_modes: Vec<String>,
    /// The media types to ask for, in the client's order.
    pub accepted_output_modes: Vec<String>,
    /// How the client hears of progress.
    pub delivery: Delivery,
    /// The URIs of the extensions to activate.
    pub extensions: Vec<String>,
    /// The headers that the plan sets on every request.
    pub headers: Map<String>,
    /// Whether to fetch the extended agent card after authenticating, and negotiate again with it.
    pub fetch_extended_card: bool,
}

/// One credential to present. Never the secret itself: only what it is called and where it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Credential {
    /// The scheme's name in the card.
    pub scheme: String,
    /// The scheme's kind.
    pub kind: SchemeKind,
    /// Where the credential goes; absent where the card does not say enough to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
    /// The scopes that the requirement asks for.
    pub scopes: Vec<String>,
    /// The OAuth flows that yield a token.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flows: Vec<OAuthFlow>,
    /// Where the scheme's metadata is: the OpenID Connect configuration, or the authorization
    /// server's metadata (RFC 8414).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata_url: Option<String>,
}

/// Where a credential goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Placement {
    /// The part of the request.
    #[serde(rename = "in")]
    pub location: PlacementLocation,
    /// The name of the header, query parameter or cookie; empty for a client certificate.
    pub name: String,
    /// What stands before the secret, such as `Bearer `; empty where nothing does.
    pub prefix: String,
}

/// The part of a request that carries a credential.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PlacementLocation {
    /// A header.
    Header,
    /// A query parameter.
    Query,
    /// A cookie.
    Cookie,
    /// The TLS handshake: a client certificate.
    Tls,
}

impl PlacementLocation {
    /// All parts of a request that carry a credential.
    pub const ALL: [Self; 4] = [Self::Header, Self::Query, Self::Cookie, Self::Tls];

    /// The part as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Query => "query",
            Self::Cookie => "cookie",
            Self::Tls => "tls",
        }
    }
}

/// How the client hears of progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// The way to use.
    pub mode: DeliveryMode,
    /// The other usable ways, in order, for when the first fails.
    pub fallbacks: Vec<DeliveryMode>,
    /// Whether to ask for the task at once instead of waiting for its end.
    pub return_immediately: bool,
    /// The callback to name to the agent, where push is the way or a fallback.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub push: Option<Callback>,
}

/// Where the agent is to send push notifications.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Callback {
    /// The URL of the client's listener.
    pub url: String,
    /// How the agent is to authenticate itself to the listener. The secret is given at send time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authentication: Option<PushAuthentication>,
}

/// A way to hear of progress (specification 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum DeliveryMode {
    /// A stream held open for the task.
    Stream,
    /// Push notifications to the client's callback.
    Push,
    /// Polling with `GetTask`.
    Poll,
    /// Not at all; only where nobody waits for the result.
    None,
}

impl DeliveryMode {
    /// All ways.
    pub const ALL: [Self; 4] = [Self::Stream, Self::Push, Self::Poll, Self::None];

    /// The mode as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stream => "stream",
            Self::Push => "push",
            Self::Poll => "poll",
            Self::None => "none",
        }
    }
}
