//! Request bodies. Each is read strictly: all problems are reported at once, each with a path and a sentence.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::brief::{self, Item, Items, Warning, detect};
use crate::id::TileId;
use crate::limits;
use crate::look::{Look, Palette};
use crate::problem::Problem;
use crate::read::fields::{At, Fields};
use crate::read::{self, Reading, reading};
use crate::safe_url::shortened;
use crate::template::Template;
use crate::theme::Layout;
use crate::tile::{NewTile, Size, TileColor};

/// What every edit may carry besides its own fields (decisions, The page over REST).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Terms {
    /// The version the edit was made from; without one it applies to the newest draft.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_version: Option<u64>,
    /// Whether only to report what would change.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
}

impl Terms {
    /// The names of its fields.
    pub const FIELDS: [&'static str; 2] = ["baseVersion", "dryRun"];

    /// Reads the body of a call that takes no other fields; `what` names the call in messages.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value, what: &'static str) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields(what)?;
            fields.only(&Self::FIELDS);
            Some(Self::of(&fields))
        })
    }

    /// The terms of an edit made from this version.
    pub const fn at_version(version: u64) -> Self {
        Self { base_version: Some(version), dry_run: false }
    }

    /// The body of a call: its own fields with the terms merged in.
    pub fn merged_into(self, mut fields: Map<String, Value>) -> Value {
        if let Some(version) = self.base_version {
            fields.insert("baseVersion".to_owned(), version.into());
        }
        if self.dry_run {
            fields.insert("dryRun".to_owned(), true.into());
        }
        Value::Object(fields)
    }

    fn of(fields: &Fields<'_>) -> Self {
        Self {
            base_version: fields.get("baseVersion").and_then(whole_number),
            dry_run: fields.flag("dryRun").unwrap_or(false),
        }
    }
}

/// `POST /api/v1/claim` (specification, Endpoints; decisions, Claim and import).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    /// The requested name, as written. The service validates it and answers with its own error codes.
    pub username: String,
    /// The look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Look>,
    /// The palette, from that look or the default one.
    #[serde(rename = "preset", serialize_with = "name_only", skip_serializing_if = "Option::is_none")]
    pub palette: Option<Palette>,
    /// The layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
    /// The starter template.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<Template>,
    /// Whether to start without sample tiles.
    pub empty: bool,
    /// Whether only to report what would be made.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
}

fn name_only<S: serde::Serializer>(palette: &Option<Palette>, s: S) -> Result<S::Ok, S::Error> {
    palette.map(Palette::name).serialize(s)
}

/// `POST /api/v1/page/username`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rename {
    /// The requested name, as written.
    pub username: String,
    /// The version that the edit was made from; a stale one is refused.
    #[serde(flatten)]
    pub terms: Terms,
}

impl Rename {
    /// Reads the body.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields("a change of the username")?;
            fields.only(&["username", "baseVersion", "dryRun"]);
            let username = fields.needed("username", |name| Ok(name.to_owned()));
            let terms = Terms::of(&fields);
            Some(Self { username: username?, terms })
        })
    }
}

/// `POST /api/v1/page/undo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Undo {
    /// The version since which the caller's own edits are taken back; without one, only the last of them is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// The terms of the edit.
    #[serde(flatten)]
    pub terms: Terms,
}

impl Undo {
    /// Reads the body.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields("an undo")?;
            fields.only(&["to", "baseVersion", "dryRun"]);
            Some(Self { to: fields.get("to").and_then(whole_number), terms: Terms::of(&fields) })
        })
    }
}

impl Claim {
    /// Reads the body.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields("a claim")?;
            fields.only(&["username", "style", "preset", "layout", "template", "empty", "dryRun"]);
            let palette = read::theme::palette(&fields);
            let (styled, preset) = (fields.get("style").is_some(), fields.get("preset").is_some());
            let username = fields.needed("username", |name| Ok(name.to_owned()));
            let (layout, template) = (fields.choice("layout"), fields.choice("template"));
            let flag = |name| fields.flag(name).unwrap_or(false);
            let (empty, dry_run) = (flag("empty"), flag("dryRun"));
            Some(Self {
                username: username?,
                style: palette.filter(|_| styled).map(Palette::look),
                palette: palette.filter(|_| preset),
                layout,
                template,
                empty,
                dry_run,
            })
        })
    }

    /// The page that the claim asks for: a starter template or an empty page, in the claimed look.
    pub fn draft(&self, username: &crate::username::Username, ids: &mut dyn crate::id::IdSource) -> crate::page::Draft {
        let look = self.style.or(self.palette.map(Palette::look)).unwrap_or(Look::Cozy);
        let template = if self.empty { Template::Blank } else { self.template.unwrap_or(Template::Creator) };
        let mut draft = template.draft(look, username, ids);
        if let Some(palette) = self.palette {
            draft.theme.palette = palette;
        }
        if let Some(layout) = self.layout {
            draft.theme.layout = layout;
        }
        draft
    }
}

/// `PUT /api/v1/page`: `{ page, baseVersion? }`.
#[derive(Clone, Debug, PartialEq)]
pub struct PutPage {
    /// The whole page.
    pub page: crate::page::PageFile,
    /// The terms of the edit.
    pub terms: Terms,
}

impl PutPage {
    /// Reads the body; tiles without an id get one.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value, ids: &mut dyn crate::id::IdSource) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields("a PUT of the page")?;
            fields.only(&["page", "baseVersion", "dryRun"]);
            let terms = Terms::of(&fields);
            let page = fields
                .need("page")
                .and_then(|at| read::page::page_file(at, read::page::Ids::Given(ids), read::tile::Rules::Written));
            Some(Self { page: page?, terms })
        })
    }
}

/// `POST /api/v1/page/import`: `{ file, username?, replace?, baseVersion? }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Import {
    /// A brief, a full page file, or text that holds one.
    pub file: Value,
    /// The name for a page that does not exist yet, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// Whether an existing draft may be replaced.
    pub replace: bool,
    /// The terms of the edit.
    #[serde(flatten)]
    pub terms: Terms,
}

impl Import {
    /// Reads the body. The file itself is left to the lenient importer.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields("an import")?;
            fields.only(&["file", "username", "replace", "baseVersion", "dryRun"]);
            let file = fields.need("file");
            if let Some(at) = file.as_ref().filter(|file| !file.value.is_object() && !file.value.is_string()) {
                at.wrong("a file is an object or a text: a brief, a full page, or text that holds one");
            }
            Some(Self {
                username: fields.parsed("username", |name| Ok(name.to_owned())),
                replace: fields.flag("replace").unwrap_or(false),
                terms: Terms::of(&fields),
                file: file?.value.clone(),
            })
        })
    }
}

/// What to add: exactly one of these three.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Adding {
    /// A link, an email, `owner/repo` or a note, or a whole list of them; the tile types are detected.
    Input(String),
    /// Several, at most [`crate::limits::INPUTS`]: each a text as above, or an item as in the `links` of a brief.
    Inputs(Vec<Value>),
    /// A full tile.
    Tile(Box<NewTile>),
}

/// `POST /api/v1/page/tiles` (specification, Endpoints, note 1).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddTiles {
    /// What to add.
    #[serde(flatten)]
    pub adding: Adding,
    /// The tile to insert after; without one, tiles go to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<TileId>,
    /// Size of the added tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// Colour of the added tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<TileColor>,
    /// The terms of the edit.
    #[serde(flatten)]
    pub terms: Terms,
}

impl AddTiles {
    /// Reads the body.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields("an addition")?;
            fields.only(&["input", "inputs", "tile", "after", "size", "color", "baseVersion", "dryRun"]);
            let (after, terms) = (fields.strictly_parsed("after", TileId::parse), Terms::of(&fields));
            let (size, color) = (fields.choice("size"), fields.choice("color"));
            Some(Self { adding: adding(&at, &fields)?, after, size, color, terms })
        })
    }
}

impl AddTiles {
    /// The tiles to add, in the size and colour of the body unless they state their own: at most [`limits::INPUTS`] of a
    /// list. And what was guessed or left out, with its path in the body.
    ///
    /// # Errors
    /// Every input that holds no tile.
    pub fn tiles(&self) -> Reading<(Vec<NewTile>, Vec<Problem>)> {
        let mut found = ReadInputs::default();
        match &self.adding {
            Adding::Tile(tile) => return Ok((vec![self.with_size_and_color((**tile).clone())], Vec::new())),
            Adding::Input(text) => found.text(text, "/input"),
            Adding::Inputs(inputs) => {
                for (at, input) in inputs.iter().enumerate() {
                    let path = format!("/inputs/{at}");
                    match input {
                        Value::String(text) => found.text(text, &path),
                        _ => found.take(brief::item_of(input), &path, |warning| format!("{path}{}", warning.path)),
                    }
                }
            }
        }
        if !found.problems.is_empty() {
            return Err(found.problems);
        }
        if let Some(rest) = found.items.get(limits::INPUTS..).filter(|rest| !rest.is_empty()) {
            let named: Vec<String> =
                rest.iter().take(limits::INPUTS).map(|item| shortened(&item.kind.identity())).collect();
            let more = rest.len().saturating_sub(named.len());
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let words = format!(
                "One call adds at most {} tiles, so these were left out: {}{more}. Send them in another call.",
                limits::INPUTS,
                named.join(", ")
            );
            found.warnings.push(Problem::new(String::new(), words));
        }
        found.items.truncate(limits::INPUTS);
        let tile = |item: Item| NewTile {
            size: item.size.or(self.size).unwrap_or_else(|| item.kind.default_size()),
            color: item.color.or(self.color).unwrap_or(TileColor::Auto),
            ..NewTile::of(item.kind)
        };
        Ok((found.items.into_iter().map(tile).collect(), found.warnings))
    }

    /// The length of the texts to read, bytes: what reading them costs grows with it.
    pub fn text_bytes(&self) -> usize {
        match &self.adding {
            Adding::Tile(_) => 0,
            Adding::Input(text) => text.len(),
            Adding::Inputs(inputs) => inputs.iter().map(text_bytes).sum(),
        }
    }

    /// The tile with the size and colour of the body, where those are set.
    fn with_size_and_color(&self, tile: NewTile) -> NewTile {
        NewTile { size: self.size.unwrap_or(tile.size), color: self.color.unwrap_or(tile.color), ..tile }
    }
}

/// The length of the names and texts in a value, bytes. Values are nested at most [`limits::JSON_DEPTH`] deep.
fn text_bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(text_bytes).sum(),
        Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + text_bytes(value)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

/// What inputs hold.
#[derive(Default)]
struct ReadInputs {
    items: Vec<Item>,
    warnings: Vec<Problem>,
    problems: Vec<Problem>,
}

impl ReadInputs {
    /// A text: one thing, or a list of them. Its places are lines.
    fn text(&mut self, text: &str, path: &str) {
        let Items { items, warnings } = brief::items(text);
        self.take((items, warnings), path, |_| path.to_owned());
    }

    fn take(&mut self, (items, warnings): (Vec<Item>, Vec<Warning>), path: &str, place: impl Fn(&Warning) -> String) {
        let told = warnings.iter().map(|warning| {
            let line = warning.line.filter(|line| *line > 1).map(|line| format!("Line {line}: ")).unwrap_or_default();
            Problem::new(place(warning), format!("{line}{}", warning.message))
        });
        if items.is_empty() {
            // What is wrong with the input as a whole, not what was guessed within it.
            let whole = warnings.iter().find(|warning| warning.path.is_empty()).or(warnings.first());
            let why = whole.map_or("there is nothing to add in this", |warning| warning.message.as_str());
            self.problems.push(Problem::new(path.to_owned(), why.to_owned()));
        } else {
            self.warnings.extend(told);
        }
        self.items.extend(items);
    }
}

fn adding(at: &At<'_>, fields: &Fields<'_>) -> Option<Adding> {
    match (fields.get("input"), fields.get("inputs"), fields.get("tile")) {
        (Some(input), None, None) => input.parsed(trimmed_input).map(Adding::Input),
        (None, Some(inputs), None) => {
            let items: Vec<_> = inputs.items()?.collect();
            if items.is_empty() || items.len() > limits::INPUTS {
                inputs.wrong(format!("give 1 to {} inputs at once, not {}", limits::INPUTS, items.len()));
                return None;
            }
            let read = |item: &At<'_>| match item.value {
                Value::Object(_) => Some(item.value.clone()),
                _ => item.parsed(trimmed_input).map(Value::String),
            };
            let read: Vec<_> = items.iter().map(read).collect();
            read.into_iter().collect::<Option<_>>().map(Adding::Inputs)
        }
        // A tile with an id may be one that was on the page before: an undo puts it back as it was.
        (None, None, Some(tile)) => read::tile::tile(tile, read::tile::IdRule::Wish, read::tile::Rules::Written)
            .map(|tile| Adding::Tile(Box::new(tile))),
        _ => {
            at.wrong(
                "give exactly one of input (a link, an email, owner/repo or a note), inputs (a list of them) or tile",
            );
            None
        }
    }
}

fn trimmed_input(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("this is empty; give a link, an email, owner/repo or a note".to_owned()),
        some if some.contains('\n') => Ok(some.to_owned()),
        some => detect::problem(some).map_or_else(|| Ok(some.to_owned()), Err),
    }
}

/// `POST /api/v1/page/tiles/{id}/move`: `{ position, baseVersion? }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveTile {
    /// The new index in the list, from 0; past the end means the end.
    pub position: u64,
    /// The terms of the edit.
    #[serde(flatten)]
    pub terms: Terms,
}

impl MoveTile {
    /// Reads the body.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields("a move")?;
            fields.only(&["position", "baseVersion", "dryRun"]);
            let terms = Terms::of(&fields);
            Some(Self { position: whole_number(fields.need("position")?)?, terms })
        })
    }
}

/// A PATCH body (theme, profile, tile), split into its fields and the terms of the edit.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// The fields sent, as [`crate::edit::Edit`] takes them.
    pub fields: Value,
    /// The terms of the edit.
    pub terms: Terms,
}

impl Patch {
    /// Reads the body; applying the edit checks which fields are allowed.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields("a change")?;
            let map: &Map<String, Value> = at.value.as_object()?;
            let mut sent = map.clone();
            for name in Terms::FIELDS {
                sent.shift_remove(name);
            }
            Some(Self { fields: Value::Object(sent), terms: Terms::of(&fields) })
        })
    }
}

fn whole_number(at: At<'_>) -> Option<u64> {
    let found =
        at.value.as_u64().filter(|number| *number <= limits::SAFE_INTEGER).or_else(|| round(at.value.as_f64()?));
    if found.is_none() {
        at.wrong(read::messages::mismatch("a whole number, 0 or more", at.value));
    }
    found
}

/// Accepts `7.0` as the integer 7, as JSON Schema does.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within 0 and 2^53")]
fn round(number: f64) -> Option<u64> {
    #[expect(clippy::cast_precision_loss, reason = "2^53 - 1 is exact")]
    let most = limits::SAFE_INTEGER as f64;
    (number.fract() == 0.0 && (0.0..=most).contains(&number)).then_some(number as u64)
}
