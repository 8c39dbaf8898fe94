//! Interfaces, whose order says which the agent prefers.

use super::{About, ChangeClass, Differ};
use crate::card::Interface;
use crate::words::quote;
use crate::{StepId, url};

const INTERFACE: About<'static> = About::step(StepId::Interface);

impl<'d> Differ<'d> {
    pub(super) fn interfaces(&mut self) {
        let push = self.new.card.capabilities.push_notifications.supported;
        let old = distinct(&self.old.card.supported_interfaces);
        let new = distinct(&self.new.card.supported_interfaces);
        // A callback on the client's own machine is reached while the agent is there too.
        let leaves = push && old.iter().any(|one| is_local(one)) && !new.iter().all(|one| is_local(one));
        let elsewhere = if leaves { ChangeClass::Breaking } else { ChangeClass::Compatible };

        let (kept, removed): (Vec<&Interface>, Vec<&Interface>) =
            old.iter().partition(|one| place(&new, one).is_some());
        let (kept_now, mut added): (Vec<&Interface>, Vec<&Interface>) =
            new.iter().partition(|one| place(&old, one).is_some());
        for interface in removed {
            self.removed_interface(interface, &mut added);
        }
        for interface in added {
            let class = if is_local(interface) { ChangeClass::Compatible } else { elsewhere };
            let message = [&label(interface), " is new"].concat();
            self.change(class, INTERFACE, None, Some(&interface.pointer), &message);
        }
        let is_reordered = kept.iter().zip(&kept_now).any(|(old, now)| !is_same(old, now));
        if let (true, Some(before), Some(now)) = (is_reordered, kept.first(), kept_now.first()) {
            let message = ["the interfaces stand in another order, ", &label(now), " first"].concat();
            self.change(elsewhere, INTERFACE, Some(&before.pointer), Some(&now.pointer), &message);
        }
        for interface in kept {
            let now = kept_now.iter().find(|now| is_same(now, interface) && now.tenant != interface.tenant);
            let Some(now) = now else { continue };
            let tenant = now.tenant.as_ref().map_or("no tenant".to_owned(), |tenant| quote(tenant));
            let message = ["the tenant of ", &label(now), " is ", &tenant, " now"].concat();
            let (before, now) = (Some(&interface.pointer), Some(&now.pointer));
            self.change(ChangeClass::Compatible, INTERFACE, before, now, &message);
        }
    }

    /// An interface that is gone or, where one came in its place, that changed.
    fn removed_interface(&mut self, interface: &'d Interface, added: &mut Vec<&'d Interface>) {
        let is_moved = |other: &&Interface| {
            other.protocol_binding == interface.protocol_binding
                && other.protocol_version == interface.protocol_version
        };
        let is_at_its_place = |other: &&Interface| {
            other.protocol_binding == interface.protocol_binding && other.url == interface.url
        };
        let in_its_place = added.iter().position(is_moved).or_else(|| added.iter().position(is_at_its_place));
        let before = Some(&interface.pointer);
        let Some(other) = in_its_place.map(|place| added.remove(place)) else {
            let message = [&label(interface), " is gone"].concat();
            self.change(ChangeClass::Breaking, INTERFACE, before, None, &message);
            return;
        };
        let stays = is_moved(&other)
            && url::same_origin(&interface.url, &other.url) == Some(true)
            && url::problem_for_anyone(&other.url, other.protocol_binding.as_deref()).is_none();
        let class = if stays { ChangeClass::Compatible } else { ChangeClass::Breaking };
        let message = [&label(other), " stands in the place of ", &label(interface)].concat();
        self.change(class, INTERFACE, before, Some(&other.pointer), &message);
    }
}

/// The interfaces, and of those that are the same the first.
fn distinct(interfaces: &[Interface]) -> Vec<&Interface> {
    let mut found: Vec<&Interface> = Vec::new();
    for interface in interfaces {
        if place(&found, interface).is_none() {
            found.push(interface);
        }
    }
    found
}

fn place(interfaces: &[&Interface], interface: &Interface) -> Option<usize> {
    interfaces.iter().position(|other| is_same(other, interface))
}

/// Whether two interfaces are one, by URL, binding and version.
fn is_same(one: &Interface, other: &Interface) -> bool {
    one.url == other.url
        && one.protocol_binding == other.protocol_binding
        && one.protocol_version == other.protocol_version
        && one.version_unknown == other.version_unknown
}

fn is_local(interface: &Interface) -> bool {
    url::is_on_loopback(&interface.url)
}

fn label(interface: &Interface) -> String {
    let binding = interface.protocol_binding.as_deref().unwrap_or("unnamed binding");
    let spoken = match interface.protocol_version {
        Some(version) => quote(&[binding, " ", &version.text()].concat()),
        None => [&quote(binding), " of an unknown version"].concat(),
    };
    [&spoken, " at ", &quote(&interface.url)].concat()
}
