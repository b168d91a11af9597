//! The content of the editor: a brief, the page file it came from, and the warnings from reading it.

use std::collections::HashMap;

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
        let Imported { draft, username, warnings, paths, source, stop } = found;
        let (brief, file) = match source {
            Source::Brief(brief) => (*brief, None),
            Source::PageFile => (Brief { username, ..Brief::of(&draft) }, Some(draft)),
        };
        let keys = paths.into_iter().zip(brief.links.iter().map(|link| link.key)).collect();
        let located = |warning: Warning| LocatedWarning { item: item_at(&warning.path, &keys), warning };
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
            state.brief = Brief { username: state.brief.username, ..Brief::of(&draft) };
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

/// The key of the item that stands at a place of the file or around it.
fn item_at(path: &str, keys: &HashMap<String, u32>) -> Option<u32> {
    let around = std::iter::successors(Some(path), |path| path.rsplit_once('/').map(|(around, _)| around));
    around.take_while(|path| !path.is_empty()).find_map(|path| keys.get(path).copied())
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

    /// The titles or words of the items, each with the starts of the warnings about it; first, those about none.
    fn noticed(text: &str) -> Vec<(String, usize)> {
        let state = BriefState::read(text).unwrap_or_else(|error| panic!("{error:?}"));
        let count = |key: Option<u32>| state.warnings.iter().filter(|warning| warning.item == key).count();
        let items = state.brief.links.iter().map(|link| (format!("{:?}", link.kind.name()), count(Some(link.key))));
        std::iter::once(("none".to_owned(), count(None))).chain(items).collect()
    }

    #[test]
    fn a_warning_is_about_the_item_that_it_names() {
        let grouped = r#"{"name": "Ines", "links": [
            {"url": "https://a.example", "size": "xl"},
            {"heading": "Shops", "items": [
                {"url": "https://b.example"},
                {"url": "https://c.example", "size": "huge", "color": "plaid"}
            ]},
            "https://d.example"
        ]}"#;
        let (items, general): (Vec<_>, Vec<_>) = noticed(grouped).into_iter().partition(|(name, _)| name != "none");
        assert_eq!(items.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [1, 0, 0, 2, 0], "{items:?} {general:?}");
    }

    #[test]
    fn a_warning_about_what_was_left_out_is_about_no_item() {
        let left_out =
            r#"{"name": "Ines", "links": ["https://a.example", "javascript:alert(1)", "https://b.example"]}"#;
        assert_eq!(noticed(left_out).iter().map(|(_, count)| *count).collect::<Vec<_>>(), [1, 0, 0]);
    }
}
