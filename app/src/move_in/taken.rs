//! What is taken of a page that was read, and how it joins the page that is moved into.

use std::collections::BTreeSet;

use mantel_model::Draft;
use mantel_model::brief::{Brief, Item};
use mantel_model::id::{IdSource, SeededIds};
use mantel_model::limits;
use mantel_model::move_in::{Content, FoundItem, LeftOut, MovedIn, ThemeSuggestion};
use mantel_model::text::Text;
use mantel_model::tile::TileAddresses;

use super::state::Taken;
use crate::components::tile_label::tile_count;

/// More keys than one row needs.
const KEYS: u32 = 1000;

/// Whether everything that a thing becomes is on the page already.
pub fn is_known(found: &FoundItem, page: &TileAddresses<'_>) -> bool {
    match &found.content {
        Content::Tiles(items) => !items.is_empty() && items.iter().all(|item| page.find(&item.kind).is_some()),
        Content::Profile(_) | Content::None => false,
    }
}

/// The rows that are chosen at first: what fits and is not on the page; the profile if the page has no name yet.
pub fn chosen_at_first(moved: &MovedIn, page: &Draft) -> BTreeSet<usize> {
    let addresses = TileAddresses::of(&page.tiles);
    let named = !page.profile.name.is_empty();
    let comes = |found: &FoundItem| {
        found.checked() && !is_known(found, &addresses) && !(named && matches!(found.content, Content::Profile(_)))
    };
    moved.found.iter().enumerate().filter(|(_, found)| comes(found)).map(|(index, _)| index).collect()
}

/// What is taken of the chosen rows. A row that is not on the page as a whole leaves out what is; nothing is taken beyond
/// what a page holds.
pub fn taken(moved: &MovedIn, chosen: &BTreeSet<usize>, its_colors: bool, page: &Draft) -> Taken {
    let addresses = TileAddresses::of(&page.tiles);
    let mut brief = moved.brief_of(|index, _| chosen.contains(&index));
    brief.links.clear();
    let mut profile = false;
    for (index, found) in
        moved.found.iter().enumerate().filter(|(index, found)| chosen.contains(index) && found.can_be_taken())
    {
        match &found.content {
            Content::Profile(_) => profile = true,
            Content::Tiles(items) => {
                let again = is_known(found, &addresses);
                let new = items.iter().filter(|item| again || addresses.find(&item.kind).is_none());
                brief.links.extend(new.zip(0..).map(|(item, place)| Item { key: key(index, place), ..item.clone() }));
            }
            Content::None => {}
        }
    }
    brief.links.truncate(room(page));
    let label = match (brief.links.len(), profile) {
        (0, _) => "Name and picture moved in".to_owned(),
        (tiles, _) => format!("{} moved in", tile_count(tiles)),
    };
    Taken { brief, profile, theme: theme(moved).filter(|_| its_colors), label }
}

/// What was not taken, and why: what could not be, what waited for a choice, and what was too much. What somebody left on
/// purpose needs no reason.
pub fn left(moved: &MovedIn, chosen: &BTreeSet<usize>) -> Vec<LeftOut> {
    let found = moved.found.iter().enumerate().filter(|(index, _)| !chosen.contains(index));
    MovedIn { found: found.map(|(_, found)| found.clone()).collect(), ..moved.clone() }.left()
}

/// The palette that goes with its colours, or the one that a file names.
pub fn theme(moved: &MovedIn) -> Option<ThemeSuggestion> {
    let named = moved.appearance.look.map(|_| moved.appearance.shown_palette());
    moved.theme.or(named.map(|palette| ThemeSuggestion { palette, accent: None, moved: false }))
}

/// How many tiles the page has room for.
pub fn room(page: &Draft) -> usize {
    limits::TILES.saturating_sub(page.tiles.len())
}

/// The key of an item: the same whatever else is chosen, so that its tile stays the same.
fn key(row: usize, place: u32) -> u32 {
    u32::try_from(row).unwrap_or_default().wrapping_mul(KEYS).wrapping_add(place)
}

impl Taken {
    /// Whether nothing is taken.
    pub fn is_empty(&self) -> bool {
        self.brief.links.is_empty() && !self.profile
    }

    /// The page with what is taken; new ids come from `seed`.
    pub fn onto(&self, page: &Draft, seed: u64) -> Draft {
        let mut draft = page.clone();
        if self.profile {
            let profile = &mut draft.profile;
            if !self.brief.name.is_empty() {
                profile.name = Text::cut(&self.brief.name).0;
            }
            if !self.brief.bio.is_empty() {
                profile.bio = Some(Text::cut(&self.brief.bio).0);
            }
            if !self.brief.location.is_empty() {
                profile.location = Some(Text::cut(&self.brief.location).0);
            }
            if self.brief.avatar.is_some() {
                profile.avatar.clone_from(&self.brief.avatar);
                profile.avatar_focus = None;
                profile.avatar_zoom = None;
            }
        }
        for tile in self.brief.to_draft(seed).tiles {
            let id = if draft.tile(&tile.id).is_some() {
                SeededIds::new(!seed).fresh(&|id| draft.tile(id).is_some())
            } else {
                tile.id.clone()
            };
            draft.tiles.push(mantel_model::Tile { id, ..tile });
        }
        if let Some(theme) = self.theme {
            draft.theme.palette = theme.palette;
            draft.theme.accent = theme.accent;
        }
        draft
    }

    /// The brief with what is taken, apart from an accent, which a brief cannot have.
    pub fn onto_brief(&self, brief: &Brief) -> Brief {
        let mut brief = brief.clone();
        if self.profile {
            let new = &self.brief;
            for (old, new) in
                [(&mut brief.name, &new.name), (&mut brief.bio, &new.bio), (&mut brief.location, &new.location)]
            {
                if !new.is_empty() {
                    old.clone_from(new);
                }
            }
            if new.avatar.is_some() {
                brief.avatar.clone_from(&new.avatar);
            }
        }
        let first = brief.fresh_key();
        brief
            .links
            .extend(self.brief.links.iter().map(|item| Item { key: first.wrapping_add(item.key), ..item.clone() }));
        if let Some(theme) = self.theme {
            brief.look = Some(theme.palette.look());
            brief.theme = Some(theme.palette).filter(|palette| *palette != theme.palette.look().first_palette());
        }
        brief
    }
}
