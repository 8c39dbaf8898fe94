//! Credentials as named placeholders: where each goes, and never what it is.

use serde::Serialize;

use crate::card::SchemeKind;
use crate::words::{quote, replaced};
use crate::{CallPlan, Placement, PlacementLocation, Pointer};

use super::address::with_query;
use super::finding::{Findings, RequestFindingCode};
use super::headers::Headers;
use super::is_grpc;

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

/// A placeholder. Nothing in a name can break the form of what it stands in.
pub(super) fn placeholder(name: &str) -> String {
    let is_special = |character: char| {
        character.is_control() || character.is_whitespace() || matches!(character, '{' | '}' | '&' | '#')
    };
    ["{", &replaced(name, is_special), "}"].concat()
}

/// Puts the plan's credentials into the headers and the URL.
pub(super) fn place(
    plan: &CallPlan,
    headers: &mut Headers,
    url: &mut String,
    findings: &mut Findings,
) -> Vec<RequestCredential> {
    let mut placed = Vec::with_capacity(plan.credentials.len());
    for (index, credential) in plan.credentials.iter().enumerate() {
        let placeholder = placeholder(&credential.scheme);
        let mut placement = credential.placement.clone();
        let problem = match &placement {
            None => Some("the card does not say where it goes"),
            Some(Placement { location: PlacementLocation::Query, name, .. }) if !is_grpc(plan) => {
                *url = with_query(url, name, &placeholder);
                None
            }
            Some(Placement { location: PlacementLocation::Query, .. }) => Some("gRPC has no query"),
            Some(Placement { location: PlacementLocation::Header, name, prefix }) => {
                let is_new = headers.insert_new(name, [prefix.as_str(), &placeholder].concat());
                (!is_new).then_some("something else is in that header already")
            }
            Some(Placement { location: PlacementLocation::Cookie, name, .. }) => {
                headers.add_cookie(&[name, "=", &placeholder].concat());
                None
            }
            // The connection presents it.
            Some(Placement { location: PlacementLocation::Tls, .. }) => None,
        };
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
    placed
}
