//! Texts of which one is shown at a time, by tabs as the ARIA practices have them: one stop for Tab, and the
//! arrow keys go through them.

use yew::prelude::*;

use super::focus::focus;

/// The tabs and the text of the chosen one.
pub(crate) fn tabs(
    name: &str,
    texts: &[(&'static str, String)],
    chosen: usize,
    on_choose: &Callback<usize>,
) -> Html {
    let last = texts.len().saturating_sub(1);
    let chosen = chosen.min(last);
    let tab_id = |index: usize| format!("{name}-tab-{index}");
    let panel_id = format!("{name}-panel");
    let onkeydown = {
        let (on_choose, name) = (on_choose.clone(), name.to_owned());
        move |event: KeyboardEvent| {
            let next = match event.key().as_str() {
                "ArrowRight" => (chosen + 1) % (last + 1),
                "ArrowLeft" => (chosen + last) % (last + 1),
                "Home" => 0,
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            on_choose.emit(next);
            focus(&format!("{name}-tab-{next}"));
        }
    };
    let tab = |(index, (title, _)): (usize, &(&'static str, String))| {
        let on_choose = on_choose.clone();
        let is_chosen = index == chosen;
        html! {
            <button
                type="button"
                role="tab"
                id={tab_id(index)}
                aria-selected={is_chosen.to_string()}
                aria-controls={panel_id.clone()}
                tabindex={if is_chosen { "0" } else { "-1" }}
                onclick={move |_: MouseEvent| on_choose.emit(index)}
            >
                { *title }
            </button>
        }
    };
    html! {
        <div class="tabs">
            <div role="tablist" aria-label="Form of the request" {onkeydown}>
                { for texts.iter().enumerate().map(tab) }
            </div>
            // Scrolls by itself, so that it must be reachable by keyboard.
            <pre role="tabpanel" id={panel_id.clone()} aria-labelledby={tab_id(chosen)} tabindex="0">
                { for texts.get(chosen).map(|(_, text)| text.clone()) }
            </pre>
        </div>
    }
}
