//! The decision with both documents as texts to be taken along: Markdown for an issue or a chat, TypeScript, and a
//! case for the tests of this repository.

use a2a_json::{Json, Object};
use a2a_negotiator::explain;

use crate::judgement::Judgement;
use crate::wording;

/// For an issue or a chat.
pub(crate) fn markdown(judgement: &Judgement) -> String {
    let outcome = &judgement.outcome;
    let status = wording::decision(outcome.decision());
    [
        "### ",
        status.mark,
        " ",
        &wording::headline(outcome),
        "\n\n",
        &fenced("text", &explain(outcome)),
        &folded("Agent card", &judgement.card_read.text),
        &folded("Client profile", &judgement.profile_read.text),
    ]
    .concat()
}

/// The negotiation by the npm package.
pub(crate) fn typescript(judgement: &Judgement) -> String {
    [
        "import { explain, negotiate, type ClientProfile } from \"a2a-negotiator\";\n\nconst card = ",
        judgement.card_read.text.trim(),
        ";\n\nconst profile: ClientProfile = ",
        judgement.profile_read.text.trim(),
        ";\n\nconst outcome = negotiate(card, profile, ",
        &intent(judgement),
        ");\nif (outcome.decision !== \"accept\") throw new Error(explain(outcome));\nconsole.log(outcome.plan);\n",
    ]
    .concat()
}

/// A case as the files under `tests/cases` are.
pub(crate) fn test_case(judgement: &Judgement) -> String {
    let outcome = &judgement.outcome;
    let mut expect = Object::new();
    expect.insert("decision", outcome.decision().as_str());
    let mut decided = Object::new();
    if let Some(plan) = outcome.plan() {
        let mut delivery = Object::new();
        delivery.insert("mode", plan.delivery.mode.as_str());
        decided.insert("url", &*plan.url);
        decided.insert("binding", &*plan.binding);
        decided.insert("version", plan.version.to_string());
        decided.insert("delivery", delivery);
        expect.insert("plan", decided);
    } else if let Some(rejection) = outcome.rejection() {
        decided.insert("step", rejection.step.as_str());
        decided.insert("code", rejection.code.as_str());
        expect.insert("rejection", decided);
    }
    let deeper = |text: &str| text.trim().replace('\n', "\n  ");
    [
        "{\n  \"title\": ",
        &Json::from(wording::headline(outcome)).to_text(),
        ",\n  \"note\": \"Why this is the right answer.\",\n  \"card\": ",
        &deeper(&judgement.card_read.text),
        ",\n  \"profile\": ",
        &deeper(&judgement.profile_read.text),
        ",\n  \"intent\": ",
        &intent(judgement),
        ",\n  \"expect\": ",
        &Json::from(expect).to_text(),
        "\n}\n",
    ]
    .concat()
}

fn intent(judgement: &Judgement) -> String {
    let mut intent = Object::new();
    if let Some(skill) = &judgement.intent.skill {
        intent.insert("skill", &**skill);
    }
    intent.insert("taskClass", judgement.intent.task_class.as_str());
    Json::from(intent).to_text()
}

fn folded(title: &str, document: &str) -> String {
    ["\n<details><summary>", title, "</summary>\n\n", &fenced("json", document), "\n</details>\n"].concat()
}

/// A text between fences that are longer than any in it.
fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    [&fence, language, "\n", text.trim_end(), "\n", &fence, "\n"].concat()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use serde_json::Value;
    use yew::Reducible;

    use super::*;
    use crate::gallery::GALLERY;
    use crate::state::{Action, Session};

    #[test]
    fn a_report_has_the_verdict_and_both_documents() {
        let session = Session::default();
        let report = session.judgement.as_ref().map(|judgement| markdown(judgement)).unwrap_or_default();
        assert!(
            report.starts_with("### ✓ Accepted: this client can call this agent\n\n```text\n"),
            "{report}"
        );
        assert!(report.contains(&format!("```json\n{}\n```", &*session.card.text)));
        assert!(report.contains(&format!("```json\n{}\n```", &*session.profile.text)));
    }

    #[test]
    fn a_test_case_expects_what_was_decided() -> Result<(), serde_json::Error> {
        for (index, example) in GALLERY.iter().enumerate() {
            let session = Rc::new(Session::default()).reduce(Action::ExampleChosen(index));
            let case = session.judgement.as_ref().map(|judgement| test_case(judgement)).unwrap_or_default();
            let case: Value = serde_json::from_str(&case)?;
            assert_eq!(case["card"], serde_json::from_str::<Value>(&example.card)?);
            assert_eq!(case["profile"], serde_json::from_str::<Value>(&example.profile)?);
            assert_eq!(case["intent"]["skill"].as_str(), example.intent.skill.as_deref());
            let decision = session.judgement.as_ref().map(|judgement| judgement.outcome.decision().as_str());
            assert_eq!(case["expect"]["decision"].as_str(), decision);
            assert!(
                case["expect"]["plan"]["url"].is_string() || case["expect"]["rejection"]["step"].is_string()
            );
        }
        Ok(())
    }

    #[test]
    fn no_document_ends_its_fence() {
        assert_eq!(fenced("json", "\"````\""), "`````json\n\"````\"\n`````\n");
    }
}
