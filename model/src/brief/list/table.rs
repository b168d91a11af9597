//! Tables: Markdown, CSV, TSV, and their relatives with semicolons. A row is an item; its columns are found by their
//! names, else by what stands in them.

use super::super::json::Place;
use super::find::{self, Budget, References};
use super::line::{self, Entry};
use super::{Line, words};

/// Most columns of a table of values.
const COLUMNS: usize = 64;

/// A table: rows of cells, each row with its line.
pub(super) struct Table {
    rows: Vec<(u32, Vec<String>)>,
    /// Whether the first row is certainly one of names.
    named: bool,
}

/// A table of Markdown or of lines in text at the beginning of `lines`, and how many of them it takes.
pub(super) fn markdown(lines: &[Line<'_>]) -> Option<(Table, usize)> {
    let row = |line: &Line<'_>| line.text.contains(['|', '│', '┃', '¦']).then(|| cells(&line.text));
    let first = lines.first().filter(|line| !is_rule(&line.text)).or_else(|| lines.get(1))?;
    let begins = first.text.trim_start().starts_with(['|', '│', '┃']);
    let from = usize::from(lines.first().is_some_and(|line| is_rule(&line.text)));
    let ruled = lines.get(from + 1).is_some_and(|line| is_rule(&line.text) && line.text.contains('-'));
    row(first)?;
    // Without a row of dashes it takes lines that begin and end with a bar.
    let whole = |line: &Line<'_>| {
        let text = line.text.trim();
        text.starts_with(['|', '│', '┃']) && text.ends_with(['|', '│', '┃']) && text.chars().count() > 2
    };
    if !ruled && !(begins && lines.iter().take(2).all(whole)) {
        return None;
    }
    let length = lines.iter().take_while(|line| is_rule(&line.text) || row(line).is_some()).count();
    let rows = lines.iter().take(length).filter(|line| !is_rule(&line.text));
    let rows: Vec<_> = rows.map(|line| (line.number, cells(&line.text))).collect();
    Some((Table { rows, named: ruled }, length))
}

/// `| - | :-: |`, `+---+---+`.
fn is_rule(text: &str) -> bool {
    text.len() > 2
        && text.contains(['-', '─', '═', '=', '━'])
        && text
            .chars()
            .all(|it| it.is_whitespace() || matches!(it, '|' | '-' | ':' | '+' | '=') || ('─'..='╿').contains(&it))
}

/// The cells between bars.
fn cells(line: &str) -> Vec<String> {
    let text = line.trim();
    let bar = |it: char| matches!(it, '|' | '│' | '┃' | '¦');
    let text = text.strip_prefix(bar).unwrap_or(text);
    let (mut all, mut cell, mut escaped) = (Vec::new(), String::new(), false);
    for it in text.chars() {
        if bar(it) && !escaped {
            all.push(std::mem::take(&mut cell).trim().to_owned());
        } else {
            if escaped && !bar(it) {
                cell.push('\\');
            }
            if it != '\\' || escaped {
                cell.push(it);
            }
        }
        escaped = it == '\\' && !escaped;
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
    if lines.len() < 2 || bulleted(first) && !first.text.contains('\t') {
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
        while let Some(it) = chars.next() {
            match it {
                '"' if quoted && chars.peek() == Some(&'"') => {
                    cell.push('"');
                    chars.next();
                }
                '"' if quoted => quoted = false,
                '"' if cell.trim().is_empty() => {
                    quoted = true;
                    cell.clear();
                }
                _ if it == mark && !quoted => row.push(std::mem::take(&mut cell).trim().to_owned()),
                _ => cell.push(it),
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
        let known = first.iter().filter(|cell| words::field(cell).is_some()).count();
        let handles =
            ["platform", "handle"].iter().all(|field| first.iter().any(|cell| words::field(cell) == Some(*field)));
        return handles || most > 0 && (known > 0 || most * 2 > rows);
    }
    most > 0 && most * 10 >= rows * 6 && counts.iter().filter(|count| **count > 0).count() == 1
}

/// Whether a row without an address may be one of names.
fn names(row: &[String]) -> bool {
    let known = row.iter().any(|cell| words::field(cell).is_some());
    let filled = row.iter().filter(|cell| !cell.is_empty()).count() > 1;
    (known || filled) && row.iter().all(|cell| cell.chars().count() <= 40)
}

/// Whether a cell is an address and nothing else.
fn address(cell: &str, budget: &mut Budget) -> bool {
    let found = find::addresses(cell, &References::default(), budget);
    matches!(found.as_slice(), [one] if one.from == 0 && one.to == cell.len())
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
        let holds = |row: &[String], budget: &mut Budget| {
            row.iter().any(|cell| !find::addresses(cell, references, budget).is_empty())
        };
        let named = self.named && !first.iter().all(String::is_empty) || !holds(first, budget) && names(first);
        let data = self.rows.get(usize::from(named)..).unwrap_or_default();
        let width = self.rows.iter().map(|(_, row)| row.len()).max().unwrap_or_default();
        let name =
            |column: usize| first.get(column).filter(|_| named).map(|name| line::cleaned(name)).unwrap_or_default();
        let mut fields: Vec<Option<&'static str>> = (0..width).map(|column| words::field(&name(column))).collect();
        let cells = |column: usize| data.iter().filter_map(move |(_, row)| row.get(column).map(String::as_str));
        // The column of the addresses, if no name says it: the one with most of them.
        let count = |column: usize, budget: &mut Budget| {
            cells(column).filter(|cell| !find::addresses(cell, references, budget).is_empty()).count()
        };
        let linked: Vec<usize> = (0..width).map(|column| count(column, budget)).collect();
        let links = |column: &usize| linked.get(*column).copied().unwrap_or_default();
        let main = (0..width)
            .filter(|column| matches!(fields.get(*column), Some(Some("url" | "website"))) && links(column) > 0)
            .max_by_key(|column| (fields.get(*column) == Some(&Some("url")), std::cmp::Reverse(*column)))
            .or_else(|| {
                (0..width).filter(|column| links(column) > 0).max_by_key(|column| (links(column), width - column))
            });
        for (column, field) in fields.iter_mut().enumerate() {
            let empty = cells(column).all(str::is_empty);
            let counts =
                || (1_usize..).zip(cells(column)).all(|(at, cell)| cell.trim_end_matches(['.', ')']) == at.to_string());
            if Some(column) == main {
                *field = Some("url");
            } else if matches!(field, Some("url" | "website")) || field.is_none() && links(&column) > 0 {
                *field = Some("more");
            } else if empty || field.is_none() && counts() {
                *field = Some("");
            }
        }
        let titled = fields.contains(&Some("title"));
        for slot in fields.iter_mut().filter(|field| **field == Some("platform")) {
            *slot = Some(if titled { "description" } else { "title" });
        }
        for field in ["title", "description"] {
            if !fields.contains(&Some(field)) && (!named || field == "title") {
                let free = |column: &usize| {
                    fields.get(*column) == Some(&None) && cells(*column).any(|cell| cell.contains(char::is_alphabetic))
                };
                if let Some(slot) = (0..width).find(free).and_then(|column| fields.get_mut(column)) {
                    *slot = Some(field);
                }
            }
        }
        for (column, _) in fields.iter().enumerate().filter(|(_, field)| field.is_none()) {
            if let Some((number, cell)) =
                data.iter().find_map(|(number, row)| Some((*number, row.get(column).filter(|cell| !cell.is_empty())?)))
            {
                let (line, what) = match name(column) {
                    name if name.is_empty() => (number, format!("of “{}”", line::shown(cell))),
                    name => {
                        (self.rows.first().map_or(number, |(number, _)| *number), format!("“{}”", line::shown(&name)))
                    }
                };
                tell(line, format!("The column {what} has no place in a list of links and was left out."));
            }
        }
        let mut all = Vec::new();
        let mut section = String::new();
        for (number, row) in data {
            let place = Place { line: *number, column: 1 };
            let head = (0..).zip(row).find(|(column, _)| fields.get(*column) == Some(&Some("heading")));
            if let Some((_, name)) = head.filter(|(_, name)| line::has_words(name) && **name != section) {
                section.clone_from(name);
                all.push(Entry::heading(place, 7, &line::cleaned(name)));
            }
            let before = all.len();
            let mut rest: Vec<(&str, String)> = Vec::new();
            let mut more = Vec::new();
            for (column, (cell, field)) in row.iter().zip(&fields).enumerate().filter(|(_, (cell, _))| !cell.is_empty())
            {
                match field {
                    None | Some("" | "heading") => {}
                    Some("url" | "more") => {
                        let found = find::addresses(cell, references, budget);
                        let main = *field == Some("url");
                        match line::read(cell, place, &found, &mut Vec::new()) {
                            line::What::Items(mut items) => {
                                if !main && let Some(first) = items.first_mut().filter(|first| !first.has("title")) {
                                    first.title(&name(column));
                                }
                                if main { all.append(&mut items) } else { more.append(&mut items) }
                            }
                            _ => rest.push(("title", cell.clone())),
                        }
                    }
                    Some(field) => match *find::addresses(cell, references, budget) {
                        // A title that is a link itself.
                        [ref one]
                            if *field == "title"
                                && one.title.is_some()
                                && main.is_none_or(|main| row.get(main).is_none_or(String::is_empty)) =>
                        {
                            if let line::What::Items(mut items) =
                                line::read(cell, place, &[one.clone()], &mut Vec::new())
                            {
                                all.append(&mut items);
                            }
                        }
                        _ => rest.push((field, line::cleaned(cell))),
                    },
                }
            }
            match all.get_mut(before..).and_then(|items| items.iter_mut().find(|item| item.is_link())) {
                Some(item) => {
                    for (field, words) in &rest {
                        match *field {
                            "title" if item.has("title") => item.set("description", words),
                            "title" => item.title(words),
                            // The address says it.
                            "handle" => {}
                            field if !item.has(field) => item.set(field, words),
                            _ => {}
                        }
                    }
                }
                None if rest.iter().any(|(field, _)| *field == "handle") => {
                    let words =
                        |name: &str| rest.iter().find(|(field, _)| *field == name).map(|(_, words)| words.as_str());
                    let (platform, handle) = (words("title").unwrap_or_default(), words("handle").unwrap_or_default());
                    all.push(
                        line::handle(platform, handle, place)
                            .unwrap_or_else(|| Entry::new(place, "text", &format!("{platform}: {handle}"))),
                    );
                }
                None if !more.is_empty() => {
                    if let Some((_, words)) = rest.iter().find(|(field, _)| *field == "title") {
                        all.push(Entry::heading(place, 7, words));
                    }
                }
                // A row with one word among rows of links heads those after it.
                None => {
                    let texts: Vec<&str> =
                        rest.iter().map(|(_, words)| words.as_str()).filter(|words| line::has_words(words)).collect();
                    match texts.as_slice() {
                        [] => {}
                        [one] => all.push(Entry::heading(place, 7, one)),
                        several => all.push(Entry::new(place, "text", &several.join(" – "))),
                    }
                }
            }
            all.append(&mut more);
        }
        all
    }
}
