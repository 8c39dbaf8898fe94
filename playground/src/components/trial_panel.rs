//! What if the server answers with a failure: a failure to choose, the one action that it calls for, and the
//! plan that the call goes on with.

use a2a_negotiator::{Action as Recovery, CallPlan};
use yew::prelude::*;

use super::choice::{Choice, ChoiceOption};
use super::element::{button, element, mark, marked_word, paragraph};
use super::focus::focus;
use super::fold::fold;
use super::plan_comparison::plan_comparison;
use super::pretty::pretty;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::shown::{MESSAGE, sentence, shown};
use crate::state::{Action, CallAction, Fold, Session};
use crate::trial::{Call, Round, SAMPLES, Trial};
use crate::wording;

/// Stands for no failure.
const NONE: &str = "none";

pub(crate) fn trial_panel(
    session: &Session,
    judgement: &Judgement,
    plan: &CallPlan,
    dispatch: &Dispatch,
) -> Html {
    let failures = &session.call.failures;
    let body = || body(&Trial::of(judgement, plan, failures), failures, dispatch);
    fold(Fold::Trial, "What if the server answers…", session, dispatch, body)
}

fn body(trial: &Trial, failures: &[usize], dispatch: &Dispatch) -> Html {
    let happened = trial.rounds.iter().map(|round| (&round.call, Some(round)));
    let next = trial.next.iter().map(|call| (call, None));
    // A round has the same parts before and after its failure is chosen, so that the choice keeps the focus.
    let round = |(index, (call, round)): (usize, (&Call, Option<&Round>))| {
        let chosen = round.and(failures.get(index).copied());
        html! {
            <li key={index} class="round">
                { choice(index, call, chosen, dispatch) }
                <div class="round-result">{ for round.map(result) }</div>
            </li>
        }
    };
    let forget = {
        let dispatch = dispatch.clone();
        move |_: MouseEvent| {
            dispatch.dispatch(Action::OfCall(CallAction::FailureChosen(0, None)));
            // The button goes, and what had the focus must not go with it.
            focus(&choice_id(0));
        }
    };
    html! {
        <div class="fold-body">
            { paragraph("fold-hint", "Every failure calls for one action. A call gets another plan at most once, and nothing is tried twice: after that the client gives up, and the agent is marked as degraded.") }
            <ol class="rounds" role="list">{ for happened.chain(next).enumerate().map(round) }</ol>
            // It is there before it says anything, so that those who listen hear of it.
            <p class="trial-end" role="status">{ for end(trial) }</p>
            if !trial.rounds.is_empty() {
                { button("quiet-button", "Start over", forget) }
            }
        </div>
    }
}

fn choice_id(round: usize) -> String {
    format!("failure-{round}")
}

fn choice(round: usize, call: &Call, chosen: Option<usize>, dispatch: &Dispatch) -> Html {
    let id = choice_id(round);
    let on_choose = {
        let dispatch = dispatch.clone();
        move |value: String| {
            dispatch.dispatch(Action::OfCall(CallAction::FailureChosen(round, value.parse().ok())));
        }
    };
    let samples = SAMPLES.iter().enumerate().filter(|(_, sample)| call.can_get(sample));
    let samples =
        samples.map(|(index, sample)| ChoiceOption::new(index.to_string(), sample.title(&call.plan)));
    let (label, as_wanted) = if round == 0 {
        ("The server answers", "as planned")
    } else {
        ("And then it answers", "as it should")
    };
    let options: Vec<ChoiceOption> =
        std::iter::once(ChoiceOption::new(NONE, as_wanted)).chain(samples).collect();
    html! {
        <label class="field">
            <span>{ label }</span>
            <Choice {id} {options} chosen={chosen.map_or(NONE.into(), |index| index.to_string())} {on_choose} />
        </label>
    }
}

/// What is done about a failure.
fn result(round: &Round) -> Html {
    let other_plan = round.other_plan().map(|now| plan_comparison(&round.call.plan, now));
    html! {
        <>
            <details class="answer">
                <summary>{ "The failure as it is passed to " }<code>{ "recover" }</code></summary>
                <pre tabindex="0" role="region" aria-label="Failure">{ shown(&pretty(&round.failure), MESSAGE) }</pre>
            </details>
            <ol class="actions" role="list">{ for round.actions.iter().map(action) }</ol>
            { for other_plan }
        </>
    }
}

fn action(action: &Recovery) -> Html {
    let status = wording::recovery(action.action);
    html! {
        <li class="action" data-action={action.action.as_str()} data-degraded={action.degraded.to_string()}>
            { mark(status) }
            <p>
                <span class="action-head">
                    { element("code", &["status ", status.class].concat(), html! { status.word }) }
                    if action.degraded {
                        { marked_word(wording::DEGRADED) }
                    }
                </span>
                { prose(&sentence(&action.reason)) }
            </p>
        </li>
    }
}

/// What becomes of the call after all.
fn end(trial: &Trial) -> Option<String> {
    let failures = wording::count(trial.rounds.len(), "failure");
    let last = trial.rounds.last()?;
    let end = match (&trial.next, last.other_plan()) {
        (None, _) if trial.is_degraded() => "the call is over, and the agent is marked as degraded",
        (None, _) => "the call is over",
        (Some(_), Some(_)) => "the call goes on with the plan as it is now",
        (Some(_), None) => "the call goes on with the same plan",
    };
    Some(format!("After {failures} {end}."))
}
