//! What a Mantel page is, and what may be done to it.
