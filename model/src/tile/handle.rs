//! Checks handles, and mends those that are written another way: whole addresses of profiles, `@ines`, `mailto:`
//! (decisions, Handles and addresses).

use super::handle_rules::{HandleForm, Rule};
use super::profile_address;
use crate::address::{Address, decoded, is_domain};
use crate::limits;
use crate::problem::either;
use crate::text::{Text, clean, halfwidth};
use crate::tile::Platform;

/// A handle as tiles hold it.
pub type Handle = Text<{ limits::HANDLE }>;

/// Reads a handle on a platform: as it is, or mended. Takes the address of a profile, too.
///
/// # Errors
/// A sentence that says what a handle of the platform is, with an example.
pub fn read(platform: Platform, text: &str) -> Result<Handle, String> {
    if text.len() > limits::URL_BYTES {
        return Err(described(platform));
    }
    let written = halfwidth(&clean(text)).into_owned();
    let written = written.trim().trim_matches(|mark| matches!(mark, '<' | '>' | '"' | '“' | '”')).trim();
    from_address(platform, written)?.or_else(|| mended(platform, written)).ok_or_else(|| refusal(platform, written))
}

/// The handle that an address of a profile has.
pub(crate) fn valid(platform: Platform, text: &str) -> Option<Handle> {
    mended(platform, text)
}

/// Whether it is a handle of the platform, mended or not needing it.
fn fits(rule: &Rule, text: &str) -> bool {
    match rule.form {
        HandleForm::Name(characters) => {
            let under = |path: &&'static str| text.strip_prefix(*path).and_then(|rest| rest.strip_prefix('/'));
            match rule.paths.iter().find_map(under) {
                Some(name) => is_name(name, "é._-", (1, 100)),
                None => is_name(text, characters, rule.length),
            }
        }
        HandleForm::Phone => is_phone(text, 3),
        HandleForm::InternationalPhone => is_international(text),
        HandleForm::Signal => {
            let named = |(name, digits): (&str, &str)| {
                is_name(name, "^a0_", (3, 32)) && digits.len() >= 2 && is_name(digits, "0", (2, 9))
            };
            is_international(text) || text.rsplit_once('.').is_some_and(named)
        }
        HandleForm::Email => is_email(text),
        HandleForm::Federated => {
            text.split_once('@').is_some_and(|(user, host)| is_name(user, "é._-", rule.length) && is_domain(host))
        }
        HandleForm::Matrix => {
            let named = |(name, host): (&str, &str)| {
                let name = name.strip_prefix(['@', '#', '!', '+']).unwrap_or_default();
                let host = host.split_once(':').map_or(host, |(host, _)| host);
                is_name(name, "é._-=/+", (1, 200)) && is_domain(host)
            };
            text.split_once(':').is_some_and(named)
        }
        HandleForm::Domain => {
            is_domain(text)
                || text
                    .strip_prefix("did:")
                    .and_then(|rest| rest.split_once(':'))
                    .is_some_and(|(method, id)| is_name(method, "a0", (1, 10)) && is_name(id, "a0._-:%", (1, 200)))
        }
        HandleForm::Orcid => is_orcid(text),
        HandleForm::Nostr => {
            let key = |start: &str| text.strip_prefix(start).is_some_and(|key| is_name(key, "a0", (58, 190)));
            key("npub1") || key("nprofile1") || is_email(text)
        }
        HandleForm::Session => {
            let id = text.len() == 66 && text.starts_with("05") && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            id || is_name(text, "a0_-", rule.length)
        }
    }
}

/// Whether it has only these characters (see [`HandleForm::Name`]), in this number, and a letter or digit among them.
fn is_name(text: &str, characters: &str, (least, most): (u8, u8)) -> bool {
    let (signs, letter_first) = characters.strip_prefix('^').map_or((characters, false), |signs| (signs, true));
    let is_in = |character: char| match character {
        'a'..='z' | 'A'..='Z' => signs.contains(['a', 'é']),
        '0'..='9' => signs.contains(['0', 'é']),
        other if other.is_alphanumeric() => signs.contains('é'),
        other => signs.contains(other),
    };
    (usize::from(least)..=usize::from(most)).contains(&text.chars().count())
        && text.chars().all(is_in)
        && text.chars().any(char::is_alphanumeric)
        && (!letter_first || text.starts_with(|first: char| first.is_ascii_alphabetic()))
}

/// Whether it is a telephone number: digits with the signs that people put between them.
fn is_phone(text: &str, least: usize) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let number = text.strip_prefix('+').unwrap_or(text);
    (least..=15).contains(&digits) && number.bytes().all(|byte| byte.is_ascii_digit() || b" -()./".contains(&byte))
}

/// Whether it is a telephone number that can begin with a country code.
fn is_international(text: &str) -> bool {
    is_phone(text, 7) && !text.trim_start_matches(['+', ' ', '(']).starts_with('0')
}

/// Whether it is one email address (RFC 5321, RFC 6531): what stands before the last `@` and a domain.
pub(crate) fn is_email(text: &str) -> bool {
    let local = |user: &str| {
        !user.is_empty()
            && user.len() <= 64
            && !user.starts_with('.')
            && !user.ends_with('.')
            && user.chars().all(|it| {
                if it.is_ascii() {
                    it.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(it)
                } else {
                    !it.is_whitespace() && !it.is_control()
                }
            })
    };
    text.len() <= limits::EMAIL && text.rsplit_once('@').is_some_and(|(user, host)| local(user) && is_domain(host))
}

/// Whether the check digit is right (ISO 7064, MOD 11-2).
fn is_orcid(text: &str) -> bool {
    let groups = text.split('-').map(str::len);
    let digits: Vec<u32> = text
        .chars()
        .filter(|it| *it != '-')
        .filter_map(|it| if it == 'X' { Some(10) } else { it.to_digit(10) })
        .collect();
    let Some((check, rest)) = digits.split_last() else { return false };
    let sum = rest.iter().fold(0, |sum, digit| (sum + digit) * 2 % 11);
    groups.eq([4, 4, 4, 4]) && digits.len() == 16 && rest.iter().all(|digit| *digit < 10) && (12 - sum) % 11 == *check
}

/// The handle at an address of a profile; `None` where the text is not one.
///
/// # Errors
/// Where it is an address that is no profile of the platform.
fn from_address(platform: Platform, text: &str) -> Result<Option<Handle>, String> {
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    let mail = if lower.starts_with("mailto:") {
        text.get(7..)
    } else if lower.starts_with("tel:") {
        text.get(4..)
    } else {
        None
    };
    if let Some(rest) = mail {
        let rest = decoded(rest.split('?').next().unwrap_or_default());
        return Ok(Some(mended(platform, &rest).ok_or_else(|| refusal(platform, text))?));
    }
    if let Some(social) = profile_address::of_app_link(text) {
        return if social.platform == platform {
            Ok(Some(social.handle))
        } else {
            Err(elsewhere(platform, social.platform))
        };
    }
    let at = |address: &str| {
        let url = Address::parse(address).filter(|url| !url.credentials)?;
        profile_address::handle_at(platform, &url)
    };
    if text.contains("://") || text.starts_with("//") {
        let address = text.strip_prefix("//").map_or_else(|| text.to_owned(), |rest| format!("https://{rest}"));
        if let Some(handle) = at(&address) {
            return Ok(Some(handle));
        }
        let other = Address::parse(&address).and_then(|url| profile_address::profile(&url));
        return Err(other.map_or_else(|| refusal(platform, text), |other| elsewhere(platform, other.platform)));
    }
    if text.contains(char::is_whitespace) {
        return Ok(None);
    }
    // `instagram.com/ines`, `ines.tumblr.com`, then `in/ines`, `u/ines`, `ines?igsh=…`.
    let bare = text.contains('.').then(|| at(&format!("https://{text}"))).flatten();
    let on_site = || {
        let site = platform.template()?.strip_prefix("https://")?.split('/').next()?;
        let path = text.contains(['/', '?', '#', '@', '~', '$']) && !site.starts_with('{');
        path.then(|| at(&format!("https://{site}/{}", text.trim_start_matches('/')))).flatten()
    };
    Ok(bare.or_else(|| if mended(platform, text).is_some() { None } else { on_site() }))
}

/// The handle in its own form, if the text is one: without marks that its address does not have.
fn mended(platform: Platform, text: &str) -> Option<Handle> {
    let rule = platform.rule();
    let text = text.trim();
    let fixed = match rule.form {
        HandleForm::Name(_) => {
            let bare = text.trim_end_matches('/');
            // A LINE ID that begins with @ is that of an official account.
            let bare = if platform == Platform::Line { bare } else { bare.trim_start_matches(['/', '@']) };
            name(platform, bare)
        }
        HandleForm::Phone | HandleForm::InternationalPhone | HandleForm::Signal => phone(text),
        HandleForm::Federated => federated(text),
        HandleForm::Matrix if !text.starts_with(['@', '#', '!', '+']) => format!("@{text}"),
        HandleForm::Domain => {
            let domain = text.trim_start_matches(['@', '/']).trim_end_matches('/');
            let name = is_name(domain, "a0-", (3, 18));
            match name {
                true => format!("{domain}.bsky.social").to_lowercase(),
                false if is_domain(domain) => domain.to_lowercase(),
                false => domain.to_owned(),
            }
        }
        HandleForm::Orcid => orcid(text),
        // `Ines <ines@harrow.example>`
        HandleForm::Email => text.rsplit('<').next().unwrap_or_default().trim_end_matches(['/', '>']).to_owned(),
        HandleForm::Matrix | HandleForm::Nostr | HandleForm::Session => text.trim_end_matches('/').to_owned(),
    };
    fits(rule, &fixed).then(|| Text::new(&fixed).ok()).flatten().filter(|handle| handle.as_str() == fixed)
}

/// A name in the platform's own writing.
fn name(platform: Platform, text: &str) -> String {
    match platform {
        Platform::CashApp => text.trim_start_matches('$').to_owned(),
        Platform::Sourcehut => text.trim_start_matches('~').to_owned(),
        Platform::Threema => text.to_ascii_uppercase(),
        // The ID of a channel.
        Platform::Youtube if text.len() == 24 && text.starts_with("UC") => format!("channel/{text}"),
        _ => text.to_owned(),
    }
}

/// A number with `+` before its country code.
fn phone(text: &str) -> String {
    match text.strip_prefix("00") {
        Some(rest) if rest.starts_with(|digit: char| matches!(digit, '1'..='9')) => format!("+{rest}"),
        _ => text.to_owned(),
    }
}

/// `user@host`, the host in lower case.
fn federated(text: &str) -> String {
    let text = text.strip_prefix("acct:").unwrap_or(text).trim_start_matches('@').trim_end_matches('/');
    match text.split_once('@') {
        Some((user, host)) => format!("{user}@{}", host.to_lowercase()),
        None => text.to_owned(),
    }
}

/// Four groups of digits.
fn orcid(text: &str) -> String {
    let digits: String = text.chars().filter(|it| !matches!(it, '-' | ' ')).collect::<String>().to_uppercase();
    if digits.len() != 16 || !digits.is_ascii() {
        return text.to_owned();
    }
    let group = |at: usize| digits.get(at * 4..at * 4 + 4).unwrap_or_default();
    [group(0), group(1), group(2), group(3)].join("-")
}

/// That it is a profile of another platform.
fn elsewhere(platform: Platform, other: Platform) -> String {
    format!("this is {} profile; {}", with_article(other.label()), lower_first(&described(platform)))
}

/// What a handle of the platform is, and what is wrong with this one.
fn refusal(platform: Platform, text: &str) -> String {
    let rule = platform.rule();
    if let HandleForm::Name(characters) = rule.form {
        let open = (1, u8::MAX);
        let bare = name(platform, text.trim_start_matches('@'));
        let count = bare.chars().count();
        let length = match rule.length {
            (least, most) if least == most => format!("{most} "),
            (least, _) if count < usize::from(least) => format!("at least {least} "),
            (_, most) => format!("at most {most} "),
        };
        if is_name(&bare, characters.trim_start_matches('^'), open) && count <= 200 {
            return if is_name(&bare, characters.trim_start_matches('^'), rule.length) {
                format!(
                    "{} handle starts with a letter, like {}",
                    capital(&with_article(platform.label())),
                    rule.example
                )
            } else {
                sentence(platform, characters, &length)
            };
        }
    }
    described(platform)
}

/// What a handle of the platform is, with an example.
fn described(platform: Platform) -> String {
    let rule = platform.rule();
    let handle = format!("{} handle", capital(&with_article(platform.label())));
    let example = rule.example;
    match rule.form {
        HandleForm::Name("0") => format!("{handle} is the number in the address of the profile, like {example}"),
        HandleForm::Name(characters) => sentence(platform, characters, ""),
        HandleForm::Phone => format!("A phone number has 3 to 15 digits, like {example}"),
        HandleForm::InternationalPhone => format!("{handle} is a phone number with its country code, like {example}"),
        HandleForm::Signal => {
            format!("{handle} is a phone number with its country code, or a name and digits, like {example} or ines.01")
        }
        HandleForm::Email => format!("An email address has a name, an @ and a domain, like {example}"),
        HandleForm::Federated => format!("{handle} has a name and a server, like {example}"),
        HandleForm::Matrix => format!("{handle} has a name and a server, like {example}"),
        HandleForm::Domain => format!("{handle} is a domain, like {example}"),
        HandleForm::Orcid => {
            format!("An ORCID iD has four groups of four digits, the last a check digit, like {example}")
        }
        HandleForm::Nostr => {
            format!("{handle} is a public key that starts with npub1, or a name at a domain, like {example}")
        }
        HandleForm::Session => format!("{handle} is an account ID of 66 digits and letters, or a name, like {example}"),
    }
}

fn sentence(platform: Platform, characters: &str, length: &str) -> String {
    let word = |sign: char| match sign {
        'a' => "letters",
        'é' => "letters and numbers of any language",
        '0' => "numbers",
        '.' => "dots",
        '_' => "underscores",
        '-' => "hyphens",
        ' ' => "spaces",
        '~' => "tildes",
        ':' => "colons",
        '+' => "plus signs",
        '#' => "number signs",
        '*' => "asterisks",
        '@' => "at signs",
        _ => "middle dots",
    };
    let words: Vec<&str> = characters.chars().filter(|sign| *sign != '^').map(word).collect();
    let words = either(&words).replace(" or ", " and ");
    format!("{} handle has {length}{words}, like {}", capital(&with_article(platform.label())), platform.rule().example)
}

/// "an Instagram", "a YouTube".
fn with_article(label: &str) -> String {
    let label = label.strip_prefix("The ").unwrap_or(label);
    let vowel = label.starts_with(['A', 'E', 'I', 'O', 'U', 'i']) || label == "X" || label == "Xbox";
    format!("{} {label}", if vowel { "an" } else { "a" })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
