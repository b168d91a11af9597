//! `/share`: everything of a page that leaves the house: its address, names for where it is put up, a picture for other
//! sites, proofs, what others see, and codes to print (screens2.md, 2).

use leptos::prelude::*;
use mantel_model::number::{Grouping, thousands};

use super::copy_and_send;
use super::identity_proof::{IdentityProof, row};
use crate::site::copyable::copyable;
use crate::site::document::{account_header, footer};
use crate::site::form_fields::message;

/// What the screen shows.
#[derive(Clone, Debug, Default)]
pub struct OwnerShare {
    /// The page's name.
    pub username: String,
    /// The address of the page, absolute.
    pub url: String,
    /// The same as people write it: `mantel.page/ines`.
    pub address: String,
    /// The service, as link previews name it.
    pub host: String,
    /// What the page's owner is called.
    pub name: String,
    /// What link previews say of the page.
    pub description: String,
    /// What is live, if anything is.
    pub live: Option<LiveCard>,
    /// Whether the draft differs from what is live.
    pub unpublished: bool,
    /// The named ways to the page.
    pub ways: Vec<NamedWay>,
    /// The way that the codes name, or a name as typed.
    pub way: String,
    /// Why that is none.
    pub way_problem: Option<String>,
    /// The profiles elsewhere that the page links to.
    pub proofs: Vec<IdentityProof>,
    /// Whether it is shown in a dialog of the editor (`public/share-dialog.js`).
    pub in_dialog: bool,
}

/// A named way to the page.
#[derive(Clone, Debug, Default)]
pub struct NamedWay {
    /// Its name.
    pub name: String,
    /// How many came by it in the last 30 days; `None` while the page is not counted.
    pub came: Option<u64>,
}

/// The live page as others see it.
#[derive(Clone, Debug, Default)]
pub struct LiveCard {
    /// Since when.
    pub since: String,
    /// The address of its share card.
    pub picture: String,
    /// Whether the card is drawn. Until it is, its address shows the look's own card.
    pub drawn: bool,
}

impl OwnerShare {
    /// The name for where a code is put up, if it is one.
    fn way(&self) -> Option<&str> {
        (self.way_problem.is_none() && !self.way.is_empty()).then_some(self.way.as_str())
    }

    /// A file of the page's code, of a form, that names the way; a picture of this width, pixels, where it is to be smaller.
    fn file(&self, file: &str, form: Option<&str>, width: Option<u32>) -> String {
        let form = form.map(|form| format!("form={form}"));
        let way = self.way().map(|way| format!("way={way}"));
        let query: Vec<_> = form.into_iter().chain(way).chain(width.map(|width| format!("size={width}"))).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/{}/{file}{mark}{}", self.username, query.join("&"))
    }
}

/// The whole screen.
pub fn view(share: &OwnerShare) -> AnyView {
    if share.in_dialog {
        return sheet(share, "share-sheet in-dialog");
    }
    view! {
        <div class="ui-wall share-screen">
            {account_header("/share", ())}
            <div class="ui-shelf low" aria-hidden="true"></div>
            {sheet(share, "share-sheet")}
            {footer()}
        </div>
    }
    .into_any()
}

/// Both halves.
fn sheet(share: &OwnerShare, class: &'static str) -> AnyView {
    view! {
        <main class=class>
            <div class="share-ways">
                <h1>"Share your page"</h1>
                {address(share)}
                {ways(share)}
                {other_sites(share)}
                {proofs(share)}
            </div>
            <div class="share-side ui-wall">{preview(share)}{prints(share)}</div>
        </main>
    }
    .into_any()
}

fn address(share: &OwnerShare) -> AnyView {
    let state = match &share.live {
        None => view! { "Your page is not up yet. "<a class="ui-link" href="/edit">"Publish first"</a>"; the address is already yours." }.into_any(),
        Some(live) if share.unpublished => format!("Live since {}. What you changed since is not on it yet.", live.since).into_any(),
        Some(live) => format!("Live since {}.", live.since).into_any(),
    };
    view! {
        <div class="share-own-address">
            <div>
                <p class="settings-address"><a class="site-address" id="own-address" href=share.url.clone() data-title=share.name.clone()>{share.address.clone()}</a></p>
                <p class="ui-muted">{state}</p>
            </div>
            <div class="share-buttons">{copy_and_send("own-address", "Copy", true)}</div>
        </div>
    }
    .into_any()
}

fn ways(share: &OwnerShare) -> AnyView {
    let invalid = share.way_problem.is_some().to_string();
    let named = share.ways.iter().map(|way| way_row(share, way)).collect_view();
    let counted = share.ways.iter().any(|way| way.came.is_some());
    let typed = if share.way_problem.is_some() { share.way.clone() } else { String::new() };
    view! {
        <section id="ways" data-folds="">
            <h2>"Names for where you put it"</h2>
            <p class="ui-muted">"Write a plus and any word after your address. The word goes away as the page opens, and nothing else is added to links."{counted.then_some(" Beside each is how many came by it in the last 30 days.")}</p>
            {(!share.ways.is_empty()).then(|| view! { <ul class="settings-rows share-named">{named}</ul> })}
            <form class="share-way-form" action="/share/ways" method="post" novalidate=true>
                <div class="site-field">
                    <label class="ui-label" for="way">"A word for the place"</label>
                    <div class="site-username">{format!("{}+", share.address)}<input class="ui-field" id="way" name="way" value=typed placeholder="market" maxlength="24" autocapitalize="none" autocomplete="off" spellcheck="false" aria-invalid=invalid aria-describedby="way-says"/></div>
                    {message("way-says".to_owned(), "", share.way_problem.clone())}
                </div>
                <button class="ui-button quiet">"Add it"</button>
            </form>
        </section>
    }
    .into_any()
}

/// A named way: its address, how many came by it, its code, the buttons that copy and remove it.
fn way_row(share: &OwnerShare, NamedWay { name: way, came }: &NamedWay) -> AnyView {
    let came =
        came.map(|came| view! { {thousands(came, Grouping::Comma)}<span class="ui-sr-only">" came by it"</span> });
    let (url, address) = (format!("{}+{way}", share.url), format!("{}+{way}", share.address));
    let (id, chosen) = (format!("named-{way}"), share.way() == Some(way.as_str()));
    view! {
        <li>
            <span class="settings-row-text"><strong>{way.clone()}</strong></span>
            <a class="share-way-address" id=id.clone() href=url>{address}</a>
            <span class="share-way-count">{came}</span>
            <a class="ui-link" href=format!("/share?way={way}#prints") aria-current=chosen.then_some("true") aria-label=format!("QR code that names {way}")>"QR"</a>
            <button class="ui-link" type="button" data-copy=id hidden=true aria-label=format!("Copy the address with {way}")>"Copy"</button>
            <form action="/share/ways/remove" method="post"><input type="hidden" name="way" value=way.clone()/><button class="ui-link" aria-label=format!("Remove {way}")>"Remove"</button></form>
        </li>
    }
    .into_any()
}

fn other_sites(share: &OwnerShare) -> AnyView {
    let (url, name) = (&share.url, escaped(&share.name));
    let picture =
        format!("<a href=\"{url}\"><img src=\"{url}/card.jpg\" width=\"600\" height=\"315\" alt=\"{name}\"></a>");
    let frame = format!("<iframe src=\"{url}/embed\" title=\"{name}\" width=\"480\" height=\"320\"></iframe>");
    view! {
        <section data-folds="">
            <h2>"On another site"</h2>
            <p class="ui-muted">"A picture that leads here and follows every change. No script in it."</p>
            {copyable("other-picture", &picture)}
            <details class="settings-details"><summary class="ui-link">"A small frame instead"</summary>{copyable("other-frame", &frame)}</details>
        </section>
    }
    .into_any()
}

/// A text in an HTML attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

fn proofs(share: &OwnerShare) -> AnyView {
    let rows = share.proofs.iter().map(row).collect_view();
    let rows = match share.proofs.is_empty() {
        true => view! { <p class="ui-muted">"Add a profile of yours elsewhere to your page first."</p> }.into_any(),
        false => view! { <ul class="settings-rows share-proofs">{rows}</ul> }.into_any(),
    };
    view! {
        <section data-folds="">
            <h2>"Prove that it is you"</h2>
            <p class="ui-muted">"Link back from your profiles, and both say so."</p>
            {rows}
        </section>
    }
    .into_any()
}

/// Below the card, once it is drawn.
const CARD_SAYS: &str = "The picture is your page as it is live.";

/// What link previews show: in the bubble of a chat or in a post.
fn preview(share: &OwnerShare) -> AnyView {
    let Some(live) = &share.live else {
        return view! { <section class="share-preview" data-folds=""><h2>"What others see"</h2><p class="ui-muted">"Nothing yet: publish your page first."</p></section> }.into_any();
    };
    let words = view! { <span class="share-card-words"><strong>{share.name.clone()}</strong><span>{share.description.clone()}</span><span>{share.host.clone()}</span></span> };
    let state = match live.drawn {
        true => view! { <p class="ui-muted">{CARD_SAYS}</p> }.into_any(),
        false => {
            view! { <p class="ui-muted" aria-live="polite" data-drawn=CARD_SAYS>"Drawing a new one."</p> }.into_any()
        }
    };
    view! {
        <section class="share-preview" data-folds="">
            <h2>"What others see"</h2>
            <input type="radio" name="shown" id="in-chat" checked=true/>
            <input type="radio" name="shown" id="in-timeline"/>
            <div class="ui-segmented share-shown"><label for="in-chat">"In a chat"</label><label for="in-timeline">"In a timeline"</label></div>
            <div class="share-post">
                <span class="share-post-writer" aria-hidden="true"><i></i><b></b><b></b></span>
                <span class="share-card"><img src=live.picture.clone() width="1200" height="630" alt=format!("The card of {}", share.name)/>{words}</span>
            </div>
            {state}
        </section>
    }
    .into_any()
}

/// The codes on the shelf, and their files.
fn prints(share: &OwnerShare) -> AnyView {
    if share.live.is_none() {
        return ().into_any();
    }
    let way = share.way().map(|way| format!("“{way}”, ")).unwrap_or_default();
    let choices =
        PRINTS.map(|print| view! { <input type="radio" name="print" id=print.id checked=print.id == PRINTS[0].id/> });
    let standing = PRINTS.map(|print| {
        let picture = share.file(print.shown, print.form, print.form.map(|_| SHOWN_WIDTH));
        view! { <label for=print.id class=format!("share-{}", print.id)><img src=picture alt=print.words loading="lazy" data-again=""/></label> }
    });
    let labels = PRINTS.map(|print| view! { <label for=print.id>{print.label}</label> });
    let files = PRINTS.map(|print| {
        let link = |&(label, file): &(&'static str, &'static str)| {
            view! { <a class="ui-button quiet" href=share.file(file, print.form, None) download=true>{label}</a> }
        };
        let links = print.files.iter().map(link).collect_view();
        view! { <div class=format!("share-files of-{}", print.id)><p class="ui-muted">{format!("{way}{}", print.size)}</p>{links}</div> }
    });
    view! {
        <section class="share-prints" id="prints" aria-label="To print">
            {choices.collect_view()}
            <div class="share-standing">{standing.collect_view()}</div>
            <div class="ui-shelf mini" aria-hidden="true"></div>
            <div class="ui-segmented share-kinds">{labels.collect_view()}</div>
            {files.collect_view()}
        </section>
    }
    .into_any()
}

/// The width in which prints and stickers stand on the shelf, pixels of a screen with three to the CSS pixel.
const SHOWN_WIDTH: u32 = 318;

/// A form of the code, to take along.
#[derive(Clone, Copy)]
struct PrintChoice {
    /// The id of its choice.
    id: &'static str,
    /// The choice.
    label: &'static str,
    /// What is seen, for screen readers.
    words: &'static str,
    /// How large it is printed, and from how far it is read: ten times the width of its code.
    size: &'static str,
    /// The form in addresses; a plain code needs none.
    form: Option<&'static str>,
    /// The file that is shown.
    shown: &'static str,
    /// Its files: what they are called, and their names.
    files: &'static [(&'static str, &'static str)],
}

const PRINTS: [PrintChoice; 3] = [
    PrintChoice {
        id: "as-sticker",
        label: "Sticker",
        words: "Sticker with the QR code",
        size: "50 mm, reads from 50 cm.",
        form: Some("sticker"),
        shown: "qr.png",
        files: &[("SVG", "qr.svg"), ("PNG", "qr.png"), ("PDF", "print.pdf")],
    },
    PrintChoice {
        id: "as-print",
        label: "A6 print",
        words: "A6 print with the QR code",
        size: "105 × 148 mm, reads from 40 cm.",
        form: Some("print"),
        shown: "qr.png",
        files: &[("SVG", "qr.svg"), ("PNG", "qr.png"), ("PDF", "print.pdf")],
    },
    PrintChoice {
        id: "as-plain",
        label: "Plain",
        words: "Plain QR code",
        size: "50 mm, reads from 50 cm.",
        form: None,
        shown: "qr.svg",
        files: &[("SVG", "qr.svg"), ("PNG", "qr.png")],
    },
];
