//! What a lockfile knows of a card without repeating it: digests of canonical forms (RFC 8785).

use sha2::{Digest as _, Sha256};

use super::number;
use crate::card::CardReading;
use crate::json::{self, Json, Object};
use crate::map::Map;

/// The digest of a card's canonical form, which white space, the order of members and signatures do not
/// change.
pub(super) fn of_card(source: &str) -> String {
    let Ok(document) = json::parse(source, "the card") else { return String::new() };
    let mut root = document.root;
    if let Some(card) = root.as_object_mut() {
        Object::remove(card, "signatures");
    }
    sha256(&canonical(&root))
}

/// The digests of the parameters of extensions, by their URIs. What has none has no entry.
pub(crate) fn of_parameters(card: &CardReading, uris: &[String]) -> Map<String> {
    let mut texts = Map::new();
    let Some(agent) = card.card.as_ref().filter(|_| !uris.is_empty()) else { return texts };
    let Ok(document) = json::parse(&card.source, "the card") else { return texts };
    for extension in agent.capabilities.extensions.iter().filter(|extension| uris.contains(&extension.uri)) {
        let parameters = json::at(&document.root, &extension.pointer.key("params"));
        if let Some(parameters) = parameters.filter(|parameters| !json::is_blank(parameters)) {
            // An extension that stands there twice has the parameters of both.
            let mut text = texts.get(&extension.uri).map_or_else(String::new, |others| others.clone() + ",");
            // Of a key that is said twice, another reader may take the value that is not read here.
            text += &if document.has_duplicates { card.source.clone() } else { canonical(parameters) };
            texts.insert(extension.uri.clone(), text);
        }
    }
    for (_, text) in texts.iter_mut() {
        *text = sha256(text);
    }
    texts
}

fn canonical(json: &Json<'_>) -> String {
    json.to_canonical_text(&number::ecmascript)
}

/// SHA-256 in hexadecimal digits.
fn sha256(text: &str) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        for half in [byte >> 4, byte & 15] {
            digits.extend(char::from_digit(half.into(), 16));
        }
    }
    digits
}
