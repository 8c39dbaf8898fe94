//! What a client can change to be served. What it would then claim, it must really implement, and the
//! message says so.

use super::{Effort, MOST_PROPOSALS, Proposals};
use crate::card::{RequirementScheme, Requirements, SchemeKind};
use crate::json::Json;
use crate::negotiate::{Context, best_held};
use crate::profile::{CredentialHeld, Environment};
use crate::similar::MOST_SIMILAR;
use crate::words::{list, quote, scopes_named};
use crate::{Pointer, RejectionCode, media_type, similar};

pub(super) fn propose(proposals: &mut Proposals<'_, '_>) {
    let Some(context) = proposals.case.context() else { return };
    match proposals.case.rejection.code {
        RejectionCode::SignatureRequired => proposals.set(
            Effort::Setting,
            "/requireSignature",
            false,
            "let the client take unsigned cards, if that is safe where it runs",
        ),
        RejectionCode::NoSharedInterface => {
            settings_for_interfaces(proposals, &context);
            interface(proposals, &context);
        }
        RejectionCode::NoUsableCredentials => credentials(proposals, &context, context.requirements()),
        RejectionCode::InputNotAccepted => input(proposals, &context),
        RejectionCode::NoSharedOutput => output(proposals, &context),
        RejectionCode::NoDelivery => delivery(proposals, &context),
        RejectionCode::MissingExtension => extension(proposals, &context),
        RejectionCode::LiveInputWithoutStreaming => live_input(proposals, &context),
        RejectionCode::PushNeedsMutualTls => {
            poll(proposals, &context);
            proposals.set(
                Effort::Claim,
                "/push/mtls",
                true,
                "say that the callback can do mutual TLS, once it can",
            );
        }
        RejectionCode::OutputOnlyOnResubscribe => other_output(proposals, &context),
        RejectionCode::NotACard
        | RejectionCode::UnknownSkill
        | RejectionCode::UnsendableCredentials
        | RejectionCode::RequirementNotUnderstood
        | RejectionCode::LockViolation => {}
    }
}

/// Takes the values at these pointers out of the profile.
fn remove(proposals: &mut Proposals<'_, '_>, pointers: &[Pointer], message: impl Into<String>) {
    let operations = proposals.document().remove(pointers);
    proposals.add(Effort::Setting, operations, message);
}

fn leave_the_browser(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    if context.profile.environment == Some(Environment::Browser) {
        remove(proposals, &["/environment".into()], "call from a client that is not a page in a browser");
    }
}

fn allow_private(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    if !context.profile.allow_private {
        proposals.set(
            Effort::Setting,
            "/allowPrivate",
            true,
            "trust private networks, if agent and client share one",
        );
    }
}

fn settings_for_interfaces(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    leave_the_browser(proposals, context);
    allow_private(proposals, context);
    if context.profile.same_origin {
        let message = "allow interfaces on another origin than the card, if they are trusted";
        proposals.set(Effort::Setting, "/sameOrigin", false, message);
    }
    let bindings: Vec<(&str, Pointer)> = match &context.profile.interfaces {
        Some(pairs) => {
            let place = |index| Pointer::root().key("interfaces").index(index).key("binding");
            pairs.iter().enumerate().map(|(index, pair)| (pair.binding.as_str(), place(index))).collect()
        }
        None => {
            let place = |index| Pointer::root().key("bindings").index(index);
            let bindings = context.profile.bindings.iter().enumerate();
            bindings.map(|(index, binding)| (binding.as_str(), place(index))).collect()
        }
    };
    for (binding, pointer) in bindings.into_iter().take(MOST_PROPOSALS) {
        if let Some(meant) = similar::binding(binding) {
            let message = format!(
                "write `{meant}` in place of {}, since bindings are compared exactly",
                quote(binding)
            );
            proposals.set(Effort::Spelling, pointer, meant, message);
        }
    }
}

/// Implementing what an interface of the card speaks.
fn interface(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    let profile = context.profile;
    let bindings: Vec<&str> = profile.bindings.iter().map(String::as_str).collect();
    let versions: Vec<String> = profile.versions.iter().map(ToString::to_string).collect();
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    for interface in context.card.supported_interfaces.iter().take(MOST_PROPOSALS) {
        let binding = interface.protocol_binding.as_deref().filter(|binding| similar::is_binding(binding));
        let Some(binding) = binding else { continue };
        let Some(version) = interface.protocol_version else {
            if let (None, Some(first)) = (profile.assume_version, versions.first()) {
                let message = format!(
                    "assume `{first}` for interfaces that do not say their version, if the agent speaks it"
                );
                proposals.set(Effort::Setting, "/assumeVersion", (*first).to_owned(), message);
            }
            continue;
        };
        let version = version.text();
        let add = format!("add {} {version} to what the client implements, once it does", quote(binding));
        if profile.interfaces.is_some() {
            let pair = Json::object(vec![
                ("binding".into(), binding.to_owned().into()),
                ("version".into(), version.into()),
            ]);
            let operations = proposals.document().append(&"/interfaces".into(), &[], vec![pair]);
            proposals.add(Effort::Claim, operations, add);
            continue;
        }
        let mut operations = Vec::new();
        if !bindings.contains(&binding) {
            operations.extend(proposals.document().append(
                &"/bindings".into(),
                &bindings,
                vec![binding.to_owned().into()],
            ));
        }
        if !versions.contains(&version.as_str()) {
            operations.extend(proposals.document().append(
                &"/versions".into(),
                &versions,
                vec![version.into()],
            ));
        }
        if !operations.is_empty() {
            proposals.add(Effort::Claim, operations, add);
        }
    }
}

/// Holding what an alternative asks for.
fn credentials(proposals: &mut Proposals<'_, '_>, context: &Context<'_>, requirements: &Requirements) {
    leave_the_browser(proposals, context);
    let all = Pointer::from("/credentials");
    for alternative in
        requirements.alternatives.iter().filter(|alternative| alternative.understood).take(MOST_PROPOSALS)
    {
        let mut operations = Vec::new();
        let mut new = Vec::new();
        let mut not_held = Vec::new();
        let mut claims = Vec::new();
        for scheme in &alternative.schemes {
            let Some((index, lacking)) = best_held(context, scheme) else {
                mend_name(proposals, context, scheme);
                not_held.push(&scheme.name);
                new.push(named_credential(scheme));
                continue;
            };
            if !lacking.is_empty() {
                let scopes = lacking.iter().map(|&scope| scope.to_owned().into()).collect();
                let list = all.index(index).key("scopes");
                operations.extend(proposals.document().append(&list, &[], scopes));
                claims.push(format!(
                    "add the {} to the client's {}, once it can obtain {}",
                    scopes_named(&lacking),
                    quote(&scheme.name),
                    if lacking.len() == 1 { "it" } else { "them" }
                ));
            }
        }
        if !new.is_empty() {
            operations.extend(proposals.document().append(&all, &[], new));
            let names = list(not_held, "and");
            let is_defined = |scheme: &RequirementScheme| {
                scheme.inline.is_some() || context.card.security_scheme(&scheme.name).is_some()
            };
            let what = if alternative.schemes.iter().all(is_defined) {
                "what the scheme asks for"
            } else {
                "what the agent means by that, which the card does not say"
            };
            claims.push(format!("name {names} among the client's credentials, once it holds {what}"));
        }
        if !operations.is_empty() {
            proposals.add(Effort::Claim, operations, claims.join("; and "));
        }
    }
}

/// A credential by the name of a scheme, with the scopes that it asks for.
fn named_credential(scheme: &RequirementScheme) -> Json<'static> {
    if scheme.scopes.is_empty() {
        return scheme.name.clone().into();
    }
    let scopes = scheme.scopes.iter().map(|scope| scope.clone().into()).collect();
    Json::object(vec![("name".into(), scheme.name.clone().into()), ("scopes".into(), Json::Array(scopes))])
}

/// A credential of the client whose name is of no scheme of the card: by its kind where the name says that,
/// and by the name that it comes near.
fn mend_name(proposals: &mut Proposals<'_, '_>, context: &Context<'_>, required: &RequirementScheme) {
    let Some(defined) = context.card.security_scheme(&required.name) else { return };
    let kind = defined.kind.as_str();
    for (index, held) in context.profile.credentials.iter().enumerate().take(MOST_PROPOSALS) {
        let Some(name) = held.name().filter(|name| context.card.security_scheme(name).is_none()) else {
            continue;
        };
        let at = Pointer::root().key("credentials").index(index);
        let is_same = |word: &str| similar::fold(word) == similar::fold(name);
        let scheme = defined.http_scheme.as_deref();
        if defined.kind != SchemeKind::Unknown && (is_same(kind) || scheme.is_some_and(is_same)) {
            let mut members = vec![("type".into(), kind.into())];
            if let Some(scheme) = scheme {
                members.push(("scheme".into(), scheme.to_ascii_lowercase().into()));
            }
            if let Some(scopes) = held.scopes() {
                let scopes = scopes.iter().map(|scope| scope.clone().into()).collect();
                members.push(("scopes".into(), Json::Array(scopes)));
            }
            let shown = scheme
                .map_or_else(|| quote(kind), |scheme| format!("`{kind}` with the scheme {}", quote(scheme)));
            let message = format!(
                "hold {} by its kind, {shown}, since a name is that of a scheme in the card",
                quote(name)
            );
            proposals.set(Effort::Spelling, at.clone(), Json::object(members), message);
        }
        if similar::scheme(name, [required.name.as_str()]).is_some() {
            let message =
                format!("write {} as the card does, in place of {}", quote(&required.name), quote(name));
            let at = if matches!(held, CredentialHeld::Named { .. }) { at.key("name") } else { at };
            proposals.set(Effort::Spelling, at, required.name.clone(), message);
        }
    }
}

fn normalize(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    if !context.profile.normalize_media_types {
        let message = "compare media types regardless of case and parameters, if the agent does so too";
        proposals.set(Effort::Setting, "/normalizeMediaTypes", true, message);
    }
}

fn input(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    normalize(proposals, context);
    if context.intent.sends.is_some() {
        return;
    }
    let pointers = &proposals.case.rejection.profile_pointers;
    let sent = proposals.case.values("sent");
    let taken = proposals.case.values("taken");
    do_not_send(proposals, context, pointers, &sent);
    if pointers.len() == context.sends().len() {
        let is_near = |offered: &str| {
            sent.iter().take(MOST_SIMILAR).any(|mode| media_type::nearness(mode, offered).is_some())
        };
        let other = taken.iter().filter(|offered| media_type::is_one(offered) && !is_near(offered));
        for offered in other.take(2) {
            let message =
                format!("send {} in place of {}, once the client can", quote(offered), list(&sent, "and"));
            let all = Json::Array(vec![offered.clone().into()]);
            proposals.set(Effort::Claim, "/sends", all, message);
        }
    }
    for (pointer, mode) in pointers.iter().zip(&sent).take(MOST_PROPOSALS) {
        write_as_the_card(proposals, pointer, mode, &taken);
    }
}

/// Leaves out what the agent does not take, where something else is left to be sent.
fn do_not_send<T: AsRef<str>>(
    proposals: &mut Proposals<'_, '_>,
    context: &Context<'_>,
    pointers: &[Pointer],
    modes: &[T],
) {
    if pointers.len() < context.sends().len() {
        remove(proposals, pointers, format!("do not send {}", list(modes, "and")));
    }
}

/// A near miss of what the card writes well.
fn write_as_the_card<T: AsRef<str>>(
    proposals: &mut Proposals<'_, '_>,
    pointer: &Pointer,
    mode: &str,
    offered: &[T],
) {
    let is_meant = |offered: &&str| {
        media_type::is_written_well(offered) && media_type::nearness(mode, offered).is_some()
    };
    for offered in offered.iter().map(AsRef::as_ref).filter(is_meant).take(MOST_PROPOSALS) {
        let message = format!("write {} as the card does, in place of {}", quote(offered), quote(mode));
        proposals.set(Effort::Spelling, pointer.clone(), offered.to_owned(), message);
    }
}

fn output(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    normalize(proposals, context);
    other_output(proposals, context);
}

/// Accepting what the agent offers.
fn other_output(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    if context.intent.accepts.is_some() {
        return;
    }
    let declared = context.outputs().modes.iter().map(|mode| mode.value.as_str());
    let offered: Vec<&str> =
        if context.outputs().modes.is_empty() { vec!["text/plain"] } else { declared.collect() };
    // What is no media type, such as a range, stands in the way of no other agent when it is replaced.
    let is_wrong = |mode: &&String| !media_type::is_written_well(mode);
    let wrong = context.accepts().iter().enumerate().filter(|(_, mode)| is_wrong(mode));
    for (index, mode) in wrong.take(MOST_PROPOSALS) {
        write_as_the_card(proposals, &Pointer::root().key("accepts").index(index), mode, &offered);
    }
    let is_meant = |offered: &&str| {
        let near = |mode: &&String| media_type::nearness(mode, offered).is_some();
        media_type::is_written_well(offered)
            && context.accepts().iter().filter(is_wrong).take(MOST_SIMILAR).any(|mode| near(&mode))
    };
    let new = offered.into_iter().filter(|mode| media_type::is_one(mode) && !is_meant(mode));
    for mode in new.take(MOST_PROPOSALS) {
        let message = format!("accept {}, once the client can consume it", quote(mode));
        proposals.append(Effort::Claim, "/accepts", &[], &[mode], message);
    }
}

fn poll(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    allow(proposals, context, "poll", "allow polling, which always works");
}

fn allow(proposals: &mut Proposals<'_, '_>, context: &Context<'_>, way: &str, message: &str) {
    let allowed: Vec<&str> = context.profile.delivery.iter().map(|way| way.mode().as_str()).collect();
    proposals.append(Effort::Setting, "/delivery", &allowed, &[way], message);
}

fn delivery(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    poll(proposals, context);
    allow_private(proposals, context);
}

fn extension(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    let missing = proposals.case.values("required");
    let implemented: Vec<&str> = context.profile.extensions.iter().map(String::as_str).collect();
    let message = format!(
        "name {} among the client's extensions, once it implements {}; never declare one that it does not",
        list(&missing, "and"),
        if missing.len() == 1 { "it" } else { "them" }
    );
    proposals.append(Effort::Claim, "/extensions", &implemented, &missing, message);
}

fn live_input(proposals: &mut Proposals<'_, '_>, context: &Context<'_>) {
    if context.card.capabilities.streaming {
        allow(proposals, context, "stream", "allow streams, if the client can hold one");
    }
    let live = context.live_only_input();
    let message = format!("buffer {} into one message, once the client can", list(&live, "and"));
    proposals.append(Effort::Claim, "/bufferableInputModes", &[], &live, message);
    if context.intent.sends.is_none() {
        let is_live = |(_, mode): &(usize, &String)| live.contains(&mode.as_str());
        let sends = Pointer::root().key("sends");
        let pointers: Vec<Pointer> =
            context.sends().iter().enumerate().filter(is_live).map(|(index, _)| sends.index(index)).collect();
        do_not_send(proposals, context, &pointers, &live);
    }
}
