//! What an edit has changed: the outcome beside one that was pinned before.

use yew::prelude::*;

use super::decision_pane::unreadable;
use super::element::{block, button, paragraph};
use super::plan_comparison::{plan_comparison, step_comparison};
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::shared::Shared;
use crate::state::{Action, Session};
use crate::wording;

pub(crate) fn what_if(session: &Session, now: &Shared<Judgement>, dispatch: &Dispatch) -> Html {
    let Some(pinned) = &session.pinned else { return Html::default() };
    let (before, after) = (&pinned.outcome, &now.outcome);
    let (plan_before, plan_now) = (before.plan(), after.plan());
    let headlines = [wording::headline(before), wording::headline(after)];
    let is_stale = unreadable(session);
    let said = if let Some(documents) = &is_stale {
        format!("Not decided now, since {documents} cannot be read. It was: {}.", headlines[0])
    } else if pinned == now {
        "This is the outcome that you pinned. Edit the card or the profile, and see here what it changes. `Compare cards` above takes the pinned card too."
            .into()
    } else if plan_before.is_some() && plan_before == plan_now {
        "The plan is as it was.".into()
    } else if headlines[0] == headlines[1] {
        format!("{}, before and now.", headlines[0])
    } else {
        format!("It was: {}. It is now: {}.", headlines[0], headlines[1])
    };
    let (comparison, steps) = if is_stale.is_some() {
        Default::default()
    } else {
        let comparison = match (plan_before, plan_now) {
            (Some(before), Some(now)) if before != now => plan_comparison(before, now),
            _ => Html::default(),
        };
        (comparison, step_comparison(before, after))
    };
    let dispatch = dispatch.clone();
    let end = button("quiet-button", "Unpin", move |_| dispatch.dispatch(Action::PinToggled));
    let body =
        html! { <div class="what-if" role="status">{ paragraph("", &said) }{ comparison }{ steps }</div> };
    block("what-if-title", html! { "Since you pinned it" }, end, body)
}
