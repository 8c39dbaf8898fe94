//! Why a card could not be fetched, told apart as far as a page can know, and what to do about each.

use a2a_negotiator::limits::MAX_TEXT_BYTES;

use crate::shown::{LABEL, shown};

/// How long an agent may take to answer, in seconds.
pub(crate) const PATIENCE_SECONDS: u32 = 10;

/// Why a card could not be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// What was typed is no address; the sentence says why.
    NoAddress(String),
    /// The page is on `https` and may not call `http`.
    MixedContent { url: String },
    /// The machine is not connected.
    Offline,
    /// Nothing answers there.
    Unreachable { url: String },
    /// Something answers, and does not let pages of other origins read the answer.
    Cors { url: String },
    /// There is no card at any of the places.
    NotFound { tried: Vec<String> },
    /// Another status than a success.
    Status { url: String, status: u16 },
    /// A page for people instead of a card.
    Html { url: String },
    /// Nothing at all.
    Empty { url: String },
    /// No answer in time.
    Slow { url: String },
    /// More than is read.
    TooLarge { url: String },
    /// Stopped by hand.
    Stopped,
}

impl Failure {
    /// What went wrong.
    pub(crate) fn what(&self) -> String {
        let host = |url: &str| shown(host(url), LABEL);
        match self {
            Self::NoAddress(sentence) => sentence.clone(),
            Self::MixedContent { .. } => "A page on https may not call plain http.".into(),
            Self::Offline => "This machine is not connected to the network.".into(),
            Self::Unreachable { url } => format!("Nothing could be reached at `{}`.", host(url)),
            Self::Cors { url } => {
                format!(
                    "`{}` answers, but does not allow pages of other origins to read the answer (CORS).",
                    host(url)
                )
            }
            Self::NotFound { tried } => match tried.as_slice() {
                [url] => format!("There is no card at `{}` (404).", shown(url, LABEL)),
                _ => format!(
                    "`{}` has no card at the well-known places (404).",
                    tried.first().map(|url| host(url)).unwrap_or_default()
                ),
            },
            Self::Status { url, status } => {
                format!("`{}` answers with status {status}{}.", host(url), meaning(*status))
            }
            Self::Html { url } => format!("`{}` answers with a web page (HTML), not with a card.", host(url)),
            Self::Empty { url } => format!("`{}` answers with nothing.", host(url)),
            Self::Slow { url } => {
                format!("`{}` has not answered within {PATIENCE_SECONDS} seconds.", host(url))
            }
            Self::TooLarge { url } => {
                format!(
                    "`{}` sends more than {} MiB, which is the most that is read.",
                    host(url),
                    MAX_TEXT_BYTES / 1024 / 1024
                )
            }
            Self::Stopped => "Stopped.".into(),
        }
    }

    /// What to do about it.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Self::NoAddress(_) | Self::Stopped => "",
            Self::MixedContent { .. } => "Use https, or fetch the card in a terminal and paste it:",
            Self::Offline => "Connect it and try again, or paste the card.",
            Self::Unreachable { .. } => {
                "Check the spelling, and that the agent runs and its certificate is valid. A terminal shows more:"
            }
            Self::Cors { .. } => {
                "That is common, and no fault of the card. Fetch it in a terminal and paste it, or let the agent send `Access-Control-Allow-Origin: *` with its card:"
            }
            Self::NotFound { tried } if tried.len() > 1 => {
                "Tried were `/.well-known/agent-card.json` and `/.well-known/agent.json`. If the card is elsewhere, give its whole address."
            }
            Self::NotFound { .. } => "Give the host alone to look at the well-known places.",
            Self::Status { status: 401 | 403, .. } => {
                "The card is not public, and a page must not hold the credential. Fetch it in a terminal with the credential, and paste it:"
            }
            Self::Status { status: 429, .. } => "Too many requests; wait a little and try again.",
            Self::Status { .. } => "Try again later, or see in a terminal what it says:",
            Self::Html { .. } => {
                "Many sites answer every address with their start page. Ask the agent's operator for the address of the card, or give it whole."
            }
            Self::Empty { .. } => "See in a terminal what it says:",
            Self::Slow { .. } => "Try again, or see in a terminal whether it answers at all:",
            Self::TooLarge { .. } => "A card is a few kilobytes; check the address.",
        }
    }

    /// The command for a terminal that does what the page cannot.
    pub(crate) fn command(&self) -> Option<String> {
        match self {
            Self::MixedContent { url }
            | Self::Unreachable { url }
            | Self::Cors { url }
            | Self::Empty { url }
            | Self::Slow { url } => Some(format!("curl -sSL {}", quoted(url))),
            Self::Status { status: 429, .. } => None,
            Self::Status { url, .. } => Some(format!("curl -sSL -i {}", quoted(url))),
            _ => None,
        }
    }
}

/// A word for a shell that takes nothing in it for a command.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or(rest)
}

const fn meaning(status: u16) -> &'static str {
    match status {
        401 => ": it asks who is calling",
        403 => ": it does not let everybody read the card",
        410 => ": the card is gone for good",
        429 => ": it was asked too often",
        500..=599 => ": something is wrong with the server",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://agent.example.com/it's";

    #[test]
    fn a_blocked_answer_comes_with_the_command_to_use_instead() {
        let failure = Failure::Cors { url: URL.into() };
        assert!(failure.what().starts_with("`agent.example.com` answers, but"));
        assert_eq!(failure.command().as_deref(), Some(r"curl -sSL 'https://agent.example.com/it'\''s'"));
    }

    #[test]
    fn every_failure_is_a_sentence() {
        let url = || URL.to_owned();
        for failure in [
            Failure::MixedContent { url: url() },
            Failure::Offline,
            Failure::Unreachable { url: url() },
            Failure::NotFound { tried: vec![url()] },
            Failure::NotFound { tried: vec![url(), url()] },
            Failure::Status { url: url(), status: 403 },
            Failure::Status { url: url(), status: 503 },
            Failure::Html { url: url() },
            Failure::Empty { url: url() },
            Failure::Slow { url: url() },
            Failure::TooLarge { url: url() },
        ] {
            assert!(failure.what().ends_with('.'), "{failure:?}");
            let ends_with = if failure.command().is_some() { ':' } else { '.' };
            assert!(failure.help().ends_with(ends_with), "{failure:?}");
        }
    }
}
