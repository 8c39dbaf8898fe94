//! From what somebody types to the addresses that are tried.

/// Where agents put their card: since 0.3, and before.
const WELL_KNOWN: [&str; 2] = ["/.well-known/agent-card.json", "/.well-known/agent.json"];

/// The addresses to try for what was typed, in order, the next one only where the one before is not
/// found: the well-known places of a host, and just that one for an address with a path. A host without a
/// scheme is called by `https`, one on this machine by `http`.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub(crate) fn addresses(typed: &str) -> Result<Vec<String>, String> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err(
            "Type the agent's host, such as agent.example.com, or the whole address of its card.".into()
        );
    }
    if typed.chars().any(|character| character.is_whitespace() || character.is_control()) {
        return Err("An address has no spaces in it.".into());
    }
    let (scheme, rest) = match typed.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None if is_this_machine(typed) => ("http".to_owned(), typed),
        None => ("https".to_owned(), typed),
    };
    if scheme != "https" && scheme != "http" {
        return Err(format!("A card is fetched by https; `{scheme}` cannot be fetched by a page."));
    }
    let rest = rest.split('#').next().unwrap_or_default();
    let host_ends = rest.find(['/', '?']).unwrap_or(rest.len());
    let (host, path) = rest.split_at_checked(host_ends).unwrap_or((rest, ""));
    if host.is_empty() {
        return Err("The address names no host.".into());
    }
    if host.contains('@') {
        return Err("Leave user name and password out of the address: a page must not send them.".into());
    }
    let origin = format!("{scheme}://{host}");
    if path.is_empty() || path == "/" {
        Ok(WELL_KNOWN.iter().map(|place| format!("{origin}{place}")).collect())
    } else {
        Ok(vec![format!("{origin}{path}")])
    }
}

/// Whether an address without a scheme is on this machine, where nobody speaks `https`.
fn is_this_machine(typed: &str) -> bool {
    let host = typed.split(['/', '?', '#']).next().unwrap_or_default();
    is_loopback(host)
}

/// Whether a host, with or without a port, is this machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    if host.starts_with('[') {
        return host.starts_with("[::1]");
    }
    let name = host.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let is_number = |part: &str| part.parse::<u8>().is_ok();
    name == "localhost"
        || name.ends_with(".localhost")
        || name.starts_with("127.") && name.split('.').count() == 4 && name.split('.').all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(typed: &str) -> Vec<String> {
        addresses(typed).unwrap_or_default()
    }

    #[test]
    fn a_host_gets_the_well_known_places() {
        let expected = [
            "https://agent.example.com/.well-known/agent-card.json",
            "https://agent.example.com/.well-known/agent.json",
        ];
        for typed in ["agent.example.com", " https://agent.example.com/ ", "HTTPS://agent.example.com#top"] {
            assert_eq!(tried(typed), expected, "{typed}");
        }
        assert_eq!(
            tried("agent.example.com:8443").first().map(String::as_str),
            Some("https://agent.example.com:8443/.well-known/agent-card.json")
        );
    }

    #[test]
    fn this_machine_is_called_by_http() {
        for host in ["localhost:9999", "127.0.0.1", "[::1]:80", "agent.localhost"] {
            let expected = format!("http://{host}/.well-known/agent-card.json");
            assert_eq!(tried(host).first(), Some(&expected));
        }
        assert_eq!(
            tried("https://localhost").first().map(String::as_str),
            Some("https://localhost/.well-known/agent-card.json")
        );
        assert_eq!(
            tried("127.evil.example").first().map(String::as_str),
            Some("https://127.evil.example/.well-known/agent-card.json")
        );
    }

    #[test]
    fn an_address_with_a_path_is_taken_as_it_is() {
        assert_eq!(
            tried("agent.example.com/cards/1.json?v=2#x"),
            ["https://agent.example.com/cards/1.json?v=2"]
        );
        assert_eq!(tried("http://agent.example.com?card"), ["http://agent.example.com?card"]);
    }

    #[test]
    fn what_is_no_address_is_refused_with_a_reason() {
        for (typed, reason) in [
            ("", "Type the agent's host"),
            ("two words", "no spaces"),
            ("ftp://agent.example.com", "`ftp` cannot be fetched"),
            ("https:///path", "names no host"),
            ("https://me:secret@agent.example.com", "user name and password"),
        ] {
            let said = addresses(typed).err().unwrap_or_default();
            assert!(said.contains(reason), "{typed}: {said}");
        }
    }
}
