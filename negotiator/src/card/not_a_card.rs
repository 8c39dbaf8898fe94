//! What is an agent card, and what the other documents are that stand under its well-known name.

use super::reader::has;
use crate::json::{Json, Object};
use crate::pointer::Path;

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

/// Says that a document is no agent card, and what it looks like.
pub(super) fn describe(root: &Json<'_>) -> String {
    let (looks, help) = match root {
        Json::Object(object) if object.is_empty() => {
            ("it is an empty object".to_owned(), "publish the card itself under this address".to_owned())
        }
        Json::Object(object) => match card_inside(root) {
            Some((place, many)) => wrapper(&place, many),
            None => (
                looks_like(object),
                "a card has `supportedInterfaces`, or `url` with `skills`; give the address of the card itself, usually `/.well-known/agent-card.json`".to_owned(),
            ),
        },
        Json::Array(elements) => match card_inside(root) {
            Some((place, many)) => wrapper(&place, many || elements.len() > 1),
            None => ("it is a list".to_owned(), "give one card at a time".to_owned()),
        },
        other => (format!("it is {}", other.type_name()), "a card is a JSON object".to_owned()),
    };
    format!("this is not an agent card: {looks}; {help}")
}

fn wrapper(place: &str, many: bool) -> (String, String) {
    if many {
        (format!("it is a list of agent cards, the first at `{place}`"), "give one card at a time".into())
    } else {
        (
            format!("it wraps an agent card, which stands at `{place}`"),
            "serve or paste that part alone".into(),
        )
    }
}

/// Where a card stands inside, one or two levels down, and whether it stands in a list of several.
fn card_inside(root: &Json<'_>) -> Option<(String, bool)> {
    let as_card = |json: &Json<'_>| json.as_object().is_some_and(is_card);
    let in_list = |elements: &[Json<'_>]| {
        elements.iter().take(8).position(as_card).map(|index| (index, elements.len() > 1))
    };
    match root {
        Json::Array(elements) => {
            in_list(elements).map(|(index, many)| (Path::Root.index(index).pointer().to_string(), many))
        }
        Json::Object(object) => object.iter().find_map(|(key, value)| {
            let path = Path::Root.key(key);
            if as_card(value) {
                return Some((path.pointer().to_string(), false));
            }
            let (index, many) = in_list(value.as_array()?)?;
            Some((path.index(index).pointer().to_string(), many))
        }),
        _ => None,
    }
}

/// What a document under the well-known name looks like, by the keys that give it away.
fn looks_like(object: &Object<'_>) -> String {
    let all = |keys: &[&'static str]| keys.iter().all(|key| has(object, key));
    let any = |keys: &[&'static str]| keys.iter().any(|key| has(object, key));
    let what =
        if object.get("type").and_then(Json::as_str).is_some_and(|kind| kind.to_lowercase().contains("eip"))
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
        };
    what.to_owned()
}
