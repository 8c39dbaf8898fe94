//! Agent cards of all generations, read into one model.
//!
//! The reader never fails on a JSON object: it reads what is there, and every departure from the shape
//! becomes a finding. It is the steps that refuse.

mod capabilities;
mod early_authentication;
pub(crate) mod fields;
mod interfaces;
mod model;
mod modes;
mod not_a_card;
mod older_interfaces;
pub(crate) mod payments;
mod reader;
mod requirement;
mod requirements;
mod scheme_kinds;
mod schemes;
mod skills;
mod spelling;
mod stray_security;
mod unknown;

pub(crate) use model::{ASSUMED_MODE, urls_of};
pub use model::{
    AgentCard, Capabilities, CardReading, Extension, Generation, Interface, Mode, Modes, OAuthFlow,
    PushSupport, Requirement, RequirementScheme, Requirements, SchemeKind, SecurityScheme, Skill,
};
pub use reader::read_card;
pub(crate) use reader::read_to_decide;
pub(crate) use spelling::is_field;
