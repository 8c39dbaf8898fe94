//! The card's interfaces beside what decided among them, so that one sees why the second came before the first.
//! It says what the trace says, and nothing more.

use a2a_negotiator::{Candidate, CandidateStatus, InterfaceOrder, Pointer, StepId};
use yew::prelude::*;

use super::element::{classed, element, marked_word, paragraph};
use super::place_links::place_links;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::{CANDIDATES_SHOWN, Judgement};
use crate::shown::{LABEL, MESSAGE, shown, some_of};
use crate::wording::{self, Status};

/// What an interface is judged by, in this order, each with what it is called.
const FACTS: [(&str, Fact); 3] =
    [("Binding", Fact::Binding), ("Version", Fact::Version), ("Address", Fact::Address)];

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Fact {
    Binding,
    Version,
    Address,
}

pub(crate) fn interface_matrix(judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let candidates = judgement.step(StepId::Interface).map_or(&[][..], |step| &step.candidates);
    if candidates.is_empty() {
        return paragraph("nothing", "The card lists no interface to compare.");
    }
    let order = judgement.profile_read.reading.profile.interface_order;
    let said = match order {
        InterfaceOrder::VersionFirst => {
            "The newest version counts first, then the binding, as the profile prefers them."
        }
        InterfaceOrder::BindingFirst => "The preferred binding counts first, then the version.",
        InterfaceOrder::CardOrder => "The first in the card that the client implements is taken.",
    };
    let row = |candidate: &Candidate| {
        let cells = FACTS.map(|(name, fact)| {
            html! { <td data-label={name}>{ marked_word(status(candidate, fact, order)) }</td> }
        });
        let row = html! {
            <tr>
                <th scope="row">
                    { prose(&shown(&candidate.label, LABEL)) }
                    { " " }
                    { marked_word(wording::candidate(candidate.status)) }
                    <p>
                        { prose(&shown(&candidate.reason, MESSAGE)) }
                        { " " }
                        { place_links(judgement, &candidate.card_pointers, &candidate.profile_pointers, dispatch) }
                    </p>
                </th>
                { for cells }
            </tr>
        };
        classed(if candidate.status == CandidateStatus::Taken { "is-changed" } else { "" }, row)
    };
    let (some, left_out) = some_of(candidates, CANDIDATES_SHOWN);
    let heads = ["Interface", "Binding", "Version", "Address"];
    html! {
        <>
            { paragraph("fold-hint", said) }
            <table class="plan plan-comparison matrix">
                <thead>
                    <tr>{ for heads.map(|head| html! { <th scope="col">{ head }</th> }) }</tr>
                </thead>
                <tbody>{ for some.iter().map(row) }</tbody>
            </table>
            if left_out > 0 {
                { element("p", "left-out", html! { "The others are left out here; the explanation has them all." }) }
            }
        </>
    }
}

/// How an interface stands in one respect, as the places tell that the step names for it.
fn status(candidate: &Candidate, fact: Fact, order: InterfaceOrder) -> Status {
    if candidate.status == CandidateStatus::PassedOver {
        let last = candidate.card_pointers.first().and_then(|pointer| pointer.as_str().rsplit('/').next());
        let refused = match last {
            Some("url") => Fact::Address,
            Some("protocolVersion") => Fact::Version,
            _ => Fact::Binding,
        };
        return match fact.partial_cmp(&refused) {
            Some(std::cmp::Ordering::Less) => FITS,
            Some(std::cmp::Ordering::Equal) => Status { mark: "✗", word: "does not fit", class: "refused" },
            _ => Status { mark: "–", word: "not looked at", class: "quiet" },
        };
    }
    let list = match fact {
        Fact::Binding => "/bindings/",
        Fact::Version => "/versions/",
        Fact::Address => "",
    };
    let places = candidate.profile_pointers.iter().map(Pointer::as_str);
    let mut place =
        places.filter_map(|place| place.strip_prefix(list).or(place.strip_prefix("/interfaces/")));
    match place.next_back().and_then(|place| place.parse::<usize>().ok()) {
        Some(index) if fact != Fact::Address && order != InterfaceOrder::CardOrder => {
            let word = CHOICES.get(index).copied().unwrap_or("later choice");
            Status { word, ..FITS }
        }
        _ => FITS,
    }
}

const FITS: Status = Status { mark: "✓", word: "fits", class: "passed" };

/// The places in a client's order of preference.
const CHOICES: [&str; 4] = ["1st choice", "2nd choice", "3rd choice", "4th choice"];

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use yew::Reducible;

    use super::*;
    use crate::judgement::Side;
    use crate::state::{Action, Session};

    fn words(edit: Option<(Side, &str, &str)>) -> Vec<[&'static str; 3]> {
        let mut session = Rc::new(Session::default());
        if let Some((side, from, to)) = edit {
            let text = session.document(side).text.replacen(from, to, 1);
            session = session.reduce(Action::Edited(side, text.as_str().into()));
        }
        let Some(judgement) = session.judgement.as_deref() else { return Vec::new() };
        let order = judgement.profile_read.reading.profile.interface_order;
        let candidates = judgement.step(StepId::Interface).map_or(&[][..], |step| &step.candidates);
        let row = |candidate| FACTS.map(|(_, fact)| status(candidate, fact, order).word);
        candidates.iter().map(row).collect()
    }

    #[test]
    fn preferences_show_why_one_comes_before_the_other() {
        assert_eq!(
            words(None),
            [
                ["1st choice", "1st choice", "fits"],
                ["2nd choice", "1st choice", "fits"],
                ["2nd choice", "2nd choice", "fits"]
            ]
        );
    }

    #[test]
    fn what_is_refused_is_refused_in_one_respect() {
        let refused = |side, from, to| {
            let rows = words(Some((side, from, to)));
            rows.into_iter().find(|row| row.contains(&"does not fit"))
        };
        let version = refused(Side::Profile, "\"1.0\", ", "");
        assert_eq!(version, Some(["fits", "does not fit", "not looked at"]));
        let binding = refused(Side::Card, "\"GRPC\"", "\"grpc\"");
        assert_eq!(binding, Some(["does not fit", "not looked at", "not looked at"]));
        let address =
            refused(Side::Card, "https://research.example.com/a2a/v1", "ftp://research.example.com");
        assert_eq!(address, Some(["fits", "fits", "does not fit"]));
    }

    #[test]
    fn in_the_order_of_the_card_no_preference_counts() {
        let words = words(Some((Side::Profile, "{", "{\"interfaceOrder\": \"cardOrder\",")));
        assert_eq!(words.first(), Some(&["fits", "fits", "fits"]));
    }
}
