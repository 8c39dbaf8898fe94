//! Something that a step looked at: what it is, whether it was taken, why, and where it stands.

use a2a_negotiator::Candidate;
use yew::prelude::*;

use super::element::{classed, element, mark, status_word};
use super::place_links::place_links;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::shown::{LABEL, MESSAGE, shown};
use crate::wording;

pub(crate) fn candidate_row(candidate: &Candidate, judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let status = wording::candidate(candidate.status);
    let row = html! {
        <li>
            <p class="candidate-head">
                { mark(status) }
                { element("span", "candidate-label", prose(&shown(&candidate.label, LABEL))) }
                { status_word(status) }
            </p>
            <p class="candidate-reason">
                { prose(&shown(&candidate.reason, MESSAGE)) }
                { " " }
                { place_links(judgement, &candidate.card_pointers, &candidate.profile_pointers, dispatch) }
            </p>
        </li>
    };
    classed(&["candidate ", status.class].concat(), row)
}
