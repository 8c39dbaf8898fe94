//! Whether credentials can be sent together: each has a place of its own in a request, which nothing else
//! has.

use super::address::has_parameter;
use super::headers::{is_of_the_page, is_own};
use super::table::is_own_parameter;
use crate::card::SecurityScheme;
use crate::words::quote;
use crate::{Placement, PlacementLocation};

/// Where requests go, as far as it is known.
#[derive(Clone, Copy, Default)]
pub(crate) struct Destination<'d> {
    /// The URL with the binding spoken there.
    pub(crate) interface: Option<(&'d str, &'d str)>,
    /// Whether a page in a browser sends them.
    pub(crate) from_page: bool,
}

/// Why a credential cannot be sent; a clause that follows its name.
pub(crate) struct Unsendable {
    pub(crate) reason: String,
    /// Whether it is the page that cannot send it.
    pub(crate) by_page: bool,
}

/// Why one of the schemes of an alternative cannot be presented together with those before it, if so.
pub(crate) fn unsendable(
    schemes: &[Option<&SecurityScheme>],
    index: usize,
    destination: Destination<'_>,
) -> Option<Unsendable> {
    let mine = schemes.get(index).copied().flatten()?.placement.as_ref()?;
    let mut others = schemes.iter().take(index).flatten().filter_map(|scheme| scheme.placement.as_ref());
    let (by_page, why) = if let Some(why) = own(mine, destination.interface) {
        (false, why)
    } else if others.any(|other| is_same(mine, other)) {
        (false, ", where another one goes that is needed with it")
    } else if destination.from_page {
        (true, not_of_a_page(mine)?)
    } else {
        return None;
    };
    let reason = match mine.location {
        PlacementLocation::Tls => why.to_owned(),
        location => [" goes into the ", location.as_str(), " ", &quote(&mine.name), why].concat(),
    };
    Some(Unsendable { reason, by_page })
}

/// Whether two credentials would be at the same place. Names of headers are the same in any case, and all
/// cookies are in one header.
fn is_same(one: &Placement, other: &Placement) -> bool {
    let is_all_cookies = |placement: &Placement| {
        placement.location == PlacementLocation::Header && placement.name.eq_ignore_ascii_case("cookie")
    };
    let is_cookie = |placement: &Placement| placement.location == PlacementLocation::Cookie;
    match (one.location, other.location) {
        (PlacementLocation::Tls, _) => false,
        (PlacementLocation::Header, PlacementLocation::Header) => one.name.eq_ignore_ascii_case(&other.name),
        (of_one, of_other) if of_one == of_other => one.name == other.name,
        _ => (is_cookie(one) && is_all_cookies(other)) || (is_all_cookies(one) && is_cookie(other)),
    }
}

/// Why no credential can be at a place.
fn own(placement: &Placement, interface: Option<(&str, &str)>) -> Option<&'static str> {
    let name = &*placement.name;
    if placement.location == PlacementLocation::Header && is_own(name) {
        return Some(", which is the protocol's own or the connection's");
    }
    let (url, binding) = interface.filter(|_| placement.location == PlacementLocation::Query)?;
    if binding == "GRPC" {
        Some(", and gRPC has no query")
    } else if binding == "HTTP+JSON" && is_own_parameter(name) {
        Some(", which is the binding's own")
    } else if has_parameter(url, name) {
        Some(", which the interface's URL has already")
    } else {
        None
    }
}

/// Why a page in a browser can put nothing at a place.
fn not_of_a_page(placement: &Placement) -> Option<&'static str> {
    match placement.location {
        PlacementLocation::Tls => {
            Some(" needs a client certificate, which a page in a browser cannot present")
        }
        PlacementLocation::Cookie => Some(", which a page in a browser cannot set"),
        PlacementLocation::Header if is_of_the_page(&placement.name) => {
            Some(", which a page in a browser cannot set")
        }
        PlacementLocation::Header | PlacementLocation::Query => None,
    }
}
