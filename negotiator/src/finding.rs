//! Findings: what is odd in a card or a profile, without being a reason to refuse by itself.

use serde::Serialize;

use crate::Pointer;
use crate::codes::codes;
use crate::limits::{MAX_FINDINGS, MAX_TEXT_BYTES};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// The document breaks the specification in a way that strict clients refuse.
    Error,
    /// Something was assumed, or will surprise some clients.
    Warning,
    /// Worth knowing; nothing to mend.
    Info,
}

impl Severity {
    /// The severity as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

/// The document that a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Target {
    /// The agent card.
    Card,
    /// The client profile.
    Profile,
}

impl Target {
    /// The target as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Profile => "profile",
        }
    }
}

/// Something odd in a card or a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What kind of oddity this is; stable.
    pub code: FindingCode,
    /// What was found, what was assumed, and what to do.
    pub message: String,
    /// Which document it is about.
    pub target: Target,
    /// Where in that document.
    pub pointer: Pointer,
    /// The name of the field that was most likely meant by the one that the finding is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meant: Option<&'static str>,
}

/// Defines the codes of findings, each with how much it matters.
macro_rules! finding_codes {
    ($(#[doc = $about:literal])+ $name:ident {
        $($(#[doc = $meaning:literal])+ $variant:ident $code:literal $severity:ident;)+
    }) => {
        codes! { $(#[doc = $about])+ $name { $($(#[doc = $meaning])+ $variant $code;)+ } }

        impl $name {
            /// How much findings of this kind matter.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity),+ }
            }
        }
    };
}

pub(crate) use finding_codes;

finding_codes! {
    /// The kind of a finding. Stable: a code is never renamed or given another meaning.
    FindingCode {
        /// The document is not an agent card.
        NotACard "notACard" Error;
        /// The text starts with a byte-order mark, which was skipped.
        ByteOrderMark "byteOrderMark" Warning;
        /// A key stands twice in one object; the last value was taken.
        DuplicateKey "duplicateKey" Warning;
        /// A field that the specification requires is missing.
        MissingField "missingField" Error;
        /// A field has another JSON type than the specification gives it; it was not read, or as the message says.
        WrongType "wrongType" Error;
        /// A field is explicitly `null`; it was read as absent.
        ExplicitNull "explicitNull" Info;
        /// A field's name is written in snake_case; it was read as the camelCase field.
        SnakeCase "snakeCase" Warning;
        /// A field's name is close to one of the specification; it was not read.
        UnknownField "unknownField" Warning;
        /// A field stands where no version of the specification has it; it was not read.
        MisplacedField "misplacedField" Warning;
        /// A field of an older version of the specification stands where a newer one has another.
        OlderField "olderField" Info;
        /// A field was removed from the specification; it means nothing any more.
        RemovedField "removedField" Info;
        /// The older part of a card that carries both shapes was not used.
        LeftoverField "leftoverField" Info;
        /// No protocol version is declared; one was assumed.
        VersionAssumed "versionAssumed" Warning;
        /// An interface does not say its protocol version.
        VersionMissing "versionMissing" Error;
        /// A protocol version carries a patch number, which is ignored.
        PatchVersion "patchVersion" Warning;
        /// A protocol version does not read as `Major.Minor`; it matches nothing.
        InvalidVersion "invalidVersion" Error;
        /// A protocol version is none that the specification has; clients compare versions exactly.
        UnknownVersion "unknownVersion" Warning;
        /// The card's own protocol version agrees with none of its interfaces; the interfaces rule.
        VersionDisagreement "versionDisagreement" Warning;
        /// The card says 1.x but has the shape of 0.3; clients of 1.0 will not find the endpoint.
        VersionShapeMismatch "versionShapeMismatch" Error;
        /// An interface names its binding in another field than `protocolBinding`.
        BindingField "bindingField" Warning;
        /// An interface does not say its binding; it matches nothing.
        BindingMissing "bindingMissing" Error;
        /// A binding is not one of the specification's three, nor a URI; exact clients pass it over.
        UnknownBinding "unknownBinding" Warning;
        /// A URL is a placeholder, relative, or cannot be called for another reason.
        UnusableUrl "unusableUrl" Error;
        /// A URL of the card leads to the caller's own machine.
        LoopbackAddress "loopbackAddress" Info;
        /// A URL of the card leads into a private network.
        PrivateAddress "privateAddress" Warning;
        /// A host may look like another one, or is an address that does not read like one.
        LookAlikeHost "lookAlikeHost" Warning;
        /// An interface is on another origin than the card.
        OtherOrigin "otherOrigin" Warning;
        /// Two interfaces are the same in URL, binding and version.
        DuplicateInterface "duplicateInterface" Info;
        /// A security requirement is written in the shape of another version; it was read as meant.
        RequirementShape "requirementShape" Error;
        /// A security requirement cannot be understood; negotiation will refuse rather than call it open.
        RequirementNotUnderstood "requirementNotUnderstood" Error;
        /// A security requirement names a scheme that `securitySchemes` does not define.
        UndefinedScheme "undefinedScheme" Error;
        /// A security requirement asks for what no request can carry, at the same place as something else.
        UnsendableRequirement "unsendableRequirement" Error;
        /// A requirement asks for a scope that no flow of its scheme declares.
        UnknownScope "unknownScope" Warning;
        /// A security scheme's kind cannot be told; it can be met by name only.
        UnknownScheme "unknownScheme" Warning;
        /// A security scheme is written in the shape of another version; it was read as meant.
        SchemeShape "schemeShape" Warning;
        /// A security scheme says two kinds; the 1.0 way was taken, and the first of several.
        SchemeDisagreement "schemeDisagreement" Warning;
        /// The early `authentication` field was read.
        EarlyAuthentication "earlyAuthentication" Warning;
        /// Security schemes are defined but nothing requires one.
        SchemesWithoutRequirement "schemesWithoutRequirement" Warning;
        /// An OAuth flow that OAuth 2.1 drops and 1.0 deprecates.
        DeprecatedFlow "deprecatedFlow" Info;
        /// A mode is not a media type; it is compared as it stands.
        NotAMediaType "notAMediaType" Warning;
        /// No modes are declared; `text/plain` was assumed.
        ModesAssumed "modesAssumed" Warning;
        /// A skill is a bare string or lacks an id; one was assumed.
        SkillIdAssumed "skillIdAssumed" Warning;
        /// Two skills have the same id; the first is taken.
        DuplicateSkill "duplicateSkill" Error;
        /// Signatures are present; reading a card does not verify them.
        SignatureNotVerified "signatureNotVerified" Info;
        /// The interface chosen is not the first usable one of the card, which rule 8.3.2 would take.
        NotCardOrder "notCardOrder" Info;
        /// The client prefers a prose media type to a structured one that it also accepts.
        ProseBeforeStructured "proseBeforeStructured" Warning;
        /// A live-only mode meets an agent that does not stream, in a class of task that needs no live input.
        LiveOnlyMode "liveOnlyMode" Warning;
        /// A field of the profile is not known.
        UnknownProfileField "unknownProfileField" Warning;
        /// A value of the profile can match nothing.
        UnmatchableValue "unmatchableValue" Warning;
        /// A field or value looks like a secret, which neither a card nor a profile should hold.
        LooksLikeASecret "looksLikeASecret" Warning;
        /// Something of a card could not be carried over into the shape of 1.0.
        NotCarried "notCarried" Warning;
        /// A migrated card has something that was changed or filled in without loss.
        Adapted "adapted" Info;
        /// A migrated card's signatures were left out, since they no longer fit it.
        SignatureDropped "signatureDropped" Info;
        /// A payment document mixes vocabulary of 0.3 with an interface of 1.0.
        PaymentVocabulary "paymentVocabulary" Warning;
    }
}

/// Findings about one document: of each kind so many, and in all so much text, that no document makes more
/// of them than its own size. What is left out is counted.
pub(crate) struct Findings {
    target: Target,
    list: Vec<Finding>,
    bytes: usize,
    /// How many there are of each kind, listed or not.
    counts: [usize; FindingCode::ALL.len()],
}

impl Findings {
    pub(crate) fn about(target: Target) -> Self {
        Self { target, list: Vec::new(), bytes: 0, counts: [0; FindingCode::ALL.len()] }
    }

    /// Whether a finding of a kind would be listed.
    pub(crate) fn has_room_for(&self, code: FindingCode) -> bool {
        self.bytes < MAX_TEXT_BYTES
            && self.counts.get(code as usize).is_some_and(|count| *count < MAX_FINDINGS)
    }

    pub(crate) fn add(&mut self, code: FindingCode, pointer: impl Into<Pointer>, message: impl Into<String>) {
        self.add_meant(code, pointer, message, None);
    }

    /// A finding about a field, and the field that was most likely meant by it.
    pub(crate) fn add_meant(
        &mut self,
        code: FindingCode,
        pointer: impl Into<Pointer>,
        message: impl Into<String>,
        meant: Option<&'static str>,
    ) {
        let has_room = self.has_room_for(code);
        if let Some(count) = self.counts.get_mut(code as usize) {
            *count += 1;
        }
        if has_room {
            let finding = Finding { meant, ..Finding::new(code, self.target, pointer, message) };
            self.bytes += finding.pointer.as_str().len() + finding.message.len();
            self.list.push(finding);
        }
    }

    /// All of them, and how many more there are of a kind.
    pub(crate) fn end(self) -> Vec<Finding> {
        let Self { target, mut list, counts, .. } = self;
        if counts.iter().sum::<usize>() == list.len() {
            return list;
        }
        for (code, count) in FindingCode::ALL.iter().zip(counts) {
            let left_out = count - list.iter().filter(|finding| finding.code == *code).count();
            if left_out > 0 {
                let message = [
                    &left_out.to_string(),
                    " more findings of this kind are not listed; mend those that are, and look again",
                ];
                list.push(Finding::new(*code, target, Pointer::root(), message.concat()));
            }
        }
        list
    }
}

impl Finding {
    pub(crate) fn new(
        code: FindingCode,
        target: Target,
        pointer: impl Into<Pointer>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            severity: code.severity(),
            code,
            message: message.into(),
            target,
            pointer: pointer.into(),
            meant: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_the_same_in_rust_and_in_json() {
        for code in FindingCode::ALL {
            assert_eq!(serde_json::json!(code), code.as_str());
            assert!(!code.meaning().is_empty());
        }
    }
}
