//! The gallery: examples to start from, each with what it promises.

use yew::prelude::*;

use super::choice::{Choice, ChoiceOption};
use super::element::paragraph;
use crate::app::Dispatch;
use crate::gallery::{GALLERY, NAMES};
use crate::state::{Action, Session};

/// Stands for texts that are not of the gallery.
const OWN: &str = "own";

/// Stands for an entry that was edited: what it promises holds as long as it is not.
const EDITED: &str = "edited";

/// With all entries only where it `is_whole`: a page that opens shows the one that is chosen before it has them.
pub(crate) fn gallery_picker(session: &Session, is_whole: bool, dispatch: &Dispatch) -> Html {
    // What an example promises holds for its own card only.
    let example = session.example.filter(|index| {
        GALLERY.get(*index).is_some_and(|example| !session.is_another_card_than(&example.card))
    });
    let shown = example.and_then(|index| GALLERY.get(index));
    // By what it says, whoever put it there: the page puts other profiles in place too.
    let is_edited = shown
        .is_some_and(|entry| *session.card.text != *entry.card || *session.profile.text != *entry.profile);
    let on_choose = {
        let dispatch = dispatch.clone();
        move |value: String| {
            if let Ok(index) = value.parse() {
                dispatch.dispatch(Action::ExampleChosen(index));
            }
        }
    };
    let own = ChoiceOption { is_gone: true, ..ChoiceOption::new(OWN, "a card of your own") };
    let listed = (0..NAMES.len()).filter(|index| is_whole || Some(*index) == example);
    let entries =
        listed.filter_map(|index| Some((index, GALLERY.get(index)?))).map(|(index, entry)| ChoiceOption {
            about: Some(entry.note.clone()),
            ..ChoiceOption::new(index.to_string(), format!("{}: {}", entry.title, entry.promise))
        });
    let edited = shown.filter(|_| is_edited).map(|entry| ChoiceOption {
        is_gone: true,
        ..ChoiceOption::new(EDITED, [&entry.title, ", edited"].concat())
    });
    let own = example.is_none().then_some(own);
    let options: Vec<ChoiceOption> = own.into_iter().chain(edited).chain(entries).collect();
    let chosen = match example {
        None => OWN.into(),
        Some(_) if is_edited => EDITED.into(),
        Some(index) => index.to_string(),
    };
    let about = shown.map(|entry| {
        if is_edited { ["Before it was edited: ", &entry.note].concat() } else { entry.note.clone() }
    });
    html! {
        <section class="gallery" aria-label="Examples">
            <div class="gallery-row">
                <label class="field">
                    <span>
                        { "Example" }
                        if is_edited {
                            <em class="edited">{ "edited" }</em>
                        }
                    </span>
                    <Choice id="example" {options} {chosen} {on_choose} />
                </label>
                <button type="button" class="quiet-button" data-opens="examples" aria-haspopup="dialog">
                    { "Search" }
                </button>
            </div>
            if let Some(about) = about {
                { paragraph("gallery-note", &about) }
            }
        </section>
    }
}
