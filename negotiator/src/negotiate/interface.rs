//! Step 1: the interface. Binding and version of the client's choosing, at a URL that may be called.

use super::Context;
use super::trace::{Stepped, Trace, candidate, refusal};
use crate::card::Interface;
use crate::limits::MAX_ENTRIES;
use crate::order::by_rank;
use crate::outcome::{CandidateStatus, Rejection};
use crate::profile::{ClientProfile, Environment, InterfaceOrder};
use crate::words::{append, list, quote};
use crate::{Finding, FindingCode, Pointer, RejectionCode, StepId, Target, Version, similar, url};

/// The interface that is called.
#[derive(Clone)]
pub(super) struct Chosen {
    pub(super) url: String,
    pub(super) binding: String,
    pub(super) version: Version,
    pub(super) tenant: Option<String>,
}

/// What one interface of the card is to this client.
struct Judged<'a> {
    interface: &'a Interface,
    version: Option<Version>,
    /// The place among what the client implements; `None` when it does not implement it.
    rank: Option<(usize, usize)>,
    /// Whether it may be taken, and if not why: a clause about the interface.
    verdict: Result<String, Refused>,
}

/// Why an interface is passed over.
struct Refused {
    kind: RefusedKind,
    reason: String,
    card_pointers: Vec<Pointer>,
    profile_pointers: Vec<Pointer>,
}

/// The fact that decides, from the furthest away to the nearest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RefusedKind {
    Binding,
    Version,
    Excluded,
    Environment,
    Origin,
    Url,
    Tenant,
}

pub(super) fn step(context: &Context<'_>) -> Stepped<Chosen> {
    let mut trace = Trace::new(StepId::Interface, context.options.trace);
    let judged: Vec<Judged<'_>> =
        context.card.supported_interfaces.iter().map(|interface| judge(interface, context)).collect();
    let first_in_card = judged.iter().position(|judged| judged.verdict.is_ok());
    let first_in_card = first_in_card.and_then(|index| judged.get(index)).map(|judged| judged.interface);

    // Of equal ranks the card's first comes first, and what the client does not implement comes last, in
    // the card's order.
    let is_by_card = context.profile.interface_order == InterfaceOrder::CardOrder;
    let judged = by_rank(judged, |judged| match judged.rank {
        Some(_) if is_by_card => (0, 0),
        rank => rank.unwrap_or((usize::MAX, usize::MAX)),
    });
    let taken = judged.iter().position(|judged| judged.verdict.is_ok());
    for (index, judged) in judged.iter().enumerate() {
        trace.look(|| describe(judged, index, taken, context.profile));
    }
    let Some((taken, called)) = taken.and_then(|index| {
        let judged = judged.get(index)?;
        Some((judged, judged.verdict.as_ref().ok()?))
    }) else {
        return trace.rejected(rejection(&judged, context));
    };
    if first_in_card.is_some_and(|first| !std::ptr::eq(first, taken.interface)) {
        trace.find(|| {
            Finding::new(
                FindingCode::NotCardOrder,
                Target::Card,
                taken.interface.pointer.clone(),
                [
                    &label(taken.interface, taken.version),
                    " is taken by the client's order, where the card's own order (specification 8.3.2) has ",
                    &*first_in_card.map(|first| label(first, first.protocol_version)).unwrap_or_default(),
                    " first",
                ]
                .concat(),
            )
        });
    }
    let card_url = context.profile.card_url.as_deref();
    if let Some(card_url) = card_url.filter(|card_url| url::same_origin(card_url, called) == Some(false)) {
        trace.find(|| {
            let pointer = taken.interface.url_pointer.clone();
            Finding::new(FindingCode::OtherOrigin, Target::Card, pointer, elsewhere(called, card_url))
        });
    }
    let (Some(binding), Some(version)) = (&taken.interface.protocol_binding, taken.version) else {
        return trace.rejected(rejection(&judged, context));
    };
    let chosen = Chosen {
        url: called.clone(),
        binding: binding.clone(),
        version,
        tenant: taken.interface.tenant.clone(),
    };
    trace.passed(chosen, |chosen| at(&pair(taken.interface, taken.version), &chosen.url))
}

/// That an interface is where the card is not.
fn elsewhere(url: &str, card_url: &str) -> String {
    let mut what = [&quote(url), " is on another origin than the card"].concat();
    if let Some(origin) = url::origin(card_url) {
        append(&mut what, &[", which is at ", &quote(&origin)]);
    }
    what
}

/// `JSONRPC 1.0`, or what the card says of them.
fn pair(interface: &Interface, version: Option<Version>) -> String {
    let binding = interface.protocol_binding.as_deref().unwrap_or("unnamed binding");
    match version {
        Some(version) => [binding, " ", &version.text()].concat(),
        None => [binding, ", version unknown"].concat(),
    }
}

fn label(interface: &Interface, version: Option<Version>) -> String {
    at(&pair(interface, version), &interface.url)
}

fn at(pair: &str, url: &str) -> String {
    [&quote(pair), " at ", &*quote(url)].concat()
}

fn describe(
    judged: &Judged<'_>,
    index: usize,
    taken: Option<usize>,
    profile: &ClientProfile,
) -> crate::Candidate {
    let interface = judged.interface;
    let label = label(interface, judged.version);
    let facts = || vec![interface.binding_pointer.clone(), interface.version_pointer.clone()];
    let preference = || judged.rank.map(|rank| rank_pointers(rank, profile)).unwrap_or_default();
    match &judged.verdict {
        Ok(_) if taken == Some(index) => {
            let order = match profile.interface_order {
                InterfaceOrder::VersionFirst => {
                    "it is the first in the client's order, version before binding"
                }
                InterfaceOrder::BindingFirst => {
                    "it is the first in the client's order, binding before version"
                }
                InterfaceOrder::CardOrder => "it is the first in the card's order that the client implements",
            };
            candidate(CandidateStatus::Taken, label, order, facts(), preference())
        }
        Ok(_) => candidate(
            CandidateStatus::Usable,
            label,
            "it would do, and another one is preferred",
            facts(),
            preference(),
        ),
        Err(refused) => candidate(
            CandidateStatus::PassedOver,
            label,
            refused.reason.clone(),
            refused.card_pointers.clone(),
            refused.profile_pointers.clone(),
        ),
    }
}

/// Judges one interface by itself.
fn judge<'a>(interface: &'a Interface, context: &Context<'_>) -> Judged<'a> {
    let profile = context.profile;
    let assumed = if interface.version_unknown { profile.assume_version } else { None };
    let version = interface.protocol_version.or(assumed);
    let rank = interface
        .protocol_binding
        .as_deref()
        .zip(version)
        .and_then(|(binding, version)| preference(profile, binding, version));
    let verdict = match &rank {
        None => Err(not_implemented(interface, version, profile)),
        Some(_) => may_be_called(interface, version, context),
    };
    Judged { interface, version, rank, verdict }
}

/// Where in the profile stands what gives an interface its place.
fn rank_pointers(rank: (usize, usize), profile: &ClientProfile) -> Vec<Pointer> {
    let root = Pointer::root();
    if profile.interfaces.is_some() {
        return vec![root.key("interfaces").index(rank.0)];
    }
    let (of_binding, of_version) = match profile.interface_order {
        InterfaceOrder::VersionFirst => (rank.1, rank.0),
        InterfaceOrder::BindingFirst | InterfaceOrder::CardOrder => rank,
    };
    vec![root.key("bindings").index(of_binding), root.key("versions").index(of_version)]
}

/// The place of binding and version among what the client implements; where the card's order is to be
/// followed, the binding counts before the version.
pub(crate) fn preference(profile: &ClientProfile, binding: &str, version: Version) -> Option<(usize, usize)> {
    if let Some(pairs) = &profile.interfaces {
        let at = pairs.iter().position(|pair| pair.binding == binding && pair.version == version)?;
        return Some((at, 0));
    }
    let of_binding = profile.bindings.iter().position(|known| known == binding)?;
    let of_version = profile.versions.iter().position(|known| *known == version)?;
    match profile.interface_order {
        InterfaceOrder::VersionFirst => Some((of_version, of_binding)),
        InterfaceOrder::BindingFirst | InterfaceOrder::CardOrder => Some((of_binding, of_version)),
    }
}

/// Why the client does not implement an interface.
fn not_implemented(interface: &Interface, version: Option<Version>, profile: &ClientProfile) -> Refused {
    let knows_binding = |binding: &str| match &profile.interfaces {
        Some(pairs) => pairs.iter().any(|pair| pair.binding == binding),
        None => profile.bindings.iter().any(|known| known == binding),
    };
    let (binding_field, version_field) = match profile.interfaces {
        Some(_) => ("interfaces", "interfaces"),
        None => ("bindings", "versions"),
    };
    let (kind, reason) = match (interface.protocol_binding.as_deref(), version) {
        (None, _) => (RefusedKind::Binding, "it does not say its binding".to_owned()),
        (Some(binding), _) if !knows_binding(binding) => {
            let reason = match similar::binding(binding) {
                Some(meant) if knows_binding(meant) => [
                    "its binding reads ",
                    &quote(binding),
                    ", and bindings are compared exactly: it should read `",
                    meant,
                    "`",
                ]
                .concat(),
                _ => ["the client does not implement the binding ", &quote(binding)].concat(),
            };
            (RefusedKind::Binding, reason)
        }
        (Some(_), None) => {
            let why = if interface.version_unknown { "is not declared" } else { "cannot be read" };
            (RefusedKind::Version, ["its protocol version ", why, ", so that it matches nothing"].concat())
        }
        (Some(binding), Some(version)) => (
            RefusedKind::Version,
            ["the client does not implement version `", &version.text(), "` on ", &quote(binding)].concat(),
        ),
    };
    let (card_pointer, field) = match kind {
        RefusedKind::Binding => (&interface.binding_pointer, binding_field),
        _ => (&interface.version_pointer, version_field),
    };
    Refused {
        kind,
        reason,
        card_pointers: vec![card_pointer.clone()],
        profile_pointers: vec![Pointer::root().key(field)],
    }
}

/// The URL to call for an interface that the client implements, or why it may not be called.
fn may_be_called(
    interface: &Interface,
    version: Option<Version>,
    context: &Context<'_>,
) -> Result<String, Refused> {
    let profile = context.profile;
    let binding = interface.protocol_binding.as_deref().unwrap_or_default();
    let refused = |kind, reason: String, pointer: &Pointer, field: &str| {
        Err(Refused {
            kind,
            reason,
            card_pointers: vec![pointer.clone()],
            profile_pointers: if field.is_empty() { Vec::new() } else { vec![Pointer::root().key(field)] },
        })
    };
    if binding == "GRPC" && profile.environment == Some(Environment::Browser) {
        return refused(
            RefusedKind::Environment,
            "a page in a browser cannot speak gRPC".into(),
            &interface.binding_pointer,
            "environment",
        );
    }
    if interface.url.is_empty() {
        return refused(RefusedKind::Url, "it does not say its URL".into(), &interface.url_pointer, "");
    }
    let callable = match url::callable(&interface.url, binding, profile) {
        Ok(callable) => callable.into_owned(),
        Err(problem) => {
            let reason = ["its URL ", &quote(&interface.url), " ", &problem].concat();
            return refused(RefusedKind::Url, reason, &interface.url_pointer, "");
        }
    };
    if profile.same_origin {
        match profile.card_url.as_deref() {
            None => {
                let reason =
                    "the profile refuses other origins and does not say the card's: give `cardUrl`".into();
                return refused(RefusedKind::Origin, reason, &interface.url_pointer, "sameOrigin");
            }
            Some(card_url) if url::same_origin(card_url, &callable) != Some(true) => {
                let reason = ["its URL ", &*elsewhere(&callable, card_url)].concat();
                return refused(RefusedKind::Origin, reason, &interface.url_pointer, "sameOrigin");
            }
            Some(_) => {}
        }
    }
    if interface.tenant_unreadable {
        let reason = "its `tenant` is no text, and without it another tenant would be called".into();
        return refused(RefusedKind::Tenant, reason, &interface.pointer.key("tenant"), "");
    }
    let excluded = context.options.exclude.iter().any(|excluded| {
        (excluded.url == callable || excluded.url == interface.url)
            && excluded.binding == binding
            && Some(excluded.version) == version
    });
    if excluded {
        return refused(RefusedKind::Excluded, "it is excluded by the caller".into(), &interface.pointer, "");
    }
    Ok(callable)
}

/// Why no interface is left, told by the one that came nearest.
fn rejection(judged: &[Judged<'_>], context: &Context<'_>) -> Rejection {
    let profile = context.profile;
    let mut rejection = refusal(RejectionCode::NoSharedInterface);
    let offered: Vec<String> = judged.iter().map(|judged| pair(judged.interface, judged.version)).collect();
    let both = [
        "the card offers ",
        &*list(&offered, "and"),
        " and the client implements ",
        &*list(implemented(profile), "and"),
    ]
    .concat();
    let nearest = judged
        .iter()
        .filter_map(|judged| Some((judged, judged.verdict.as_ref().err()?)))
        .max_by_key(|(_, refused)| refused.kind);
    (rejection.message, rejection.help) = match nearest {
        None => (
            "the card lists no interface, so that there is nowhere to call".to_owned(),
            "add `supportedInterfaces` with `url`, `protocolBinding` and `protocolVersion`".to_owned(),
        ),
        Some((_, refused)) if refused.kind == RefusedKind::Binding => {
            let meant = judged.iter().find_map(|judged| {
                let binding = judged.interface.protocol_binding.as_deref()?;
                Some((binding, similar::binding(binding)?))
            });
            let help = match meant {
                Some((binding, meant)) => {
                    ["write `", meant, "` in place of ", &quote(binding), " in the card"].concat()
                }
                None => "implement one of the card's bindings, or offer one of the client's".into(),
            };
            (["no shared binding: ", &both].concat(), help)
        }
        Some((near, refused)) if refused.kind == RefusedKind::Version => match near.version {
            Some(version) => (
                ["no shared version: ", &both].concat(),
                [
                    "implement version `",
                    &version.text(),
                    "`, or offer an interface of a version that the client implements",
                ].concat(),
            ),
            None if near.interface.version_unknown => (
                ["no shared version: an interface does not say which version it speaks, and ", &both].concat(),
                "add `protocolVersion` to the interface, or set `assumeVersion` in the profile".into(),
            ),
            None => (
                ["no shared version: what an interface says is no version, and ", &both].concat(),
                "write `protocolVersion` as `Major.Minor`, such as `1.0`; where something is declared, nothing is assumed".into(),
            ),
        },
        Some((near, refused)) => {
            let help = match refused.kind {
                RefusedKind::Environment => "offer `JSONRPC` or `HTTP+JSON`, which a browser can speak",
                RefusedKind::Origin => "serve the interface on the card's origin, or allow other origins",
                RefusedKind::Tenant => "write `tenant` as a text, or leave it out",
                RefusedKind::Excluded => {
                    "choose another agent, since every interface that fits was refused already"
                }
                _ => {
                    "write a URL that clients can call: absolute and encrypted, such as `https://agent.example.com/a2a`"
                }
            };
            (
                [
                    &*quote(&pair(near.interface, near.version)),
                    " fits, and cannot be called: ",
                    &refused.reason,
                ].concat(),
                help.to_owned(),
            )
        }
    };
    rejection.values.insert("card".into(), offered);
    // Of two lists that are multiplied.
    rejection.values.insert("client".into(), implemented(profile).take(MAX_ENTRIES).collect());
    rejection.card_pointers = match nearest {
        None => vec!["/supportedInterfaces".into()],
        Some((_, nearest)) => judged
            .iter()
            .filter_map(|judged| judged.verdict.as_ref().err())
            .filter(|refused| refused.kind == nearest.kind)
            .flat_map(|refused| refused.card_pointers.clone())
            .collect(),
    };
    rejection.profile_pointers =
        nearest.map(|(_, refused)| refused.profile_pointers.clone()).unwrap_or_default();
    rejection
}

/// The pairs that the client implements, in its order.
fn implemented(profile: &ClientProfile) -> Box<dyn Iterator<Item = String> + '_> {
    if let Some(pairs) = &profile.interfaces {
        return Box::new(pairs.iter().map(|pair| format!("{} {}", pair.binding, pair.version)));
    }
    let bindings = || profile.bindings.iter();
    let versions = || profile.versions.iter();
    match profile.interface_order {
        InterfaceOrder::VersionFirst | InterfaceOrder::CardOrder => Box::new(
            versions().flat_map(move |version| bindings().map(move |binding| format!("{binding} {version}"))),
        ),
        InterfaceOrder::BindingFirst => Box::new(
            bindings().flat_map(move |binding| versions().map(move |version| format!("{binding} {version}"))),
        ),
    }
}
