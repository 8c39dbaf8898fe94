//! Every card that was found with every one of twelve clients: each refusal must say where, why and what to
//! do, with fixes that work, and no card that asks for credentials may be called without.

#[path = "support/cards.rs"]
mod cards;
#[path = "support/json_files.rs"]
mod json_files;
#[path = "support/patches.rs"]
mod patches;
#[path = "support/profiles.rs"]
mod profiles;
#[path = "support/security.rs"]
mod security;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use a2a_negotiator::{
    Decision, Fix, Options, Outcome, Rejection, RejectionCode, StepStatus, Target, locate_nearest, negotiate,
    read_card, read_intent, read_profile,
};
use cards::CardFile;
use profiles::Client;
use security::{Demand, demand};
use serde_json::{Value, json};

/// The codes that the product must bring forth; the others have cases of their own.
const MUST_OCCUR: [RejectionCode; 11] = [
    RejectionCode::NotACard,
    RejectionCode::SignatureRequired,
    RejectionCode::UnknownSkill,
    RejectionCode::NoSharedInterface,
    RejectionCode::NoUsableCredentials,
    RejectionCode::RequirementNotUnderstood,
    RejectionCode::InputNotAccepted,
    RejectionCode::NoSharedOutput,
    RejectionCode::NoDelivery,
    RejectionCode::MissingExtension,
    RejectionCode::LiveInputWithoutStreaming,
];

/// A row of the table.
#[derive(Clone, Copy, Default)]
struct Row {
    refusals: usize,
    fixed_on_the_card: usize,
    fixed_on_the_profile: usize,
    unfixable: usize,
}

impl Row {
    fn count(&mut self, outcome: &Outcome) {
        let fixes = |target| usize::from(outcome.fixes.iter().any(|fix| fix.target == target));
        self.refusals += 1;
        self.fixed_on_the_card += fixes(Target::Card);
        self.fixed_on_the_profile += fixes(Target::Profile);
        self.unfixable += usize::from(outcome.fixes.is_empty());
    }
}

/// One call of the product.
struct Call<'c> {
    card: &'c CardFile,
    json: &'c Value,
    client: &'c Client,
    intent: Value,
}

impl Call<'_> {
    fn negotiate(&self, card: &str, profile: &str, fixes: bool) -> Result<Outcome, Box<dyn Error>> {
        let options = Options { fixes, ..Options::default() };
        let intent = read_intent(&self.intent.to_string())?;
        Ok(negotiate(&read_card(card)?, &read_profile(profile)?, &intent, &options))
    }

    /// What is wrong with an outcome, a line for each.
    fn problems(&self, outcome: &Outcome) -> Result<Vec<String>, Box<dyn Error>> {
        let mut problems = Vec::new();
        if let Some(plan) = outcome.plan() {
            let demand = demand(self.json, self.intent["skill"].as_str());
            if plan.credentials.is_empty() && demand == Demand::Guarded {
                problems.push("the card asks for credentials, and the plan has none".to_owned());
            }
        }
        if let Some(rejection) = outcome.rejection() {
            problems.extend(self.unplaced(rejection));
            if [&rejection.message, &rejection.help].iter().any(|text| text.trim().is_empty()) {
                problems.push("the refusal does not say what is wrong or what to do".into());
            }
            if outcome.fixes.is_empty() == rejection.unfixable.is_none() {
                problems.push("there must be fixes, or the reason why there is none".into());
            }
            for fix in &outcome.fixes {
                if !self.works(fix, rejection)? {
                    problems.push(format!("the fix does not work: {} {}", fix.message, json!(fix.patch)));
                }
            }
        }
        Ok(problems)
    }

    /// The pointers of a refusal that lead to no line.
    fn unplaced(&self, rejection: &Rejection) -> Vec<String> {
        let profile = self.client.profile.to_string();
        let of_card = rejection.card_pointers.iter().map(|pointer| (pointer, self.card.text.as_str()));
        let of_profile = rejection.profile_pointers.iter().map(|pointer| (pointer, profile.as_str()));
        let pointers: Vec<_> = of_card.chain(of_profile).collect();
        let is_placed = |pointer: &str, text: &str| {
            locate_nearest(text, pointer).is_some_and(|place| place.start.line >= 1)
        };
        if pointers.is_empty() {
            return vec!["the refusal points nowhere".into()];
        }
        let lost = pointers.into_iter().filter(|(pointer, text)| !is_placed(pointer.as_str(), text));
        lost.map(|(pointer, _)| format!("`{}` has no line", pointer.as_str())).collect()
    }

    /// Whether the step passes once the fix is applied.
    fn works(&self, fix: &Fix, rejection: &Rejection) -> Result<bool, Box<dyn Error>> {
        let (mut card, mut profile) = (self.json.clone(), self.client.profile.clone());
        let document = match fix.target {
            Target::Card => &mut card,
            Target::Profile => &mut profile,
        };
        patches::apply(document, &fix.patch)?;
        let then = self.negotiate(&card.to_string(), &profile.to_string(), false)?;
        Ok(match then.steps.iter().find(|step| step.id == rejection.step) {
            Some(step) => matches!(step.status, StepStatus::Passed | StepStatus::Skipped),
            None => then.rejection().is_none_or(|then| then.step != rejection.step),
        })
    }
}

/// What each client calls for: what it says itself, and the card's first skill.
fn intents(client: &Client, card: &Value) -> Vec<Value> {
    let mut intents = vec![client.intent.clone()];
    if let (None, Some(skill)) = (client.intent.get("skill"), card["skills"][0]["id"].as_str()) {
        let mut intent = client.intent.clone();
        intent["skill"] = json!(skill);
        intents.push(intent);
    }
    intents
}

#[test]
fn every_refusal_of_the_product_is_complete() -> Result<(), Box<dyn Error>> {
    let clients = profiles::read()?;
    assert_eq!(clients.len(), 12);
    let mut table: BTreeMap<RejectionCode, Row> = BTreeMap::new();
    let mut list = String::new();
    let (mut calls, mut accepted) = (0, 0);
    for card in &cards::read()? {
        let json: Value = serde_json::from_str(&card.text)?;
        for client in &clients {
            for intent in intents(client, &json) {
                let call = Call { card, json: &json, client, intent };
                let outcome = call.negotiate(&card.text, &client.profile.to_string(), true)?;
                calls += 1;
                accepted += usize::from(outcome.decision() == Decision::Accept);
                if let Some(rejection) = outcome.rejection() {
                    table.entry(rejection.code).or_default().count(&outcome);
                }
                for problem in call.problems(&outcome)? {
                    writeln!(list, "{} for `{}` {}: {problem}", card.name, client.name, call.intent)?;
                }
            }
        }
    }
    // Past the harness, which shows what a test prints only when it fails.
    writeln!(io::stdout(), "\n{}", rendered(&table, calls, accepted))?;
    assert!(list.is_empty(), "\n{list}");
    for code in MUST_OCCUR {
        assert!(table.contains_key(&code), "no call is refused with `{}`", code.as_str());
    }
    assert!(accepted * 20 > calls, "only {accepted} of {calls} calls are accepted");
    Ok(())
}

fn rendered(table: &BTreeMap<RejectionCode, Row>, calls: usize, accepted: usize) -> String {
    let mut text = format!("{calls} calls, {accepted} accepted\n");
    let head = ["code", "refusals", "fix on card", "fix on profile", "unfixable"];
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{:<28}{:>10}{:>13}{:>16}{:>11}", head[0], head[1], head[2], head[3], head[4]);
    for (code, row) in table {
        let Row { refusals, fixed_on_the_card, fixed_on_the_profile, unfixable } = row;
        let code = code.as_str();
        let _ = writeln!(
            text,
            "{code:<28}{refusals:>10}{fixed_on_the_card:>13}{fixed_on_the_profile:>16}{unfixable:>11}"
        );
    }
    text
}
