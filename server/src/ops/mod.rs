//! Running an instance: serving, the `admin` commands and backups.

pub mod admin;
pub mod backup;
pub mod serve;
