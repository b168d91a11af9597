//! The browser entry point.
