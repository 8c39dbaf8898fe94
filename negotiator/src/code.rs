//! The steps of a negotiation and the codes of its rejections: the one table that documentation,
//! labels and tests take them from.

use serde::Serialize;

use crate::codes::codes;

/// A step of the negotiation, in the order of the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum StepId {
    /// Whether the document is an agent card that may be used at all. Has no entry in the trace.
    Card,
    /// The look-up of the skill that the intent names.
    Skill,
    /// Step 1: binding, protocol version and URL.
    Interface,
    /// Step 2: which security requirement the client can meet.
    Credentials,
    /// Step 3: what is sent and what is accepted back.
    MediaTypes,
    /// Step 4: how the client hears of progress.
    Delivery,
    /// Step 5: which extensions are required, and which are activated.
    Extensions,
    /// Whether card and client can complete this class of task together.
    Negotiability,
    /// Whether the plan is within what was reviewed. Has an entry in the trace where a lockfile is given.
    Lock,
}

impl StepId {
    /// The entries of every trace, in order.
    pub const TRACE: [Self; 7] = [
        Self::Skill,
        Self::Interface,
        Self::Credentials,
        Self::MediaTypes,
        Self::Delivery,
        Self::Extensions,
        Self::Negotiability,
    ];

    /// The identifier as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Skill => "skill",
            Self::Interface => "interface",
            Self::Credentials => "credentials",
            Self::MediaTypes => "mediaTypes",
            Self::Delivery => "delivery",
            Self::Extensions => "extensions",
            Self::Negotiability => "negotiability",
            Self::Lock => "lock",
        }
    }

    /// The name that a person reads.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Card => "Card",
            Self::Skill => "Skill",
            Self::Interface => "Interface",
            Self::Credentials => "Credentials",
            Self::MediaTypes => "Media types",
            Self::Delivery => "Delivery",
            Self::Extensions => "Extensions",
            Self::Negotiability => "Negotiability",
            Self::Lock => "Lock",
        }
    }
}

macro_rules! rejection_codes {
    ($($(#[doc = $meaning:literal])+ $variant:ident $code:literal $step:ident $section:literal;)+) => {
        codes! {
            /// Why a negotiation was refused. Stable: a code is never renamed or given another meaning.
            RejectionCode {
                $($(#[doc = $meaning])+ $variant $code;)+
            }
        }

        impl RejectionCode {
            /// The step that refuses with this code.
            #[must_use]
            pub const fn step(self) -> StepId {
                match self { $(Self::$variant => StepId::$step),+ }
            }

            /// The section of the A2A 1.0 specification that the code stands on; empty where the
            /// specification is silent.
            #[must_use]
            pub const fn specification_section(self) -> &'static str {
                match self { $(Self::$variant => $section),+ }
            }
        }
    };
}

rejection_codes! {
    /// The document is not an agent card.
    NotACard "notACard" Card "4.4.1";
    /// The profile requires a signed card, and no signature was verified.
    SignatureRequired "signatureRequired" Card "8.4";
    /// The card has no skill with the id that the intent names.
    UnknownSkill "unknownSkill" Skill "4.4.5";
    /// No interface of the card has a binding and a version of the client, and a usable URL.
    NoSharedInterface "noSharedInterface" Interface "8.3.2";
    /// The client does not hold what any of the security requirements asks for.
    NoUsableCredentials "noUsableCredentials" Credentials "7.3";
    /// No request can carry what the security requirements ask for: two credentials go to the same place, or one
    /// goes where something of the protocol's is.
    UnsendableCredentials "unsendableCredentials" Credentials "7.3";
    /// The card says something about security that cannot be understood, so it is not called open.
    RequirementNotUnderstood "requirementNotUnderstood" Credentials "4.5.1";
    /// The client sends a media type that the skill does not take.
    InputNotAccepted "inputNotAccepted" MediaTypes "3.1.1";
    /// The skill offers no media type that the client accepts.
    NoSharedOutput "noSharedOutput" MediaTypes "3.2.2";
    /// The client can hear of progress in none of the ways that it allows.
    NoDelivery "noDelivery" Delivery "3.5";
    /// The card requires an extension that the client does not implement.
    MissingExtension "missingExtension" Extensions "4.6";
    /// Live input that the client cannot buffer meets an agent that does not stream, or a client that allows no
    /// stream.
    LiveInputWithoutStreaming "liveInputWithoutStreaming" Negotiability "";
    /// Push notifications are the only way left and need mutual TLS, which the callback cannot do.
    PushNeedsMutualTls "pushNeedsMutualTls" Negotiability "";
    /// Every output mode left is emitted on a resubscription only, and the agent does not stream.
    OutputOnlyOnResubscribe "outputOnlyOnResubscribe" Negotiability "";
    /// The plan goes beyond what was reviewed when the card was locked.
    LockViolation "lockViolation" Lock "";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_the_same_in_rust_and_in_json() {
        for code in RejectionCode::ALL {
            assert_eq!(serde_json::json!(code), code.as_str());
            assert!(!code.meaning().is_empty());
        }
        for step in StepId::TRACE {
            assert_eq!(serde_json::json!(step), step.as_str());
        }
    }
}
