//! The data files of the tests.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The `.json` files anywhere under a folder of `tests`, in the order of their paths.
pub(crate) fn under(folder: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(&tests().join(folder), &mut found)?;
    found.sort();
    Ok(found)
}

/// The folder `tests` itself.
pub(crate) fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
    Ok(())
}
