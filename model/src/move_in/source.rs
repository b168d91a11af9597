//! Where pages come from: the services whose pages are known by their addresses, and the kinds of files.

use crate::brief::detect;
use crate::safe_url::SafeUrl;

closed_set! {
    /// What a page or file was read as.
    pub enum Source ("a source") {
        /// A page of Linktree.
        Linktree = "linktree", "Linktree";
        /// A saved page of Bento (bento.me), which closed in 2026.
        Bento = "bento", "Bento";
        /// A page of link.me.
        LinkMe = "linkme", "link.me";
        /// A page of Beacons.
        Beacons = "beacons", "Beacons";
        /// A page of Hopp.
        Hopp = "hopp", "Hopp";
        /// A page of Carrd.
        Carrd = "carrd", "Carrd";
        /// A page or an export of LinkStack.
        LinkStack = "linkstack", "LinkStack";
        /// A page or a backup of LinkBreeze.
        LinkBreeze = "linkbreeze", "LinkBreeze";
        /// A page of LittleLink.
        LittleLink = "littlelink", "LittleLink";
        /// A page of another service for links.
        Service = "service", "another service";
        /// Any other page.
        Page = "page", "a page";
        /// A page file or brief of Mantel, or of Posy, as it was called before.
        PageFile = "pageFile", "a page file";
        /// Bookmarks that a browser exported.
        Bookmarks = "bookmarks", "bookmarks";
        /// An outline, such as the subscriptions of a feed reader.
        Opml = "opml", "OPML";
        /// A table.
        Csv = "csv", "CSV";
        /// Any other JSON with a list of links in it.
        Json = "json", "JSON";
        /// A list in plain text.
        List = "list", "a list";
    }
}

/// The address of a page of a service that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownAddress {
    /// The kind of page.
    pub source: Source,
    /// The service's own name, as in "Linktree".
    pub name: &'static str,
    /// The page's address, without query and fragment.
    pub address: SafeUrl,
    /// What the page is called there: the name in its path, or before its domain.
    pub user: String,
}

/// Where the name of a page stands in its address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// `linktr.ee/ines`
    Path,
    /// `ines.carrd.co`
    Host,
}

/// A service for pages of links.
struct Service {
    host: &'static str,
    rule: Rule,
    source: Source,
    name: &'static str,
}

const fn service(host: &'static str, rule: Rule, source: Source, name: &'static str) -> Service {
    Service { host, rule, source, name }
}

const SERVICES: &[Service] = &[
    service("linktr.ee", Rule::Path, Source::Linktree, "Linktree"),
    service("bento.me", Rule::Path, Source::Bento, "Bento"),
    service("link.me", Rule::Path, Source::LinkMe, "link.me"),
    service("beacons.ai", Rule::Path, Source::Beacons, "Beacons"),
    service("beacons.page", Rule::Path, Source::Beacons, "Beacons"),
    service("hopp.bio", Rule::Path, Source::Hopp, "Hopp"),
    service("hopp.to", Rule::Path, Source::Hopp, "Hopp"),
    service("carrd.co", Rule::Host, Source::Carrd, "Carrd"),
    service("crd.co", Rule::Host, Source::Carrd, "Carrd"),
    service("drr.ac", Rule::Host, Source::Carrd, "Carrd"),
    service("ju.mp", Rule::Host, Source::Carrd, "Carrd"),
    service("uwu.ai", Rule::Host, Source::Carrd, "Carrd"),
    service("linksta.cc", Rule::Path, Source::LinkStack, "LinkStack"),
    service("lnk.bio", Rule::Path, Source::Service, "Lnk.Bio"),
    service("bio.link", Rule::Path, Source::Service, "Bio Link"),
    service("bio.site", Rule::Path, Source::Service, "Bio Sites"),
    service("solo.to", Rule::Path, Source::Service, "Solo.to"),
    service("campsite.bio", Rule::Path, Source::Service, "Campsite"),
    service("campsite.to", Rule::Path, Source::Service, "Campsite"),
    service("allmylinks.com", Rule::Path, Source::Service, "AllMyLinks"),
    service("taplink.cc", Rule::Path, Source::Service, "Taplink"),
    service("tap.bio", Rule::Path, Source::Service, "Tap Bio"),
    service("heylink.me", Rule::Path, Source::Service, "HeyLink.me"),
    service("msha.ke", Rule::Path, Source::Service, "Milkshake"),
    service("about.me", Rule::Path, Source::Service, "about.me"),
    service("linkr.bio", Rule::Path, Source::Service, "Linkr"),
    service("liinks.co", Rule::Path, Source::Service, "Liinks"),
    service("linkin.bio", Rule::Path, Source::Service, "Linkin.bio"),
    service("many.link", Rule::Path, Source::Service, "ManyLink"),
    service("snipfeed.co", Rule::Path, Source::Service, "Snipfeed"),
    service("stan.store", Rule::Path, Source::Service, "Stan"),
    service("direct.me", Rule::Path, Source::Service, "Direct.me"),
    service("contactin.bio", Rule::Path, Source::Service, "ContactInBio"),
    service("biolinky.co", Rule::Path, Source::Service, "Biolinky"),
    service("koji.to", Rule::Path, Source::Service, "Koji"),
];

/// First segments of paths that belong to a service itself.
const OWN_PAGES: &[&str] = &[
    "about",
    "account",
    "admin",
    "affiliates",
    "api",
    "app",
    "apps",
    "assets",
    "auth",
    "blog",
    "careers",
    "changelog",
    "community",
    "company",
    "contact",
    "cookies",
    "cookie-policy",
    "creators",
    "dashboard",
    "discover",
    "docs",
    "download",
    "enterprise",
    "examples",
    "explore",
    "faq",
    "features",
    "go",
    "help",
    "home",
    "jobs",
    "learn",
    "legal",
    "login",
    "logout",
    "marketplace",
    "media",
    "news",
    "partners",
    "press",
    "pricing",
    "privacy",
    "privacy-policy",
    "pro",
    "products",
    "redirect",
    "register",
    "report",
    "resources",
    "s",
    "search",
    "security",
    "settings",
    "share",
    "sign-in",
    "sign-up",
    "signin",
    "signup",
    "static",
    "status",
    "support",
    "templates",
    "terms",
    "terms-of-service",
    "trust",
    "trust-center",
];

/// Sites of those who made the services and the programs: nothing that leads there is somebody's link.
const MAKERS: &[&str] = &[
    "linktree.com",
    "carrd.com",
    "hopp.co",
    "linkstack.org",
    "littlelink.io",
    "littlelink.sh",
    "linkbreeze.app",
    "later.com",
    "linkme.global",
];

/// Whether a text is one address of a page that can be moved in: of a service in the list, and of somebody's page there.
pub fn known_address(text: &str) -> Option<KnownAddress> {
    let text = crate::text::trim(text);
    let text = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(text);
    if text.len() > 300 {
        return None;
    }
    let address = detect::whole_address(text)?;
    let url = address.parts()?;
    let (service, sub) = service_of(&url.host)?;
    let mut segments = url.segments();
    let user = match service.rule {
        Rule::Path if sub.is_empty() => segments.next()?.trim_start_matches('@').to_owned(),
        Rule::Host if !sub.is_empty() && !sub.contains('.') => sub.to_owned(),
        _ => return None,
    };
    let plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-' | '%');
    let own = service.rule == Rule::Path && OWN_PAGES.contains(&user.to_ascii_lowercase().as_str())
        || service.rule == Rule::Host && matches!(user.as_str(), "www" | "try" | "blog" | "help" | "status" | "api");
    if user.is_empty() || own || !user.chars().all(plain) {
        return None;
    }
    let whole = match service.rule {
        Rule::Path => format!("https://{}/{}", service.host, url.segments().next().unwrap_or_default()),
        Rule::Host => format!("https://{user}.{}/", service.host),
    };
    Some(KnownAddress { source: service.source, name: service.name, address: SafeUrl::parse(&whole).ok()?, user })
}

/// The service of a host, and what stands before its domain (`www` counts as nothing).
fn service_of(host: &str) -> Option<(&'static Service, &str)> {
    let host = host.trim_end_matches('.');
    SERVICES.iter().find_map(|service| {
        let before = host.strip_suffix(service.host)?;
        let sub = before.strip_suffix('.').unwrap_or(before);
        let whole = before.is_empty() || before.ends_with('.');
        whole.then_some((service, if sub == "www" { "" } else { sub }))
    })
}

/// Whether a host belongs to a service or to those who made it, so that links to it are the service's own.
/// Somebody's page on a service of another kind is a link like any other.
pub(super) fn is_of_service(host: &str, path: &str, source: Source) -> bool {
    let under = |base: &str| host == base || host.strip_suffix(base).is_some_and(|rest| rest.ends_with('.'));
    if MAKERS.iter().any(|maker| under(maker)) {
        return true;
    }
    let Some((service, _)) = service_of(host) else { return false };
    service.source == source && source != Source::Service || known_address(&format!("https://{host}{path}")).is_none()
}

/// The words of a service in the titles of its pages: "Linktree", "Beacons".
pub(super) fn service_names() -> impl Iterator<Item = &'static str> {
    SERVICES.iter().map(|service| service.name).chain(["LittleLink", "LinkStack", "LinkBreeze"])
}

#[cfg(test)]
mod tests {
    use super::{Source, is_of_service, known_address};

    #[test]
    fn the_address_of_somebodys_page_is_known() {
        for (text, source, user, address) in [
            ("linktr.ee/inesharrow", Source::Linktree, "inesharrow", "https://linktr.ee/inesharrow"),
            (
                " https://www.linktr.ee/ines.harrow/?utm=1#x ",
                Source::Linktree,
                "ines.harrow",
                "https://linktr.ee/ines.harrow",
            ),
            ("http://bento.me/ines", Source::Bento, "ines", "https://bento.me/ines"),
            ("link.me/ines", Source::LinkMe, "ines", "https://link.me/ines"),
            ("<https://beacons.ai/ines/home>", Source::Beacons, "ines", "https://beacons.ai/ines"),
            ("ines.carrd.co", Source::Carrd, "ines", "https://ines.carrd.co/"),
            ("https://ines.crd.co/#about", Source::Carrd, "ines", "https://ines.crd.co/"),
            ("hopp.bio/ines", Source::Hopp, "ines", "https://hopp.bio/ines"),
            ("LNK.BIO/ines", Source::Service, "ines", "https://lnk.bio/ines"),
            ("bio.link/ines", Source::Service, "ines", "https://bio.link/ines"),
            ("linksta.cc/@ines", Source::LinkStack, "ines", "https://linksta.cc/@ines"),
        ] {
            let found = known_address(text);
            let parts = found.as_ref().map(|known| (known.source, known.user.as_str(), known.address.as_str()));
            assert_eq!(parts, Some((source, user, address)), "{text}");
        }
    }

    #[test]
    fn other_addresses_are_not() {
        for text in [
            "",
            "linktr.ee",
            "https://linktr.ee/",
            "linktr.ee/login",
            "https://linktr.ee/s/about",
            "carrd.co",
            "www.carrd.co",
            "a.b.carrd.co",
            "blog.linktr.ee/ines",
            "evil-linktr.ee/ines",
            "linktr.ee.example/ines",
            "https://ines:secret@linktr.ee/ines",
            "see linktr.ee/ines",
            "linktr.ee/ines and bento.me/ines",
            "javascript:linktr.ee/ines",
            "harrow.example",
        ] {
            assert_eq!(known_address(text), None, "{text}");
        }
    }

    #[test]
    fn what_leads_to_the_service_is_its_own() {
        assert!(is_of_service("linktr.ee", "/", Source::Linktree));
        assert!(is_of_service("linktr.ee", "/other", Source::Linktree));
        assert!(is_of_service("carrd.co", "/build", Source::Page));
        assert!(is_of_service("linktree.com", "/blog", Source::Carrd));
        assert!(!is_of_service("linktr.ee", "/friend", Source::Page));
        assert!(!is_of_service("friend.carrd.co", "/", Source::Page));
        assert!(!is_of_service("harrow.example", "/", Source::Linktree));
    }
}
