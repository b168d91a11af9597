//! A published page as plain files: drawn by the one renderer, then every address of ours made relative, so that it
//! stands in any folder of any web server, or on a disk.

use std::sync::Arc;

use mantel_app::render::page::RenderContext;
use mantel_model::photo::Pictures;
use mantel_model::plain_text;

use super::zip::{Content, Files};
use crate::assets::{self, Asset};
use crate::config::Config;
use crate::media::{FileTypes, Variant};
use crate::service::Published;
use crate::web::public::page;

/// The files of a page, but for its pictures.
#[derive(Debug)]
pub struct Still {
    /// By name.
    pub files: Files,
    /// Changes when this program draws the same page in another way.
    pub version: String,
}

/// A published page as files, drawn with what `held` tells of the pictures that are kept here: those, and what is made of
/// them, lie beside it. Pictures of these kinds are named as [`crate::media::FileType::file_name`] does.
pub fn page(live: &Published, config: &Config, kinds: &FileTypes, held: Arc<Pictures>) -> Still {
    let (url, look) = (config.page_url(&live.username), live.page.theme.look());
    let name = format!("looks/{look}.css");
    let address = assets::path(&name).unwrap_or_default();
    let setting = RenderContext { facts: Arc::clone(&live.facts), pictures: held, ..RenderContext::default() };
    let mut css = String::new();
    let dress = |body: &str| {
        css = crate::web::critical_css::of(look, body);
        format!("<link rel=\"stylesheet\" href=\"{address}\">")
    };
    let drawn = page::html(live, &setting, dress, &url, &config.base_url);
    let mut out = Files::new();
    let html = super::html::moved(&assets::hashed(&drawn), &|it| {
        if it == address {
            return Some(format!("assets/{look}.css"));
        }
        relative(it, live.username.as_str(), kinds)
    });
    for asset in html.assets.iter().filter_map(|asset| assets::file(asset)).filter(|it| it.path != address) {
        out.insert(place(asset), Content::Bytes(asset.plain));
    }
    out.extend(html.media.iter().filter_map(|it| picture(it, kinds)));
    let sheet = super::stylesheet::apart(&css);
    out.insert(format!("assets/{look}.css"), Content::Text(sheet.css));
    for font in sheet.fonts {
        out.insert(place(font), Content::Bytes(font.plain));
        out.extend(licence(font));
    }
    let text = plain_text::llms_txt(&live.page, &url, &live.facts);
    out.insert("llms.txt".to_owned(), Content::Text(text));
    out.insert("index.html".to_owned(), Content::Text(html.text));
    Still { files: out, version: page::version(&drawn) }
}

/// An address of ours as it is among the files; `None` for every other.
fn relative(address: &str, username: &str, kinds: &FileTypes) -> Option<String> {
    if let Some(name) = address.strip_prefix("/media/") {
        let found = picture(address, kinds).map(|picture| picture.0);
        return Some(found.unwrap_or_else(|| format!("media/{name}")));
    }
    if address.strip_prefix('/').and_then(|rest| rest.strip_suffix("/llms.txt")) == Some(username) {
        return Some("llms.txt".to_owned());
    }
    assets::file(address).map(place)
}

/// A picture that is kept here, or what is made of it, as it lies beside the page.
fn picture(address: &str, kinds: &FileTypes) -> Option<(String, Content)> {
    let name = address.strip_prefix("/media/")?;
    let (hash, made) = name.split_once('/').map_or((name, None), |(hash, made)| (hash, Some(made)));
    let kind = kinds.get(hash)?;
    Some(match made {
        Some(made) => (format!("media/{hash}.{made}"), Content::Made(hash.to_owned(), Variant::parse(made)?)),
        None => (kind.file_name(hash), Content::Picture(hash.to_owned())),
    })
}

/// Where a file of the site lies: `assets/caprasimo-400-latin.60….woff2`.
fn place(asset: &Asset) -> String {
    asset.path.trim_start_matches('/').to_owned()
}

/// The licence of a font: `young-serif-400-latin.woff2` comes under `young-serif.txt`.
pub fn licence(font: &Asset) -> Option<(String, Content)> {
    let mut stem = font.name.strip_prefix("/fonts/")?;
    while let Some((shorter, _)) = stem.rsplit_once('-') {
        stem = shorter;
        if let Some(found) = assets::file(&format!("/fonts/licences/{stem}.txt")) {
            return Some((format!("assets/licences/{stem}.txt"), Content::Bytes(found.plain)));
        }
    }
    None
}
