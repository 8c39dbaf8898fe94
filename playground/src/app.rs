//! The page.

use web_sys::Element;
use yew::prelude::*;

use crate::components::{
    decision_pane, document_pane, gallery_picker, page_footer, set_aside_notice, view_switch,
};
use crate::judgement::Side;
use crate::state::{FixResult, Session, View};
use crate::wording;

/// What components tell the page with.
pub(crate) type Dispatch = UseReducerDispatcher<Session>;

#[function_component]
pub(crate) fn App() -> Html {
    let session = use_reducer(Session::default);
    let dispatch = session.dispatcher();

    use_effect_with(session.judgement.clone(), |judgement| {
        if let Some(document) = web_sys::window().and_then(|window| window.document()) {
            document.set_title(&wording::page_title(judgement.as_ref().map(|judgement| &judgement.outcome)));
        }
    });

    // Another card is read from its verdict on, and so is what a fix made of this one.
    let pane = use_node_ref();
    let texts = (session.card.put.clone(), session.profile.put.clone());
    let is_fixed = matches!(session.fix_result, Some((_, FixResult::Applied(_))));
    use_effect_with((pane.clone(), texts, is_fixed), |(pane, _, _)| {
        if let Some(pane) = pane.cast::<Element>() {
            pane.set_scroll_top(0);
        }
    });

    let view = match session.view {
        View::Decision => "view-decision",
        View::Card => "view-card",
        View::Profile => "view-profile",
    };
    html! {
        <>
            <header class="page-header">
                <div class="page-question">
                    <p class="page-name">{ "A2A negotiation playground" }</p>
                    <h1>{ "Can this client call this agent?" }</h1>
                    <p class="page-promise">
                        { "The card says what the agent offers, the profile what the client can. Five steps decide, before the first message. Edit either and watch." }
                    </p>
                </div>
                { gallery_picker(&session, &dispatch) }
            </header>
            if let Some(set_aside) = &session.set_aside {
                { set_aside_notice(set_aside, &dispatch) }
            }
            <main class={["page ", view].concat()}>
                { view_switch(&session, &dispatch) }
                { document_pane(Side::Card, &session, &dispatch) }
                { document_pane(Side::Profile, &session, &dispatch) }
                { decision_pane(&session, &pane, &dispatch) }
            </main>
            { page_footer() }
        </>
    }
}
