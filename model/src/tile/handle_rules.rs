//! What a handle is on each platform: one row a platform, with the form, the length, an example and the addresses of
//! profiles besides the platform's template.
//!
//! Where the platform's own help states a rule, it is that rule, but the least length is often less, since older accounts
//! may be shorter than a new one must be. Elsewhere the characters are those that occur.

use HandleForm::{Domain, Email, Federated, InternationalPhone, Matrix, Name, Nostr, Orcid, Phone, Session, Signal};

use crate::tile::Platform;

/// The form of a platform's handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandleForm {
    /// A name. `a` stands for the ASCII letters, `é` for the letters and digits of every script, `0` for the ASCII
    /// digits, `^` at the front for a letter at the front; any other character stands for itself.
    Name(&'static str),
    /// A telephone number, here also one without a country code.
    Phone,
    /// A telephone number with its country code.
    InternationalPhone,
    /// The same, or a name, a dot and digits.
    Signal,
    /// An email address.
    Email,
    /// `user@host`.
    Federated,
    /// `@user:host`, `#room:host`.
    Matrix,
    /// A domain, or a decentralised identifier.
    Domain,
    /// Four groups of four digits, the last of which may be `X`.
    Orcid,
    /// A public key in bech32 (`npub1…`), or `user@host`.
    Nostr,
    /// 66 hexadecimal digits, or a name.
    Session,
}

/// The rule of a platform's handles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// The form.
    pub form: HandleForm,
    /// Fewest and most characters of a name.
    pub length: (u8, u8),
    /// A handle, for messages.
    pub example: &'static str,
    /// What may stand before a name, with a slash, in handles that lead to a page of another kind: `channel/…`.
    pub paths: &'static [&'static str],
    /// Patterns of the addresses of profiles besides the template, separated by spaces; see [`super::profile_address`].
    pub addresses: &'static str,
}

/// The most characters where a platform states no limit.
const OPEN: u8 = 100;

macro_rules! rules {
    ($( $platform:ident: $form:expr, $least:literal .. $most:expr, $example:literal
        $(, paths [ $( $path:literal ),+ ])? $(, addresses $addresses:literal)?; )+) => {
        impl Platform {
            /// The rule of its handles.
            pub(super) const fn rule(self) -> &'static Rule {
                match self {
                    $( Self::$platform => const {
                        &Rule {
                            form: $form,
                            length: ($least, $most),
                            example: $example,
                            paths: &[ $( $( $path ),+ )? ],
                            addresses: concat!($( $addresses )?),
                        }
                    }, )+
                }
            }
        }
    };
}

rules! {
    // help.instagram.com: at most 30 letters, numbers, dots and underscores.
    Instagram: Name("a0._"), 1..30, "ines.harrow", addresses "instagram.com/_u/{} ig.me/m/{} instagram.com/{}/reels instagram.com/{}/tagged instagram://user?username={}";
    // help.x.com: at most 15 letters, numbers and underscores.
    X: Name("a0_"), 1..15, "ines_harrow", addresses "x.com/intent/user?screen_name={} x.com/intent/follow?screen_name={} x.com/{}/media x.com/{}/with_replies twitter://user?screen_name={}";
    // support.tiktok.com: 2 to 24 letters, numbers, underscores and dots.
    Tiktok: Name("a0._"), 2..24, "ines.harrow";
    // support.google.com/youtube: 3 to 30 letters of any alphabet, numbers, underscores, hyphens, dots and middle dots.
    Youtube: Name("é._-·"), 3..30, "inesharrow", paths ["channel", "c", "user"], addresses "youtube.com/@{}/** youtube.com/<channel>/{}/** youtube.com/<c>/{}/** youtube.com/<user>/{}/** music.youtube.com/@{} gaming.youtube.com/@{}";
    // facebook.com/help: letters, numbers and dots; pages without a name of their own have hyphens.
    Facebook: Name("é.-"), 1..75, "ines.harrow", paths ["p"], addresses "facebook.com/pg/{} facebook.com/<p>/{} facebook.com/{}/about facebook.com/{}/photos fb://profile/{}";
    // linkedin.com/help: 3 to 100 letters and numbers; hyphens are in those that LinkedIn gives.
    Linkedin: Name("é-_"), 2..100, "ines-harrow", paths ["company", "school", "showcase"], addresses "linkedin.com/in/{}/** linkedin.com/mwlite/in/{} linkedin.com/mwlite/profile/in/{} linkedin.com/<company>/{}/** linkedin.com/<school>/{}/** linkedin.com/<showcase>/{}/** linkedin://profile/{}";
    // Those of Instagram.
    Threads: Name("a0._"), 1..30, "ines.harrow", addresses "threads.com/{}";
    // atproto.com/specs/handle.
    Bluesky: Domain, 4..253, "ines.bsky.social", addresses "{}.bsky.social bsky.app/profile/{}/** main.bsky.dev/profile/{}";
    // docs.joinmastodon.org: letters, numbers and underscores; other software also dots and hyphens.
    Mastodon: Federated, 1..64, "ines@mastodon.social";
    // help.snapchat.com: 3 to 15 letters, numbers, hyphens, underscores and dots.
    Snapchat: Name("^a0._-"), 3..15, "ines-harrow", addresses "snapchat.com/@{} story.snapchat.com/@{} story.snapchat.com/s/{} snapchat://add/{}";
    // help.pinterest.com: 3 to 30 letters, numbers and underscores.
    Pinterest: Name("a0_"), 3..30, "inesharrow", addresses "pinterest.*/{} pinterest.*/{}/_saved pinterest.*/{}/_created";
    // support.reddithelp.com: 3 to 20 letters, numbers, hyphens and underscores; subreddits 2 to 21.
    Reddit: Name("a0_-"), 3..20, "ines_harrow", paths ["r"], addresses "reddit.com/u/{} reddit.com/@{} reddit.com/user/{}/** reddit.com/u/{}/** reddit.com/<r>/{}";
    // help.tumblr.com: at most 32 letters, numbers and hyphens.
    Tumblr: Name("a0-"), 1..32, "inesharrow", addresses "tumblr.com/{} tumblr.com/@{} tumblr.com/blog/{} tumblr.com/blog/view/{} tumblr.com/dashboard/blog/{} {}.tumblr.com/archive tumblr://x-callback-url/blog?blogName={}";
    // An invite: a code, or a name of letters, numbers and hyphens.
    Discord: Name("a0._-"), 2..32, "kiln-club", addresses "discord.com/invite/{} discord.me/{}";
    // telegram.org/faq: letters, numbers and underscores, from 5 characters; those sold from 4.
    Telegram: Name("^a0_"), 3..32, "ines_harrow", addresses "t.me/s/{} {}.t.me web.telegram.org/k#@{} web.telegram.org/a#@{} tg://resolve?domain={}";
    // faq.whatsapp.com: a number in international format.
    Whatsapp: InternationalPhone, 7..15, "+351 912 345 678", addresses "api.whatsapp.com/send?phone={} web.whatsapp.com/send?phone={} whatsapp.com/send?phone={} whatsapp://send?phone={}";
    // support.signal.org: a number, or a name of 3 to 32 characters, a dot and digits.
    Signal: Signal, 7..15, "+351 912 345 678", addresses "sgnl://signal.me/#p/{}";
    // That of Facebook.
    Messenger: Name("é.-"), 1..75, "ines.harrow", addresses "messenger.com/t/{} facebook.com/messages/t/{} fb-messenger://user/{}";
    // spec.matrix.org, identifier grammar.
    Matrix: Matrix, 4..255, "@ines:matrix.org", addresses "matrix.to/#/{} matrix.to/#{}";
    // A token or an ID; that of an official account begins with @.
    Line: Name("a0._-~@"), 1..OPEN, "inesharrow", addresses "line.me/R/ti/p/{} page.line.me/{} line://ti/p/{}";
    // vk.com: 5 to 32 letters, numbers, underscores and dots.
    Vk: Name("a0._"), 2..32, "inesharrow", addresses "vk://vk.com/{}";
    Xing: Name("é_-"), 1..OPEN, "Ines_Harrow", addresses "xing.com/profile/{}/**";
    Quora: Name("é_-."), 1..OPEN, "Ines-Harrow", addresses "quora.com/profile/{}/**";
    // RFC 5321, RFC 6531.
    Email: Email, 3..254, "ines@harrow.example";
    // E.164: at most 15 digits.
    Phone: Phone, 3..15, "+351 912 345 678", addresses "sms:{} callto:{} facetime:{}";
    // docs.github.com: at most 39 letters, numbers and hyphens; an underscore in accounts that a company manages.
    Github: Name("a0-_"), 1..39, "ines-harrow", addresses "gist.github.com/{} github.com/orgs/{}";
    // docs.gitlab.com: letters, numbers, underscores, hyphens and dots.
    Gitlab: Name("a0._-"), 1..OPEN, "ines-harrow", addresses "gitlab.com/users/{} gitlab.com/u/{} gitlab.com/groups/{}";
    Codeberg: Name("a0._-"), 1..40, "ines-harrow";
    Bitbucket: Name("a0_-"), 1..62, "ines-harrow", addresses "bitbucket.org/{}/workspace";
    Sourcehut: Name("a0_-"), 2..30, "ines-harrow", addresses "git.sr.ht/~{} hg.sr.ht/~{}";
    // The number in the address.
    StackOverflow: Name("0"), 1..12, "22656", addresses "stackoverflow.com/users/{}/** stackoverflow.com/u/{}";
    Dev: Name("a0_"), 2..30, "ines_harrow";
    Hashnode: Name("a0_-"), 1..OPEN, "inesharrow";
    Codepen: Name("a0_-"), 1..OPEN, "ines-harrow", addresses "codepen.io/{}/pens codepen.io/{}/pens/public";
    Codewars: Name("é._- "), 1..OPEN, "ines-harrow", addresses "codewars.com/users/{}/**";
    // docs.docker.com: 4 to 30 lower-case letters and numbers; older names also have hyphens and underscores.
    DockerHub: Name("a0_-"), 2..40, "inesharrow", addresses "hub.docker.com/u/{}/** hub.docker.com/repositories/{}";
    HuggingFace: Name("a0._-"), 1..42, "ines-harrow";
    Kaggle: Name("a0-"), 1..50, "inesharrow";
    // keybase.io: 2 to 16 letters, numbers and underscores.
    Keybase: Name("a0_"), 2..16, "inesharrow";
    ProductHunt: Name("a0_-"), 1..OPEN, "ines_harrow";
    Figma: Name("a0._-"), 1..OPEN, "inesharrow";
    Dribbble: Name("a0_-"), 1..OPEN, "ines-harrow";
    Behance: Name("a0_-"), 1..OPEN, "inesharrow", addresses "behance.net/{}/projects";
    Artstation: Name("a0_-"), 1..63, "inesharrow", addresses "{}.artstation.com artstation.com/artist/{}";
    Deviantart: Name("a0-_"), 1..20, "ines-harrow", addresses "{}.deviantart.com deviantart.com/{}/gallery";
    Cara: Name("a0._-"), 1..OPEN, "inesharrow";
    Unsplash: Name("a0_-"), 1..OPEN, "inesharrow";
    // A name of one's own, or the number of the account, 12345678@N00.
    Flickr: Name("a0_-@"), 1..OPEN, "inesharrow", addresses "flickr.com/photos/{}";
    FiveHundredPx: Name("a0._-"), 1..OPEN, "inesharrow", addresses "500px.com/{}";
    Vsco: Name("a0._-"), 1..OPEN, "inesharrow", addresses "vsco.co/{}/gallery";
    Pixelfed: Federated, 1..64, "ines@pixelfed.social";
    Spotify: Name("é._+-"), 1..OPEN, "inesharrow", addresses "spotify:user:{}";
    AppleMusic: Name("a0._-"), 1..OPEN, "inesharrow";
    // help.soundcloud.com: 3 to 25 letters, numbers, hyphens and underscores.
    Soundcloud: Name("a0_-"), 2..OPEN, "ines-harrow", addresses "soundcloud.com/{}/tracks soundcloud.com/{}/sets soundcloud://users/{}";
    Bandcamp: Name("a0-"), 1..63, "inesharrow", addresses "{}.bandcamp.com/music";
    Mixcloud: Name("é_-"), 1..OPEN, "inesharrow", addresses "mixcloud.com/{}/uploads mixcloud.com/{}/stream";
    Audius: Name("a0._"), 1..30, "inesharrow";
    // last.fm: 2 to 15 letters, numbers, hyphens and underscores, a letter first.
    LastFm: Name("^a0_-"), 2..15, "inesharrow", addresses "last.fm/user/{}/library";
    Discogs: Name("a0._-"), 1..OPEN, "inesharrow", addresses "discogs.com/user/{}/collection discogs.com/seller/{}/profile";
    // help.twitch.tv: 4 to 25 letters, numbers and underscores; older names from 3.
    Twitch: Name("a0_"), 2..25, "ines_harrow", addresses "twitch.tv/{}/about twitch.tv/{}/videos twitch.tv/{}/schedule go.twitch.tv/{} player.twitch.tv/?channel={} twitch://stream/{}";
    Kick: Name("a0_-"), 2..25, "ines_harrow", addresses "kick.com/{}/about kick.com/{}/videos";
    Vimeo: Name("a0_.-"), 2..32, "inesharrow", addresses "vimeo.com/{}/videos vimeo.com/{}/about";
    Dailymotion: Name("a0._-"), 1..OPEN, "inesharrow", addresses "dailymotion.com/user/{} dailymotion.com/{}/videos";
    Odysee: Name("é._-:"), 1..OPEN, "inesharrow";
    Rumble: Name("a0_-"), 1..OPEN, "inesharrow", paths ["c"], addresses "rumble.com/<c>/{} rumble.com/<c>/{}/videos rumble.com/user/{}/videos";
    Peertube: Federated, 1..64, "ines@peertube.example";
    // steamcommunity.com: 3 to 32 letters, numbers, hyphens and underscores, or the number of the account.
    Steam: Name("a0_-"), 2..32, "inesharrow", paths ["profiles"], addresses "steamcommunity.com/<profiles>/{}";
    ItchIo: Name("a0_-"), 1..63, "ines-harrow", addresses "itch.io/profile/{}";
    // The number in the address.
    Roblox: Name("0"), 1..12, "156", addresses "roblox.com/users/{}";
    // chess.com: 3 to 25 letters, numbers, hyphens and underscores.
    ChessCom: Name("a0_-"), 3..25, "inesharrow", addresses "chess.com/members/view/{} chess.com/stats/live/{}";
    // lichess.org: 2 to 30 letters, numbers, hyphens and underscores.
    Lichess: Name("a0_-"), 2..30, "inesharrow", addresses "lichess.org/@/{}/**";
    Patreon: Name("a0_-"), 1..64, "inesharrow", addresses "patreon.com/c/{} patreon.com/cw/{} patreon.com/join/{} patreon.com/{}/posts patreon.com/{}/about patreon.com/{}/membership patreon.com/c/{}/** patreon.com/cw/{}/**";
    KoFi: Name("a0_-"), 1..OPEN, "inesharrow", addresses "ko-fi.com/{}/shop ko-fi.com/{}/posts ko-fi.com/{}/tiers ko-fi.com/{}/commissions ko-fi.com/{}/gallery";
    BuyMeACoffee: Name("a0._-"), 1..OPEN, "inesharrow", addresses "buymeacoffee.com/{}/membership buymeacoffee.com/{}/extras";
    Liberapay: Name("a0._~-"), 1..OPEN, "inesharrow", addresses "liberapay.com/{}/donate";
    OpenCollective: Name("a0_-"), 1..OPEN, "kiln-club", addresses "opencollective.com/{}/donate";
    // paypal.com: at most 20 letters and numbers.
    Paypal: Name("a0"), 1..20, "inesharrow", addresses "paypal.com/paypalme/{} paypal.com/paypalme2/{} paypal.me/{}/**";
    // cash.app: at most 20 letters, numbers, hyphens and underscores.
    CashApp: Name("a0_-"), 1..20, "inesharrow";
    // venmo.com: 5 to 30 letters, numbers, hyphens and underscores.
    Venmo: Name("a0_-"), 1..30, "ines-harrow", addresses "venmo.com/{} account.venmo.com/u/{} venmo://users/{}";
    Gumroad: Name("a0-"), 1..63, "inesharrow", addresses "gumroad.com/{}";
    // etsy.com: 4 to 20 letters and numbers.
    Etsy: Name("é"), 2..20, "InesHarrow", addresses "{}.etsy.com etsy.com/people/{} etsy://shop/{}";
    Kickstarter: Name("a0_-"), 1..OPEN, "inesharrow", addresses "kickstarter.com/profile/{}/**";
    Gofundme: Name("a0._-"), 1..OPEN, "inesharrow";
    Substack: Name("a0-"), 1..63, "inesharrow", addresses "substack.com/@{} open.substack.com/pub/{} {}.substack.com/about {}.substack.com/subscribe {}.substack.com/archive";
    Medium: Name("a0._-"), 1..OPEN, "ines.harrow", addresses "{}.medium.com medium.com/@{}/about medium.com/@{}/followers";
    // wordpress.com: 4 letters and numbers or more.
    Wordpress: Name("a0-"), 1..63, "inesharrow";
    Blogger: Name("a0-"), 1..63, "inesharrow", addresses "{}.blogspot.*";
    Ghost: Name("a0-"), 1..63, "inesharrow";
    // A name, or the number in the address and the name.
    Goodreads: Name("é._-"), 1..OPEN, "inesharrow", paths ["user/show", "author/show"], addresses "goodreads.com/<user>/<show>/{} goodreads.com/<author>/<show>/{}";
    TheStorygraph: Name("a0._-"), 1..OPEN, "inesharrow";
    // letterboxd.com: 2 to 15 letters, numbers and underscores.
    Letterboxd: Name("a0_"), 2..15, "inesharrow", addresses "letterboxd.com/{}/films letterboxd.com/{}/films/diary letterboxd.com/{}/watchlist";
    Trakt: Name("a0._-"), 1..OPEN, "inesharrow", addresses "trakt.tv/users/{}/**";
    Anilist: Name("a0_"), 2..20, "inesharrow", addresses "anilist.co/user/{}/**";
    // myanimelist.net: 2 to 16 letters, numbers, hyphens and underscores.
    Myanimelist: Name("a0_-"), 2..16, "inesharrow", addresses "myanimelist.net/animelist/{} myanimelist.net/mangalist/{}";
    Untappd: Name("a0_-"), 1..OPEN, "inesharrow", addresses "untappd.com/user/{}/**";
    // The number in the address, or a name of one's own.
    Strava: Name("a0_-"), 1..OPEN, "1234567", addresses "strava.com/pros/{} strava://athletes/{}";
    Komoot: Name("a0-"), 1..OPEN, "1234567890123", addresses "komoot.*/user/{}";
    // support.orcid.org: 16 digits, the last a check digit (ISO 7064, MOD 11-2).
    Orcid: Orcid, 19..19, "0000-0002-1825-0097";
    GoogleScholar: Name("a0_-"), 1..20, "qc6CJjYAAAAJ", addresses "scholar.google.*/citations?user={}";
    Researchgate: Name("é._-"), 1..OPEN, "Ines-Harrow", addresses "researchgate.net/profile/{}/**";
    Calendly: Name("a0._-"), 1..OPEN, "inesharrow";
    CalCom: Name("a0._-"), 1..OPEN, "inesharrow";
    // The number in the address.
    Meetup: Name("0"), 1..12, "123456789", addresses "meetup.com/members/{}/**";
    Lemmy: Federated, 1..64, "ines@lemmy.world";
    Misskey: Federated, 1..64, "ines@misskey.io";
    Friendica: Federated, 1..64, "ines@friendica.example";
    Bookwyrm: Federated, 1..64, "ines@bookwyrm.social";
    // help.wechat.com: 6 to 20 letters, numbers, underscores and hyphens, a letter first; older ones are shorter.
    Wechat: Name("^a0_-"), 3..20, "ines_harrow";
    Kakaotalk: Name("a0_-"), 1..OPEN, "o/sBcDeF1g", paths ["o", "me"], addresses "open.kakao.com/<o>/{} open.kakao.com/<me>/{}";
    Viber: InternationalPhone, 7..15, "+351 912 345 678", addresses "viber://chat?number={} viber://add?number={} viber.me/{}";
    // threema.ch: eight letters and numbers; those of a company begin with *.
    Threema: Name("a0*"), 8..8, "ECHOECHO", addresses "threema://add?id={} threema://compose?id={}";
    // getsession.org: an account ID, or a name.
    Session: Session, 1..64, "inesharrow";
    // xbox.com: a gamertag of any alphabet, with spaces and a number at the end.
    Xbox: Name("é #_-"), 1..20, "Ines Harrow", addresses "xbox.com/play/user/{}/** account.xbox.com/profile?gamertag={} xboxgamertag.com/search/{}";
    // playstation.com: 3 to 16 letters, numbers, hyphens and underscores, a letter first.
    Playstation: Name("^a0_-"), 3..16, "ines_harrow", addresses "my.playstation.com/profile/{} profile.playstation.com/{}";
    // NIP-19, NIP-05.
    Nostr: Nostr, 6..200, "ines@harrow.example", addresses "primal.net/p/{} primal.net/profile/{} snort.social/{} snort.social/p/{} iris.to/{} nostr.com/{} nostr.com/p/{} damus.io/{} coracle.social/{} coracle.social/people/{} yakihonne.com/profile/{} nostr:{}";
}
