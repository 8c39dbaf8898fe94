//! The call plan as a table.

use a2a_negotiator::CallPlan;
use yew::prelude::*;

use super::copy_button::CopyButton;
use super::element::block;
use super::plan_rows::{PlanRow, plan_rows};
use super::pretty::pretty;
use crate::judgement::Judgement;
use crate::shared::Shared;

pub(crate) fn plan_table(judgement: &Shared<Judgement>, is_stale: bool) -> Html {
    let Some(plan) = judgement.outcome.plan() else { return Html::default() };
    let to_copy = {
        let judgement = judgement.clone();
        Callback::from(move |()| judgement.outcome.plan().map(as_json).unwrap_or_default())
    };
    let copy = html! { <CopyButton label="Copy as JSON" text={to_copy} disabled={is_stale} /> };
    let table = html! {
        <table class="plan">
            <tbody>{ for plan_rows(plan).into_iter().map(row) }</tbody>
        </table>
    };
    block("plan-title", html! { "Call plan" }, copy, table)
}

fn as_json(plan: &CallPlan) -> String {
    pretty(&a2a_json::to_text(plan).unwrap_or_default())
}

fn row((name, value): PlanRow) -> Html {
    html! { <tr><th scope="row">{ name }</th><td>{ value }</td></tr> }
}
