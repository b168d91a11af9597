//! Social platforms: one row each, with the address template for handles.

closed_set! {
    /// A platform on which people have handles.
    pub enum Platform ("a platform") {
        /// Instagram.
        Instagram = "instagram", "Instagram";
        /// X.
        X = "x", "X";
        /// TikTok.
        Tiktok = "tiktok", "TikTok";
        /// YouTube.
        Youtube = "youtube", "YouTube";
        /// Facebook.
        Facebook = "facebook", "Facebook";
        /// LinkedIn.
        Linkedin = "linkedin", "LinkedIn";
        /// Threads.
        Threads = "threads", "Threads";
        /// Bluesky.
        Bluesky = "bluesky", "Bluesky";
        /// Mastodon.
        Mastodon = "mastodon", "Mastodon";
        /// Snapchat.
        Snapchat = "snapchat", "Snapchat";
        /// Pinterest.
        Pinterest = "pinterest", "Pinterest";
        /// Reddit.
        Reddit = "reddit", "Reddit";
        /// Tumblr.
        Tumblr = "tumblr", "Tumblr";
        /// Discord.
        Discord = "discord", "Discord";
        /// Telegram.
        Telegram = "telegram", "Telegram";
        /// WhatsApp.
        Whatsapp = "whatsapp", "WhatsApp";
        /// Signal.
        Signal = "signal", "Signal";
        /// Messenger.
        Messenger = "messenger", "Messenger";
        /// Matrix.
        Matrix = "matrix", "Matrix";
        /// LINE.
        Line = "line", "LINE";
        /// VK.
        Vk = "vk", "VK";
        /// Xing.
        Xing = "xing", "Xing";
        /// Quora.
        Quora = "quora", "Quora";
        /// Email.
        Email = "email", "Email";
        /// Phone.
        Phone = "phone", "Phone";
        /// GitHub.
        Github = "github", "GitHub";
        /// GitLab.
        Gitlab = "gitlab", "GitLab";
        /// Codeberg.
        Codeberg = "codeberg", "Codeberg";
        /// Bitbucket.
        Bitbucket = "bitbucket", "Bitbucket";
        /// SourceHut.
        Sourcehut = "sourcehut", "SourceHut";
        /// Stack Overflow.
        StackOverflow = "stackoverflow", "Stack Overflow";
        /// DEV.
        Dev = "dev", "DEV";
        /// Hashnode.
        Hashnode = "hashnode", "Hashnode";
        /// CodePen.
        Codepen = "codepen", "CodePen";
        /// Codewars.
        Codewars = "codewars", "Codewars";
        /// Docker Hub.
        DockerHub = "dockerhub", "Docker Hub";
        /// Hugging Face.
        HuggingFace = "huggingface", "Hugging Face";
        /// Kaggle.
        Kaggle = "kaggle", "Kaggle";
        /// Keybase.
        Keybase = "keybase", "Keybase";
        /// Product Hunt.
        ProductHunt = "producthunt", "Product Hunt";
        /// Figma.
        Figma = "figma", "Figma";
        /// Dribbble.
        Dribbble = "dribbble", "Dribbble";
        /// Behance.
        Behance = "behance", "Behance";
        /// ArtStation.
        Artstation = "artstation", "ArtStation";
        /// DeviantArt.
        Deviantart = "deviantart", "DeviantArt";
        /// Cara.
        Cara = "cara", "Cara";
        /// Unsplash.
        Unsplash = "unsplash", "Unsplash";
        /// Flickr.
        Flickr = "flickr", "Flickr";
        /// 500px.
        FiveHundredPx = "500px", "500px";
        /// VSCO.
        Vsco = "vsco", "VSCO";
        /// Pixelfed.
        Pixelfed = "pixelfed", "Pixelfed";
        /// Spotify.
        Spotify = "spotify", "Spotify";
        /// Apple Music.
        AppleMusic = "applemusic", "Apple Music";
        /// SoundCloud.
        Soundcloud = "soundcloud", "SoundCloud";
        /// Bandcamp.
        Bandcamp = "bandcamp", "Bandcamp";
        /// Mixcloud.
        Mixcloud = "mixcloud", "Mixcloud";
        /// Audius.
        Audius = "audius", "Audius";
        /// Last.fm.
        LastFm = "lastfm", "Last.fm";
        /// Discogs.
        Discogs = "discogs", "Discogs";
        /// Twitch.
        Twitch = "twitch", "Twitch";
        /// Kick.
        Kick = "kick", "Kick";
        /// Vimeo.
        Vimeo = "vimeo", "Vimeo";
        /// Dailymotion.
        Dailymotion = "dailymotion", "Dailymotion";
        /// Odysee.
        Odysee = "odysee", "Odysee";
        /// Rumble.
        Rumble = "rumble", "Rumble";
        /// PeerTube.
        Peertube = "peertube", "PeerTube";
        /// Steam.
        Steam = "steam", "Steam";
        /// itch.io.
        ItchIo = "itch", "itch.io";
        /// Roblox.
        Roblox = "roblox", "Roblox";
        /// Chess.com.
        ChessCom = "chess", "Chess.com";
        /// Lichess.
        Lichess = "lichess", "Lichess";
        /// Patreon.
        Patreon = "patreon", "Patreon";
        /// Ko-fi.
        KoFi = "kofi", "Ko-fi";
        /// Buy Me a Coffee.
        BuyMeACoffee = "buymeacoffee", "Buy Me a Coffee";
        /// Liberapay.
        Liberapay = "liberapay", "Liberapay";
        /// Open Collective.
        OpenCollective = "opencollective", "Open Collective";
        /// PayPal.
        Paypal = "paypal", "PayPal";
        /// Cash App.
        CashApp = "cashapp", "Cash App";
        /// Venmo.
        Venmo = "venmo", "Venmo";
        /// Gumroad.
        Gumroad = "gumroad", "Gumroad";
        /// Etsy.
        Etsy = "etsy", "Etsy";
        /// Kickstarter.
        Kickstarter = "kickstarter", "Kickstarter";
        /// GoFundMe.
        Gofundme = "gofundme", "GoFundMe";
        /// Substack.
        Substack = "substack", "Substack";
        /// Medium.
        Medium = "medium", "Medium";
        /// WordPress.
        Wordpress = "wordpress", "WordPress";
        /// Blogger.
        Blogger = "blogger", "Blogger";
        /// Ghost.
        Ghost = "ghost", "Ghost";
        /// Goodreads.
        Goodreads = "goodreads", "Goodreads";
        /// The StoryGraph.
        TheStorygraph = "storygraph", "The StoryGraph";
        /// Letterboxd.
        Letterboxd = "letterboxd", "Letterboxd";
        /// Trakt.
        Trakt = "trakt", "Trakt";
        /// AniList.
        Anilist = "anilist", "AniList";
        /// MyAnimeList.
        Myanimelist = "myanimelist", "MyAnimeList";
        /// Untappd.
        Untappd = "untappd", "Untappd";
        /// Strava.
        Strava = "strava", "Strava";
        /// Komoot.
        Komoot = "komoot", "Komoot";
        /// ORCID.
        Orcid = "orcid", "ORCID";
        /// Google Scholar.
        GoogleScholar = "googlescholar", "Google Scholar";
        /// ResearchGate.
        Researchgate = "researchgate", "ResearchGate";
        /// Calendly.
        Calendly = "calendly", "Calendly";
        /// Cal.com.
        CalCom = "cal", "Cal.com";
        /// Meetup.
        Meetup = "meetup", "Meetup";
        /// Lemmy.
        Lemmy = "lemmy", "Lemmy";
        /// Misskey.
        Misskey = "misskey", "Misskey";
        /// Friendica.
        Friendica = "friendica", "Friendica";
        /// BookWyrm.
        Bookwyrm = "bookwyrm", "BookWyrm";
        /// WeChat.
        Wechat = "wechat", "WeChat";
        /// KakaoTalk.
        Kakaotalk = "kakaotalk", "KakaoTalk";
        /// Viber.
        Viber = "viber", "Viber";
        /// Threema.
        Threema = "threema", "Threema";
        /// Session.
        Session = "session", "Session";
        /// Xbox.
        Xbox = "xbox", "Xbox";
        /// PlayStation.
        Playstation = "playstation", "PlayStation";
        /// Nostr.
        Nostr = "nostr", "Nostr";
    }
}

impl Platform {
    /// The address template of a handle, with `{}` where the handle goes; `@` for federated handles
    /// (`user@host`), `None` where a handle has no address.
    pub const fn template(self) -> Option<&'static str> {
        match self {
            Self::Instagram => Some("https://www.instagram.com/{}"),
            Self::X => Some("https://x.com/{}"),
            Self::Tiktok => Some("https://www.tiktok.com/@{}"),
            Self::Youtube => Some("https://www.youtube.com/@{}"),
            Self::Facebook => Some("https://www.facebook.com/{}"),
            Self::Linkedin => Some("https://www.linkedin.com/in/{}"),
            Self::Threads => Some("https://www.threads.com/@{}"),
            Self::Bluesky => Some("https://bsky.app/profile/{}"),
            Self::Mastodon => Some("@"),
            Self::Snapchat => Some("https://www.snapchat.com/add/{}"),
            Self::Pinterest => Some("https://www.pinterest.com/{}"),
            Self::Reddit => Some("https://www.reddit.com/user/{}"),
            Self::Tumblr => Some("https://{}.tumblr.com"),
            Self::Discord => Some("https://discord.gg/{}"),
            Self::Telegram => Some("https://t.me/{}"),
            Self::Whatsapp => Some("https://wa.me/{}"),
            Self::Signal => Some("https://signal.me/#p/{}"),
            Self::Messenger => Some("https://m.me/{}"),
            Self::Matrix => Some("https://matrix.to/#/{}"),
            Self::Line => Some("https://line.me/ti/p/{}"),
            Self::Vk => Some("https://vk.com/{}"),
            Self::Xing => Some("https://www.xing.com/profile/{}"),
            Self::Quora => Some("https://www.quora.com/profile/{}"),
            Self::Email => Some("mailto:{}"),
            Self::Phone => Some("tel:{}"),
            Self::Github => Some("https://github.com/{}"),
            Self::Gitlab => Some("https://gitlab.com/{}"),
            Self::Codeberg => Some("https://codeberg.org/{}"),
            Self::Bitbucket => Some("https://bitbucket.org/{}"),
            Self::Sourcehut => Some("https://sr.ht/~{}"),
            Self::StackOverflow => Some("https://stackoverflow.com/users/{}"),
            Self::Dev => Some("https://dev.to/{}"),
            Self::Hashnode => Some("https://hashnode.com/@{}"),
            Self::Codepen => Some("https://codepen.io/{}"),
            Self::Codewars => Some("https://www.codewars.com/users/{}"),
            Self::DockerHub => Some("https://hub.docker.com/u/{}"),
            Self::HuggingFace => Some("https://huggingface.co/{}"),
            Self::Kaggle => Some("https://www.kaggle.com/{}"),
            Self::Keybase => Some("https://keybase.io/{}"),
            Self::ProductHunt => Some("https://www.producthunt.com/@{}"),
            Self::Figma => Some("https://www.figma.com/@{}"),
            Self::Dribbble => Some("https://dribbble.com/{}"),
            Self::Behance => Some("https://www.behance.net/{}"),
            Self::Artstation => Some("https://www.artstation.com/{}"),
            Self::Deviantart => Some("https://www.deviantart.com/{}"),
            Self::Cara => Some("https://cara.app/{}"),
            Self::Unsplash => Some("https://unsplash.com/@{}"),
            Self::Flickr => Some("https://www.flickr.com/people/{}"),
            Self::FiveHundredPx => Some("https://500px.com/p/{}"),
            Self::Vsco => Some("https://vsco.co/{}"),
            Self::Pixelfed => Some("@"),
            Self::Spotify => Some("https://open.spotify.com/user/{}"),
            Self::AppleMusic => Some("https://music.apple.com/profile/{}"),
            Self::Soundcloud => Some("https://soundcloud.com/{}"),
            Self::Bandcamp => Some("https://{}.bandcamp.com"),
            Self::Mixcloud => Some("https://www.mixcloud.com/{}"),
            Self::Audius => Some("https://audius.co/{}"),
            Self::LastFm => Some("https://www.last.fm/user/{}"),
            Self::Discogs => Some("https://www.discogs.com/user/{}"),
            Self::Twitch => Some("https://www.twitch.tv/{}"),
            Self::Kick => Some("https://kick.com/{}"),
            Self::Vimeo => Some("https://vimeo.com/{}"),
            Self::Dailymotion => Some("https://www.dailymotion.com/{}"),
            Self::Odysee => Some("https://odysee.com/@{}"),
            Self::Rumble => Some("https://rumble.com/user/{}"),
            Self::Peertube => Some("@"),
            Self::Steam => Some("https://steamcommunity.com/id/{}"),
            Self::ItchIo => Some("https://{}.itch.io"),
            Self::Roblox => Some("https://www.roblox.com/users/{}/profile"),
            Self::ChessCom => Some("https://www.chess.com/member/{}"),
            Self::Lichess => Some("https://lichess.org/@/{}"),
            Self::Patreon => Some("https://www.patreon.com/{}"),
            Self::KoFi => Some("https://ko-fi.com/{}"),
            Self::BuyMeACoffee => Some("https://www.buymeacoffee.com/{}"),
            Self::Liberapay => Some("https://liberapay.com/{}"),
            Self::OpenCollective => Some("https://opencollective.com/{}"),
            Self::Paypal => Some("https://paypal.me/{}"),
            Self::CashApp => Some("https://cash.app/${}"),
            Self::Venmo => Some("https://venmo.com/u/{}"),
            Self::Gumroad => Some("https://{}.gumroad.com"),
            Self::Etsy => Some("https://www.etsy.com/shop/{}"),
            Self::Kickstarter => Some("https://www.kickstarter.com/profile/{}"),
            Self::Gofundme => Some("https://www.gofundme.com/u/{}"),
            Self::Substack => Some("https://{}.substack.com"),
            Self::Medium => Some("https://medium.com/@{}"),
            Self::Wordpress => Some("https://{}.wordpress.com"),
            Self::Blogger => Some("https://{}.blogspot.com"),
            Self::Ghost => Some("https://{}.ghost.io"),
            Self::Goodreads => Some("https://www.goodreads.com/{}"),
            Self::TheStorygraph => Some("https://app.thestorygraph.com/profile/{}"),
            Self::Letterboxd => Some("https://letterboxd.com/{}"),
            Self::Trakt => Some("https://trakt.tv/users/{}"),
            Self::Anilist => Some("https://anilist.co/user/{}"),
            Self::Myanimelist => Some("https://myanimelist.net/profile/{}"),
            Self::Untappd => Some("https://untappd.com/user/{}"),
            Self::Strava => Some("https://www.strava.com/athletes/{}"),
            Self::Komoot => Some("https://www.komoot.com/user/{}"),
            Self::Orcid => Some("https://orcid.org/{}"),
            Self::GoogleScholar => Some("https://scholar.google.com/citations?user={}"),
            Self::Researchgate => Some("https://www.researchgate.net/profile/{}"),
            Self::Calendly => Some("https://calendly.com/{}"),
            Self::CalCom => Some("https://cal.com/{}"),
            Self::Meetup => Some("https://www.meetup.com/members/{}"),
            Self::Lemmy => Some("@u"),
            Self::Misskey => Some("@"),
            Self::Friendica => Some("@"),
            Self::Bookwyrm => Some("@"),
            Self::Wechat => None,
            Self::Kakaotalk => Some("https://open.kakao.com/{}"),
            Self::Viber => None,
            Self::Threema => Some("https://threema.id/{}"),
            Self::Session => None,
            Self::Xbox => Some("https://www.xbox.com/play/user/{}"),
            Self::Playstation => Some("https://psnprofiles.com/{}"),
            Self::Nostr => Some("https://njump.me/{}"),
        }
    }
}
