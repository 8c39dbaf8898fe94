//! What a card's author can change to be called. What the card would then claim, the agent must really do,
//! and the message says so.

use super::document::unwrap;
use super::{Effort, MOST_PROPOSALS, Proposals};
use crate::card::{Interface, Modes, RequirementScheme, SchemeKind};
use crate::json::{Json, Object};
use crate::negotiate::Context;
use crate::patch::PatchOperation;
use crate::plan::DeliveryMode;
use crate::profile::{ClientProfile, CredentialHeld};
use crate::words::{list, quote, scopes_named};
use crate::{Pointer, RejectionCode, Version, media_type, similar};

pub(super) fn propose(proposals: &mut Proposals<'_, '_>) {
    let Some(context) = proposals.case.context() else {
        if let Some(inside) = &proposals.case.card.inside {
            let message = format!(
                "take the agent card out of its wrapper, where it stands at {}",
                quote(inside.as_str())
            );
            proposals.add(Effort::Spelling, unwrap(inside), message);
        }
        return;
    };
    match proposals.case.rejection.code {
        RejectionCode::UnknownSkill => skill(proposals, &context),
        RejectionCode::NoSharedInterface => {
            mend_interfaces(proposals, &context);
            offer_another(proposals, &context);
        }
        RejectionCode::NoUsableCredentials | RejectionCode::RequirementNotUnderstood => {
            requirement(proposals, &context);
        }
        RejectionCode::InputNotAccepted => {
            let sent = proposals.case.values("sent");
            respell(proposals, context.inputs(), &sent);
            if sent.iter().all(|mode| media_type::is_one(mode)) {
                let message = format!("take {} as well, once the agent can read it", list(&sent, "and"));
                proposals.append(
                    Effort::Claim,
                    context.inputs().pointer.clone(),
                    implied(context.inputs()),
                    &sent,
                    message,
                );
            }
        }
        RejectionCode::NoSharedOutput => {
            let accepted = proposals.case.values("accepted");
            respell(proposals, context.outputs(), &accepted);
            for mode in accepted.iter().filter(|mode| media_type::problem(mode).is_none()).take(2) {
                let message = format!("offer {} as well, once the agent can produce it", quote(mode));
                proposals.append(
                    Effort::Claim,
                    context.outputs().pointer.clone(),
                    implied(context.outputs()),
                    &[mode],
                    message,
                );
            }
        }
        RejectionCode::NoDelivery | RejectionCode::PushNeedsMutualTls => delivery(proposals, &context),
        RejectionCode::MissingExtension => extension(proposals, &context),
        RejectionCode::LiveInputWithoutStreaming | RejectionCode::OutputOnlyOnResubscribe => {
            streaming(proposals, &context);
        }
        RejectionCode::NotACard
        | RejectionCode::SignatureRequired
        | RejectionCode::UnsendableCredentials
        | RejectionCode::LockViolation => {}
    }
}

/// What holds as long as no modes are declared.
const fn implied(modes: &Modes) -> &'static [&'static str] {
    if modes.modes.is_empty() { &["text/plain"] } else { &[] }
}

fn skill(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    let asked = context.intent.skill.as_deref().unwrap_or_default();
    let near = similar::nearest(asked, context.card.skills.iter().map(|skill| skill.id.as_str()));
    if let Some(skill) = near.and_then(|near| context.card.skill(near)) {
        let message = format!(
            "name the skill {} in place of {}, if its callers know it by that",
            quote(asked),
            quote(&skill.id)
        );
        proposals.set(Effort::Claim, skill.pointer.key("id"), asked.to_owned(), message);
    }
}

/// What is written wrongly or left out of the interfaces that are there.
fn mend_interfaces(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    let wanted = wanted_pair(context.profile, 0);
    for interface in context.card.supported_interfaces.iter().take(MOST_PROPOSALS) {
        let binding = interface.protocol_binding.as_deref();
        if let Some((binding, meant)) =
            binding.and_then(|binding| Some((binding, similar::binding(binding)?)))
        {
            let message = format!(
                "write `{meant}` in place of {}, since bindings are compared exactly",
                quote(binding)
            );
            proposals.set(Effort::Spelling, interface.binding_pointer.clone(), meant, message);
        }
        if let Some((wanted_binding, wanted_version)) = &wanted {
            if binding.is_none() {
                let message = format!("say that this interface speaks {}, if it does", quote(wanted_binding));
                proposals.set(
                    Effort::Claim,
                    interface.binding_pointer.clone(),
                    wanted_binding.clone(),
                    message,
                );
            }
            if interface.protocol_version.is_none() {
                let message =
                    format!("say that this interface speaks version `{wanted_version}`, if it does");
                proposals.set(
                    Effort::Claim,
                    interface.version_pointer.clone(),
                    wanted_version.text(),
                    message,
                );
            }
        }
        for (plain, encrypted) in [("http://", "https://"), ("grpc://", "grpcs://")] {
            if let Some(rest) = interface.url.strip_prefix(plain) {
                let message = format!("serve this interface encrypted, and write `{encrypted}`");
                proposals.set(
                    Effort::Claim,
                    interface.url_pointer.clone(),
                    format!("{encrypted}{rest}"),
                    message,
                );
            }
        }
    }
}

/// An interface that the client wants, at the URL of one that the card has.
fn offer_another(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    let Some(first) = context.card.supported_interfaces.first() else { return };
    for (binding, version) in [0, 1].into_iter().filter_map(|place| wanted_pair(context.profile, place)) {
        let mut message =
            format!("offer {} {version} as well, once the agent speaks it at this URL", quote(&binding));
        let snake = Pointer::from("/supported_interfaces");
        let newer_list =
            if proposals.document().get(&snake).is_some() { snake } else { "/supportedInterfaces".into() };
        let is_newer = version.is_1_0_or_later() || proposals.document().get(&newer_list).is_some();
        let list = if is_newer { newer_list } else { "/additionalInterfaces".into() };
        let mut interfaces = Vec::new();
        if is_newer && proposals.document().get(&list).is_none() {
            interfaces = context.card.supported_interfaces.iter().filter_map(carried_over).collect();
            if !interfaces.is_empty() {
                let others = "; its other interfaces are listed beside it, since whoever reads `supportedInterfaces` reads no others";
                message.push_str(others);
            }
        }
        interfaces.push(interface(&first.url, &binding, is_newer.then_some(version)));
        let operations = proposals.document().append(&list, &[], interfaces);
        proposals.add(Effort::Claim, operations, message);
    }
}

/// An interface of an older card, as `supportedInterfaces` lists it.
fn carried_over(known: &Interface) -> Option<Json<'static>> {
    let binding = known.protocol_binding.as_deref().filter(|binding| similar::is_binding(binding))?;
    Some(interface(&known.url, binding, Some(known.protocol_version?)))
}

/// An interface as 1.0 lists it, or without a version as 0.3 does.
fn interface(url: &str, binding: &str, version: Option<Version>) -> Json<'static> {
    let mut interface = Object::new();
    interface.insert("url", url.to_owned());
    interface.insert(if version.is_some() { "protocolBinding" } else { "transport" }, binding.to_owned());
    if let Some(version) = version {
        interface.insert("protocolVersion", version.text());
    }
    interface.into()
}

/// One of the pairs of binding and version that the client implements, newest first. What is no binding is
/// not wanted of anybody.
fn wanted_pair(profile: &ClientProfile, place: usize) -> Option<(String, Version)> {
    if let Some(pairs) = &profile.interfaces {
        let pair = pairs.iter().filter(|pair| similar::is_binding(&pair.binding)).nth(place)?;
        return Some((pair.binding.clone(), pair.version));
    }
    let bindings: Vec<&String> =
        profile.bindings.iter().filter(|binding| similar::is_binding(binding)).collect();
    let version = profile.versions.get(place.checked_div(bindings.len())?)?;
    Some(((*bindings.get(place % bindings.len())?).clone(), *version))
}

/// An alternative that the client can present, of the schemes that the card defines.
fn requirement(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    let holds = |kind: SchemeKind, name: &str| {
        context.profile.credentials.iter().any(|held| match held {
            CredentialHeld::Name(held) | CredentialHeld::Named { name: held, .. } => held == name,
            CredentialHeld::Kind { kind: held, .. } => SchemeKind::from(*held) == kind,
        })
    };
    let pointer = &context.requirements().pointer;
    let older = pointer.as_str().ends_with("/security");
    let early = pointer.as_str() == "/authentication";
    let place = if early { Pointer::from("/securityRequirements") } else { pointer.clone() };
    let required = || context.requirements().alternatives.iter().flat_map(|alternative| &alternative.schemes);
    for scheme in required().take(MOST_PROPOSALS) {
        rename(proposals, context, scheme);
    }
    let schemes = context.card.security_schemes.iter().filter(|scheme| holds(scheme.kind, &scheme.name));
    for scheme in schemes.take(MOST_PROPOSALS) {
        let object = |key: &str, value| Json::object(vec![(key.to_owned().into(), value)]);
        let (name, scopes) = (scheme.name.as_str(), Json::Array(Vec::new()));
        let alternative = if older {
            object(name, scopes)
        } else {
            object("schemes", object(name, object("list", scopes)))
        };
        let operations = proposals.document().append(&place, &[], vec![alternative]);
        let mut dropped: Vec<&str> = Vec::new();
        for scope in required().filter(|required| required.name == name).flat_map(|required| &required.scopes)
        {
            if !dropped.contains(&scope.as_str()) {
                dropped.push(scope);
            }
        }
        let without = if dropped.is_empty() {
            String::new()
        } else {
            format!(" without the {}", scopes_named(&dropped))
        };
        let message = format!(
            "take {}, which the client holds, as enough{without}, if the agent does take it",
            quote(name)
        );
        proposals.add(Effort::Concession, operations, message);
    }
}

/// A requirement whose scheme is not defined, by the name of one that is.
fn rename(proposals: &mut Proposals<'_, '_>, context: &Context<'_>, required: &RequirementScheme) {
    let Some(meant) = context.card.defined_instead(&required.name).filter(|_| required.inline.is_none())
    else {
        return;
    };
    let Some((above, _)) = required.pointer.as_str().rsplit_once('/') else { return };
    let path = Pointer::from(above).key(meant);
    // Where both are required, the scopes of the one that is defined would be lost.
    if required.pointer != Pointer::from(above).key(&required.name) || proposals.document().has(&path) {
        return;
    }
    let operation = PatchOperation::Move { from: required.pointer.clone(), path };
    let message = format!(
        "require {} in place of {}, which `securitySchemes` does not define",
        quote(meant),
        quote(&required.name)
    );
    proposals.add(Effort::Spelling, vec![operation], message);
}

/// Words and near misses that mean what the client says, as long as the client says it well.
fn respell(proposals: &mut Proposals<'_, '_>, modes: &Modes, wanted: &[String]) {
    for mode in modes.modes.iter().take(MOST_PROPOSALS) {
        let is_meant = |wanted: &&String| {
            media_type::is_written_well(wanted) && media_type::nearness(&mode.value, wanted).is_some()
        };
        for wanted in wanted.iter().filter(is_meant).take(MOST_PROPOSALS) {
            let message = format!("write {} in place of {}", quote(wanted), quote(&mode.value));
            proposals.set(Effort::Spelling, mode.pointer.clone(), wanted.clone(), message);
        }
    }
}

fn streaming(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    let pointer = context.card.capabilities.pointer.key("streaming");
    proposals.set(Effort::Claim, pointer, true, "declare streaming, once the agent streams");
}

fn delivery(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    let allows = |mode| context.profile.delivery.iter().any(|way| way.mode() == mode);
    if allows(DeliveryMode::Stream) {
        streaming(proposals, context);
    }
    if allows(DeliveryMode::Push) {
        let mut pointer = context.card.capabilities.pointer.key("pushNotifications");
        // An object says more: under which security scheme they are sent.
        if proposals.document().get(&pointer).and_then(Json::as_object).is_some() {
            pointer = pointer.key("supported");
        }
        proposals.set(Effort::Claim, pointer, true, "declare push notifications, once the agent sends them");
    }
}

fn extension(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    let refused = proposals.case.values("required");
    // One that the client implements may be refused all the same, since no request can name it.
    let is_missing = |uri: &String| refused.contains(uri) || !context.profile.extensions.contains(uri);
    let missing: Vec<_> = context
        .card
        .capabilities
        .extensions
        .iter()
        .filter(|extension| extension.required && is_missing(&extension.uri))
        .collect();
    let optional = |pointer: Pointer| proposals.document().set(&pointer, Json::Bool(false));
    let operations =
        missing.iter().flat_map(|extension| optional(extension.pointer.key("required"))).collect();
    let uris = list(missing.iter().map(|extension| &extension.uri).filter(|uri| !uri.is_empty()), "and");
    let unreadable = missing.iter().all(|extension| extension.uri.is_empty());
    let what = if unreadable { "an extension that cannot be read" } else { &uris };
    proposals.add(
        Effort::Concession,
        operations,
        format!("make {what} optional, if the agent can serve clients that lack this"),
    );
}
