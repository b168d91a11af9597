//! Reports of pages by visitors.

/// The reasons to report a page: the stored value and the text shown to visitors.
pub const REASONS: &[(&str, &str)] = &[
    ("deceives", "It pretends to be somebody else, or asks for passwords"),
    ("harms", "It leads to a swindle or to harmful programs"),
    ("threatens", "It harasses or threatens people"),
    ("mine", "It shows my work, my name or my picture without my leave"),
    ("illegal", "It shows something illegal"),
    ("other", "Something else"),
];
