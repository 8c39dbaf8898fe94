//! Says above an editor what became of a fix, and takes it back.

use yew::prelude::*;

use super::element::{button, element, mark, marked_word, paragraph};
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::Side;
use crate::shown::sentence;
use crate::state::{Action, AppliedFix, FixResult, Session, View};
use crate::wording::{self, Status};

pub(crate) fn fix_notice(side: Side, session: &Session, dispatch: &Dispatch) -> Html {
    let result = session.fix_result.as_ref().filter(|(of, _)| *of == side).map(|(_, result)| result);
    // It is there before it says anything, so that those who listen hear of it.
    html! {
        <div class="fix-notice" role="status">
            { for result.map(|result| html! { <>{ said(result, side, dispatch) }{ decision(session, dispatch) }</> }) }
        </div>
    }
}

/// What it comes to, which a narrow window does not show beside the editor.
fn decision(session: &Session, dispatch: &Dispatch) -> Html {
    let Some(judgement) = &session.judgement else { return Html::default() };
    let dispatch = dispatch.clone();
    let see = move |_: MouseEvent| dispatch.dispatch(Action::ViewChosen(View::Decision));
    html! {
        <p class="fix-decision">
            { marked_word(wording::decision(judgement.outcome.decision())) }
            { " " }
            { button("quiet-button", "See the decision", see) }
        </p>
    }
}

fn said(result: &FixResult, side: Side, dispatch: &Dispatch) -> Html {
    let word = side.word();
    match result {
        FixResult::Applied(applied) => {
            let dispatch = dispatch.clone();
            let onclick = move |_: MouseEvent| dispatch.dispatch(Action::FixTakenBack(side));
            html! {
                <>
                    { mark(Status { mark: "✓", word: "applied", class: "passed" }) }
                    <p><strong>{ format!("Applied to the {word}: ") }</strong>{ prose(&sentence(&applied.fix.message)) }</p>
                    { button("quiet-button", if applied.is_edited { "Undo the fix alone" } else { "Undo" }, onclick) }
                    { others(applied) }
                </>
            }
        }
        FixResult::TakenBack => paragraph("", &format!("Taken back: the {word} is as it was.")),
        FixResult::DoesNotFit => paragraph(
            "",
            &format!("The {word} was left as it is: the fix does not fit the text as it stands."),
        ),
        FixResult::Stays => paragraph(
            "",
            "You have edited what the fix changed, so that it cannot be taken back alone. `Ctrl+Z` in the text takes back one edit after the other.",
        ),
    }
}

/// The other skills that the fix did something to.
fn others(applied: &AppliedFix) -> Html {
    let line = |skills: &[String], status: Status, verb: &str| {
        if skills.is_empty() {
            return Html::default();
        }
        let (number, is) =
            (wording::count(skills.len(), "other skill"), if skills.len() == 1 { "is" } else { "are" });
        let names = wording::names(skills);
        element(
            "p",
            "fix-others",
            html! { <>{ mark(status) }{ " " }{ prose(&format!("{number} {is} {verb}: {names}.")) }</> },
        )
    };
    html! {
        <>
            { line(&applied.lost, wording::LOST, "no longer accepted") }
            { line(&applied.won, wording::WON, "now accepted too") }
        </>
    }
}
