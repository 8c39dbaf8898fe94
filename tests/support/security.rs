//! Whether a card asks its callers for something, judged from its raw JSON by another rule than the
//! reader's: simple, and on the safe side.
//!
//! A card says that anonymous callers are welcome only with one of these, in a field that states
//! requirements (`securityRequirements`, `security`, `authentication`):
//!
//! - an empty list in place of requirements,
//! - an alternative that asks for nothing: `{}`, `{"schemes": {}}`, or an `authentication` whose
//!   `schemes` (or `type`, or the value itself) is empty or the word `none`,
//! - `"required": false` in `authentication`,
//! - an alternative made of schemes of the type `none` alone.
//!
//! Anything else in these fields asks for something, understood or not; `null` is as good as absent.

use serde_json::{Map, Value};

/// What a card tells its callers about credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// It asks for something.
    Guarded,
    /// It says that anonymous callers are welcome.
    SaidOpen,
    /// It defines schemes, and nothing asks for them.
    OnlySchemes,
    /// It says nothing.
    Silent,
}

/// What a card asks of the callers of a skill, or of the card's defaults without one.
pub(crate) fn demand(card: &Value, skill: Option<&str>) -> Demand {
    let schemes = member(card, "securitySchemes");
    let of_skill = skill.and_then(|id| {
        let skills = card.get("skills")?.as_array()?;
        skills.iter().find(|skill| skill["id"] == id || (skill.get("id").is_none() && skill["name"] == id))
    });
    // An empty list at a skill is nothing of the skill's own.
    let own: Vec<&Value> = of_skill.map(|skill| stated(skill)).unwrap_or_default();
    let own: Vec<&Value> = own.into_iter().filter(|value| !is_empty_list(value)).collect();
    let stated = if own.is_empty() { stated(card) } else { own };
    let all_empty = !stated.is_empty() && stated.iter().all(|value| is_empty_list(value));
    if all_empty || stated.iter().any(|value| has_open_alternative(value, schemes)) {
        return Demand::SaidOpen;
    }
    match (stated.is_empty(), schemes) {
        (false, _) => Demand::Guarded,
        (true, Some(schemes)) if !is_empty(schemes) => Demand::OnlySchemes,
        (true, _) => Demand::Silent,
    }
}

/// The values of the fields that state requirements.
fn stated(object: &Value) -> Vec<&Value> {
    let fields = ["securityRequirements", "security", "authentication"];
    fields.iter().filter_map(|field| member(object, field)).collect()
}

/// A member, in either spelling, that is not `null`.
fn member<'v>(object: &'v Value, field: &str) -> Option<&'v Value> {
    let snake: String = field
        .chars()
        .flat_map(|letter| {
            let lower = letter.to_ascii_lowercase();
            [letter.is_ascii_uppercase().then_some('_'), Some(lower)].into_iter().flatten()
        })
        .collect();
    [object.get(field), object.get(&snake)].into_iter().flatten().find(|value| !value.is_null())
}

fn has_open_alternative(value: &Value, schemes: Option<&Value>) -> bool {
    match value {
        Value::Array(alternatives) => alternatives.iter().any(|one| is_open(one, schemes)),
        other => is_open(other, schemes),
    }
}

/// Whether one alternative asks for nothing.
fn is_open(alternative: &Value, schemes: Option<&Value>) -> bool {
    let none_of = |names: &Map<String, Value>| {
        let kind = |name: &String| schemes.and_then(|schemes| schemes[name]["type"].as_str());
        names.keys().all(|name| kind(name).is_some_and(is_none))
    };
    let says_none = |said: &Value| match said {
        Value::Array(words) => words.is_empty() || words.iter().any(|word| is_open(word, schemes)),
        Value::Object(names) => none_of(names),
        other => is_open(other, schemes),
    };
    match alternative {
        Value::String(word) => is_none(word),
        Value::Object(members) => {
            none_of(members)
                || members.get("required") == Some(&Value::Bool(false))
                || ["schemes", "type", "scheme"]
                    .iter()
                    .any(|field| members.get(*field).is_some_and(says_none))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => false,
    }
}

fn is_none(word: &str) -> bool {
    word.eq_ignore_ascii_case("none")
}

fn is_empty_list(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty)
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}
