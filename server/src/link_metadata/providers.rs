//! Which reader serves which address: by exact host, the service's own interface before its pages.

use url::Url;

/// How an address is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// A repository on GitHub: `owner/name`.
    Github(String),
    /// Apple's catalogue: an id, and the country of its shop.
    Apple(String, String),
    /// A service that describes its things in oEmbed, at this address.
    Oembed(&'static str),
    /// Any page.
    Page,
}

/// Services with oEmbed, their hosts without `www.` and `m.`.
const OEMBED: &[(&str, &str)] = &[
    ("youtube.com", YOUTUBE),
    ("youtu.be", YOUTUBE),
    ("music.youtube.com", YOUTUBE),
    ("vimeo.com", "https://vimeo.com/api/oembed.json"),
    ("player.vimeo.com", "https://vimeo.com/api/oembed.json"),
    ("open.spotify.com", "https://open.spotify.com/oembed"),
    ("soundcloud.com", "https://soundcloud.com/oembed"),
    ("on.soundcloud.com", "https://soundcloud.com/oembed"),
    ("dailymotion.com", "https://www.dailymotion.com/services/oembed"),
    ("tiktok.com", "https://www.tiktok.com/oembed"),
    ("mixcloud.com", "https://app.mixcloud.com/oembed/"),
    ("deezer.com", "https://api.deezer.com/oembed"),
];

/// Where YouTube describes its things.
pub const YOUTUBE: &str = "https://www.youtube.com/oembed";

impl Recipe {
    /// The recipe for an address.
    pub fn of(url: &Url) -> Self {
        let host = url.host_str().unwrap_or_default();
        let host = host.strip_prefix("www.").or_else(|| host.strip_prefix("m.")).unwrap_or(host);
        let parts: Vec<&str> = url
            .path_segments()
            .map(|path_segment| path_segment.filter(|path_segment| !path_segment.is_empty()).collect())
            .unwrap_or_default();
        let made = match host {
            "github.com" => repository(&parts),
            "music.apple.com" | "podcasts.apple.com" => apple(url, &parts),
            // Without a path it is the service's own front page.
            _ if parts.is_empty() => None,
            _ => OEMBED.iter().find(|it| it.0 == host).map(|it| Self::Oembed(it.1)),
        };
        made.unwrap_or(Self::Page)
    }
}

fn repository(parts: &[&str]) -> Option<Recipe> {
    let [owner, name] = parts else { return None };
    mantel_model::tile::Repo::parse(&format!("{owner}/{name}"))
        .ok()
        .map(|value| Recipe::Github(value.as_str().to_owned()))
}

/// `/us/album/name/123?i=456`, `/us/podcast/name/id123`. Playlists have no number.
fn apple(url: &Url, parts: &[&str]) -> Option<Recipe> {
    let country = parts.first().filter(|part| part.len() == 2).copied().unwrap_or("us").to_ascii_lowercase();
    let number = |text: &str| !text.is_empty() && text.len() <= 20 && text.bytes().all(|byte| byte.is_ascii_digit());
    let song = url.query_pairs().find(|pair| pair.0 == "i" && number(&pair.1)).map(|pair| pair.1.into_owned());
    let last =
        parts.last().map(|part| part.strip_prefix("id").unwrap_or(part)).filter(|it| number(it)).map(str::to_owned);
    song.or(last).map(|id| Recipe::Apple(id, country))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_reader() {
        let apple = |id: &str, country: &str| Recipe::Apple(id.to_owned(), country.to_owned());
        for (url, wanted) in [
            ("https://github.com/tokio-rs/tokio", Recipe::Github("tokio-rs/tokio".to_owned())),
            ("https://github.com/tokio-rs/tokio/issues", Recipe::Page),
            ("https://github.com/tokio-rs", Recipe::Page),
            ("https://gist.github.com/a/b", Recipe::Page),
            ("https://www.youtube.com/watch?v=x", Recipe::Oembed(YOUTUBE)),
            ("https://m.youtube.com/shorts/x", Recipe::Oembed(YOUTUBE)),
            ("https://youtu.be/x", Recipe::Oembed(YOUTUBE)),
            ("https://youtube.com.evil.example/watch?v=x", Recipe::Page),
            ("https://vimeo.com/76979871", Recipe::Oembed("https://vimeo.com/api/oembed.json")),
            ("https://open.spotify.com/track/x", Recipe::Oembed("https://open.spotify.com/oembed")),
            ("https://open.spotify.com/", Recipe::Page),
            ("https://music.apple.com/de/album/x/123?i=456", apple("456", "de")),
            ("https://music.apple.com/album/x/123", apple("123", "us")),
            ("https://podcasts.apple.com/gb/podcast/x/id123", apple("123", "gb")),
            ("https://music.apple.com/us/playlist/x/pl.u-abc", Recipe::Page),
            ("https://ada.bandcamp.com/album/x", Recipe::Page),
        ] {
            assert_eq!(Recipe::of(&Url::parse(url).unwrap()), wanted, "{url}");
        }
    }
}
