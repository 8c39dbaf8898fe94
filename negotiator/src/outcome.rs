//! What a negotiation returns: one shape whatever happens.

use serde::Serialize;

use crate::{CallPlan, Finding, Fix, Map, Pointer, RejectionCode, StepId};

/// The result of a negotiation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The decision, with the plan or the rejection that goes with it.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The trace: all steps in order, with every candidate looked at. Empty when no trace was asked
    /// for.
    pub steps: Vec<Step>,
    /// What the client goes without.
    pub degradations: Vec<Degradation>,
    /// What is odd in the card or the profile. Empty when no trace was asked for.
    pub findings: Vec<Finding>,
    /// Edits that make the step that refused pass, those that ask for least first. Empty when nothing was
    /// refused, when nothing can be mended (`rejection.unfixable` then says why), or when none were asked
    /// for.
    pub fixes: Vec<Fix>,
}

impl Outcome {
    /// The decision alone.
    #[must_use]
    pub const fn decision(&self) -> Decision {
        match self.verdict {
            Verdict::Accept { .. } => Decision::Accept,
            Verdict::Reject { .. } => Decision::Reject,
            Verdict::Escalate { .. } => Decision::Escalate,
        }
    }

    /// The plan, when the call may be made.
    #[must_use]
    pub const fn plan(&self) -> Option<&CallPlan> {
        match &self.verdict {
            Verdict::Accept { plan } => Some(plan),
            Verdict::Reject { .. } | Verdict::Escalate { .. } => None,
        }
    }

    /// Why the call must not be made as things stand.
    #[must_use]
    pub const fn rejection(&self) -> Option<&Rejection> {
        match &self.verdict {
            Verdict::Accept { .. } => None,
            Verdict::Reject { rejection } | Verdict::Escalate { rejection } => Some(rejection),
        }
    }
}

/// The three decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Decision {
    /// The call may be made as planned.
    Accept,
    /// The call must not be made.
    Reject,
    /// The card contradicts itself in a way that may be settled out of band.
    Escalate,
}

impl Decision {
    /// The decision as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Escalate => "escalate",
        }
    }
}

/// A decision with what belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "decision", rename_all = "camelCase")]
pub enum Verdict {
    /// The call may be made as planned.
    Accept {
        /// What to call, and how.
        plan: Box<CallPlan>,
    },
    /// The call must not be made.
    Reject {
        /// Why, where and what to do.
        rejection: Box<Rejection>,
    },
    /// The card contradicts itself, and an extension or the client may settle it out of band.
    Escalate {
        /// What is to be settled.
        rejection: Box<Rejection>,
    },
}

/// Why a step refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rejection {
    /// The step that refuses.
    pub step: StepId,
    /// What kind of refusal this is; stable.
    pub code: RejectionCode,
    /// What is wrong and why.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// The facts that were compared, by name.
    pub values: Map<Vec<String>>,
    /// Where the facts stand in the card.
    pub card_pointers: Vec<Pointer>,
    /// Where the facts stand in the profile.
    pub profile_pointers: Vec<Pointer>,
    /// Why no edit of one document mends this, where none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfixable: Option<String>,
    /// Whether what is missing may be on the extended agent card, which the client can fetch.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fetch_extended_card: bool,
    /// What is to blame where it is not the agent: `card` when the intent says that the card is stale
    /// and the agent good, so that the card is to be refreshed and the agent not marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<crate::Target>,
}

/// One step of the trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Which step.
    pub id: StepId,
    /// How it ended.
    pub status: StepStatus,
    /// What was decided, in one line.
    pub summary: String,
    /// Everything that was looked at, in the order it was looked at.
    pub candidates: Vec<Candidate>,
    /// Why the step refuses, when it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection: Option<Rejection>,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum StepStatus {
    /// The step found what it looks for.
    Passed,
    /// The step refuses the call.
    Rejected,
    /// There was nothing for the step to do.
    Skipped,
    /// There was nothing for the step to work on, since an earlier one failed.
    NotReached,
}

impl StepStatus {
    /// The status as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Rejected => "rejected",
            Self::Skipped => "skipped",
            Self::NotReached => "notReached",
        }
    }
}

/// Something that a step looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// What it is, such as ```GRPC 1.0` at `https://agent.example.com/grpc```.
    pub label: String,
    /// Whether it was taken.
    pub status: CandidateStatus,
    /// Why it was taken or passed over.
    pub reason: String,
    /// Where it stands in the card.
    pub card_pointers: Vec<Pointer>,
    /// Where what it was compared with stands in the profile.
    pub profile_pointers: Vec<Pointer>,
}

/// Whether a candidate was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CandidateStatus {
    /// It is part of the plan.
    Taken,
    /// It would do, and something else was preferred; a fallback.
    Usable,
    /// It was passed over.
    PassedOver,
}

impl CandidateStatus {
    /// The status as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Usable => "usable",
            Self::PassedOver => "passedOver",
        }
    }
}

/// Something that the client goes without.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Degradation {
    /// What kind: an invariant of negotiability, or `provenByHistory`.
    pub code: String,
    /// What the client goes without, and why.
    pub message: String,
    /// Where the reason stands in the card.
    pub card_pointers: Vec<Pointer>,
    /// Where the reason stands in the profile.
    pub profile_pointers: Vec<Pointer>,
}
