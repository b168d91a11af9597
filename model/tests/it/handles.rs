//! Handles: the rule of each platform, by the table `tests/vectors/handles.txt`.

use std::collections::HashMap;

use mantel_model::brief::detect::detect;
use mantel_model::read::read_tile;
use mantel_model::tile::{Kind, Platform, handle};
use serde_json::json;

/// Lines of the table: platform, text, and the handle or words of the refusal.
fn vectors() -> impl Iterator<Item = (Platform, &'static str, Result<&'static str, &'static str>)> {
    let lines =
        include_str!("../vectors/handles.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.map(|line| {
        let parts: Vec<&str> = line.splitn(3, " | ").collect();
        let [platform, text, expected] = parts.as_slice() else { panic!("{line}") };
        let platform = Platform::parse(platform).unwrap_or_else(|| panic!("{line}"));
        (platform, *text, expected.strip_prefix("! ").map_or(Ok(*expected), Err))
    })
}

#[test]
fn every_platform_takes_its_handles_and_refuses_others_with_an_example() {
    let wrong: Vec<String> = vectors()
        .filter_map(|(platform, text, expected)| {
            let found = handle::read(platform, text).map(|handle| handle.to_string());
            let fits = match (&found, expected) {
                (Ok(found), Ok(expected)) => found == expected,
                (Err(found), Err(expected)) => found.contains(expected),
                _ => false,
            };
            (!fits).then(|| format!("{platform} {text}: {found:?} instead of {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_platform_has_vectors_one_of_them_refused_and_an_address() {
    let mut counts: HashMap<Platform, (usize, usize, usize)> = HashMap::new();
    for (platform, text, expected) in vectors() {
        let (all, refused, addresses) = counts.entry(platform).or_default();
        *all += 1;
        *refused += usize::from(expected.is_err());
        *addresses += usize::from(expected.is_ok() && text.contains(':') && text != "@ines:matrix.org");
    }
    for platform in Platform::ALL {
        let (all, refused, addresses) = counts.get(platform).copied().unwrap_or_default();
        let addressed = addresses > 0 || platform.template().is_none();
        assert!(all >= 3 && refused >= 1 && addressed, "{platform}: {all}, {refused} refused, {addresses} addresses");
    }
    assert_eq!(counts.len(), 115);
}

#[test]
fn a_handle_that_was_read_is_read_again_unchanged_by_every_reader() {
    for (platform, _, expected) in vectors() {
        let Ok(expected) = expected else { continue };
        assert_eq!(handle::read(platform, expected).as_ref().map(|handle| handle.as_str()), Ok(expected), "{platform}");
        let tile = json!({ "type": "social", "platform": platform, "handle": expected });
        let tile = read_tile(&tile).unwrap_or_else(|problems| panic!("{platform} {expected}: {problems:?}"));
        assert!(
            matches!(&tile.kind, Kind::Social(social) if social.handle.as_str() == expected),
            "{platform} {expected}"
        );
    }
}

#[test]
fn the_strict_reader_refuses_a_handle_with_the_sentence() {
    for (platform, text, expected) in vectors() {
        let Err(expected) = expected else { continue };
        let tile = json!({ "type": "social", "platform": platform, "handle": text });
        let problems = read_tile(&tile).unwrap_err();
        assert_eq!(problems[0].path, "/handle", "{platform} {text}");
        assert!(problems[0].message.contains(expected), "{platform} {text}: {}", problems[0].message);
    }
}

#[test]
fn addresses_of_profiles_are_detected_and_lead_back_to_the_platform() {
    for (platform, text, expected) in vectors() {
        let Ok(expected) = expected else { continue };
        let Ok(read) = handle::read(platform, expected) else { panic!("{platform} {expected}") };
        let social = mantel_model::tile::Social { platform, handle: read };
        // `harrow.example/@ines` may be anything where the platform is not told.
        let told = text.contains("://") && !text.contains("harrow.example");
        if told && !text.starts_with('<') {
            assert_eq!(detect(text), Kind::Social(social.clone()), "{text}");
        }
        if let Some(address) = social.address() {
            let again = detect(address.as_str());
            let same = matches!(&again, Kind::Social(found) if found.platform == platform || is_fediverse(platform));
            assert!(same || is_fediverse(platform), "{platform} {expected}: {address} is {again:?}");
        }
    }
}

/// Where the address does not tell the software.
fn is_fediverse(platform: Platform) -> bool {
    platform.template().is_some_and(|template| template.starts_with('@'))
}

mod strings {
    use mantel_model::brief::detect::{detect, is_link, problem, read};
    use mantel_model::tile::Kind;

    /// A kind as the table writes it.
    fn written(kind: &Kind) -> String {
        match kind {
            Kind::Social(social) => format!("social {} {}", social.platform, social.handle),
            Kind::Github(github) => format!("github {}", github.repo.as_str()),
            Kind::Link(link) => format!("link {}", link.url),
            other => other.name().to_string(),
        }
    }

    fn vectors() -> impl Iterator<Item = (&'static str, &'static str)> {
        let lines = include_str!("../vectors/strings.txt").lines();
        lines.filter(|line| !line.starts_with("# ")).filter_map(|line| line.split_once(" -> "))
    }

    #[test]
    fn one_string_is_what_the_table_says() {
        let wrong: Vec<String> = vectors()
            .filter_map(|(text, expected)| {
                let (kind, told) = read(text);
                let kind = kind.map_or_else(|| "refused".to_owned(), |kind| written(&kind));
                let found = if told.is_some() { format!("{kind} !") } else { kind };
                (found != expected).then(|| format!("{text}: {found} instead of {expected}"))
            })
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(vectors().count() > 250);
    }

    #[test]
    fn what_is_said_about_a_string_is_a_problem_where_nothing_is_changed_in_silence() {
        for (text, expected) in vectors() {
            assert_eq!(problem(text).is_some(), expected.ends_with('!'), "{text}");
        }
    }

    #[test]
    fn no_tile_keeps_a_password_or_a_script() {
        for (text, expected) in vectors().filter(|(_, expected)| expected.ends_with('!')) {
            let kind = detect(text);
            let tile = serde_json::to_string(&kind).unwrap().to_lowercase();
            assert!(!tile.contains("secret") && !tile.contains("p@ss"), "{text}: {tile}");
            assert!(!expected.starts_with("refused") || !is_link(text), "{text}: {tile}");
        }
    }
}
