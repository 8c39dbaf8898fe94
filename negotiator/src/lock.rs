//! What was reviewed of a card, kept in a lockfile, and held against what the card says now.

mod digest;
mod number;
mod reading;

use serde::Serialize;

use crate::card::{AgentCard, CardReading, Generation};
use crate::diff::{EXTENDED_CARD, PlanChange, interface, plan_changes, told};
use crate::intent::{Intent, Options, TaskClass};
use crate::map::Map;
use crate::negotiate::{negotiate, negotiate_skills};
use crate::outcome::{Outcome, Rejection};
use crate::plan::CallPlan;
use crate::profile::ProfileReading;
use crate::words::quote;
use crate::{Pointer, RejectionCode, StepId, Version};

pub(crate) use digest::of_parameters;
pub use reading::{read_lock_options, read_lockfile};

/// The version of lockfiles.
const VERSION: u8 = 1;

/// What was reviewed of an agent card for a client: made to be kept in version control, in an order that does
/// not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Lockfile {
    /// The version of the format: 1.
    pub lockfile_version: u8,
    /// The card.
    pub card: LockedCard,
    /// The class of task that the plans are for.
    pub task_class: TaskClass,
    /// The interfaces, in the card's order. Another one is not called without a review.
    pub interfaces: Vec<LockedInterface>,
    /// What was planned for a call that names no skill.
    pub default: LockedPlan,
    /// What was planned for each skill, by their ids.
    pub skills: Map<LockedPlan>,
    /// SHA-256, in hexadecimal digits, of the parameters of the extensions that the client implements, by their
    /// URIs; what has no parameters has no entry.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extensions: Map<String>,
}

/// Which card was reviewed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LockedCard {
    /// The agent's name.
    pub name: Option<String>,
    /// The agent's version.
    pub version: Option<String>,
    /// The generation; `null` for what is no card.
    pub generation: Option<Generation>,
    /// SHA-256, in hexadecimal digits, of the card's canonical form (RFC 8785) without its signatures.
    pub sha256: String,
}

/// An interface of the card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LockedInterface {
    /// The URL as the card writes it.
    pub url: String,
    /// The binding; `null` where the card says none.
    pub binding: Option<String>,
    /// The version; `null` where it is unknown.
    pub version: Option<Version>,
    /// The tenant, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
}

/// What was decided for a skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LockedPlan {
    /// The plan, where the call was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<CallPlan>,
    /// The code of the refusal, where it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// How to lock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase", default, deny_unknown_fields))]
pub struct LockOptions {
    /// The ids of the skills to lock; all of them when left out.
    pub skills: Option<Vec<String>>,
    /// The class of task that is planned for.
    pub task_class: TaskClass,
}

/// Makes the lockfile of a card for a client.
#[must_use]
pub fn lock_card(card: &CardReading, profile: &ProfileReading, options: &LockOptions) -> Lockfile {
    let empty = AgentCard::default();
    let agent = card.card.as_ref().unwrap_or(&empty);
    let of_card = || agent.skills.iter().map(|skill| skill.id.as_str()).collect();
    let named = options.skills.as_ref();
    let wanted: Vec<&str> = named.map_or_else(of_card, |named| named.iter().map(String::as_str).collect());
    let wanted: Vec<_> = std::iter::once(None).chain(wanted.into_iter().map(Some)).collect();
    let (mut default, mut skills) = (None, Map::new());
    negotiate_skills(card, profile, &intent(None, options.task_class), &wanted, &mut |skill, outcome| {
        // The name of the entry says the skill.
        let plan = outcome.plan().map(|plan| CallPlan { skill: None, ..plan.clone() });
        let refused = outcome.rejection().map(|rejection| rejection.code.as_str().to_owned());
        let entry = LockedPlan { plan, refused };
        match skill {
            Some(skill) => drop(skills.insert(skill.to_owned(), entry)),
            None => default = Some(entry),
        }
    });
    let interfaces = agent.supported_interfaces.iter().map(|interface| LockedInterface {
        url: interface.url.clone(),
        binding: interface.protocol_binding.clone(),
        version: interface.protocol_version,
        tenant: interface.tenant.clone(),
    });
    Lockfile {
        lockfile_version: VERSION,
        card: LockedCard {
            name: agent.name.clone(),
            version: agent.version.clone(),
            generation: card.generation,
            sha256: digest::of_card(&card.source),
        },
        task_class: options.task_class,
        interfaces: interfaces.collect(),
        default: default.unwrap_or_default(),
        skills,
        extensions: of_parameters(card, &profile.profile.extensions),
    }
}

fn intent(skill: Option<&str>, task_class: TaskClass) -> Intent {
    Intent { skill: skill.map(str::to_owned), task_class, ..Intent::default() }
}

/// The options of a negotiation of which only the decision is wanted.
fn quick(options: &Options) -> Options {
    Options { trace: false, fixes: false, extended: options.extended, ..Options::default() }
}

/// Why a plan goes beyond what was reviewed, if it does.
pub(crate) fn violation(
    lock: &Lockfile,
    outcome: &Outcome,
    card: &CardReading,
    profile: &ProfileReading,
    wanted: &Intent,
    options: &Options,
) -> Option<Rejection> {
    let plan = outcome.plan()?;
    let whose = match &wanted.skill {
        Some(skill) => quote(skill),
        None => "a call that names no skill".to_owned(),
    };
    let locked = match &wanted.skill {
        Some(skill) => lock.skills.get(skill),
        None => Some(&lock.default),
    };
    let refuse = |what: &[&str]| {
        let mut rejection = crate::negotiate::refusal(RejectionCode::LockViolation);
        rejection.message = what.concat();
        "review the change, and accept it with `npx a2a-negotiator lock CARD --profile PROFILE --update`"
            .clone_into(&mut rejection.help);
        rejection.card_pointers = vec![Pointer::root()];
        rejection
    };
    let Some(locked) = locked else {
        return Some(refuse(&[&whose, " was not reviewed: the lockfile has no plan for it"]));
    };
    let Some(reviewed) = &locked.plan else {
        let code = quote(locked.refused.as_deref().unwrap_or_default());
        return Some(refuse(&[&whose, " was refused when it was reviewed, as ", &code, ", and is not now"]));
    };
    // What was reviewed is planned anew: this call may be for other media types, or after a refusal.
    let again = intent(wanted.skill.as_deref(), lock.task_class);
    let again = Intent { verified: wanted.verified.clone(), ..again };
    let again = negotiate(card, profile, &again, &quick(options));
    let mut differences = match (again.plan(), again.rejection()) {
        (Some(now), _) => {
            // The extensions that a plan activates are those of both, whatever else it is planned for.
            let parameters = of_parameters(card, &now.extensions);
            plan_changes((reviewed, &lock.extensions), (now, &parameters))
        }
        (None, Some(refused)) => {
            return Some(refuse(&["the reviewed plan for ", &whose, " is refused now: ", &refused.message]));
        }
        (None, None) => Vec::new(),
    };
    // Once the extended card is there, the plan asks for it no more.
    differences.retain(|change| change.field != EXTENDED_CARD || !options.extended);
    if !differences.is_empty() {
        let what = ["the plan for ", &whose, " is not the reviewed one: "].concat();
        let mut rejection = refuse(&[&what, &told(&differences)]);
        rejection.card_pointers.clear();
        for PlanChange { step, field, old, new, .. } in differences {
            rejection.values.insert(field.to_owned(), vec![old, new]);
            let pointer = place(card, wanted, plan, step);
            if !rejection.card_pointers.contains(&pointer) {
                rejection.card_pointers.push(pointer);
            }
        }
        return Some(rejection);
    }
    let is_known = (&reviewed.url, &reviewed.binding, reviewed.version, &reviewed.tenant)
        == (&plan.url, &plan.binding, plan.version, &plan.tenant)
        || lock.interfaces.iter().any(|interface| {
            interface.url == plan.url
                && interface.binding.as_ref() == Some(&plan.binding)
                && interface.version.or(profile.profile.assume_version) == Some(plan.version)
                && interface.tenant == plan.tenant
        });
    if is_known {
        return None;
    }
    let label = interface(&plan.url, &plan.binding, plan.version, plan.tenant.as_deref());
    let mut rejection = refuse(&[&label, " is none of the reviewed interfaces"]);
    rejection.card_pointers = vec![place(card, wanted, plan, StepId::Interface)];
    Some(rejection)
}

/// Where in the card stands what a step of a plan comes from.
fn place(card: &CardReading, intent: &Intent, plan: &CallPlan, step: StepId) -> Pointer {
    let Some(card) = &card.card else { return Pointer::root() };
    let skill = intent.skill.as_ref().and_then(|id| card.skill(id));
    match step {
        StepId::Interface => {
            let mut interfaces = card.supported_interfaces.iter();
            let chosen = interfaces
                .find(|one| one.url == plan.url && one.protocol_binding.as_ref() == Some(&plan.binding));
            chosen.map(|interface| interface.pointer.clone()).unwrap_or_default()
        }
        StepId::Credentials => match skill.map(|skill| &skill.security_requirements) {
            Some(own) if !own.alternatives.is_empty() => own.pointer.clone(),
            _ => card.security_requirements.pointer.clone(),
        },
        StepId::Delivery | StepId::Extensions => card.capabilities.pointer.clone(),
        _ => skill.map(|skill| skill.pointer.clone()).unwrap_or_default(),
    }
}
