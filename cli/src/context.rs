//! The context of every command: how to print, and which server to call.

use std::io::{IsTerminal as _, Write as _};

use serde::Serialize;

use crate::args::global::GlobalFlags;
use crate::failure::{Failure, Outcome};
use crate::output::style::Styler;

/// The default server when SERVICE_URL is not set (decisions, Names); set in builds for a hosted service.
const DEFAULT_URL: &str = match option_env!("MANTEL_DEFAULT_URL") {
    Some(url) => url,
    None => "http://localhost:3000",
};

/// How to print, and which server to call.
pub struct Context {
    /// Whether to print data as JSON.
    pub json: bool,
    /// Whether to print only data and errors.
    pub quiet: bool,
    /// Styles for standard output.
    pub data: Styler,
    /// Styles for standard error.
    pub notes: Styler,
    url: Option<String>,
}

impl Context {
    /// Creates the context from the flags and the environment.
    pub fn new(flags: GlobalFlags) -> Self {
        let (out, err) = (std::io::stdout().is_terminal(), std::io::stderr().is_terminal());
        let (data, notes) = (Styler::new(flags.color, out), Styler::new(flags.color, err));
        Self { json: flags.json, quiet: flags.quiet, data, notes, url: flags.url }
    }

    /// Columns to draw in: COLUMNS, else the terminal's width, else 80; clamped to 40 to 120.
    pub fn width(&self) -> usize {
        let named = std::env::var("COLUMNS").ok().and_then(|value| value.parse().ok());
        let terminal = || terminal_size::terminal_size().map(|terminal_size| usize::from(terminal_size.0.0));
        named.or_else(terminal).unwrap_or(80).clamp(40, 120)
    }

    /// Prints data.
    pub fn print(&self, text: &str) -> Outcome {
        self.write(text.as_bytes())?;
        if text.is_empty() || text.ends_with('\n') { Ok(()) } else { self.write(b"\n") }
    }

    /// Prints a value as JSON.
    pub fn print_json(&self, value: &impl Serialize) -> Outcome {
        self.print(&serde_json::to_string_pretty(value).unwrap_or_default())
    }

    /// Writes bytes to standard output.
    pub fn write(&self, bytes: &[u8]) -> Outcome {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::message(format!("Standard output cannot be written: {error}")),
        })
    }

    /// Prints a message that is not data.
    pub fn note(&self, words: &str) {
        if !self.quiet {
            eprintln!("{words}");
        }
    }

    /// Prints a warning.
    pub fn warn(&self, words: &str) {
        eprintln!("{} {words}", self.notes.yellow("warning:"));
    }

    /// The server's address, from `--url`, SERVICE_URL or the default.
    pub fn address(&self) -> String {
        let named = self.url.clone().or_else(|| std::env::var("SERVICE_URL").ok());
        let named = named.filter(|named| !named.trim().is_empty());
        named.unwrap_or_else(|| DEFAULT_URL.to_owned()).trim().trim_end_matches('/').to_owned()
    }
}
