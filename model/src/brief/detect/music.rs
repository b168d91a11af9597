//! Music of streaming services.

use super::under;
use crate::safe_url::SafeUrl;
use crate::tile::{Kind, Music, Picture};

/// Hosts of streaming services, with the first path segments that lead to something playable (empty: any path).
const MUSIC: &[(&str, &[&str])] = &[
    ("open.spotify.com", &["track", "album", "playlist", "artist", "show", "episode"]),
    ("spotify.link", &[]),
    ("music.apple.com", &[]),
    ("podcasts.apple.com", &[]),
    ("music.youtube.com", &[]),
    ("soundcloud.com", &[]),
    ("on.soundcloud.com", &[]),
    ("bandcamp.com", &["track", "album"]),
    ("deezer.com", &["track", "album", "playlist", "artist", "show", "episode"]),
    ("deezer.page.link", &[]),
    ("tidal.com", &[]),
    ("listen.tidal.com", &[]),
    ("music.amazon.com", &[]),
    ("music.amazon.co.uk", &[]),
    ("music.amazon.de", &[]),
    ("mixcloud.com", &[]),
    ("audiomack.com", &[]),
    ("audius.co", &[]),
    ("qobuz.com", &[]),
    ("open.qobuz.com", &[]),
    ("overcast.fm", &[]),
    ("pca.st", &[]),
    ("pocketcasts.com", &[]),
    ("castbox.fm", &[]),
    ("napster.com", &[]),
    ("boomplay.com", &[]),
];

pub(super) fn music(host: &str, segments: &[&str], url: &SafeUrl) -> Option<Kind> {
    let (base, firsts) = MUSIC.iter().filter(|(base, _)| under(host, base)).max_by_key(|(base, _)| base.len())?;
    // `/intl-de/track/…` on Spotify, `/en/album/…` on Deezer.
    let first = segments
        .iter()
        .find(|segment| !(segment.starts_with("intl-") || segment.len() == 2))
        .copied()
        .unwrap_or_default();
    let is_music = match *base {
        "soundcloud.com" | "mixcloud.com" | "audiomack.com" | "audius.co" => segments.len() >= 2,
        "bandcamp.com" => host != "bandcamp.com" && firsts.contains(&first),
        "music.apple.com" => !segments.is_empty() && first != "profile",
        _ if firsts.is_empty() => !segments.is_empty(),
        _ => firsts.contains(&first),
    };
    is_music.then(|| Kind::Music(Music { url: url.clone(), title: None, image: None, picture: Picture::default() }))
}
