//! What the steps have in common: entries of the trace, and refusals.

use crate::map::Map;
use crate::outcome::{Candidate, CandidateStatus, Rejection, Step, StepStatus};
use crate::{Finding, Pointer, RejectionCode, StepId};

/// A step's entry in the trace, with what it chose. A step that chose nothing has refused or was not
/// reached.
#[derive(Clone)]
pub(super) struct Stepped<T> {
    pub(super) step: Step,
    pub(super) chosen: Option<T>,
    pub(super) findings: Vec<Finding>,
}

/// Collects the candidates of a step, where anybody wants to see them.
pub(super) struct Trace {
    id: StepId,
    wanted: bool,
    candidates: Vec<Candidate>,
    findings: Vec<Finding>,
}

impl Trace {
    pub(super) const fn new(id: StepId, wanted: bool) -> Self {
        Self { id, wanted, candidates: Vec::new(), findings: Vec::new() }
    }

    /// Notes a candidate. It is only built where the trace is wanted.
    pub(super) fn look(&mut self, candidate: impl FnOnce() -> Candidate) {
        if self.wanted {
            self.candidates.push(candidate());
        }
    }

    /// Notes a finding. It is only built where the trace is wanted.
    pub(super) fn find(&mut self, finding: impl FnOnce() -> Finding) {
        if self.wanted {
            self.findings.push(finding());
        }
    }

    pub(super) fn passed<T>(self, chosen: T, summary: impl FnOnce(&T) -> String) -> Stepped<T> {
        let summary = if self.wanted { summary(&chosen) } else { String::new() };
        self.end(StepStatus::Passed, summary, Some(chosen), None)
    }

    pub(super) fn skipped<T>(self, chosen: T, summary: &str) -> Stepped<T> {
        let summary = if self.wanted { summary.to_owned() } else { String::new() };
        self.end(StepStatus::Skipped, summary, Some(chosen), None)
    }

    pub(super) fn rejected<T>(self, rejection: Rejection) -> Stepped<T> {
        self.end(StepStatus::Rejected, rejection.message.clone(), None, Some(rejection))
    }

    fn end<T>(
        self,
        status: StepStatus,
        summary: String,
        chosen: Option<T>,
        rejection: Option<Rejection>,
    ) -> Stepped<T> {
        let step = Step { id: self.id, status, summary, candidates: self.candidates, rejection };
        Stepped { step, chosen, findings: self.findings }
    }
}

/// A candidate of the trace.
pub(super) fn candidate(
    status: CandidateStatus,
    label: impl Into<String>,
    reason: impl Into<String>,
    card_pointers: Vec<Pointer>,
    profile_pointers: Vec<Pointer>,
) -> Candidate {
    Candidate { label: label.into(), status, reason: reason.into(), card_pointers, profile_pointers }
}

/// A step that had nothing to work on.
pub(super) fn not_reached(id: StepId, why: &str) -> Step {
    Step {
        id,
        status: StepStatus::NotReached,
        summary: why.to_owned(),
        candidates: Vec::new(),
        rejection: None,
    }
}

/// A step that depends on the skill, which the card does not have.
pub(super) fn without_skill<T>(id: StepId) -> Stepped<T> {
    Stepped {
        step: not_reached(id, "it depends on the skill, which the card does not have"),
        chosen: None,
        findings: Vec::new(),
    }
}

/// A refusal with nothing said yet.
pub(crate) const fn refusal(code: RejectionCode) -> Rejection {
    Rejection {
        step: code.step(),
        code,
        message: String::new(),
        help: String::new(),
        values: Map::new(),
        card_pointers: Vec::new(),
        profile_pointers: Vec::new(),
        unfixable: None,
        fetch_extended_card: false,
        subject: None,
    }
}
