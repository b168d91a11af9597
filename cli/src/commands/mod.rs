//! The commands, one file each.

pub mod add;
pub mod apply;
pub mod claim;
pub mod completions;
pub mod delete;
mod edit_result;
pub mod export;
mod file_plan;
pub mod get;
pub mod history;
pub mod import;
pub mod man;
pub mod move_tile;
pub mod open;
pub mod options;
pub mod plan;
pub mod profile;
pub mod publish;
pub mod reference;
pub mod refresh;
pub mod remove;
pub mod status;
pub mod theme;
pub mod unpublish;
pub mod update;
mod upload;
pub mod validate;
