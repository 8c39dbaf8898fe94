//! Interfaces where 0.2 and 0.3 have them, at the root of the card: all of an older card's, and the older part
//! of one that carries both shapes.

use super::fields::{self, INTERFACE_FIELDS};
use super::interfaces::{
    Declared, binding, find_unknown_binding, identities, identity, interface_url, repeated,
};
use super::model::{Generation, Interface};
use super::reader::Reader;
use super::spelling::has;
use crate::json::Object;
use crate::limits::MAX_INTERFACES;
use crate::names::Names;
use crate::pointer::Path;
use crate::{FindingCode, Pointer, Version};

/// A card in the shape of 0.2 or 0.3.
pub(super) fn older(
    reader: &mut Reader,
    root: &Object<'_>,
    declared: Declared,
    pointer: &Pointer,
    interfaces: &mut Vec<Interface>,
) -> Generation {
    let path = &reader.root();
    if !has(root, "url") && !has(root, "additionalInterfaces") {
        reader.missing(path, "supportedInterfaces", "the list of where and how to call");
    }
    let version = match declared {
        Declared::Absent => {
            reader.find(
                FindingCode::VersionAssumed,
                path,
                "the card does not say its `protocolVersion`; 0.3 was assumed, as for an empty version header",
            );
            Some(Version::V0_3)
        }
        Declared::Unreadable => None,
        Declared::Version(version) => {
            if version.is_1_0_or_later() {
                reader.find_at(
                    FindingCode::VersionShapeMismatch,
                    pointer,
                    format!("the card says `{version}` and has the shape of 0.3; it was taken at its word, but clients of 1.0 look for `supportedInterfaces` and will not find the endpoint"),
                );
            }
            Some(version)
        }
    };
    older_interfaces(reader, root, (version, pointer), interfaces);
    match version {
        Some(version) if version < Version::V0_3 => Generation::V0_2,
        _ => Generation::V0_3,
    }
}

fn older_interfaces(
    reader: &mut Reader,
    root: &Object<'_>,
    (version, version_pointer): (Option<Version>, &Pointer),
    interfaces: &mut Vec<Interface>,
) {
    let path = &reader.root();
    let preferred = reader.text(root, path, "preferredTransport");
    if has(root, "url") {
        let binding = preferred.map_or("JSONRPC", |(_, text)| text);
        let (url, url_pointer) = interface_url(reader, root, path, Some(binding));
        let binding_pointer = match preferred {
            Some((key, text)) => {
                find_unknown_binding(reader, text, &path.key(key));
                path.key(key).into()
            }
            None => url_pointer.clone(),
        };
        interfaces.push(Interface {
            url,
            protocol_binding: Some(binding.to_owned()),
            protocol_version: version,
            tenant: None,
            tenant_unreadable: false,
            version_unknown: false,
            pointer: url_pointer.clone(),
            url_pointer,
            binding_pointer,
            version_pointer: version_pointer.clone(),
        });
    }
    let Some((key, list)) = reader.list(root, path, "additionalInterfaces") else { return };
    let list_path = path.key(key);
    for (index, element) in reader.within(list, MAX_INTERFACES, &list_path).iter().enumerate() {
        let at = list_path.index(index);
        let Some(object) = element.as_object() else {
            reader.wrong_entry(&at, "this interface", element, "an object with `url` and `transport`");
            continue;
        };
        fields::check(reader, object, &at, INTERFACE_FIELDS);
        let (protocol_binding, binding_pointer) = binding(reader, object, &at, "transport");
        if has(object, "protocolVersion") {
            reader.find(
                FindingCode::MisplacedField,
                &at,
                "`protocolVersion` of an entry of `additionalInterfaces` is not read by any version; an interface of 1.0 belongs into `supportedInterfaces`",
            );
        }
        let (url, url_pointer) = interface_url(reader, object, &at, protocol_binding.as_deref());
        interfaces.push(Interface {
            url,
            protocol_binding,
            protocol_version: version,
            tenant: None,
            tenant_unreadable: false,
            version_unknown: false,
            pointer: at.into(),
            url_pointer,
            binding_pointer,
            version_pointer: version_pointer.clone(),
        });
    }
    // 0.3 recommends repeating the card's own URL here, so a repetition is no finding.
    let repeated = repeated(&identities(interfaces));
    let mut repeated = repeated.iter();
    interfaces.retain(|_| repeated.next() == Some(&false));
}

/// The older part of a card that carries both shapes: taken after the newer one where the root says a
/// version below 1.0, and only what is not there already.
pub(super) fn add_older_part(
    reader: &mut Reader,
    root: &Object<'_>,
    declared: Declared,
    pointer: &Pointer,
    interfaces: &mut Vec<Interface>,
) {
    if !has(root, "url") && !has(root, "additionalInterfaces") {
        return;
    }
    if declared.version().is_some_and(|version| !version.is_1_0_or_later()) {
        let mut older_part = Vec::new();
        older_interfaces(reader, root, (declared.version(), pointer), &mut older_part);
        let identities = identities(interfaces);
        let known = Names::of(identities.iter().map(String::as_str));
        older_part.retain(|interface| known.place(&identity(interface, None)).is_none());
        interfaces.append(&mut older_part);
        return;
    }
    let field = if has(root, "url") { "url" } else { "additionalInterfaces" };
    reader.find(
        FindingCode::LeftoverField,
        &Path::Root.key(field),
        format!("`{field}` is left over from 0.3 and was not used, since `supportedInterfaces` rules and the card does not say a version below 1.0"),
    );
}

/// What 0.3 has at the root of a card, where nothing took it.
pub(super) fn find_leftovers(
    reader: &mut Reader,
    root: &Object<'_>,
    interfaces: &[Interface],
    declared: Declared,
    version_pointer: &Pointer,
) {
    // What says a version below 1.0 is there for clients of 0.3.
    if !reader.is_asked() || declared.version().is_some_and(|version| !version.is_1_0_or_later()) {
        return;
    }
    let is_used = interfaces.iter().any(|interface| interface.version_pointer == *version_pointer);
    let agrees = interfaces.iter().any(|interface| interface.protocol_version == declared.version());
    let version = version_pointer.tokens().last();
    let version = version.filter(|_| agrees && !is_used && declared.version().is_some());
    let transport = reader.text(root, &Path::Root, "preferredTransport").map(|(key, _)| key);
    for field in version.as_deref().into_iter().chain(transport) {
        reader.find(
            FindingCode::LeftoverField,
            &Path::Root.key(field),
            format!("`{field}` at the root of a card is of 0.3 and was not used, since `supportedInterfaces` rules"),
        );
    }
}
