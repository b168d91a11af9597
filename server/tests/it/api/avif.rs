//! AVIF uploads: every encoding variant that is accepted, and what is rejected.

use std::io::Write as _;
use std::process::{Command, Stdio};

use image::{DynamicImage, GenericImageView, Rgba};

use crate::support::avif::{self, Item, avif_file, boxed, clap, coded, grid, ispe, sequence, single_picture};
use crate::support::binary::PROGRAM;
use crate::support::{Actor, Database, TestApp};

/// An accepted upload, as it is stored.
async fn stored_upload(ada: &Actor, file: &[u8]) -> (DynamicImage, Vec<u8>) {
    let reply = ada.upload("image/avif", file).await.expect(201);
    let body = reply.body();
    let bytes = ada.download(body["src"].as_str().unwrap()).await;
    let seen = image::load_from_memory(&bytes).unwrap();
    let size = (body["width"].as_u64().unwrap(), body["height"].as_u64().unwrap());
    assert_eq!((u64::from(seen.width()), u64::from(seen.height())), size);
    (seen, bytes)
}

/// Whether a pixel has this colour, within compression loss.
fn is_near_colour(seen: Rgba<u8>, what: [u8; 4]) -> bool {
    seen.0.iter().zip(what).all(|(a, b)| a.abs_diff(b) <= 8)
}

const RED: [u8; 4] = [250, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 250, 255];

#[tokio::test]
async fn avif_is_taken_however_it_is_coded() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    for (name, size, jpeg) in [
        ("halves420", (64, 32), true),
        ("halves422", (64, 32), true),
        ("halves444", (64, 32), true),
        ("odd", (63, 31), true),
        ("limited", (64, 32), true),
        ("lossless", (64, 32), false),
        ("ten", (64, 32), true),
        ("twelve", (64, 32), true),
        ("anim", (64, 32), true),
    ] {
        let (seen, bytes) = stored_upload(&ada, avif::file(name)).await;
        assert_eq!((seen.dimensions(), bytes.starts_with(b"\xff\xd8")), (size, jpeg), "{name}");
        let (left, right) = (seen.get_pixel(8, 16), seen.get_pixel(56, 16));
        assert!(is_near_colour(left, RED) && is_near_colour(right, BLUE), "{name}: {left:?} {right:?}");
    }
    let (seen, _) = stored_upload(&ada, avif::file("grey")).await;
    assert_eq!((seen.dimensions(), seen.color().has_color()), ((64, 48), false));
    assert!(seen.get_pixel(32, 2).0[0] < 120 && seen.get_pixel(2, 24).0[0] < seen.get_pixel(60, 24).0[0]);
}

#[tokio::test]
async fn what_one_sees_through_stays_so() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    for name in ["alpha", "premult"] {
        let (seen, bytes) = stored_upload(&ada, avif::file(name)).await;
        assert!(bytes.starts_with(b"\x89PNG") && seen.color().has_alpha(), "{name}");
        assert_eq!((seen.get_pixel(10, 10).0[3], seen.get_pixel(60, 10).0[3]), (255, 0), "{name}");
    }
}

#[tokio::test]
async fn avif_is_turned_as_its_own_boxes_say() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    // In Exif's numbering 6 is a clockwise quarter turn, 5 a mirror along the diagonal. Both put the left at the top.
    for name in ["exif5", "exif6"] {
        let (seen, bytes) = stored_upload(&ada, avif::file(name)).await;
        assert_eq!(seen.dimensions(), (32, 64), "{name}");
        assert!(is_near_colour(seen.get_pixel(16, 8), RED) && is_near_colour(seen.get_pixel(16, 56), BLUE), "{name}");
        assert!(!bytes.windows(6).any(|pair| pair == b"Harrow"), "{name}: what the camera wrote is gone");
    }
    let data = coded(avif::file("halves420"));
    for (turn, mirror, places) in [
        (vec![1], None, [(16, 56), (16, 8)]),
        (vec![2], None, [(56, 16), (8, 16)]),
        (vec![0], Some(vec![1]), [(56, 16), (8, 16)]),
        (vec![0], Some(vec![0]), [(8, 16), (56, 16)]),
        (vec![3], Some(vec![0]), [(16, 56), (16, 8)]),
    ] {
        let mut said = vec![ispe(64, 32), boxed(b"irot", &turn)];
        said.extend(mirror.as_ref().map(|mirror| boxed(b"imir", mirror)));
        let file = avif_file(&[Item { kind: b"av01", data: data.to_vec(), said }], &[]);
        let (seen, _) = stored_upload(&ada, &file).await;
        let [red, blue] = places.map(|(x, y)| seen.get_pixel(x, y));
        assert!(is_near_colour(red, RED) && is_near_colour(blue, BLUE), "{turn:?} {mirror:?}: {red:?} {blue:?}");
    }
}

#[tokio::test]
async fn cells_become_one_picture_and_what_is_cut_off_stays_off() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let data = coded(avif::file("halves420"));
    let (seen, _) = stored_upload(&ada, &grid(data, (64, 32), (3, 2), (180, 50), &[])).await;
    assert_eq!(seen.dimensions(), (180, 50));
    for x in [8, 72, 136] {
        for y in [4, 44] {
            assert!(
                is_near_colour(seen.get_pixel(x, y), RED) && is_near_colour(seen.get_pixel(x + 40, y), BLUE),
                "{x} {y}"
            );
        }
    }
    // 20 x 10 centred 30 right of the middle: the end of the second cell's red and the start of its blue.
    let (seen, _) = stored_upload(&ada, &grid(data, (64, 32), (3, 2), (180, 50), &[clap(20, 10, 6, 0)])).await;
    assert_eq!(seen.dimensions(), (20, 10));
    assert!(is_near_colour(seen.get_pixel(2, 5), RED) && is_near_colour(seen.get_pixel(18, 5), BLUE));
    // A crop that reaches beyond the picture is ignored.
    let (seen, _) = stored_upload(&ada, &grid(data, (64, 32), (3, 2), (180, 50), &[clap(20, 10, 100, 0)])).await;
    assert_eq!(seen.dimensions(), (180, 50));
}

#[tokio::test]
async fn light_beyond_paper_is_brought_to_what_screens_show() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    // PQ: paper white, and five times that. Paper white stays below the maximum, so that highlights are brighter.
    let (seen, _) = stored_upload(&ada, avif::file("pq")).await;
    let (paper, light) = (seen.get_pixel(8, 16).0, seen.get_pixel(56, 16).0);
    assert!((225..=248).contains(&paper[0]) && light[0] >= 252, "{paper:?} {light:?}");
    // HLG: paper white again, and a sixth of it.
    let (seen, _) = stored_upload(&ada, avif::file("hlg")).await;
    let (paper, dark) = (seen.get_pixel(8, 16).0, seen.get_pixel(56, 16).0);
    assert!((225..=248).contains(&paper[0]) && (30..=110).contains(&dark[0]), "{paper:?} {dark:?}");
    // P3: more saturated in sRGB values; grey stays grey.
    let (seen, _) = stored_upload(&ada, avif::file("p3")).await;
    let (orange, grey) = (seen.get_pixel(8, 16).0, seen.get_pixel(56, 16).0);
    assert!(
        orange[0] > 205 && orange[2] < 45 && is_near_colour(Rgba(grey), [128, 128, 128, 255]),
        "{orange:?} {grey:?}"
    );
}

#[tokio::test]
async fn avif_that_does_not_agree_with_itself_is_refused_with_a_reason() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let data = coded(avif::file("halves420"));
    let small = |cells| grid(data, (64, 32), cells, (64, 32), &[]);
    let twice = |more: &[u8]| [data, more].concat();
    let frame = avif::frame(data);
    let missing = {
        let head = [&[0, 0, 1, 1][..], &128_u16.to_be_bytes(), &64_u16.to_be_bytes()].concat();
        avif_file(&[Item { kind: b"grid", data: head, said: vec![ispe(128, 64)] }], &[])
    };
    let needing =
        |it: Vec<u8>| avif_file(&[Item { kind: b"av01", data: data.to_vec(), said: vec![ispe(64, 32), it] }], &[]);
    for (file, says) in [
        (single_picture(data, 128, 128), "its size is not what the file says"),
        (single_picture(&twice(&sequence(4096, 4096)), 64, 32), "it says its size twice"),
        (single_picture(&twice(data), 64, 32), "it says its size twice"),
        (single_picture(&twice(frame), 64, 32), "in layers"),
        (single_picture(&sequence(64, 32), 64, 32), "there is no picture in it"),
        (single_picture(frame, 64, 32), "a frame before it says"),
        (small((13, 5)), "65 cells"),
        (missing, "some of its cells are missing"),
        (grid(data, (64, 32), (2, 1), (200, 32), &[]), "its cells do not fill it"),
        (grid(data, (64, 32), (4, 1), (180, 32), &[]), "some of its cells lie beyond it"),
        (needing(boxed(b"lsel", &[0, 1])), "it needs lsel"),
        (needing(boxed(b"colr", b"nclx\0\x09\0\x10\0\x0e\x80")), "coded in a way that is not known here (14)"),
        (avif_file(&[Item { kind: b"hvc1", data: data.to_vec(), said: vec![ispe(64, 32)] }], &[]), "no AVIF picture"),
    ] {
        let reply = ada.upload("image/avif", &file).await.refused(400, "image_unreadable");
        let reply = reply.body();
        let said = reply["detail"].as_str().unwrap();
        assert!(said.contains(says), "{says}: {said}");
    }
    for side in [(5000, 5000), (4097, 8)] {
        let file = single_picture(&sequence(side.0, side.1), side.0, side.1);
        // It has no frame: the size is checked first only where there is one.
        ada.upload("image/avif", &file).await.refused(400, "image_unreadable");
        let file = single_picture(&[&sequence(side.0, side.1), frame].concat(), side.0, side.1);
        ada.upload("image/avif", &file).await.refused(413, "image_too_large");
    }
    ada.upload("image/png", avif::file("halves420")).await.refused(415, "image_unsupported");
}

#[tokio::test]
async fn avif_that_was_cut_is_refused_wherever_it_was() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let whole = avif::file("alpha");
    for share in [5, 20, 50, 70, 80, 95, 99] {
        let cut = &whole[..(whole.len() * share / 100).max(20)];
        ada.upload("image/avif", cut).await.refused(400, "image_unreadable");
    }
}

#[test]
fn the_process_that_reads_avif_has_the_memory_it_is_given() {
    let data = coded(avif::LARGE);
    let rows = |room: u64| {
        let mut command = Command::new(PROGRAM);
        command
            .env_clear()
            .args(["read-avif", &room.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // The length, size, and colour code points.
        let head = [u32::try_from(data.len()).unwrap(), 4096, 4096, 1, 13, 6, 1, 0];
        let head: Vec<u8> = head.iter().flat_map(|it| it.to_le_bytes()).collect();
        // It may have exited before reading everything.
        let _ = child.stdin.take().unwrap().write_all(&[&head, data].concat());
        let out = child.wait_with_output().unwrap();
        (out.status.success(), out.stdout.len())
    };
    assert_eq!(rows(64 << 20), (true, 4096 * 4096 * 3));
    assert_eq!(rows(20 << 20), (false, 0));
}
