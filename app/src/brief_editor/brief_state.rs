//! The content of the editor: a brief, the page file it came from, and the warnings from reading it.

use mantel_model::brief::{self, Brief, Imported, Source, Warning};
use mantel_model::{Draft, PageFile};

use crate::components::paste_preview::SEED;
use crate::move_in::Taken;

/// The content of the editor; an undo restores all of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BriefState {
    /// The brief.
    pub brief: Brief,
    /// The page file it came from, for whatever a brief cannot express.
    pub file: Option<Draft>,
    /// The file as written, as long as it is equivalent to the brief.
    pub text: Option<String>,
    /// The warnings from reading it.
    pub warnings: Vec<LocatedWarning>,
}

/// A warning, and what it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct LocatedWarning {
    /// The warning.
    pub warning: Warning,
    /// The key of the item that it is about; `None` if it is about none, or about one that was left out.
    pub item: Option<u32>,
}

/// Why a text could not be read completely.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadError {
    /// The reason, as a sentence with the position.
    pub message: String,
    /// The line, from 1.
    pub line: u32,
    /// The content that could be read before it.
    pub partial: Option<Box<BriefState>>,
}

impl BriefState {
    /// Reads a text.
    ///
    /// # Errors
    /// When it cannot be read completely.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let found = brief::import_partial(text, SEED).map_err(|error| ReadError {
            message: error.to_string(),
            line: error.place.map_or(1, |place| place.line),
            partial: None,
        })?;
        let Imported { draft, username, warnings, source, stop } = found;
        let (brief, file) = match source {
            Source::Brief(brief) => (*brief, None),
            Source::PageFile => (Brief { username, ..Brief::of(&draft) }, Some(draft)),
        };
        let key = |tile: usize| brief.links.get(tile).map(|link| link.key);
        let located = |warning: Warning| LocatedWarning { item: warning.tile.and_then(key), warning };
        let warnings = warnings.into_iter().map(located).collect();
        let state = Self { brief, file, text: Some(text.to_owned()), warnings };
        match stop {
            None => Ok(state),
            Some(stop) => {
                let (line, column) = (stop.place.line, stop.place.column);
                let message = format!("Line {line}, column {column}: {}.", stop.message.trim_end_matches('.'));
                Err(ReadError { message, line, partial: Some(Box::new(state)) })
            }
        }
    }

    /// Whether it has no content.
    pub fn is_empty(&self) -> bool {
        let Brief { name, bio, location, avatar, links, .. } = &self.brief;
        links.is_empty() && name.is_empty() && bio.is_empty() && location.is_empty() && avatar.is_none()
    }

    /// The page: the brief's, with whatever only a page file can express.
    pub fn draft(&self) -> Draft {
        let mut draft = self.brief.to_draft(SEED);
        let Some(file) = &self.file else { return draft };
        for (item, tile) in self.brief.links.iter().zip(&mut draft.tiles) {
            if let Some(old) = usize::try_from(item.key).ok().and_then(|index| file.tiles.get(index)) {
                tile.id = old.id.clone();
                tile.pos = old.pos;
            }
        }
        let chosen = std::mem::replace(&mut draft.theme, file.theme.clone());
        let theme = &mut draft.theme;
        (theme.palette, theme.layout, theme.photos, theme.font) =
            (chosen.palette, chosen.layout, chosen.photos, chosen.font);
        (theme.background.style, theme.background.image) = (chosen.background.style, chosen.background.image);
        draft.profile.avatar_focus = file.profile.avatar_focus;
        draft.profile.avatar_zoom = file.profile.avatar_zoom;
        draft.profile.page_title.clone_from(&file.profile.page_title);
        draft.profile.page_description.clone_from(&file.profile.page_description);
        draft.profile.listed = file.profile.listed;
        draft
    }

    /// The content with what was taken of a page elsewhere.
    pub fn moved_in(&self, taken: &Taken) -> Self {
        let mut state = Self {
            brief: taken.onto_brief(&self.brief),
            file: self.file.clone(),
            text: None,
            warnings: self.warnings.clone(),
        };
        let theme = taken.theme.filter(|theme| theme.accent.is_some() || self.file.is_some());
        if let Some(theme) = theme {
            // A brief cannot have an accent: it becomes a page file.
            let mut draft = state.draft();
            draft.theme.palette = theme.palette;
            draft.theme.accent = theme.accent;
            let brief = Brief { username: state.brief.username.clone(), ..Brief::of(&draft) };
            // The same items have other keys there.
            let positions = |key: u32| state.brief.links.iter().position(|link| link.key == key);
            for located in &mut state.warnings {
                located.item = located.item.and_then(positions).and_then(|at| brief.links.get(at)).map(|link| link.key);
            }
            state.brief = brief;
            state.file = Some(draft);
        }
        state
    }

    /// The file as Mantel writes it: a brief, or a whole page file if it came from one.
    pub fn to_text(&self) -> String {
        if self.file.is_some() {
            return PageFile::of(self.draft(), self.brief.username.clone(), "").to_text();
        }
        brief::text(&self.brief)
    }
}

/// One-line JSON, as links contain it, formatted over several lines; any other text unchanged.
pub fn pretty_json(text: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) if value.is_object() => brief::pretty(&value),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::BriefState;

    /// The number of warnings about no item, and about each item.
    fn warning_counts(text: &str) -> (usize, Vec<usize>) {
        let state = BriefState::read(text).unwrap_or_else(|error| panic!("{error:?}"));
        let about = |key: Option<u32>| state.warnings.iter().filter(|warning| warning.item == key).count();
        (about(None), state.brief.links.iter().map(|link| about(Some(link.key))).collect())
    }

    #[test]
    fn a_warning_is_about_the_item_that_it_was_found_in() {
        for (text, items) in [
            (
                r#"{"name": "Ines", "links": [
                    {"url": "https://a.example", "size": "xl"},
                    {"heading": "Shops", "items": ["https://b.example", {"url": "https://c.example", "size": "huge", "color": "plaid"}]},
                    "https://d.example"
                ]}"#,
                vec![1, 0, 0, 2, 0],
            ),
            (r#"{"name": "Ines", "links": [{"label": "Shop", "value": "https://shop.example", "foo": "x"}]}"#, vec![2]),
            (
                r#"{"name": "Ines", "links": {"A shop whose name is much longer than any name of a field": {"url": "https://a.example", "size": "xl"}, "Blog": "https://b.example"}}"#,
                vec![1, 0],
            ),
            (&format!("- [{}](https://a.example)\n- https://b.example", "x".repeat(300)), vec![1, 0]),
            (
                r#"{"mantel": 1, "profile": {"name": "Ines"}, "theme": {}, "tiles": [
                    {"type": "text", "text": "One"}, {"type": "text", "text": "Two", "size": "xl"}
                ]}"#,
                vec![0, 1],
            ),
        ] {
            assert_eq!(warning_counts(text).1, items, "{text}");
        }
    }

    #[test]
    fn a_warning_about_what_was_left_out_is_about_no_item() {
        for (text, items) in [
            (r#"{"name": "Ines", "links": ["https://a.example", "javascript:alert(1)", "https://b.example"]}"#, 2),
            (
                r#"{"name": "Ines", "links": [{"heading": "Shops", "items": ["https://b.example", "javascript:alert(1)"]}]}"#,
                2,
            ),
            (r#"{"name": "Ines", "links": "https://a.example, javascript:alert(1), https://b.example"}"#, 2),
        ] {
            let (none, each) = warning_counts(text);
            assert!(none > 0, "{text}");
            assert_eq!(each, vec![0; items], "{text}");
        }
    }
}
