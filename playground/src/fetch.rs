//! Fetching a card: which addresses are tried, and what is said when none gives one.

mod address;
mod failure;
mod request;

pub(crate) use address::addresses;
pub(crate) use failure::Failure;
pub(crate) use request::{Fetched, Progress, Stop, fetch_card};
