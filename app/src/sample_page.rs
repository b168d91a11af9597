//! The sample page of Ines Harrow, shown on the landing page, in look pickers and in the gallery.

use std::collections::HashMap;

use mantel_model::facts::Facts;
use mantel_model::id::{IdSource, SeededIds};
use mantel_model::look::Look;
use mantel_model::number::{PosR, PosSide, PosX, PosY, PosZ};
use mantel_model::tile::{
    Github, Heading, Image, Kind, Link, Music, Note, NoteLook, Picture, Platform, Pos, Repo, Size, Social, TileColor,
    Video,
};
use mantel_model::{Draft, ImageUrl, SafeUrl, Tile, TileId};

/// The page in a look, with the link metadata that its tiles would have.
pub fn page(look: Look) -> (Draft, HashMap<TileId, Facts>) {
    let mut sample = SampleTiles { ids: SeededIds::new(14), tiles: Vec::new(), facts: HashMap::new() };
    sample.social_tiles();
    sample.top_tiles();
    sample.lately_tiles();
    sample.bottom_tiles();
    let mut draft = Draft::blank(look);
    draft.profile.name = fitted("Ines Harrow");
    draft.profile.bio = Some(fitted("Potter and field recordist. Slow things, mostly out of doors."));
    draft.profile.location = Some(fitted("Lisbon, near the river"));
    draft.profile.avatar = picture("cat-face.avif");
    draft.tiles = sample.tiles;
    if look == Look::Night {
        // This look has one hue, and colours only borders: the note gets the accent instead (looks, 7).
        draft
            .tiles
            .iter_mut()
            .filter(|tile| tile.color == TileColor::Butter)
            .for_each(|tile| tile.color = TileColor::Accent);
    }
    (draft, sample.facts)
}

/// The placements of the sample's tiles on a canvas, in order: x, y, width, height, degrees, layer.
const CANVAS_PLACEMENTS: [(f64, f64, f64, f64, f64, f64); 13] = [
    (24.0, 0.0, 544.0, 544.0, -2.0, 0.0),
    (608.0, 8.0, 272.0, 272.0, 3.0, 0.0),
    (920.0, 32.0, 248.0, 248.0, 9.0, 2.0),
    (592.0, 304.0, 584.0, 280.0, -1.5, 1.0),
    (0.0, 624.0, 1200.0, 72.0, 0.0, 0.0),
    (16.0, 720.0, 584.0, 280.0, 1.5, 0.0),
    (632.0, 712.0, 272.0, 272.0, -4.0, 0.0),
    (920.0, 720.0, 264.0, 560.0, 2.0, 0.0),
    (40.0, 1032.0, 264.0, 264.0, -3.0, 0.0),
    (328.0, 1032.0, 560.0, 272.0, 1.0, 1.0),
    (16.0, 1336.0, 272.0, 272.0, 2.0, 0.0),
    (320.0, 1344.0, 560.0, 256.0, -1.0, 0.0),
    (912.0, 1320.0, 272.0, 272.0, -2.0, 0.0),
];

/// Places the sample's tiles freely, for the canvas: slightly rotated, in layers.
pub fn place_on_canvas(draft: &mut Draft) {
    let tiles = draft.tiles.iter_mut().filter(|tile| !matches!(tile.kind, Kind::Social(_)));
    for (tile, (x, y, w, h, r, z)) in tiles.zip(CANVAS_PLACEMENTS) {
        tile.pos = Some(Pos {
            x: PosX::clamped(x),
            y: PosY::clamped(y),
            w: PosSide::clamped(w),
            h: PosSide::clamped(h),
            r: PosR::clamped(r),
            z: PosZ::clamped(z),
        });
    }
}

/// Text that is known to fit.
fn fitted<const MAX: usize>(text: &str) -> mantel_model::text::Text<MAX> {
    mantel_model::text::Text::cut(text).0
}

/// One of the pictures shipped in `public/samples`.
fn picture(name: &str) -> Option<ImageUrl> {
    ImageUrl::shipped(name)
}

struct SampleTiles {
    ids: SeededIds,
    tiles: Vec<Tile>,
    facts: HashMap<TileId, Facts>,
}

impl SampleTiles {
    fn push(&mut self, kind: Option<Kind>, size: Size, color: TileColor, facts: Facts) {
        let Some(kind) = kind else { return };
        let tiles = &self.tiles;
        let id = self.ids.fresh(&|id| tiles.iter().any(|tile| tile.id == *id));
        if facts != Facts::default() {
            self.facts.insert(id.clone(), facts);
        }
        self.tiles.push(Tile { id, kind, size, color, lang: None, pos: None });
    }

    fn social_tiles(&mut self) {
        for (platform, handle) in [
            (Platform::Instagram, "ines.harrow"),
            (Platform::Mastodon, "ines@clay.example"),
            (Platform::Bandcamp, "harrow tapes"),
            (Platform::Email, "ines@harrow.example"),
        ] {
            self.push(
                Some(Kind::Social(Social { platform, handle: fitted(handle) })),
                Size::S,
                TileColor::Auto,
                Facts::default(),
            );
        }
    }

    fn top_tiles(&mut self) {
        let image = |src: &str, title: &str| {
            Some(Kind::Image(Image {
                src: picture(src)?,
                title: Some(fitted(title)),
                url: None,
                picture: Picture::default(),
            }))
        };
        self.push(image("dahlia.avif", "Last light, the back garden"), Size::L, TileColor::Auto, Facts::default());
        self.push(
            note("Kiln opens **Saturday at ten.** Bring a box and something *soft* to wrap things in."),
            Size::S,
            TileColor::Butter,
            Facts::default(),
        );
        self.push(stamp("Open\nstudio\n2026"), Size::S, TileColor::Auto, Facts::default());
        let mut driftwood = link(
            "https://harrow.example",
            "A year of firing with driftwood",
            Some("Notes on ash, salt and the colour nobody can name."),
        );
        if let Some(Kind::Link(link)) = &mut driftwood {
            link.image = picture("kiln.avif");
        }
        self.push(driftwood, Size::W, TileColor::Auto, Facts::default());
    }

    fn lately_tiles(&mut self) {
        self.push(Some(Kind::Heading(Heading { text: fitted("Lately") })), Size::S, TileColor::Auto, Facts::default());
        let jar = SafeUrl::parse("https://youtu.be/moonjar0001").ok().map(|url| {
            Kind::Video(Video {
                url,
                title: Some(fitted("Throwing a moon jar, start to finish")),
                image: picture("coffee.avif"),
                picture: Picture::default(),
            })
        });
        self.push(jar, Size::W, TileColor::Auto, Facts { duration: Some(24 * 60), ..Facts::default() });
        let rain = SafeUrl::parse("https://harrowtapes.bandcamp.com/album/rain").ok().map(|url| {
            Kind::Music(Music {
                url,
                title: Some(fitted("Rain on the Kiln Roof")),
                image: picture("stars.avif"),
                picture: Picture::default(),
            })
        });
        self.push(
            rain,
            Size::S,
            TileColor::Auto,
            Facts { artist: Some("Harrow Tapes".to_owned()), ..Facts::default() },
        );
        let manager = picture("cat.avif").map(|src| {
            Kind::Image(Image { src, title: Some(fitted("Studio manager")), url: None, picture: Picture::default() })
        });
        self.push(manager, Size::T, TileColor::Auto, Facts::default());
    }

    fn bottom_tiles(&mut self) {
        let facts = Facts {
            description: Some("Glaze recipes by unity formula, with a unit-tested kiln log.".to_owned()),
            language: Some("Rust".to_owned()),
            stars: Some(1204),
            ..Facts::default()
        };
        self.push(
            Repo::parse("harrow/glaze-calc").ok().map(|repo| Kind::Github(Github { repo })),
            Size::S,
            TileColor::Auto,
            facts,
        );
        self.push(
            link("https://letters.example/newsletter", "The Slow Letter", Some("One page, first Sunday of the month.")),
            Size::W,
            TileColor::Auto,
            Facts::default(),
        );
        self.push(
            link("https://cal.example/ines", "Book a wheel for the afternoon", None),
            Size::S,
            TileColor::Auto,
            Facts::default(),
        );
        self.push(
            note("I make **plain pots for daily use** and record the places the clay comes from. New work goes up on the first of each month. [Read how I price it.](https://harrow.example/prices)"),
            Size::W,
            TileColor::Auto,
            Facts::default(),
        );
        self.push(
            link("https://shop.example", "Shop the small shelf", None),
            Size::S,
            TileColor::Mint,
            Facts::default(),
        );
    }
}

fn note(text: &str) -> Option<Kind> {
    Some(Kind::Text(Note { text: fitted(text), look: None }))
}

fn stamp(text: &str) -> Option<Kind> {
    Some(Kind::Text(Note { text: fitted(text), look: Some(NoteLook::Stamp) }))
}

fn link(url: &str, title: &str, description: Option<&str>) -> Option<Kind> {
    let url = SafeUrl::parse(url).ok()?;
    Some(Kind::Link(Link { title: Some(fitted(title)), description: description.map(fitted), ..Link::to(url) }))
}
