//! Something that a step looked at: what it is, whether it was taken, why, and where it stands.

use a2a_negotiator::Candidate;
use yew::prelude::*;

use super::mark::mark;
use super::place_links::place_links;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::shown::{LABEL, MESSAGE, shown};
use crate::wording;

pub(crate) fn candidate_row(candidate: &Candidate, judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let status = wording::candidate(candidate.status);
    html! {
        <li class={classes!("candidate", status.class)}>
            <p class="candidate-head">
                { mark(status) }
                <span class="candidate-label">{ prose(&shown(&candidate.label, LABEL)) }</span>
                <span class={classes!("status", status.class)}>{ status.word }</span>
            </p>
            <p class="candidate-reason">
                { prose(&shown(&candidate.reason, MESSAGE)) }
                { " " }
                { place_links(judgement, &candidate.card_pointers, &candidate.profile_pointers, dispatch) }
            </p>
        </li>
    }
}
