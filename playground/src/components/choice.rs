//! A choice among several: a selection that always shows what the page has chosen.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChoiceOption {
    /// What it is known by.
    pub(crate) value: String,
    /// What it is called.
    pub(crate) text: String,
    /// What more there is to say of it.
    pub(crate) about: Option<String>,
    /// Whether it is only shown, and cannot be chosen again.
    pub(crate) is_gone: bool,
}

impl ChoiceOption {
    pub(crate) fn new(value: impl Into<String>, text: impl Into<String>) -> Self {
        Self { value: value.into(), text: text.into(), about: None, is_gone: false }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ChoiceProps {
    /// The id of the selection.
    pub(crate) id: AttrValue,
    pub(crate) options: Vec<ChoiceOption>,
    /// The value of what is chosen.
    pub(crate) chosen: String,
    pub(crate) on_choose: Callback<String>,
}

#[function_component]
pub(crate) fn Choice(props: &ChoiceProps) -> Html {
    let node = use_node_ref();
    // A selection that somebody has used ignores which option says that it is selected.
    use_effect_with((node.clone(), props.chosen.clone(), props.options.clone()), |(node, chosen, _)| {
        if let Some(select) = node.cast::<HtmlSelectElement>() {
            select.set_value(chosen);
        }
    });
    let onchange = {
        let on_choose = props.on_choose.clone();
        move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                on_choose.emit(select.value());
            }
        }
    };
    let option = |option: &ChoiceOption| {
        html! {
            <option
                value={option.value.clone()}
                title={option.about.clone()}
                selected={option.value == props.chosen}
                disabled={option.is_gone}
            >
                { &option.text }
            </option>
        }
    };
    html! { <select ref={node} id={props.id.clone()} {onchange}>{ for props.options.iter().map(option) }</select> }
}
