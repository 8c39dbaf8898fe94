//! Whether a card asks its callers for something, judged from its raw JSON by another rule than the
//! reader's: simple, and on the safe side.
//!
//! A card says that anonymous callers are welcome only with one of these, in a field that states
//! requirements (`securityRequirements`, `security`, `authentication`), and only where no other of these
//! fields, nor the same in another spelling, asks for something:
//!
//! - an empty list in place of requirements,
//! - an alternative that asks for nothing: `{}`, `{"schemes": {}}`, or one made of schemes of the type `none`
//!   alone,
//! - in `authentication`: `"required": false`; or the word `none` or an empty list as its value or as its
//!   `schemes`, `type` or `scheme`, all of which agree, and without `"required": true`.
//!
//! Anything else in these fields asks for something, understood or not; `null` is as good as absent. Where none of
//! them is there, so does what is no object in place of `securitySchemes`, unless it is empty. Of several skills
//! with one id, all must let a caller in.

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
    let skills = || card.get("skills").and_then(Value::as_array).into_iter().flatten();
    let is_it = |skill: &&Value, id| skill["id"] == id || (skill.get("id").is_none() && skill["name"] == id);
    let of_skill: Vec<&Value> =
        skill.into_iter().flat_map(|id| skills().filter(move |skill| is_it(skill, id))).collect();
    let demands = of_skill.iter().map(|skill| demand_of(card, Some(skill)));
    let mut demands: Vec<Demand> = demands.collect();
    if demands.is_empty() {
        demands.push(demand_of(card, None));
    }
    if demands.contains(&Demand::Guarded) { Demand::Guarded } else { demands[0] }
}

/// What it asks of the callers of one of its skills.
fn demand_of(card: &Value, of_skill: Option<&Value>) -> Demand {
    let schemes = members(card, "securitySchemes").next();
    let skills = || card.get("skills").and_then(Value::as_array).into_iter().flatten();
    // An empty list at a skill is nothing of the skill's own.
    let own: Vec<_> = of_skill.map(stated).unwrap_or_default();
    let own: Vec<_> = own.into_iter().filter(|(_, value)| !is_empty_list(value)).collect();
    let stated_here = if own.is_empty() { stated(card) } else { own };
    let asking: Vec<_> =
        stated_here.iter().filter(|(field, value)| !asks_nothing(field, value, schemes)).collect();
    let opens = |(field, value): &&(&str, &Value)| has_open_alternative(field, value, schemes);
    if (!stated_here.is_empty() && asking.is_empty()) || asking.into_iter().any(|one| opens(&one)) {
        return Demand::SaidOpen;
    }
    // Schemes that some skill or the push notifications ask for are not passed over.
    let is_used = skills().any(|skill| stated(skill).iter().any(|(_, value)| !is_empty_list(value)))
        || names_push_scheme(card);
    match (stated_here.is_empty(), schemes) {
        (false, _) => Demand::Guarded,
        (true, Some(schemes)) if !schemes.is_object() && !says_nothing(schemes) => Demand::Guarded,
        (true, Some(schemes)) if !is_empty(schemes) && !is_used => Demand::OnlySchemes,
        (true, _) => Demand::Silent,
    }
}

fn names_push_scheme(card: &Value) -> bool {
    let capabilities = members(card, "capabilities");
    let push = capabilities.flat_map(|capabilities| members(capabilities, "pushNotifications"));
    push.flat_map(|push| members(push, "securityScheme")).next().is_some()
}

/// The fields that state requirements, each with its name in camelCase.
fn stated(object: &Value) -> Vec<(&'static str, &Value)> {
    let fields = ["securityRequirements", "security", "authentication"];
    fields.into_iter().flat_map(|field| members(object, field).map(move |value| (field, value))).collect()
}

/// A member in both spellings, where it is not `null`.
fn members<'v>(object: &'v Value, field: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    let snake: String = field
        .chars()
        .flat_map(|letter| {
            let lower = letter.to_ascii_lowercase();
            [letter.is_ascii_uppercase().then_some('_'), Some(lower)].into_iter().flatten()
        })
        .collect();
    let snake = if snake == field { None } else { object.get(&snake) };
    [object.get(field), snake].into_iter().flatten().filter(|value| !value.is_null())
}

/// Whether all alternatives of a field ask for nothing.
fn asks_nothing(field: &str, value: &Value, schemes: Option<&Value>) -> bool {
    alternatives(value).into_iter().all(|one| is_open(field, one, schemes))
}

fn has_open_alternative(field: &str, value: &Value, schemes: Option<&Value>) -> bool {
    alternatives(value).into_iter().any(|one| is_open(field, one, schemes))
}

fn alternatives(value: &Value) -> Vec<&Value> {
    value.as_array().map_or_else(|| vec![value], |alternatives| alternatives.iter().collect())
}

/// Whether one alternative asks for nothing.
fn is_open(field: &str, alternative: &Value, schemes: Option<&Value>) -> bool {
    let none_of = |names: &Map<String, Value>| {
        let kind = |name: &String| schemes.and_then(|schemes| schemes[name]["type"].as_str());
        names.keys().all(|name| kind(name).is_some_and(is_none))
    };
    match alternative {
        Value::String(word) => field == "authentication" && is_none(word),
        Value::Object(members) if field == "authentication" => is_open_authentication(members),
        Value::Object(members) => match members.get("schemes") {
            Some(Value::Object(names)) => members.len() == 1 && none_of(names),
            _ => none_of(members),
        },
        _ => false,
    }
}

/// Whether the early `authentication`, or an entry of it, asks for nothing.
fn is_open_authentication(members: &Map<String, Value>) -> bool {
    let required = members.get("required");
    let said = ["schemes", "type", "scheme"].into_iter().filter_map(|field| {
        let value = members.get(field).filter(|value| !value.is_null())?;
        Some(match value {
            Value::Array(words) if field == "schemes" && !words.is_empty() => {
                words.iter().any(|word| is_open("authentication", word, None))
            }
            other => says_none(other),
        })
    });
    let said: Vec<bool> = said.collect();
    let agrees = !said.is_empty() && !said.contains(&false) && required != Some(&Value::Bool(true));
    required == Some(&Value::Bool(false)) || agrees
}

fn says_none(value: &Value) -> bool {
    match value {
        Value::String(word) => word.is_empty() || is_none(word),
        Value::Array(words) => words.iter().all(says_none),
        _ => false,
    }
}

/// The same of a value in which `null` may stand.
fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().all(says_nothing),
        value => value.is_null() || says_none(value),
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
