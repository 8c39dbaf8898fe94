//! A rung of the ladder: how a step ended, and, opened, what it looked at.

use a2a_negotiator::{Decision, Rejection, Step, StepId};
use yew::prelude::*;

use super::candidate_row::candidate_row;
use super::element::{classed, code, element, list, mark, paragraph, status_word};
use super::place_links::place_links;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::{CANDIDATES_SHOWN, Judgement};
use crate::shown::{LABEL, MESSAGE, sentence, shown, some_of};
use crate::state::{Action, Session};
use crate::wording;

/// How many values of one fact are shown.
const VALUES_SHOWN: usize = 12;

pub(crate) fn ladder_step(id: StepId, session: &Session, judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let Some(step) = judgement.step(id) else { return Html::default() };
    let (open, chosen, lit) = (session.is_open(id), session.chosen == Some(id), session.lit.contains(&id));
    let decides = judgement.outcome.rejection().is_some_and(|rejection| rejection.step == id);
    let status = if decides && judgement.outcome.decision() == Decision::Escalate {
        wording::ESCALATED
    } else {
        wording::step(step.status)
    };
    let body_id = format!("step-{}", id.as_str());
    let onclick = {
        let dispatch = dispatch.clone();
        move |_: MouseEvent| dispatch.dispatch(Action::StepToggled(id))
    };
    let looks = [if chosen { " is-chosen" } else { "" }, if lit { " is-lit" } else { "" }].concat();
    let rung = html! {
        <li key={id.as_str()} data-step={id.as_str()} data-status={step.status.as_str()}>
            <div class="rung-top">
            <h3 class="rung-head">
                <button
                    type="button"
                    {onclick}
                    aria-expanded={open.to_string()}
                    aria-controls={body_id.clone()}
                    aria-current={chosen.then_some("step")}
                    title={wording::step_question(id)}
                >
                    { mark(status) }
                    <span class="rung-title">
                        if let Some(number) = wording::step_number(id) {
                            { format!("{number}. ") }
                        }
                        { id.title() }
                    </span>
                    { status_word(status) }
                    if lit {
                        { element("span", "rung-lit", html! { "reads the line at the caret" }) }
                    }
                    <span class="rung-fold" aria-hidden="true">{ if open { "▾" } else { "▸" } }</span>
                </button>
            </h3>
            <p class="rung-summary">
                { prose(&shown(&step.summary, MESSAGE)) }
                if let Some(rejection) = &step.rejection {
                    { " " }
                    { place_links(judgement, &rejection.card_pointers, &rejection.profile_pointers, dispatch) }
                }
            </p>
            </div>
            <div id={body_id} class="rung-body" hidden={!open}>
                if open {
                    { body(step, judgement, dispatch) }
                }
            </div>
        </li>
    };
    classed(&["rung ", status.class, &looks].concat(), rung)
}

fn body(step: &Step, judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let (candidates, left_out) = some_of(&step.candidates, CANDIDATES_SHOWN);
    html! {
        <>
            if let Some(rejection) = &step.rejection {
                { refusal(rejection, judgement) }
            }
            if step.candidates.is_empty() && step.rejection.is_none() {
                { paragraph("rung-nothing", "There was nothing to choose from.") }
            }
            if !step.candidates.is_empty() {
                <ul class="candidates" aria-label={format!("Candidates of {}", step.id.title())}>
                    { for candidates.iter().map(|candidate| candidate_row(candidate, judgement, dispatch)) }
                </ul>
            }
            if left_out > 0 {
                { paragraph("left-out", &format!("{left_out} more are left out here; the explanation has them all.")) }
            }
        </>
    }
}

/// The facts that were compared, and what to do.
fn refusal(rejection: &Rejection, judgement: &Judgement) -> Html {
    let fact = |(name, values): (&str, &Vec<String>)| {
        let (some, left_out) = some_of(values, VALUES_SHOWN);
        let more = (left_out > 0).then(|| html! { format!("and {left_out} more") });
        let values_shown = some.iter().map(|value| code(value, LABEL));
        html! {
            <div class="fact">
                <dt>{ words(name) }</dt>
                <dd>
                    if values.is_empty() {
                        { "nothing" }
                    } else {
                        { list("", values_shown.chain(more)) }
                    }
                </dd>
            </div>
        }
    };
    // Of the refusal that decides, the verdict says above what to do.
    let decides = judgement.outcome.rejection().is_some_and(|first| first.step == rejection.step);
    html! {
        <div class="refusal">
            if !decides {
                { paragraph("help", &sentence(&rejection.help)) }
            }
            if !rejection.values.is_empty() {
                <dl class="facts">{ for rejection.values.iter().map(fact) }</dl>
            }
        </div>
    }
}

/// A name in camelCase as words.
fn words(name: &str) -> String {
    let mut words = String::new();
    for character in name.chars() {
        if character.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(character.to_ascii_lowercase());
    }
    words
}
