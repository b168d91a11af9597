//! Videos of video sites.

use super::under;
use crate::address::Address;
use crate::safe_url::SafeUrl;
use crate::tile::{Kind, Picture, Video};

pub(super) fn video(host: &str, segments: &[&str], url: &Address, safe: &SafeUrl) -> Option<Kind> {
    let first = segments.first().copied().unwrap_or_default();
    let plays = if under(host, "youtube.com") || under(host, "youtube-nocookie.com") {
        (first == "watch" && url.query_value("v").is_some())
            || (matches!(first, "shorts" | "embed" | "live" | "v") && segments.len() >= 2)
            || (first == "playlist" && !url.query.is_empty())
    } else if host == "youtu.be" || host == "dai.ly" || host == "fb.watch" || host == "vm.tiktok.com" {
        !segments.is_empty()
    } else if host == "vimeo.com" || host == "player.vimeo.com" {
        segments.iter().any(|segment| segment.len() >= 5 && segment.bytes().all(|byte| byte.is_ascii_digit()))
    } else if host == "dailymotion.com" {
        first == "video" && segments.len() >= 2
    } else if host == "twitch.tv" || host == "clips.twitch.tv" {
        (host == "clips.twitch.tv" && !segments.is_empty())
            || (first == "videos" && segments.len() >= 2)
            || segments.get(1) == Some(&"clip")
    } else if host == "tiktok.com" {
        segments.get(1) == Some(&"video")
    } else if host == "odysee.com" {
        segments.len() >= 2
    } else if host == "rumble.com" {
        first.starts_with('v') && first.ends_with(".html")
    } else if host == "nebula.tv" {
        first == "videos" && segments.len() >= 2
    } else if host == "loom.com" {
        first == "share" && segments.len() >= 2
    } else if host == "bilibili.com" {
        first == "video" && segments.len() >= 2
    } else {
        segments.len() >= 2 && first == "videos" && segments.get(1) == Some(&"watch")
            || (first == "w" && host.contains("peertube") && segments.len() >= 2)
    };
    plays.then(|| Kind::Video(Video { url: safe.clone(), title: None, image: None, picture: Picture::default() }))
}
