//! The cases under `tests/recovery`: failures in the forms in which servers tell of them, with the action that
//! each calls for.

use std::error::Error;
use std::fs;

use a2a_negotiator::{
    Action, CallPlan, InputError, Options, RecoveryContext, negotiate, read_card, read_failure, read_history,
    read_intent, read_plan, read_profile, recover,
};
use serde_json::{Map, Value, json};

use super::json_files;

/// One failure in one form.
pub(crate) struct RecoveryCase {
    /// File, case and form.
    pub(crate) name: String,
    plan: Value,
    pub(crate) failure: Value,
    history: Value,
    /// What the context holds of card, profile and intent.
    card: Option<Value>,
    profile: Option<Value>,
    intent: Option<Value>,
}

/// The members that a case may have.
const MEMBERS: [&str; 13] = [
    "title",
    "note",
    "documents",
    "plan",
    "card",
    "profile",
    "intent",
    "without",
    "history",
    "operation",
    "taskId",
    "failures",
    "expect",
];

/// All cases, in the order of their files, each with what is expected.
pub(crate) fn read() -> Result<Vec<(RecoveryCase, Value)>, Box<dyn Error>> {
    let documents: Value = read_json(&json_files::tests().join("recovery/documents.json"))?;
    let mut cases = Vec::new();
    for path in json_files::under("recovery/cases")? {
        let file = read_json(&path)?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        for case in file["cases"].as_array().ok_or("a file without cases")? {
            let name = format!("{stem}: {}", case["title"]);
            if let Some(key) = case
                .as_object()
                .into_iter()
                .flatten()
                .map(|(key, _)| key)
                .find(|key| !MEMBERS.contains(&key.as_str()))
            {
                return Err(format!("{name} has `{key}`, which no case has").into());
            }
            let set = case["documents"].as_str().or(file["documents"].as_str()).unwrap_or_default();
            cases.extend(forms(&name, case, &documents[set])?);
        }
    }
    Ok(cases)
}

/// A case in each of its forms.
fn forms(name: &str, case: &Value, documents: &Value) -> Result<Vec<(RecoveryCase, Value)>, Box<dyn Error>> {
    if ["title", "note"].iter().any(|what| case[what].as_str().is_none_or(str::is_empty)) {
        return Err(format!("{name} does not say what it is, or why").into());
    }
    // The plan is what the documents give, before the case changes anything about them.
    let plan = plan(documents).ok_or_else(|| format!("the documents of {name} give no plan"))?;
    let plan = merged(&json!(plan), &case["plan"]);
    let is_known = |what: &str| !elements(&case["without"]).any(|without| without == what);
    let document = |what: &str| is_known(what).then(|| merged(&documents[what], &case[what]));
    let history: Vec<Value> = elements(&case["history"])
        .map(|entry| if entry.is_string() { json!({"action": entry}) } else { entry.clone() })
        .collect();
    let about = json!({"operation": case["operation"], "taskId": case["taskId"]});
    let failures = case["failures"].as_object().ok_or_else(|| format!("{name} has no failures"))?;
    let form = |(form, failure): (&String, &Value)| {
        let case_of_form = RecoveryCase {
            name: format!("{name}, {form}"),
            plan: plan.clone(),
            failure: merged(&about, failure),
            history: history.clone().into(),
            card: document("card"),
            profile: document("profile"),
            intent: document("intent"),
        };
        (case_of_form, case["expect"].clone())
    };
    Ok(failures.iter().map(form).collect())
}

fn plan(documents: &Value) -> Option<CallPlan> {
    let card = read_card(&documents["card"].to_string()).ok()?;
    let profile = read_profile(&documents["profile"].to_string()).ok()?;
    let intent = read_intent(&documents["intent"].to_string()).ok()?;
    negotiate(&card, &profile, &intent, &Options::default()).plan().cloned()
}

/// An object with some members replaced.
fn merged(base: &Value, changes: &Value) -> Value {
    let members = [base, changes].into_iter().filter_map(Value::as_object).flatten();
    members.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>().into()
}

fn elements(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn read_json(path: &std::path::Path) -> Result<Value, Box<dyn Error>> {
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}

impl RecoveryCase {
    /// The action for this failure.
    pub(crate) fn action(&self) -> Result<Action, InputError> {
        let text = |document: &Option<Value>| document.as_ref().map(Value::to_string);
        let card = text(&self.card).map(|text| read_card(&text)).transpose()?;
        let profile = text(&self.profile).map(|text| read_profile(&text)).transpose()?;
        let intent = text(&self.intent).map(|text| read_intent(&text)).transpose()?;
        let history = read_history(&self.history.to_string())?;
        let context = RecoveryContext {
            history: &history,
            card: card.as_ref(),
            profile: profile.as_ref(),
            intent: intent.as_ref(),
            lock: None,
        };
        let plan = read_plan(&self.plan.to_string())?;
        Ok(recover(&plan, &read_failure(&self.failure.to_string())?, &context))
    }
}
