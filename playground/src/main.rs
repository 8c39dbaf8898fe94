//! The playground: a page on which card authors watch a negotiation while they edit the agent card and
//! the client profile.
//!
//! All that happens goes through one pure reducer, [`state`]; the components only show what it holds.

mod app;
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

fn main() {
    let Some(root) = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id("app"))
    else {
        return;
    };
    yew::Renderer::<app::App>::with_root(root).render();
}
