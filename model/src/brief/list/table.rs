//! Tables: Markdown, CSV, TSV, and their relatives with semicolons. A row is an item; its columns are found by their
//! names, else by what stands in them.

use super::super::json::TextPosition;
use super::find::{self, Budget, References};
use super::line::{self, Entry};
use super::{Line, vocabulary};

/// Most columns of a table.
const COLUMNS: usize = 64;

/// A table: rows of cells, each row with its line.
pub(super) struct Table {
    rows: Vec<(u32, Vec<String>)>,
    /// Whether the first row is certainly one of names.
    named: bool,
}

/// Whether a line may be the first of a table.
pub(super) fn may_begin(line: &Line<'_>) -> bool {
    line.text.contains(['\t', ';', ',', '|', '│', '┃', '¦', '+', '─', '━', '═'])
}

/// A table of Markdown or of lines in text at the beginning of `lines`, and how many of them it takes.
pub(super) fn markdown(lines: &[Line<'_>]) -> Option<(Table, usize)> {
    let barred = |line: &Line<'_>| line.text.contains(['|', '│', '┃', '¦']);
    let first = lines.first().filter(|line| !is_rule(&line.text)).or_else(|| lines.get(1))?;
    let begins = first.text.trim_start().starts_with(['|', '│', '┃']);
    let from = usize::from(lines.first().is_some_and(|line| is_rule(&line.text)));
    let ruled = lines.get(from + 1).is_some_and(|line| is_rule(&line.text) && line.text.contains('-'));
    // Without a row of dashes it takes lines that begin and end with a bar.
    let whole = |line: &Line<'_>| {
        let text = line.text.trim();
        text.starts_with(['|', '│', '┃']) && text.ends_with(['|', '│', '┃']) && text.chars().count() > 2
    };
    let bare = || begins && lines.iter().take(2).all(whole);
    if !(barred(first) && (ruled || bare()) && cells(&first.text).len() <= COLUMNS) {
        return None;
    }
    let length = lines.iter().take_while(|line| is_rule(&line.text) || barred(line)).count();
    let rows = lines.iter().take(length).filter(|line| !is_rule(&line.text));
    let row = |line: &Line<'_>| (line.number, cells(&line.text).into_iter().take(COLUMNS).collect());
    let rows: Vec<_> = rows.map(row).collect();
    Some((Table { rows, named: ruled }, length))
}

/// `| - | :-: |`, `+---+---+`.
fn is_rule(text: &str) -> bool {
    text.len() > 2
        && text.contains(['-', '─', '═', '=', '━'])
        && text.chars().all(|character| {
            character.is_whitespace()
                || matches!(character, '|' | '-' | ':' | '+' | '=')
                || ('─'..='╿').contains(&character)
        })
}

/// The cells between bars.
fn cells(line: &str) -> Vec<String> {
    let text = line.trim();
    let bar = |character: char| matches!(character, '|' | '│' | '┃' | '¦');
    let text = text.strip_prefix(bar).unwrap_or(text);
    let (mut all, mut cell, mut escaped) = (Vec::new(), String::new(), false);
    for character in text.chars() {
        if bar(character) && !escaped {
            all.push(std::mem::take(&mut cell).trim().to_owned());
        } else {
            if escaped && !bar(character) {
                cell.push('\\');
            }
            if character != '\\' || escaped {
                cell.push(character);
            }
        }
        escaped = character == '\\' && !escaped;
    }
    if !cell.trim().is_empty() || all.is_empty() {
        all.push(cell.trim().to_owned());
    }
    all
}

/// A table of values separated by one of the usual characters, if the lines are one.
pub(super) fn separated(lines: &[Line<'_>], budget: &mut Budget) -> Option<Table> {
    let first = lines.iter().find(|line| !line.text.trim().is_empty())?;
    let bulleted = |line: &Line<'_>| !line::marks(&line.text).bullet.is_empty() || line.text.starts_with('#');
    let marked = first.text.contains(['\t', ';', ',', '|']);
    if lines.len() < 2 || !marked || bulleted(first) && !first.text.contains('\t') {
        return None;
    }
    let barred = lines.iter().any(|line| is_rule(line.text.trim()) || line.text.trim_start().starts_with('|'));
    let marks = ['\t', ';', ',', '|'].into_iter().filter(|mark| *mark != '|' || !barred);
    marks.filter(|mark| first.text.contains(*mark)).find_map(|mark| {
        let table = values(lines, mark)?;
        fits(&table, budget).then_some(table)
    })
}

/// Rows of values; `None` where the rows differ in length or a quote stays open.
fn values(lines: &[Line<'_>], mark: char) -> Option<Table> {
    let mut rows: Vec<(u32, Vec<String>)> = Vec::new();
    let (mut row, mut cell, mut quoted, mut begun) = (Vec::new(), String::new(), false, 0);
    for line in lines {
        if !quoted && line.text.trim().is_empty() {
            continue;
        }
        if quoted {
            cell.push('\n');
        } else {
            begun = line.number;
        }
        let mut chars = line.text.chars().peekable();
        while let Some(character) = chars.next() {
            match character {
                '"' if quoted && chars.peek() == Some(&'"') => {
                    cell.push('"');
                    chars.next();
                }
                '"' if quoted => quoted = false,
                '"' if cell.trim().is_empty() => {
                    quoted = true;
                    cell.clear();
                }
                _ if character == mark && !quoted => row.push(std::mem::take(&mut cell).trim().to_owned()),
                _ => cell.push(character),
            }
        }
        if !quoted {
            row.push(std::mem::take(&mut cell).trim().to_owned());
            rows.push((begun, std::mem::take(&mut row)));
            let width = rows.first().map_or(0, |(_, row)| row.len());
            let last = rows.last_mut().map(|(_, row)| row)?;
            while last.len() > width && last.last().is_some_and(String::is_empty) {
                last.pop();
            }
            let short = last.len() < width && (last.len() + 1 < width || rows.len() == 2);
            if !(2..=COLUMNS).contains(&width) || short || rows.last().is_some_and(|(_, row)| row.len() > width) {
                return None;
            }
        }
    }
    (!quoted && rows.len() > 1).then_some(Table { rows, named: false })
}

/// Whether the rows of values are a table of links: one column holds the addresses, or the names say which.
fn fits(table: &Table, budget: &mut Budget) -> bool {
    let width = table.rows.first().map_or(0, |(_, row)| row.len());
    let addresses = |column: usize, budget: &mut Budget| {
        let cells = table.rows.iter().skip(1).filter_map(|(_, row)| row.get(column));
        cells.filter(|cell| address(cell, budget)).count()
    };
    let first = table.rows.first().map(|(_, row)| row.as_slice()).unwrap_or_default();
    let named = !first.iter().any(|cell| address(cell, budget)) && names(first);
    let counts: Vec<usize> = (0..width).map(|column| addresses(column, budget)).collect();
    let most = counts.iter().copied().max().unwrap_or_default();
    let rows = table.rows.len() - 1;
    if named {
        let known = first.iter().filter(|cell| vocabulary::field(cell).is_some()).count();
        let handles =
            ["platform", "handle"].iter().all(|field| first.iter().any(|cell| vocabulary::field(cell) == Some(*field)));
        return handles || most > 0 && (known > 0 || most * 2 > rows);
    }
    most > 0 && most * 10 >= rows * 6 && counts.iter().filter(|count| **count > 0).count() == 1
}

/// Whether a row without an address may be one of names.
fn names(row: &[String]) -> bool {
    let known = row.iter().any(|cell| vocabulary::field(cell).is_some());
    let filled = row.iter().filter(|cell| !cell.is_empty()).count() > 1;
    (known || filled) && row.iter().all(|cell| cell.chars().count() <= 40)
}

/// Whether a cell is an address and nothing else.
fn address(cell: &str, budget: &mut Budget) -> bool {
    let found = find::addresses(cell, &References::default(), budget);
    matches!(found.as_slice(), [one] if one.from == 0 && one.to == cell.len())
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    /// The address of each item.
    Address,
    /// Addresses that are items of their own.
    More,
    /// A field of the item.
    Field(&'static str),
    /// Nothing, or numbers that count the rows.
    Nothing,
    /// What a list has no place for.
    Unknown,
}

impl Table {
    /// Its rows as items. Columns that have no place in a list go to `tell`.
    pub fn entries<'a>(
        &'a self,
        references: &References<'a>,
        budget: &mut Budget,
        tell: &mut dyn FnMut(u32, String),
    ) -> Vec<Entry> {
        let first = self.rows.first().map(|(_, row)| row.as_slice()).unwrap_or_default();
        let holds = |cell: &'a String, budget: &mut Budget| !find::addresses(cell, references, budget).is_empty();
        let named = self.named && !first.iter().all(String::is_empty)
            || names(first) && !first.iter().any(|cell| holds(cell, budget));
        let width = self.rows.iter().map(|(_, row)| row.len()).max().unwrap_or_default();
        let title = |column: usize| first.get(column).filter(|_| named).map(|name| line::cleaned(name));
        let titles: Vec<String> = (0..width).map(|column| title(column).unwrap_or_default()).collect();
        let data = self.rows.get(usize::from(named)..).unwrap_or_default();
        let linked = |column: usize| {
            data.iter().filter_map(|(_, row)| row.get(column)).filter(|cell| holds(cell, budget)).count()
        };
        let linked: Vec<usize> = (0..width).map(linked).collect();
        let columns = columns(data, &titles, &linked, named);
        for (column, name) in
            titles.iter().enumerate().filter(|(column, _)| columns.get(*column) == Some(&Column::Unknown))
        {
            let filled = |(number, row): &'a (u32, Vec<String>)| {
                Some((*number, row.get(column).filter(|cell| !cell.is_empty())?))
            };
            let Some((number, cell)) = data.iter().find_map(filled) else { continue };
            let (line, what) = match self.rows.first() {
                Some((first, _)) if !name.is_empty() => (*first, format!("“{}”", line::shown(name))),
                _ => (number, format!("of “{}”", line::shown(cell))),
            };
            tell(line, format!("The column {what} has no place in a list of links and was left out."));
        }
        let mut all = Vec::new();
        let mut section = "";
        for (number, row) in data {
            let place = TextPosition { line: *number, column: 1 };
            let mut fields = TableRow { place, items: Vec::new(), more: Vec::new(), words: Vec::new() };
            for ((cell, column), title) in
                row.iter().zip(&columns).zip(&titles).filter(|((cell, _), _)| !cell.is_empty())
            {
                match column {
                    Column::Unknown | Column::Nothing => {}
                    Column::Field("heading") => {
                        if line::has_words(cell) && cell != section {
                            section = cell;
                            all.push(Entry::heading(place, 7, &line::cleaned(cell)));
                        }
                    }
                    Column::Field(field) => {
                        let found = find::addresses(cell, references, budget);
                        let link = *field == "title" && found.iter().any(|one| one.title.is_some());
                        if !(link && fields.items.is_empty() && fields.take(cell, &found, None)) {
                            fields.words.push((field, line::cleaned(cell)));
                        }
                    }
                    Column::Address | Column::More => {
                        let found = find::addresses(cell, references, budget);
                        let title = (*column == Column::More).then_some(title.as_str());
                        if !fields.take(cell, &found, title) {
                            fields.words.push(("title", line::cleaned(cell)));
                        }
                    }
                }
            }
            all.append(&mut fields.entries());
        }
        all
    }
}

/// What each column holds: by its name, else by what stands in it.
fn columns(data: &[(u32, Vec<String>)], titles: &[String], linked: &[usize], named: bool) -> Vec<Column> {
    let cells = |column: usize| data.iter().filter_map(move |(_, row)| row.get(column).map(String::as_str));
    let fields: Vec<Option<&'static str>> = titles.iter().map(|title| vocabulary::field(title)).collect();
    let links = |column: &usize| linked.get(*column).copied().unwrap_or_default();
    let called = |column: usize, name: &str| fields.get(column) == Some(&Some(name));
    let filled = || (0..titles.len()).filter(|column| links(column) > 0);
    let most = || filled().max_by_key(|column| (links(column), titles.len() - column));
    let by_name = |name: &str| filled().find(|column| called(*column, name));
    let main = by_name("url").or_else(|| by_name("website")).or_else(most);
    let counts = |column: usize| {
        let number = |(at, cell): (usize, &str)| cell.trim_end_matches(['.', ')']).parse() == Ok(at);
        (1_usize..).zip(cells(column)).all(number)
    };
    let titled = fields.contains(&Some("title"));
    let column = |(column, field): (usize, &Option<&'static str>)| match field {
        _ if Some(column) == main => Column::Address,
        Some("url" | "website") => Column::More,
        None if links(&column) > 0 => Column::More,
        _ if cells(column).all(str::is_empty) => Column::Nothing,
        Some("platform") => Column::Field(if titled { "description" } else { "title" }),
        Some(field) => Column::Field(field),
        None if counts(column) => Column::Nothing,
        None => Column::Unknown,
    };
    let mut columns: Vec<Column> = fields.iter().enumerate().map(column).collect();
    for field in ["title", "description"] {
        if !columns.contains(&Column::Field(field)) && (!named || field == "title") {
            let free = |(column, of): &(usize, &mut Column)| {
                **of == Column::Unknown && cells(*column).any(|cell| cell.contains(char::is_alphabetic))
            };
            if let Some((_, slot)) = columns.iter_mut().enumerate().find(free) {
                *slot = Column::Field(field);
            }
        }
    }
    columns
}

/// A row as it is read.
struct TableRow {
    place: TextPosition,
    /// The item of its address.
    items: Vec<Entry>,
    /// Those of further addresses.
    more: Vec<Entry>,
    words: Vec<(&'static str, String)>,
}

impl TableRow {
    /// Takes the items of a cell; with a `title` they are further ones. `false` if there are none.
    fn take(&mut self, cell: &str, found: &[find::FoundAddress<'_>], title: Option<&str>) -> bool {
        let line::What::Items(mut items) = line::read(cell, self.place, found, &mut Vec::new()) else { return false };
        let Some(title) = title else {
            self.items.append(&mut items);
            return true;
        };
        if let Some(first) = items.first_mut().filter(|first| !first.has("title")) {
            first.title(title);
        }
        self.more.append(&mut items);
        true
    }

    fn field(&self, name: &str) -> Option<&str> {
        self.words.iter().find(|(field, _)| *field == name).map(|(_, words)| words.as_str())
    }

    fn entries(mut self) -> Vec<Entry> {
        let place = self.place;
        if let Some(item) = self.items.first_mut() {
            for (field, words) in &self.words {
                match *field {
                    "title" if item.has("title") => item.set("description", words),
                    "title" => item.title(words),
                    // The address says it.
                    "handle" => {}
                    field if !item.has(field) => item.set(field, words),
                    _ => {}
                }
            }
        } else if let Some(handle) = self.field("handle") {
            let platform = self.field("title").unwrap_or_default();
            let profile = line::handle(platform, handle, place);
            self.items.push(profile.unwrap_or_else(|| Entry::new(place, "text", &format!("{platform}: {handle}"))));
        } else {
            let words: Vec<&str> =
                self.words.iter().map(|(_, words)| words.as_str()).filter(|words| line::has_words(words)).collect();
            // One word in a row heads the links after it.
            let entry = match words.as_slice() {
                [] => None,
                [one] => Some(Entry::heading(place, 7, one)),
                [one, ..] if !self.more.is_empty() => Some(Entry::heading(place, 7, one)),
                several => Some(Entry::new(place, "text", &several.join(" – "))),
            };
            self.items.extend(entry);
        }
        self.items.append(&mut self.more);
        self.items
    }
}
