//! Every screen of Mantel and the six looks.
use leptos as _;
