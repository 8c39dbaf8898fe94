//! Reading a lockfile back, and how to lock.

use super::{LockOptions, LockedCard, LockedInterface, LockedPlan, Lockfile, VERSION};
use crate::card::Generation;
use crate::error::InputError;
use crate::json::Json;
use crate::limits::{MAX_INTERFACES, MAX_SKILLS};
use crate::map::Map;
use crate::pointer::Path;
use crate::shape::{Fields, FromJson, Mistakes, one_of, read_strictly};

/// Reads how to lock from JSON text.
///
/// # Errors
/// When the text is not JSON, or does not say how to lock.
pub fn read_lock_options(text: &str) -> Result<LockOptions, InputError> {
    read_strictly(text, "the options")
}

/// Reads a lockfile from JSON text.
///
/// # Errors
/// When the text is not JSON, or no lockfile of this version of the format.
pub fn read_lockfile(text: &str) -> Result<Lockfile, InputError> {
    read_strictly(text, "the lockfile")
}

impl FromJson for LockOptions {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let mut options = Self::default();
        fields.set("skills", &mut options.skills);
        fields.set("taskClass", &mut options.task_class);
        fields.end();
        Some(options)
    }
}

impl FromJson for Lockfile {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        if fields.value("lockfileVersion") != Some(&Json::from(u64::from(VERSION))) {
            let problem =
                "this is a lockfile of another version, or of none, and version 1 is read".to_owned();
            let help =
                "make it anew with `npx a2a-negotiator lock CARD --profile PROFILE --update`".to_owned();
            mistakes.wrong(&path.key("lockfileVersion"), problem, help);
            return None;
        }
        let mut lock = Self {
            lockfile_version: VERSION,
            card: fields.required("card")?,
            task_class: fields.required("taskClass")?,
            interfaces: fields.required("interfaces")?,
            default: fields.required("default")?,
            skills: fields.required("skills")?,
            extensions: Map::new(),
        };
        fields.set("extensions", &mut lock.extensions);
        fields.end();
        Some(lock)
    }
}

impl FromJson for LockedCard {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let card = Self {
            name: fields.optional("name"),
            version: fields.optional("version"),
            generation: fields.optional("generation"),
            sha256: fields.required("sha256")?,
        };
        fields.end();
        Some(card)
    }
}

impl FromJson for Generation {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &[Self::V0_2, Self::V0_3, Self::V1_0], Self::as_str)
    }
}

impl FromJson for LockedInterface {
    const MOST: usize = 2 * MAX_INTERFACES;

    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let interface = Self {
            url: fields.required("url")?,
            binding: fields.optional("binding"),
            version: fields.optional("version"),
            tenant: fields.optional("tenant"),
        };
        fields.end();
        Some(interface)
    }
}

impl FromJson for LockedPlan {
    const MOST: usize = MAX_SKILLS;

    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let planned = Self { plan: fields.optional("plan"), refused: fields.optional("refused") };
        fields.end();
        Some(planned)
    }
}
