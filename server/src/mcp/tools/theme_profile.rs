//! `set_theme` and `set_profile`.

use mantel_model::Edit;
use mantel_model::api::Patch;
use serde_json::{Value, json};

use super::{Answer, Call, Hints, Tool, fields_before};
use crate::mcp::schema::{change, fields_of, looks, or_null, picture};
use crate::service::{Change, Operation, SavedChange};

const EDIT: Hints = Hints { read_only: false, destructive: false, idempotent: true, open_world: false };

/// The tool `set_theme`.
pub const SET_THEME: Tool = Tool {
    name: "set_theme",
    title: "Set the theme",
    about: "Changes how the page looks; only the fields you send change, null sets one back to its default. style is the \
            look and preset one of its four palettes: a new style without preset takes its first. Keep pages calm; change \
            one thing and let the owner see it. accent is a hex colour like #b5562b.",
    example: r##"{"style": "washi", "preset": "sakura", "layout": "bento", "accent": "#b5562b"}"##,
    hints: EDIT,
    operation: Operation::SetTheme,
    input: || patch("theme", ("style", looks("The look."))),
    run: set_theme,
};

/// The tool `set_profile`.
pub const SET_PROFILE: Tool = Tool {
    name: "set_profile",
    title: "Set the profile",
    about: "Changes the name, bio, location or avatar at the top of the page; only the fields you send change, null \
            clears one. avatar is a picture, avatarFocus the point of it kept in view (0 to 100 \
            each), avatarZoom 1 to 3. pageTitle and pageDescription are what search engines and link previews show instead of \
            name and bio; lang is the language of the page (en, pt-BR, ar; guessed without), listed: false keeps it out of search \
            engines. Write the bio in the owner's own words.",
    example: r#"{"name": "Ines Harrow", "bio": "Ceramics and slow mornings.", "location": "Porto"}"#,
    hints: Hints { open_world: true, ..EDIT },
    operation: Operation::SetProfile,
    input: || patch("profile", ("avatar", picture())),
    run: set_profile,
};

/// The fields of a part of the page, each of which may be `null`; one of them with another schema.
fn patch(name: &str, other: (&str, Value)) -> Value {
    let field = |(name, field): (String, Value)| {
        let mut field = if name == other.0 { other.1.clone() } else { field };
        // Its description names the palettes, by their looks.
        if name == "preset"
            && let Some(field) = field.as_object_mut()
        {
            field.shift_remove("enum");
        }
        (name, or_null(field))
    };
    let fields: Vec<_> = fields_of(name).into_iter().map(field).collect();
    change(fields.iter().map(|(name, field)| (name.as_str(), field.clone())).collect(), &[])
}

fn set_theme(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let patch = Patch::read(&call.body(&[]))?;
        let body = |change: &SavedChange| {
            let theme = &change.page.draft.theme;
            json!({ "theme": theme, "before": fields_before(change.before.as_ref().map(|draft| &draft.theme), theme) })
        };
        let run = async |options| {
            let change = Change::new(Edit::Theme(patch.fields), "theme", options);
            call.app.service.edit(&call.caller, change).await
        };
        call.change(patch.terms, body, run).await
    })
}

fn set_profile(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let patch = Patch::read(&call.body(&[]))?;
        let body = |change: &SavedChange| {
            let profile = &change.page.draft.profile;
            let before = fields_before(change.before.as_ref().map(|draft| &draft.profile), profile);
            json!({ "profile": profile, "before": before })
        };
        let run = async |options| {
            let change = Change::new(Edit::Profile(patch.fields), "profile", options);
            call.app.service.edit(&call.caller, change).await
        };
        call.change(patch.terms, body, run).await
    })
}
