//! Links to the lines that a statement stands on.

use a2a_negotiator::Pointer;
use yew::prelude::*;

use crate::app::Dispatch;
use crate::judgement::{Judgement, Side};
use crate::shown::{LABEL, shown};
use crate::state::Action;

/// How many links are shown for one statement and side.
const MOST_LINKS: usize = 8;

pub(crate) fn place_links(
    judgement: &Judgement,
    card: &[Pointer],
    profile: &[Pointer],
    dispatch: &Dispatch,
) -> Html {
    html! {
        <span class="places">
            { links(Side::Card, card, judgement, dispatch) }
            { links(Side::Profile, profile, judgement, dispatch) }
        </span>
    }
}

/// One link for each line.
fn links(side: Side, pointers: &[Pointer], judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let mut linked = Vec::new();
    let mut links = Vec::new();
    for pointer in pointers {
        let Some(place) = judgement.place(side, pointer) else { continue };
        if linked.len() == MOST_LINKS || linked.contains(&place.key.line) {
            continue;
        }
        linked.push(place.key.line);
        let offset = place.key.offset;
        let dispatch = dispatch.clone();
        let onclick = move |_: MouseEvent| dispatch.dispatch(Action::PlaceChosen(side, offset));
        let title = if pointer.as_str().is_empty() { "/".into() } else { shown(pointer.as_str(), LABEL) };
        links.push(html! {
            <button type="button" class="place" {onclick} {title}>
                { format!("{} line {}", side.word(), place.key.line) }
            </button>
        });
    }
    links.into_iter().collect()
}
