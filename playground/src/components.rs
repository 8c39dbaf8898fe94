//! The parts of the page, each named for what it shows. Those with a state of their own are components of
//! Yew; the others are functions, which weigh less and are drawn with what holds them.

mod candidate_row;
mod card_view;
mod choice;
mod copy_button;
mod decision_pane;
mod degradation_list;
mod document_pane;
mod element;
mod explanation;
mod fetch_form;
mod finding_list;
mod fix_list;
mod fix_notice;
mod fold;
mod gallery_picker;
mod intent_form;
mod interface_matrix;
mod json_editor;
mod ladder;
mod ladder_step;
mod listening;
mod notices;
mod place_links;
mod plan_comparison;
mod plan_rows;
mod plan_table;
mod pretty;
mod prose;
mod question_links;
mod take_along;
mod verdict;
mod view_switch;
mod what_if;

pub(crate) use decision_pane::decision_pane;
pub(crate) use document_pane::document_pane;
pub(crate) use element::classed;
pub(crate) use gallery_picker::gallery_picker;
pub(crate) use listening::Listening;
pub(crate) use notices::{link_notice, set_aside_notice};
pub(crate) use view_switch::view_switch;
