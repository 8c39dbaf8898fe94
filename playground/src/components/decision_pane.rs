//! What was decided: the verdict, the steps that led to it, the plan, and what is odd.

use yew::prelude::*;

use super::degradation_list::degradation_list;
use super::explanation::Explanation;
use super::finding_list::finding_list;
use super::intent_form::intent_form;
use super::ladder::ladder;
use super::plan_table::plan_table;
use super::request_panel::request_panel;
use super::take_along::take_along;
use super::trial_panel::trial_panel;
use super::verdict::verdict;
use crate::app::Dispatch;
use crate::judgement::Side;
use crate::state::Session;

pub(crate) fn decision_pane(session: &Session, pane: &NodeRef, dispatch: &Dispatch) -> Html {
    html! {
        <section ref={pane.clone()} class="pane decision-pane" aria-label="Decision">
            { intent_form(session, dispatch) }
            if let Some(judgement) = &session.judgement {
                { verdict(session, judgement, unreadable(session).as_deref(), dispatch) }
                { take_along(session, judgement) }
                { degradation_list(judgement, dispatch) }
                { ladder(session, judgement, dispatch) }
                { plan_table(judgement) }
                if let Some(plan) = judgement.outcome.plan() {
                    { request_panel(session, plan, dispatch) }
                    { trial_panel(session, judgement, plan, dispatch) }
                }
                { finding_list(judgement, dispatch) }
                <Explanation judgement={judgement.clone()} />
            } else {
                <p class="nothing">{ "There is nothing to decide yet: paste a card and a profile." }</p>
            }
        </section>
    }
}

/// The documents that cannot be read, each with where, so that the outcome is not that of the texts as they stand.
fn unreadable(session: &Session) -> Option<String> {
    let document = |side: Side| {
        let error = session.document(side).error.as_ref()?;
        let place = error.position.map(|position| format!(" (line {})", position.line)).unwrap_or_default();
        Some(["the ", side.word(), &place].concat())
    };
    let documents: Vec<String> = [Side::Card, Side::Profile].into_iter().filter_map(document).collect();
    (!documents.is_empty()).then(|| documents.join(" and "))
}
