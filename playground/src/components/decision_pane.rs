//! What was decided: the verdict, the steps that led to it, the plan, and what is odd.

use yew::prelude::*;

use super::card_view::view_of_question;
use super::degradation_list::degradation_list;
use super::explanation::Explanation;
use super::finding_list::finding_list;
use super::fold::fold;
use super::intent_form::intent_form;
use super::ladder::ladder;
use super::plan_table::plan_table;
use super::question_links::question_links;
use super::take_along::take_along;
use super::verdict::verdict;
use super::what_if::what_if;
use crate::app::Dispatch;
use crate::breath::Drawn;
use crate::judgement::Side;
use crate::state::{Fold, Question, Session};

/// With what the page knew that is drawn below the verdict.
pub(crate) fn decision_pane(
    session: &Session,
    below: Session,
    pane: &NodeRef,
    drawn: Drawn,
    dispatch: &Dispatch,
) -> Html {
    let is_behind = below.judgement != session.judgement;
    let is_stale = session.question == Question::Decision && session.is_stale();
    let class = if is_stale { "pane decision-pane is-stale" } else { "pane decision-pane" };
    html! {
        <section
            ref={pane.clone()}
            {class}
            aria-label={session.question.title()}
            aria-busy={is_behind.then_some("true")}
        >
            { question_links(session, dispatch) }
            if session.question == Question::Decision {
                { intent_form(session, dispatch) }
                if let Some(judgement) = &session.judgement {
                    { verdict(session, judgement, unreadable(session).as_deref(), dispatch) }
                    <Grounds session={below} {drawn} dispatch={dispatch.clone()} />
                } else {
                    <p class="nothing">{ "There is nothing to decide yet: paste a card and a profile." }</p>
                }
            } else {
                { view_of_question(session, dispatch) }
            }
        </section>
    }
}

#[derive(PartialEq, Properties)]
struct GroundsProps {
    session: Session,
    drawn: Drawn,
    dispatch: Dispatch,
}

/// What led to the verdict, and what follows from it. A component of its own, so that a key which changes the verdict
/// draws no more than that before it is painted.
#[function_component]
fn Grounds(props: &GroundsProps) -> Html {
    let GroundsProps { session, drawn, dispatch } = props;
    let Some(judgement) = &session.judgement else { return Html::default() };
    html! {
        <>
            { take_along(session, judgement, dispatch) }
            if *drawn >= Drawn::Steps {
                { what_if(session, judgement, dispatch) }
                { degradation_list(judgement, dispatch) }
                { ladder(session, judgement, dispatch) }
            }
            if *drawn == Drawn::Whole {
                { plan_table(judgement, session.is_stale()) }
                if judgement.outcome.plan().is_some() {
                    { fold(Fold::Request, "The request as it goes out", session, judgement, dispatch) }
                    { fold(Fold::Trial, "What if the server answers…", session, judgement, dispatch) }
                }
                { finding_list(judgement, dispatch) }
                <Explanation judgement={judgement.clone()} is_stale={session.is_stale()} />
            }
        </>
    }
}

/// The documents that cannot be read, each with where, so that the outcome is not that of the texts as they stand.
pub(super) fn unreadable(session: &Session) -> Option<String> {
    let document = |side: Side| {
        let error = session.document(side).error.as_ref()?;
        let place = error.position.map(|position| format!(" (line {})", position.line)).unwrap_or_default();
        Some(["the ", side.word(), &place].concat())
    };
    let documents: Vec<String> = [Side::Card, Side::Profile].into_iter().filter_map(document).collect();
    (!documents.is_empty()).then(|| documents.join(" and "))
}
