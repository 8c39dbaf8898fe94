//! Step 2: credentials. Alternatives (OR) of schemes that are all needed (AND), with scopes.

use super::Context;
use super::interface;
use super::trace::{Stepped, Trace, candidate, refusal, without_skill};
use crate::card::{Requirement, RequirementScheme, SchemeKind, SecurityScheme};
use crate::outcome::CandidateStatus;
use crate::plan::Credential;
use crate::profile::{ClientProfile, CredentialHeld, Environment};
use crate::request::{Destination, unsendable_credential};
use crate::words::{append, list, quote, scopes_named};
use crate::{Pointer, RejectionCode, StepId};

pub(super) fn step(context: &Context<'_>, interface: Option<&interface::Chosen>) -> Stepped<Vec<Credential>> {
    if context.skill.is_unknown() {
        return without_skill(StepId::Credentials);
    }
    let mut trace = Trace::new(StepId::Credentials, context.options.trace);
    let requirements = context.requirements();
    if requirements.alternatives.is_empty() {
        return trace.passed(Vec::new(), |_| "the card requires no credential".into());
    }
    let whose = match context.skill.found() {
        Some(skill) if std::ptr::eq(requirements, &raw const skill.security_requirements) => "the skill",
        _ => "the card",
    };
    let interface = interface.map(|chosen| (&*chosen.url, &*chosen.binding));
    let met: Vec<Result<Vec<Credential>, Vec<Missing>>> =
        requirements.alternatives.iter().map(|alternative| meet(alternative, context, interface)).collect();
    let taken = met.iter().position(Result::is_ok);
    for (index, (alternative, met)) in requirements.alternatives.iter().zip(&met).enumerate() {
        trace.look(|| describe(alternative, met, taken == Some(index)));
    }
    if let Some(credentials) = met.iter().find_map(|met| met.as_ref().ok()) {
        return trace.passed(credentials.clone(), |credentials| {
            if credentials.is_empty() {
                format!("{whose} allows anonymous callers")
            } else {
                format!(
                    "{whose} takes {}",
                    list(credentials.iter().map(|credential| &credential.scheme), "and")
                )
            }
        });
    }
    let not_understood = requirements.alternatives.iter().any(|alternative| !alternative.understood);
    let missing = || met.iter().filter_map(|met| met.as_ref().err()).flatten();
    // Whatever the client holds, no request can carry it.
    let is_all = |kind| {
        met.iter().all(|met| met.as_ref().is_err_and(|missing| missing.iter().any(|one| one.kind == kind)))
    };
    let is_unsendable = is_all(MissingKind::Unsendable);
    let mut rejection = refusal(if not_understood {
        RejectionCode::RequirementNotUnderstood
    } else if is_unsendable {
        RejectionCode::UnsendableCredentials
    } else {
        RejectionCode::NoUsableCredentials
    });
    if not_understood {
        let alternatives = requirements.alternatives.iter();
        let (understood, strange): (Vec<_>, Vec<_>) = alternatives.partition(|one| one.understood);
        rejection.message = format!(
            "{whose} says something about security that cannot be understood, at {}, and is not called open for that",
            list(strange.iter().take(2).map(|one| one.pointer.as_str()), "and")
        );
        rejection.help = "write the requirement as `securityRequirements`: `[{\"schemes\": {\"name\": {\"list\": []}}}]`, with `name` defined in `securitySchemes`".into();
        if !understood.is_empty() {
            let labels: Vec<String> = understood.into_iter().map(label).collect();
            append(&mut rejection.help, &["; or give the client ", &list(labels, "or"), ", which would do"]);
        }
    } else {
        let labels: Vec<String> = requirements.alternatives.iter().map(label).collect();
        let who = if is_unsendable { "no request can carry" } else { "the client cannot present" };
        rejection.message =
            format!("{whose} requires {}, and {who} it: {}", list(&labels, "or"), reasons(missing()));
        rejection.help = match held(context.profile).as_slice() {
            _ if is_unsendable => "let the agent ask for credentials that have a place of their own in a request, or for one of them at a time".into(),
            _ if is_all(MissingKind::Environment) => "call from elsewhere than a page in a browser, or let the agent take a credential that a page can present".into(),
            [] => "give the client a credential that the agent takes, and name it in `credentials` of the profile".into(),
            held => format!("the client holds {}; give it what is missing, or let the agent take what it holds", list(held, "and")),
        };
        let strange = unknown_names(context);
        if !strange.is_empty() && !is_unsendable {
            let verb = if strange.len() == 1 { "names" } else { "name" };
            rejection.help = [
                &list(strange, "and"),
                " ",
                verb,
                " no scheme of the card: give what the client holds ",
                &names_in_profile(context),
            ]
            .concat();
        }
        rejection.values.insert("required".into(), labels);
        rejection.values.insert("held".into(), held(context.profile));
    }
    rejection.card_pointers = missing().map(|missing| missing.card_pointer.clone()).collect();
    rejection.profile_pointers = vec!["/credentials".into()];
    trace.rejected(rejection)
}

/// The alternatives that the client can present to an interface, its URL and its binding, in the card's order.
pub(super) fn usable(context: &Context<'_>, interface: (&str, &str)) -> Vec<Vec<Credential>> {
    let alternatives = context.requirements().alternatives.iter();
    alternatives.filter_map(|alternative| meet(alternative, context, Some(interface)).ok()).collect()
}

/// What keeps a client from meeting an alternative.
struct Missing {
    reason: String,
    card_pointer: Pointer,
    kind: MissingKind,
}

/// Whose the lack is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MissingKind {
    /// The client does not hold it.
    Held,
    /// The client's environment cannot present it, whatever the client holds.
    Environment,
    /// No request can carry it, or not with what is needed beside it.
    Unsendable,
    /// What is asked for cannot be told.
    Understood,
}

/// How many reasons a message gives.
const REASONS: usize = 4;

fn reasons<'m>(missing: impl Iterator<Item = &'m Missing>) -> String {
    let reasons: Vec<&str> = missing.map(|missing| missing.reason.as_str()).take(REASONS).collect();
    reasons.join("; ")
}

/// What an alternative asks for, such as `bearer and apiKey`.
pub(crate) fn label(alternative: &Requirement) -> String {
    if !alternative.understood {
        return "not understood".into();
    }
    if alternative.schemes.is_empty() {
        return "anonymous".into();
    }
    alternative.schemes.iter().map(with_scopes).collect::<Vec<_>>().join(" and ")
}

fn with_scopes(scheme: &RequirementScheme) -> String {
    if scheme.scopes.is_empty() {
        return scheme.name.clone();
    }
    format!("{} ({})", scheme.name, scheme.scopes.join(" "))
}

fn describe(
    alternative: &Requirement,
    met: &Result<Vec<Credential>, Vec<Missing>>,
    taken: bool,
) -> crate::Candidate {
    let (status, reason) = match met {
        Ok(_) if taken && alternative.schemes.is_empty() => {
            (CandidateStatus::Taken, "anonymous callers are allowed".to_owned())
        }
        Ok(credentials) if taken => {
            let mut reason = "it is the first that the client can present whole".to_owned();
            let placeless = credentials.iter().filter(|one| one.placement.is_none());
            let placeless: Vec<&str> = placeless.map(|one| one.scheme.as_str()).collect();
            if !placeless.is_empty() {
                let names = list(placeless, "and");
                append(
                    &mut reason,
                    &["; the card does not say where ", &names, " goes, which the client has to know"],
                );
            }
            (CandidateStatus::Taken, reason)
        }
        Ok(_) => (CandidateStatus::Usable, "it would do, and an earlier one is taken".to_owned()),
        Err(missing) => (CandidateStatus::PassedOver, reasons(missing.iter())),
    };
    let mut card_pointers: Vec<Pointer> =
        alternative.schemes.iter().map(|scheme| scheme.pointer.clone()).collect();
    if card_pointers.is_empty() {
        card_pointers.push(alternative.pointer.clone());
    }
    let label = match alternative.schemes.as_slice() {
        _ if !alternative.understood => "not understood".into(),
        [] => "anonymous".into(),
        schemes => list(schemes.iter().map(with_scopes), "and"),
    };
    candidate(status, label, reason, card_pointers, vec!["/credentials".into()])
}

/// The credentials that meet an alternative, or everything that is missing for it.
fn meet(
    alternative: &Requirement,
    context: &Context<'_>,
    interface: Option<(&str, &str)>,
) -> Result<Vec<Credential>, Vec<Missing>> {
    if !alternative.understood {
        let reason = "it cannot be understood".to_owned();
        let card_pointer = alternative.pointer.clone();
        return Err(vec![Missing { reason, card_pointer, kind: MissingKind::Understood }]);
    }
    let of_card = |required: &RequirementScheme| context.card.security_scheme(&required.name);
    let defined: Vec<Option<&SecurityScheme>> = alternative
        .schemes
        .iter()
        .map(|required| required.inline.as_ref().or_else(|| of_card(required)))
        .collect();
    let from_page = context.profile.environment == Some(Environment::Browser);
    let destination = Destination { interface, from_page };
    let mut credentials = Vec::with_capacity(alternative.schemes.len());
    let mut missing = Vec::new();
    for (index, (required, of_card)) in alternative.schemes.iter().zip(&defined).enumerate() {
        let is_told = missing.len() < REASONS;
        let (kind, reason) = match unsendable_credential(&defined, index, destination) {
            Some(unsendable) => {
                let kind =
                    if unsendable.by_page { MissingKind::Environment } else { MissingKind::Unsendable };
                (kind, [&quote(&required.name), &*unsendable.reason].concat())
            }
            None => match present(required, *of_card, context, is_told) {
                Ok(()) => {
                    credentials.push(credential(required, *of_card));
                    continue;
                }
                Err(reason) => (MissingKind::Held, reason),
            },
        };
        missing.push(Missing { reason, card_pointer: required.pointer.clone(), kind });
    }
    if missing.is_empty() { Ok(credentials) } else { Err(missing) }
}

fn credential(required: &RequirementScheme, defined: Option<&SecurityScheme>) -> Credential {
    Credential {
        scheme: required.name.clone(),
        kind: defined.map_or(SchemeKind::Unknown, |scheme| scheme.kind),
        placement: defined.and_then(|scheme| scheme.placement.clone()),
        scopes: required.scopes.clone(),
        flows: defined.map(|scheme| scheme.flows.clone()).unwrap_or_default(),
        metadata_url: defined.and_then(|scheme| scheme.metadata_url.clone()),
    }
}

/// Whether the client can present a scheme, and if not, what is missing. What nobody is told of is not
/// looked for.
fn present(
    required: &RequirementScheme,
    defined: Option<&SecurityScheme>,
    context: &Context<'_>,
    is_told: bool,
) -> Result<(), String> {
    let profile = context.profile;
    let name = quote(&required.name);
    match best_held(required, defined, profile) {
        None => {
            let kind = match defined {
                None => ", which the card does not define, so that only a credential of that name would do",
                Some(scheme) if scheme.kind == SchemeKind::Unknown => {
                    ", whose kind the card does not say, so that only a credential of that name would do"
                }
                Some(scheme) if is_placeless(required, scheme) => {
                    ", and the card does not say where it goes, so that only a credential of that name would do"
                }
                Some(scheme) => &[", of kind `", scheme.kind.as_str(), "`"].concat(),
            };
            let mut reason = format!("the client does not hold {name}{kind}");
            if defined.is_none()
                && is_told
                && let Some(meant) = context.card.defined_instead(&required.name)
            {
                append(&mut reason, &["; did the card mean ", &quote(meant), "?"]);
            }
            Err(reason)
        }
        Some((_, lacking)) if !lacking.is_empty() => {
            Err(format!("the client's {name} lacks the {}", scopes_named(&lacking)))
        }
        Some(_) => Ok(()),
    }
}

/// The credential that comes nearest to what a scheme asks for, by its place in the profile, with the scopes
/// that it lacks.
pub(super) fn best_held<'r>(
    required: &'r RequirementScheme,
    defined: Option<&SecurityScheme>,
    profile: &ClientProfile,
) -> Option<(usize, Vec<&'r str>)> {
    let lacking = |held: &CredentialHeld| {
        let scopes = held.scopes();
        let is_missing = |scope: &&String| scopes.is_some_and(|scopes| !scopes.contains(scope));
        required.scopes.iter().filter(is_missing).map(String::as_str).collect::<Vec<_>>()
    };
    let held = profile.credentials.iter().enumerate();
    held.filter(|(_, held)| fits(held, required, defined))
        .map(|(index, held)| (index, lacking(held)))
        .min_by_key(|(_, lacking)| lacking.len())
}

/// The names among what the client holds that are of no scheme of the card, and that nothing requires.
fn unknown_names<'a>(context: &Context<'a>) -> Vec<&'a str> {
    let names = context.profile.credentials.iter().filter_map(CredentialHeld::name);
    let required = || context.requirements().alternatives.iter().flat_map(|alternative| &alternative.schemes);
    let is_required = |name: &str| required().any(|scheme| scheme.name == name);
    names.filter(|name| context.card.security_scheme(name).is_none() && !is_required(name)).collect()
}

/// How a profile names what the card asks for first, all of it: by the schemes' names, and by kind where one would do.
fn names_in_profile(context: &Context<'_>) -> String {
    let mut alternatives = context.requirements().alternatives.iter().map(|alternative| &alternative.schemes);
    let Some(required) = alternatives.find(|schemes| !schemes.is_empty()) else {
        return "the name that it has in the card".into();
    };
    let names: Vec<&str> = required.iter().map(|scheme| &*scheme.name).collect();
    let names = list(&names, "and");
    let [first] = required.as_slice() else {
        return ["the names that stand in the card, which takes ", &names, " together"].concat();
    };
    let mut said = ["the name that it has in the card, such as ", &names].concat();
    let defined = first.inline.as_ref().or_else(|| context.card.security_scheme(&first.name));
    let by_kind = defined.filter(|scheme| scheme.kind != SchemeKind::Unknown && !is_placeless(first, scheme));
    if let Some(scheme) = by_kind {
        let mut kind = ["{\"type\": \"", scheme.kind.as_str(), "\""].concat();
        if let Some(word) = &scheme.http_scheme {
            append(&mut kind, &[", \"scheme\": \"", word, "\""]);
        }
        kind.push('}');
        append(&mut said, &[", or its kind, ", &quote(&kind)]);
    }
    said
}

/// Whether a scheme that the card defines does not say where its credential goes. The words of the early
/// `authentication` never do, and are met by kind all the same.
const fn is_placeless(required: &RequirementScheme, defined: &SecurityScheme) -> bool {
    required.inline.is_none() && defined.placement.is_none()
}

/// Whether a credential is of a scheme: by name, or by kind where kind and place are known.
fn fits(held: &CredentialHeld, required: &RequirementScheme, defined: Option<&SecurityScheme>) -> bool {
    match held {
        CredentialHeld::Name(held) | CredentialHeld::Named { name: held, .. } => *held == required.name,
        CredentialHeld::Kind { kind, scheme, .. } => defined.is_some_and(|defined| {
            SchemeKind::from(*kind) == defined.kind
                && !is_placeless(required, defined)
                && match (scheme, &defined.http_scheme) {
                    (Some(held), Some(asked)) => held.eq_ignore_ascii_case(asked),
                    (Some(_), None) => defined.kind != SchemeKind::Http,
                    (None, _) => true,
                }
        }),
    }
}

/// What the client holds, as a message shows it.
fn held(profile: &ClientProfile) -> Vec<String> {
    profile
        .credentials
        .iter()
        .map(|held| match held {
            CredentialHeld::Name(name) | CredentialHeld::Named { name, .. } => name.clone(),
            CredentialHeld::Kind { kind, scheme: Some(scheme), .. } => {
                format!("{} {scheme}", SchemeKind::from(*kind).as_str())
            }
            CredentialHeld::Kind { kind, scheme: None, .. } => SchemeKind::from(*kind).as_str().to_owned(),
        })
        .collect()
}
