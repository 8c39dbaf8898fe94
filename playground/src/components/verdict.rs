//! The verdict: the decision in a sentence, why, and what to do.

use a2a_negotiator::{Finding, Outcome, Severity, Target};
use yew::prelude::*;

use super::element::{classed, element, mark, paragraph, to_findings};
use super::fix_list::fix_list;
use super::place_links::place_links;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::shown::{LABEL, sentence, shown};
use crate::state::Session;
use crate::wording;

pub(crate) fn verdict(
    session: &Session,
    judgement: &Judgement,
    unreadable: Option<&str>,
    dispatch: &Dispatch,
) -> Html {
    let outcome = &judgement.outcome;
    let is_stale = unreadable.is_some();
    let (status, headline) = match unreadable {
        Some(documents) => (wording::UNDECIDED, format!("Not decided: {documents} cannot be read")),
        None => (wording::decision(outcome.decision()), wording::headline(outcome)),
    };
    let class = ["verdict ", status.class, if is_stale { " is-stale" } else { "" }].concat();
    let section = html! {
        <section
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
                    <span>{ headline }</span>
                </h2>
                if is_stale {
                    <p class="stale-note">
                        { element("span", "stale-tag", html! { "earlier text" }) }
                        { prose(&earlier(judgement)) }
                    </p>
                }
            </div>
            <p class="verdict-why">{ prose(&why(outcome)) }{ " " }{ places(judgement, dispatch) }</p>
            { for odd(outcome) }
            if let Some(rejection) = outcome.rejection() {
                <p class="help">
                    <strong>{ "What to do: " }</strong>
                    { prose(&sentence(&rejection.help)) }
                </p>
                if rejection.fetch_extended_card {
                    { paragraph("", "What is missing may be on the extended agent card, which authenticated callers can fetch.") }
                }
                { fix_list(outcome, session, dispatch) }
                { others(outcome) }
            }
        </section>
    };
    classed(&class, section)
}

/// What all that follows is about, while a text cannot be read.
fn earlier(judgement: &Judgement) -> String {
    let name = judgement.card_read.reading.card.as_ref().and_then(|card| card.name.as_deref());
    let whose = name.map(|name| format!(" of `{}`", shown(name, LABEL))).unwrap_or_default();
    let headline = wording::headline(&judgement.outcome);
    format!("All that follows is{whose} as it could last be read, and was decided before: {headline}.")
}

fn why(outcome: &Outcome) -> String {
    match (outcome.plan(), outcome.rejection()) {
        (Some(plan), _) => wording::plan_sentence(plan),
        (None, Some(rejection)) => sentence(&rejection.message),
        (None, None) => String::new(),
    }
}

/// What is wrong with a card that this client can call all the same.
fn odd(outcome: &Outcome) -> Option<Html> {
    outcome.plan()?;
    let is_error = |finding: &&Finding| finding.severity == Severity::Error && finding.target == Target::Card;
    let errors = outcome.findings.iter().filter(is_error).count();
    let number = ["✗ ", &wording::count(errors, "error"), " in the card"].concat();
    let said = html! { <>{ to_findings(&number) }{ ": other clients may refuse it." }</> };
    (errors > 0).then(|| element("p", "", said))
}

/// Where what was compared stands.
fn places(judgement: &Judgement, dispatch: &Dispatch) -> Html {
    match judgement.outcome.rejection() {
        Some(rejection) => {
            place_links(judgement, &rejection.card_pointers, &rejection.profile_pointers, dispatch)
        }
        None => Html::default(),
    }
}

/// The other steps that refuse, which are to be mended too.
fn others(outcome: &Outcome) -> Html {
    let refusing = outcome.steps.iter().filter(|step| step.rejection.is_some());
    let others: Vec<String> = refusing
        .map(|step| step.id)
        .filter(|id| outcome.rejection().is_some_and(|first| first.step != *id))
        .map(|id| id.title().to_ascii_lowercase())
        .collect();
    if others.is_empty() {
        return Html::default();
    }
    paragraph("verdict-others", &format!("After that, {} would refuse too.", others.join(" and ")))
}
