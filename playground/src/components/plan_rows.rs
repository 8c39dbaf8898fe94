//! What a plan says, part by part.

use a2a_negotiator::{CallPlan, Credential, PlacementLocation, Version};
use yew::prelude::*;

use super::element::{code, list};
use super::prose::prose;
use crate::shown::{LABEL, MESSAGE, some_of};

/// A part of a plan, with its name.
pub(crate) type PlanRow = (&'static str, Html);

/// The parts of a plan that a person wants to see.
pub(crate) fn plan_rows(plan: &CallPlan) -> Vec<PlanRow> {
    let mut rows = vec![
        ("Call", code(&plan.url, MESSAGE)),
        ("Binding", html! { <>{ code(&plan.binding, LABEL) }{ format!(" {}", plan.version) }</> }),
    ];
    if let Some(tenant) = &plan.tenant {
        rows.push(("Tenant", html! { <>{ code(tenant, LABEL) }{ " in every request" }</> }));
    }
    rows.push(("Credentials", credentials(&plan.credentials)));
    rows.push(("May send", codes(&plan.input_modes)));
    rows.push(("Ask for", codes(&plan.accepted_output_modes)));
    rows.push(("Progress", prose(&progress_words(plan))));
    if !plan.extensions.is_empty() {
        rows.push(("Extensions", codes(&plan.extensions)));
    }
    rows.push(("Headers", headers(plan)));
    if plan.fetch_extended_card {
        rows.push((
            "Next",
            html! { "Fetch the extended agent card after authenticating, and negotiate again with it." },
        ));
    }
    rows
}

/// How many values of a list are shown.
const VALUES_SHOWN: usize = 20;

fn codes(texts: &[String]) -> Html {
    let (some, left_out) = some_of(texts, VALUES_SHOWN);
    let more = (left_out > 0).then(|| html! { format!("and {left_out} more") });
    list("codes", some.iter().map(|text| code(text, LABEL)).chain(more))
}

fn credentials(credentials: &[Credential]) -> Html {
    if credentials.is_empty() {
        return html! { "none" };
    }
    list("lines", credentials.iter().map(credential))
}

/// A credential with where it goes. There never is a secret to show.
fn credential(credential: &Credential) -> Html {
    let scopes = credential.scopes.join(" ");
    html! {
        <>
            { code(&credential.scheme, LABEL) }
            if let Some(placement) = &credential.placement {
                { match placement.location {
                    PlacementLocation::Header => html! {
                        <>{ " in " }{ code(&format!("{}: {}…", placement.name, placement.prefix), LABEL) }</>
                    },
                    PlacementLocation::Query => html! { <>{ " as query parameter " }{ code(&placement.name, LABEL) }</> },
                    PlacementLocation::Cookie => html! { <>{ " as cookie " }{ code(&placement.name, LABEL) }</> },
                    PlacementLocation::Tls => html! { " as client certificate (mutual TLS)" },
                } }
            }
            if !scopes.is_empty() {
                { " with scope " }{ code(&scopes, LABEL) }
            }
        </>
    }
}

fn progress_words(plan: &CallPlan) -> String {
    let fallbacks: Vec<&str> = plan.delivery.fallbacks.iter().map(|mode| mode.as_str()).collect();
    let mut text = plan.delivery.mode.as_str().to_owned();
    if !fallbacks.is_empty() {
        text = format!("{text}, then {}", fallbacks.join(", then "));
    }
    if plan.delivery.return_immediately {
        // By the name that it has on the wire.
        let field = if plan.version < Version::V1_0 { "`blocking` is false" } else { "`returnImmediately`" };
        text = format!("{text}; ask for the task at once ({field})");
    }
    text
}

fn headers(plan: &CallPlan) -> Html {
    let header = |(name, value): (&str, &String)| code(&[name, ": ", value].concat(), MESSAGE);
    list("lines", plan.headers.iter().map(header))
}

#[cfg(test)]
mod tests {
    use a2a_negotiator::{TaskClass, negotiate, read_card, read_profile};

    use super::*;
    use crate::gallery::{GALLERY, NAMES};

    #[test]
    fn what_is_asked_for_at_once_has_the_name_of_its_generation() -> Result<(), a2a_negotiator::InputError> {
        for (name, said) in
            [("research-agent", "`returnImmediately`"), ("card-of-0.3", "`blocking` is false")]
        {
            let index = NAMES.iter().position(|known| *known == name);
            let Some(example) = index.and_then(|index| GALLERY.get(index)) else { return Ok(()) };
            let profile = example.profile.replace("\"stream\"", "\"poll\"");
            let (card, profile) = (read_card(&example.card)?, read_profile(&profile)?);
            let intent = a2a_negotiator::Intent { task_class: TaskClass::Standard, ..example.intent.clone() };
            let outcome = negotiate(&card, &profile, &intent, &a2a_negotiator::Options::default());
            assert!(outcome.plan().is_some_and(|plan| progress_words(plan).contains(said)), "{name}");
        }
        Ok(())
    }
}
