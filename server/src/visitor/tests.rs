//! Requests as browsers and programs really make them.
