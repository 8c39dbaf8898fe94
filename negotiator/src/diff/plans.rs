//! What becomes of a client's plans.

use serde::Serialize;

use super::{CardChange, ChangeClass};
use crate::card::{CardReading, urls_of};
use crate::intent::Intent;
use crate::lock::of_parameters;
use crate::map::Map;
use crate::names::Names;
use crate::negotiate::negotiate_skills;
use crate::outcome::{Outcome, StepStatus};
use crate::plan::{CallPlan, Credential, Delivery};
use crate::profile::ProfileReading;
use crate::words::{append, quote};
use crate::{StepId, Version, url};

/// What became of one plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SkillChange {
    /// The skill; absent for a call that names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// What became of the plan.
    pub effect: PlanEffect,
    /// How much that matters.
    pub class: ChangeClass,
    /// What is planned otherwise, or what refuses.
    pub message: String,
}

/// What can become of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PlanEffect {
    /// The plan is the same, or there is none as before.
    Same,
    /// The plan is another one, and nothing is missing.
    Other,
    /// The plan goes without something that it had.
    Degraded,
    /// There is no plan any more.
    Refused,
    /// There is a plan now.
    Accepted,
}

/// What became of one plan, step by step.
pub(super) struct Effect {
    pub(super) change: SkillChange,
    steps: Vec<(StepId, ChangeClass)>,
}

/// Negotiates with both cards, and takes back the class of changes that touch no plan of this client.
pub(super) fn judge(
    old: &CardReading,
    new: &CardReading,
    profile: &ProfileReading,
    intent: &Intent,
    changes: &mut [CardChange],
) -> Vec<Effect> {
    let all = || [new, old].into_iter().flat_map(|reading| &reading.card).flat_map(|card| &card.skills);
    let ids = Names::of(all().map(|skill| skill.id.as_str()));
    let mut wanted: Vec<Option<&str>> = vec![intent.skill.as_deref()];
    if intent.skill.is_none() {
        let once = all().enumerate().filter(|(place, skill)| ids.place(&skill.id) == Some(*place));
        wanted.extend(once.map(|(_, skill)| Some(skill.id.as_str())));
    }
    let negotiated = |card| {
        let mut decided = Vec::with_capacity(wanted.len());
        negotiate_skills(card, profile, intent, &wanted, &mut |_, outcome| {
            decided.push(Decided::of(&outcome));
        });
        decided
    };
    let parameters = |card| of_parameters(card, &profile.profile.extensions);
    let (of_old, of_new) = (parameters(old), parameters(new));
    let both = negotiated(old).into_iter().zip(negotiated(new));
    let effects: Vec<Effect> = wanted
        .iter()
        .zip(both)
        .map(|(skill, (old, new))| effect(*skill, (&old, &of_old), (&new, &of_new)))
        .collect();

    let by_skill = Names::of(wanted.iter().map(|skill| skill.unwrap_or_default()));
    let of_skill = |skill: &str| {
        let effect = effects.get(by_skill.place(skill)?)?;
        (effect.change.skill.as_deref() == Some(skill)).then_some(effect)
    };
    let mut of_all: Vec<(StepId, ChangeClass)> = Vec::new();
    for change in changes {
        let is_signature = change.step == Some(StepId::Card) && profile.profile.require_signature;
        if is_signature {
            continue;
        }
        let touched = match (change.step, &change.skill) {
            (None, _) => None,
            (Some(step), Some(skill)) => of_skill(skill).map(|effect| effect.on(step)),
            (Some(step), None) => {
                let known = of_all.iter().find(|(other, _)| *other == step).map(|(_, class)| *class);
                known.or_else(|| {
                    let class = effects.iter().map(|effect| effect.on(step)).max()?;
                    of_all.push((step, class));
                    Some(class)
                })
            }
        };
        change.class = change.class.min(touched.unwrap_or(ChangeClass::None).max(ChangeClass::Cosmetic));
    }
    effects
}

/// What an outcome says of a plan; all of it for every skill would be the square of a card.
struct Decided {
    plan: Option<CallPlan>,
    refusing: Vec<StepId>,
    /// Why there is no plan.
    message: String,
}

impl Decided {
    fn of(outcome: &Outcome) -> Self {
        let refusing = outcome.steps.iter().filter(|step| step.status == StepStatus::Rejected);
        Self {
            plan: outcome.plan().cloned(),
            refusing: refusing.map(|step| step.id).collect(),
            message: outcome.rejection().map(|rejection| rejection.message.clone()).unwrap_or_default(),
        }
    }
}

impl Effect {
    /// How grave the effect is on what a step looks at.
    fn on(&self, step: StepId) -> ChangeClass {
        if matches!(step, StepId::Skill | StepId::Card) {
            return self.change.class;
        }
        let of_step = self.steps.iter().filter(|(other, _)| *other == step);
        of_step.map(|(_, class)| *class).max().unwrap_or(ChangeClass::None)
    }
}

fn effect(
    skill: Option<&str>,
    (old, of_old): (&Decided, &Map<String>),
    (new, of_new): (&Decided, &Map<String>),
) -> Effect {
    let mut steps = Vec::new();
    let (effect, class, message) = match (&old.plan, &new.plan) {
        (Some(before), Some(now)) => {
            let differences = plan_changes((before, of_old), (now, of_new));
            for difference in &differences {
                steps.push((difference.step, difference.class));
            }
            match differences.iter().map(|difference| difference.class).max() {
                None => (PlanEffect::Same, ChangeClass::None, String::new()),
                Some(class) => {
                    let is_less = differences.iter().any(|difference| difference.is_less);
                    let effect = if is_less { PlanEffect::Degraded } else { PlanEffect::Other };
                    (effect, class, told(&differences))
                }
            }
        }
        (Some(_), None) => {
            for step in &new.refusing {
                steps.push((*step, ChangeClass::Breaking));
                // Its invariants are about these two.
                if *step == StepId::Negotiability {
                    steps.push((StepId::Delivery, ChangeClass::Breaking));
                    steps.push((StepId::MediaTypes, ChangeClass::Breaking));
                }
            }
            (PlanEffect::Refused, ChangeClass::Breaking, new.message.clone())
        }
        (None, Some(_)) => {
            steps.extend(StepId::TRACE.map(|step| (step, ChangeClass::Compatible)));
            (PlanEffect::Accepted, ChangeClass::Compatible, old.message.clone())
        }
        (None, None) => (PlanEffect::Same, ChangeClass::None, new.message.clone()),
    };
    let change = SkillChange { skill: skill.map(str::to_owned), effect, class, message };
    Effect { change, steps }
}

/// The part of a plan that no plan shows.
const PARAMETERS: &str = "parameters of extensions";

/// The part of a plan that says to fetch the extended card.
pub(crate) const EXTENDED_CARD: &str = "extended card";

/// Something that two plans have otherwise.
pub(crate) struct PlanChange {
    pub(crate) step: StepId,
    pub(crate) field: &'static str,
    pub(crate) old: String,
    pub(crate) new: String,
    class: ChangeClass,
    /// Whether the plan goes without something that it had.
    is_less: bool,
}

/// The differences of two plans in a sentence.
pub(crate) fn told(differences: &[PlanChange]) -> String {
    let one = |change: &PlanChange| [change.field, ": ", &change.new, ", and was ", &change.old].concat();
    differences.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// What two plans have otherwise, whatever the order of what has none. Beside each stand the digests of the
/// parameters of its extensions.
pub(crate) fn plan_changes(
    (old, of_old): (&CallPlan, &Map<String>),
    (new, of_new): (&CallPlan, &Map<String>),
) -> Vec<PlanChange> {
    let delivery_lost = {
        let ways = |delivery: &Delivery| -> Vec<&'static str> {
            let ways = std::iter::once(&delivery.mode).chain(&delivery.fallbacks);
            ways.map(|way| way.as_str()).collect()
        };
        let now = ways(&new.delivery);
        ways(&old.delivery).iter().any(|way| !now.contains(way))
    };
    let credentials_lost = {
        let is_kept = |old: &Credential| new.credentials.iter().any(|new| new.scheme == old.scheme);
        !old.credentials.iter().all(is_kept)
    };
    // A person should see where secrets go that did not go there before, and what may mean anything: that is
    // for an extension's own specification to know.
    let is_grave = |field: &str| match field {
        "interface" => url::leads_elsewhere(&[&old.url], &[&new.url]),
        "credentials" => url::leads_elsewhere(&urls_of_plan(old), &urls_of_plan(new)),
        _ => field == PARAMETERS,
    };
    let is_otherwise = |uri: &&String| old.extensions.contains(uri) && of_old.get(uri) != of_new.get(uri);
    let otherwise: Vec<&String> = new.extensions.iter().filter(is_otherwise).collect();
    let entries = [
        (
            StepId::Interface,
            "interface",
            (&old.url, &old.binding, old.version, &old.tenant)
                != (&new.url, &new.binding, new.version, &new.tenant),
            false,
        ),
        (
            StepId::Credentials,
            "credentials",
            !presents_the_same(&old.credentials, &new.credentials),
            credentials_lost,
        ),
        (
            StepId::MediaTypes,
            "send",
            set_differs(&old.input_modes, &new.input_modes),
            lost(&old.input_modes, &new.input_modes),
        ),
        (
            StepId::MediaTypes,
            "accept",
            old.accepted_output_modes != new.accepted_output_modes,
            lost(&old.accepted_output_modes, &new.accepted_output_modes),
        ),
        (StepId::Delivery, "delivery", old.delivery != new.delivery, delivery_lost),
        (
            StepId::Extensions,
            "extensions",
            set_differs(&old.extensions, &new.extensions),
            lost(&old.extensions, &new.extensions),
        ),
        (StepId::Extensions, PARAMETERS, !otherwise.is_empty(), false),
        (
            StepId::Delivery,
            EXTENDED_CARD,
            old.fetch_extended_card != new.fetch_extended_card,
            old.fetch_extended_card,
        ),
    ];
    let differing = entries.into_iter().filter(|(_, _, differs, _)| *differs);
    differing
        .map(|(step, field, _, is_less)| {
            let is_grave = is_less || is_grave(field);
            let (mut before, mut now) = (shown(old, field, false), shown(new, field, false));
            if before == now {
                // What differs is below what is shown in short.
                (before, now) = (shown(old, field, true), shown(new, field, true));
            }
            if field == PARAMETERS {
                (before, now) = (shown_parameters(&otherwise, of_old), shown_parameters(&otherwise, of_new));
            }
            let class = if is_grave { ChangeClass::Degrading } else { ChangeClass::Compatible };
            PlanChange { step, field, old: before, new: now, class, is_less }
        })
        .collect()
}

fn lost(old: &[String], new: &[String]) -> bool {
    old.iter().any(|one| !new.contains(one))
}

fn set_differs(old: &[String], new: &[String]) -> bool {
    lost(old, new) || lost(new, old)
}

/// Whether credentials are the same, which have no order, nor have the scopes of one.
fn presents_the_same(old: &[Credential], new: &[Credential]) -> bool {
    let is_same = |one: &Credential, other: &Credential| {
        one.scheme == other.scheme
            && one.kind == other.kind
            && one.placement == other.placement
            && one.flows == other.flows
            && one.metadata_url == other.metadata_url
            && !set_differs(&one.scopes, &other.scopes)
    };
    old.len() == new.len() && old.iter().all(|one| new.iter().any(|other| is_same(one, other)))
}

/// The places where the credentials of a plan are got or renewed.
fn urls_of_plan(plan: &CallPlan) -> Vec<&str> {
    let credentials = plan.credentials.iter();
    credentials.flat_map(|one| urls_of(&one.flows, one.metadata_url.as_deref())).collect()
}

/// Parameters for a person: whose they are, and the start of their digests.
fn shown_parameters(uris: &[&String], digests: &Map<String>) -> String {
    let one = |uri: &&String| {
        let digest = digests.get(uri).and_then(|digest| digest.get(..12)).unwrap_or("none");
        [&quote(uri), " ", digest].concat()
    };
    uris.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A part of a plan for a person, in short or with all that it consists of.
fn shown(plan: &CallPlan, field: &str, in_full: bool) -> String {
    match field {
        "interface" => interface(&plan.url, &plan.binding, plan.version, plan.tenant.as_deref()),
        "credentials" => {
            let one = |credential: &Credential| shown_credential(credential, in_full);
            joined(&plan.credentials.iter().map(one).collect::<Vec<_>>(), " and ")
        }
        "send" => joined(&plan.input_modes, ", "),
        "accept" => joined(&plan.accepted_output_modes, ", "),
        "delivery" => {
            let delivery = &plan.delivery;
            let ways = std::iter::once(&delivery.mode).chain(&delivery.fallbacks);
            let mut text = ways.map(|way| way.as_str()).collect::<Vec<_>>().join(", then ");
            if let Some(push) = delivery.push.as_ref().filter(|_| in_full) {
                let scheme = push.authentication.as_ref().map_or("nothing", |one| one.scheme.as_str());
                append(&mut text, &[", to ", &quote(&push.url), " with ", &quote(scheme)]);
            }
            if in_full && delivery.return_immediately {
                text.push_str(", at once");
            }
            text
        }
        "extensions" => joined(&plan.extensions, ", "),
        _ if plan.fetch_extended_card => "to be fetched".to_owned(),
        _ => "not offered".to_owned(),
    }
}

fn shown_credential(credential: &Credential, in_full: bool) -> String {
    let mut text = credential.scheme.clone();
    if !credential.scopes.is_empty() {
        append(&mut text, &[" (", &credential.scopes.join(" "), ")"]);
    }
    if in_full {
        append(&mut text, &[", ", credential.kind.as_str()]);
        if credential.flows.iter().any(|flow| flow.pkce_required) {
            text.push_str(" with PKCE");
        }
        if let Some(placement) = &credential.placement {
            append(&mut text, &[" in the ", placement.location.as_str(), " ", &placement.name]);
        }
        for url in urls_of(&credential.flows, credential.metadata_url.as_deref()) {
            append(&mut text, &[", ", url]);
        }
    }
    text
}

fn joined(parts: &[String], separator: &str) -> String {
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.iter().map(|part| quote(part)).collect::<Vec<_>>().join(separator)
    }
}

/// `JSONRPC 1.0 at …`.
pub(crate) fn interface(url: &str, binding: &str, version: Version, tenant: Option<&str>) -> String {
    let spoken = [binding, " ", &version.text()].concat();
    let mut text = [&quote(&spoken), " at ", &quote(url)].concat();
    if let Some(tenant) = tenant {
        text.push_str(" for the tenant ");
        text.push_str(&quote(tenant));
    }
    text
}
