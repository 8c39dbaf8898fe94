//! Negotiability: whether card and client can complete this class of task together.
//! A valid card is a claim; the contract exists only where card and client meet.

use super::Context;
use super::offered::Offered;
use super::trace::{Stepped, Trace, candidate, refusal, without_skill};
use super::{delivery, media_types};
use crate::card::{AgentCard, Requirements, SchemeKind};
use crate::intent::{Invariant, TaskClass};
use crate::outcome::{Candidate, CandidateStatus, Degradation};
use crate::plan::DeliveryMode;
use crate::profile::{ClientProfile, DeliveryPreference};
use crate::words::{list, quote};
use crate::{Finding, FindingCode, Pointer, StepId, Target, media_type};

/// Which paths the card itself makes unreachable for this client, whatever the class of task.
pub(super) struct Reach<'a> {
    card: &'a AgentCard,
    profile: &'a ClientProfile,
    outputs_proven: bool,
    /// Whether push is offered under mutual TLS and the client's callback cannot do it.
    push_needs_mutual_tls: bool,
    push_proven: bool,
}

impl<'a> Reach<'a> {
    pub(super) fn of(context: &Context<'a>) -> Self {
        let proven = |invariant| context.intent.proven.contains(&invariant);
        let callback_can = context.profile.push.as_ref().is_none_or(|push| push.mtls);
        Self {
            card: context.card,
            profile: context.profile,
            outputs_proven: proven(Invariant::OutputOnlyOnResubscribe),
            push_needs_mutual_tls: !callback_can
                && push_is_under_mutual_tls(context.card, context.requirements()),
            push_proven: proven(Invariant::PushNeedsMutualTls),
        }
    }

    /// Whether a mode is emitted on a resubscription only, and the agent does not stream.
    fn is_touched_output(&self, mode: &str) -> bool {
        let later = &self.card.resubscribe_only_output_modes.modes;
        let normalize = self.profile.normalize_media_types;
        !self.card.capabilities.streaming
            && later.iter().any(|listed| media_type::same_in_card(mode, &listed.value, normalize))
    }

    pub(super) fn is_unreachable_output(&self, mode: &str) -> bool {
        self.is_touched_output(mode) && !self.outputs_proven
    }

    /// Whether push is under mutual TLS, and works all the same.
    pub(super) const fn push_is_proven(&self) -> bool {
        self.push_needs_mutual_tls && self.push_proven
    }

    pub(super) const fn push_is_unreachable(&self) -> bool {
        self.push_needs_mutual_tls && !self.push_proven
    }
}

/// Whether the agent's callbacks are under mutual TLS: the scheme that the card names for them, or every
/// alternative that it requires.
pub(crate) fn push_is_under_mutual_tls(card: &AgentCard, requirements: &Requirements) -> bool {
    let push = &card.capabilities.push_notifications;
    let is_mutual_tls =
        |name: &str| card.security_scheme(name).is_some_and(|scheme| scheme.kind == SchemeKind::MutualTls);
    if !push.supported {
        return false;
    }
    if let Some(name) = &push.security_scheme {
        return is_mutual_tls(name);
    }
    !requirements.alternatives.is_empty()
        && requirements.alternatives.iter().all(|alternative| {
            alternative.schemes.iter().any(|scheme| match &scheme.inline {
                Some(inline) => inline.kind == SchemeKind::MutualTls,
                None => is_mutual_tls(&scheme.name),
            })
        })
}

/// The scheme that push notifications come under, where the card does not say what it is and the client does
/// not hold it by name.
pub(super) fn unknown_push_scheme<'a>(context: &Context<'a>) -> Option<&'a str> {
    let name = context.card.capabilities.push_notifications.security_scheme.as_deref()?;
    let defined = context.card.security_scheme(name);
    let is_known = defined.is_some_and(|scheme| scheme.kind != SchemeKind::Unknown);
    let is_held = || context.profile.credentials.iter().any(|held| held.name() == Some(name));
    (!is_known && !is_held()).then_some(name)
}

/// The step's entry, what the client goes without, and whether a refusal is to be escalated.
pub(crate) struct Verdict {
    pub(super) stepped: Stepped<()>,
    pub(super) degradations: Vec<Degradation>,
    pub(super) escalates: bool,
}

impl Verdict {
    /// The paths that the class of task goes without, and the one that it is refused for: of each the code
    /// of its invariant, what does not work, and where the reasons stand in card and profile.
    pub(crate) fn unreachable(&self) -> impl Iterator<Item = Unreachable<'_>> {
        let degraded = self.degradations.iter().map(|degradation| Unreachable {
            code: &degradation.code,
            refuses: false,
            message: &degradation.message,
            card_pointers: &degradation.card_pointers,
            profile_pointers: &degradation.profile_pointers,
        });
        let refused = self.stepped.step.rejection.as_ref().map(|rejection| Unreachable {
            code: rejection.code.as_str(),
            refuses: true,
            message: &rejection.message,
            card_pointers: &rejection.card_pointers,
            profile_pointers: &rejection.profile_pointers,
        });
        degraded.chain(refused)
    }
}

/// A path that a class of task cannot walk.
pub(crate) struct Unreachable<'v> {
    pub(crate) code: &'v str,
    pub(crate) refuses: bool,
    pub(crate) message: &'v str,
    pub(crate) card_pointers: &'v [Pointer],
    pub(crate) profile_pointers: &'v [Pointer],
}

/// How an invariant touches this call.
struct Touched {
    invariant: Invariant,
    /// Whether the path is one that this class of task needs.
    required: bool,
    /// What does not work; a sentence.
    what: String,
    /// What is done instead, where the path is optional.
    instead: String,
    help: &'static str,
    card_pointers: Vec<Pointer>,
    profile_pointers: Vec<Pointer>,
}

pub(super) fn step(
    context: &Context<'_>,
    reach: &Reach<'_>,
    live: &[&str],
    media_types: Option<&media_types::Chosen>,
    delivery: Option<&delivery::Chosen>,
) -> Verdict {
    if context.skill.is_unknown() {
        let stepped = without_skill(StepId::Negotiability);
        return Verdict { stepped, degradations: Vec::new(), escalates: false };
    }
    let mut trace = Trace::new(StepId::Negotiability, context.options.trace);
    let touched = [
        live_input(context, live, &mut trace),
        push(context, reach, delivery),
        outputs(context, reach, media_types),
    ];
    let labels = ["live input", "push notifications", "output modes"];
    for (label, touched) in labels.iter().zip(&touched) {
        trace.look(|| match touched {
            None => candidate(
                CandidateStatus::Usable,
                *label,
                "nothing stands in the way",
                Vec::new(),
                Vec::new(),
            ),
            Some(touched) if is_proven(context, touched.invariant) => candidate(
                CandidateStatus::Usable,
                *label,
                [&*touched.what, ", and earlier tasks have shown that it works"].concat(),
                touched.card_pointers.clone(),
                touched.profile_pointers.clone(),
            ),
            Some(touched) => candidate(
                CandidateStatus::PassedOver,
                *label,
                touched.what.clone(),
                touched.card_pointers.clone(),
                touched.profile_pointers.clone(),
            ),
        });
    }
    let mut degradations = Vec::new();
    let mut refused: Vec<&Touched> = Vec::new();
    for touched in touched.iter().flatten() {
        if is_proven(context, touched.invariant) {
            degradations.push(degradation(
                "provenByHistory",
                [&*touched.what, "; earlier tasks with this agent have shown that it works"].concat(),
                touched,
            ));
        } else if touched.required {
            refused.push(touched);
        } else {
            degradations.push(degradation(
                touched.invariant.code().as_str(),
                [&*touched.what, "; ", &*touched.instead].concat(),
                touched,
            ));
        }
    }
    // What nobody can settle decides before what somebody can.
    let unsettled = refused.iter().find(|refused| resolving_extension(context, refused.invariant).is_none());
    let Some(refused) = unsettled.or(refused.first()) else {
        let count = degradations.len();
        let stepped = trace.passed((), |()| match count {
            0 => format!("nothing stands in the way of {}", class(context.intent.task_class)),
            1 => format!("{} works, with one degradation", class(context.intent.task_class)),
            _ => format!("{} works, with {count} degradations", class(context.intent.task_class)),
        });
        return Verdict { stepped, degradations, escalates: false };
    };
    let resolving = resolving_extension(context, refused.invariant);
    let escalates = resolving.is_some() || context.profile.can_renegotiate;
    trace.look(|| settlement(resolving, context.profile.can_renegotiate));
    let mut rejection = refusal(refused.invariant.code());
    rejection.message = format!("{}, and {} needs it", refused.what, class(context.intent.task_class));
    rejection.help = match resolving {
        Some(uri) => [
            "settle it with the agent's operator out of band: the extension ",
            &quote(uri),
            " is known to resolve it",
        ]
        .concat(),
        None if escalates => {
            "settle it out of band, or negotiate again after the client has acquired what is missing".into()
        }
        None => refused.help.into(),
    };
    rejection.card_pointers.clone_from(&refused.card_pointers);
    rejection.profile_pointers.clone_from(&refused.profile_pointers);
    rejection.values.insert("taskClass".into(), vec![context.intent.task_class.as_str().into()]);
    Verdict { stepped: trace.rejected(rejection), degradations, escalates }
}

/// Whether a refusal can be settled out of band, as a candidate of the trace.
fn settlement(resolving: Option<&str>, can_renegotiate: bool) -> Candidate {
    let (status, reason, profile_pointers) = match resolving {
        Some(uri) => (
            CandidateStatus::Taken,
            ["the extension ", &quote(uri), " is known to resolve it"].concat(),
            vec!["/vendorResolutions".into()],
        ),
        None if can_renegotiate => (
            CandidateStatus::Taken,
            "the client can acquire transports at run time".into(),
            vec!["/canRenegotiate".into()],
        ),
        None => (
            CandidateStatus::PassedOver,
            "no extension of the card is known to resolve it, and the client cannot acquire transports"
                .into(),
            Vec::new(),
        ),
    };
    candidate(status, "settlement out of band", reason, Vec::new(), profile_pointers)
}

fn is_proven(context: &Context<'_>, invariant: Invariant) -> bool {
    context.intent.proven.contains(&invariant)
}

fn degradation(code: &str, message: String, touched: &Touched) -> Degradation {
    Degradation {
        code: code.to_owned(),
        message,
        card_pointers: touched.card_pointers.clone(),
        profile_pointers: touched.profile_pointers.clone(),
    }
}

/// The class of task for a message.
const fn class(class: TaskClass) -> &'static str {
    match class {
        TaskClass::Standard => "a standard task",
        TaskClass::LiveInput => "a task with live input",
        TaskClass::AsyncCompletion => "a task that completes while the client is away",
        TaskClass::FireAndForget => "a task that nobody waits for",
    }
}

/// An extension of the card that is known to resolve an invariant.
fn resolving_extension<'a>(context: &Context<'a>, invariant: Invariant) -> Option<&'a str> {
    let resolutions = &context.profile.vendor_resolutions;
    context
        .card
        .capabilities
        .extensions
        .iter()
        .find(|extension| {
            resolutions.get(&extension.uri).is_some_and(|resolved| resolved.contains(&invariant))
        })
        .map(|extension| extension.uri.as_str())
}

/// Live input that the client cannot buffer meets an agent that does not stream.
fn live_input(context: &Context<'_>, live: &[&str], trace: &mut Trace) -> Option<Touched> {
    let capabilities = &context.card.capabilities;
    let allows_stream = context.profile.delivery.contains(&DeliveryPreference::Stream);
    // That the client itself allows no stream is told where it matters.
    let may_work = if context.intent.task_class == TaskClass::LiveInput { allows_stream } else { true };
    let offered = Offered::of(context.inputs());
    if live.is_empty() || (capabilities.streaming && may_work) {
        return None;
    }
    if context.intent.task_class != TaskClass::LiveInput {
        trace.find(|| {
            Finding::new(
                FindingCode::LiveOnlyMode,
                Target::Card,
                offered.pointer.clone(),
                format!(
                    "the agent takes {}{} and does not stream; the client can send it only while it arises, which a task of the class `liveInput` would be refused for",
                    list(live, "and"),
                    offered.aside()
                ),
            )
        });
        return None;
    }
    let (why, help, field) = if capabilities.streaming {
        (
            " and streams, and the client allows no stream and cannot buffer it",
            "allow `stream` in `delivery`, or let the client buffer this mode (`bufferableInputModes`)",
            "/delivery",
        )
    } else {
        (
            " and does not stream, and the client can neither stream nor buffer it",
            "send another mode, let the client buffer this one (`bufferableInputModes`), or choose an agent that streams",
            "/liveOnlyInputModes",
        )
    };
    Some(Touched {
        invariant: Invariant::LiveInputWithoutStreaming,
        required: true,
        what: ["the agent takes ", &list(live, "and"), offered.aside(), why].concat(),
        instead: String::new(),
        help,
        card_pointers: vec![capabilities.streaming_pointer(), offered.pointer.clone()],
        profile_pointers: vec![field.into()],
    })
}

/// Push notifications under mutual TLS meet a callback that cannot do it.
fn push(context: &Context<'_>, reach: &Reach<'_>, delivery: Option<&delivery::Chosen>) -> Option<Touched> {
    let binds = context.intent.task_class != TaskClass::FireAndForget;
    if !reach.push_needs_mutual_tls || !binds {
        return None;
    }
    let chosen = delivery?;
    if !chosen.push_is_touched {
        return None;
    }
    let instead = match &chosen.delivery {
        Some(delivery) => match delivery.mode {
            DeliveryMode::Stream => "a stream is used",
            DeliveryMode::Push => "push is used all the same",
            DeliveryMode::Poll | DeliveryMode::None => "the task is polled",
        },
        None => "",
    };
    Some(Touched {
        invariant: Invariant::PushNeedsMutualTls,
        required: chosen.delivery.is_none(),
        what: "the agent's push notifications need mutual TLS, which the client's callback cannot do".into(),
        instead: instead.into(),
        help: "let the callback do mutual TLS (`push.mtls`), or allow another way in `delivery`, such as `poll`",
        card_pointers: vec![context.card.capabilities.push_notifications.pointer.clone()],
        profile_pointers: vec!["/push".into()],
    })
}

/// Output modes that are emitted on a resubscription only meet an agent that does not stream.
fn outputs(
    context: &Context<'_>,
    reach: &Reach<'_>,
    media_types: Option<&media_types::Chosen>,
) -> Option<Touched> {
    let chosen = media_types?;
    let dropped: Vec<&str> = if reach.outputs_proven {
        chosen
            .accepted_output_modes
            .iter()
            .map(String::as_str)
            .filter(|mode| reach.is_touched_output(mode))
            .collect()
    } else {
        chosen.unreachable.iter().map(|mode| mode.value.as_str()).collect()
    };
    if dropped.is_empty() {
        return None;
    }
    let capabilities = &context.card.capabilities;
    Some(Touched {
        invariant: Invariant::OutputOnlyOnResubscribe,
        required: chosen.accepted_output_modes.is_empty(),
        what: ["the agent emits ", &*list(&dropped, "and"), " on a resubscription only, and does not stream"]
            .concat(),
        instead: ["the client accepts ", &*list(&chosen.accepted_output_modes, "and"), " instead"].concat(),
        help: "accept another mode that the agent offers, or choose an agent that streams",
        card_pointers: vec![
            context.card.resubscribe_only_output_modes.pointer.clone(),
            capabilities.streaming_pointer(),
        ],
        profile_pointers: vec!["/accepts".into()],
    })
}
