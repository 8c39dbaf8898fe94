//! Interfaces of all generations, and the generation itself.

use super::fields::{self, INTERFACE_FIELDS};
use super::model::{Generation, Interface};
use super::reader::{Reader, has};
use crate::json::{Json, Object};
use crate::map::Map;
use crate::pointer::Path;
use crate::version::parse_with_patch;
use crate::words::{list, quote};
use crate::{FindingCode, Pointer, Version, similar, url};

/// What a card says about where to call.
pub(super) struct Interfaces {
    pub(super) generation: Generation,
    pub(super) root_version: Option<Version>,
    pub(super) list: Vec<Interface>,
}

/// The names under which interfaces of the field carry their binding, besides `protocolBinding`.
const BINDING_FIELDS: [&str; 5] = ["protocolBinding", "transport", "type", "protocol", "transportProtocol"];

/// A version as found: absent, unreadable, or read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Declared {
    Absent,
    Unreadable,
    Version(Version),
}

impl Declared {
    const fn version(self) -> Option<Version> {
        match self {
            Self::Version(version) => Some(version),
            Self::Absent | Self::Unreadable => None,
        }
    }
}

pub(super) fn read(reader: &mut Reader, root: &Object<'_>) -> Interfaces {
    let path = &Path::Root;
    let (root_declared, root_pointer) = version(reader, root, path);
    let listed = reader.list(root, path, "supportedInterfaces").filter(|(_, list)| !list.is_empty());
    let mut interfaces = Vec::new();
    let generation = if let Some((key, list)) = listed {
        let list_path = path.key(key);
        for (index, element) in list.iter().enumerate() {
            let at = list_path.index(index);
            interfaces.extend(listed_interface(reader, element, &at, (root_declared, &root_pointer)));
        }
        add_older_part(reader, root, root_declared, &root_pointer, &mut interfaces);
        find_leftovers(reader, root, &interfaces, root_declared, &root_pointer);
        check_agreement(reader, &interfaces, root_declared, &root_pointer);
        Generation::V1_0
    } else {
        older(reader, root, root_declared, &root_pointer, &mut interfaces)
    };
    find_duplicates(reader, &interfaces);
    Interfaces { generation, root_version: root_declared.version(), list: interfaces }
}

/// The protocol version of an object, and where it stands or should.
fn version(reader: &mut Reader, object: &Object<'_>, path: &Path<'_>) -> (Declared, Pointer) {
    let Some((key, text)) = reader.text(object, path, "protocolVersion") else {
        let declared = if has(object, "protocolVersion") { Declared::Unreadable } else { Declared::Absent };
        return (declared, path.key("protocolVersion").into());
    };
    let at = path.key(key);
    let declared = match parse_with_patch(text) {
        Some((number, has_patch)) => {
            // 0.3 itself writes `0.3.0` at the root of a card.
            let is_plain = matches!(path, Path::Root) && !number.is_1_0_or_later();
            if has_patch && !is_plain {
                reader.find(
                    FindingCode::PatchVersion,
                    &at,
                    format!("{} carries a patch number, which is not negotiated and was ignored; write `{number}`", quote(text)),
                );
            }
            Declared::Version(number)
        }
        None => {
            let plain = text.trim().trim_start_matches(['v', 'V']);
            let meant = parse_with_patch(plain).map(|(meant, _)| format!("; write `{meant}`"));
            reader.find(
                FindingCode::InvalidVersion,
                &at,
                format!(
                    "{} is not a protocol version, which reads `Major.Minor` such as `1.0`; it matches nothing{}",
                    quote(text),
                    meant.unwrap_or_default()
                ),
            );
            Declared::Unreadable
        }
    };
    (declared, at.into())
}

/// An entry of `supportedInterfaces`.
fn listed_interface(
    reader: &mut Reader,
    element: &Json<'_>,
    path: &Path<'_>,
    (root_declared, root_pointer): (Declared, &Pointer),
) -> Option<Interface> {
    let Some(object) = element.as_object() else {
        reader.wrong_entry(
            path,
            "this interface",
            element,
            "an object with `url`, `protocolBinding` and `protocolVersion`",
        );
        return None;
    };
    fields::check(reader, object, path, INTERFACE_FIELDS);
    let (protocol_binding, binding_pointer) = binding(reader, object, path, "protocolBinding");
    let (url, url_pointer) = interface_url(reader, object, path, protocol_binding.as_deref());
    let (declared, mut version_pointer) = version(reader, object, path);
    let mut protocol_version = declared.version();
    if declared == Declared::Absent {
        protocol_version = root_declared.version();
        let consequence = match protocol_version {
            Some(version) => {
                version_pointer = root_pointer.clone();
                format!("the card's own `{version}` was taken")
            }
            None => "its version is unknown, so that it matches nothing".to_owned(),
        };
        reader.find(
            FindingCode::VersionMissing,
            path,
            format!("this interface does not say its `protocolVersion`; {consequence}, and some clients assume 0.3"),
        );
    }
    // Writers of Protocol Buffers' JSON write what is not set as an empty string.
    let tenant = reader.text(object, path, "tenant").map(|(_, tenant)| tenant.to_owned());
    let tenant = tenant.filter(|tenant| !tenant.is_empty());
    Some(Interface {
        url,
        protocol_binding,
        protocol_version,
        tenant,
        version_unknown: declared == Declared::Absent && protocol_version.is_none(),
        pointer: path.into(),
        url_pointer,
        binding_pointer,
        version_pointer,
    })
}

fn interface_url(
    reader: &mut Reader,
    object: &Object<'_>,
    path: &Path<'_>,
    binding: Option<&str>,
) -> (String, Pointer) {
    let Some((key, text)) = reader.text(object, path, "url") else {
        if !has(object, "url") {
            reader.missing(path, "url", "an absolute `https` URL");
        }
        return (String::new(), path.key("url").into());
    };
    let at = path.key(key);
    if let Some(problem) = url::problem_for_anyone(text, binding) {
        reader.find(FindingCode::UnusableUrl, &at, format!("{} {problem}", quote(text)));
    }
    (text.to_owned(), at.into())
}

/// The binding of an interface, whose right name is `expected`.
fn binding(
    reader: &mut Reader,
    object: &Object<'_>,
    path: &Path<'_>,
    expected: &'static str,
) -> (Option<String>, Pointer) {
    let names = std::iter::once(expected).chain(BINDING_FIELDS.into_iter().filter(|name| *name != expected));
    for field in names {
        let Some((key, text)) = reader.text(object, path, field) else {
            continue;
        };
        let at = path.key(key);
        if field != expected {
            reader.find(
                FindingCode::BindingField,
                &at,
                if expected == "transport" && field == "protocolBinding" {
                    "`protocolBinding` is of 1.0, and was read as the binding; an interface of 1.0 belongs into `supportedInterfaces`, and clients of 0.3 look for `transport`".into()
                } else {
                    format!("`{key}` was read as the binding; clients look for `{expected}`")
                },
            );
        }
        find_unknown_binding(reader, text, &at);
        return (Some(text.to_owned()), at.into());
    }
    reader.find(
        FindingCode::BindingMissing,
        path,
        format!("this interface does not say its binding, so that it matches nothing; add `{expected}`"),
    );
    (None, path.key(expected).into())
}

fn find_unknown_binding(reader: &mut Reader, text: &str, path: &Path<'_>) {
    if similar::is_binding(text) {
        return;
    }
    let message = match similar::binding(text) {
        Some(meant) => format!(
            "{} is not a binding of the specification, and bindings are compared exactly; write `{meant}`",
            quote(text)
        ),
        None => format!(
            "{} is not a binding of the specification ({}), and a custom binding is named by a URI",
            quote(text),
            list(similar::BINDINGS, "or")
        ),
    };
    reader.find(FindingCode::UnknownBinding, path, message);
}

/// The interfaces rule, and a root that agrees with none of them misleads readers.
fn check_agreement(reader: &mut Reader, interfaces: &[Interface], root: Declared, root_pointer: &Pointer) {
    let Declared::Version(root) = root else { return };
    let agrees = interfaces.iter().any(|interface| interface.protocol_version == Some(root));
    if !agrees && !interfaces.is_empty() {
        reader.find_at(
            FindingCode::VersionDisagreement,
            root_pointer,
            format!("the card says `{root}` and none of its interfaces does; the interfaces rule"),
        );
    }
}

/// The older part of a card that carries both shapes: taken after the newer one where the root says a
/// version below 1.0, and only what is not there already.
fn add_older_part(
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
        let known = identities(interfaces);
        older_part.retain(|interface| known.get(&identity(interface, None)).is_none());
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
fn find_leftovers(
    reader: &mut Reader,
    root: &Object<'_>,
    interfaces: &[Interface],
    declared: Declared,
    version_pointer: &Pointer,
) {
    // What says a version below 1.0 is there for clients of 0.3.
    if declared.version().is_some_and(|version| !version.is_1_0_or_later()) {
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

/// A card in the shape of 0.2 or 0.3.
fn older(
    reader: &mut Reader,
    root: &Object<'_>,
    declared: Declared,
    pointer: &Pointer,
    interfaces: &mut Vec<Interface>,
) -> Generation {
    let path = &Path::Root;
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
    let path = &Path::Root;
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
            version_unknown: false,
            pointer: url_pointer.clone(),
            url_pointer,
            binding_pointer,
            version_pointer: version_pointer.clone(),
        });
    }
    let Some((key, list)) = reader.list(root, path, "additionalInterfaces") else { return };
    let list_path = path.key(key);
    let mut known = identities(interfaces);
    for (index, element) in list.iter().enumerate() {
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
        let interface = Interface {
            url,
            protocol_binding,
            protocol_version: version,
            tenant: None,
            version_unknown: false,
            pointer: at.into(),
            url_pointer,
            binding_pointer,
            version_pointer: version_pointer.clone(),
        };
        // 0.3 recommends repeating the card's own URL here, so a repetition is no finding.
        if known.insert(identity(&interface, None), ()).is_none() {
            interfaces.push(interface);
        }
    }
}

/// What makes an interface the same as another.
fn identity(interface: &Interface, tenant: Option<&str>) -> String {
    let text = |text: Option<&str>| text.map_or(Json::Null, |text| text.to_owned().into());
    let version = interface.protocol_version.map(|version| version.to_string());
    let binding = interface.protocol_binding.as_deref();
    Json::Array([binding, version.as_deref(), Some(&interface.url), tenant].map(text).into()).to_text()
}

fn identities(interfaces: &[Interface]) -> Map<()> {
    let mut identities = Map::new();
    for interface in interfaces {
        identities.insert(identity(interface, None), ());
    }
    identities
}

fn find_duplicates(reader: &mut Reader, interfaces: &[Interface]) {
    let mut seen = Map::new();
    for interface in interfaces {
        if seen.insert(identity(interface, interface.tenant.as_deref()), ()).is_some() {
            reader.find_at(
                FindingCode::DuplicateInterface,
                &interface.pointer,
                "this interface stands in the card already, with the same URL, binding and version"
                    .to_owned(),
            );
        }
    }
}
