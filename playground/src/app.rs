//! The page.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Element;
use yew::prelude::*;

use crate::breath::{Drawn, breathe, use_session_below};
use crate::components::{
    Listening, classed, decision_pane, document_pane, gallery_picker, link_notice, set_aside_notice,
    view_switch,
};
use crate::judgement::Side;
use crate::keeper;
use crate::shared::Shared;
use crate::state::{Action, FixResult, Question, Session, View};
use crate::wording;

/// What components tell the page with.
pub(crate) type Dispatch = UseReducerDispatcher<Session>;

#[derive(PartialEq, Properties)]
pub(crate) struct AppProps {
    /// What the page opens with.
    pub(crate) opening: Shared<Session>,
}

#[function_component]
pub(crate) fn App(props: &AppProps) -> Html {
    let session = use_reducer(|| (*props.opening).clone());
    let dispatch = session.dispatcher();

    let drawn = use_state(|| Drawn::Verdict);
    use_effect_with(*drawn, {
        let drawn = drawn.clone();
        move |now| {
            let Some(next) = now.next() else { return };
            spawn_local(async move {
                breathe().await;
                drawn.set(next);
            });
        }
    });

    let below = use_session_below(&session);

    let is_readable = !session.is_stale();
    // A title takes the browser as long as a judgement takes the page, so that it follows the verdict too.
    use_effect_with((below.judgement.clone(), is_readable), |(judgement, is_readable)| {
        if let Some(document) = web_sys::window().and_then(|window| window.document()) {
            let outcome = judgement.as_ref().map(|judgement| &judgement.outcome);
            document.set_title(&wording::page_title(outcome, *is_readable));
        }
    });

    // Each state is kept as it comes about, so that a reload loses nothing.
    let state = (
        session.card.text.clone(),
        session.profile.text.clone(),
        session.skill.clone(),
        session.task_class,
        session.example,
        session.set_aside.clone(),
    );
    let latest = use_mut_ref(|| session.clone());
    *latest.borrow_mut() = session.clone();
    use_effect_with((), move |()| {
        let give = Closure::<dyn Fn(bool) -> String>::new(move |is_draft| {
            let session = latest.borrow();
            if is_draft { session.draft() } else { session.kept() }
        });
        // Without a keeper there are no drafts.
        drop(keeper::holds(give.as_ref()));
        // As long as the page.
        give.forget();
    });
    use_effect_with(state, |_| drop(keeper::changed()));
    use_effect_with((), {
        let dispatch = dispatch.clone();
        move |()| {
            open_link(dispatch.clone());
            let opens = Closure::<dyn Fn()>::new(move || open_link(dispatch.clone()));
            drop(keeper::when_linked(opens.as_ref()));
            // As long as the page.
            opens.forget();
        }
    });

    // What was left is had back by the browser's button.
    use_effect_with((session.question, session.view), |(question, view)| {
        drop(put_in_history(*question, *view));
    });
    use_effect_with((), {
        let dispatch = dispatch.clone();
        move |()| {
            let listening = web_sys::window().map(|window| {
                Listening::new(window.clone().into(), &["popstate"], move |_| {
                    let query = window.location().search().unwrap_or_default();
                    dispatch.dispatch(Action::WentTo(Question::asked_by(&query), view_in_history()));
                })
            });
            move || drop(listening)
        }
    });

    // Another card is read from its verdict on, and so is what a fix made of this one.
    let pane = use_node_ref();
    let texts = (session.card_number, session.card.put.clone(), session.profile.put.clone());
    let fix = match &session.fix_result {
        Some((_, FixResult::Applied(applied))) => Some(applied.fix.clone()),
        _ => None,
    };
    use_effect_with((pane.clone(), texts, fix), |(pane, _, _)| {
        if let Some(pane) = pane.cast::<Element>() {
            pane.set_scroll_top(0);
        }
    });

    let view = ["page view-", session.view.as_str(), if *drawn == Drawn::Whole { "" } else { " is-opening" }]
        .concat();
    html! {
        <>
            { gallery_picker(&session, *drawn == Drawn::Whole, &dispatch) }
            <div class="notices">
                if let Some(why) = &session.link_problem {
                    { link_notice(why, &dispatch) }
                }
                { set_aside_notice(&session.set_aside, &dispatch) }
            </div>
            { classed(&view, html! {
                <main>
                    { view_switch(&session, &dispatch) }
                    if *drawn >= Drawn::Documents {
                        { document_pane(Side::Card, &session, &dispatch) }
                        { document_pane(Side::Profile, &session, &dispatch) }
                        <pane-divider divides="rows" />
                        <pane-divider divides="columns" />
                    }
                    { decision_pane(&session, below, &pane, *drawn, &dispatch) }
                </main>
            }) }
        </>
    }
}

/// The width from which a window shows all parts of the page at once (see `layout.css`).
const WIDE: f64 = 900.0;

/// Has the page's address ask a question, and the browser's history know which part of the page a narrow window
/// shows, unless they do already.
fn put_in_history(question: Question, view: View) -> Result<(), JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let location = window.location();
    let is_narrow = window.inner_width()?.as_f64().is_some_and(|width| width < WIDE);
    let is_there = Question::asked_by(&location.search()?) == question;
    if !is_there || is_narrow && view_in_history() != view {
        let search = if is_there { location.search()? } else { question.query() };
        let address = [location.pathname()?, search, location.hash()?].concat();
        window.history()?.push_state_with_url(&view.as_str().into(), "", Some(&address))?;
    }
    Ok(())
}

/// The part of the page that the browser's history shows in a narrow window.
pub(crate) fn view_in_history() -> View {
    let history = web_sys::window().and_then(|window| window.history().ok());
    let state = history.and_then(|history| history.state().ok()).and_then(|state| state.as_string());
    View::named(&state.unwrap_or_default())
}

/// Opens what the link holds that somebody has come by, if it is one.
fn open_link(dispatch: Dispatch) {
    spawn_local(async move {
        // Without a keeper there are no links.
        let Ok(linked) = keeper::linked() else { return };
        match JsFuture::from(linked).await {
            Ok(kept) => {
                if let Some(kept) = kept.as_string().filter(|kept| !kept.is_empty()) {
                    dispatch.dispatch(Action::Opened(kept));
                }
            }
            Err(why) => dispatch.dispatch(Action::LinkFailed(why.as_string().unwrap_or_default())),
        }
    });
}
