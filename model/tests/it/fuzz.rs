//! A short run of the fuzz targets (`model/fuzz`): the same properties, on the same seeds after a few random mutations.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;

#[path = "../../fuzz/src/lib.rs"]
mod targets;

/// A mutation at one place of a text: bytes are inserted, removed, overwritten or repeated.
#[derive(Clone, Debug)]
enum Change {
    Put(Vec<u8>),
    Take(usize),
    Over(u8),
    Repeat(usize, usize),
}

/// Tokens that are significant to one reader or another.
const WORDS: &str = "{ } [ ] \" , : \\u0000 null 1e999 ** * ]( ) ``` %00 &links= https:// \n \u{202e} | - # > < <a <h2> </a> &amp; title: \t @ +1";

fn change() -> impl Strategy<Value = Change> {
    let word = prop::sample::select(WORDS.split(' ').collect::<Vec<_>>()).prop_map(|word| word.as_bytes().to_vec());
    prop_oneof![
        3 => prop_oneof![word, prop::collection::vec(any::<u8>(), 1..4)].prop_map(Change::Put),
        2 => (1_usize..40).prop_map(Change::Take),
        2 => any::<u8>().prop_map(Change::Over),
        1 => (1_usize..40, 1_usize..30).prop_map(|(length, times)| Change::Repeat(length, times)),
    ]
}

/// A seed of a target, mutated.
fn seeds(target: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let seeds: Vec<_> = files.into_iter().map(|file| fs::read(file).unwrap()).collect();
    let changes = prop::collection::vec((any::<Index>(), change()), 0..8);
    (prop::sample::select(seeds), changes).prop_map(|(mut text, changes)| {
        for (place, change) in changes {
            let at = place.index(text.len() + 1);
            let end = |length: usize| text.len().min(at + length);
            match change {
                Change::Put(bytes) => drop(text.splice(at..at, bytes)),
                Change::Take(length) => drop(text.drain(at..end(length))),
                Change::Over(byte) => drop(text.splice(at..end(1), [byte])),
                Change::Repeat(length, times) => {
                    let again = text[at..end(length)].repeat(times);
                    drop(text.splice(at..at, again));
                }
            }
        }
        text
    })
}

/// A mutated seed of a target, invalid UTF-8 replaced.
fn texts(target: &str) -> impl Strategy<Value = String> + use<> {
    seeds(target).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

proptest! {
    #[test]
    fn any_address_is_refused_or_safe(text in texts("address")) {
        targets::address(&text);
    }

    #[test]
    fn any_text_is_refused_or_becomes_a_page_and_a_brief_that_reads_back(text in texts("brief")) {
        targets::brief(&text);
    }

    #[test]
    fn any_list_is_read_as_items_that_a_brief_can_hold(text in texts("list")) {
        targets::list(&text);
    }

    #[test]
    fn any_pasted_text_becomes_a_tile(text in texts("detect")) {
        targets::pasted(&text);
    }

    #[test]
    fn any_page_file_is_refused_by_its_places_or_written_in_the_same_bytes(bytes in seeds("file")) {
        targets::file(&bytes);
    }

    #[test]
    fn any_link_carries_nothing_or_a_page(text in texts("link")) {
        targets::carried(&text);
    }

    #[test]
    fn any_note_keeps_its_words(text in texts("markup")) {
        targets::note(&text);
    }
}
