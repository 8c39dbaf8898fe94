//! The modes that hold on the card's side.

use crate::Pointer;
use crate::card::{ASSUMED_MODE, Mode, Modes};
use crate::media_type::ClientMode;

/// The modes that hold on the card's side: what is declared, else what is assumed.
pub(super) struct Offered<'a> {
    modes: &'a [Mode],
    assumed: Vec<Mode>,
    pub(super) pointer: &'a Pointer,
}

impl<'a> Offered<'a> {
    pub(super) fn of(modes: &'a Modes) -> Self {
        let assumed = if modes.modes.is_empty() {
            vec![Mode { value: ASSUMED_MODE.into(), pointer: modes.pointer.clone() }]
        } else {
            Vec::new()
        };
        Self { modes: &modes.modes, assumed, pointer: &modes.pointer }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Mode> {
        self.modes.iter().chain(&self.assumed)
    }

    /// The first that a mode of the client is.
    pub(super) fn find(&self, client: &str, normalize: bool) -> Option<&Mode> {
        let client = ClientMode::of(client, normalize);
        self.iter().find(|offered| client.is(&offered.value))
    }

    pub(super) fn values(&self) -> Vec<String> {
        self.iter().map(|mode| mode.value.clone()).collect()
    }

    /// `, assumed …`, where it is.
    pub(super) const fn note(&self) -> &'static str {
        if self.assumed.is_empty() { "" } else { ", assumed since the card declares none" }
    }

    /// The same amid a sentence.
    pub(super) const fn aside(&self) -> &'static str {
        if self.assumed.is_empty() { "" } else { " (assumed, since the card declares none)" }
    }
}
