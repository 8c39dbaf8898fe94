//! What holds for every outcome, whatever the documents.

use std::collections::BTreeSet;
use std::error::Error;

use a2a_negotiator::{
    CallPlan, DeliveryMode, Outcome, Pointer, StepId, StepStatus, VERSION_HEADER, Verdict, explain,
    locate_all, read_plan,
};
use serde_json::Value;

/// The promises that an outcome breaks, a line for each.
pub(crate) fn broken(outcome: &Outcome, card: &str, profile: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut check = |holds: bool, promise: &str| {
        if !holds {
            problems.push(promise.to_owned());
        }
    };

    let ids: Vec<StepId> = outcome.steps.iter().map(|step| step.id).collect();
    // The last one is there where a lockfile is given.
    let ids = ids.strip_suffix(&[StepId::Lock]).unwrap_or(&ids);
    check(ids == StepId::TRACE, "the trace has all steps, in order");
    for step in &outcome.steps {
        let refuses = step.status == StepStatus::Rejected;
        check(
            refuses == step.rejection.is_some(),
            "a step carries a rejection when it refuses, and only then",
        );
        check(!step.summary.is_empty(), "every step says what was decided");
        check(step.candidates.iter().all(|one| !one.reason.is_empty()), "every candidate says why");
    }
    let first = outcome.steps.iter().find_map(|step| step.rejection.as_ref());
    match outcome.rejection() {
        None => check(first.is_none(), "what a step refuses is not accepted"),
        Some(rejection) => {
            check(
                rejection.step == StepId::Card
                    || first.is_some_and(|first| {
                        first.code == rejection.code && first.message == rejection.message
                    }),
                "the decision is the first refusal's",
            );
            check(rejection.code.step() == rejection.step, "a code belongs to one step");
            check(
                !rejection.message.is_empty() && !rejection.help.is_empty(),
                "a refusal says what is wrong and what to do",
            );
        }
    }
    if let Some(plan) = outcome.plan() {
        check_plan(plan, &mut check);
    }
    check(!explain(outcome).trim().is_empty(), "every outcome can be explained");

    let (of_card, of_profile) = pointers(outcome);
    problems.extend(unplaced(card, &of_card).map(|pointer| format!("the card has no place `{pointer}`")));
    problems.extend(
        unplaced(profile, &of_profile).map(|pointer| format!("the profile has no place `{pointer}`")),
    );
    problems
}

fn check_plan(plan: &CallPlan, check: &mut impl FnMut(bool, &str)) {
    check(
        plan.headers.get(VERSION_HEADER) == Some(&plan.version.to_string()),
        "the version header says the plan's version",
    );
    let header = plan.headers.get(plan.version.extensions_header());
    let joined = plan.extensions.join(",");
    check(
        header.map_or("", String::as_str) == joined,
        "the extension header lists the extensions, and is left out where there are none",
    );
    check(!plan.accepted_output_modes.is_empty(), "something is always asked for");
    let delivery = &plan.delivery;
    check(!delivery.fallbacks.contains(&delivery.mode), "the way taken is no fallback of itself");
    check(!delivery.fallbacks.contains(&DeliveryMode::None), "no delivery is no fallback");
    let leaves = matches!(delivery.mode, DeliveryMode::Push | DeliveryMode::Poll);
    check(
        delivery.mode == DeliveryMode::None || delivery.return_immediately == leaves,
        "push and polling ask for the task at once, a stream does not",
    );
    let pushes = delivery.mode == DeliveryMode::Push || delivery.fallbacks.contains(&DeliveryMode::Push);
    check(delivery.push.is_some() == pushes, "the callback is there where push is, and only there");
    let read_back = serde_json::to_string(plan).map(|text| read_plan(&text));
    check(read_back.is_ok_and(|read| read.as_ref() == Ok(plan)), "a plan reads back as it was");
}

/// The verdict as JSON, without what is left out together with the fixes.
pub(crate) fn without_fixes(verdict: &Verdict) -> Result<Value, Box<dyn Error>> {
    let mut value = serde_json::to_value(verdict)?;
    if let Some(rejection) = value.get_mut("rejection").and_then(Value::as_object_mut) {
        rejection.remove("unfixable");
    }
    Ok(value)
}

fn pointers(outcome: &Outcome) -> (BTreeSet<Pointer>, BTreeSet<Pointer>) {
    let (mut card, mut profile) = (BTreeSet::new(), BTreeSet::new());
    let mut add = |of_card: &[Pointer], of_profile: &[Pointer]| {
        card.extend(of_card.iter().cloned());
        profile.extend(of_profile.iter().cloned());
    };
    for rejection in
        outcome.steps.iter().filter_map(|step| step.rejection.as_ref()).chain(outcome.rejection())
    {
        add(&rejection.card_pointers, &rejection.profile_pointers);
    }
    for degradation in &outcome.degradations {
        add(&degradation.card_pointers, &degradation.profile_pointers);
    }
    for finding in &outcome.findings {
        match finding.target {
            a2a_negotiator::Target::Card => card.insert(finding.pointer.clone()),
            a2a_negotiator::Target::Profile => profile.insert(finding.pointer.clone()),
        };
    }
    (card, profile)
}

/// The pointers that lead nowhere: neither to a value nor to the object that lacks it.
fn unplaced<'p>(text: &str, pointers: &'p BTreeSet<Pointer>) -> impl Iterator<Item = &'p Pointer> {
    let parent = |pointer: &'p Pointer| pointer.as_str().rsplit_once('/').map_or("", |(parent, _)| parent);
    let texts: Vec<&str> = pointers.iter().flat_map(|pointer| [pointer.as_str(), parent(pointer)]).collect();
    let places = locate_all(text, &texts);
    let found = places.chunks(2).map(|places| places.iter().any(Option::is_some)).collect::<Vec<_>>();
    pointers.iter().zip(found).filter(|(_, found)| !found).map(|(pointer, _)| pointer)
}
