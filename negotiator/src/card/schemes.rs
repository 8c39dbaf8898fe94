//! Security schemes in the shapes of all generations.

use super::fields::{self, FLOWS, SCHEME_FIELDS};
use super::model::{Generation, OAuthFlow, SchemeKind, SecurityScheme};
use super::reader::Reader;
use super::scheme_kinds::{
    ONE_OF_KEYS, generated_one_of, kind_of_type, kind_of_word, one_of_key_for, unmistakable_kind,
};
use super::spelling::has;
use crate::json::{Json, Object};
use crate::limits::MAX_ENTRIES;
use crate::names::Names;
use crate::plan::{Placement, PlacementLocation};
use crate::pointer::Path;
use crate::request::is_token;
use crate::words::{list, quote};
use crate::{FindingCode, Pointer};

pub(super) fn read(reader: &mut Reader, root: &Object<'_>) -> Vec<SecurityScheme> {
    let path = &reader.root();
    let Some((key, object)) = reader.object(root, path, "securitySchemes") else {
        return Vec::new();
    };
    let path = path.key(key);
    let mut schemes = Vec::new();
    let members: Vec<_> = object.iter().collect();
    for (name, value) in reader.within(&members, MAX_ENTRIES, &path) {
        let path = path.key(name);
        match value {
            Json::Object(scheme) => schemes.push(read_scheme(reader, name, scheme, &path)),
            other => {
                reader.wrong_type(&path, name, other, "a security scheme");
                schemes.push(unknown(name, &path));
            }
        }
    }
    schemes
}

/// The schemes that a card defines, to be looked up by name.
pub(super) struct Defined<'s> {
    pub(super) schemes: &'s [SecurityScheme],
    names: Names<'s>,
}

impl<'s> Defined<'s> {
    pub(super) fn of(schemes: &'s [SecurityScheme]) -> Self {
        Self { schemes, names: Names::of(schemes.iter().map(|scheme| scheme.name.as_str())) }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'s SecurityScheme> {
        self.schemes.get(self.names.place(name)?)
    }
}

fn unknown(name: &str, path: &Path<'_>) -> SecurityScheme {
    SecurityScheme {
        name: name.to_owned(),
        kind: SchemeKind::Unknown,
        http_scheme: None,
        placement: None,
        flows: Vec::new(),
        metadata_url: None,
        scopes: Vec::new(),
        pointer: path.into(),
    }
}

fn read_scheme(reader: &mut Reader, name: &str, object: &Object<'_>, path: &Path<'_>) -> SecurityScheme {
    fields::check(reader, object, path, SCHEME_FIELDS);
    let declared = reader.text(object, path, "type").map(|(_, text)| text);
    for (index, (field, kind)) in ONE_OF_KEYS.into_iter().enumerate() {
        let Some((key, inner)) = reader.object(object, path, field) else { continue };
        let inner_path = path.key(key);
        if let Some(text) = declared
            && kind_of_type(text) != Some(kind)
        {
            reader.find(
                FindingCode::SchemeDisagreement,
                path,
                format!(
                    "`type` says {} and `{key}` says `{}`; the latter was taken, as clients of 1.0 do",
                    quote(text),
                    kind.as_str()
                ),
            );
        }
        if let Some((other, _)) = ONE_OF_KEYS[index + 1..].iter().find(|(other, _)| has(object, other)) {
            reader.find(
                FindingCode::SchemeDisagreement,
                path,
                format!("a scheme has one kind: `{key}` was taken, and `{other}` was not read; define a scheme for each"),
            );
        }
        if let Some(field) = disagreeing(object, inner) {
            reader.find(
                FindingCode::SchemeDisagreement,
                path,
                format!("`{field}` says something else than `{key}` does; the latter was taken, as clients of 1.0 do"),
            );
        }
        fields::check(reader, inner, &inner_path, SCHEME_FIELDS);
        let scheme = scheme_of_kind(reader, name, kind, inner, &inner_path, path.into());
        find_gaps(reader, &scheme, inner, &inner_path, true);
        return scheme;
    }
    if let Some((kind, value)) = generated_one_of(object) {
        reader.find(
            FindingCode::SchemeShape,
            path,
            format!("{} has the shape of generated code (`$case`) and was read as meant; strict clients see an empty scheme: {}", quote(name), one_of_key_for(kind)),
        );
        let value_path = path.key("scheme");
        let value_path = value_path.key("value");
        let scheme = scheme_of_kind(reader, name, kind, value, &value_path, path.into());
        find_gaps(reader, &scheme, value, &value_path, true);
        return scheme;
    }
    if let Some(text) = declared {
        if let Some(kind) = kind_of_type(text) {
            if reader.generation == Generation::V1_0 {
                reader.find(
                    FindingCode::SchemeShape,
                    path,
                    format!("{} has the shape of 0.3 and was read as meant; strict clients of 1.0 see an empty scheme: {}", quote(name), one_of_key_for(kind)),
                );
            }
            let scheme = scheme_of_kind(reader, name, kind, object, path, path.into());
            find_gaps(reader, &scheme, object, path, false);
            return scheme;
        }
        if let Some((kind, http_scheme)) = kind_of_word(text) {
            reader.find(
                FindingCode::SchemeShape,
                path,
                format!(
                    "{} is not a type of security scheme and was read as `{}`",
                    quote(text),
                    kind.as_str()
                ),
            );
            let mut scheme = scheme_of_kind(reader, name, kind, object, path, path.into());
            if scheme.http_scheme.is_none() {
                set_http_scheme(&mut scheme, http_scheme);
            }
            find_gaps(reader, &scheme, object, path, false);
            return scheme;
        }
    } else if let Some(kind) = unmistakable_kind(object) {
        reader.find(
            FindingCode::SchemeShape,
            path,
            format!("{} does not say its kind, and its keys show that it is `{}`; strict clients see an empty scheme", quote(name), kind.as_str()),
        );
        return scheme_of_kind(reader, name, kind, object, path, path.into());
    }
    reader.find(
        FindingCode::UnknownScheme,
        path,
        format!("{0} does not say which kind of security scheme it is; a client meets it only by holding {0} by name", quote(name)),
    );
    unknown(name, path)
}

/// The field of 0.3 that says something else than the one-of member of 1.0.
fn disagreeing(older: &Object<'_>, newer: &Object<'_>) -> Option<&'static str> {
    for (field, in_1_0) in
        [("scheme", "scheme"), ("name", "name"), ("in", "location"), ("openIdConnectUrl", "openIdConnectUrl")]
    {
        let older = older.get(field).and_then(Json::as_str);
        let newer = newer.get(in_1_0).and_then(Json::as_str);
        if older.zip(newer).is_some_and(|(older, newer)| !older.eq_ignore_ascii_case(newer)) {
            return Some(field);
        }
    }
    None
}

/// What a scheme of a kind has to say, so that a client can send its credential.
const NEEDED: [(SchemeKind, &str, &str); 5] = [
    (SchemeKind::ApiKey, "name", "the header, query parameter or cookie that carries the key"),
    (SchemeKind::ApiKey, "location", "`header`, `query` or `cookie`"),
    (SchemeKind::Http, "scheme", "the kind of HTTP authentication, such as `Bearer`"),
    (SchemeKind::Oauth2, "flows", "an object with the flow by which a client gets its token"),
    (SchemeKind::OpenIdConnect, "openIdConnectUrl", "the address of the provider's configuration"),
];

/// Tells what a scheme leaves open. `newer` tells whether its fields should have the names of 1.0.
fn find_gaps(
    reader: &mut Reader,
    scheme: &SecurityScheme,
    object: &Object<'_>,
    path: &Path<'_>,
    newer: bool,
) {
    if !reader.is_asked() {
        return;
    }
    let says = |field| has(object, field) && object.get(field).and_then(Json::as_str) != Some("");
    for (kind, field, what) in NEEDED {
        if kind != scheme.kind || says(field) || (field == "scheme" && scheme.http_scheme.is_some()) {
            continue;
        }
        let field = if field == "location" && !newer { "in" } else { field };
        if says(field) {
            continue;
        }
        if field == "location" && says("in") {
            reader.find(
                FindingCode::SchemeShape,
                &path.key("in"),
                "`in` is of 0.3 and was read as `location`, which clients of 1.0 look for",
            );
        } else {
            reader.missing(path, field, what);
        }
    }
    if scheme.kind == SchemeKind::Oauth2
        && scheme.flows.is_empty()
        && object.get("flows").is_some_and(|flows| flows.as_object().is_some())
    {
        reader.find(
            FindingCode::MissingField,
            &path.key("flows"),
            format!(
                "`flows` has no flow of the specification ({}), so that no client can get a token",
                list(FLOWS, "or")
            ),
        );
    }
}

/// A scheme of a known kind from the object that holds its details: the scheme itself in 0.3, the
/// one-of member in 1.0.
pub(super) fn scheme_of_kind(
    reader: &mut Reader,
    name: &str,
    kind: SchemeKind,
    object: &Object<'_>,
    path: &Path<'_>,
    pointer: Pointer,
) -> SecurityScheme {
    let mut scheme = SecurityScheme { kind, pointer, ..unknown(name, path) };
    match kind {
        SchemeKind::ApiKey => {
            scheme.placement = api_key_placement(reader, object, path);
            // A query is encoded, and a header or a cookie is not.
            let cannot_be_sent = |placement: &Placement| {
                placement.location != PlacementLocation::Query && !is_token(&placement.name)
            };
            if let Some(placement) = scheme.placement.take_if(|placement| cannot_be_sent(placement)) {
                scheme.kind = unsendable(reader, &path.key("name"), &placement.name);
            }
        }
        SchemeKind::Http => match reader.text(object, path, "scheme") {
            Some((key, word)) if !is_token(word) => scheme.kind = unsendable(reader, &path.key(key), word),
            word => set_http_scheme(&mut scheme, word.map(|(_, word)| word)),
        },
        SchemeKind::Oauth2 => {
            scheme.placement = Some(authorization("Bearer "));
            scheme.flows = flows(reader, object, path, &mut scheme.scopes);
            scheme.metadata_url = reader.address(object, path, "oauth2MetadataUrl");
        }
        SchemeKind::OpenIdConnect => {
            scheme.placement = Some(authorization("Bearer "));
            scheme.metadata_url = reader.address(object, path, "openIdConnectUrl");
        }
        SchemeKind::MutualTls => {
            scheme.placement = Some(Placement {
                location: PlacementLocation::Tls,
                name: String::new(),
                prefix: String::new(),
            });
        }
        SchemeKind::Unknown => {}
    }
    scheme
}

/// The kind of a scheme whose name or word would not stay one in a request.
fn unsendable(reader: &mut Reader, path: &Path<'_>, word: &str) -> SchemeKind {
    reader.find(
        FindingCode::SchemeShape,
        path,
        format!(
            "{} cannot be sent as it stands, so that where the credential goes is not known; write a word of letters, digits and hyphens",
            quote(word)
        ),
    );
    SchemeKind::Unknown
}

/// Sets which HTTP authentication a scheme is, and the prefix that goes with it.
pub(super) fn set_http_scheme(scheme: &mut SecurityScheme, word: Option<&str>) {
    let Some(word) = word.filter(|_| scheme.kind == SchemeKind::Http) else { return };
    let lower = word.to_ascii_lowercase();
    let prefix = match lower.as_str() {
        "bearer" => "Bearer ".to_owned(),
        "basic" => "Basic ".to_owned(),
        _ => format!("{word} "),
    };
    scheme.placement = Some(authorization(&prefix));
    scheme.http_scheme = Some(lower);
}

fn authorization(prefix: &str) -> Placement {
    Placement { location: PlacementLocation::Header, name: "Authorization".into(), prefix: prefix.into() }
}

/// Where an API key goes: `location` in 1.0, `in` before.
fn api_key_placement(reader: &mut Reader, object: &Object<'_>, path: &Path<'_>) -> Option<Placement> {
    let name = reader.text(object, path, "name").map(|(_, name)| name.to_owned());
    let name = name.filter(|name| !name.is_empty())?;
    let (key, word) = match reader.text(object, path, "location") {
        Some(found) => found,
        None => reader.text(object, path, "in")?,
    };
    let location = match word {
        "header" => PlacementLocation::Header,
        "query" => PlacementLocation::Query,
        "cookie" => PlacementLocation::Cookie,
        other => {
            reader.find(
                FindingCode::SchemeShape,
                &path.key(key),
                format!(
                    "{} is no place for an API key, which goes into `header`, `query` or `cookie`",
                    quote(other)
                ),
            );
            return None;
        }
    };
    Some(Placement { location, name, prefix: String::new() })
}

fn flows(
    reader: &mut Reader,
    object: &Object<'_>,
    path: &Path<'_>,
    declared_scopes: &mut Vec<String>,
) -> Vec<OAuthFlow> {
    let Some((key, flows)) = reader.object(object, path, "flows") else { return Vec::new() };
    let path = path.key(key);
    let mut found = Vec::new();
    let mut scopes = Vec::new();
    for name in FLOWS {
        let Some((key, flow)) = reader.object(flows, &path, name) else { continue };
        let path = path.key(key);
        if matches!(name, "implicit" | "password") {
            reader.find(
                FindingCode::DeprecatedFlow,
                &path,
                format!("the `{name}` flow is deprecated; offer `authorizationCode` or `clientCredentials`"),
            );
        }
        if let Some((_, declared)) = reader.object(flow, &path, "scopes") {
            scopes.extend(declared.iter().map(|(scope, _)| (scope, 0)));
        }
        let [authorization_url, token_url, refresh_url, device_authorization_url] =
            ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl"]
                .map(|field| reader.address(flow, &path, field));
        found.push(OAuthFlow {
            flow: name.into(),
            authorization_url,
            token_url,
            refresh_url,
            device_authorization_url,
            pkce_required: reader.boolean(flow, &path, "pkceRequired").is_some_and(|(_, is)| is),
        });
    }
    let mut scopes = a2a_json::sorted(scopes);
    scopes.dedup();
    *declared_scopes = scopes.into_iter().map(|(scope, _)| scope.to_owned()).collect();
    found
}
