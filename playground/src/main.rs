//! The playground: a page on which card authors watch a negotiation while they edit the agent card and
//! the client profile.
//!
//! All that happens goes through one pure reducer, [`state`]; the components only show what it holds.

mod app;
mod breath;
mod components;
mod editor;
mod fetch;
mod gallery;
mod judgement;
mod keeper;
mod report;
mod shared;
mod shown;
mod state;
mod wording;

use wasm_bindgen_futures::spawn_local;

use breath::breathe;
use judgement::Side;
use shared::Shared;
use state::Session;

fn main() {
    let Some(root) = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id("app"))
    else {
        return;
    };
    spawn_local(async {
        let opening = opened().await;
        yew::Renderer::<app::App>::with_root_and_props(root, app::AppProps { opening }).render();
    });
}

/// What the page opens with. It is read piece by piece, so that a slow machine can do something else in between.
async fn opened() -> Shared<Session> {
    let query = web_sys::window().and_then(|window| window.location().search().ok()).unwrap_or_default();
    let draft = keeper::draft().ok().flatten();
    let mut session = Session::unread(draft.as_deref()).asked_by(&query);
    session.view = app::view_in_history();
    for side in [Side::Card, Side::Profile] {
        breathe().await;
        session.read_next(side);
    }
    breathe().await;
    Shared::new(session)
}
