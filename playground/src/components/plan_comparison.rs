//! A plan, and what the steps said, beside what came before, with what has changed.

use a2a_negotiator::{CallPlan, Outcome, Step};
use yew::prelude::*;

use super::element::{element, marked_word};
use super::plan_rows::{PlanRow, plan_rows};
use super::prose::prose;
use crate::shown::{MESSAGE, shown};
use crate::wording;

pub(crate) fn plan_comparison(before: &CallPlan, now: &CallPlan) -> Html {
    table("Plan before", "Plan now", compared(plan_rows(before), plan_rows(now)))
}

/// The steps that say something else than before, each with both; nothing where all say the same.
pub(crate) fn step_comparison(before: &Outcome, now: &Outcome) -> Html {
    let rows = compared(step_rows(before), step_rows(now));
    let changed: Vec<Compared> = rows.into_iter().filter(|row| row.before != row.now).collect();
    if changed.is_empty() { Html::default() } else { table("Step before", "Step now", changed) }
}

fn step_rows(outcome: &Outcome) -> Vec<PlanRow> {
    let row = |step: &Step| {
        let summary = prose(&shown(&step.summary, MESSAGE));
        (step.id.title(), html! { <>{ marked_word(wording::step(step.status)) }{ " " }{ summary }</> })
    };
    outcome.steps.iter().map(row).collect()
}

fn table(before: &'static str, now: &'static str, rows: Vec<Compared>) -> Html {
    html! {
        <table class="plan plan-comparison">
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">{ before }</th>
                    <th scope="col">{ now }</th>
                </tr>
            </thead>
            <tbody>{ for rows.into_iter().map(row) }</tbody>
        </table>
    }
}

/// A part of both plans, or a step of both outcomes.
#[derive(Debug, PartialEq)]
struct Compared {
    name: &'static str,
    before: Option<Html>,
    now: Option<Html>,
}

/// The parts of both plans in the order of the first, then those that only the second has.
fn compared(before: Vec<PlanRow>, mut now: Vec<PlanRow>) -> Vec<Compared> {
    let mut rows: Vec<Compared> = before
        .into_iter()
        .map(|(name, value)| {
            let same = now.iter().position(|(other, _)| *other == name).map(|index| now.remove(index).1);
            Compared { name, before: Some(value), now: same }
        })
        .collect();
    rows.extend(now.into_iter().map(|(name, value)| Compared { name, before: None, now: Some(value) }));
    rows
}

fn row(row: Compared) -> Html {
    let Compared { name, before, now } = row;
    if before == now {
        return html! {
            <tr>
                <th scope="row">{ name }</th>
                <td>{ before }</td>
                <td>{ element("span", "quiet-word", html! { "the same" }) }</td>
            </tr>
        };
    }
    let value = |value: Option<Html>| value.unwrap_or_else(|| html! { "nothing" });
    html! {
        <tr class="is-changed">
            <th scope="row">{ name }{ " " }{ element("span", "status accent", html! { "changed" }) }</th>
            <td data-label="before">{ value(before) }</td>
            <td data-label="now">{ value(now) }</td>
        </tr>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_one_plan_has_alone_stand_beside_nothing() {
        let part = |name, text: &str| (name, html! { text.to_owned() });
        let before = vec![part("Call", "a"), part("Tenant", "t"), part("Progress", "stream")];
        let now = vec![part("Call", "b"), part("Progress", "stream"), part("Extensions", "e")];
        let rows = compared(before, now);
        let changed: Vec<&str> =
            rows.iter().filter(|row| row.before != row.now).map(|row| row.name).collect();
        assert_eq!(changed, ["Call", "Tenant", "Extensions"]);
        assert_eq!(
            rows.iter().map(|row| row.name).collect::<Vec<_>>(),
            ["Call", "Tenant", "Progress", "Extensions"]
        );
    }
}
