//! Many agents: who can do this for a client, best first, and who cannot, told by step and code (design
//! section 9).
//!
//! Cards are taken one at a time, and of each only what the result needs is kept: memory is bounded by the
//! result and not by the number of cards.

use serde::Serialize;

use crate::card::read_to_decide;
use crate::negotiate::preference;
use crate::order::by_rank;
use crate::{
    CallPlan, ClientProfile, Decision, Degradation, InputError, Intent, Options, Outcome, ProfileReading,
    RejectionCode, StepId, Verdict, media_type, negotiate, read_card,
};

/// How many texts that cannot be read are told one by one; further ones are counted.
pub const MAX_UNREADABLE: usize = 100;

/// Agents by how well they serve a client, and what keeps the others from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RankResult {
    /// The agents that can be called, best first: fewest degradations, then the most preferred interface,
    /// delivery and output mode; of equal ones the first that was given.
    pub ranked: Vec<RankedAgent>,
    /// The refusals by step and code, the most frequent first; of equal ones the first that was met.
    pub refusals: Vec<RefusalCount>,
    /// The texts that cannot be read as JSON or are past the limits; the first hundred of them.
    pub unreadable: Vec<UnreadableCard>,
    /// How many there were of each kind.
    pub counts: RankCounts,
}

/// An agent in a ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedAgent {
    /// The place of the card among those that were given, from 0.
    pub index: usize,
    /// The agent.
    #[serde(flatten)]
    pub agent: Box<CallableAgent>,
}

/// An agent that can be called.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallableAgent {
    /// The agent's name, if the card has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How well it serves the client.
    pub preference: Preference,
    /// How to call it.
    pub plan: Box<CallPlan>,
    /// What the client goes without.
    pub degradations: Vec<Degradation>,
}

/// How well an agent serves a client: numbers to be compared in this order, of which less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preference {
    /// How much the client goes without.
    pub degradations: u16,
    /// The place of the interface in the client's order, from 0.
    pub interface: u16,
    /// The place of the way of delivery in the client's order, from 0.
    pub delivery: u16,
    /// The place of the first accepted output mode in the client's order, from 0.
    pub output: u16,
}

impl Preference {
    /// The place of a plan: every part by the client's own order, with what has no place last.
    fn of(plan: &CallPlan, degradations: usize, profile: &ClientProfile, intent: &Intent) -> Self {
        let place =
            |place: Option<usize>| place.and_then(|place| u16::try_from(place).ok()).unwrap_or(u16::MAX);
        let interface = preference(profile, &plan.binding, plan.version).map(|(first, second)| {
            let seconds = profile.bindings.len().max(profile.versions.len());
            first.saturating_mul(seconds).saturating_add(second)
        });
        let delivery = profile.delivery.iter().position(|allowed| allowed.mode() == plan.delivery.mode);
        let accepts = intent.accepts.as_ref().unwrap_or(&profile.accepts);
        let normalize = profile.normalize_media_types;
        let output = plan.accepted_output_modes.first();
        let output = output
            .and_then(|output| accepts.iter().position(|mode| media_type::same(mode, output, normalize)));
        Self {
            degradations: place(Some(degradations)),
            interface: place(interface),
            delivery: place(delivery),
            output: place(output),
        }
    }

    /// The same order in two numbers, which hold it also where a `usize` has 32 bits.
    fn order(self) -> (usize, usize) {
        let pair = |first: u16, second: u16| usize::from(first) << 16 | usize::from(second);
        (pair(self.degradations, self.interface), pair(self.delivery, self.output))
    }
}

/// What one card is to a client: the least that a ranking needs of it. For whoever sorts by other means,
/// such as an engine for many machines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "decision", rename_all = "camelCase")]
pub enum Judgement {
    /// The agent can be called.
    Accept {
        /// The agent.
        #[serde(flatten)]
        agent: Box<CallableAgent>,
    },
    /// The agent must not be called.
    Reject {
        /// The agent's name, if the card has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The step that refuses.
        step: StepId,
        /// The code of the refusal.
        code: RejectionCode,
    },
    /// The agent may be called once something is settled out of band.
    Escalate {
        /// The agent's name, if the card has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The step that refuses.
        step: StepId,
        /// The code of the refusal.
        code: RejectionCode,
    },
    /// The text cannot be read.
    Unreadable {
        /// What is wrong with it.
        error: InputError,
    },
}

/// Judges one card.
#[must_use]
pub fn judge(card: &str, profile: &ProfileReading, intent: &Intent) -> Judgement {
    let judged =
        read_to_decide(card, intent.skill.as_deref()).map(|card| (decide(&card, profile, intent), card));
    // What is wrong with a text and what a client goes without have a place, which is only known when all is read.
    let judged = match judged {
        Ok((outcome, card)) if outcome.degradations.is_empty() => Ok((outcome, card)),
        _ => read_card(card).map(|card| (decide(&card, profile, intent), card)),
    };
    let (Outcome { verdict, degradations, .. }, card) = match judged {
        Ok(judged) => judged,
        Err(error) => return Judgement::Unreadable { error },
    };
    let name = card.card.and_then(|card| card.name);
    match verdict {
        Verdict::Accept { plan } => {
            let preference = Preference::of(&plan, degradations.len(), &profile.profile, intent);
            Judgement::Accept { agent: Box::new(CallableAgent { name, preference, plan, degradations }) }
        }
        Verdict::Reject { rejection } => {
            Judgement::Reject { name, step: rejection.step, code: rejection.code }
        }
        Verdict::Escalate { rejection } => {
            Judgement::Escalate { name, step: rejection.step, code: rejection.code }
        }
    }
}

/// How often one code refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefusalCount {
    /// Whether the call must not be made, or may be settled out of band.
    pub decision: Decision,
    /// The step that refuses.
    pub step: StepId,
    /// The code of the refusal.
    pub code: RejectionCode,
    /// How many agents.
    pub count: usize,
}

/// A text that is no card since it cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnreadableCard {
    /// The place of the text among those that were given, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub error: InputError,
}

/// How many cards of each kind there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankCounts {
    /// All that were given.
    pub cards: usize,
    /// Those that can be called, also where only the best are listed.
    pub accepted: usize,
    /// Those that must not be called.
    pub rejected: usize,
    /// Those that may be called once something is settled out of band.
    pub escalated: usize,
    /// Those that cannot be read.
    pub unreadable: usize,
}

/// A ranking that is being made.
#[derive(Debug)]
pub struct Ranking {
    profile: ProfileReading,
    intent: Intent,
    /// How many of the best are kept.
    top: usize,
    result: RankResult,
}

impl Ranking {
    /// A ranking without cards yet, which keeps the best `top` agents, or all.
    #[must_use]
    pub fn new(profile: ProfileReading, intent: Intent, top: Option<usize>) -> Self {
        let result = RankResult {
            ranked: Vec::new(),
            refusals: Vec::new(),
            unreadable: Vec::new(),
            counts: RankCounts::default(),
        };
        Self { profile, intent, top: top.unwrap_or(usize::MAX), result }
    }

    /// Takes the text of the next card.
    pub fn add(&mut self, card: &str) {
        let index = self.result.counts.cards;
        self.result.counts.cards += 1;
        let counts = &mut self.result.counts;
        match judge(card, &self.profile, &self.intent) {
            Judgement::Accept { agent } => {
                counts.accepted += 1;
                self.keep(RankedAgent { index, agent });
            }
            Judgement::Reject { step, code, .. } => {
                counts.rejected += 1;
                self.refuse(Decision::Reject, step, code);
            }
            Judgement::Escalate { step, code, .. } => {
                counts.escalated += 1;
                self.refuse(Decision::Escalate, step, code);
            }
            Judgement::Unreadable { error } => {
                counts.unreadable += 1;
                if self.result.unreadable.len() < MAX_UNREADABLE {
                    self.result.unreadable.push(UnreadableCard { index, error });
                }
            }
        }
    }

    /// The agents in their order.
    #[must_use]
    pub fn finish(mut self) -> RankResult {
        self.sort();
        self.result.refusals = by_rank(self.result.refusals, |refusal| (usize::MAX - refusal.count, 0));
        self.result
    }

    fn keep(&mut self, agent: RankedAgent) {
        self.result.ranked.push(agent);
        // Now and then, so that what is let go costs little for each card.
        if self.result.ranked.len() / 2 > self.top.max(MAX_UNREADABLE) {
            self.sort();
        }
    }

    fn sort(&mut self) {
        let ranked = std::mem::take(&mut self.result.ranked);
        self.result.ranked = by_rank(ranked, |ranked| ranked.agent.preference.order());
        self.result.ranked.truncate(self.top);
    }

    fn refuse(&mut self, decision: Decision, step: StepId, code: RejectionCode) {
        let refusals = &mut self.result.refusals;
        let known = refusals.iter_mut().find(|known| known.code == code && known.decision == decision);
        match known {
            Some(known) => known.count += 1,
            None => refusals.push(RefusalCount { decision, step, code, count: 1 }),
        }
    }
}

/// Who can do this for a client, and who best: [`Ranking`] over all the texts of cards at once.
#[must_use]
pub fn rank<'c>(
    cards: impl IntoIterator<Item = &'c str>,
    profile: &ProfileReading,
    intent: &Intent,
    top: Option<usize>,
) -> RankResult {
    let mut ranking = Ranking::new(profile.clone(), intent.clone(), top);
    cards.into_iter().for_each(|card| ranking.add(card));
    ranking.finish()
}

/// What one card is to several clients: a row of [`matrix`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatrixRow {
    /// The agent's name, if the card has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is decided for each profile, in the order of the profiles. Empty where the card cannot be read.
    pub cells: Vec<MatrixCell>,
    /// Why the card cannot be read, where it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<InputError>,
}

/// What is decided for one card and one profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MatrixCell {
    /// The decision.
    pub decision: Decision,
    /// The step that refuses, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepId>,
    /// The code of the refusal, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<RejectionCode>,
    /// The interface of the plan, where there is one: binding, version and the first way of delivery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// How much the client goes without.
    pub degradations: usize,
}

/// One card against several clients.
#[must_use]
pub fn matrix_row<'p>(
    card: &str,
    profiles: impl IntoIterator<Item = &'p ProfileReading>,
    intent: &Intent,
) -> MatrixRow {
    match read_to_decide(card, intent.skill.as_deref()).or_else(|_| read_card(card)) {
        Err(error) => MatrixRow { name: None, cells: Vec::new(), error: Some(error) },
        Ok(card) => {
            let cells = profiles.into_iter().map(|profile| cell(&decide(&card, profile, intent))).collect();
            MatrixRow { name: card.card.and_then(|card| card.name), cells, error: None }
        }
    }
}

/// Many cards against many clients: a row for each card.
#[must_use]
pub fn matrix<'c>(
    cards: impl IntoIterator<Item = &'c str>,
    profiles: &[ProfileReading],
    intent: &Intent,
) -> Vec<MatrixRow> {
    cards.into_iter().map(|card| matrix_row(card, profiles, intent)).collect()
}

fn cell(outcome: &Outcome) -> MatrixCell {
    let rejection = outcome.rejection();
    MatrixCell {
        decision: outcome.decision(),
        step: rejection.map(|rejection| rejection.step),
        code: rejection.map(|rejection| rejection.code),
        summary: outcome.plan().map(|plan| {
            [&plan.binding, " ", &plan.version.text(), ", ", plan.delivery.mode.as_str()].concat()
        }),
        degradations: outcome.degradations.len(),
    }
}

/// The decision without the trace.
fn decide(card: &crate::CardReading, profile: &ProfileReading, intent: &Intent) -> Outcome {
    negotiate(card, profile, intent, &Options { trace: false, ..Options::default() })
}
