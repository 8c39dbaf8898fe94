//! The verdict: the decision in a sentence, why, and what to do.

use a2a_negotiator::{Fix, Outcome};
use yew::prelude::*;

use super::mark::mark;
use super::place_links::place_links;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::{Judgement, Side};
use crate::shown::{MESSAGE, sentence, shown};
use crate::wording;

/// How many fixes are shown.
const FIXES_SHOWN: usize = 4;

pub(crate) fn verdict(judgement: &Judgement, stale: &[String], dispatch: &Dispatch) -> Html {
    let outcome = &judgement.outcome;
    let status = wording::decision(outcome.decision());
    let is_stale = !stale.is_empty();
    html! {
        <section
            class={classes!("verdict", status.class, is_stale.then_some("is-stale"))}
            aria-labelledby="verdict-title"
            data-decision={outcome.decision().as_str()}
            data-step={outcome.rejection().map(|rejection| rejection.step.as_str())}
            data-code={outcome.rejection().map(|rejection| rejection.code.as_str())}
            data-stale={is_stale.to_string()}
        >
            // The whole is read out when it changes, and no more than what one hears at once.
            <div role="status" aria-live="polite" aria-atomic="true">
                <h2 id="verdict-title" class="verdict-headline">
                    { mark(status) }
                    <span>{ wording::headline(outcome) }</span>
                    if is_stale {
                        <span class="stale-tag">{ "stale" }</span>
                    }
                </h2>
                { for stale.iter().map(|why| html! { <p class="stale-note">{ prose(why) }</p> }) }
            </div>
            { why(outcome) }
            if let Some(rejection) = outcome.rejection() {
                <p class="help">
                    <strong>{ "What to do: " }</strong>
                    { prose(&sentence(&rejection.help)) }
                </p>
                <p class="verdict-places">
                    { place_links(judgement, &rejection.card_pointers, &rejection.profile_pointers, dispatch) }
                </p>
                { fixes(outcome) }
                { others(outcome) }
            }
        </section>
    }
}

fn why(outcome: &Outcome) -> Html {
    let text = match (outcome.plan(), outcome.rejection()) {
        (Some(plan), _) => wording::plan_sentence(plan),
        (None, Some(rejection)) => sentence(&rejection.message),
        (None, None) => String::new(),
    };
    html! { <p class="verdict-why">{ prose(&text) }</p> }
}

/// Edits that were tried and make the step pass, those that ask for least first.
fn fixes(outcome: &Outcome) -> Html {
    if outcome.fixes.is_empty() {
        return Html::default();
    }
    let fix = |fix: &Fix| {
        html! { <li>{ format!("In the {}: ", Side::of(fix.target).word()) }{ prose(&shown(&fix.message, MESSAGE)) }</li> }
    };
    html! {
        <div class="fixes">
            <p>{ "Each of these makes the step pass:" }</p>
            <ul>{ for outcome.fixes.iter().take(FIXES_SHOWN).map(fix) }</ul>
        </div>
    }
}

/// The other steps that refuse, which are to be mended too.
fn others(outcome: &Outcome) -> Html {
    let refusing = outcome.steps.iter().filter(|step| step.rejection.is_some());
    let others: Vec<String> = refusing
        .map(|step| step.id)
        .filter(|id| outcome.rejection().is_some_and(|first| first.step != *id))
        .map(|id| id.title().to_lowercase())
        .collect();
    if others.is_empty() {
        return Html::default();
    }
    html! { <p class="verdict-others">{ format!("After that, {} would refuse too.", others.join(" and ")) }</p> }
}
