//! The one function: from card, profile and intent to a plan or an explained refusal.
//!
//! All steps run even after one has refused, so that a card author sees every problem at once; the
//! decision is the first refusal's.

mod credentials;
mod delivery;
mod extensions;
mod interface;
mod media_types;
mod negotiability;
mod offered;
mod skill;
mod trace;

use crate::card::{
    AgentCard, CardReading, Modes, RequirementScheme, Requirements, Skill, read_card, read_to_decide,
};
use crate::intent::{Intent, Options, SignatureStatus, TaskClass};
use crate::map::Map;
use crate::names::Names;
use crate::outcome::{Outcome, Rejection, Step, Verdict};
use crate::plan::{CallPlan, Credential};
use crate::profile::{ClientProfile, ProfileReading};
use crate::version::VERSION_HEADER;
use crate::{
    Finding, InputError, Lockfile, Pointer, RejectionCode, StepId, Target, Version, fixes, lock, media_type,
};

pub(crate) use credentials::label as alternative_label;
pub(crate) use interface::preference;
use negotiability::Reach;
pub(crate) use negotiability::push_is_under_mutual_tls;
use offered::Offered;
use skill::SkillChoice;
pub(crate) use trace::refusal;
use trace::{Stepped, Trace};

/// What all steps look at.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) card: &'a AgentCard,
    pub(crate) profile: &'a ClientProfile,
    pub(crate) intent: &'a Intent,
    options: &'a Options,
    skill: SkillChoice<'a>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        card: &'a AgentCard,
        profile: &'a ClientProfile,
        intent: &'a Intent,
        options: &'a Options,
    ) -> Self {
        Self { card, profile, intent, options, skill: SkillChoice::of(card, intent) }
    }

    /// The requirements that hold: the skill's where it has any, else the card's.
    pub(crate) fn requirements(&self) -> &'a Requirements {
        match self.skill.found() {
            Some(skill) if !skill.security_requirements.alternatives.is_empty() => {
                &skill.security_requirements
            }
            _ => &self.card.security_requirements,
        }
    }

    /// The input modes that hold: the skill's where it has any, else the card's.
    pub(crate) fn inputs(&self) -> &'a Modes {
        self.modes(|skill| &skill.input_modes, &self.card.default_input_modes)
    }

    /// The output modes that hold: the skill's where it has any, else the card's.
    pub(crate) fn outputs(&self) -> &'a Modes {
        self.modes(|skill| &skill.output_modes, &self.card.default_output_modes)
    }

    fn modes(&self, of_skill: impl Fn(&'a Skill) -> &'a Modes, of_card: &'a Modes) -> &'a Modes {
        match self.skill.found().map(of_skill) {
            Some(modes) if !modes.modes.is_empty() => modes,
            _ => of_card,
        }
    }

    /// What this call sends: the intent's own list, else the profile's.
    pub(crate) fn sends(&self) -> &'a [String] {
        self.intent.sends.as_ref().unwrap_or(&self.profile.sends)
    }

    /// What this call accepts: the intent's own list, else the profile's.
    pub(crate) fn accepts(&self) -> &'a [String] {
        self.intent.accepts.as_ref().unwrap_or(&self.profile.accepts)
    }

    /// What this call sends that the client can neither stream to an agent that does not, nor buffer.
    pub(crate) fn live_only_input(&self) -> Vec<&'a str> {
        let profile = self.profile;
        let normalize = profile.normalize_media_types;
        let offered = Offered::of(self.inputs());
        // What is sent is the mode that the agent takes, whatever range of the client's it came from.
        let is_live = |mode: &&String| {
            let Some(taken) = offered.find(mode, normalize) else { return false };
            let is_among =
                |list: &[String]| list.iter().any(|one| media_type::same(one, &taken.value, normalize));
            is_among(&profile.live_only_input_modes) && !is_among(&profile.bufferable_input_modes)
        };
        self.sends().iter().filter(is_live).map(String::as_str).collect()
    }
}

/// Chooses, before the first message, how a client calls an agent, or refuses and says why.
///
/// Pure: the same input gives the same outcome on every platform. A refusal is a value; nothing
/// panics, whatever the documents say.
#[must_use]
pub fn negotiate(
    card: &CardReading,
    profile: &ProfileReading,
    intent: &Intent,
    options: &Options,
) -> Outcome {
    let mut outcome = match &card.card {
        Some(agent) => {
            let context = Context::new(agent, &profile.profile, intent, options);
            run(&context, interface::step(&context))
        }
        None => not_a_card(card),
    };
    if let Some(lock) = &options.lock {
        hold(&mut outcome, lock, card, profile, intent, options);
    }
    if options.trace {
        let own = std::mem::take(&mut outcome.findings);
        outcome.findings = [card.findings.as_slice(), &profile.findings, &own].concat();
        if options.fixes
            && let Verdict::Reject { rejection } | Verdict::Escalate { rejection } = &mut outcome.verdict
        {
            match fixes::fixes(card, profile, intent, options, rejection) {
                Ok(fixes) => outcome.fixes = fixes,
                Err(why) => rejection.unfixable = Some(why.to_owned()),
            }
        }
    } else {
        outcome.steps = Vec::new();
        outcome.findings = Vec::new();
    }
    outcome
}

/// The same for the text of a card that is read for this call alone. Where no trace is asked for, first only what
/// decides is read: a plan without degradations says nothing of where things stand. All else does, and what was reviewed
/// is held against the whole card.
///
/// # Errors
/// Those of [`read_card`](crate::read_card).
pub fn negotiate_text(
    text: &str,
    profile: &ProfileReading,
    intent: &Intent,
    options: &Options,
) -> Result<Outcome, InputError> {
    if !options.trace
        && options.lock.is_none()
        && let Ok(card) = read_to_decide(text, intent.skill.as_deref())
        && let outcome = negotiate(&card, profile, intent, options)
        && outcome.plan().is_some()
        && outcome.degradations.is_empty()
    {
        return Ok(outcome);
    }
    Ok(negotiate(&read_card(text)?, profile, intent, options))
}

/// Holds an accepted plan against what was reviewed.
fn hold(
    outcome: &mut Outcome,
    lock: &Lockfile,
    card: &CardReading,
    profile: &ProfileReading,
    intent: &Intent,
    options: &Options,
) {
    let step = if outcome.plan().is_none() {
        trace::not_reached(StepId::Lock, "there is no plan to hold against what was reviewed")
    } else {
        let trace = Trace::new(StepId::Lock, options.trace);
        match lock::violation(lock, outcome, card, profile, intent, options) {
            None => trace.passed((), |()| "the plan is within what was reviewed".into()).step,
            Some(rejection) => {
                outcome.verdict = Verdict::Reject { rejection: Box::new(rejection.clone()) };
                trace.rejected::<()>(rejection).step
            }
        }
    };
    outcome.steps.push(step);
}

fn run(context: &Context<'_>, interface: Stepped<interface::Chosen>) -> Outcome {
    let reach = Reach::of(context);
    let skill = skill::step(context);
    let credentials = credentials::step(context, interface.chosen.as_ref());
    let media_types = media_types::step(context, &reach);
    let delivery = delivery::step(context, &reach, interface.chosen.as_ref());
    let extensions = extensions::step(context, interface.chosen.as_ref());
    let live = context.live_only_input();
    let verdict =
        negotiability::step(context, &reach, &live, media_types.chosen.as_ref(), delivery.chosen.as_ref());

    let escalates = verdict.escalates;
    let degradations = verdict.degradations;
    let mut findings = Vec::new();
    let mut steps = Vec::with_capacity(StepId::TRACE.len());
    collect(skill, &mut steps, &mut findings);
    let interface = collect(interface, &mut steps, &mut findings);
    let credentials = collect(credentials, &mut steps, &mut findings);
    let media_types = collect(media_types, &mut steps, &mut findings);
    let delivery = collect(delivery, &mut steps, &mut findings).and_then(|chosen| chosen.delivery);
    let extensions = collect(extensions, &mut steps, &mut findings);
    collect(verdict.stepped, &mut steps, &mut findings);

    let mut unsigned = unsigned(context);
    for rejection in unsigned.iter_mut().chain(steps.iter_mut().filter_map(|step| step.rejection.as_mut())) {
        finish(rejection, context);
    }
    let first = unsigned.or_else(|| steps.iter().find_map(|step| step.rejection.clone()));
    let plan = (interface, credentials, media_types, delivery, extensions);
    let verdict = match (first, plan) {
        (None, (Some(interface), Some(credentials), Some(media_types), Some(delivery), Some(extensions))) => {
            let headers = headers(interface.version, &extensions);
            Verdict::Accept {
                plan: Box::new(CallPlan {
                    skill: context.intent.skill.clone(),
                    url: interface.url,
                    binding: interface.binding,
                    version: interface.version,
                    tenant: interface.tenant,
                    credentials,
                    input_modes: media_types.input_modes,
                    accepted_output_modes: media_types.accepted_output_modes,
                    delivery,
                    extensions,
                    headers,
                    fetch_extended_card: offers_extended_card(context),
                }),
            }
        }
        (Some(rejection), _) if escalates && rejection.step == StepId::Negotiability => {
            Verdict::Escalate { rejection: Box::new(rejection) }
        }
        (Some(rejection), _) => Verdict::Reject { rejection: Box::new(rejection) },
        // A step that chooses nothing refuses, so that one of the arms above is always taken.
        (None, _) => Verdict::Reject { rejection: Box::new(trace::refusal(RejectionCode::NotACard)) },
    };
    Outcome { verdict, steps, degradations, findings, fixes: Vec::new() }
}

/// Negotiates for the card's defaults (`None`) and for skills. The interface, which does not depend on the skill, is
/// looked for once: there may be as many of them as of skills. The steps say no more than their decisions.
pub(crate) fn negotiate_skills<'s>(
    card: &CardReading,
    profile: &ProfileReading,
    intent: &Intent,
    skills: &[Option<&'s str>],
    judged: &mut dyn FnMut(Option<&'s str>, Outcome),
) {
    let options = Options { trace: false, fixes: false, ..Options::default() };
    let agent = card.card.as_ref();
    let ids = Names::of(agent.into_iter().flat_map(|agent| &agent.skills).map(|skill| skill.id.as_str()));
    let defaults = agent.map(|agent| Context::new(agent, &profile.profile, intent, &options));
    let interface = defaults.as_ref().map(interface::step);
    for skill in skills {
        let of_skill = Intent { skill: skill.map(str::to_owned), ..intent.clone() };
        let outcome = match (agent, &interface) {
            (Some(card), Some(interface)) => {
                let found = |id| card.skills.get(ids.place(id)?);
                let skill = skill.map_or(SkillChoice::NotAsked, |id| {
                    found(id).map_or(SkillChoice::Unknown, SkillChoice::Found)
                });
                let context =
                    Context { card, profile: &profile.profile, intent: &of_skill, options: &options, skill };
                run(&context, interface.clone())
            }
            _ => not_a_card(card),
        };
        judged(*skill, outcome);
    }
}

/// The step `negotiability` for the card's defaults and for each of its skills, in every class of task. What
/// does not depend on the class or the skill is looked at once.
pub(crate) fn negotiability_of_skills<'a>(
    card: &'a AgentCard,
    profile: &'a ClientProfile,
    mut judged: impl FnMut(Option<&'a Skill>, TaskClass, negotiability::Verdict),
) {
    let options = Options { trace: false, fixes: false, ..Options::default() };
    let intents = TaskClass::ALL.map(|task_class| Intent { task_class, ..Intent::default() });
    let [standard, ..] = &intents;
    let defaults =
        Context { card, profile, intent: standard, options: &options, skill: SkillChoice::NotAsked };
    let interface = interface::step(&defaults).chosen;
    let outputs_of_defaults = media_types::shared_outputs(&defaults, &Reach::of(&defaults));
    let live_of_defaults = defaults.live_only_input();
    let ids = Names::of(card.skills.iter().map(|skill| skill.id.as_str()));
    let is_first = |(place, skill): &(usize, &Skill)| ids.place(&skill.id) == Some(*place);
    let skills = card.skills.iter().enumerate().filter(is_first).map(|(_, skill)| Some(skill));
    for skill in std::iter::once(None).chain(skills) {
        let choice = skill.map_or(SkillChoice::NotAsked, SkillChoice::Found);
        let of_skill = Context { skill: choice, ..defaults };
        let reach = Reach::of(&of_skill);
        let own_outputs = skill.filter(|skill| !skill.output_modes.modes.is_empty());
        let own_outputs = own_outputs.map(|_| media_types::shared_outputs(&of_skill, &reach));
        let outputs = own_outputs.as_ref().unwrap_or(&outputs_of_defaults).as_ref();
        let own_live = skill.filter(|skill| !skill.input_modes.modes.is_empty());
        let own_live = own_live.map(|_| of_skill.live_only_input());
        let live = own_live.as_ref().unwrap_or(&live_of_defaults);
        for intent in &intents {
            let context = Context { intent, ..of_skill };
            let delivery = delivery::step(&context, &reach, interface.as_ref()).chosen;
            let verdict = negotiability::step(&context, &reach, live, outputs, delivery.as_ref());
            judged(skill, intent.task_class, verdict);
        }
    }
}

/// The headers that a plan sets on every request.
pub(crate) fn headers(version: Version, extensions: &[String]) -> Map<String> {
    let mut headers = Map::new();
    headers.insert(VERSION_HEADER.to_owned(), version.text());
    if !extensions.is_empty() {
        headers.insert(version.extensions_header().to_owned(), extensions.join(","));
    }
    headers
}

/// The alternatives of the requirements that hold which the client can present to an interface, its URL and its
/// binding, in the card's order.
pub(crate) fn usable_credentials(context: &Context<'_>, interface: (&str, &str)) -> Vec<Vec<Credential>> {
    credentials::usable(context, interface)
}

/// The credential of the client that comes nearest to what a scheme asks for, by its place in the profile,
/// with the scopes that it lacks.
pub(crate) fn best_held<'r>(
    context: &Context<'_>,
    required: &'r RequirementScheme,
) -> Option<(usize, Vec<&'r str>)> {
    let defined = required.inline.as_ref().or_else(|| context.card.security_scheme(&required.name));
    credentials::best_held(required, defined, context.profile)
}

/// Takes a step's entry and findings, and leaves what it chose.
fn collect<T>(stepped: Stepped<T>, steps: &mut Vec<Step>, findings: &mut Vec<Finding>) -> Option<T> {
    steps.push(stepped.step);
    findings.extend(stepped.findings);
    stepped.chosen
}

/// Says of a rejection what holds whatever the step: whether the extended agent card may help, and
/// whether it is the card that is to blame.
fn finish(rejection: &mut Rejection, context: &Context<'_>) {
    rejection.fetch_extended_card = offers_extended_card(context)
        && matches!(rejection.step, StepId::Skill | StepId::MediaTypes | StepId::Extensions);
    if rejection.fetch_extended_card {
        rejection
            .help
            .push_str("; the agent has an extended agent card for authenticated callers, which may offer it");
    }
    if context.intent.card_stale {
        rejection.subject = Some(Target::Card);
        "fetch the card again, since it is known to be old, and do not mark the agent"
            .clone_into(&mut rejection.help);
    }
}

fn offers_extended_card(context: &Context<'_>) -> bool {
    context.card.capabilities.extended_agent_card && !context.options.extended
}

/// Refuses a card without a verified signature, where the profile requires one.
fn unsigned(context: &Context<'_>) -> Option<Rejection> {
    // One that holds is enough (8.4.3): whoever could add one that does not could as well take it away. More results
    // than the card has signatures are those of another card.
    let results = &context.intent.verified;
    let verified = results.len() <= context.card.signatures
        && results.iter().any(|signature| signature.status == SignatureStatus::Valid);
    if !context.profile.require_signature || verified {
        return None;
    }
    let (message, help) = if context.card.signatures == 0 {
        (
            "the profile requires a signed card, and this card carries no signature",
            "ask the agent's operator for a signed card",
        )
    } else {
        (
            "the profile requires a signed card, and no signature of this card was verified as valid",
            "verify the card's signatures, and give the results as `verified` in the intent",
        )
    };
    let mut rejection = trace::refusal(RejectionCode::SignatureRequired);
    message.clone_into(&mut rejection.message);
    help.clone_into(&mut rejection.help);
    rejection.card_pointers = vec!["/signatures".into()];
    rejection.profile_pointers = vec!["/requireSignature".into()];
    Some(rejection)
}

fn not_a_card(reading: &CardReading) -> Outcome {
    let mut rejection = trace::refusal(RejectionCode::NotACard);
    rejection.message = reading
        .findings
        .iter()
        .find(|finding| finding.code == crate::FindingCode::NotACard)
        .map_or_else(|| "this is not an agent card".to_owned(), |finding| finding.message.clone());
    "give the agent card itself; its usual address is `/.well-known/agent-card.json`"
        .clone_into(&mut rejection.help);
    rejection.card_pointers = vec![Pointer::root()];
    let steps = StepId::TRACE.map(|id| trace::not_reached(id, "there is no card to work on")).into();
    Outcome {
        verdict: Verdict::Reject { rejection: Box::new(rejection) },
        steps,
        degradations: Vec::new(),
        findings: Vec::new(),
        fixes: Vec::new(),
    }
}
