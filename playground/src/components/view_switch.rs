//! Where there is room for one part of the page only: which one.

use yew::prelude::*;

use super::element::marked_word;
use crate::app::Dispatch;
use crate::judgement::Side;
use crate::state::{Action, Question, Session, View};
use crate::wording::{self, Status};

pub(crate) fn view_switch(session: &Session, dispatch: &Dispatch) -> Html {
    let broken = |side: Side| session.document(side).error.is_some().then_some(wording::BROKEN);
    let is_readable = !session.is_stale();
    let decision = session.judgement.as_ref().map(|judgement| {
        if is_readable { wording::decision(judgement.outcome.decision()) } else { wording::UNDECIDED }
    });
    let views = [
        (View::Decision, Question::Decision.title(), decision),
        (View::Card, "Card", broken(Side::Card)),
        (View::Profile, "Profile", broken(Side::Profile)),
    ];
    let button = |(view, title, status): (View, &'static str, Option<Status>)| {
        let dispatch = dispatch.clone();
        let onclick = move |_: MouseEvent| dispatch.dispatch(Action::ViewChosen(view));
        html! {
            <button type="button" {onclick} aria-pressed={(session.view == view).to_string()}>
                <span>{ title }</span>
                { for status.map(marked_word) }
            </button>
        }
    };
    html! { <nav class="view-switch" aria-label="Parts of the page">{ for views.into_iter().map(button) }</nav> }
}
