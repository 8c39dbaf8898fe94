//! Step 3: media types, both directions, before anything is sent.

use super::Context;
use super::negotiability::Reach;
use super::offered::Offered;
use super::trace::{Stepped, Trace, candidate, refusal, without_skill};
use crate::card::Mode;
use crate::media_type::ClientMode;
use crate::outcome::{CandidateStatus, Rejection};
use crate::similar::MOST_SIMILAR;
use crate::words::{list, quote};
use crate::{Finding, FindingCode, Pointer, RejectionCode, StepId, Target, media_type};

/// The modes of a plan.
pub(super) struct Chosen {
    pub(super) input_modes: Vec<String>,
    pub(super) accepted_output_modes: Vec<String>,
    /// Modes that client and card share, and that cannot be reached.
    pub(super) unreachable: Vec<Mode>,
}

/// Whose list a mode stands in, for pointers into the profile. An intent's own lists have none.
fn in_profile(of_intent: Option<&Vec<String>>, field: &str, index: Option<usize>) -> Vec<Pointer> {
    if of_intent.is_some() {
        return Vec::new();
    }
    let list = Pointer::root().key(field);
    vec![index.map_or_else(|| list.clone(), |index| list.index(index))]
}

pub(super) fn step(context: &Context<'_>, reach: &Reach<'_>) -> Stepped<Chosen> {
    if context.skill.is_unknown() {
        return without_skill(StepId::MediaTypes);
    }
    let mut trace = Trace::new(StepId::MediaTypes, context.options.trace);
    let inputs = Offered::of(context.inputs());
    let outputs = Offered::of(context.outputs());
    let sent = send(context, &mut trace, &inputs);
    let accepted = accept(context, &mut trace, &outputs, reach);
    let input_modes = match sent {
        Ok(modes) => modes,
        Err(rejection) => return trace.rejected(*rejection),
    };
    match accepted {
        Err(rejection) => trace.rejected(*rejection),
        Ok((accepted_output_modes, unreachable)) => {
            let chosen = Chosen { input_modes, accepted_output_modes, unreachable };
            trace.passed(chosen, |chosen| {
                format!(
                    "sends {} and accepts {}",
                    list(&chosen.input_modes, "and"),
                    list(&chosen.accepted_output_modes, "then")
                )
            })
        }
    }
}

/// What the client sends must all be taken.
fn send(
    context: &Context<'_>,
    trace: &mut Trace,
    inputs: &Offered<'_>,
) -> Result<Vec<String>, Box<Rejection>> {
    let of_intent = context.intent.sends.as_ref();
    let sends = context.sends();
    let normalize = context.profile.normalize_media_types;
    let mut modes: Vec<String> = Vec::with_capacity(sends.len());
    let mut refused = Vec::new();
    for (index, mode) in sends.iter().enumerate() {
        let found = inputs.find(mode, normalize);
        trace.look(|| {
            let label = format!("send {}", quote(mode));
            let from_profile = in_profile(of_intent, "sends", Some(index));
            match found {
                Some(found) => {
                    let reason = format!("the agent takes it{}", inputs.note());
                    candidate(
                        CandidateStatus::Taken,
                        label,
                        reason,
                        vec![found.pointer.clone()],
                        from_profile,
                    )
                }
                None => {
                    let reason = format!("the agent does not take it{}", near(mode, inputs));
                    candidate(
                        CandidateStatus::PassedOver,
                        label,
                        reason,
                        vec![inputs.pointer.clone()],
                        from_profile,
                    )
                }
            }
        });
        match found {
            Some(found) if !modes.contains(&found.value) => modes.push(found.value.clone()),
            Some(_) => {}
            None => refused.push((index, mode)),
        }
    }
    if refused.is_empty() {
        return Ok(modes);
    }
    let mut rejection = refusal(RejectionCode::InputNotAccepted);
    let words = refused.iter().map(|(_, mode)| *mode);
    rejection.message = format!(
        "the client sends {}, and the agent takes {}{}",
        list(words.clone(), "and"),
        list(inputs.values(), "and"),
        inputs.note()
    );
    rejection.help = match refused
        .iter()
        .find_map(|(_, mode)| nearness(mode, inputs).map(|(why, other)| (mode, why, other)))
    {
        Some((mode, why, other)) => format!(
            "{} and {} are near, but {why}, and media types are compared exactly",
            quote(mode),
            quote(other)
        ),
        None => "send only what the agent takes, or let the agent take it".into(),
    };
    rejection.values.insert("sent".into(), words.cloned().collect());
    rejection.values.insert("taken".into(), inputs.values());
    rejection.card_pointers = vec![inputs.pointer.clone()];
    rejection.profile_pointers =
        refused.iter().flat_map(|(index, _)| in_profile(of_intent, "sends", Some(*index))).collect();
    Err(Box::new(rejection))
}

/// What the client accepts, filtered to what is offered, in the client's order; and what of it cannot
/// be reached.
pub(super) fn shared_outputs(context: &Context<'_>, reach: &Reach<'_>) -> Option<Chosen> {
    let mut trace = Trace::new(StepId::MediaTypes, false);
    let (accepted_output_modes, unreachable) =
        shared(context, &mut trace, &Offered::of(context.outputs()), reach);
    let chosen = Chosen { input_modes: Vec::new(), accepted_output_modes, unreachable };
    Some(chosen).filter(|chosen| !chosen.accepted_output_modes.is_empty() || !chosen.unreachable.is_empty())
}

fn shared(
    context: &Context<'_>,
    trace: &mut Trace,
    outputs: &Offered<'_>,
    reach: &Reach<'_>,
) -> (Vec<String>, Vec<Mode>) {
    let of_intent = context.intent.accepts.as_ref();
    let accepts = context.accepts();
    let normalize = context.profile.normalize_media_types;
    let mut accepted: Vec<String> = Vec::new();
    let mut unreachable: Vec<Mode> = Vec::new();
    let mut is_judged = vec![false; outputs.iter().count()];
    for (index, mode) in accepts.iter().enumerate() {
        let from_profile = || in_profile(of_intent, "accepts", Some(index));
        let client = ClientMode::of(mode, normalize);
        let mut found = false;
        for (offered, is_judged) in outputs.iter().zip(&mut is_judged) {
            if !client.is(&offered.value) {
                continue;
            }
            found = true;
            // What an earlier mode of the client means as well is judged once.
            if std::mem::replace(is_judged, true) {
                continue;
            }
            let reachable = !reach.is_unreachable_output(&offered.value);
            trace.look(|| {
                let label = format!("accept {}", quote(&offered.value));
                let (status, reason) = if reachable {
                    (CandidateStatus::Taken, format!("the agent offers it{}", outputs.note()))
                } else {
                    (
                        CandidateStatus::PassedOver,
                        "the agent emits it on a resubscription only, and does not stream".into(),
                    )
                };
                candidate(status, label, reason, vec![offered.pointer.clone()], from_profile())
            });
            if !reachable {
                if !unreachable.contains(offered) {
                    unreachable.push(offered.clone());
                }
            } else if !accepted.contains(&offered.value) {
                accepted.push(offered.value.clone());
            }
        }
        if !found {
            trace.look(|| {
                let reason = format!("the agent does not offer it{}", near(mode, outputs));
                let label = format!("accept {}", quote(mode));
                candidate(
                    CandidateStatus::PassedOver,
                    label,
                    reason,
                    vec![outputs.pointer.clone()],
                    from_profile(),
                )
            });
        }
    }
    (accepted, unreachable)
}

/// The same, or why nothing is shared.
fn accept(
    context: &Context<'_>,
    trace: &mut Trace,
    outputs: &Offered<'_>,
    reach: &Reach<'_>,
) -> Result<(Vec<String>, Vec<Mode>), Box<Rejection>> {
    let of_intent = context.intent.accepts.as_ref();
    let accepts = context.accepts();
    let (accepted, unreachable) = shared(context, trace, outputs, reach);
    find_prose_first(trace, &accepted, accepts, of_intent.is_none());
    if !accepted.is_empty() || !unreachable.is_empty() {
        return Ok((accepted, unreachable));
    }
    let mut rejection = refusal(RejectionCode::NoSharedOutput);
    rejection.message = format!(
        "the agent offers {}{}, and the client accepts {}",
        list(outputs.values(), "and"),
        outputs.note(),
        list(accepts, "and")
    );
    rejection.help = if accepts.is_empty() {
        "name in `accepts` of the profile what the client can consume".into()
    } else {
        match accepts.iter().find_map(|mode| nearness(mode, outputs).map(|(why, other)| (mode, why, other))) {
            Some((mode, why, other)) => format!(
                "{} and {} are near, but {why}, and media types are compared exactly",
                quote(mode),
                quote(other)
            ),
            None => {
                "accept what the agent offers, if the client can consume it, or choose another agent".into()
            }
        }
    };
    rejection.values.insert("offered".into(), outputs.values());
    rejection.values.insert("accepted".into(), accepts.to_vec());
    rejection.card_pointers = vec![outputs.pointer.clone()];
    rejection.profile_pointers = in_profile(of_intent, "accepts", None);
    Err(Box::new(rejection))
}

/// `, and … is near: …`, where something is.
fn near(mode: &str, offered: &Offered<'_>) -> String {
    match nearness(mode, offered) {
        Some((why, other)) => format!("; {} is near, but {why}", quote(other)),
        None => String::new(),
    }
}

fn nearness<'o>(mode: &str, offered: &'o Offered<'_>) -> Option<(&'static str, &'o str)> {
    offered
        .iter()
        .take(MOST_SIMILAR)
        .find_map(|other| Some((media_type::nearness(mode, &other.value)?, other.value.as_str())))
}

/// A program that can read data should not ask for prose first, only to scrape it.
fn find_prose_first(trace: &mut Trace, accepted: &[String], accepts: &[String], in_profile: bool) {
    let (Some(first), true) = (accepted.first(), in_profile) else { return };
    let Some(structured) = accepted.iter().find(|mode| media_type::is_structured(mode)) else { return };
    if !media_type::is_prose(first) {
        return;
    }
    let index = accepts.iter().position(|mode| mode == first).unwrap_or_default();
    trace.find(|| {
        Finding::new(
            FindingCode::ProseBeforeStructured,
            Target::Profile,
            Pointer::root().key("accepts").index(index),
            format!(
                "{} is preferred to {}, which a program need not scrape; put structured types first",
                quote(first),
                quote(structured)
            ),
        )
    });
}
