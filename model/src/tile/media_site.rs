//! Sites of videos and music, and which of their addresses lead to something that plays (specification, Tile types:
//! `video`, `music`).

use crate::address::{Address, decoded};
use crate::safe_url::SafeUrl;

/// Hosts of streaming services, with the first segments of the paths that lead to something playable (empty: any path).
const MUSIC: &[(&str, &[&str])] = &[
    ("open.spotify.com", &["track", "album", "playlist", "artist", "show", "episode"]),
    ("play.spotify.com", &["track", "album", "playlist", "artist", "show", "episode"]),
    ("spotify.link", &[]),
    ("music.apple.com", &[]),
    ("itunes.apple.com", &[]),
    ("podcasts.apple.com", &[]),
    ("music.youtube.com", &[]),
    ("soundcloud.com", &[]),
    ("on.soundcloud.com", &[]),
    ("bandcamp.com", &["track", "album"]),
    ("deezer.com", &["track", "album", "playlist", "artist", "show", "episode"]),
    ("deezer.page.link", &[]),
    ("link.deezer.com", &[]),
    ("tidal.com", &[]),
    ("listen.tidal.com", &[]),
    ("music.amazon", &[]),
    ("mixcloud.com", &[]),
    ("audiomack.com", &[]),
    ("audius.co", &[]),
    ("qobuz.com", &[]),
    ("open.qobuz.com", &[]),
    ("overcast.fm", &[]),
    ("pca.st", &[]),
    ("pocketcasts.com", &[]),
    ("castbox.fm", &[]),
    ("castro.fm", &[]),
    ("player.fm", &["series", "podcasts"]),
    ("podcastaddict.com", &["podcast", "episode"]),
    ("podbean.com", &["media", "ea", "podcast-detail"]),
    ("spreaker.com", &["show", "episode", "podcast"]),
    ("napster.com", &[]),
    ("boomplay.com", &[]),
    ("jiosaavn.com", &["song", "album", "featured", "artist", "shows"]),
    ("gaana.com", &["song", "album", "playlist", "artist"]),
    ("play.anghami.com", &[]),
    ("joox.com", &[]),
    ("kkbox.com", &[]),
    ("music.163.com", &[]),
    ("y.qq.com", &[]),
    ("music.yandex.ru", &[]),
    ("music.yandex.com", &[]),
    ("melon.com", &["song", "album", "artist"]),
    ("pandora.com", &["artist", "playlist", "podcast", "station"]),
    ("iheart.com", &["podcast", "artist", "playlist", "live"]),
    ("tunein.com", &["podcasts", "radio"]),
    ("hearthis.at", &[]),
    ("beatport.com", &["track", "release", "artist", "chart"]),
];

/// Pages of an artist that list what plays.
const LISTS: [&str; 10] =
    ["tracks", "popular-tracks", "albums", "sets", "reposts", "likes", "uploads", "stream", "followers", "following"];

/// Hosts of video sites, with the first segments of the paths that lead to a video, each with one more behind it (empty:
/// any path).
const VIDEO: &[(&str, &[&str])] = &[
    ("youtube.com", &["shorts", "embed", "live", "v"]),
    ("youtube-nocookie.com", &["embed", "v"]),
    ("youtu.be", &[]),
    ("vimeo.com", &[]),
    ("player.vimeo.com", &[]),
    ("dailymotion.com", &["video", "embed"]),
    ("dai.ly", &[]),
    ("twitch.tv", &["videos"]),
    ("clips.twitch.tv", &[]),
    ("tiktok.com", &["t", "embed"]),
    ("vm.tiktok.com", &[]),
    ("vt.tiktok.com", &[]),
    ("odysee.com", &[]),
    ("rumble.com", &["embed"]),
    ("nebula.tv", &["videos"]),
    ("loom.com", &["share", "embed"]),
    ("bilibili.com", &["video"]),
    ("b23.tv", &[]),
    ("nicovideo.jp", &["watch"]),
    ("nico.ms", &[]),
    ("rutube.ru", &["video"]),
    ("vkvideo.ru", &[]),
    ("v.youku.com", &[]),
    ("v.qq.com", &["x"]),
    ("kick.com", &["video"]),
    ("streamable.com", &[]),
    ("bitchute.com", &["video"]),
    ("coub.com", &["view"]),
    ("ted.com", &["talks"]),
    ("floatplane.com", &["post"]),
    ("curiositystream.com", &["video"]),
    ("ok.ru", &["video"]),
    ("fb.watch", &[]),
    ("facebook.com", &["reel"]),
];

/// Video sites that are above all something else: there only the address of a video will do.
const ALSO_VIDEO: [&str; 3] = ["facebook.com", "ok.ru", "ted.com"];

/// Whether it is an address on a streaming service: of a track, album, playlist, artist or show.
pub fn is_music(url: &SafeUrl) -> bool {
    let Some(url) = url.parts() else { return false };
    let (host, segments) = parts(&url);
    let artist = match host.as_str() {
        // An artist, where every artist has a host or a page.
        "soundcloud.com" | "mixcloud.com" | "audiomack.com" | "audius.co" => !segments.is_empty(),
        host => host.ends_with(".bandcamp.com"),
    };
    artist || plays_music(&url)
}

/// Whether it is an address on a video site.
pub fn is_video(url: &SafeUrl) -> bool {
    let Some(url) = url.parts() else { return false };
    let (host, segments) = parts(&url);
    let site = site(VIDEO, &host).is_some_and(|(site, _)| !ALSO_VIDEO.contains(&site));
    (site && !segments.is_empty()) || plays_video(&url)
}

/// Whether it leads to music that plays.
pub(crate) fn plays_music(url: &Address) -> bool {
    let (host, segments) = parts(url);
    let Some((base, firsts)) = site(MUSIC, &host) else { return false };
    // `/intl-de/track/…` on Spotify, `/en/album/…` on Deezer.
    let language = |segment: &&String| !(segment.starts_with("intl-") || segment.len() == 2);
    let first = segments.iter().find(language).map(String::as_str).unwrap_or_default();
    match base {
        "soundcloud.com" | "mixcloud.com" | "audiomack.com" | "audius.co" => {
            let list = segments.len() == 2 && segments.get(1).is_some_and(|second| LISTS.contains(&second.as_str()));
            segments.len() >= 2 && !list
        }
        "bandcamp.com" => host != "bandcamp.com" && firsts.contains(&first),
        "music.apple.com" => !segments.is_empty() && first != "profile",
        _ if firsts.is_empty() => !segments.is_empty(),
        _ => firsts.contains(&first),
    }
}

/// Whether it leads to a video that plays.
pub(crate) fn plays_video(url: &Address) -> bool {
    let (host, segments) = parts(url);
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let (first, second) = (segments.first().copied().unwrap_or_default(), segments.get(1).copied().unwrap_or_default());
    let Some((base, firsts)) = site(VIDEO, &host) else {
        // PeerTube, on any host.
        return (first == "videos" && second == "watch")
            || (first == "w" && host.contains("peertube") && segments.len() >= 2);
    };
    let listed = firsts.contains(&first) && segments.len() >= 2;
    match base {
        "youtube.com" => {
            listed
                || (first == "watch" && url.query_value("v").is_some())
                || (first == "playlist" && !url.query.is_empty())
        }
        "vimeo.com" | "player.vimeo.com" => {
            segments.iter().any(|segment| segment.len() >= 5 && segment.bytes().all(|byte| byte.is_ascii_digit()))
        }
        "twitch.tv" => listed || second == "clip",
        "kick.com" => listed || matches!(second, "videos" | "clips") && segments.len() >= 3,
        "tiktok.com" => listed || second == "video",
        "facebook.com" => listed || second == "videos" || (first == "watch" && url.query_value("v").is_some()),
        "odysee.com" => segments.len() >= 2,
        "rumble.com" => listed || (first.starts_with('v') && first.ends_with(".html")),
        _ if firsts.is_empty() => !segments.is_empty(),
        _ => listed,
    }
}

/// The host without what makes no difference, and the segments of the path.
fn parts(url: &Address) -> (String, Vec<String>) {
    let host = url.host.trim_end_matches('.');
    let host = host.strip_prefix("www.").or_else(|| host.strip_prefix("m.")).unwrap_or(host);
    (host.to_owned(), url.segments().map(decoded).collect())
}

/// The row of a host: that of the longest name that it is, or is under.
fn site(sites: &'static [(&str, &[&str])], host: &str) -> Option<(&'static str, &'static [&'static str])> {
    let fits = |base: &str| match base {
        // In every country.
        "music.amazon" => host.strip_prefix(base).is_some_and(|rest| rest.starts_with('.') && rest.len() <= 7),
        _ => host == base || host.strip_suffix(base).is_some_and(|rest| rest.ends_with('.')),
    };
    sites.iter().filter(|(base, _)| fits(base)).max_by_key(|(base, _)| base.len()).copied()
}
