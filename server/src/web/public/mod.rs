//! What visitors see: published pages, private previews, their pictures, and the report form.

pub mod address_suffix;
pub mod card;
mod contact;
mod drawn;
pub mod embed;
pub mod feed;
pub mod icon;
pub mod lookup;
pub mod media;
pub mod page;
pub mod presses;
pub mod preview;
pub mod qr;
pub mod report;
pub mod share;
mod terminal;
