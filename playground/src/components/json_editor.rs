//! The editor of one document.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{CustomEvent, Event};
use yew::prelude::*;

use crate::app::Dispatch;
use crate::editor::JsonEditorElement;
use crate::judgement::Side;
use crate::shared::Shared;
use crate::state::{Action, Command, LastCommand};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct JsonEditorProps {
    /// The document that it is the editor of.
    pub(crate) side: Side,
    /// What it is called.
    pub(crate) label: AttrValue,
    /// The schema that it completes by, if there is one.
    pub(crate) schema: Option<&'static str>,
    /// The text that the page puts in place. The editor owns it from then on.
    pub(crate) put: Shared<str>,
    /// What it shows beside the text.
    pub(crate) annotations: AttrValue,
    /// What it is told to do.
    pub(crate) told: Option<LastCommand>,
    pub(crate) dispatch: Dispatch,
}

#[function_component]
pub(crate) fn JsonEditor(props: &JsonEditorProps) -> Html {
    let node = use_node_ref();

    // Without its script the element is empty, and there is nothing to be done about it here: the
    // results of its methods are of no use.
    use_effect_with((node.clone(), props.put.clone()), |(node, put)| {
        if let Some(element) = element(node) {
            let _ = element.replace(put);
        }
    });
    use_effect_with(
        (node.clone(), props.put.clone(), props.annotations.clone()),
        |(node, _, annotations)| {
            if let Some(element) = element(node) {
                let _ = element.annotate(annotations);
            }
        },
    );
    {
        let (side, dispatch) = (props.side, props.dispatch.clone());
        use_effect_with((node.clone(), props.told.clone()), move |(node, told)| {
            if let (Some(element), Some(told)) = (element(node), told) {
                let command = told.command.clone();
                spawn_local(async move {
                    let done = execute(&element, &command).await;
                    dispatch.dispatch(Action::CommandDone(side, command, done));
                });
            }
        });
    }
    use_effect_with((node.clone(), props.side, props.dispatch.clone()), |(node, side, dispatch)| {
        let listening = element(node).map(|element| Listening::new(element, *side, dispatch));
        move || drop(listening)
    });

    html! { <json-editor ref={node} label={props.label.clone()} schema={props.schema} /> }
}

fn element(node: &NodeRef) -> Option<JsonEditorElement> {
    node.get().map(JsCast::unchecked_into)
}

/// Does what the editor was told; `false` where that is not possible.
async fn execute(element: &JsonEditorElement, command: &Command) -> bool {
    let begun = match command {
        Command::Reveal { offset, focus } => {
            return element.reveal(u32::try_from(*offset).unwrap_or(u32::MAX), *focus).is_ok();
        }
        // Names and plain values can always be written.
        Command::Apply(fix) => element.patch(&a2a_json::to_text(&fix.patch).unwrap_or_default()),
        Command::Undo => element.undo(),
    };
    match begun {
        Ok(begun) => JsFuture::from(begun).await.is_ok(),
        Err(_) => false,
    }
}

/// Listens to the element's events until it is dropped.
struct Listening {
    element: JsonEditorElement,
    edit: Closure<dyn FnMut(Event)>,
    caret: Closure<dyn FnMut(Event)>,
}

impl Listening {
    fn new(element: JsonEditorElement, side: Side, dispatch: &Dispatch) -> Self {
        let edit = {
            let (element, dispatch) =
                (JsCast::unchecked_into::<JsonEditorElement>(element.clone()), dispatch.clone());
            Closure::<dyn FnMut(Event)>::new(move |_| {
                let text = element.text().unwrap_or_default();
                dispatch.dispatch(Action::Edited(side, text.as_str().into()));
            })
        };
        let caret = {
            let dispatch = dispatch.clone();
            Closure::<dyn FnMut(Event)>::new(move |event: Event| {
                let line = event.dyn_ref::<CustomEvent>().and_then(|event| event.detail().as_f64());
                if let Some(line) = line {
                    dispatch.dispatch(Action::CaretMoved(side, whole(line)));
                }
            })
        };
        let _ = element.add_event_listener_with_callback("edit", edit.as_ref().unchecked_ref());
        let _ = element.add_event_listener_with_callback("caret", caret.as_ref().unchecked_ref());
        Self { element, edit, caret }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.element.remove_event_listener_with_callback("edit", self.edit.as_ref().unchecked_ref());
        let _ =
            self.element.remove_event_listener_with_callback("caret", self.caret.as_ref().unchecked_ref());
    }
}

/// A line number as JavaScript has it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates, and a line is a small whole number"
)]
const fn whole(line: f64) -> usize {
    line as usize
}
