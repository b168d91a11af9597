//! Moving a page: files, bundles, static websites.

use std::io::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

use crate::support::{Act, ELSEWHERE, PIXEL, Person, SHELF, Scripted, url};

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn what_is_exported_is_imported_to_the_byte() {
    let ines = Person::with("mover-a", SHELF);
    let run = ines.run(&["export", "page.json"]).success();
    assert!(run.out.is_empty() && run.err.starts_with("Wrote page.json ("), "{run:?}");
    let written = std::fs::read_to_string(ines.folder.path().join("page.json")).unwrap();
    assert_eq!(ines.run(&["export"]).success().out, written);
    assert_eq!(ines.run(&["export", "-"]).success().out, written);
    let other = Person::with("mover-b", &written);
    let again = other.run(&["export"]).success().out;
    assert_eq!(again.replace(&other.name, &ines.name), written);
}

#[test]
fn an_import_replaces_only_when_told() {
    let ines = Person::with("importer", SHELF);
    let brief = r#"{"name": "Ines", "links": ["https://a.example"], "mood": "calm"}"#;
    assert!(ines.run_with(&["import", "-"], brief, &[]).refused().err.contains("--replace"));
    insta::assert_snapshot!(
        "import_dry",
        ines.run_with(&["import", "-", "--replace", "--dry-run"], brief, &[]).success().shown()
    );
    assert_eq!(ines.page()["version"], json!(1));
    insta::assert_snapshot!("import", ines.run_with(&["import", "-", "--replace"], brief, &[]).success().shown());
    let json = ines.run_with(&["import", "-", "--replace", "--json"], brief, &[]).json();
    assert_eq!(json["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn a_bundle_carries_the_pictures() {
    let ines = Person::with("bundler", SHELF);
    ines.file("kiln.png", PIXEL);
    ines.run(&["add", "./kiln.png"]).success();
    ines.run(&["profile", "--avatar", "./kiln.png"]).success();
    ines.run(&["export", "--bundle", "page.zip"]).success();
    let bundle = std::fs::read(ines.folder.path().join("page.zip")).unwrap();
    let other = Person::on(&ELSEWHERE, "unbundler");
    let path = other.file("page.zip", &bundle);
    let run = other.run(&["import", &path, "--username", &other.name]).success();
    assert!(run.err.contains("Uploaded 1 picture\n"), "{}", run.err);
    // Byte for byte, except for the names of server and page; and the picture is there.
    let (here, there) = (ines.run(&["export"]).success().out, other.run(&["export"]).success().out);
    assert_eq!(there.replace(&ELSEWHERE.url, url()).replace("\"unbundler\"", "\"bundler\""), here);
    let src = other.page()["draft"]["profile"]["avatar"].as_str().unwrap().to_owned();
    assert_eq!(ureq::get(format!("{}{src}", ELSEWHERE.url)).call().unwrap().status(), 200);
    assert!(other.run(&["import", &path, "--replace", "--dry-run"]).misused().err.contains("--dry-run"));
}

#[test]
fn addresses_of_pictures_follow_what_the_server_answers() {
    let page = SHELF.replace("https://harrow.example/kiln.jpg", "/media/abc");
    let stored = r#"{"src": "/media/xyz", "width": 1, "height": 1}"#.to_owned();
    let json = "content-type: application/json\r\n";
    let refused = r#"{"type":"-","title":"-","status":400,"detail":"Enough.","code":"invalid_input"}"#.to_owned();
    let server =
        Scripted::new(vec![Act::Answer("201 Created", json, stored), Act::Answer("400 Bad Request", json, refused)]);
    let ines = Person::new("readdresser");
    let path = ines.file("page.zip", zip(&[("page.json", page.as_bytes()), ("media/abc.png", PIXEL)]));
    ines.run_with(&["import", &path], "", &[("SERVICE_URL", &server.url)]).refused();
    let asked = server.requests();
    assert_eq!(asked[0].header("content-type"), Some("image/png"));
    assert_eq!(asked[0].header("content-length"), Some(PIXEL.len().to_string().as_str()));
    let sent: Value = serde_json::from_str(&asked[1].body).unwrap();
    assert_eq!(sent["file"]["tiles"][5]["src"], json!("/media/xyz"));
}

#[test]
fn zip_files_that_reach_outside_are_refused() {
    let ines = Person::with("careful-a", SHELF);
    for name in ["../evil", "/etc/evil", "media/../../evil", "media\\..\\evil"] {
        let path = ines.file("page.zip", zip(&[("page.json", SHELF.as_bytes()), (name, b"x")]));
        let run = ines.run(&["import", &path, "--replace"]).refused();
        assert!(run.err.contains("outside"), "{name}: {}", run.err);
    }
    assert!(ines.run(&["validate", "page.zip"]).refused().err.contains("mantel import"));
    let path = ines.file("page.zip", zip(&[("else.txt", b"x")]));
    assert!(ines.run(&["import", &path, "--replace"]).refused().err.contains("holds no page.json"));
    let path = ines.file("page.zip", b"PK\x03\x04 and nothing");
    assert!(ines.run(&["import", &path, "--replace"]).refused().err.contains("not a zip file that can be read"));
    // A page.json that unpacks to more than a page may be.
    let path = ines.file("page.zip", zip(&[("page.json", &vec![b' '; 2 * 1024 * 1024])]));
    assert!(ines.run(&["import", &path, "--replace"]).refused().err.contains("larger than it may be"));
}

fn site(answer: Vec<u8>) -> Scripted {
    Scripted::new(vec![Act::Bytes("200 OK", "content-type: application/zip\r\n", answer)])
}

#[test]
fn a_website_is_unpacked_below_its_folder_and_nowhere_else() {
    let ines = Person::new("websiter");
    let folder = ines.folder.path().join("site");
    let good = || site(zip(&[("index.html", b"<html>"), ("fonts/a.woff2", b"x")]));
    let run = |server: &Scripted, more: &[&str]| {
        let args = [&["export", "--html", "site"][..], more].concat();
        ines.run_with(&args, "", &[("SERVICE_URL", &server.url)])
    };
    assert!(run(&good(), &[]).success().err.contains("Wrote 2 files to site"));
    assert!(folder.join("fonts/a.woff2").is_file());
    assert!(run(&good(), &[]).refused().err.contains("is not empty"));
    run(&good(), &["--force"]).success();
    for name in ["../evil", "a/../../evil", "/evil"] {
        run(&site(zip(&[("index.html", b"new"), (name, b"x")])), &["--force"]).refused();
        assert_eq!(std::fs::read(folder.join("index.html")).unwrap(), b"<html>");
    }
    assert!(!ines.folder.path().join("evil").exists() && !Path::new("/evil").exists());
}

#[test]
fn the_published_page_becomes_plain_files() {
    let ines = Person::with("plain", SHELF);
    ines.run(&["export", "--html", "site"]).refused();
    ines.run(&["publish"]).success();
    ines.run(&["export", "--html", "site"]).success();
    let site = ines.folder.path().join("site");
    let index = std::fs::read_to_string(site.join("index.html")).unwrap();
    assert!(index.contains("Ines Harrow"));
    // Everything it loads is next to it.
    let loads = index.split(['"', '\'']).filter(|part| part.ends_with(".css") || part.ends_with(".woff2"));
    let loads: Vec<&str> = loads.collect();
    assert!(!loads.is_empty());
    for file in loads {
        assert!(site.join(file).is_file(), "{file}");
    }
}
