//! The one model that cards of all generations are read into.

use serde::Serialize;

use crate::plan::Placement;
use crate::similar::MOST_SIMILAR;
use crate::{Finding, FindingCode, InputError, InputErrorCode, Pointer, Version, similar};

/// A document read as an agent card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardReading {
    /// The card; `null` when the document is not one.
    pub card: Option<AgentCard>,
    /// Which generation's shape the card has; `null` when the document is not a card.
    pub generation: Option<Generation>,
    /// What is odd about the document, and what was assumed.
    pub findings: Vec<Finding>,
    /// The text that was read, against which fixes are judged.
    #[serde(skip)]
    pub(crate) source: String,
    /// Where a card stands inside a document that wraps one.
    #[serde(skip)]
    pub(crate) inside: Option<Pointer>,
}

impl CardReading {
    /// The card, where nothing can be said without one.
    ///
    /// # Errors
    /// When the document is none, with what it looks like.
    pub fn require_card(&self) -> Result<&AgentCard, InputError> {
        self.card.as_ref().ok_or_else(|| {
            let found = self.findings.iter().find(|finding| finding.code == FindingCode::NotACard);
            let message = found.map_or("", |finding| finding.message.as_str());
            let (message, help) = message.rsplit_once("; ").unwrap_or((message, ""));
            InputError {
                code: InputErrorCode::NotACard,
                message: message.to_owned(),
                help: help.to_owned(),
                position: None,
                pointer: self.inside.clone(),
            }
        })
    }
}

/// The generation whose shape a card has. Cards that carry two are of the newer one, whose interfaces
/// rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Generation {
    /// `url`, and a declared version below 0.3.
    #[serde(rename = "0.2")]
    V0_2,
    /// `url` with `preferredTransport` and `additionalInterfaces`.
    #[serde(rename = "0.3")]
    V0_3,
    /// `supportedInterfaces`.
    #[serde(rename = "1.0")]
    V1_0,
}

impl Generation {
    /// The generation as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V0_2 => "0.2",
            Self::V0_3 => "0.3",
            Self::V1_0 => "1.0",
        }
    }
}

/// An agent card, whatever its generation, with the names of 1.0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AgentCard {
    /// The agent's name.
    pub name: Option<String>,
    /// What the agent does.
    pub description: Option<String>,
    /// The version of the agent itself, never of the protocol.
    pub version: Option<String>,
    /// The protocol version that the card says at its root.
    pub protocol_version: Option<Version>,
    /// The interfaces, in the card's order of preference.
    pub supported_interfaces: Vec<Interface>,
    /// What the agent can do beyond a plain exchange.
    pub capabilities: Capabilities,
    /// The security schemes, in the card's order.
    pub security_schemes: Vec<SecurityScheme>,
    /// What is required of every caller, unless a skill says otherwise.
    pub security_requirements: Requirements,
    /// The input modes of skills that declare none.
    pub default_input_modes: Modes,
    /// The output modes of skills that declare none.
    pub default_output_modes: Modes,
    /// Output modes that the agent emits on a resubscription only; a field of some vendors.
    pub resubscribe_only_output_modes: Modes,
    /// The skills, in the card's order.
    pub skills: Vec<Skill>,
    /// How many signatures the card carries. Reading does not verify them.
    pub signatures: usize,
}

/// An interface: where and how to call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Interface {
    /// The URL as the card writes it.
    pub url: String,
    /// The binding as the card writes it; `null` where it says none.
    pub protocol_binding: Option<String>,
    /// The protocol version; `null` where it is unknown, so that it matches nothing.
    pub protocol_version: Option<Version>,
    /// The tenant to send with every request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// Whether there is a tenant that cannot be read, so that requests would go to another one.
    #[serde(skip)]
    pub(crate) tenant_unreadable: bool,
    /// Whether the card says nothing about the version of this interface, so that a profile may
    /// assume one.
    pub version_unknown: bool,
    /// Where the interface stands.
    pub pointer: Pointer,
    /// Where its URL stands.
    pub url_pointer: Pointer,
    /// Where its binding stands, or should.
    pub binding_pointer: Pointer,
    /// Where its version stands, or should.
    pub version_pointer: Pointer,
}

/// What the agent can do beyond a plain exchange.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    /// Whether the agent streams.
    pub streaming: bool,
    /// Whether the agent sends push notifications.
    pub push_notifications: PushSupport,
    /// Whether an extended agent card is there for authenticated callers.
    pub extended_agent_card: bool,
    /// The extensions, in the card's order.
    pub extensions: Vec<Extension>,
    /// Where the capabilities stand, or should.
    pub pointer: Pointer,
}

impl Capabilities {
    /// Where the card says whether the agent streams, or lacks its capabilities.
    pub(crate) fn streaming_pointer(&self) -> Pointer {
        if self.push_notifications.pointer == self.pointer {
            self.pointer.clone()
        } else {
            self.pointer.key("streaming")
        }
    }
}

/// Whether the agent sends push notifications.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PushSupport {
    /// Whether it does.
    pub supported: bool,
    /// The security scheme that the agent uses for its callbacks, where the card names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub security_scheme: Option<String>,
    /// Where it says so, or should.
    pub pointer: Pointer,
}

/// An extension that the card declares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Extension {
    /// The extension's URI; empty where it cannot be read.
    pub uri: String,
    /// Whether clients must implement it.
    pub required: bool,
    /// Where the extension stands.
    pub pointer: Pointer,
}

/// A list of modes, as declared at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Modes {
    /// The modes; empty where none are declared.
    pub modes: Vec<Mode>,
    /// Where the list stands, or should.
    pub pointer: Pointer,
}

/// The mode that holds where neither a skill nor the card declares any.
pub(crate) const ASSUMED_MODE: &str = "text/plain";

/// One mode: a media type, or what the card writes in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mode {
    /// The text, compared as it stands.
    pub value: String,
    /// Where it stands.
    pub pointer: Pointer,
}

/// A skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Skill {
    /// The id that an intent names.
    pub id: String,
    /// The name.
    pub name: Option<String>,
    /// The input modes, in place of the card's defaults.
    pub input_modes: Modes,
    /// The output modes, in place of the card's defaults.
    pub output_modes: Modes,
    /// What is required of callers of this skill, in place of the card's requirements.
    pub security_requirements: Requirements,
    /// Where the skill stands.
    pub pointer: Pointer,
}

/// Security requirements: alternatives, any one of which is enough (OR).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Requirements {
    /// The alternatives, in the card's order.
    pub alternatives: Vec<Requirement>,
    /// Where they stand, or should.
    pub pointer: Pointer,
}

/// One alternative: schemes that are all needed (AND). Without any, callers may be anonymous.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Requirement {
    /// The schemes, all of which are needed.
    pub schemes: Vec<RequirementScheme>,
    /// Whether the alternative was understood. One that was not is never met, and never called open.
    pub understood: bool,
    /// Where the alternative stands.
    pub pointer: Pointer,
}

/// A scheme that an alternative needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequirementScheme {
    /// The scheme's name.
    pub name: String,
    /// The scopes that are needed.
    pub scopes: Vec<String>,
    /// What the early `authentication` field says about the scheme, which no `securitySchemes` defines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inline: Option<SecurityScheme>,
    /// Where the scheme is named.
    pub pointer: Pointer,
}

/// The kinds of security scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SchemeKind {
    /// An API key.
    ApiKey,
    /// HTTP authentication, such as bearer or basic.
    Http,
    /// OAuth 2.0.
    Oauth2,
    /// `OpenID` Connect.
    OpenIdConnect,
    /// Mutual TLS.
    #[serde(rename = "mutualTLS")]
    MutualTls,
    /// The card does not say; the scheme can be met by name only.
    Unknown,
}

impl SchemeKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::ApiKey, Self::Http, Self::Oauth2, Self::OpenIdConnect, Self::MutualTls, Self::Unknown];

    /// The kind as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ApiKey => "apiKey",
            Self::Http => "http",
            Self::Oauth2 => "oauth2",
            Self::OpenIdConnect => "openIdConnect",
            Self::MutualTls => "mutualTLS",
            Self::Unknown => "unknown",
        }
    }
}

/// A security scheme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SecurityScheme {
    /// The name that requirements use.
    pub name: String,
    /// The kind.
    pub kind: SchemeKind,
    /// For `http`: the authentication scheme in lower case, such as `bearer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub http_scheme: Option<String>,
    /// Where the credential goes, where the card says enough to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
    /// The OAuth flows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flows: Vec<OAuthFlow>,
    /// The `OpenID` Connect configuration, or the OAuth authorization server's metadata.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata_url: Option<String>,
    /// The scopes that the flows declare.
    #[serde(skip)]
    pub(crate) scopes: Vec<String>,
    /// Where the scheme stands.
    pub pointer: Pointer,
}

/// An OAuth flow, with the endpoints that it uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OAuthFlow {
    /// The flow's name, such as `clientCredentials`.
    pub flow: String,
    /// Where the user grants access.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization_url: Option<String>,
    /// Where tokens are issued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_url: Option<String>,
    /// Where tokens are refreshed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_url: Option<String>,
    /// Where a device asks for a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_authorization_url: Option<String>,
    /// Whether the client must prove that it is the one that asked (PKCE, RFC 7636).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pkce_required: bool,
}

/// The places where what a client presents is got or renewed: of flows, and of a scheme's metadata.
pub(crate) fn urls_of<'s>(flows: &'s [OAuthFlow], metadata_url: Option<&'s str>) -> Vec<&'s str> {
    let mut urls = Vec::new();
    for flow in flows {
        for url in
            [&flow.token_url, &flow.authorization_url, &flow.refresh_url, &flow.device_authorization_url]
        {
            urls.extend(url.as_deref());
        }
    }
    urls.extend(metadata_url);
    urls
}

impl Requirement {
    /// Whether another alternative asks for the same, wherever it stands.
    pub(crate) fn asks_the_same(&self, other: &Self) -> bool {
        let demand = |scheme: &RequirementScheme| (scheme.name.clone(), scheme.scopes.clone());
        self.understood == other.understood
            && self.schemes.iter().map(demand).eq(other.schemes.iter().map(demand))
    }
}

impl AgentCard {
    /// The first skill with an id.
    #[must_use]
    pub fn skill(&self, id: &str) -> Option<&Skill> {
        self.skills.iter().find(|skill| skill.id == id)
    }

    /// The scheme with a name.
    #[must_use]
    pub fn security_scheme(&self, name: &str) -> Option<&SecurityScheme> {
        self.security_schemes.iter().find(|scheme| scheme.name == name)
    }

    /// The scheme that is defined and likely meant by a name that no scheme has.
    pub(crate) fn defined_instead(&self, name: &str) -> Option<&str> {
        match self.security_scheme(name) {
            Some(_) => None,
            None => {
                let names = self.security_schemes.iter().take(MOST_SIMILAR);
                similar::scheme(name, names.map(|scheme| scheme.name.as_str()))
            }
        }
    }
}
