//! Credentials as named placeholders: where each goes, and never what it is.

use serde::Serialize;

use crate::card::SchemeKind;
use crate::error::{InputError, InputErrorCode};
use crate::words::{quote, replaced};
use crate::{CallPlan, Credential, Placement, PlacementLocation, Pointer};

use super::address::{has_parameter, with_query};
use super::finding::{Findings, RequestFindingCode};
use super::headers::{Headers, is_own};
use super::{Misuse, is_grpc};

/// A credential of a request, with the placeholder that stands for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestCredential {
    /// The scheme's name in the card.
    pub scheme: String,
    /// The scheme's kind.
    pub kind: SchemeKind,
    /// What stands in the request in place of the secret, such as `{bearer}`.
    pub placeholder: String,
    /// Where the placeholder stands; absent where the credential is not in the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
}

/// A secret of the client's own in the body, which the agent is to present with push notifications.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushSecret {
    /// What stands in the body in place of the secret.
    pub placeholder: String,
    /// Where it stands in the body.
    pub pointer: Pointer,
}

/// A placeholder. Nothing in a name can break the form of what it stands in, nor keep a header from being sent.
pub(super) fn placeholder(name: &str) -> String {
    let is_special =
        |character: char| !character.is_ascii_graphic() || matches!(character, '{' | '}' | '&' | '#');
    ["{", &replaced(name, is_special), "}"].concat()
}

/// Puts the plan's credentials into the headers and the URL.
pub(super) fn place(
    plan: &CallPlan,
    headers: &mut Headers,
    url: &mut String,
    findings: &mut Findings,
) -> Result<Vec<RequestCredential>, Misuse> {
    let mut placed: Vec<RequestCredential> = Vec::with_capacity(plan.credentials.len());
    for (index, credential) in plan.credentials.iter().enumerate() {
        let mut placeholder = placeholder(&credential.scheme);
        // What was replaced in two names may have been all that they differ in.
        while placed.iter().any(|other| other.placeholder == placeholder) {
            placeholder.insert(1, '_');
        }
        let mut placement = credential.placement.clone();
        let mut is_free = true;
        let problem = match &placement {
            None => Some("the card does not say where it goes"),
            Some(Placement { location: PlacementLocation::Query, name, .. }) if !is_grpc(plan) => {
                is_free = !has_parameter(url, name);
                *url = with_query(url, name, &placeholder);
                None
            }
            Some(Placement { location: PlacementLocation::Query, .. }) => Some("gRPC has no query"),
            Some(Placement { location: PlacementLocation::Header, name, prefix }) => {
                is_free = !is_own(name) && headers.insert_new(name, [prefix.as_str(), &placeholder].concat());
                None
            }
            Some(Placement { location: PlacementLocation::Cookie, name, .. }) => {
                is_free = headers.add_cookie(name, &placeholder);
                None
            }
            // The connection presents it.
            Some(Placement { location: PlacementLocation::Tls, .. }) => None,
        };
        if let Some(Placement { location, name, .. }) = placement.as_ref().filter(|_| !is_free) {
            return Err(taken(credential, *location, name, index));
        }
        if let Some(problem) = problem {
            placement = None;
            let name = quote(&credential.scheme);
            let message = [
                "the credential ",
                &name,
                " is not in the request: ",
                problem,
                "; add it as the agent expects it",
            ];
            let pointer = Pointer::root().key("credentials").index(index);
            findings.of_plan(RequestFindingCode::CredentialNotPlaced, pointer, message.concat());
        }
        placed.push(RequestCredential {
            scheme: credential.scheme.clone(),
            kind: credential.kind,
            placeholder,
            placement,
        });
    }
    Ok(placed)
}

/// The error of a credential whose place is something else's.
fn taken(credential: &Credential, location: PlacementLocation, name: &str, index: usize) -> Misuse {
    let (scheme, name) = (quote(&credential.scheme), quote(name));
    let message = [
        "the credential ",
        &scheme,
        " goes into the ",
        location.as_str(),
        " ",
        &name,
        ", where something else goes",
    ];
    Misuse::of(
        "plan",
        InputError {
            code: InputErrorCode::Unsupported,
            message: message.concat(),
            help: "negotiate with what meets another of the card's requirements, if it has one: no request can present both".into(),
            position: None,
            pointer: Some(Pointer::root().key("credentials").index(index)),
        },
    )
}
