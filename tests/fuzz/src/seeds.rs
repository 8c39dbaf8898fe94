//! Where fuzzing starts: the cases and the cards of the tests, in the form that the targets read; and what fuzzing
//! has found, which is tried again with every test.

use std::error::Error;
use std::fs;
use std::path::Path;

use a2a_negotiator::{CallPlan, Options, negotiate, read_card, read_intent, read_options, read_profile};
use serde_json::{Map, Value, json};

use super::case_files;
use super::json_files;
use super::merge::merge;
use super::targets::SEPARATOR;

/// An input of a target.
pub struct Seed {
    /// The name of the target.
    pub target: &'static str,
    /// The input.
    pub data: Vec<u8>,
}

type Seeds = Result<Vec<Seed>, Box<dyn Error>>;

/// All seeds.
pub fn all() -> Seeds {
    let mut seeds = Vec::new();
    for more in [of_cases()?, of_cards()?, of_failures()?, of_diffs()?, of_requests()?, found()?] {
        seeds.extend(more);
    }
    Ok(seeds)
}

fn seed(target: &'static str, texts: &[&str]) -> Seed {
    Seed { target, data: texts.join(&SEPARATOR.to_string()).into_bytes() }
}

fn of_cases() -> Seeds {
    let mut seeds = Vec::new();
    for case in case_files::read()? {
        // What is refused at a limit needs no mutations.
        if case.name.contains("nesting") {
            continue;
        }
        let texts = [&*case.card, &case.profile, &case.intent, &case.options];
        seeds.push(seed("negotiate", &texts));
        seeds.push(seed("fixes", &texts));
        seeds.push(seed("reader", &texts[..1]));
        seeds.push(seed("canonical", &texts[..2]));
        let (Ok(card), Ok(profile), Ok(intent), Ok(options)) = (
            read_card(&case.card),
            read_profile(&case.profile),
            read_intent(&case.intent),
            read_options(&case.options),
        ) else {
            continue;
        };
        let outcome = negotiate(&card, &profile, &intent, &options);
        let refused = outcome.rejection().into_iter().flat_map(|rejection| &rejection.card_pointers);
        let pointers = card.findings.iter().map(|finding| &finding.pointer).chain(refused);
        let pointers: Vec<&str> = pointers.map(a2a_negotiator::Pointer::as_str).collect();
        seeds.push(seed("locate", &[&case.card, &pointers.join("\n")]));
    }
    Ok(seeds)
}

fn of_cards() -> Seeds {
    let clients = read_json(&json_files::tests().join("profiles.json"))?;
    let clients: Vec<String> = list(&clients).map(|client| client["profile"].to_string()).collect();
    let mut cards = Vec::new();
    for path in json_files::under("cards")? {
        cards.push(fs::read_to_string(path)?);
    }
    let mut seeds: Vec<Seed> = cards.iter().map(|card| seed("reader", &[card])).collect();
    let lines: Vec<String> = cards.iter().map(|card| card.replace(['\n', '\r'], " ")).collect();
    for (cards, profile) in lines.chunks(6).zip(clients.iter().cycle()) {
        seeds.push(seed("rank", &[profile, "{}", &cards.join("\n")]));
    }
    Ok(seeds)
}

fn of_failures() -> Seeds {
    let documents = read_json(&json_files::tests().join("recovery/documents.json"))?;
    let mut seeds = Vec::new();
    for path in json_files::under("recovery/cases")? {
        let file = read_json(&path)?;
        for case in list(&file["cases"]) {
            let set = case["documents"].as_str().or(file["documents"].as_str()).unwrap_or_default();
            let set = &documents[set];
            let Some(plan) = plan_of(set) else { continue };
            let plan = with(&json!(plan), &case["plan"]);
            let history: Vec<Value> = list(&case["history"])
                .map(|entry| if entry.is_string() { json!({"action": entry}) } else { entry.clone() })
                .collect();
            let about = json!({"operation": case["operation"], "taskId": case["taskId"]});
            for failure in case["failures"].as_object().into_iter().flatten().map(|(_, failure)| failure) {
                let documents = [
                    plan.clone(),
                    with(&about, failure),
                    history.clone().into(),
                    set["card"].clone(),
                    set["profile"].clone(),
                    set["intent"].clone(),
                ];
                let texts = documents.map(|document| document.to_string());
                seeds.push(seed("recover", &texts.each_ref().map(String::as_str)));
            }
        }
    }
    Ok(seeds)
}

fn plan_of(documents: &Value) -> Option<CallPlan> {
    let card = read_card(&documents["card"].to_string()).ok()?;
    let profile = read_profile(&documents["profile"].to_string()).ok()?;
    let intent = read_intent(&documents["intent"].to_string()).ok()?;
    negotiate(&card, &profile, &intent, &Options::default()).plan().cloned()
}

fn of_diffs() -> Seeds {
    let mut seeds = Vec::new();
    for path in json_files::under("diffs")? {
        let file = read_json(&path)?;
        for case in list(&file["cases"]) {
            let part = |name: &str| case.get(name).or(file.get(name));
            let old = part("card").cloned().unwrap_or_default();
            let mut new = case.get("new").unwrap_or(&old).clone();
            if let Some(patch) = case.get("merge") {
                merge(&mut new, patch);
            }
            let nothing = json!({});
            let [profile, intent] =
                ["profile", "intent"].map(|name| case.get(name).unwrap_or(&nothing).clone());
            let texts = [old, new, profile, intent].map(|document| document.to_string());
            seeds.push(seed("diff", &texts.each_ref().map(String::as_str)));
        }
    }
    Ok(seeds)
}

fn of_requests() -> Seeds {
    let mut seeds = Vec::new();
    for path in json_files::under("requests")? {
        let file = read_json(&path)?;
        for case in list(&file["requests"]) {
            let options = if case["options"].is_null() { json!({}) } else { case["options"].clone() };
            let plan = with(&file["plan"], &case["plan"]);
            let texts = [plan, case["message"].clone(), options].map(|document| document.to_string());
            seeds.push(seed("request", &texts.each_ref().map(String::as_str)));
        }
    }
    Ok(seeds)
}

/// What fuzzing has found: a folder for each target.
fn found() -> Seeds {
    let mut seeds = Vec::new();
    for (target, _) in super::targets::TARGETS {
        let folder = json_files::tests().join("fuzz/findings").join(target);
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for entry in entries {
            seeds.push(Seed { target, data: fs::read(entry?.path())? });
        }
    }
    Ok(seeds)
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// An object with some members replaced.
fn with(base: &Value, changes: &Value) -> Value {
    let members = [base, changes].into_iter().filter_map(Value::as_object).flatten();
    members.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>().into()
}

fn read_json(path: &Path) -> Result<Value, Box<dyn Error>> {
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}
