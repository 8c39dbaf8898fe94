//! The words in which the page says what the core found. Every status has a mark and a word; neither
//! stands alone, and colour only repeats them.

use a2a_negotiator::{
    CallPlan, CandidateStatus, Decision, DeliveryMode, Outcome, Rejection, RejectionCode, Severity, StepId,
    StepStatus, TaskClass,
};

use crate::shown::{LABEL, shown, some_of};

/// A mark with the word that says the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Status {
    /// The mark.
    pub(crate) mark: &'static str,
    /// The word.
    pub(crate) word: &'static str,
    /// The class that gives it its colour.
    pub(crate) class: &'static str,
}

/// A document that cannot be read.
pub(crate) const BROKEN: Status = Status { mark: "✗", word: "broken", class: "refused" };

pub(crate) const fn decision(decision: Decision) -> Status {
    match decision {
        Decision::Accept => Status { mark: "✓", word: "accepted", class: "passed" },
        Decision::Reject => Status { mark: "✗", word: "refused", class: "refused" },
        Decision::Escalate => ESCALATED,
    }
}

/// What is neither accepted nor refused, but for somebody to settle.
pub(crate) const ESCALATED: Status = Status { mark: "?", word: "to be settled", class: "escalated" };

/// What cannot be decided, since a document cannot be read.
pub(crate) const UNDECIDED: Status = Status { mark: "–", word: "not decided", class: "quiet" };

/// A skill that was accepted before.
pub(crate) const LOST: Status = Status { mark: "✗", word: "no longer accepted", class: "refused" };

/// A skill that was not accepted before.
pub(crate) const WON: Status = Status { mark: "✓", word: "now accepted", class: "passed" };

/// What the client goes without.
pub(crate) const DEGRADED: Status = Status { mark: "↓", word: "degraded", class: "degraded" };

pub(crate) const fn step(status: StepStatus) -> Status {
    match status {
        StepStatus::Passed => Status { mark: "✓", word: "passed", class: "passed" },
        StepStatus::Rejected => Status { mark: "✗", word: "refused", class: "refused" },
        StepStatus::Skipped => Status { mark: "–", word: "skipped", class: "quiet" },
        StepStatus::NotReached => Status { mark: "○", word: "not reached", class: "quiet hollow" },
    }
}

pub(crate) const fn candidate(status: CandidateStatus) -> Status {
    match status {
        CandidateStatus::Taken => Status { mark: "✓", word: "taken", class: "passed" },
        CandidateStatus::Usable => Status { mark: "○", word: "would do", class: "quiet" },
        CandidateStatus::PassedOver => Status { mark: "–", word: "passed over", class: "quiet" },
    }
}

pub(crate) const fn severity(severity: Severity) -> Status {
    match severity {
        Severity::Error => Status { mark: "✗", word: "error", class: "refused" },
        Severity::Warning => Status { mark: "!", word: "warning", class: "caution" },
        Severity::Info => Status { mark: "i", word: "note", class: "accent" },
    }
}

/// The number of a step among the five; the look-up before them and the check after them have none.
pub(crate) const fn step_number(step: StepId) -> Option<u8> {
    match step {
        StepId::Interface => Some(1),
        StepId::Credentials => Some(2),
        StepId::MediaTypes => Some(3),
        StepId::Delivery => Some(4),
        StepId::Extensions => Some(5),
        StepId::Card | StepId::Skill | StepId::Negotiability | StepId::Lock => None,
    }
}

/// What a step asks, for those who see the ladder for the first time.
pub(crate) const fn step_question(step: StepId) -> &'static str {
    match step {
        StepId::Card => "Is it a card?",
        StepId::Skill => "Does the agent have the skill?",
        StepId::Interface => "Where to call, in which binding and version?",
        StepId::Credentials => "What to present?",
        StepId::MediaTypes => "What to send, what to ask for?",
        StepId::Delivery => "How to hear of progress?",
        StepId::Extensions => "What is required, what to activate?",
        StepId::Negotiability => "Can this kind of task be completed?",
        StepId::Lock => "Is it within what was reviewed?",
    }
}

/// A class of task, as the selection names it.
pub(crate) const fn task_class(class: TaskClass) -> &'static str {
    match class {
        TaskClass::Standard => "standard: wait for the result",
        TaskClass::LiveInput => "live input: feed it as it arises",
        TaskClass::AsyncCompletion => "async completion: leave, be told",
        TaskClass::FireAndForget => "fire and forget: nobody waits",
    }
}

/// The decision in a few words, such as `Refused at step 3, media types`.
pub(crate) fn headline(outcome: &Outcome) -> String {
    match outcome.rejection() {
        None if outcome.degradations.is_empty() => "Accepted: this client can call this agent".into(),
        None => {
            let degradations = count(outcome.degradations.len(), "degradation");
            format!("Accepted with {degradations}: this client can call this agent")
        }
        Some(rejection) if outcome.decision() == Decision::Escalate => {
            format!("To be settled first: {}", place(rejection))
        }
        Some(rejection) => format!("Refused {}", place(rejection)),
    }
}

fn place(rejection: &Rejection) -> String {
    if rejection.code == RejectionCode::NotACard {
        return "before step 1: this is not an agent card".into();
    }
    let title = rejection.step.title().to_ascii_lowercase();
    match (rejection.step, step_number(rejection.step)) {
        (_, Some(number)) => format!("at step {number}, {title}"),
        (StepId::Negotiability | StepId::Lock, None) => format!("after step 5, {title}"),
        (_, None) => format!("before step 1, {title}"),
    }
}

/// A plan in one sentence.
pub(crate) fn plan_sentence(plan: &CallPlan) -> String {
    let list = |texts: &mut dyn Iterator<Item = &str>| texts.map(code).collect::<Vec<_>>().join(" and ");
    let credentials = if plan.credentials.is_empty() {
        "without credentials".into()
    } else {
        let mut schemes = plan.credentials.iter().map(|credential| credential.scheme.as_str());
        format!("with {}", list(&mut schemes))
    };
    let modes = match plan.accepted_output_modes.as_slice() {
        [] => "nothing".into(),
        [first, others @ ..] if others.len() > 1 => format!("{} or {} more", code(first), others.len()),
        few => few.iter().map(|mode| code(mode)).collect::<Vec<_>>().join(" or "),
    };
    format!(
        "Call {} {} {credentials}, ask for {modes}, and {}.",
        code(&plan.binding),
        plan.version,
        delivery(plan.delivery.mode)
    )
}

/// A foreign text as code within a sentence.
pub(crate) fn code(text: &str) -> String {
    format!("`{}`", shown(text, LABEL))
}

/// How many names stand in a sentence.
const NAMES_SHOWN: usize = 4;

/// Names as code within a sentence, and how many more there are.
pub(crate) fn names(names: &[String]) -> String {
    let (some, more) = some_of(names, NAMES_SHOWN);
    let mut said: Vec<String> = some.iter().map(|name| code(name)).collect();
    said.extend((more > 0).then(|| format!("{more} more")));
    said.join(", ")
}

/// How progress is heard of, as a clause.
pub(crate) const fn delivery(mode: DeliveryMode) -> &'static str {
    match mode {
        DeliveryMode::Stream => "follow a stream",
        DeliveryMode::Push => "be told by push notifications",
        DeliveryMode::Poll => "poll for the result",
        DeliveryMode::None => "wait for nothing",
    }
}

/// How many of something there are, such as `1 finding` or `3 findings`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// The title of the browser's tab.
pub(crate) fn page_title(outcome: Option<&Outcome>, is_readable: bool) -> String {
    let Some(outcome) = outcome else { return "A2A negotiation playground".into() };
    let status = decision(outcome.decision());
    let words = match (outcome.plan(), outcome.rejection()) {
        (Some(plan), _) => format!("Accepted: {} {}", shown(&plan.binding, 40), plan.version),
        (None, Some(_)) => headline(outcome),
        (None, None) => String::new(),
    };
    if is_readable {
        format!("{} {words} · A2A negotiation playground", status.mark)
    } else {
        format!("{} Not decided · A2A negotiation playground", UNDECIDED.mark)
    }
}

#[cfg(test)]
mod tests {
    use a2a_negotiator::{Options, negotiate, read_card, read_profile};

    use super::*;
    use crate::gallery::{GALLERY, NAMES};

    fn outcome(name: &str) -> Option<Outcome> {
        let index = NAMES.iter().position(|known| *known == name)?;
        let example = GALLERY.get(index)?;
        let card = read_card(&example.card).ok()?;
        let profile = read_profile(&example.profile).ok()?;
        Some(negotiate(&card, &profile, &example.intent, &Options::default()))
    }

    #[test]
    fn a_plan_reads_as_a_sentence() {
        let outcome = outcome("research-agent");
        let plan = outcome.as_ref().and_then(Outcome::plan);
        assert_eq!(
            plan.map(plan_sentence).as_deref(),
            Some("Call `GRPC` 1.0 with `bearer`, ask for `application/json`, and follow a stream.")
        );
        assert_eq!(page_title(outcome.as_ref(), true), "✓ Accepted: GRPC 1.0 · A2A negotiation playground");
    }

    #[test]
    fn a_refusal_names_its_step() {
        let headline_of = |name| outcome(name).as_ref().map(headline);
        assert_eq!(headline_of("no-shared-output").as_deref(), Some("Refused at step 3, media types"));
        assert_eq!(
            headline_of("not-a-card").as_deref(),
            Some("Refused before step 1: this is not an agent card")
        );
        assert_eq!(
            headline_of("speech-to-settle").as_deref(),
            Some("To be settled first: after step 5, negotiability")
        );
        assert_eq!(
            headline_of("push-under-mutual-tls").as_deref(),
            Some("Accepted with 1 degradation: this client can call this agent")
        );
        assert_eq!(
            page_title(outcome("lower-case-binding").as_ref(), true),
            "✗ Refused at step 1, interface · A2A negotiation playground"
        );
    }

    #[test]
    fn what_is_left_out_of_a_sentence_is_never_a_single_name() {
        let named = |number: usize| names(&vec!["a".to_owned(); number]);
        assert_eq!(named(5), "`a`, `a`, `a`, `a`, `a`");
        assert_eq!(named(6), "`a`, `a`, `a`, `a`, 2 more");
        let Some(outcome) = outcome("research-agent") else { return };
        let Some(mut plan) = outcome.plan().cloned() else { return };
        plan.accepted_output_modes = vec!["a/b".into(), "c/d".into()];
        assert!(plan_sentence(&plan).contains("ask for `a/b` or `c/d`, and"));
        plan.accepted_output_modes.push("e/f".into());
        assert!(plan_sentence(&plan).contains("ask for `a/b` or 2 more, and"));
    }

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!(count(1, "finding"), "1 finding");
        assert_eq!(count(0, "finding"), "0 findings");
    }
}
