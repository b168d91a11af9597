//! A published page as a static site: rendered as usual, then every URL of this server is made relative, so that it
//! works in any folder of any web server, or opened from disk.

use std::sync::Arc;

use mantel_app::render::context::RenderContext;
use mantel_model::photo::Pictures;
use mantel_model::plain_text;

use super::font_licence::font_licence;
use super::zip::{Content, Files};
use crate::assets::{self, Asset};
use crate::config::Config;
use crate::media::{FileTypes, Variant};
use crate::page_document::{DocumentUrls, critical_css, published_html, version};
use crate::service::Published;

/// A page as a static site, without the images that only the page file refers to.
#[derive(Debug)]
pub struct StaticSite {
    /// Its files, by name.
    pub files: Files,
    /// Changes when this program renders the same page differently.
    pub version: String,
}

/// Exports a published page. `pictures` has the metadata of the images stored here; they and their variants become
/// files, named by [`crate::media::FileType::file_name`] for their `kinds`.
pub fn export(published: &Published, config: &Config, kinds: &FileTypes, pictures: Arc<Pictures>) -> StaticSite {
    let (url, look) = (config.page_url(&published.username), published.page.theme.look());
    let name = format!("looks/{look}.css");
    let stylesheet_url = assets::path(&name).unwrap_or_default();
    let context = RenderContext { facts: Arc::clone(&published.facts), pictures, ..RenderContext::default() };
    let mut css = String::new();
    let stylesheet = |body: &str, document: &dyn Fn(&[&str]) -> String| {
        css = critical_css::for_body(look, body);
        document(&["<link rel=\"stylesheet\" href=\"", stylesheet_url, "\">"])
    };
    let urls = DocumentUrls { page: &url, base: &config.base_url, drawings: None };
    let rendered = published_html(published, context, stylesheet, urls, None);
    let mut out = Files::new();
    let html = super::html::rewrite_urls(&rendered, &|url| {
        if url == stylesheet_url {
            return Some(format!("assets/{look}.css"));
        }
        relative(url, published.username.as_str(), kinds)
    });
    for asset in html.assets.iter().filter_map(|asset| assets::file(asset)).filter(|asset| asset.path != stylesheet_url)
    {
        out.insert(asset_file(asset), Content::Bytes(asset.plain));
    }
    out.extend(html.media.iter().filter_map(|url| picture(url, kinds)));
    let stylesheet = super::stylesheet::convert(&css);
    out.insert(format!("assets/{look}.css"), Content::Text(stylesheet.css));
    for font in stylesheet.fonts {
        out.insert(asset_file(font), Content::Bytes(font.plain));
        out.extend(font_licence(font));
    }
    let text = plain_text::llms_txt(&published.page, &url, &published.facts);
    out.insert("llms.txt".to_owned(), Content::Text(text));
    out.insert("index.html".to_owned(), Content::Text(html.html));
    StaticSite { files: out, version: version(&rendered) }
}

/// The relative URL for one of this server's; `None` for any other.
fn relative(address: &str, username: &str, kinds: &FileTypes) -> Option<String> {
    if let Some(name) = address.strip_prefix("/media/") {
        let found = picture(address, kinds).map(|picture| picture.0);
        return Some(found.unwrap_or_else(|| format!("media/{name}")));
    }
    if address.strip_prefix('/').and_then(|rest| rest.strip_suffix("/llms.txt")) == Some(username) {
        return Some("llms.txt".to_owned());
    }
    assets::file(address).map(asset_file)
}

/// The file of an image stored here, or of a variant of it.
fn picture(address: &str, kinds: &FileTypes) -> Option<(String, Content)> {
    let name = address.strip_prefix("/media/")?;
    let (hash, variant) = name.split_once('/').map_or((name, None), |(hash, variant)| (hash, Some(variant)));
    let kind = kinds.get(hash)?;
    Some(match variant {
        Some(name) => (format!("media/{hash}.{name}"), Content::Variant(hash.to_owned(), Variant::parse(name)?)),
        None => (kind.file_name(hash), Content::Picture(hash.to_owned())),
    })
}

/// The file of an asset: `assets/caprasimo-400-latin.60….woff2`.
fn asset_file(asset: &Asset) -> String {
    asset.path.trim_start_matches('/').to_owned()
}
