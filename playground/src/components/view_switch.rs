//! Where there is room for one part of the page only: which one.

use yew::prelude::*;

use crate::app::Dispatch;
use crate::state::{Action, Session, View};
use crate::wording;

pub(crate) fn view_switch(session: &Session, dispatch: &Dispatch) -> Html {
    let broken = |is_broken: bool| is_broken.then_some(("✗", "broken", "refused"));
    let decision = session
        .judgement
        .as_ref()
        .map(|judgement| wording::decision(judgement.outcome.decision()))
        .map(|status| (status.mark, status.word, status.class));
    let views = [
        (View::Decision, "Decision", decision),
        (View::Card, "Card", broken(session.card.error.is_some())),
        (View::Profile, "Profile", broken(session.profile.error.is_some())),
    ];
    let button =
        |(view, title, status): (View, &'static str, Option<(&'static str, &'static str, &'static str)>)| {
            let dispatch = dispatch.clone();
            let onclick = move |_: MouseEvent| dispatch.dispatch(Action::ViewChosen(view));
            html! {
                <button type="button" {onclick} aria-pressed={(session.view == view).to_string()}>
                    <span>{ title }</span>
                    if let Some((mark, word, class)) = status {
                        <span class={classes!("status", class)}>
                            <span aria-hidden="true">{ mark }</span>{ " " }{ word }
                        </span>
                    }
                </button>
            }
        };
    html! { <nav class="view-switch" aria-label="Parts of the page">{ for views.into_iter().map(button) }</nav> }
}
