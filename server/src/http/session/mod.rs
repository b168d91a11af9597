//! The browser session: its cookie, protection against forged requests, and where to go after signing in.

pub mod confirmed;
pub mod cookie;
pub mod csrf;
pub mod device;
pub mod return_path;
mod signed_in;
pub mod user_agent;

pub use signed_in::SignedIn;
