//! Which provider describes which address: matched by exact host; its API comes before its pages.

use url::Url;

/// Where the metadata of an address comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provider {
    /// A repository on GitHub: `owner/name`.
    Github(String),
    /// Apple's catalogue: an id, and the country of the store.
    Apple(String, String),
    /// A service with oEmbed, with this endpoint.
    Oembed(&'static str),
    /// Any other web page.
    Page,
}

/// Services with oEmbed, by host without `www.` and `m.`.
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

/// YouTube's oEmbed endpoint.
pub const YOUTUBE: &str = "https://www.youtube.com/oembed";

impl Provider {
    /// The provider of an address.
    pub fn of(url: &Url) -> Self {
        let host = url.host_str().unwrap_or_default();
        let host = host.strip_prefix("www.").or_else(|| host.strip_prefix("m.")).unwrap_or(host);
        let segments: Vec<&str> = url
            .path_segments()
            .map(|segments| segments.filter(|segment| !segment.is_empty()).collect())
            .unwrap_or_default();
        let provider = match host {
            "github.com" => repository(&segments),
            "music.apple.com" | "podcasts.apple.com" => apple(url, &segments),
            // Without a path it is the service's own home page.
            _ if segments.is_empty() => None,
            _ => OEMBED.iter().find(|(known, _)| *known == host).map(|(_, endpoint)| Self::Oembed(endpoint)),
        };
        provider.unwrap_or(Self::Page)
    }

    /// How long its metadata stays fresh, ms.
    pub const fn max_age(&self) -> i64 {
        const HOUR: i64 = 60 * 60 * 1000;
        match self {
            Self::Github(_) => 6 * HOUR,
            Self::Page => 24 * HOUR,
            // Titles and covers hardly ever change.
            Self::Oembed(_) => 72 * HOUR,
            Self::Apple(..) => 168 * HOUR,
        }
    }

    /// The host that serves requests for an address; its rate limit covers all of them.
    pub fn host(&self, url: &Url) -> String {
        match self {
            Self::Github(_) => "api.github.com".to_owned(),
            Self::Apple(..) => "itunes.apple.com".to_owned(),
            Self::Oembed(endpoint) => (*endpoint).to_owned(),
            Self::Page => url.host_str().unwrap_or_default().to_owned(),
        }
    }
}

fn repository(segments: &[&str]) -> Option<Provider> {
    let [owner, name] = segments else { return None };
    mantel_model::tile::Repo::parse(&format!("{owner}/{name}"))
        .ok()
        .map(|value| Provider::Github(value.as_str().to_owned()))
}

/// `/us/album/name/123?i=456`, `/us/podcast/name/id123`. Playlists have no numeric id.
fn apple(url: &Url, segments: &[&str]) -> Option<Provider> {
    let country = segments.first().filter(|segment| segment.len() == 2).copied().unwrap_or("us").to_ascii_lowercase();
    let is_number = |text: &str| !text.is_empty() && text.len() <= 20 && text.bytes().all(|byte| byte.is_ascii_digit());
    let song = url.query_pairs().find(|pair| pair.0 == "i" && is_number(&pair.1)).map(|pair| pair.1.into_owned());
    let last = segments
        .last()
        .map(|segment| segment.strip_prefix("id").unwrap_or(segment))
        .filter(|segment| is_number(segment))
        .map(str::to_owned);
    song.or(last).map(|id| Provider::Apple(id, country))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_provider() {
        let apple = |id: &str, country: &str| Provider::Apple(id.to_owned(), country.to_owned());
        for (url, wanted) in [
            ("https://github.com/tokio-rs/tokio", Provider::Github("tokio-rs/tokio".to_owned())),
            ("https://github.com/tokio-rs/tokio/issues", Provider::Page),
            ("https://github.com/tokio-rs", Provider::Page),
            ("https://gist.github.com/a/b", Provider::Page),
            ("https://www.youtube.com/watch?v=x", Provider::Oembed(YOUTUBE)),
            ("https://m.youtube.com/shorts/x", Provider::Oembed(YOUTUBE)),
            ("https://youtu.be/x", Provider::Oembed(YOUTUBE)),
            ("https://youtube.com.evil.example/watch?v=x", Provider::Page),
            ("https://vimeo.com/76979871", Provider::Oembed("https://vimeo.com/api/oembed.json")),
            ("https://open.spotify.com/track/x", Provider::Oembed("https://open.spotify.com/oembed")),
            ("https://open.spotify.com/", Provider::Page),
            ("https://music.apple.com/de/album/x/123?i=456", apple("456", "de")),
            ("https://music.apple.com/album/x/123", apple("123", "us")),
            ("https://podcasts.apple.com/gb/podcast/x/id123", apple("123", "gb")),
            ("https://music.apple.com/us/playlist/x/pl.u-abc", Provider::Page),
            ("https://ada.bandcamp.com/album/x", Provider::Page),
        ] {
            assert_eq!(Provider::of(&Url::parse(url).unwrap()), wanted, "{url}");
        }
    }
}
