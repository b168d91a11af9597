//! The log: for people or for machines, on stderr.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};

/// Initializes logging as the settings say. Commands that do not serve log only warnings and errors.
pub fn init(config: &Config, serving: bool) {
    let filter = if serving { config.log.as_str() } else { "warn" };
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    // Only the first call in a process has an effect: tests run many servers.
    let _ = match config.log_format {
        LogFormat::Pretty => log.with_target(false).try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
    };
}
