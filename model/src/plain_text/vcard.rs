//! A page as a contact: vCard 3.0 (RFC 2426), which phones and mail programs take.

use crate::address::decoded;
use crate::page::Draft;
use crate::tile::Kind;

/// Octets of a line, its end not counted (RFC 2426, 2.6).
const LINE: usize = 75;

/// What a card has besides the page.
#[derive(Clone, Copy, Debug)]
pub struct Card<'a> {
    /// The page's public address.
    pub url: &'a str,
    /// Who it is if the page has no name.
    pub username: &'a str,
    /// When the page went live, RFC 3339.
    pub revised: &'a str,
    /// A small JPEG picture, in base64.
    pub photo: Option<&'a str>,
}

/// The contact of whoever the page is about: name, bio, place, the page's address, email addresses and telephone numbers, and
/// profiles elsewhere. Equal pages give equal text.
pub fn vcard(page: &Draft, card: Card<'_>) -> String {
    let profile = &page.profile;
    let name = profile.name_or(card.username);
    let mut out = String::new();
    let mut line = |property: &str, value: &str| fold(&format!("{property}:{value}"), &mut out);
    line("BEGIN", "VCARD");
    line("VERSION", "3.0");
    line("FN", &text(name));
    // A name is one text, which no rule takes apart: it stands where programs show it, as the given name.
    line("N", &format!(";{};;;", text(name)));
    if let Some(bio) = &profile.bio {
        line("NOTE", &text(bio.as_str()));
    }
    if let Some(place) = &profile.location {
        line("ADR", &format!(";;;{};;;", text(place.as_str())));
    }
    line("URL", card.url);
    for tile in &page.tiles {
        let Some(address) = tile.kind.address() else { continue };
        let address = address.as_str();
        match (address.split_once(':'), &tile.kind) {
            (Some(("mailto", email)), _) => line("EMAIL;TYPE=INTERNET", &text(&decoded(without_query(email)))),
            (Some(("tel", number)), _) => line("TEL", &text(&decoded(without_query(number)))),
            (_, Kind::Social(social)) => line(&format!("X-SOCIALPROFILE;TYPE={}", social.platform), address),
            _ => {}
        }
    }
    if let Some(photo) = card.photo {
        line("PHOTO;ENCODING=b;TYPE=JPEG", photo);
    }
    line("REV", card.revised);
    line("END", "VCARD");
    out
}

/// An address without what follows it, such as a subject.
fn without_query(address: &str) -> &str {
    address.split('?').next().unwrap_or_default()
}

/// Text as a value (RFC 2426, 4): on one line, with the characters escaped that mean something.
fn text(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '\\' | ',' | ';' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

/// Adds a line, folded before its 76th octet, between characters.
fn fold(line: &str, out: &mut String) {
    let mut room = LINE;
    for letter in line.chars() {
        if letter.len_utf8() > room {
            out.push_str("\r\n ");
            room = LINE - 1;
        }
        room -= letter.len_utf8();
        out.push(letter);
    }
    out.push_str("\r\n");
}
