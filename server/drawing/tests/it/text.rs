//! Words: coverage, breaks, steps, balance, clamps (cards, 2).

use mantel_drawing::steps;
use mantel_drawing::text::{Fonts, Setting, Step, faces};
use proptest::prelude::*;

fn fonts() -> &'static Fonts {
    static FONTS: std::sync::OnceLock<Fonts> = std::sync::OnceLock::new();
    FONTS.get_or_init(|| Fonts::new(None))
}

fn shippori() -> Setting<'static> {
    Setting { fonts: fonts(), face: &faces::SHIPPORI_800, spacing: 0.0 }
}

fn texts(block: &mantel_drawing::text::Block) -> Vec<&str> {
    block.lines.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn all_faces_have_the_letters_of_their_language() {
    for (at, face) in faces::ALL.iter().enumerate() {
        for text in ["Ines Harrow 0123456789", "Ærø Žižek Łódź", "harrow.example/ines-…"] {
            // The hand has no extended Latin.
            let set = fonts().set(face, text);
            assert!(
                set.is_some_and(|words| words.complete() && !words.swapped()) || text.contains('Æ'),
                "face {at}: {text}"
            );
        }
    }
}

#[test]
fn a_name_steps_down_until_no_word_is_broken() {
    let steps: &[Step] = steps![126.0, 118.0, 104.0; 2, 92.0, 80.0; 3, 70.0, 60.0, 54.0; 4, 48.0; 5];
    let short = shippori().fit("Ines Harrow", steps, |_, _| 554.0).unwrap();
    assert_eq!((short.size, texts(&short)), (126.0, vec!["Ines", "Harrow"]));
    let long =
        shippori().fit("Maximiliana Konstantinopoulou-Featherstonehaugh van der Berg", steps, |_, _| 554.0).unwrap();
    assert_eq!(texts(&long), ["Maximiliana", "Konstantinopoulou-", "Featherstonehaugh", "van der Berg"]);
    assert!(!long.cut && long.width() <= 554.0);
    // One word that is too long at every step breaks at the last one.
    let word = shippori().fit(&"W".repeat(80), steps, |_, _| 554.0).unwrap();
    assert_eq!((word.size, word.lines.len(), word.cut), (48.0, 5, true));
    assert!(word.lines.last().unwrap().text.ends_with('…'));
}

#[test]
fn lines_are_balanced_but_not_cut_ones() {
    let even = shippori().clamp("Slow things, mostly out of doors.", 32.0, 2, 400.0).unwrap();
    let widths: Vec<f64> = even.lines.iter().map(|line| line.width).collect();
    assert_eq!(even.lines.len(), 2);
    // Not "Slow things, mostly out" and "of doors.", which the measure would hold.
    assert_eq!(texts(&even), ["Slow things, mostly", "out of doors."], "{widths:?}");
    let cut = shippori().clamp(&"Slow things, mostly out of doors. ".repeat(4), 32.0, 2, 400.0).unwrap();
    assert!(cut.cut && cut.lines[1].text.ends_with('…') && !cut.lines[1].text.ends_with(",…"), "{:?}", texts(&cut));
    assert!(cut.width() <= 400.0);
}

#[test]
fn an_address_shrinks_and_then_ends() {
    let whole = shippori().shrink("harrow.example/ines", 28.0, 20.0, 440.0).unwrap();
    assert_eq!(whole.size, 28.0);
    let less = shippori().shrink("harrow.example/ines", 28.0, 20.0, whole.width() * 25.2 / 28.0).unwrap();
    assert_eq!((less.size, less.cut), (25.0, false));
    let cut = shippori().shrink(&"harrow.example/".repeat(20), 28.0, 20.0, 440.0).unwrap();
    assert!(cut.cut && cut.size == 20.0 && cut.width() <= 440.0);
    assert!(cut.lines[0].text.ends_with('…'));
}

#[test]
fn a_string_is_set_whole_or_word_by_word_never_letter_by_letter() {
    let set = |text: &str| fonts().set(&faces::MICHROMA, text).map(|words| (words.text().to_owned(), words.complete()));
    assert_eq!(set("Ines 🌸 Harrow"), Some(("Ines Harrow".to_owned(), true)));
    assert_eq!(set("Ines 漢字 Harrow"), Some(("Ines Harrow".to_owned(), false)));
    assert_eq!(set("Ines漢 Harrow"), Some(("Harrow".to_owned(), false)));
    assert_eq!(set("漢字"), None);
    assert_eq!(set("🌸"), None);
    assert_eq!(set("\u{202e}\u{0}"), None);
}

#[test]
fn a_folder_covers_what_the_pages_lack() {
    let folder = tempfolder("folder");
    let face = wuff::decompress_woff2(include_bytes!("../../../../public/fonts/saira-condensed-600-vietnamese.woff2"))
        .unwrap();
    std::fs::write(folder.join("Vietnamese-Bold.ttf"), face).unwrap();
    std::fs::write(folder.join("broken.ttf"), b"OTTO\0\x40 no font").unwrap();
    std::fs::write(folder.join("broken.ttc"), b"ttcf\0\0\0\0\xff\xff\xff\xff").unwrap();
    let found = Fonts::new(Some(&folder)).set(&faces::MICHROMA, "ế").unwrap();
    assert!(found.complete() && found.swapped());
    assert!(!found.line(0..found.len(), 40.0, 0.0).path.is_empty());
    assert!(fonts().set(&faces::MICHROMA, "ế").is_none());
    assert!(Fonts::new(Some(&folder.join("missing"))).set(&faces::MICHROMA, "ế").is_none());
    std::fs::remove_dir_all(folder).unwrap();
}

fn tempfolder(name: &str) -> std::path::PathBuf {
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn letters_run_in_their_direction() {
    let words = fonts().set(&faces::GARAMOND_500, "abc").unwrap();
    assert!(!words.rtl());
    // The width is the sum of its parts, and spacing is added after every letter.
    let whole = words.width(0..3, 10.0, 0.0);
    assert!((words.width(0..1, 10.0, 0.0) + words.width(1..3, 10.0, 0.0) - whole).abs() < 1e-9);
    assert!((words.width(0..3, 10.0, 0.2) - whole - 6.0).abs() < 1e-9);
    let drawn = words.line(0..3, 10.0, 0.2);
    assert!((drawn.width - whole - 6.0).abs() < 0.3, "{} {whole}", drawn.width);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the string: no more lines than asked for, none wider than the measure, work bounded by the steps.
    #[test]
    fn any_string_fits(text in "\\PC{0,120}", measure in 120.0..800.0_f64) {
        let steps: &[Step] = steps![126.0, 104.0; 2, 80.0; 3, 48.0; 5];
        if let Some(block) = shippori().fit(&text, steps, |_, _| measure) {
            prop_assert!(block.lines.len() <= 5);
            for line in &block.lines {
                // Kerning across a break may differ by a little.
                prop_assert!(line.width <= measure * 1.02 + 2.0, "{} > {measure}: {:?}", line.width, line.text);
                prop_assert!(line.glyphs <= 4 * line.text.chars().count() + 1);
            }
            // Each of the 12 tries and 12 halvings looks at each letter once, and the cut one does so again.
            prop_assert!(block.work <= 40 * (text.chars().count() + 2), "{}", block.work);
        }
    }

    #[test]
    fn any_string_clamps_and_shrinks(text in "[a-zA-Z ,.\\-é漢🌸\u{301}\u{202e}]{0,300}", measure in 80.0..600.0_f64) {
        if let Some(block) = shippori().clamp(&text, 32.0, 2, measure) {
            prop_assert!(block.lines.len() <= 2);
            prop_assert!(block.width() <= measure * 1.02 + 2.0);
        }
        if let Some(block) = shippori().shrink(&text, 28.0, 20.0, measure) {
            prop_assert_eq!(block.lines.len(), 1);
            prop_assert!(block.width() <= measure * 1.02 + 2.0);
            prop_assert!(block.size >= 20.0);
        }
    }
}
