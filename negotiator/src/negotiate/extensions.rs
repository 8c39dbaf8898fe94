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
    let near = similar::Extensions::of(implemented);
    let mut active: Vec<String> = Vec::new();
    let mut missing: Vec<&Extension> = Vec::new();
    for extension in &context.card.capabilities.extensions {
        let is_it = |uri: &String| !uri.is_empty() && *uri == extension.uri;
        let at = implemented.iter().position(is_it);
        trace.look(|| describe(extension, at, &near));
        match at.filter(|_| can_be_sent(&extension.uri)) {
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
    // What cannot be read has no URI.
    let uris = || missing.iter().map(|extension| extension.uri.as_str()).filter(|uri| !uri.is_empty());
    let unsendable: Vec<&str> = uris().filter(|uri| !can_be_sent(uri)).collect();
    let mut rejection = refusal(RejectionCode::MissingExtension);
    if !unsendable.is_empty() {
        rejection.message = format!(
            "the agent requires {}, which no client can activate: {UNSENDABLE}",
            list(unsendable, "and")
        );
        rejection.help =
            "write the URI of the extension as its specification has it, one entry for each".into();
    } else if uris().next().is_none() {
        rejection.message =
            "the agent requires an extension that cannot be read, which nobody can implement".into();
        rejection.help =
            "write each extension as an object with its `uri`, and `required` where clients must implement it"
                .into();
    } else {
        rejection.message =
            format!("the agent requires {}, which the client does not implement", list(uris(), "and"));
        rejection.help = match uris().find_map(|uri| Some((uri, near.near(uri)?))) {
            Some((uri, near)) => format!(
                "the client implements {}, which is another extension than {}: a new URI is a breaking change, so that the one is never taken for the other",
                quote(near),
                quote(uri)
            ),
            None => "implement the extension and name it in `extensions` of the profile; never declare one that is not implemented".into(),
        };
    }
    rejection.values.insert("required".into(), uris().map(str::to_owned).collect());
    rejection.values.insert("implemented".into(), implemented.clone());
    rejection.card_pointers = missing.iter().map(|extension| extension.pointer.clone()).collect();
    rejection.profile_pointers = vec!["/extensions".into()];
    trace.rejected(rejection)
}

/// Whether a URI stays one in the header that names extensions.
fn can_be_sent(uri: &str) -> bool {
    !uri.contains(|c: char| c == ',' || c.is_whitespace() || c.is_control())
}

const UNSENDABLE: &str =
    "it holds a comma, a blank or a control character, which would break the header apart";

/// An extension whose URI cannot be read, in the trace.
const UNREADABLE: &str = "an extension that cannot be read";

fn describe(extension: &Extension, at: Option<usize>, near: &similar::Extensions<'_>) -> crate::Candidate {
    let list = Pointer::root().key("extensions");
    let kind = if extension.required { "required" } else { "optional" };
    let mut status = CandidateStatus::PassedOver;
    let (reason, of_profile) = match at {
        _ if !can_be_sent(&extension.uri) => {
            (format!("it is {kind}, and cannot be activated: {UNSENDABLE}"), list)
        }
        Some(index) => {
            status = CandidateStatus::Taken;
            (format!("it is {kind}, and the client implements it"), list.index(index))
        }
        None => {
            let near = match near.near(&extension.uri) {
                Some(near) => format!("; {} is near, and another extension", quote(near)),
                None => String::new(),
            };
            (format!("it is {kind}, and the client does not implement it{near}"), list)
        }
    };
    let label = if extension.uri.is_empty() { UNREADABLE.to_owned() } else { quote(&extension.uri) };
    candidate(status, label, reason, vec![extension.pointer.clone()], vec![of_profile])
}
