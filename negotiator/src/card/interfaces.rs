//! Interfaces of all generations, and the generation itself.

use super::fields::{self, INTERFACE_FIELDS};
use super::model::{Generation, Interface};
use super::older_interfaces;
use super::reader::Reader;
use super::spelling::has;
use crate::json::{Json, Object};
use crate::limits::MAX_INTERFACES;
use crate::names::Names;
use crate::pointer::Path;
use crate::version::parse_with_patch;
use crate::words::{list, quote};
use crate::{FindingCode, Pointer, Version, similar};

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
pub(super) enum Declared {
    Absent,
    Unreadable,
    Version(Version),
}

impl Declared {
    pub(super) const fn version(self) -> Option<Version> {
        match self {
            Self::Version(version) => Some(version),
            Self::Absent | Self::Unreadable => None,
        }
    }
}

pub(super) fn read(reader: &mut Reader, root: &Object<'_>) -> Interfaces {
    let path = &reader.root();
    let (root_declared, root_pointer) = version(reader, root, path);
    let listed = reader.list(root, path, "supportedInterfaces").filter(|(_, list)| !list.is_empty());
    let mut interfaces = Vec::new();
    let generation = if let Some((key, list)) = listed {
        let list_path = path.key(key);
        for (index, element) in reader.within(list, MAX_INTERFACES, &list_path).iter().enumerate() {
            let at = list_path.index(index);
            interfaces.extend(listed_interface(reader, element, &at, (root_declared, &root_pointer)));
        }
        older_interfaces::add_older_part(reader, root, root_declared, &root_pointer, &mut interfaces);
        older_interfaces::find_leftovers(reader, root, &interfaces, root_declared, &root_pointer);
        check_agreement(reader, &interfaces, root_declared, &root_pointer);
        Generation::V1_0
    } else {
        older_interfaces::older(reader, root, root_declared, &root_pointer, &mut interfaces)
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
            if number > Version::V0_3 && number != Version::V1_0 {
                let what = " is no version of the specification, and versions are compared exactly";
                reader.find(FindingCode::UnknownVersion, &at, quote(text) + what);
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
    let tenant_unreadable = tenant.is_none() && has(object, "tenant");
    let tenant = tenant.filter(|tenant| !tenant.is_empty());
    Some(Interface {
        url,
        protocol_binding,
        protocol_version,
        tenant,
        tenant_unreadable,
        version_unknown: declared == Declared::Absent && protocol_version.is_none(),
        pointer: path.into(),
        url_pointer,
        binding_pointer,
        version_pointer,
    })
}

pub(super) fn interface_url(
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
    reader.look_at_place(text, binding, &at);
    (text.to_owned(), at.into())
}

/// The binding of an interface, whose right name is `expected`.
pub(super) fn binding(
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

pub(super) fn find_unknown_binding(reader: &mut Reader, text: &str, path: &Path<'_>) {
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

/// What makes an interface the same as another.
pub(super) fn identity(interface: &Interface, tenant: Option<&str>) -> String {
    let text = |text: Option<&str>| text.map_or(Json::Null, |text| text.to_owned().into());
    let version = interface.protocol_version.map(Version::text);
    let binding = interface.protocol_binding.as_deref();
    Json::Array([binding, version.as_deref(), Some(&interface.url), tenant].map(text).into()).to_text()
}

pub(super) fn identities(interfaces: &[Interface]) -> Vec<String> {
    interfaces.iter().map(|interface| identity(interface, None)).collect()
}

/// Which of these stand there earlier already.
pub(super) fn repeated(identities: &[String]) -> Vec<bool> {
    let names = Names::of(identities.iter().map(String::as_str));
    identities.iter().enumerate().map(|(place, identity)| names.place(identity) != Some(place)).collect()
}

fn find_duplicates(reader: &mut Reader, interfaces: &[Interface]) {
    if interfaces.len() < 2 || !reader.is_asked() {
        return;
    }
    let identities: Vec<String> =
        interfaces.iter().map(|interface| identity(interface, interface.tenant.as_deref())).collect();
    for (interface, is_repeated) in interfaces.iter().zip(repeated(&identities)) {
        if is_repeated {
            reader.find_at(
                FindingCode::DuplicateInterface,
                &interface.pointer,
                "this interface stands in the card already, with the same URL, binding and version"
                    .to_owned(),
            );
        }
    }
}
