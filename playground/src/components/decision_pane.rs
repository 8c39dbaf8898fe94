//! What was decided: the verdict, the steps that led to it, the plan, and what is odd.

use yew::prelude::*;

use super::degradation_list::degradation_list;
use super::explanation::Explanation;
use super::finding_list::finding_list;
use super::intent_form::intent_form;
use super::ladder::ladder;
use super::plan_table::plan_table;
use super::request_panel::request_panel;
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
                { verdict(session, judgement, &why_stale(session), dispatch) }
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

/// Why the outcome is not that of the texts as they stand, in a sentence for each text.
fn why_stale(session: &Session) -> Vec<String> {
    let sentence = |side: Side| {
        let error = session.document(side).error.as_ref()?;
        let side = side.word();
        let place = error.position.map(|position| format!(" (line {})", position.line)).unwrap_or_default();
        Some(format!(
            "The {side} cannot be read{place}. This is still the outcome of the last {side} that could."
        ))
    };
    [Side::Card, Side::Profile].into_iter().filter_map(sentence).collect()
}
