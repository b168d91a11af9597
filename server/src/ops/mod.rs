//! Running an instance: serving, the `admin` commands and backups.

pub mod admin;
pub mod backup;
mod instance_secret;
pub mod metrics;
pub mod serve;
