//! Moving in: every file of `tests/vectors/move_in/<source>/` is read as the outline beside it says, which was written by
//! hand from what a person would want of that page.

use std::fs;
use std::path::{Path, PathBuf};

use mantel_model::brief::{self, Brief};
use mantel_model::id::SeededIds;
use mantel_model::move_in::{Content, FILE_BYTES, FoundItem, MovedIn, Outcome, ReadError, Source, known_address, read};
use mantel_model::read::read_draft;
use mantel_model::tile::Kind;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/move_in")
}

/// Every page or file with the outline beside it.
fn vectors() -> Vec<(PathBuf, PathBuf)> {
    let mut vectors = Vec::new();
    for source in fs::read_dir(folder()).unwrap() {
        for file in fs::read_dir(source.unwrap().path()).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_some_and(|end| end != "outline") {
                vectors.push((file.clone(), file.with_extension("outline")));
            }
        }
    }
    vectors.sort();
    vectors
}

/// Where an outline says that the file came from.
fn origin(outline: &str) -> Option<&str> {
    outline.lines().find_map(|line| line.strip_prefix("from: "))
}

/// What was read, in the form of the outlines: only what they mention of the summary and the warnings.
fn outlined(read: &Result<MovedIn, ReadError>, expected: &str) -> String {
    let mut lines: Vec<String> = origin(expected).map(|origin| format!("from: {origin}")).into_iter().collect();
    let moved = match read {
        Ok(moved) => moved,
        Err(error) => {
            lines.push(format!("error: {error}"));
            return lines.join("\n") + "\n";
        }
    };
    lines.push(format!("source: {}", moved.source));
    let brief = moved.brief();
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            lines.push(format!("{name}: {}", value.replace('\n', " / ")));
        }
    };
    field("name", &brief.name);
    field("bio", &brief.bio);
    field("location", &brief.location);
    field("avatar", &brief.avatar.as_ref().map(ToString::to_string).unwrap_or_default());
    field("avatar file", moved.avatar_file.as_ref().map_or("", |picture| &picture.media_type));
    field("username", &brief.username.as_ref().map(ToString::to_string).unwrap_or_default());
    let colors: Vec<String> = moved.colors.iter().map(ToString::to_string).collect();
    field("colors", &colors.join(" "));
    if let Some(theme) = moved.theme {
        let accent = theme.accent.map(|accent| format!(" {accent}{}", if theme.moved { " moved" } else { "" }));
        let (look, palette) = (theme.palette.look(), theme.palette.name());
        field("theme", &format!("{look} {palette}{}", accent.unwrap_or_default()));
    }
    if brief.look.is_some() {
        let layout = brief.layout.map(|layout| format!(" {layout}")).unwrap_or_default();
        field("appearance", &format!("{} {}{layout}", brief.shown_look(), brief.shown_palette().name()));
    }
    if moved.in_part {
        lines.push("in part".to_owned());
    }
    lines.push(String::new());
    lines.extend(moved.found.iter().filter(|found| !matches!(found.content, Content::Profile(_))).map(row));
    if moved.more > 0 {
        lines.push(format!("{} more", moved.more));
    }
    let mut rest = Vec::new();
    let warned = expected.lines().filter(|line| line.starts_with("warning: "));
    let told = |line: &&str| moved.warnings.iter().any(|warning| line.ends_with(&warning.message));
    rest.extend(warned.filter(told).map(str::to_owned));
    if expected.contains("\nsummary: ") {
        rest.push(format!("summary: {}", moved.summary()));
    }
    lines.extend(rest);
    let text = lines.join("\n") + "\n";
    text.replace("\n\n\n", "\n\n")
}

fn row(found: &FoundItem) -> String {
    let mark = match found.outcome {
        Outcome::Taken => '+',
        Outcome::Changed(_) => '~',
        Outcome::Optional(_) => '?',
        Outcome::Left(_) => '-',
    };
    let mut parts = vec![format!("{mark} {}", found.title), found.described()];
    parts.extend(found.address.clone());
    if let Content::Tiles(items) = &found.content {
        parts.extend(items.iter().filter_map(|item| item.kind.picture()).map(|picture| format!("picture {picture}")));
        parts.extend(items.iter().filter_map(|item| item.kind.own_description()).map(str::to_owned));
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" — ")
}

/// The same without blank lines.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect()
}

#[test]
fn every_page_and_file_is_read_as_a_person_would() {
    let mut wrong = Vec::new();
    for (file, outline) in vectors() {
        let expected = fs::read_to_string(&outline).unwrap_or_else(|_| panic!("{} has no outline", file.display()));
        let text = fs::read_to_string(&file).unwrap();
        let found = outlined(&read(&text, origin(&expected)), &expected);
        if lines(&found) != lines(&expected) {
            let name = file.strip_prefix(folder()).unwrap().display().to_string();
            let diff: Vec<String> = difference(&lines(&expected), &lines(&found));
            wrong.push(format!("{name}\n{}", diff.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{} of the files differ from their outlines:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

fn difference(expected: &[&str], found: &[&str]) -> Vec<String> {
    let missing = expected.iter().filter(|line| !found.contains(line)).map(|line| format!("  wanted {line}"));
    let other = found.iter().filter(|line| !expected.contains(line)).map(|line| format!("  found  {line}"));
    let mut all: Vec<String> = missing.chain(other).collect();
    if all.is_empty() {
        all = found.iter().map(|line| format!("  order  {line}")).collect();
    }
    all
}

#[test]
fn each_source_has_a_rich_an_empty_and_a_hostile_file() {
    for source in fs::read_dir(folder()).unwrap() {
        let folder = source.unwrap().path();
        let names: Vec<String> = fs::read_dir(&folder)
            .unwrap()
            .map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        for name in ["rich", "empty", "hostile"] {
            assert!(names.iter().any(|other| other == name), "{} has no file called {name}", folder.display());
        }
    }
}

/// A page of everything that can be taken: the brief becomes a page that the strict reader accepts, and is read again.
#[test]
fn what_was_read_becomes_a_brief_and_a_page() {
    for (file, outline) in vectors() {
        let outline = fs::read_to_string(outline).unwrap();
        let Ok(moved) = read(&fs::read_to_string(&file).unwrap(), origin(&outline)) else { continue };
        let all = moved.brief_of(|_, _| true);
        for brief in [moved.brief(), all] {
            let draft = brief.to_draft(1);
            let value = serde_json::to_value(&draft).unwrap();
            assert_eq!(read_draft(&value, &mut SeededIds::new(9)).as_ref(), Ok(&draft), "{}", file.display());
            let again =
                brief::import(&brief::text(&brief), 1).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert_eq!(again.draft.tiles.len(), draft.tiles.len(), "{}", file.display());
            keys_differ(&brief);
        }
    }
}

fn keys_differ(brief: &Brief) {
    let mut keys: Vec<u32> = brief.links.iter().map(|item| item.key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), brief.links.len());
}

#[test]
fn hostile_files_hold_nothing_that_runs_and_lead_nowhere_inside() {
    for (file, outline) in vectors().into_iter().filter(|(file, _)| file.to_string_lossy().contains("hostile")) {
        let outline = fs::read_to_string(outline).unwrap();
        let Ok(moved) = read(&fs::read_to_string(&file).unwrap(), origin(&outline)) else { continue };
        let brief = moved.brief_of(|_, _| true);
        let addresses = brief.links.iter().flat_map(|item| {
            item.kind
                .address()
                .map(|url| url.to_string())
                .into_iter()
                .chain(item.kind.picture().map(ToString::to_string))
        });
        let addresses: Vec<String> = addresses.chain(brief.avatar.iter().map(ToString::to_string)).collect();
        for address in &addresses {
            let safe = ["https://", "http://", "mailto:", "tel:"].iter().any(|start| address.starts_with(start));
            assert!(safe, "{}: {address}", file.display());
            for inside in
                ["localhost", "127.", "10.", "192.168.", "169.254.", "[fe80", "[::", ".local", "hunter2", "secret"]
            {
                assert!(!address.contains(inside), "{}: {address}", file.display());
            }
        }
    }
}

#[test]
fn what_is_optional_becomes_an_ordinary_link_when_taken() {
    let page = fs::read_to_string(folder().join("linktree/rich.html")).unwrap();
    let moved = read(&page, Some("linktr.ee/inesharrow")).unwrap();
    let taken = |brief: &Brief| {
        brief
            .links
            .iter()
            .any(|item| matches!(&item.kind, Kind::Link(link) if link.url.as_str() == "https://harrow.example/recipes"))
    };
    assert!(!taken(&moved.brief()));
    assert!(taken(&moved.brief_of(|_, _| true)));
    let left = moved.left();
    let recipes = left.iter().find(|left| left.title == "Glaze recipes").unwrap();
    assert_eq!(recipes.url.as_deref(), Some("https://harrow.example/recipes"));
    assert_eq!(recipes.reason, "Locked there by a code.");
}

#[test]
fn at_most_200_things_are_listed_and_the_rest_is_named() {
    let links: String = (0..250).map(|at| format!("<a href=https://harrow.example/{at}>Link {at}</a>")).collect();
    let moved = read(&format!("<html><h1>Ines</h1>{links}"), None).unwrap();
    assert_eq!(moved.found.len(), 201, "the profile and 200 things");
    assert_eq!((moved.more, moved.more_titles.len()), (50, 50));
    assert_eq!(moved.things(), 250);
    assert_eq!(moved.more_titles[0], "Link 200");
    assert_eq!(moved.warnings[0].message, "There are 250 things; the first 200 are listed.");
    assert_eq!(moved.left().len(), 50);
    assert!(
        moved.summary().ends_with("There was more than fits: “Link 200”, “Link 201”, “Link 202” and 47 others."),
        "{}",
        moved.summary()
    );
    let million = "<a href=https://harrow.example/x>x</a>".repeat(200_000);
    let moved = read(&million, None).unwrap();
    assert_eq!(moved.found.len(), 1);
}

#[test]
fn long_texts_are_cut_with_a_word() {
    let page = format!("<html><h1>{}</h1><a href=https://harrow.example/x>{}</a>", "n".repeat(80), "t".repeat(3000));
    let moved = read(&page, None).unwrap();
    assert_eq!(moved.brief().links[0].kind.own_title().unwrap().len(), 200);
    assert_eq!(moved.warnings[0].message, "A title was longer than 200 characters and was cut.");
}

#[test]
fn what_is_no_page_is_refused_with_a_sentence() {
    for (text, sentence) in [
        ("", "There is nothing in this file."),
        (" \u{feff}\n", "There is nothing in this file."),
        ("%PDF-1.7\n%âãÏÓ", "That is a PDF. HTML, CSV, JSON and bookmarks can be read."),
        ("PK\u{3}\u{4}\u{14}\0", "That is a zip archive; unpack it first. HTML, CSV, JSON and bookmarks can be read."),
        ("\u{fffd}PNG\r\n\u{1a}\n", "That is a picture. HTML, CSV, JSON and bookmarks can be read."),
        (
            "<svg xmlns='x'><a href='https://a.example'>x</a></svg>",
            "That is a picture. HTML, CSV, JSON and bookmarks can be read.",
        ),
        ("\0\u{1}\u{2}\u{3}ab\0\0", "That is no text. HTML, CSV, JSON and bookmarks can be read."),
        (
            "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=\"x\"\n\n--x--",
            "That is a saved page without its HTML. Save it again as “Web page, HTML only” and drop that file here.",
        ),
    ] {
        assert_eq!(read(text, None).unwrap_err().to_string(), sentence, "{text:?}");
    }
    let large = " ".repeat(FILE_BYTES + 1);
    assert_eq!(read(&large, None).unwrap_err().to_string(), "This is 10.0 MB; files of up to 10 MB are read.");
}

#[test]
fn a_list_of_lines_and_a_single_address_are_read_as_a_brief_would() {
    let moved =
        read("# Ines\nShop: https://shop.harrow.example/\nhttps://www.instagram.com/ines.harrow", Some("links.txt"))
            .unwrap();
    assert_eq!(moved.source, Source::List);
    assert_eq!(moved.brief().name, "Ines");
    assert_eq!(moved.fitting(), 2);
    assert!(read("Only words.", None).is_err());
    let known = known_address("linktr.ee/inesharrow").unwrap();
    assert_eq!((known.source, known.name, known.user.as_str()), (Source::Linktree, "Linktree", "inesharrow"));
}
