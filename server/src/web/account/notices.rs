//! What the settings say once something is done.

use mantel_app::site::settings::Section;

/// Notices of what was done, by the word in the query: the section that shows it, and its text.
pub const NOTICES: &[(&str, Section, &str)] = &[
    (
        "renamed",
        Section::Address,
        "Somebody else took the name while you signed up, so your page is here for now. You can change its name below.",
    ),
    ("published", Section::Address, "Your page is up to date for everyone."),
    ("moved", Section::Address, "Your page has moved; the old address leads to the new one."),
    ("search", Section::Search, "Saved in the draft. Visitors and search engines get it once you publish."),
    (
        "loaded",
        Section::File,
        "The draft is what was in the file. What is live stays until you publish; undo in the editor takes it back.",
    ),
    ("linked", Section::Link, "Here is the link; whoever has it sees the draft."),
    ("unlinked", Section::Link, "The link is revoked. Whoever opens it finds nothing."),
    ("mailed", Section::Email, "Look at your new mailbox: the address changes once you open the link there."),
    ("verify", Section::Email, "A link is on its way to your address. It is good for a day."),
    ("verified", Section::Email, "Your address is confirmed: publish whenever you like."),
    ("email", Section::Email, "Your address is changed. Every other browser is signed out."),
    ("password", Section::Password, "Your password is changed. Every other browser is signed out."),
    ("ended", Section::Sessions, "That browser is signed out."),
    ("alone", Section::Sessions, "You are signed in here and nowhere else."),
    ("offline", Section::DangerZone, "Your page is offline. The draft stays."),
    ("deleted", Section::Address, "Your page is deleted. Its name is kept for you for 90 days."),
];

/// The address of the settings with the notice.
pub fn notice_path(what: &str) -> String {
    let section = NOTICES.iter().find(|notice| notice.0 == what).map_or("", |notice| notice.1.anchor());
    format!("/settings?done={what}#{section}")
}
