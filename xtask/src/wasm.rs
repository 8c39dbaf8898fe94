//! The core as a WebAssembly module with wasm-bindgen's glue, in `target/wasm`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use xshell::cmd;

use crate::tools;
use crate::workspace::Workspace;

/// No default path to the module: bundlers would take it for an asset of their own to ship. The reset
/// function is how the package recovers from a panic.
const BINDGEN_FLAGS: [&str; 7] = [
    "--out-name",
    "negotiator",
    "--target",
    "web",
    "--no-typescript",
    "--omit-default-module-path",
    "--experimental-reset-state-function",
];
/// Two in a hundred go by three of these: no pointer leads into the lowest kilobyte, which is the far end of the
/// stack; functions lie beside those of similar names, which brotli likes; and a function is only put into its one
/// caller where it is small. The names themselves are not shipped.
const OPTIMISER_FLAGS: [&str; 7] = [
    "-O3",
    "--converge",
    "--strip-producers",
    "--low-memory-unused",
    "--reorder-functions-by-name",
    "--one-caller-inline-max-function-size=20",
    "--strip-debug",
];

/// How wasm-bindgen's glue hands over a text: byte by byte as long as it is ASCII, which takes a fifth of the time from a
/// card's text to a plan.
const ASCII_LOOP: &str = "    for (; offset < len; offset++) {\n";
/// A text that is longer than a word is encoded at once. Where it is not ASCII, the room is too small, and what comes
/// after the loop encodes it.
const ENCODED_AT_ONCE: &str = "    if (len > 32) {
        if (cachedTextEncoder.encodeInto(arg, mem.subarray(ptr, ptr + len)).read === len) offset = len;
    } else for (; offset < len; offset++) {\n";

/// Builds the module, `negotiator_bg.wasm`, and its glue, `negotiator.js`, and returns the folder that
/// holds both.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    tools::npm_packages(workspace)?;
    tools::wasm_target(workspace)?;
    tools::wasm_bindgen(workspace)?;
    tools::hide_folders(workspace)?;
    let shell = &workspace.shell;
    // The crate type is asked for here and not in the manifest: with a second type there, cargo gives the
    // files of all builds the same name, and the playground's build would overwrite this one.
    cmd!(
        shell,
        "cargo rustc --package a2a-negotiator --lib --crate-type cdylib --features bindings
            --release --target wasm32-unknown-unknown"
    )
    .run()?;

    let compiled = workspace.cargo_target().join("wasm32-unknown-unknown/release/a2a_negotiator.wasm");
    let folder = workspace.path("target/wasm");
    let stamp = folder.join(".made-from");
    let made_from = [
        fs::read(&compiled).with_context(|| format!("cannot read {}", compiled.display()))?,
        BINDGEN_FLAGS.join(" ").into_bytes(),
        OPTIMISER_FLAGS.join(" ").into_bytes(),
        ENCODED_AT_ONCE.into(),
    ]
    .concat();
    if fs::read(&stamp).ok().as_ref() == Some(&made_from) {
        tools::say("the WebAssembly module is up to date");
        return Ok(folder);
    }
    // What is half done must not be taken for done when it is interrupted.
    shell.remove_path(&stamp)?;
    cmd!(shell, "wasm-bindgen {compiled} --out-dir {folder} {BINDGEN_FLAGS...}").run()?;
    let glue = folder.join("negotiator.js");
    let said = shell.read_file(&glue)?;
    ensure!(
        said.matches(ASCII_LOOP).count() == 1,
        "wasm-bindgen's glue hands texts over in another way than it did"
    );
    shell.write_file(&glue, said.replace(ASCII_LOOP, ENCODED_AT_ONCE))?;
    let module = folder.join("negotiator_bg.wasm");
    cmd!(shell, "wasm-opt {OPTIMISER_FLAGS...} {module} -o {module}").run()?;
    fs::write(&stamp, made_from).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(folder)
}
