//! The admin commands on a real instance.

use std::io::Write;
use std::process::{Output, Stdio};

use sqlx::{AnyConnection, Connection};

use crate::support::{Actor, PASSWORD, binary, copies, pictures};

fn run(folder: &std::path::Path, words: &[&str], input: &str, settings: &[(&str, &str)]) -> Output {
    let mut command = binary::command(folder);
    command
        .args(words)
        .envs(settings.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that exits at once may not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn code_and_texts(out: &Output) -> (i32, String, String) {
    let text = |it: &[u8]| String::from_utf8(it.to_vec()).unwrap();
    (out.status.code().unwrap(), text(&out.stdout), text(&out.stderr))
}

#[test]
fn an_instance_is_looked_after_from_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let make = ["admin", "create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    let (code, out, err) = code_and_texts(&run(at, &make, "a long password\n", &[]));
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert_eq!(err, "ada@harrow.example has an account and runs this instance.\nIts page is ada.\n");
    let (code, _, err) = code_and_texts(&run(at, &make, "a long password\n", &[]));
    assert_eq!((code, err.as_str()), (1, "The name ada is taken; choose another.\n"));
    let (code, out, _) =
        code_and_texts(&run(at, &["admin", "create-key", "ada@harrow.example", "--name", "x"], "", &[]));
    assert!(code == 0 && out.starts_with("mantel_") && out.trim_end().len() == 56, "{out}");
    let (code, out, _) = code_and_texts(&run(at, &["admin", "create-invite"], "", &[]));
    assert!(code == 0 && out.starts_with("manteli_"));
    for words in [
        ["set-plan", "ada@harrow.example", "pro"].as_slice(),
        &["suspend", "ada@harrow.example", "--reason", "Spam"],
        &["unsuspend", "Ada"],
        &["suspend", "ada", "--reason", "Spam"],
        &["unsuspend", "ada@harrow.example"],
        &["reports"],
        &["block-picture", &"a".repeat(64), "--reason", "It is stolen"],
        &["blocked-pictures"],
        &["unblock-picture", &format!("http://localhost:3000/media/{}/320.webp", "a".repeat(64))],
    ] {
        let all: Vec<_> = ["admin"].iter().chain(words).copied().collect();
        assert_eq!(run(at, &all, "", &[]).status.code(), Some(0), "{words:?}");
    }
    assert_eq!(
        run(at, &["admin", "reset-password", "ada@harrow.example", "--password-stdin"], "short\n", &[]).status.code(),
        Some(1)
    );
    assert_eq!(
        run(at, &["admin", "reset-password", "ada@harrow.example", "--password-stdin"], "another long one\n", &[])
            .status
            .code(),
        Some(0)
    );
    for (words, why) in [
        (["suspend", "ada"], "suspend needs --reason TEXT: the page's owner reads it."),
        (["suspend", "nobody"], "suspend needs --reason"),
        (["unsuspend", "nobody"], "There is no published page called nobody."),
        (["block-picture", "cat.png"], "block-picture needs --reason TEXT"),
        (["unblock-picture", "cat.png"], "Name the picture by its hash"),
        (["unblock-picture", &"b".repeat(64)], "There is no such blocked picture."),
        (["settle-report", "p_x"], "There is no such report that waits."),
    ] {
        let (code, _, err) = code_and_texts(&run(at, &[&["admin"], words.as_slice()].concat(), "", &[]));
        assert!(code != 0 && err.contains(why), "{err}");
    }
    let (code, out, _) = code_and_texts(&run(at, &["check"], "", &[]));
    assert_eq!((code, out.as_str()), (0, "ok: 1 pages and 0 pictures, all readable\n"));
    assert_eq!(run(at, &["admin", "delete-account", "ada@harrow.example", "--yes"], "", &[]).status.code(), Some(0));
    let (_, out, _) = code_and_texts(&run(at, &["check"], "", &[]));
    assert_eq!(out, "ok: 0 pages and 0 pictures, all readable\n");
    let (code, _, err) = code_and_texts(&run(at, &["admin", "unsuspend", "ada@harrow.example"], "", &[]));
    assert_eq!((code, err.as_str()), (1, "There is no account ada@harrow.example.\n"));
}

#[test]
fn a_wrong_setting_stops_the_start_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, err) = code_and_texts(&run(folder.path(), &[], "", &[("SIGNUPS", "maybe"), ("BIND", "here")]));
    assert_eq!(code, 2);
    assert!(
        err.contains("SIGNUPS=maybe: use open, invite or closed") && err.contains("BIND=here: give an address"),
        "{err}"
    );
    let (code, _, err) = code_and_texts(&run(folder.path(), &[], "", &[("DATA_DIR", "/proc/nowhere")]));
    assert!(code == 1 && err.contains("can't make DATA_DIR=/proc/nowhere"), "{err}");
    std::fs::write(folder.path().join(".env"), "PLANS=gold\n").unwrap();
    let (code, _, err) = code_and_texts(&run(folder.path(), &[], "", &[]));
    assert!(code == 2 && err.contains("PLANS=gold: use open or gated"), "{err}");
}

#[tokio::test]
async fn a_damaged_or_missing_picture_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = binary::start(folder.path()).await;
    binary::admin(folder.path(), &["create-account", "ada@harrow.example", "--password-stdin"], PASSWORD);
    let key = binary::admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "test"], "");
    let ada = Actor::new(&server.url).with_bearer(&key);
    let png = pictures::file(&pictures::drawn(9, 9, false), image::ImageFormat::Png);
    let src = ada.upload("image/png", &png).await.expect(201).body()["src"].as_str().unwrap().to_owned();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let hash = src.trim_start_matches("/media/");
    let file = folder.path().join("media").join(&hash[..2]).join(hash);
    let check = || run(folder.path(), &["check"], "", &[]);
    assert!(String::from_utf8(check().stdout).unwrap().contains("1 pictures"));
    std::fs::write(&file, &png[..40]).unwrap();
    let told = check();
    assert_eq!(told.status.code(), Some(1));
    assert!(String::from_utf8(told.stderr).unwrap().contains(&format!("the picture {hash} is damaged")));
    std::fs::remove_file(&file).unwrap();
    assert!(String::from_utf8(check().stderr).unwrap().contains("is missing from MEDIA_URL"));
}

#[tokio::test]
async fn a_page_whose_name_is_reserved_by_now_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let add = |name: &str| {
        let mail = format!("{name}@harrow.example");
        binary::admin(folder.path(), &["create-account", &mail, "--password-stdin", "--username", name], PASSWORD);
    };
    add("ada");
    add("ben");
    assert_eq!(run(folder.path(), &["check"], "", &[]).status.code(), Some(0));
    let url = format!("sqlite://{}", folder.path().join("mantel.db").display());
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    let taken = "update pages set username = 'insights' where username = 'ada'";
    sqlx::query(taken).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let (code, _, err) = code_and_texts(&run(folder.path(), &["check"], "", &[]));
    assert!(code == 1 && err.contains("the page insights has a name that the service needs"), "{err}");
    assert!(!err.contains("the page ben"), "{err}");
}

#[tokio::test]
async fn every_page_is_checked_however_many_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    binary::admin(folder.path(), &words, PASSWORD);
    let url = format!("sqlite://{}", folder.path().join("mantel.db").display());
    copies::make(&url, "ada", 250).await;
    let (code, out, _) = code_and_texts(&run(folder.path(), &["check"], "", &[]));
    assert!(code == 0 && out.contains("251 pages"), "{out}");
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    let spoilt = "update pages set draft = '{' where username in ('copy-1', 'copy-250')";
    sqlx::query(spoilt).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let (code, _, err) = code_and_texts(&run(folder.path(), &["check"], "", &[]));
    assert!(code == 1 && err.contains("copy-1") && err.contains("copy-250"), "{err}");
}

#[test]
fn a_damaged_database_is_told() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), &["admin", "create-invite"], "", &[]).status.code(), Some(0));
    let file = folder.path().join("mantel.db");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[4096..].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();
    assert_eq!(run(folder.path(), &["check"], "", &[]).status.code(), Some(1));
}
