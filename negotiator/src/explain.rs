//! An outcome as text that a person reads. The playground, the command line and the documentation share
//! it.

use std::fmt::Write as _;

use crate::outcome::{CandidateStatus, DeliveryMode, Outcome, StepStatus};
use crate::words::quote;
use crate::{CallPlan, Decision, InputError, Pointer, Rejection, json};

/// Reads an outcome back from its JSON text, as [`negotiate`](crate::negotiate) gave it.
///
/// # Errors
/// When the text is not JSON, or not an outcome.
pub fn read_outcome(text: &str) -> Result<Outcome, InputError> {
    json::from_text(text, "the outcome")
}

/// Renders an outcome as text: the verdict, the steps with their candidates, what the client goes
/// without, and the findings.
#[must_use]
pub fn explain(outcome: &Outcome) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail, so that the results below say nothing.
    let _ = write_outcome(&mut text, outcome);
    text
}

fn write_outcome(text: &mut String, outcome: &Outcome) -> std::fmt::Result {
    if let Some(plan) = outcome.plan() {
        write_plan(text, plan)?;
    }
    if let Some(rejection) = outcome.rejection() {
        write_rejection(text, outcome.decision(), rejection)?;
    }
    if !outcome.fixes.is_empty() {
        writeln!(text, "\nfixes")?;
    }
    for fix in &outcome.fixes {
        writeln!(text, "  {}: {}", fix.target.as_str(), fix.message)?;
        for operation in &fix.patch.0 {
            // An operation is plain data, which always serializes.
            writeln!(text, "      {}", serde_json::to_string(operation).unwrap_or_default())?;
        }
    }
    if !outcome.steps.is_empty() {
        writeln!(text, "\nsteps")?;
    }
    for step in &outcome.steps {
        let mark = match step.status {
            StepStatus::Passed => '✓',
            StepStatus::Rejected => '✗',
            StepStatus::Skipped => '–',
            StepStatus::NotReached => '○',
        };
        writeln!(text, "  {mark} {}: {}", step.id.title().to_lowercase(), step.summary)?;
        for candidate in &step.candidates {
            let mark = match candidate.status {
                CandidateStatus::Taken => '•',
                CandidateStatus::Usable => '◦',
                CandidateStatus::PassedOver => '×',
            };
            write!(text, "      {mark} {}: {}", candidate.label, candidate.reason)?;
            write_places(text, &candidate.card_pointers, &candidate.profile_pointers)?;
            writeln!(text)?;
        }
    }
    if !outcome.degradations.is_empty() {
        writeln!(text, "\ndegradations")?;
    }
    for degradation in &outcome.degradations {
        writeln!(text, "  {}: {}", degradation.code, degradation.message)?;
    }
    if !outcome.findings.is_empty() {
        writeln!(text, "\nfindings")?;
    }
    for finding in &outcome.findings {
        let (severity, target) = (finding.severity.as_str(), finding.target.as_str());
        writeln!(
            text,
            "  {severity} {}: {} ({target} {})",
            finding.code.as_str(),
            finding.message,
            place(&finding.pointer)
        )?;
    }
    Ok(())
}

fn write_plan(text: &mut String, plan: &CallPlan) -> std::fmt::Result {
    writeln!(text, "accepted: call {} {} at {}", plan.binding, plan.version, quote(&plan.url))?;
    if let Some(skill) = &plan.skill {
        writeln!(text, "  skill        {}", quote(skill))?;
    }
    if let Some(tenant) = &plan.tenant {
        writeln!(text, "  tenant       {}", quote(tenant))?;
    }
    let credentials: Vec<&str> =
        plan.credentials.iter().map(|credential| credential.scheme.as_str()).collect();
    writeln!(
        text,
        "  credentials  {}",
        if credentials.is_empty() { "none".into() } else { credentials.join(" and ") }
    )?;
    writeln!(text, "  send         {}", plan.input_modes.join(", "))?;
    writeln!(text, "  accept       {}", plan.accepted_output_modes.join(", "))?;
    let fallbacks: Vec<&str> =
        plan.delivery.fallbacks.iter().map(|mode: &DeliveryMode| mode.as_str()).collect();
    write!(text, "  delivery     {}", plan.delivery.mode.as_str())?;
    if !fallbacks.is_empty() {
        write!(text, ", then {}", fallbacks.join(", then "))?;
    }
    writeln!(text)?;
    for (name, value) in &plan.headers {
        writeln!(text, "  header       {name}: {value}")?;
    }
    if plan.fetch_extended_card {
        writeln!(text, "  next         fetch the extended agent card, and negotiate again with it")?;
    }
    Ok(())
}

fn write_rejection(text: &mut String, decision: Decision, rejection: &Rejection) -> std::fmt::Result {
    let word = if decision == Decision::Escalate { "to be settled" } else { "refused" };
    writeln!(
        text,
        "{word} at {} ({}): {}",
        rejection.step.title().to_lowercase(),
        rejection.code.as_str(),
        rejection.message
    )?;
    writeln!(text, "  what to do: {}", rejection.help)?;
    if let Some(why) = &rejection.unfixable {
        writeln!(text, "  no edit mends this: {why}")?;
    }
    if !rejection.card_pointers.is_empty() || !rejection.profile_pointers.is_empty() {
        write!(text, "  where:")?;
        write_places(text, &rejection.card_pointers, &rejection.profile_pointers)?;
        writeln!(text)?;
    }
    Ok(())
}

fn write_places(text: &mut String, card: &[Pointer], profile: &[Pointer]) -> std::fmt::Result {
    let places: Vec<String> = card
        .iter()
        .map(|pointer| format!("card {}", place(pointer)))
        .chain(profile.iter().map(|pointer| format!("profile {}", place(pointer))))
        .collect();
    if places.is_empty() { Ok(()) } else { write!(text, " [{}]", places.join(", ")) }
}

fn place(pointer: &Pointer) -> &str {
    if pointer.as_str().is_empty() { "/" } else { pointer.as_str() }
}
