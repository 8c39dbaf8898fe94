//! The cases under `tests/cases`: documents with what negotiating them must give. The same files are read
//! by the tests of the npm package and of the playground.

#[path = "support/expectation.rs"]
mod expectation;
#[path = "support/json_files.rs"]
mod json_files;
#[path = "support/partial.rs"]
mod partial;
#[path = "support/patches.rs"]
mod patches;
#[path = "support/promises.rs"]
mod promises;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;

use a2a_negotiator::{
    Decision, Fix, InputError, Intent, Options, Outcome, StepId, Target, TaskClass, check_negotiable,
    explain, negotiate, read_card, read_intent, read_options, read_profile,
};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// One file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Case {
    #[serde(skip)]
    name: String,
    title: String,
    note: String,
    /// What the playground's gallery shows next to the title.
    #[serde(rename = "promise")]
    _promise: Option<String>,
    card: Option<Box<RawValue>>,
    /// The card's text, for what an object cannot hold.
    card_text: Option<String>,
    /// The name of a file under `tests/cards`.
    card_file: Option<String>,
    profile: Option<Box<RawValue>>,
    intent: Option<Box<RawValue>>,
    options: Option<Box<RawValue>>,
    expect: Value,
}

/// The texts that are negotiated.
#[derive(Clone)]
struct Documents {
    card: String,
    profile: String,
    intent: String,
    options: String,
}

impl Case {
    fn documents(&self) -> Result<Documents, Box<dyn Error>> {
        let card = match (&self.card, &self.card_text, &self.card_file) {
            (Some(card), None, None) => card.get().to_owned(),
            (None, Some(text), None) => text.clone(),
            (None, None, Some(file)) => fs::read_to_string(json_files::tests().join("cards").join(file))?,
            _ => return Err("one of `card`, `cardText` and `cardFile` must be given".into()),
        };
        let text = |value: &Option<Box<RawValue>>| {
            value.as_ref().map_or_else(|| "{}".to_owned(), |value| value.get().to_owned())
        };
        Ok(Documents {
            card,
            profile: text(&self.profile),
            intent: text(&self.intent),
            options: text(&self.options),
        })
    }
}

impl Documents {
    /// The documents with a fix applied.
    fn mended(&self, fix: &Fix) -> Result<Self, Box<dyn Error>> {
        let mut documents = self.clone();
        let text = match fix.target {
            Target::Card => &mut documents.card,
            Target::Profile => &mut documents.profile,
        };
        let mut value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))?;
        patches::apply(&mut value, &fix.patch)?;
        *text = value.to_string();
        Ok(documents)
    }

    fn negotiate(&self, change: impl FnOnce(&mut Options)) -> Result<Outcome, InputError> {
        let mut options = read_options(&self.options)?;
        change(&mut options);
        let intent = read_intent(&self.intent)?;
        Ok(negotiate(&read_card(&self.card)?, &read_profile(&self.profile)?, &intent, &options))
    }
}

fn cases() -> Result<Vec<Case>, Box<dyn Error>> {
    let root = json_files::tests().join("cases");
    json_files::under("cases")?
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root)?.with_extension("").display().to_string();
            let read: Result<Case, _> = serde_json::from_str(&fs::read_to_string(&path)?);
            let case = read.map_err(|error| format!("{name}.json is no case: {error}"))?;
            Ok(Case { name, ..case })
        })
        .collect()
}

/// All problems at once, each with its case.
fn report(check: impl Fn(&Case) -> Result<Vec<String>, Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let cases = cases()?;
    let mut list = String::new();
    let mut failed = 0;
    for case in &cases {
        let problems = check(case).unwrap_or_else(|error| vec![error.to_string()]);
        if problems.is_empty() {
            continue;
        }
        failed += 1;
        writeln!(list, "\n{}.json: {}", case.name, case.title)?;
        for problem in problems {
            writeln!(list, "    {problem}")?;
        }
    }
    assert!(failed == 0, "{failed} of {} cases fail\n{list}", cases.len());
    Ok(())
}

#[test]
fn every_case_gives_what_it_expects() -> Result<(), Box<dyn Error>> {
    report(|case| {
        let outcome = case.documents()?.negotiate(|_| ());
        expectation::mismatches(&case.expect, outcome.as_ref())
    })
}

/// What people read first, and what is proposed to them.
#[test]
fn every_case_gives_an_explanation_that_was_reviewed() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    for case in
        cases()?.iter().filter(|case| ["gallery", "fixes"].iter().any(|folder| case.name.starts_with(folder)))
    {
        let outcome = case.documents()?.negotiate(|_| ())?;
        writeln!(text, "## {}\n\n{}", case.name, explain(&outcome))?;
    }
    insta::assert_snapshot!(text);
    Ok(())
}

#[test]
fn every_outcome_keeps_the_promises_of_its_documentation() -> Result<(), Box<dyn Error>> {
    report(|case| {
        let documents = case.documents()?;
        let Ok(outcome) = documents.negotiate(|_| ()) else {
            return Ok(Vec::new());
        };
        let mut problems = promises::broken(&outcome, &documents.card, &documents.profile);
        let again = documents.negotiate(|_| ())?;
        if serde_json::to_string(&outcome)? != serde_json::to_string(&again)? {
            problems.push("the same documents give another outcome the second time".into());
        }
        let quick = documents.negotiate(|options| options.trace = false)?;
        let verdict = |outcome: &Outcome| promises::without_fixes(&outcome.verdict);
        if verdict(&quick)? != verdict(&outcome)? || quick.degradations != outcome.degradations {
            problems.push("without a trace the decision is another one".into());
        }
        if !quick.steps.is_empty() || !quick.findings.is_empty() {
            problems.push("a trace is there that nobody asked for".into());
        }
        Ok(problems)
    })
}

#[test]
fn every_case_gives_the_unreachable_paths_that_each_class_of_task_meets() -> Result<(), Box<dyn Error>> {
    let (mut refused, mut reachable) = (0, 0);
    for case in cases()? {
        let documents = case.documents()?;
        let (Ok(card), Ok(profile)) = (read_card(&documents.card), read_profile(&documents.profile)) else {
            continue;
        };
        let Some(agent) = &card.card else { continue };
        let paths = check_negotiable(&card, &profile);
        let skills = agent.skills.iter().take(2).map(|skill| Some(skill.id.clone()));
        for skill in skills.chain([None]) {
            for task_class in TaskClass::ALL {
                let intent = Intent { skill: skill.clone(), task_class, ..Intent::default() };
                let outcome = negotiate(&card, &profile, &intent, &Options::default());
                let step = outcome.steps.iter().find(|step| step.id == StepId::Negotiability);
                let is_refused = step.is_some_and(|step| step.rejection.is_some());
                let is_told =
                    paths.iter().any(|path| path.skill == skill && path.refuses.contains(&task_class));
                assert_eq!(is_told, is_refused, "{}: {skill:?} {task_class:?}", case.name);
                *if is_refused { &mut refused } else { &mut reachable } += 1;
            }
        }
    }
    assert!(refused > 50 && reachable > 1_000, "{refused} and {reachable}");
    Ok(())
}

#[test]
fn every_card_negotiated_keeps_them_too() -> Result<(), Box<dyn Error>> {
    let profile = r#"{
        "bindings": ["JSONRPC", "HTTP+JSON", "GRPC"], "versions": ["1.0", "0.3", "0.2"],
        "credentials": [{"type": "apiKey"}, {"type": "http"}], "accepts": ["application/json", "text/plain"]
    }"#;
    let reading = read_profile(profile)?;
    for path in json_files::under("cards")? {
        let text = fs::read_to_string(&path)?;
        let card = read_card(&text)?;
        let skills = card.card.iter().flat_map(|card| &card.skills).map(|skill| Some(skill.id.clone()));
        for skill in skills.take(3).chain([None, Some("no such skill".into())]) {
            let intent = Intent { skill, ..Intent::default() };
            let outcome = negotiate(&card, &reading, &intent, &Options::default());
            let problems = promises::broken(&outcome, &text, profile);
            assert!(problems.is_empty(), "{}, {:?}: {problems:#?}", path.display(), intent.skill);
        }
    }
    Ok(())
}

#[test]
fn every_fix_mends_the_step_that_refused() -> Result<(), Box<dyn Error>> {
    report(|case| {
        let documents = case.documents()?;
        let Ok(outcome) = documents.negotiate(|_| ()) else {
            return Ok(Vec::new());
        };
        let mut problems = Vec::new();
        let Some(rejection) = outcome.rejection() else {
            if !outcome.fixes.is_empty() {
                problems.push("fixes are there, and nothing was refused".into());
            }
            return Ok(problems);
        };
        if outcome.fixes.is_empty() != rejection.unfixable.is_some() {
            problems.push("a refusal has fixes, or says why it has none".into());
        }
        for fix in &outcome.fixes {
            let mended = documents.mended(fix)?.negotiate(|_| ())?;
            let again = mended.steps.iter().find_map(|step| step.rejection.as_ref()).or(mended.rejection());
            if again.is_some_and(|again| again.step <= rejection.step) {
                problems.push(format!("the fix does not mend the step: {}", fix.message));
            }
        }
        Ok(problems)
    })
}

#[test]
fn every_case_says_why() -> Result<(), Box<dyn Error>> {
    report(|case| {
        let mut problems = Vec::new();
        for (what, text) in [("title", &case.title), ("note", &case.note)] {
            if text.trim().is_empty() {
                problems.push(format!("its `{what}` is empty"));
            }
        }
        Ok(problems)
    })
}

#[test]
fn the_cases_decide_in_every_way() -> Result<(), Box<dyn Error>> {
    let cases = cases()?;
    for decision in [Decision::Accept, Decision::Reject, Decision::Escalate] {
        let some = cases.iter().any(|case| case.expect["decision"] == decision.as_str());
        assert!(some, "no case expects `{}`", decision.as_str());
    }
    Ok(())
}
