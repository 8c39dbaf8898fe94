//! What is an agent card, and what the other documents are that stand under its well-known name.

use super::spelling::has;
use crate::json::{Json, Object};
use crate::pointer::{Path, Pointer};
use crate::words::quote;

/// Whether an object is an agent card: it has `supportedInterfaces`; or `url` and one of `skills`,
/// `capabilities` and default modes; or `name` and `skills`.
pub(super) fn is_card(object: &Object<'_>) -> bool {
    has(object, "supportedInterfaces")
        || (has(object, "url")
            && ["skills", "capabilities", "defaultInputModes", "defaultOutputModes"]
                .iter()
                .any(|field| has(object, field)))
        || (has(object, "name") && has(object, "skills"))
}

const A_CARD_IS_AN_OBJECT: &str = "a card is a JSON object";

/// Says that a document is no agent card and what it looks like, and where a card stands inside, if one
/// does.
pub(super) fn describe(root: &Json<'_>) -> (String, Option<Pointer>) {
    if let Some((inside, many)) = card_inside(root) {
        let message = if many {
            format!(
                "this is not an agent card: it is a list of agent cards, the first at {}; give one card at a time",
                quote(inside.as_str())
            )
        } else {
            format!(
                "this is not an agent card: it wraps an agent card, which stands at {}; serve or paste that part alone",
                quote(inside.as_str())
            )
        };
        return (message, Some(inside));
    }
    let (looks, help) = match root {
        Json::Object(object) if object.is_empty() => {
            ("it is an empty object", "publish the card itself under this address")
        }
        Json::Object(object) => (
            looks_like(object),
            "a card has `supportedInterfaces`, or `url` with `skills`; give the address of the card itself, usually `/.well-known/agent-card.json`",
        ),
        Json::Array(_) => ("it is a list", "give one card at a time"),
        Json::Null => ("it is null", A_CARD_IS_AN_OBJECT),
        Json::Bool(_) => ("it is a boolean", A_CARD_IS_AN_OBJECT),
        Json::Number(_) => ("it is a number", A_CARD_IS_AN_OBJECT),
        Json::String(_) => ("it is a string", A_CARD_IS_AN_OBJECT),
    };
    (format!("this is not an agent card: {looks}; {help}"), None)
}

/// Where a card stands inside, one or two levels down, and whether it stands in a list of several.
fn card_inside(root: &Json<'_>) -> Option<(Pointer, bool)> {
    let as_card = |json: &Json<'_>| json.as_object().is_some_and(is_card);
    let in_list = |elements: &[Json<'_>]| {
        elements.iter().take(8).position(as_card).map(|index| (index, elements.len() > 1))
    };
    match root {
        Json::Array(elements) => {
            in_list(elements).map(|(index, many)| (Path::Root.index(index).pointer(), many))
        }
        Json::Object(object) => object.iter().find_map(|(key, value)| {
            let path = Path::Root.key(key);
            if as_card(value) {
                return Some((path.pointer(), false));
            }
            let (index, many) = in_list(value.as_array()?)?;
            Some((path.index(index).pointer(), many))
        }),
        _ => None,
    }
}

/// What a document under the well-known name looks like, by the keys that give it away.
fn looks_like(object: &Object<'_>) -> &'static str {
    let all = |keys: &[&'static str]| keys.iter().all(|key| has(object, key));
    let any = |keys: &[&'static str]| keys.iter().any(|key| has(object, key));
    if object.get("type").and_then(Json::as_str).is_some_and(|kind| kind.to_ascii_lowercase().contains("eip"))
        || all(&["services", "registrations"])
        || all(&["services", "supportedTrust"])
    {
        "it looks like the registration file of an on-chain agent registry"
    } else if all(&["api", "auth"]) || has(object, "name_for_model") {
        "it looks like a plugin manifest"
    } else if any(&["mcpServers", "mcp_servers"]) {
        "it looks like a configuration of MCP servers"
    } else if any(&["nodes", "workflow", "steps"]) {
        "it looks like a workflow"
    } else if any(&["openapi", "swagger", "paths"]) {
        "it looks like an OpenAPI description"
    } else if all(&["signedCard"]) || all(&["unsignedCard"]) {
        "it looks like a test vector for card signatures"
    } else if has(object, "agents") {
        "it looks like a directory of agents"
    } else if any(&["agent_id", "agentId"]) {
        "it looks like an entry of an agent registry"
    } else if any(&["endpoints", "api", "api_url"]) {
        "it looks like the description of an HTTP service in a format of its own"
    } else if has(object, "services") {
        "it looks like a service registration"
    } else if has(object, "capabilities") {
        "it looks like an agent description in a format of its own"
    } else {
        "it has none of a card's fields together"
    }
}
