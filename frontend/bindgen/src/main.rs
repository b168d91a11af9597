//! Makes files for the browser from its compiled code, as the programs wasm-split and wasm-bindgen do: cuts it into the parts that are
//! loaded later, and binds it to JavaScript. These are the libraries that those programs consist of, in the versions of `Cargo.lock`,
//! without what else the programs bring, an HTTP server for tests among it: built in half the time.
//!
//! `mantel-bindgen [--whole] NAME CODE FOLDER` reads the compiled CODE and writes files called NAME to FOLDER, which exists; `--whole`
//! does not cut it. Then it has no relocations (`.ci/site`).

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "usage: mantel-bindgen [--whole] NAME CODE FOLDER";

fn main() -> Result {
    let mut arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let whole = arguments.first().is_some_and(|first| first == "--whole");
    if whole {
        arguments.remove(0);
    }
    let [name, code, folder] = <[OsString; 3]>::try_from(arguments).map_err(|_| USAGE)?;
    let (name, code, folder) = (name.into_string().map_err(|_| USAGE)?, PathBuf::from(code), PathBuf::from(folder));
    if whole {
        return bind(&name, &code, &folder);
    }
    // What is loaded first. wasm-bindgen writes another file instead of it.
    let first = folder.join(format!("{name}.wasm"));
    split(&name, &code, &folder, &first)?;
    bind(&name, &first, &folder)?;
    fs::remove_file(first)?;
    Ok(())
}

/// Writes `first`, and the other parts and their loader to the folder.
fn split(name: &str, code: &Path, folder: &Path, first: &Path) -> Result {
    let code = fs::read(code)?;
    let module = format!("./{name}.js");
    let mut options = wasm_split_cli_support::Options::new(&code);
    options.output_dir = folder;
    options.main_out_path = first;
    options.main_module = &module;
    options.target.web();
    wasm_split_cli_support::transform(options)?;
    let loader = folder.join("__wasm_split.js");
    let text = fs::read_to_string(&loader)?;
    fs::write(loader, with_sorted_names(&text))?;
    Ok(())
}

/// The loader with the names in order that it takes from the first part: wasm-split lists them in the order of a hash set, which differs
/// from run to run. They are in the braces that hold nothing but names, each followed by a comma.
fn with_sorted_names(loader: &str) -> String {
    let mut out = String::with_capacity(loader.len());
    for (at, part) in loader.split('{').enumerate() {
        if at > 0 {
            out.push('{');
        }
        let sorted = part.split_once('}').and_then(|(inside, after)| Some((sorted_names(inside)?, after)));
        match sorted {
            Some((names, after)) => out.extend([" ", &names, "  }", after]),
            None => out.push_str(part),
        }
    }
    out
}

/// These names in order; `None` if anything else stands between them.
fn sorted_names(list: &str) -> Option<String> {
    let mut names: Vec<&str> = list.trim().strip_suffix(',')?.split(',').map(str::trim).collect();
    if names.iter().any(|name| !name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())) {
        return None;
    }
    names.sort_unstable();
    Some(names.join(", ") + ",")
}

/// Writes `NAME.js` and `NAME_bg.wasm` to the folder.
fn bind(name: &str, code: &Path, folder: &Path) -> Result {
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?.input_path(code).out_name(name).typescript(false);
    // Without what wasm-split has marked, the parts find nothing.
    bindgen.keep_lld_exports(true).demangle(false).omit_default_module_path(false);
    bindgen.generate(folder)?;
    Ok(())
}
