//! Files designed to be costly: the memory each takes in the real binary, and that each ends as a picture or an error.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use image::{DynamicImage, GrayImage, ImageFormat, RgbImage, RgbaImage};
use mantel_model::limits::IMAGE_SIDE;
use serde_json::Value;

use crate::support::avif::{self, coded, grid, sequence, single_picture};
use crate::support::binary::{self, PROGRAM, Server};
use crate::support::pictures::{chunk, claimed, exif, file, packed, with_chunk, with_segment};

/// Maximum memory for one of them, KiB.
const MOST: u64 = 128 * 1024;
const SIDE: u32 = IMAGE_SIDE;

/// The value of a variable in the environment of a process.
fn variable(server: &Server, name: &str) -> Option<String> {
    let all = std::fs::read(format!("/proc/{}/environ", server.child.id())).unwrap();
    let line =
        all.split(|byte| *byte == 0).map(String::from_utf8_lossy).find(|line| line.starts_with(&format!("{name}=")));
    line.map(|line| line[name.len() + 1..].to_owned())
}

// What that does to memory is shown by `make soak-attacked`: between attacks it is what it was before them.
#[tokio::test]
async fn the_allocator_returns_freed_memory_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = binary::start(folder.path()).await;
    // The process is the one that was started, so that whoever watches it by its id goes on doing so.
    assert_eq!(variable(&server, "MIMALLOC_PURGE_DELAY").as_deref(), Some("0"));
    let other = tempfile::tempdir().unwrap();
    let server = binary::start_with(other.path(), &[("MIMALLOC_PURGE_DELAY", "250")]).await;
    assert_eq!(variable(&server, "MIMALLOC_PURGE_DELAY").as_deref(), Some("250"), "what whoever runs it sets wins");
}

/// A PNG of one colour, so that it is small.
fn even(picture: DynamicImage) -> Vec<u8> {
    file(&picture, ImageFormat::Png)
}

fn rgb() -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::new(SIDE, SIDE))
}

fn rgba(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgba8(RgbaImage::new(width, height))
}

/// A PNG of one colour with sixteen bits and this many channels.
fn deep(kind: u8, channels: usize) -> Vec<u8> {
    let row = vec![0; 1 + usize::try_from(SIDE).unwrap() * channels * 2];
    let mut out = claimed(SIDE, SIDE, &row.repeat(usize::try_from(SIDE).unwrap()));
    (out[24], out[25]) = (16, kind);
    let mut sum = flate2::Crc::new();
    sum.update(&out[12..29]);
    out[29..33].copy_from_slice(&sum.sum().to_be_bytes());
    out
}

/// A JPEG of three components with only zero bits as data, in this many scans of one component each.
fn jpeg(marker: u8, scans: usize) -> Vec<u8> {
    let side = u16::try_from(SIDE).unwrap().to_be_bytes();
    let segment = |marker: u8, data: &[u8]| {
        [&[0xff, marker][..], &u16::try_from(data.len() + 2).unwrap().to_be_bytes(), data].concat()
    };
    let frame = [&[8][..], &side, &side, &[3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]].concat();
    let table = |class: u8| [&[class, 1][..], &[0; 15], &[0]].concat();
    let mut out = b"\xff\xd8".to_vec();
    out.extend(segment(0xdb, &[&[0][..], &[1; 64]].concat()));
    out.extend(segment(marker, &frame));
    out.extend(segment(0xc4, &[table(0), table(0x10)].concat()));
    // A block takes one bit where only its DC value is coded, otherwise two.
    let bits = if marker == 0xc2 { 1 } else { 2 };
    let blocks = usize::try_from(SIDE / 8).unwrap().pow(2);
    for at in 0..scans {
        let part = u8::try_from(at % 3).unwrap() + 1;
        // Further scans of a progressive picture refine it by one bit each, which is the same data.
        let (end, fine) = match (marker, at / 3) {
            (0xc2, 0) => (0, 1),
            (0xc2, _) => (0, 0x10),
            _ => (63, 0),
        };
        out.extend(segment(0xda, &[1, part, 0, 0, end, fine]));
        out.extend(vec![0; blocks * bits / 8]);
    }
    out.extend(b"\xff\xd9");
    out
}

/// A GIF whose first frame does not fill it, so that decoding needs a second buffer.
fn gif() -> Vec<u8> {
    let side = u16::try_from(SIDE).unwrap().to_le_bytes();
    let inner = u16::try_from(SIDE - 1).unwrap().to_le_bytes();
    let mut out = [b"GIF89a", &side[..], &side, &[0x80, 0, 0, 0, 0, 0, 255, 255, 255]].concat();
    out.extend([&[0x2c, 1, 0, 1, 0][..], &inner, &inner, &[0, 2]].concat());
    // Codes of three bits: a clear code, then the runs of colour 0 are missing, which is an error.
    out.extend([2, 0x4c, 0x01, 0, 0x3b]);
    out
}

fn webp(picture: &DynamicImage) -> Vec<u8> {
    file(picture, ImageFormat::WebP)
}

fn hostile_files() -> Vec<(&'static str, Vec<u8>)> {
    let small = even(DynamicImage::ImageLuma8(GrayImage::new(4, 4)));
    let p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let p3 = [b"p\0\0", packed(&p3).as_slice()].concat();
    let text = [b"Comment\0\0", packed(&vec![0; 256 * 1024 * 1024]).as_slice()].concat();
    let profile = [b"p\0\0", packed(&vec![0; 256 * 1024 * 1024]).as_slice()].concat();
    let turned = with_segment(&file(&rgb(), ImageFormat::Jpeg), 0xe1, &[b"Exif\0\0", exif(6).as_slice()].concat());
    let frames = {
        let one = file(&rgba(2, 2), ImageFormat::Gif);
        [&one[..13], &one[13..one.len() - 1].repeat(200_000)[..], b"\x3b"].concat()
    };
    vec![
        ("a header that claims 60,000 pixels a side", claimed(60_000, 60_000, &[0; 100])),
        ("a header that claims all there may be", claimed(SIDE, SIDE, &[0; 100])),
        ("pixels that unpack to far more than the header says", claimed(4, 4, &vec![0; 256 * 1024 * 1024])),
        ("a text that unpacks to 256 MiB", with_chunk(&small, b"zTXt", &text)),
        ("a profile that unpacks to 256 MiB", with_chunk(&small, b"iCCP", &profile)),
        ("a million empty chunks", [&small[..33], &chunk(b"IDAT", &[]).repeat(800_000)[..], &small[33..]].concat()),
        ("PNG, the largest, RGB", even(rgb())),
        ("PNG, the largest, RGBA", even(rgba(SIDE, SIDE))),
        ("PNG, the tallest, RGBA", even(rgba(1900, SIDE))),
        ("PNG, the largest, turned", with_chunk(&even(rgb()), b"eXIf", &exif(6))),
        ("PNG, the largest, clear and turned", with_chunk(&even(rgba(SIDE, SIDE)), b"eXIf", &exif(6))),
        ("PNG, the largest, in another profile", with_chunk(&even(rgb()), b"iCCP", &p3)),
        ("PNG, the largest, 16 bits, RGB", deep(2, 3)),
        ("PNG, the largest, 16 bits, RGBA", deep(6, 4)),
        ("PNG, the largest, 16 bits, turned", with_chunk(&deep(2, 3), b"eXIf", &exif(6))),
        ("JPEG, the largest, turned", turned),
        ("JPEG, the largest, part by part", jpeg(0xc0, 3)),
        ("JPEG, the largest, progressive", jpeg(0xc2, 3)),
        ("JPEG, the largest, in a hundred scans", jpeg(0xc2, 99)),
        ("GIF, the largest, with a smaller frame", gif()),
        ("GIF of 200,000 frames", frames),
        ("WebP, the largest, without loss", webp(&rgb())),
        ("WebP, the largest, clear", webp(&rgba(SIDE, SIDE))),
    ]
    .into_iter()
    .chain(avifs())
    .collect()
}

fn avifs() -> Vec<(&'static str, Vec<u8>)> {
    let (large, cell) = (coded(avif::LARGE), coded(avif::CELL));
    let claiming =
        |width, height| single_picture(&[&sequence(width, height), avif::frame(large)].concat(), width, height);
    vec![
        ("AVIF that claims 60,000 pixels a side", claiming(60_000, 60_000)),
        ("AVIF that claims a small size twice", single_picture(&[large, &sequence(64, 64)].concat(), SIDE, SIDE)),
        (
            "AVIF with a second, larger size",
            single_picture(&[coded(avif::CELL), &sequence(60_000, 60_000)].concat(), 512, 512),
        ),
        ("AVIF whose frame is larger than the file says", single_picture(large, 16, 16)),
        ("AVIF of 16,384 cells", grid(cell, (512, 512), (128, 128), (SIDE, SIDE), &[])),
        ("AVIF of the largest number of cells", grid(cell, (512, 512), (8, 8), (SIDE, SIDE), &[])),
        ("AVIF of cells that lie beyond it", grid(large, (SIDE, SIDE), (8, 8), (SIDE, SIDE), &[])),
        ("AVIF, the largest, cut", avif::LARGE[..avif::LARGE.len() - 40].to_vec()),
        ("AVIF, the largest", avif::LARGE.to_vec()),
        ("AVIF, the largest, colours whole", avif::LARGE_444.to_vec()),
        ("AVIF, the largest, clear", avif::LARGE_CLEAR.to_vec()),
        ("AVIF, the largest, ten bits", avif::LARGE_DEEP.to_vec()),
        ("AVIF, the largest, ten bits, colours whole", avif::LARGE_DEEP_444.to_vec()),
        ("AVIF, the largest, and 9 MiB that are no picture", [avif::LARGE, &vec![0; 9 << 20]].concat()),
    ]
}

/// The process's resident memory now, and its peak since [`forget`], KiB.
fn memory(server: &Server) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim_matches([':', ' ', '\t', 'k', 'B']).parse::<u64>().unwrap()
    };
    (field("VmRSS"), field("VmHWM"))
}

/// Resets the peak.
fn forget(server: &Server) {
    std::fs::write(format!("/proc/{}/clear_refs", server.child.id()), "5").unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_picture_costs_more_than_128_mebibytes() {
    let folder = tempfile::tempdir().unwrap();
    binary::admin(
        folder.path(),
        &["create-account", "ada@harrow.example", "--password-stdin"],
        crate::support::PASSWORD,
    );
    let key = binary::admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "test"], "");
    let mut server = binary::start(folder.path()).await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut wrong = Vec::new();
    for (what, bytes) in hostile_files() {
        forget(&server);
        let (before, started) = (memory(&server).0, Instant::now());
        let length = bytes.len();
        let upload = client.post(format!("{}/api/v1/images", server.url)).bearer_auth(&key).body(bytes);
        let reply = upload.send().await.unwrap();
        let status = reply.status().as_u16();
        let body: Value = serde_json::from_str(&reply.text().await.unwrap()).unwrap();
        let mut cost = memory(&server).1.saturating_sub(before);
        let took = started.elapsed();
        if let Some(src) = body["src"].as_str() {
            for made in ["320.webp", "640.webp", "960.webp", "1280.webp", "dither-64.png", "dither-512.png"] {
                forget(&server);
                let before = memory(&server).0;
                let reply = client.get(format!("{}{src}/{made}", server.url)).send().await.unwrap();
                assert_eq!(reply.status(), 200, "{what}: {made}");
                reply.bytes().await.unwrap();
                cost = cost.max(memory(&server).1.saturating_sub(before));
            }
        }
        let reason = body["detail"].as_str().unwrap_or_default();
        println!("{what}: {length} bytes, {status}, {} MiB, {took:.1?} {reason}", cost / 1024);
        if cost > MOST || !matches!(status, 201 | 400 | 413) || (status != 201 && reason.is_empty()) {
            wrong.push(what);
        }
    }
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The fetchers, in a network namespace where a public address serves bombs (`end2end/bombs.py`).
#[test]
fn no_reply_costs_more_than_128_mebibytes_and_5_seconds() {
    let allowed = Command::new("unshare").args(["-Urnm", "sh", "-c", "ip link set lo up && python3 -c ''"]).output();
    if !allowed.is_ok_and(|allowed| allowed.status.success()) {
        eprintln!(
            "There are no namespaces, iproute2 or Python here: what replies cost the real server is not measured."
        );
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../end2end/bombs.py");
    let mut command = Command::new("unshare");
    command.args(["-Urnm", "python3", "-B"]).arg(script).env("MANTEL_SERVER", PROGRAM);
    let out = command.output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout);
    println!("{said}");
    assert!(out.status.success(), "{said}{}", String::from_utf8_lossy(&out.stderr));
}
