//! The fields of a card that no version of A2A has.

use super::CardReading;
use super::fields::{
    CAPABILITY_FIELDS, CARD_FIELDS, EXTENSION_FIELDS, INTERFACE_FIELDS, SKILL_FIELDS, is_any,
};
use crate::limits::MAX_ENTRIES;
use crate::{Pointer, json};

impl CardReading {
    /// The fields that no version of A2A has where they stand: of the card, its interfaces, capabilities, extensions and
    /// skills, and no more of them than the [limits](crate::limits) let entries be. That is no fault of a card, which may
    /// say more than A2A asks for, and nobody reads it. None for what is no card.
    #[must_use]
    pub fn unknown_fields(&self) -> Vec<Pointer> {
        let Some(card) = &self.card else { return Vec::new() };
        let Ok(document) = json::parse(&self.source, "the card") else { return Vec::new() };
        let root = Pointer::root();
        let interfaces =
            card.supported_interfaces.iter().map(|interface| (&interface.pointer, INTERFACE_FIELDS));
        let extensions =
            card.capabilities.extensions.iter().map(|extension| (&extension.pointer, EXTENSION_FIELDS));
        let skills = card.skills.iter().map(|skill| (&skill.pointer, SKILL_FIELDS));
        let parts = [(&root, CARD_FIELDS), (&card.capabilities.pointer, CAPABILITY_FIELDS)].into_iter();
        let mut unknown = Vec::new();
        for (pointer, fields) in parts.chain(interfaces).chain(extensions).chain(skills) {
            let object = json::at(&document.root, pointer).and_then(json::Json::as_object);
            let keys = object.into_iter().flat_map(json::Object::iter).map(|(key, _)| key);
            let strange = keys.filter(|key| !is_any(key, fields)).map(|key| pointer.key(key));
            unknown.extend(strange.take(MAX_ENTRIES - unknown.len()));
        }
        unknown
    }
}

#[cfg(test)]
mod tests {
    use crate::{InputError, read_card};

    #[test]
    fn what_no_version_has_is_listed_wherever_it_stands() -> Result<(), InputError> {
        let card = r#"{
            "name": "Echo", "default_input_modes": ["text/plain"], "supportsExtendedAgentCard": true, "foo": 1,
            "supportedInterfaces": [{"url": "https://echo.example", "protocolBinding": "GRPC", "region": "eu"}],
            "capabilities": {"streaming": true, "capabilities2": {}},
            "skills": [{"id": "echo", "price": 1}, {"id": "b"}], "a/b": null
        }"#;
        let unknown = read_card(card)?.unknown_fields();
        let unknown: Vec<&str> = unknown.iter().map(crate::Pointer::as_str).collect();
        assert_eq!(
            unknown,
            [
                "/foo",
                "/a~1b",
                "/capabilities/capabilities2",
                "/supportedInterfaces/0/region",
                "/skills/0/price"
            ]
        );
        assert_eq!(read_card("[]")?.unknown_fields(), []);
        Ok(())
    }
}
