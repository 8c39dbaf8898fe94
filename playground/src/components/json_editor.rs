//! The editor of one document.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::EventTarget;
use yew::prelude::*;

use super::listening::{Listening, whole};
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
        let (side, dispatch) = (*side, dispatch.clone());
        let listening = node.get().map(EventTarget::from).zip(element(node)).map(|(target, element)| {
            Listening::new(target, &["edit", "caret", "put"], move |event| {
                let detail = event.detail();
                dispatch.dispatch(match (detail.as_f64(), detail.as_string()) {
                    (Some(line), _) => Action::CaretMoved(side, whole(line)),
                    (None, Some(text)) => Action::Put(side, text),
                    (None, None) => Action::Edited(side, element.text().unwrap_or_default().as_str().into()),
                });
            })
        });
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
        Command::Patch(patch) => element.patch(patch),
        Command::TakeBack => element.take_back(),
    };
    match begun {
        Ok(begun) => JsFuture::from(begun).await.is_ok(),
        Err(_) => false,
    }
}
