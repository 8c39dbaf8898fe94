//! Fixes: for a refusal, the smallest edits of the card or of the profile that make the step pass. Each is
//! verified by applying it and negotiating again; one that does not work is never shown.

mod card_side;
mod document;
mod profile_side;

use serde::Serialize;

use crate::card::{AgentCard, CardReading, Requirement, Requirements, SchemeKind, SecurityScheme, read_card};
use crate::intent::{Intent, Options};
use crate::json::Json;
use crate::negotiate::{Context, negotiate};
use crate::order::by_rank;
use crate::outcome::{Rejection, Step, StepStatus};
use crate::patch::{Patch, PatchOperation};
use crate::profile::{ProfileReading, read_profile};
use crate::words::quote;
use crate::{Finding, Pointer, RejectionCode, StepId, Target};

use document::Document;

/// How many fixes are shown at most, of each side.
const MOST_PER_SIDE: usize = 4;

/// How many proposals are verified at most, so that the work stays linear in the input.
const MOST_PROPOSALS: usize = 24;

/// How many of them give a field another name, so that there is room for others.
const MOST_RENAMED: usize = 8;

/// How much text is read at most to verify them, and how many are verified however large the documents are.
const MOST_BYTES: usize = 8 * 1024 * 1024;
const MOST_OF_LARGE: usize = 4;

/// How many proposals that lead half way are completed at most, and up to which size of a document.
const MOST_HALF_WAY: usize = 6;
const MOST_HALF_WAY_BYTES: usize = 256 * 1024;

/// An edit of the card or the profile that makes the step that refused pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fix {
    /// The document to edit.
    pub target: Target,
    /// The edit as a JSON Patch (RFC 6902).
    pub patch: Patch,
    /// What the edit does, and what must be true for it to be right.
    pub message: String,
}

/// How much a fix asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Effort {
    /// What is written is not what is meant.
    Spelling,
    /// A setting that was left narrow.
    Setting,
    /// Something that client or agent must then really do.
    Claim,
    /// Something that the agent no longer asks for.
    Concession,
}

/// A fix before it is verified.
struct Proposal {
    effort: Effort,
    fix: Fix,
}

/// Everything that proposals are made from.
struct Case<'a> {
    card: &'a CardReading,
    profile: &'a ProfileReading,
    intent: &'a Intent,
    options: &'a Options,
    rejection: &'a Rejection,
    card_document: Document<'a>,
    profile_document: Document<'a>,
}

/// The verified fixes for a refusal, those that ask for least first. Without any, a sentence says why.
pub(crate) fn fixes(
    card: &CardReading,
    profile: &ProfileReading,
    intent: &Intent,
    options: &Options,
    rejection: &Rejection,
) -> Result<Vec<Fix>, &'static str> {
    let documents = Document::read(&card.source).zip(Document::read(&profile.source));
    let Some((card_document, profile_document)) = documents else {
        return Err("the documents are too deep to be edited");
    };
    let case = Case { card, profile, intent, options, rejection, card_document, profile_document };
    let mut fixes: Vec<Fix> = Vec::new();
    let mut half_way: Vec<HalfWay> = Vec::new();
    for Proposal { fix, .. } in case.proposals() {
        let of_its_side = fixes.iter().filter(|other| other.target == fix.target).count();
        let known = fixes.iter().any(|other| other.target == fix.target && other.patch == fix.patch);
        if of_its_side == MOST_PER_SIDE || known {
            continue;
        }
        match case.tried(&fix) {
            Tried::Works => fixes.push(fix),
            Tried::RefusedOtherwise(edited, rejection) if edited.len() <= MOST_HALF_WAY_BYTES => {
                half_way.push(HalfWay { fix, edited, rejection });
            }
            Tried::RefusedOtherwise(..) | Tried::Fails => {}
        }
    }
    for half_way in half_way.into_iter().take(MOST_HALF_WAY) {
        if !fixes.iter().any(|other| other.target == half_way.fix.target) {
            fixes.extend(case.completed(half_way));
        }
    }
    if fixes.is_empty() { Err(unfixable(rejection.code)) } else { Ok(fixes) }
}

/// What a proposal leads to.
enum Tried {
    Works,
    /// The step refuses the edited document as well, for another reason.
    RefusedOtherwise(String, Rejection),
    Fails,
}

/// A fix after which the step refuses for another reason.
struct HalfWay {
    fix: Fix,
    edited: String,
    rejection: Rejection,
}

impl<'a> Case<'a> {
    /// What the steps looked at, where there is a card.
    fn context(&self) -> Option<Context<'a>> {
        let card = self.card.card.as_ref()?;
        Some(Context::new(card, &self.profile.profile, self.intent, self.options))
    }

    const fn document(&self, target: Target) -> &Document<'a> {
        match target {
            Target::Card => &self.card_document,
            Target::Profile => &self.profile_document,
        }
    }

    /// The facts that the refusal compared, by name.
    fn values(&self, name: &str) -> Vec<String> {
        self.rejection.values.get(name).cloned().unwrap_or_default()
    }

    /// What a reader found odd in a document.
    fn findings(&self, target: Target) -> &'a [Finding] {
        match target {
            Target::Card => &self.card.findings,
            Target::Profile => &self.profile.findings,
        }
    }

    /// The proposals of both sides, those that ask for least first.
    fn proposals(&self) -> Vec<Proposal> {
        let mut proposals = Vec::new();
        for target in [Target::Card, Target::Profile] {
            Proposals { case: self, target, found: &mut proposals }.rename_fields();
        }
        profile_side::propose(&mut Proposals { case: self, target: Target::Profile, found: &mut proposals });
        card_side::propose(&mut Proposals { case: self, target: Target::Card, found: &mut proposals });
        let mut proposals =
            by_rank(proposals, |proposal| (proposal.effort as usize, proposal.fix.patch.0.len()));
        let size = self.card.source.len() + self.profile.source.len();
        let most = MOST_BYTES.checked_div(size).unwrap_or(MOST_PROPOSALS);
        proposals.truncate(most.clamp(MOST_OF_LARGE, MOST_PROPOSALS));
        proposals
    }

    /// What becomes of the step that refused once a fix is applied.
    fn tried(&self, fix: &Fix) -> Tried {
        let Some(edited) = self.document(fix.target).apply(&fix.patch) else { return Tried::Fails };
        // There is a trace, since what is fixed was found with one.
        let options = Options { fixes: false, ..self.options.clone() };
        let outcome = match fix.target {
            Target::Card => {
                let Ok(card) = read_card(&edited) else { return Tried::Fails };
                if !keeps_security(self.card, &card, fix) {
                    return Tried::Fails;
                }
                negotiate(&card, self.profile, self.intent, &options)
            }
            Target::Profile => {
                let Ok(profile) = read_profile(&edited) else { return Tried::Fails };
                negotiate(self.card, &profile, self.intent, &options)
            }
        };
        let step = self.rejection.step;
        let refused = match step {
            // The card itself has no entry in the trace.
            StepId::Card => outcome.rejection().filter(|rejection| rejection.step == step).cloned(),
            _ => match outcome.steps.into_iter().find(|entry| entry.id == step) {
                Some(Step { status: StepStatus::Passed | StepStatus::Skipped, .. }) => None,
                Some(Step { rejection: Some(rejection), .. }) => Some(rejection),
                _ => return Tried::Fails,
            },
        };
        match refused {
            None => Tried::Works,
            Some(rejection) if rejection == *self.rejection => Tried::Fails,
            Some(rejection) => Tried::RefusedOtherwise(edited, rejection),
        }
    }

    /// A fix that leads half way, completed by one for the other reason.
    fn completed(&self, half_way: HalfWay) -> Option<Fix> {
        let HalfWay { mut fix, edited, rejection } = half_way;
        let edited_document = Document::read(&edited)?;
        let (card, profile) = (read_card(&edited), read_profile(&edited));
        let rest = match fix.target {
            Target::Card => Case {
                card: card.as_ref().ok()?,
                rejection: &rejection,
                card_document: edited_document,
                profile_document: self.profile_document.clone(),
                ..*self
            }
            .simplest(fix.target),
            Target::Profile => Case {
                profile: profile.as_ref().ok()?,
                rejection: &rejection,
                card_document: self.card_document.clone(),
                profile_document: edited_document,
                ..*self
            }
            .simplest(fix.target),
        }?;
        fix.patch.0.extend(rest.patch.0);
        fix.message = format!("{}; and {}", fix.message, rest.message);
        Some(fix)
    }

    /// The fix of one side that asks for least.
    fn simplest(&self, target: Target) -> Option<Fix> {
        let of_target =
            self.proposals().into_iter().map(|proposal| proposal.fix).filter(|fix| fix.target == target);
        of_target.into_iter().find(|fix| matches!(self.tried(fix), Tried::Works))
    }
}

/// Whether an edited card asks for all that it asked for before, and for push notifications in the same way.
/// What an edit adds to the alternatives is a concession that its message names; what it takes from them, or
/// puts out of force, is told nowhere.
fn keeps_security(before: &CardReading, after: &CardReading, fix: &Fix) -> bool {
    let (Some(before), Some(after)) = (&before.card, &after.card) else { return true };
    // A requirement that is moved gets the name that it is meant to have, and nothing else.
    let is_requirement = |pointer: &Pointer| {
        let requirements = std::iter::once(&before.security_requirements)
            .chain(before.skills.iter().map(|skill| &skill.security_requirements));
        requirements
            .flat_map(|requirements| &requirements.alternatives)
            .flat_map(|one| &one.schemes)
            .any(|scheme| scheme.pointer == *pointer)
    };
    let is_moved = fix.patch.0.iter().all(|operation| match operation {
        PatchOperation::Move { from, .. } => is_requirement(from),
        _ => false,
    });
    let is_kept = |before: &Requirements, after: &Requirements| {
        let is_there = |old: &Requirement| after.alternatives.iter().any(|new| new.asks_the_same(old));
        before.alternatives.iter().all(is_there)
    };
    // Whoever renames a member of a scheme must not make it one of another kind.
    let is_of_its_kind = |old: &SecurityScheme| {
        let new = after.security_scheme(&old.name);
        old.kind == SchemeKind::Unknown || new.is_some_and(|new| new.kind == old.kind)
    };
    let push_scheme = |card: &AgentCard| card.capabilities.push_notifications.security_scheme.clone();
    let mut skills = before.skills.iter().zip(&after.skills);
    is_moved
        || (push_scheme(before) == push_scheme(after)
            && before.security_schemes.iter().all(is_of_its_kind)
            && is_kept(&before.security_requirements, &after.security_requirements)
            && skills.all(|(old, new)| is_kept(&old.security_requirements, &new.security_requirements)))
}

/// Collects proposals for one side.
struct Proposals<'p, 'a> {
    case: &'p Case<'a>,
    target: Target,
    found: &'p mut Vec<Proposal>,
}

impl<'p> Proposals<'p, '_> {
    /// The document that this side edits.
    fn document(&self) -> &'p Document<'p> {
        self.case.document(self.target)
    }

    /// Gives fields that are not known the names that are most likely meant.
    fn rename_fields(&mut self) {
        let meant =
            self.case.findings(self.target).iter().filter_map(|finding| Some((finding, finding.meant?)));
        for (finding, meant) in meant.take(MOST_RENAMED) {
            let Some((above, _)) = finding.pointer.as_str().rsplit_once('/') else { continue };
            let name = finding.pointer.tokens().last().unwrap_or_default();
            let path = Pointer::from(above).key(meant);
            // What is there says something, and nothing of it is written over.
            if self.document().has(&path) {
                continue;
            }
            let message = format!("write `{meant}` in place of {}", quote(&name));
            let operation = PatchOperation::Move { from: finding.pointer.clone(), path };
            self.add(Effort::Spelling, vec![operation], message);
        }
    }

    fn add(&mut self, effort: Effort, operations: Vec<PatchOperation>, message: impl Into<String>) {
        let fix = Fix { target: self.target, patch: Patch(operations), message: message.into() };
        self.found.push(Proposal { effort, fix });
    }

    /// Sets a value.
    fn set(
        &mut self,
        effort: Effort,
        pointer: impl Into<Pointer>,
        value: impl Into<Json<'static>>,
        message: impl Into<String>,
    ) {
        let operations = self.document().set(&pointer.into(), value.into());
        self.add(effort, operations, message);
    }

    /// Adds values to a list. `implied` is what holds as long as the list is not there.
    fn append<T: AsRef<str>>(
        &mut self,
        effort: Effort,
        list: impl Into<Pointer>,
        implied: &[&str],
        values: &[T],
        message: impl Into<String>,
    ) {
        let values = values.iter().map(|value| value.as_ref().to_owned().into()).collect();
        let operations = self.document().append(&list.into(), implied, values);
        self.add(effort, operations, message);
    }
}

/// Why no edit of one side can mend a refusal.
const fn unfixable(code: RejectionCode) -> &'static str {
    match code {
        RejectionCode::NotACard => "no edit makes an agent card of another document; give the card itself",
        RejectionCode::SignatureRequired => "only whoever holds the agent's key can sign its card",
        RejectionCode::UnknownSkill => "the intent names the skill; name another one, or ask another agent",
        RejectionCode::NoSharedInterface => {
            "no edit that can be told from here is enough: the agent's operator must say in the card where and how it can be called"
        }
        RejectionCode::NoUsableCredentials => {
            "no single edit is enough for what the agent asks for; give the client a credential, or ask another agent"
        }
        RejectionCode::UnsendableCredentials => {
            "only the agent's operator can say which of the credentials it can do without"
        }
        RejectionCode::RequirementNotUnderstood => {
            "what the card requires cannot be told from it; its author must write it as `securityRequirements`"
        }
        RejectionCode::InputNotAccepted | RejectionCode::NoSharedOutput => {
            "no edit of one document is enough; name other media types in the intent, or ask another agent"
        }
        RejectionCode::NoDelivery => "neither side allows a way of delivery that the other can do",
        RejectionCode::MissingExtension => {
            "what is required must have a URI in the card, and be implemented by the client, first"
        }
        RejectionCode::LiveInputWithoutStreaming
        | RejectionCode::PushNeedsMutualTls
        | RejectionCode::OutputOnlyOnResubscribe => {
            "no edit of one side is enough; settle it with the agent's operator"
        }
        RejectionCode::LockViolation => "it is for a person to review what changed",
    }
}
