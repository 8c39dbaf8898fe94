//! What one negotiation says, with the places in both texts that it speaks of.

use std::collections::BTreeMap;

use a2a_negotiator::{
    CardReading, Finding, Generation, Intent, Location, Options, Outcome, Pointer, ProfileReading, Step,
    StepId, Target, locate_all, negotiate,
};

use crate::shared::Shared;
use crate::shown::some_of;

/// How many candidates of a step are shown.
pub(crate) const CANDIDATES_SHOWN: usize = 40;

/// How many of the places that a refusal is about are shown, on either side.
const REFUSED_SHOWN: usize = 40;

/// How many findings are shown.
const FINDINGS_SHOWN: usize = 100;

/// Up to which size of both texts fixes are looked for.
const FIXES_UP_TO_BYTES: usize = 128 * 1024;

/// The two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The agent card.
    Card,
    /// The client profile.
    Profile,
}

impl Side {
    /// What the document is called within a sentence.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Profile => "profile",
        }
    }

    /// The document that a finding is about.
    pub(crate) const fn of(target: Target) -> Self {
        match target {
            Target::Card => Self::Card,
            Target::Profile => Self::Profile,
        }
    }
}

/// A text that could be read, with what was read.
#[derive(Debug)]
pub(crate) struct Read<T> {
    /// The text.
    pub(crate) text: Shared<str>,
    /// What stands in it.
    pub(crate) reading: T,
}

/// The outcome of a negotiation, and where what it speaks of stands.
#[derive(Debug)]
pub(crate) struct Judgement {
    /// The outcome.
    pub(crate) outcome: Outcome,
    /// The generation of the card; none for what is no card.
    pub(crate) generation: Option<Generation>,
    /// The card that was judged.
    pub(crate) card_read: Shared<Read<CardReading>>,
    /// The profile that was judged.
    pub(crate) profile_read: Shared<Read<ProfileReading>>,
    /// What the call is for.
    pub(crate) intent: Intent,
    card: Places,
    profile: Places,
}

/// Where values stand in a text. What is missing in it stands where it is missing: at its parent.
type Places = BTreeMap<Pointer, Location>;

impl Judgement {
    /// Negotiates, and finds the places of everything that the page shows.
    pub(crate) fn of(
        card: &Shared<Read<CardReading>>,
        profile: &Shared<Read<ProfileReading>>,
        intent: Intent,
    ) -> Self {
        // Every fix is a negotiation of its own, which is too much for each keystroke in a huge text.
        let fixes = card.text.len() + profile.text.len() <= FIXES_UP_TO_BYTES;
        let options = Options { fixes, ..Options::default() };
        let outcome = negotiate(&card.reading, &profile.reading, &intent, &options);
        let mut judgement = Self {
            outcome,
            generation: card.reading.generation,
            card_read: card.clone(),
            profile_read: profile.clone(),
            intent,
            card: Places::new(),
            profile: Places::new(),
        };
        judgement.card = places(&card.text, &judgement.pointers(Side::Card));
        judgement.profile = places(&profile.text, &judgement.pointers(Side::Profile));
        judgement
    }

    /// Where a value stands.
    pub(crate) fn place(&self, side: Side, pointer: &Pointer) -> Option<&Location> {
        match side {
            Side::Card => self.card.get(pointer),
            Side::Profile => self.profile.get(pointer),
        }
    }

    /// A step of the trace.
    pub(crate) fn step(&self, id: StepId) -> Option<&Step> {
        self.outcome.steps.iter().find(|step| step.id == id)
    }

    /// The findings that are shown.
    pub(crate) fn findings(&self) -> &[Finding] {
        some_of(&self.outcome.findings, FINDINGS_SHOWN).0
    }

    /// The first place that a step speaks of: where it refuses, else where it found what it took.
    pub(crate) fn first_place(&self, side: Side, id: StepId) -> Option<&Location> {
        let step = self.step(id)?;
        let refused = step.rejection.iter().flat_map(|rejection| rejection_pointers(rejection, side));
        let taken = |wanted: bool| {
            step.candidates
                .iter()
                .filter(move |candidate| {
                    (candidate.status == a2a_negotiator::CandidateStatus::Taken) == wanted
                })
                .flat_map(move |candidate| candidate_pointers(candidate, side))
        };
        refused.chain(taken(true)).chain(taken(false)).find_map(|pointer| self.place(side, pointer))
    }

    /// The first place that the refusal is about.
    pub(crate) fn refusal_place(&self, side: Side) -> Option<&Location> {
        let pointers = rejection_pointers(self.outcome.rejection()?, side);
        pointers.iter().find_map(|pointer| self.place(side, pointer))
    }

    /// The steps that read a line, closest first: those whose smallest value around the line is the
    /// smallest of all.
    pub(crate) fn readers(&self, side: Side, line: usize) -> Vec<StepId> {
        let mut smallest = usize::MAX;
        let mut readers = Vec::new();
        for step in &self.outcome.steps {
            let around = step_pointers(step, side)
                .filter_map(|pointer| self.place(side, pointer))
                .filter(|place| (place.key.line..=place.end.line).contains(&line))
                .map(|place| place.end.line - place.key.line)
                .min();
            let Some(lines) = around else { continue };
            if lines < smallest {
                smallest = lines;
                readers.clear();
            }
            if lines == smallest {
                readers.push(step.id);
            }
        }
        readers
    }

    /// All places on one side that a step speaks of.
    pub(crate) fn step_places(&self, side: Side, id: StepId) -> Vec<&Location> {
        let step = self.step(id).into_iter();
        step.flat_map(|step| step_pointers(step, side))
            .filter_map(|pointer| self.place(side, pointer))
            .collect()
    }

    /// All pointers on one side that the page may show.
    fn pointers(&self, side: Side) -> Vec<&Pointer> {
        let of_steps = self.outcome.steps.iter().flat_map(|step| step_pointers(step, side));
        let rejection = self.outcome.rejection().into_iter();
        let of_rejection = rejection.flat_map(|rejection| rejection_pointers(rejection, side));
        let of_findings = self
            .findings()
            .iter()
            .filter(|finding| Side::of(finding.target) == side)
            .map(|finding| &finding.pointer);
        let degradations = self.outcome.degradations.iter();
        let of_degradations = degradations.flat_map(|degradation| degradation_pointers(degradation, side));
        of_steps.chain(of_rejection).chain(of_findings).chain(of_degradations).collect()
    }
}

fn step_pointers(step: &Step, side: Side) -> impl Iterator<Item = &Pointer> {
    let candidates = some_of(&step.candidates, CANDIDATES_SHOWN).0.iter();
    let of_rejection = step.rejection.iter().flat_map(move |rejection| rejection_pointers(rejection, side));
    of_rejection.chain(candidates.flat_map(move |candidate| candidate_pointers(candidate, side)))
}

pub(crate) fn rejection_pointers(rejection: &a2a_negotiator::Rejection, side: Side) -> &[Pointer] {
    let pointers = match side {
        Side::Card => &rejection.card_pointers,
        Side::Profile => &rejection.profile_pointers,
    };
    pointers.get(..REFUSED_SHOWN).unwrap_or(pointers)
}

pub(crate) fn degradation_pointers(degradation: &a2a_negotiator::Degradation, side: Side) -> &[Pointer] {
    match side {
        Side::Card => &degradation.card_pointers,
        Side::Profile => &degradation.profile_pointers,
    }
}

fn candidate_pointers(candidate: &a2a_negotiator::Candidate, side: Side) -> &[Pointer] {
    match side {
        Side::Card => &candidate.card_pointers,
        Side::Profile => &candidate.profile_pointers,
    }
}

/// Looks all pointers up in one walk, each with those above it, which stand in where it is absent.
fn places(text: &str, pointers: &[&Pointer]) -> Places {
    let above = |pointer: &Pointer| pointer.as_str().matches('/').count() + 1;
    let mut wanted = Vec::new();
    for pointer in pointers {
        let text = pointer.as_str();
        wanted.push(text);
        wanted.extend(text.rmatch_indices('/').filter_map(|(end, _)| text.get(..end)));
    }
    let mut located = locate_all(text, &wanted).into_iter();
    let mut places = Places::new();
    for pointer in pointers {
        let nearest = located.by_ref().take(above(pointer)).fold(None, Option::or);
        if let Some(place) = nearest {
            places.insert((*pointer).clone(), place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use a2a_negotiator::{InputError, read_card, read_profile};

    use super::*;

    const CARD: &str = r#"{
  "name": "Echo",
  "supportedInterfaces": [
    {
      "url": "https://echo.example.com",
      "protocolBinding": "GRPC",
      "protocolVersion": "1.0"
    }
  ],
  "skills": [{"id": "echo", "name": "Echo"}]
}"#;

    fn judge(card: &str, profile: &str) -> Result<Judgement, InputError> {
        let card = Shared::new(Read { text: card.into(), reading: read_card(card)? });
        let profile = Shared::new(Read { text: profile.into(), reading: read_profile(profile)? });
        Ok(Judgement::of(&card, &profile, Intent::for_skill("echo")))
    }

    #[test]
    fn a_line_is_traced_back_to_the_step_that_read_it() -> Result<(), InputError> {
        let judgement = judge(CARD, "{\n  \"bindings\": [\"JSONRPC\"],\n  \"accepts\": [\"text/plain\"]\n}")?;
        assert_eq!(judgement.readers(Side::Card, 6), [StepId::Interface]);
        assert_eq!(judgement.readers(Side::Profile, 3), [StepId::MediaTypes]);
        assert_eq!(judgement.readers(Side::Card, 999), []);
        Ok(())
    }

    #[test]
    fn what_is_missing_stands_at_its_parent() -> Result<(), InputError> {
        let judgement = judge(CARD, "{}")?;
        let place = judgement.first_place(Side::Profile, StepId::Interface);
        assert_eq!(place.map(|place| (place.start.line, place.end.column)), Some((1, 3)));
        Ok(())
    }
}
