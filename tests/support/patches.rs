//! Fixes, applied by a library of their own, so that what is tested is the patch and not our way to apply it.

use a2a_negotiator::Patch;
use serde_json::Value;

/// Edits a document.
pub(crate) fn apply(document: &mut Value, patch: &Patch) -> Result<(), Box<dyn std::error::Error>> {
    let patch: json_patch::Patch = serde_json::from_value(serde_json::to_value(patch)?)?;
    Ok(json_patch::patch(document, &patch)?)
}
