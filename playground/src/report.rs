//! The decision with both documents as Markdown, for an issue or a chat.

use a2a_negotiator::explain;

use crate::judgement::Judgement;
use crate::wording;

pub(crate) fn report(judgement: &Judgement) -> String {
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
    use super::*;
    use crate::state::Session;

    #[test]
    fn a_report_has_the_verdict_and_both_documents() {
        let session = Session::default();
        let report = session.judgement.as_ref().map(|judgement| report(judgement)).unwrap_or_default();
        assert!(
            report.starts_with("### ✓ Accepted: this client can call this agent\n\n```text\n"),
            "{report}"
        );
        assert!(report.contains(&format!("```json\n{}\n```", &*session.card.text)));
        assert!(report.contains(&format!("```json\n{}\n```", &*session.profile.text)));
    }

    #[test]
    fn no_document_ends_its_fence() {
        assert_eq!(fenced("json", "\"````\""), "`````json\n\"````\"\n`````\n");
    }
}
