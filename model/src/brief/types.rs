//! A parsed brief: the content of the page and its appearance.

use crate::id::{IdSource, SeededIds, TileId};
use crate::language::Language;
use crate::limits;
use crate::look::{Look, Palette};
use crate::page::Draft;
use crate::safe_url::ImageUrl;
use crate::text::Text;
use crate::theme::{BackgroundStyle as Style, Font, Layout, Photos, Theme};
use crate::tile::{Kind, Size, Tile, TileColor};
use crate::username::Username;

/// The page background, as a brief states it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Backdrop {
    /// The look's scene.
    #[default]
    Scene,
    /// The page colour.
    Solid,
    /// Dots.
    Dots,
    /// Lines.
    Grid,
    /// A picture.
    Picture(ImageUrl),
}

/// One parsed item of `links`.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Seed of the item's tile id: kept while the item is edited or moved, so that its tile stays the same.
    pub key: u32,
    /// Its content.
    pub kind: Kind,
    /// Its size, if one is given.
    pub size: Option<Size>,
    /// Its colour, if one is given.
    pub color: Option<TileColor>,
    /// The language of its words, if one is given.
    pub lang: Option<Language>,
}

/// A parsed brief.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Brief {
    /// Display name.
    pub name: String,
    /// Requested username.
    pub username: Option<Username>,
    /// A few sentences.
    pub bio: String,
    /// A place, in words.
    pub location: String,
    /// Picture address.
    pub avatar: Option<ImageUrl>,
    /// The language of the page, if one is given.
    pub lang: Option<Language>,
    /// The look; `painted` when none is given.
    pub look: Option<Look>,
    /// The palette; the look's first when none is given.
    pub theme: Option<Palette>,
    /// The layout; `bento` when none is given.
    pub layout: Option<Layout>,
    /// The photo mode.
    pub photos: Option<Photos>,
    /// The typeface.
    pub font: Option<Font>,
    /// The backdrop.
    pub backdrop: Backdrop,
    /// What the page holds, in order.
    pub links: Vec<Item>,
}

impl Brief {
    /// The look it is drawn in.
    pub fn shown_look(&self) -> Look {
        self.look.unwrap_or(Look::Painted)
    }

    /// The palette it is drawn in.
    pub fn shown_palette(&self) -> Palette {
        let look = self.shown_look();
        self.theme.filter(|theme| theme.look() == look).unwrap_or(look.first_palette())
    }

    /// The page it describes. Ids come from `seed` and each item's key: the same brief and seed give the same page.
    pub fn to_draft(&self, seed: u64) -> Draft {
        let mut draft = Draft::blank(self.shown_look());
        self.fill_profile(&mut draft);
        self.fill_theme(&mut draft.theme);
        for item in self.links.iter().take(limits::TILES) {
            let id = self.id_of(item, seed, &draft.tiles);
            draft.tiles.push(item.to_tile(id));
        }
        draft
    }

    fn fill_profile(&self, draft: &mut Draft) {
        let profile = &mut draft.profile;
        profile.name = Text::cut(&self.name).0;
        profile.bio = Some(Text::cut(&self.bio).0).filter(|bio| !bio.is_empty());
        profile.location = Some(Text::cut(&self.location).0).filter(|place| !place.is_empty());
        profile.avatar = self.avatar.clone();
        profile.lang = self.lang.clone();
    }

    fn fill_theme(&self, theme: &mut Theme) {
        theme.palette = self.shown_palette();
        theme.layout = self.layout.unwrap_or(Layout::Bento);
        theme.photos = self.photos.unwrap_or(Photos::Natural);
        theme.font = self.font.unwrap_or(Font::Look);
        let background = &mut theme.background;
        background.style = match &self.backdrop {
            Backdrop::Scene => Style::Scene,
            Backdrop::Solid => Style::Solid,
            Backdrop::Dots => Style::Dots,
            Backdrop::Grid => Style::Grid,
            Backdrop::Picture(_) => Style::Image,
        };
        if let Backdrop::Picture(image) = &self.backdrop {
            background.image = Some(image.clone());
        }
    }

    fn id_of(&self, item: &Item, seed: u64, taken: &[Tile]) -> TileId {
        let mut source = SeededIds::new(seed ^ (u64::from(item.key) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
        source.fresh(&|id| taken.iter().any(|tile| tile.id == *id))
    }

    /// A key that no item has yet.
    pub fn fresh_key(&self) -> u32 {
        self.links.iter().map(|link| link.key).max().map_or(0, |most| most.wrapping_add(1))
    }

    /// The brief that describes a page, as far as it can: positions, avatar focus and finer theme choices are lost.
    pub fn of(draft: &Draft) -> Self {
        let (profile, theme) = (&draft.profile, &draft.theme);
        let items = draft.tiles.iter().zip(0..).map(|(tile, key)| Item {
            key,
            kind: tile.kind.clone(),
            size: Some(tile.size).filter(|size| *size != tile.kind.default_size()),
            color: Some(tile.color).filter(|color| *color != TileColor::Auto),
            lang: tile.lang.clone(),
        });
        Self {
            name: profile.name.to_string(),
            username: None,
            bio: profile.bio.as_ref().map(ToString::to_string).unwrap_or_default(),
            location: profile.location.as_ref().map(ToString::to_string).unwrap_or_default(),
            avatar: profile.avatar.clone(),
            lang: profile.lang.clone(),
            look: Some(theme.look()),
            theme: Some(theme.palette).filter(|palette| *palette != theme.look().first_palette()),
            layout: Some(theme.layout).filter(|layout| *layout != Layout::Bento),
            photos: Some(theme.photos).filter(|photos| *photos != Photos::Natural),
            font: Some(theme.font).filter(|font| *font != Font::Look),
            backdrop: match (theme.background.style, &theme.background.image) {
                (Style::Solid, _) => Backdrop::Solid,
                (Style::Dots, _) => Backdrop::Dots,
                (Style::Grid, _) => Backdrop::Grid,
                (Style::Image, Some(image)) => Backdrop::Picture(image.clone()),
                _ => Backdrop::Scene,
            },
            links: items.collect(),
        }
    }
}

impl Item {
    /// An item of a detected or given kind.
    pub fn new(key: u32, kind: Kind) -> Self {
        Self { key, kind, size: None, color: None, lang: None }
    }

    /// The size its tile has.
    pub fn shown_size(&self) -> Size {
        self.size.unwrap_or_else(|| self.kind.default_size())
    }

    fn to_tile(&self, id: TileId) -> Tile {
        Tile {
            id,
            kind: self.kind.clone(),
            size: self.shown_size(),
            color: self.color.unwrap_or(TileColor::Auto),
            lang: self.lang.clone(),
            pos: None,
        }
    }
}
