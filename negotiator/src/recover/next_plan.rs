//! The next plan: another interface, another delivery, another credential.

use super::RecoveryContext;
use crate::card::{AgentCard, CardReading, Interface, read_card};
use crate::intent::{ExcludedInterface, Intent, Options};
use crate::names::Names;
use crate::negotiate::{Context, headers, negotiate, usable_credentials};
use crate::outcome::Verdict;
use crate::plan::{CallPlan, Credential, Delivery, DeliveryMode};
use crate::profile::{ClientProfile, ProfileReading};
use crate::{Failure, Operation, Pointer, Version};

/// Card and profile, where both are known.
pub(super) fn documents<'c>(context: &RecoveryContext<'c>) -> Option<(&'c CardReading, &'c ProfileReading)> {
    Some((context.card?, context.profile?))
}

/// What the call is for: without a word about it, a standard call of the plan's skill.
fn standard(plan: &CallPlan) -> Intent {
    Intent { skill: plan.skill.clone(), ..Intent::default() }
}

fn options(plan: &CallPlan, context: &RecoveryContext<'_>) -> Options {
    // A plan that does not ask for the extended card was made with it, or the card offers none.
    let lock = context.lock.cloned();
    Options { trace: false, fixes: false, extended: !plan.fetch_extended_card, lock, ..Options::default() }
}

/// What card and profile give, with the interfaces that were left out: those of `exclude`.
pub(super) fn negotiated(
    plan: &CallPlan,
    context: &RecoveryContext<'_>,
    card: &CardReading,
    profile: &ProfileReading,
    exclude: Vec<ExcludedInterface>,
) -> (Option<Box<CallPlan>>, Vec<ExcludedInterface>) {
    let standard = standard(plan);
    let options = Options { exclude, ..options(plan, context) };
    let outcome = negotiate(card, profile, context.intent.unwrap_or(&standard), &options);
    let next = match outcome.verdict {
        Verdict::Accept { plan } => Some(plan),
        Verdict::Reject { .. } | Verdict::Escalate { .. } => None,
    };
    (next, options.exclude)
}

/// The plan's interface, to be left out.
pub(super) fn refused(plan: &CallPlan) -> ExcludedInterface {
    ExcludedInterface { url: plan.url.clone(), binding: plan.binding.clone(), version: plan.version }
}

/// The same without the interface that refused. Where the server says which versions it speaks, those of all
/// others are left out too, and it is believed to speak them at the plan's URL.
pub(super) fn negotiated_elsewhere(
    plan: &CallPlan,
    failure: &Failure,
    context: &RecoveryContext<'_>,
    card: &CardReading,
    profile: &ProfileReading,
) -> (Option<Box<CallPlan>>, Vec<ExcludedInterface>) {
    let mut exclude = vec![refused(plan)];
    // That it speaks what it has just refused says nothing.
    let others = || failure.supported_versions.iter().copied().filter(|version| *version != plan.version);
    let with_spoken = others().next().and_then(|_| read_card(&card.source).ok());
    // What the client does not implement can be left out, however much the server speaks.
    let mut spoken: Vec<Version> = Vec::new();
    for version in others().filter(|version| profile.profile.implements(*version)) {
        if !spoken.contains(&version) {
            spoken.push(version);
        }
    }
    match with_spoken {
        None => negotiated(plan, context, card, profile, exclude),
        Some(mut reading) => {
            if let Some(card) = &mut reading.card {
                leave_out_others(card, &profile.profile, &spoken, &mut exclude);
                card.supported_interfaces.extend(spoken.into_iter().map(|version| interface(plan, version)));
            }
            negotiated(plan, context, &reading, profile, exclude)
        }
    }
}

/// Leaves out the interfaces of other versions than those that the server speaks.
fn leave_out_others(
    card: &AgentCard,
    profile: &ClientProfile,
    spoken: &[Version],
    exclude: &mut Vec<ExcludedInterface>,
) {
    for interface in &card.supported_interfaces {
        let version = interface.protocol_version.or(profile.assume_version);
        let (Some(binding), Some(version)) = (&interface.protocol_binding, version) else { continue };
        if !spoken.contains(&version) {
            exclude.push(ExcludedInterface { url: interface.url.clone(), binding: binding.clone(), version });
        }
    }
    let identity = |one: &ExcludedInterface| [&one.url, " ", &one.binding, " ", &one.version.text()].concat();
    let identities: Vec<String> = exclude.iter().map(identity).collect();
    let names = Names::of(identities.iter().map(String::as_str));
    let mut places = 0..;
    exclude.retain(|one| names.place(&identity(one)) == places.next());
}

/// The plan's interface in another version.
fn interface(plan: &CallPlan, version: Version) -> Interface {
    Interface {
        url: plan.url.clone(),
        protocol_binding: Some(plan.binding.clone()),
        protocol_version: Some(version),
        tenant: plan.tenant.clone(),
        tenant_unreadable: false,
        version_unknown: false,
        pointer: Pointer::root(),
        url_pointer: Pointer::root(),
        binding_pointer: Pointer::root(),
        version_pointer: Pointer::root(),
    }
}

/// Activates extensions that the plan does not activate yet.
pub(super) fn activate<'u>(plan: &mut CallPlan, uris: impl IntoIterator<Item = &'u String>) {
    for uri in uris {
        if !plan.extensions.contains(uri) {
            plan.extensions.push(uri.clone());
        }
    }
    plan.headers = headers(plan.version, &plan.extensions);
}

/// The next way of delivery.
pub(super) fn next_delivery(delivery: &Delivery) -> Option<Delivery> {
    delivery_by(delivery, &delivery.fallbacks)
}

/// The next way of delivery that is no push: the same way, where push was only a fallback.
pub(super) fn delivery_without_push(delivery: &Delivery, operation: Option<Operation>) -> Option<Delivery> {
    let is_sent = operation.is_none_or(Operation::is_send);
    let first = is_sent.then_some(delivery.mode);
    let left: Vec<DeliveryMode> = first
        .into_iter()
        .chain(delivery.fallbacks.iter().copied())
        .filter(|mode| *mode != DeliveryMode::Push)
        .collect();
    delivery_by(delivery, &left).filter(|next| next != delivery)
}

fn delivery_by(delivery: &Delivery, ways: &[DeliveryMode]) -> Option<Delivery> {
    let (mode, fallbacks) = ways.split_first()?;
    Some(Delivery {
        mode: *mode,
        fallbacks: fallbacks.to_vec(),
        return_immediately: *mode != DeliveryMode::Stream,
        push: delivery.push.clone().filter(|_| ways.contains(&DeliveryMode::Push)),
    })
}

/// The next alternative of the card's requirements that the client can present.
pub(super) fn next_credentials(
    plan: &CallPlan,
    context: &RecoveryContext<'_>,
    card: &CardReading,
    profile: &ProfileReading,
) -> Option<Vec<Credential>> {
    let (standard, options) = (standard(plan), options(plan, context));
    let intent = context.intent.unwrap_or(&standard);
    let context = Context::new(card.card.as_ref()?, &profile.profile, intent, &options);
    let usable = usable_credentials(&context, (&plan.url, &plan.binding));
    let schemes = |credentials: &[Credential]| -> Vec<String> {
        credentials.iter().map(|credential| credential.scheme.clone()).collect()
    };
    let refused = schemes(&plan.credentials);
    let at = usable.iter().position(|credentials| schemes(credentials) == refused);
    usable.into_iter().skip(at.unwrap_or_default()).find(|credentials| schemes(credentials) != refused)
}
