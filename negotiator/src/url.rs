//! Which URLs may be called, and with which binding, judged by the text
//! alone: nothing is resolved and nothing is asked.

mod host;

use std::borrow::Cow;
use std::net::Ipv6Addr;

use fluent_uri::{Uri, UriRef};

use crate::FindingCode;
use crate::profile::ClientProfile;
use crate::words::{append, quote};

use host::{HostKind, classify};

/// Schemes that never reach an agent.
const NEVER: [&str; 7] = ["javascript", "vbscript", "data", "file", "blob", "about", "mailto"];

/// Schemes whose connection is encrypted.
const ENCRYPTED: [&str; 7] = ["https", "wss", "grpcs", "mqtts", "amqps", "coaps", "quic"];

/// Schemes whose connection is not, besides `grpc`.
const PLAIN: [&str; 8] = ["http", "ws", "mqtt", "amqp", "coap", "ftp", "tcp", "nats"];

const UNSPECIFIED: &str =
    "is where a server listens, not where a client calls; write the host that clients reach";
const NO_PORT: &str = "names a host without a port; write `host:port`";
const DISGUISED: &str = "has a host that reads like no plain address or name; write it in its usual form";

const LOOKS_LIKE_ANOTHER: &str = "has a host that may look like another one, by letters of another script (`xn--`) or a dot at its end; compare it with the one that is meant";
const LOOPBACK: &str =
    "leads to the caller's own machine; write the URL that clients elsewhere reach, if there are any";
const PRIVATE: &str =
    "leads into a private network; write the URL that clients elsewhere reach, if there are any";

/// Why nobody can call this URL with a binding; a clause that follows the URL. What depends on the client,
/// such as its own network, is left to the step.
pub(crate) fn problem_for_anyone(url: &str, binding: Option<&str>) -> Option<String> {
    if binding.is_none_or(|binding| binding == "GRPC")
        && let Some(host) = host_of_target(url)
    {
        return target_problem(host);
    }
    match (parse(url), binding) {
        (Err(problem), _) => Some(problem),
        (Ok(Parsed::Relative(_)), Some("GRPC")) if !url.contains('/') => Some(NO_PORT.into()),
        (Ok(Parsed::Relative(_)), _) => Some(
            "is relative; a client can resolve it only if it knows where the card came from: write the absolute URL".into(),
        ),
        (Ok(Parsed::Absolute(uri)), None) => allowed(&uri).err(),
        (Ok(Parsed::Absolute(uri)), Some(binding)) => check(&uri, binding, true).err(),
    }
}

/// The URL to call for an interface, or why it cannot be called; a clause that follows the URL.
pub(crate) fn callable<'u>(
    url: &'u str,
    binding: &str,
    profile: &ClientProfile,
) -> Result<Cow<'u, str>, String> {
    if binding == "GRPC"
        && let Some(host) = host_of_target(url)
    {
        return target_problem(host).map_or(Ok(Cow::Borrowed(url)), Err);
    }
    match parse(url)? {
        Parsed::Absolute(uri) => {
            check(&uri, binding, profile.allow_private)?;
            Ok(Cow::Borrowed(url))
        }
        Parsed::Relative(_) if binding == "GRPC" && !url.contains('/') => Err(NO_PORT.into()),
        Parsed::Relative(reference) => {
            let Some(card_url) = profile.card_url.as_deref() else {
                return Err("is relative; give `cardUrl` in the profile to resolve it".into());
            };
            let base = Uri::parse(card_url)
                .map_err(|_| "is relative, and the profile's `cardUrl` is no absolute URL".to_owned())?;
            let base = base.strip_fragment();
            let absolute = reference.resolve_against(&base).map_err(|_| {
                "is relative, and does not resolve against the profile's `cardUrl`".to_owned()
            })?;
            check(&absolute.borrow(), binding, profile.allow_private)?;
            Ok(Cow::Owned(absolute.into_string()))
        }
    }
}

/// Why an agent could not or should not call this push listener; a clause that follows the URL.
pub(crate) fn callback_problem(url: &str, agent_on_loopback: bool, allow_private: bool) -> Option<String> {
    let home = agent_on_loopback || allow_private;
    let uri = match parse(url) {
        Ok(Parsed::Absolute(uri)) => uri,
        Ok(Parsed::Relative(_)) => return Some("is relative; write the absolute URL".into()),
        Err(problem) => return Some(problem),
    };
    let kind = match allowed(&uri) {
        Err(problem) => return Some(problem),
        Ok(None) => return Some("names no host".into()),
        Ok(Some(kind)) => kind,
    };
    let scheme = uri.scheme().as_str().to_ascii_lowercase();
    match scheme.as_str() {
        "https" => {}
        "http" if home && kind != HostKind::Public => {}
        "http" => return Some("is not encrypted; push notifications are sent to `https` only".into()),
        _ => return Some("is no `https` URL".into()),
    }
    (kind != HostKind::Public && !home).then(|| {
        ["is ", kind.words(), ", which an agent elsewhere cannot reach; set `allowPrivate` if agent and client share that network"].concat()
    })
}

/// Whether a URL's host is this machine.
pub(crate) fn is_on_loopback(url: &str) -> bool {
    host(url).is_some_and(|host| classify(host) == HostKind::Loopback)
}

/// The host of a URL, or of a target of gRPC.
fn host(url: &str) -> Option<&str> {
    host_of_target(url).or_else(|| Some(Uri::parse(url).ok()?.authority()?.host()))
}

/// What people should know of the place that a URL leads to before secrets go there; a clause that follows the URL.
pub(crate) fn caution(url: &str) -> Option<(FindingCode, &'static str)> {
    let host = host(url).unwrap_or_default();
    let starts_international =
        |label: &str| label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"));
    match classify(host) {
        _ if host.ends_with('.') || host.split('.').any(starts_international) => {
            Some((FindingCode::LookAlikeHost, LOOKS_LIKE_ANOTHER))
        }
        HostKind::Loopback => Some((FindingCode::LoopbackAddress, LOOPBACK)),
        HostKind::Private | HostKind::LinkLocal => Some((FindingCode::PrivateAddress, PRIVATE)),
        // Of the others, nobody can call what is not public.
        HostKind::Public | HostKind::Unspecified | HostKind::Disguised => None,
    }
}

/// Whether one of the new URLs is at an origin where none of the old ones is. What has none is at its own.
pub(crate) fn leads_elsewhere(old: &[&str], new: &[&str]) -> bool {
    let is_known = |url: &&str| old.iter().any(|old| old == url || same_origin(old, url) == Some(true));
    !new.iter().all(is_known)
}

/// Whether two URLs have the same origin, if each has one.
pub(crate) fn same_origin(one: &str, other: &str) -> Option<bool> {
    Some(origin(one)? == origin(other)?)
}

/// The origin of a URL (RFC 6454), which holds nothing that may be secret. The targets of gRPC are encrypted,
/// as its URLs of `grpcs` are, and so at the origin of a page there.
pub(crate) fn origin(url: &str) -> Option<String> {
    let (scheme, host, port) = match host_of_target(url) {
        Some(host) => ("https".to_owned(), host, url.rsplit_once(':')?.1.parse().ok()?),
        None => {
            let uri = Uri::parse(url).ok()?;
            let authority = uri.authority()?;
            let scheme = uri.scheme().as_str().to_ascii_lowercase();
            let scheme = if scheme == "grpcs" { "https".to_owned() } else { scheme };
            (scheme, authority.host(), authority.port_to_u16().ok()?.unwrap_or(0))
        }
    };
    let mut text = [&scheme, "://", &host.to_ascii_lowercase()].concat();
    let usual = match scheme.as_str() {
        "https" | "wss" => 443,
        "http" | "ws" => 80,
        _ => 0,
    };
    if port != 0 && port != usual {
        append(&mut text, &[":", &port.to_string()]);
    }
    Some(text)
}

/// Why nobody can call the host of a `host:port`; a clause that follows the text.
fn target_problem(host: &str) -> Option<String> {
    match classify(host) {
        HostKind::Unspecified => Some(UNSPECIFIED.into()),
        HostKind::Disguised => Some(DISGUISED.into()),
        _ => None,
    }
}

enum Parsed<'u> {
    Absolute(Uri<&'u str>),
    Relative(UriRef<&'u str>),
}

fn parse(url: &str) -> Result<Parsed<'_>, String> {
    // Most have nothing to look for.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":/.-_".contains(&byte);
    if url.is_empty() || !url.bytes().all(is_plain) {
        check_text(url)?;
    }
    let Ok(reference) = UriRef::parse(url) else {
        return Err("is not a valid URL (RFC 3986)".into());
    };
    Uri::try_from(reference).map_or(Ok(Parsed::Relative(reference)), |uri| Ok(Parsed::Absolute(uri)))
}

/// Whether this is a URL at all, by what stands in it.
fn check_text(url: &str) -> Result<(), String> {
    let problem = if url.trim().is_empty() {
        "is empty"
    } else if url.trim() != url {
        "has white space around it; take it out"
    } else if is_placeholder(url) {
        "is a placeholder that was never filled in; write the URL that clients call"
    } else if url.contains(char::is_whitespace) {
        "is a text and no URL; write the URL that clients call"
    } else {
        return Ok(());
    };
    Err(problem.into())
}

/// `{BASE_URL}`, `<host>`, `$A2A_BASE_URL`, `{{PORT}}`.
fn is_placeholder(url: &str) -> bool {
    let variable = url.split('$').skip(1).any(|rest| {
        rest.starts_with('{') || rest.starts_with('(') || rest.starts_with(|c: char| c.is_ascii_uppercase())
    });
    variable || url.contains(['{', '}', '<', '>'])
}

/// What kind of place the host is, if the URL has one, or why no binding allows it.
fn allowed(uri: &Uri<&str>) -> Result<Option<HostKind>, String> {
    let scheme = uri.scheme().as_str().to_ascii_lowercase();
    if NEVER.contains(&scheme.as_str()) {
        return Err(of_scheme(&scheme, &[", which reaches no agent"]));
    }
    let Some(authority) = uri.authority() else { return Ok(None) };
    if authority.has_userinfo() {
        return Err("carries user information before `@`, where credentials must not stand".into());
    }
    match authority.port_to_u16() {
        Err(_) => return Err("has a port beyond 65535".into()),
        Ok(Some(0)) => return Err("has the port 0, which is nowhere".into()),
        Ok(_) => {}
    }
    match classify(authority.host()) {
        HostKind::Unspecified => Err(UNSPECIFIED.into()),
        HostKind::Disguised => Err(DISGUISED.into()),
        _ if authority.host().is_empty() && !matches!(scheme.as_str(), "dns" | "unix") => {
            Err("names no host".into())
        }
        kind => Ok(Some(kind)),
    }
}

/// Whether a binding allows the URL.
fn check(uri: &Uri<&str>, binding: &str, allow_private: bool) -> Result<(), String> {
    let kind = allowed(uri)?;
    let scheme = uri.scheme().as_str().to_ascii_lowercase();
    let at_home = match kind {
        Some(HostKind::Loopback) => true,
        Some(HostKind::Private | HostKind::LinkLocal) => allow_private,
        _ => false,
    };
    if kind.is_none() && !(binding == "GRPC" && scheme == "dns") {
        // `agent.example.com:443` reads like a URL of a scheme by that name.
        let why = if scheme.contains('.') { "says no scheme; write `https://…`" } else { "names no host" };
        return Err(why.into());
    }
    let encrypted = match (binding, scheme.as_str()) {
        (_, "https") | ("GRPC", "grpcs") => true,
        ("JSONRPC" | "HTTP+JSON" | "GRPC", "http") | ("GRPC", "grpc") => false,
        ("JSONRPC" | "HTTP+JSON", other) => {
            return Err(of_scheme(
                other,
                &[", and `", binding, "` is called over `https`; write `https://…`"],
            ));
        }
        ("GRPC", "dns") => {
            return Err("does not read `dns:///host:port`".into());
        }
        ("GRPC", other) => {
            let why = ", and `GRPC` is called over `https`, `grpcs` or as `host:port`";
            return Err(of_scheme(other, &[why]));
        }
        (_, other) => ENCRYPTED.contains(&other),
    };
    if encrypted || at_home {
        Ok(())
    } else if scheme == "grpc" {
        Err("has the scheme `grpc`, which is not encrypted; write `https://…` or `host:port`, once the server speaks TLS".into())
    } else if PLAIN.contains(&scheme.as_str()) {
        Err("is not encrypted; plain connections are made to loopback addresses only, and with `allowPrivate` to private ones".into())
    } else {
        let why =
            ", over which no agent is known to be called; write an encrypted one, such as `https` or `wss`";
        Err(of_scheme(&scheme, &[why]))
    }
}

/// What is wrong with a scheme.
fn of_scheme(scheme: &str, why: &[&str]) -> String {
    let mut text = ["has the scheme ", &quote(scheme)].concat();
    append(&mut text, why);
    text
}

/// The host of a text that reads `host:port` or `dns:///host:port`, as gRPC targets do.
fn host_of_target(text: &str) -> Option<&str> {
    let has_scheme = text.get(.."dns".len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case("dns"));
    let address = text.get("dns".len()..).filter(|_| has_scheme).and_then(|rest| rest.strip_prefix(":///"));
    let text = address.unwrap_or(text);
    let (host, port) = text.rsplit_once(':')?;
    let digits = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || port.parse::<u16>().ok()? == 0 {
        return None;
    }
    let bracketed = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let fits = match bracketed {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => {
            !host.is_empty()
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
        }
    };
    // `javascript:1` and `https:443` read like targets, and are URLs of these schemes.
    let scheme = host.to_ascii_lowercase();
    let is_scheme = |schemes: &[&str]| schemes.contains(&scheme.as_str());
    (fits && !is_scheme(&NEVER) && !is_scheme(&ENCRYPTED) && !is_scheme(&PLAIN)).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_scheme_host_and_port() {
        for same in ["https://A.example:443/y", "grpcs://a.example", "a.example:443", "dns:///a.example:443"]
        {
            assert_eq!(same_origin("https://a.example/x", same), Some(true), "{same}");
        }
        for other in
            ["http://a.example", "https://a.example:8443", "https://b.example", "DNS:///b.example:443"]
        {
            assert_eq!(same_origin("https://a.example", other), Some(false), "{other}");
        }
        for none in ["/x", "mailto:a@b"] {
            assert_eq!(same_origin(none, none), None, "{none}");
        }
        let shown = |url| origin(url).unwrap_or_default();
        assert_eq!(shown("https://user:secret@A.example:8443/x?key=secret"), "https://a.example:8443");
        assert_eq!(shown("http://[::1]:80/x"), "http://[::1]");
    }

    #[test]
    fn what_leads_elsewhere_is_at_no_origin_that_was_there() {
        let old = ["https://a.example/token", "urn:b"];
        assert!(!leads_elsewhere(&old, &["urn:b", "https://a.example/other"]));
        for new in ["https://b.example/token", "http://a.example/token", "urn:a"] {
            assert!(leads_elsewhere(&old, &["urn:b", new]), "{new}");
        }
    }
}
