//! Step 4: delivery. How the client hears of progress, and what is left when that fails.

use super::Context;
use super::interface;
use super::negotiability::{self, Reach};
use super::trace::{Stepped, Trace, candidate, refusal};
use crate::intent::TaskClass;
use crate::outcome::CandidateStatus;
use crate::plan::{Callback, Delivery, DeliveryMode};
use crate::profile::DeliveryPreference;
use crate::words::{list, quote};
use crate::{Pointer, RejectionCode, StepId, url};

/// The delivery of a plan.
pub(super) struct Chosen {
    /// `None` where mutual TLS has taken the last way away, on which `negotiability` decides.
    pub(super) delivery: Option<Delivery>,
    /// Whether push would do but for mutual TLS, or does only since earlier tasks have shown that it works.
    pub(super) push_is_touched: bool,
}

/// What one way of delivery is to card and client.
enum Way {
    Usable {
        reason: String,
    },
    /// Usable but for mutual TLS, which the callback cannot do.
    TakenAway,
    Unusable {
        reason: String,
        card_pointer: Option<Pointer>,
        profile_field: Option<&'static str>,
    },
}

pub(super) fn step(
    context: &Context<'_>,
    reach: &Reach<'_>,
    interface: Option<&interface::Chosen>,
) -> Stepped<Chosen> {
    let mut trace = Trace::new(StepId::Delivery, context.options.trace);
    let ways: Vec<(DeliveryMode, usize, Way)> = allowed(context)
        .into_iter()
        .map(|(index, mode)| (mode, index, judge(mode, context, reach, interface)))
        .collect();
    let usable: Vec<DeliveryMode> =
        ways.iter().filter(|(_, _, way)| matches!(way, Way::Usable { .. })).map(|(mode, ..)| *mode).collect();
    let push_taken_away = ways.iter().any(|(.., way)| matches!(way, Way::TakenAway));
    for (mode, index, way) in &ways {
        trace.look(|| describe(*mode, *index, way, usable.first() == Some(mode), context));
    }
    let delivery = match usable.split_first() {
        Some((first, others)) => {
            // Polling always works, so that it is the last resort whatever the order; but a client that
            // leaves can poll and not hold a stream.
            let last = if leaves(context) { DeliveryMode::Stream } else { DeliveryMode::Poll };
            let fallbacks = with_last(others.to_vec(), |mode| *mode == last);
            let push = context.profile.push.as_ref().filter(|_| usable.contains(&DeliveryMode::Push));
            Some(Delivery {
                mode: *first,
                fallbacks,
                return_immediately: *first != DeliveryMode::Stream,
                push: push.map(|push| Callback {
                    url: push.url.clone(),
                    authentication: push.authentication.clone(),
                }),
            })
        }
        None if context.intent.task_class == TaskClass::FireAndForget => Some(Delivery {
            mode: DeliveryMode::None,
            fallbacks: Vec::new(),
            return_immediately: true,
            push: None,
        }),
        None if push_taken_away => None,
        None => return trace.rejected(rejection(&ways, context)),
    };
    let push_is_proven = reach.push_is_proven() && usable.contains(&DeliveryMode::Push);
    let chosen = Chosen { delivery, push_is_touched: push_taken_away || push_is_proven };
    trace.passed(chosen, |chosen| match &chosen.delivery {
        None => "no way is left, since push notifications need mutual TLS".into(),
        Some(delivery) if delivery.mode == DeliveryMode::None => {
            "no way is left, and nobody waits for the result".into()
        }
        Some(delivery) if delivery.fallbacks.is_empty() => {
            ["by ", delivery.mode.as_str(), ", with no fallback"].concat()
        }
        Some(delivery) => {
            let fallbacks: Vec<&str> = delivery.fallbacks.iter().map(|mode| mode.as_str()).collect();
            ["by ", delivery.mode.as_str(), ", falling back to ", &fallbacks.join(", then ")].concat()
        }
    })
}

/// The ways that the client allows, in its order, each once and with its place in the profile. A client
/// that leaves takes a stream last.
fn allowed(context: &Context<'_>) -> Vec<(usize, DeliveryMode)> {
    let mut allowed: Vec<(usize, DeliveryMode)> = Vec::with_capacity(3);
    for (index, preference) in context.profile.delivery.iter().enumerate() {
        let mode = preference.mode();
        if !allowed.iter().any(|(_, earlier)| *earlier == mode) {
            allowed.push((index, mode));
        }
    }
    if leaves(context) {
        return with_last(allowed, |(_, mode)| *mode == DeliveryMode::Stream);
    }
    allowed
}

/// Whether the client leaves after sending.
fn leaves(context: &Context<'_>) -> bool {
    context.intent.task_class == TaskClass::AsyncCompletion
}

/// A list with one entry moved to its end.
fn with_last<T>(mut list: Vec<T>, is_last: impl Fn(&T) -> bool) -> Vec<T> {
    if let Some(at) = list.iter().position(is_last) {
        let entry = list.remove(at);
        list.push(entry);
    }
    list
}

fn judge(
    mode: DeliveryMode,
    context: &Context<'_>,
    reach: &Reach<'_>,
    interface: Option<&interface::Chosen>,
) -> Way {
    let capabilities = &context.card.capabilities;
    match mode {
        DeliveryMode::Stream if capabilities.streaming => {
            Way::Usable { reason: "the agent declares streaming".into() }
        }
        DeliveryMode::Stream => Way::Unusable {
            reason: "the agent does not declare streaming".into(),
            card_pointer: Some(capabilities.streaming_pointer()),
            profile_field: None,
        },
        DeliveryMode::Push if !capabilities.push_notifications.supported => Way::Unusable {
            reason: "the agent does not declare push notifications".into(),
            card_pointer: Some(capabilities.push_notifications.pointer.clone()),
            profile_field: None,
        },
        DeliveryMode::Push => {
            let Some(push) = &context.profile.push else {
                return Way::Unusable {
                    reason: "the profile names no callback".into(),
                    card_pointer: None,
                    profile_field: Some("push"),
                };
            };
            if let Some(name) = negotiability::unknown_push_scheme(context) {
                return Way::Unusable {
                    reason: [
                        "push notifications of this agent come under ",
                        &quote(name),
                        ", whose kind the card does not say, and the client does not hold a credential of that name",
                    ].concat(),
                    card_pointer: Some(capabilities.push_notifications.pointer.clone()),
                    profile_field: Some("credentials"),
                };
            }
            let agent_on_loopback = interface.is_some_and(|interface| url::is_on_loopback(&interface.url));
            match url::callback_problem(&push.url, agent_on_loopback, context.profile.allow_private) {
                Some(problem) => Way::Unusable {
                    reason: ["the callback ", &quote(&push.url), " ", &problem].concat(),
                    card_pointer: None,
                    profile_field: Some("push"),
                },
                None if reach.push_is_unreachable() => Way::TakenAway,
                None => Way::Usable {
                    reason: "the agent declares push notifications, and the callback can take them".into(),
                },
            }
        }
        DeliveryMode::Poll | DeliveryMode::None => Way::Usable { reason: "polling always works".into() },
    }
}

fn describe(
    mode: DeliveryMode,
    index: usize,
    way: &Way,
    taken: bool,
    context: &Context<'_>,
) -> crate::Candidate {
    let capabilities = &context.card.capabilities;
    let preference = Pointer::root().key("delivery").index(index);
    let field = match mode {
        DeliveryMode::Stream => vec![capabilities.streaming_pointer()],
        DeliveryMode::Push => vec![capabilities.push_notifications.pointer.clone()],
        DeliveryMode::Poll | DeliveryMode::None => Vec::new(),
    };
    match way {
        Way::Usable { reason } if taken => {
            candidate(CandidateStatus::Taken, mode.as_str(), reason.as_str(), field, vec![preference])
        }
        Way::Usable { reason } => candidate(
            CandidateStatus::Usable,
            mode.as_str(),
            format!("{reason}; a fallback"),
            field,
            vec![preference],
        ),
        Way::TakenAway => candidate(
            CandidateStatus::PassedOver,
            mode.as_str(),
            "push notifications of this agent need mutual TLS, which the callback cannot do",
            field,
            vec!["/push/mtls".into()],
        ),
        Way::Unusable { reason, profile_field, .. } => {
            let of_profile = profile_field.map_or(preference, |field| Pointer::root().key(field));
            candidate(CandidateStatus::PassedOver, mode.as_str(), reason.as_str(), field, vec![of_profile])
        }
    }
}

fn rejection(ways: &[(DeliveryMode, usize, Way)], context: &Context<'_>) -> crate::Rejection {
    let mut rejection = refusal(RejectionCode::NoDelivery);
    let modes: Vec<&str> = context
        .profile
        .delivery
        .iter()
        .map(|preference: &DeliveryPreference| preference.mode().as_str())
        .collect();
    let unusable = || {
        ways.iter().filter_map(|(_, _, way)| match way {
            Way::Unusable { reason, card_pointer, profile_field } => {
                Some((reason, card_pointer, profile_field))
            }
            _ => None,
        })
    };
    let reasons: Vec<&str> = unusable().map(|(reason, ..)| reason.as_str()).collect();
    rejection.message = if modes.is_empty() {
        "the profile allows no way to hear of progress".into()
    } else {
        format!("the client allows {}, and nothing of it works: {}", list(&modes, "and"), reasons.join("; "))
    };
    rejection.help = "allow `poll` in `delivery` of the profile, which always works".into();
    rejection.values.insert("allowed".into(), modes.into_iter().map(str::to_owned).collect());
    let capabilities = &context.card.capabilities.pointer;
    rejection.card_pointers =
        unusable().map(|(_, pointer, _)| pointer.as_ref().unwrap_or(capabilities).clone()).collect();
    rejection.profile_pointers = std::iter::once("/delivery".into())
        .chain(unusable().filter_map(|(.., field)| Some(Pointer::root().key((*field)?))))
        .collect();
    rejection
}
