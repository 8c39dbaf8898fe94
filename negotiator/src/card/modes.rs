//! Lists of media types.

use super::model::{Mode, Modes};
use super::reader::Reader;
use super::spelling::either_case;
use crate::json::Object;
use crate::limits::MAX_ENTRIES;
use crate::pointer::Path;
use crate::words::quote;
use crate::{FindingCode, media_type};

impl Reader {
    /// A list of modes, with findings for what is no media type.
    pub(super) fn modes(&mut self, object: &Object<'_>, path: &Path<'_>, field: &'static str) -> Modes {
        let Some((key, list)) = self.list(object, path, field) else {
            return Modes { modes: Vec::new(), pointer: path.key(field).into() };
        };
        let list_path = path.key(key);
        let mut modes = Vec::with_capacity(list.len());
        for (index, element) in self.within(list, MAX_ENTRIES, &list_path).iter().enumerate() {
            let element_path = list_path.index(index);
            let Some(value) = element.as_str() else {
                self.wrong_type(&element_path, &format!("{key}[{index}]"), element, "a media type");
                continue;
            };
            if self.is_asked()
                && let Some(problem) = media_type::problem(value)
            {
                self.find(
                    FindingCode::NotAMediaType,
                    &element_path,
                    format!("{} {problem}; clients compare it as it stands", quote(value)),
                );
            }
            modes.push(Mode { value: value.to_owned(), pointer: element_path.into() });
        }
        Modes { modes, pointer: list_path.into() }
    }

    pub(super) fn default_modes(&mut self, root: &Object<'_>, field: &'static str) -> Modes {
        let path = self.root();
        let modes = self.modes(root, &path, field);
        if modes.modes.is_empty() && self.is_asked() {
            let found = either_case(root, field).filter(|(_, value)| !value.is_null());
            let (path, what) = match found {
                Some((key, _)) => (Path::Root.key(key), "names no media type"),
                None => (Path::Root, "is missing"),
            };
            self.find(
                FindingCode::ModesAssumed,
                &path,
                format!("`{field}` {what}, and the specification requires it; `text/plain` is assumed for skills that name no modes"),
            );
        }
        modes
    }
}
