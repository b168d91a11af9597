//! Repositories. `owner/name` is one, unless it is more likely words, numbers or a file:
//!
//! 1. Two parts of the characters of GitHub, the owner without a dot, each of two characters or more with a letter.
//! 2. Neither both in capitals (`AC/DC`), nor both two letters (`en/de`), nor two capitalised words (`Berlin/Paris`).
//! 3. No number of something: `2x/week`, `10km/day`.
//! 4. Not two words of the table of pairs (`yes/no`, `singer/songwriter`), nor a folder first (`src/lib`).
//! 5. No file name last: `notes/today.md`; `.js`, `.rs`, `.sh` and `.py` may end a repository's name (`vercel/next.js`),
//!    unless it is a usual file name (`ada/index.js`).

use super::social;
use super::word_pairs::{FILE_STEMS, FOLDERS, PRONOUNS, UNITS, WORDS};
use crate::address::{Address, decoded};
use crate::safe_url::SafeUrl;
use crate::tile::profile_address::is_own_page;
use crate::tile::{Github, Kind, Link, Platform, Repo};

/// Endings of file names.
const FILES: &str = " md txt rtf html htm css scss json json5 yaml yml toml xml csv tsv sql ini cfg conf log ts tsx jsx vue \
     svelte go rb php c h cpp hpp cc cs java kt swift lua pl r ipynb lock bat ps1 exe dll dmg app apk iso png jpg jpeg gif \
     webp avif svg ico bmp tiff psd ai pdf doc docx xls xlsx ppt pptx odt epub zip gz tar rar 7z mp3 mp4 mov avi mkv wav \
     flac ogg webm woff woff2 ttf otf ";

/// Endings of file names that names of repositories have, too.
const ALSO_NAMES: &str = " js rs sh py ";

/// `owner/repo`.
pub(super) fn repository(input: &str) -> Option<Kind> {
    let short = input.strip_prefix("github:").or_else(|| input.strip_prefix("gh:"));
    let written = short.unwrap_or(input);
    let (owner, name) = written.split_once('/')?;
    if owner.contains('.') || name.contains('/') {
        return None;
    }
    let repo = Repo::parse(written.strip_suffix(".git").unwrap_or(written)).ok()?;
    let sure = short.is_some() || written.ends_with(".git");
    (sure || !is_something_else(owner, name)).then_some(Kind::Github(Github { repo }))
}

fn is_something_else(owner: &str, name: &str) -> bool {
    let is_in = |list: &str, word: &str| list.contains(&format!(" {word} "));
    let each = |test: &dyn Fn(&str) -> bool| test(owner) && test(name);
    let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let (first, last) = (owner.to_ascii_lowercase(), name.to_ascii_lowercase());
    let word = |text: &str| text.len() > 1 && text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let capitals = |text: &str| !text.bytes().any(|byte| byte.is_ascii_lowercase());
    let capitalised = |text: &str| {
        letters(text)
            && text.starts_with(|it: char| it.is_ascii_uppercase())
            && !text.bytes().skip(1).any(|byte| byte.is_ascii_uppercase())
    };
    let counted = |text: &str| text.starts_with(|it: char| it.is_ascii_digit());
    let words = |list: &str| is_in(list, &first) && is_in(list, &last);
    !each(&word)
        || each(&capitals)
        || (each(&letters) && owner.len() == 2 && name.len() == 2)
        || (each(&capitalised) && first != last)
        || (counted(owner) && (counted(name) || is_in(UNITS, &last)))
        || words(WORDS)
        || words(PRONOUNS)
        || is_in(FOLDERS, &first)
        || is_file(&last)
}

/// Whether the last part is a file name.
fn is_file(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let is_in = |list: &str, word: &str| list.contains(&format!(" {word} "));
    is_in(FILES, ending) || (is_in(ALSO_NAMES, ending) && is_in(FILE_STEMS, stem))
}

/// The address of a repository as git takes it: `git@github.com:owner/name.git`, `ssh://git@…`, `git://…`. A link where it
/// is not on GitHub.
pub(super) fn of_git_address(input: &str) -> Option<Kind> {
    if input.contains(char::is_whitespace) {
        return None;
    }
    let scheme = ["ssh://", "git://", "git+ssh://", "git+https://", "git+http://"];
    let rest = scheme.iter().find_map(|scheme| {
        input.get(..scheme.len()).filter(|start| start.eq_ignore_ascii_case(scheme))?;
        input.get(scheme.len()..)
    });
    let (host, path) = match rest {
        Some(rest) => rest.split_once('/')?,
        // `git@host:path`
        None => input.strip_prefix("git@")?.split_once(':')?,
    };
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let host = host.split_once(':').map_or(host, |(host, _)| host);
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let url = SafeUrl::parse(&format!("https://{host}/{path}")).ok().filter(|_| path.contains('/'))?;
    let repo = || if host.eq_ignore_ascii_case("github.com") { Repo::parse(path).ok() } else { None };
    Some(match repo() {
        Some(repo) => Kind::Github(Github { repo }),
        None => Kind::Link(Link::to(url)),
    })
}

/// GitHub: an owner alone is a handle, `owner/repo` a repository, anything deeper a link.
pub(super) fn at_address(url: &Address) -> Option<Kind> {
    let host = url.host.trim_end_matches('.');
    if !matches!(host.strip_prefix("www.").unwrap_or(host), "github.com" | "m.github.com") {
        return None;
    }
    let segments: Vec<String> = url.segments().map(decoded).collect();
    match segments.as_slice() {
        [owner, ..] if is_own_page(owner) => None,
        [owner] => social(Platform::Github, owner),
        [owner, name] => Repo::parse(&format!("{owner}/{}", name.strip_suffix(".git").unwrap_or(name)))
            .ok()
            .map(|repo| Kind::Github(Github { repo })),
        _ => None,
    }
}
