//! Step 5: extensions. Every required one must be the client's; optional ones that the client
//! implements are activated; none is ever declared that it does not implement.

use super::Context;
use super::interface;
use super::trace::{Stepped, Trace, candidate, refusal};
use crate::card::Extension;
use crate::outcome::CandidateStatus;
use crate::words::{list, quote};
use crate::{Pointer, RejectionCode, StepId, Version, similar};

pub(super) fn step(context: &Context<'_>, interface: Option<&interface::Chosen>) -> Stepped<Vec<String>> {
    let mut trace = Trace::new(StepId::Extensions, context.options.trace);
    let implemented = &context.profile.extensions;
    let mut active: Vec<String> = Vec::new();
    let mut missing: Vec<&Extension> = Vec::new();
    for extension in &context.card.capabilities.extensions {
        // What would break the header apart is never written into it.
        let breaks = |c: char| c == ',' || c.is_whitespace() || c.is_control();
        let fits = !extension.uri.is_empty() && !extension.uri.contains(breaks);
        let at = implemented.iter().position(|uri| fits && *uri == extension.uri);
        trace.look(|| describe(extension, at, implemented));
        match at {
            Some(_) if !active.contains(&extension.uri) => active.push(extension.uri.clone()),
            None if extension.required => missing.push(extension),
            _ => {}
        }
    }
    if missing.is_empty() {
        return trace.passed(active, |active| {
            if active.is_empty() {
                return "no extension is activated".into();
            }
            let version = interface.map_or(Version::V1_0, |interface| interface.version);
            format!("activates {} in the header `{}`", list(active, "and"), version.extensions_header())
        });
    }
    let uris = || missing.iter().map(|extension| extension.uri.as_str()).filter(|uri| !uri.is_empty());
    let mut rejection = refusal(RejectionCode::MissingExtension);
    rejection.message = match uris().next() {
        Some(_) => format!("the agent requires {}, which the client does not implement", list(uris(), "and")),
        None => "the agent requires an extension that cannot be read, which nobody can implement".into(),
    };
    rejection.help = match uris().find_map(|uri| Some((uri, similar::extension(uri, implemented)?))) {
        Some((uri, near)) => format!(
            "the client implements {}, which is another extension than {}: a new URI is a breaking change, so that the one is never taken for the other",
            quote(near),
            quote(uri)
        ),
        None if uris().next().is_none() => {
            "write each extension as an object with its `uri`, and `required` where clients must implement it"
                .into()
        }
        None => "implement the extension and name it in `extensions` of the profile; never declare one that is not implemented".into(),
    };
    rejection.values.insert("required".into(), uris().map(str::to_owned).collect());
    rejection.values.insert("implemented".into(), implemented.clone());
    rejection.card_pointers = missing.iter().map(|extension| extension.pointer.clone()).collect();
    rejection.profile_pointers = vec!["/extensions".into()];
    trace.rejected(rejection)
}

/// An extension whose URI cannot be read, in the trace.
const UNREADABLE: &str = "an extension that cannot be read";

fn describe(extension: &Extension, at: Option<usize>, implemented: &[String]) -> crate::Candidate {
    let list = Pointer::root().key("extensions");
    let kind = if extension.required { "required" } else { "optional" };
    let (status, reason, of_profile) = match at {
        Some(index) => {
            (CandidateStatus::Taken, format!("it is {kind}, and the client implements it"), list.index(index))
        }
        None => {
            let near = match similar::extension(&extension.uri, implemented) {
                Some(near) => format!("; {} is near, and another extension", quote(near)),
                None => String::new(),
            };
            (
                CandidateStatus::PassedOver,
                format!("it is {kind}, and the client does not implement it{near}"),
                list,
            )
        }
    };
    let label = if extension.uri.is_empty() { UNREADABLE } else { &extension.uri };
    candidate(status, label, reason, vec![extension.pointer.clone()], vec![of_profile])
}
