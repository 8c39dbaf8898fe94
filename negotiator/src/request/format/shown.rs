//! What is shown of a request, with its secrets marked.

use crate::json::{Json, Object};
use crate::pointer::tokens;
use crate::words::replaced;

use super::super::address::encode;
use super::super::{Misuse, check_sendable, wrong};

/// What stands around the number of a secret, in place of its placeholder. A request that can be sent has
/// no control characters elsewhere: in its JSON they are escaped.
const MARK: char = '\u{1}';

/// What is shown of a request.
pub(super) struct Shown<'r> {
    pub(super) method: &'r str,
    /// Without the secrets in the query.
    pub(super) url: String,
    /// The secrets in the query: name and value.
    pub(super) query: Vec<(String, String)>,
    pub(super) headers: Vec<(&'r str, String)>,
    pub(super) body: Option<String>,
    /// The secrets that the connection presents.
    pub(super) certificates: Vec<String>,
    /// The variables of the secrets.
    variables: Vec<String>,
}

/// A text of the request, or a secret in it, by its variable.
pub(super) enum Piece<'p> {
    Text(&'p str),
    Secret(&'p str),
}

pub(super) fn text_of<'r>(object: &'r Object<'_>, key: &str) -> &'r str {
    object.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// The members of an object in an object; none where it is not there.
pub(super) fn members<'r>(
    object: &'r Object<'_>,
    key: &str,
) -> impl Iterator<Item = (&'r str, &'r Json<'r>)> {
    object.get(key).and_then(Json::as_object).into_iter().flat_map(Object::iter)
}

impl<'r> Shown<'r> {
    pub(super) fn of(request: &'r Object<'r>) -> Result<Self, Misuse> {
        let headers: Vec<(&str, &str)> = members(request, "headers")
            .map(|(name, value)| (name, value.as_str().unwrap_or_default()))
            .collect();
        let (method, url) = (text_of(request, "method"), text_of(request, "url"));
        check_sendable("request", &headers, url)?;
        // It is written as it is. Over gRPC it is a path.
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
        if method.is_empty() || !method.bytes().all(is_plain) || url.is_empty() {
            let message = "the request has no method or no URL that could be called".into();
            return Err(wrong("request", "method", message, "take the request as `buildRequest` gave it"));
        }
        let mut shown = Self {
            method,
            url: url.to_owned(),
            query: Vec::new(),
            headers: headers.into_iter().map(|(name, value)| (name, value.to_owned())).collect(),
            body: None,
            certificates: Vec::new(),
            variables: Vec::new(),
        };
        let mut body = request.get("body").filter(|body| !body.is_null()).cloned();
        let secrets: Vec<&Object<'_>> = ["credentials", "pushSecrets"]
            .iter()
            .flat_map(|list| request.get(list).and_then(Json::as_array).into_iter().flatten())
            .filter_map(Json::as_object)
            .collect();
        for secret in &secrets {
            shown.add_variable(text_of(secret, "placeholder"));
        }
        // The last one first: those in the query come off its end.
        for (number, secret) in secrets.into_iter().enumerate().rev() {
            shown.mark(number, secret, body.as_mut());
        }
        shown.query.reverse();
        shown.body = body.map(|body| body.to_text());
        Ok(shown)
    }

    /// Puts the mark of a secret in the place of its placeholder.
    fn mark(&mut self, number: usize, secret: &Object<'_>, body: Option<&mut Json<'r>>) {
        let mark = format!("{MARK}{number}{MARK}");
        let placeholder = text_of(secret, "placeholder");
        let nothing = Object::new();
        let placement = secret.get("placement").and_then(Json::as_object).unwrap_or(&nothing);
        let name = text_of(placement, "name");
        match text_of(placement, "in") {
            "header" => {
                let before = text_of(placement, "prefix");
                let header = self.headers.iter_mut().find(|(header, _)| header.eq_ignore_ascii_case(name));
                if let Some((_, value)) = header.filter(|(_, value)| *value == [before, placeholder].concat())
                {
                    *value = [before, &mark].concat();
                }
            }
            "cookie" => {
                let header =
                    self.headers.iter_mut().find(|(header, _)| header.eq_ignore_ascii_case("cookie"));
                if let Some((_, value)) = header {
                    let before = [name, "="].concat();
                    *value = value.replace(&[&*before, placeholder].concat(), &[&*before, &mark].concat());
                }
            }
            "query" => {
                let name = encode(name);
                let pair = [&*name, "=", placeholder].concat();
                if let Some(rest) =
                    self.url.strip_suffix(&pair).and_then(|rest| rest.strip_suffix(['?', '&']))
                {
                    self.url = rest.to_owned();
                    self.query.push((name, mark));
                }
            }
            "tls" => self.certificates.push(mark),
            _ => {
                let place = body.and_then(|body| at(body, text_of(secret, "pointer")));
                if let Some(place) = place.filter(|place| place.as_str() == Some(placeholder)) {
                    // A number is written as it is.
                    *place = Json::Number(mark.into());
                }
            }
        }
    }

    /// A variable for a secret, with a name of its own.
    fn add_variable(&mut self, placeholder: &str) {
        let name = placeholder.trim_matches(['{', '}']);
        let name = replaced(name, |character| !character.is_ascii_alphanumeric());
        let mut variable = ["A2A_", &name.to_ascii_uppercase()].concat();
        while self.variables.contains(&variable) {
            variable.push('_');
        }
        self.variables.push(variable);
    }

    /// A text with its secrets.
    pub(super) fn pieces<'p>(&'p self, text: &'p str) -> impl Iterator<Item = Piece<'p>> {
        text.split(MARK).enumerate().filter(|(_, piece)| !piece.is_empty()).map(|(index, piece)| {
            let variable =
                (index % 2 == 1).then(|| self.variables.get(piece.parse::<usize>().ok()?)).flatten();
            variable.map_or(Piece::Text(piece), |variable| Piece::Secret(variable))
        })
    }
}

/// The value that a pointer points to.
fn at<'j, 'r>(json: &'j mut Json<'r>, pointer: &str) -> Option<&'j mut Json<'r>> {
    tokens(pointer).try_fold(json, |json, token| match json {
        Json::Object(object) => object.get_mut(&token),
        _ => None,
    })
}
