//! Languages of pages: tags, directions and guesses.

use mantel_model::language::{Direction, Language, guess};
use mantel_model::read::read_draft;
use proptest::prelude::*;
use serde_json::json;

#[test]
fn a_tag_is_written_in_its_canonical_case() {
    for (text, tag) in [
        ("en", "en"),
        ("PT-br", "pt-BR"),
        ("zh_hant_tw", "zh-Hant-TW"),
        ("ca-es-VALENCIA", "ca-ES-valencia"),
        ("es-419", "es-419"),
        ("sl-rozaj-1994", "sl-rozaj-1994"),
    ] {
        assert_eq!(Language::parse(text).unwrap().as_str(), tag, "{text}");
    }
}

#[test]
fn what_is_no_tag_is_refused_with_an_example() {
    for text in [
        "",
        "e",
        "english",
        "12",
        "en-",
        "en--US",
        "-en",
        "en US",
        " en",
        "en-u-ca",
        "d\u{e9}",
        "x-klingon",
        &"en-abcdefgh".repeat(4),
    ] {
        let message = Language::parse(text).expect_err(text);
        assert!(message.contains("pt-BR"), "{message}");
    }
}

#[test]
fn lines_run_in_the_direction_of_the_script_or_else_of_the_language() {
    let direction = |tag: &str| Language::parse(tag).unwrap().direction();
    for tag in ["ar", "ar-EG", "he", "fa-IR", "ur", "yi", "dv", "ckb", "pa-Arab", "uz-Arab-AF", "az-Arab"] {
        assert_eq!(direction(tag), Direction::RightToLeft, "{tag}");
    }
    for tag in ["en", "pa", "ja", "ar-Latn", "he-Latn-IL", "tr", "ku"] {
        assert_eq!(direction(tag), Direction::LeftToRight, "{tag}");
    }
}

#[test]
fn the_language_is_guessed_from_the_words() {
    for (words, tag) in [
        ("Potter and field recordist. Slow things, mostly out of doors, with the kiln that I built.", "en"),
        ("Ich bin T\u{f6}pferin und mache auch Aufnahmen. Alles ist von Hand gemacht.", "de"),
        ("C\u{e9}ramiste dans les Alpes. Je tourne des bols pour la table et pour mes amis.", "fr"),
        ("Soy ceramista. Hago cuencos con mis manos y los vendo en el mercado.", "es"),
        ("Sou ceramista em Lisboa. N\u{e3}o h\u{e1} duas pe\u{e7}as iguais, e as minhas s\u{e3}o para usar.", "pt"),
        ("Sono una ceramista. Il mio forno \u{e8} nel bosco, con gli amici della valle.", "it"),
        ("Ik ben pottenbakker en maak ook opnames. Het is een langzaam vak, niet voor iedereen.", "nl"),
        ("Jestem garncark\u{105} i robi\u{119} miski, kt\u{f3}re s\u{105} do u\u{17c}ytku na co dzie\u{144}.", "pl"),
        ("Seramik yap\u{131}yorum ve bir at\u{f6}lye i\u{e7}in \u{e7}al\u{131}\u{15f}\u{131}yorum.", "tr"),
        (
            "\u{42f} \u{433}\u{43e}\u{43d}\u{447}\u{430}\u{440}, \u{438} \u{44d}\u{442}\u{43e} \u{43c}\u{43e}\u{44f} \u{43c}\u{430}\u{441}\u{442}\u{435}\u{440}\u{441}\u{43a}\u{430}\u{44f}",
            "ru",
        ),
        (
            "\u{41c}\u{43e}\u{44f} \u{43c}\u{430}\u{439}\u{441}\u{442}\u{435}\u{440}\u{43d}\u{44f} \u{443} \u{41a}\u{438}\u{454}\u{432}\u{456} \u{456} \u{457}\u{457} \u{43f}\u{456}\u{447}",
            "uk",
        ),
        (
            "\u{623}\u{646}\u{627} \u{62e}\u{632}\u{627}\u{641}\u{629} \u{645}\u{646} \u{627}\u{644}\u{642}\u{627}\u{647}\u{631}\u{629}",
            "ar",
        ),
        (
            "\u{645}\u{646} \u{633}\u{641}\u{627}\u{644}\u{6af}\u{631} \u{647}\u{633}\u{62a}\u{645} \u{648} \u{62f}\u{631} \u{62a}\u{647}\u{631}\u{627}\u{646}",
            "fa",
        ),
        ("\u{5d0}\u{5e0}\u{5d9} \u{5e7}\u{5d3}\u{5e8}\u{5d9}\u{5ea}", "he"),
        ("\u{9676}\u{82b8}\u{5bb6}\u{3067}\u{3059}\u{3002}\u{5c71}\u{306e}\u{7aaf}", "ja"),
        ("\u{6211}\u{662f}\u{9676}\u{827a}\u{5bb6}", "zh"),
        ("\u{b3c4}\u{c608}\u{ac00}\u{c785}\u{b2c8}\u{b2e4}", "ko"),
        (
            "\u{395}\u{3af}\u{3bc}\u{3b1}\u{3b9} \u{3ba}\u{3b5}\u{3c1}\u{3b1}\u{3bc}\u{3af}\u{3c3}\u{3c4}\u{3c1}\u{3b9}\u{3b1}",
            "el",
        ),
        ("\u{92e}\u{948}\u{902} \u{915}\u{941}\u{92e}\u{94d}\u{939}\u{93e}\u{930} \u{939}\u{942}\u{901}", "hi"),
    ] {
        assert_eq!(guess([words]).map(|language| language.to_string()).as_deref(), Some(tag), "{words}");
    }
}

#[test]
fn a_name_alone_says_nothing_of_a_language() {
    for words in ["", "Ines Harrow", "AC/DC", "1234 \u{1f98a}", "Studio"] {
        assert_eq!(guess([words]), None, "{words}");
    }
}

/// What people write about themselves, in a few words.
const SHORT: &[(&str, &str)] = &[
    ("de", "Töpferin in Bremen"),
    ("fr", "Céramiste à Lyon"),
    ("it", "Ceramista a Napoli"),
    ("vi", "Kính chào quý khách"),
    ("it", "Fotografo. Vivo a Roma e lavoro con la luce."),
    ("fi", "Olen valokuvaaja Helsingistä"),
    ("ca", "Ceràmica i fotografia a Girona"),
    ("en", "Potter and field recordist. Slow things, mostly out of doors."),
    ("en", "Jürgen Müller, potter in Berlin"),
    ("en", "New work by Begoña Muñoz and Núria Casals"),
    ("en", "María de los Ángeles makes pots in Leeds and teaches"),
    ("en", "Café Olé: coffee and cakes in the old town"),
    ("en", "Illustrator living in São Paulo, making picture books"),
    ("en", "Łukasz Wałęsa. Tapes, zines and a studio in Łódź."),
    ("de", "Fotografin aus Köln"),
    ("de", "Musik für Theater und Film"),
    ("fr", "Photographe de mode et de mariage"),
    ("fr", "Des bols pour tous les jours"),
    ("es", "Ceramista en Madrid"),
    ("es", "Fotografía de bodas en Sevilla"),
    ("es", "Música y poesía"),
    ("pt", "Ceramista em Lisboa"),
    ("pt", "Fotografias de casamento em São Paulo"),
    ("it", "Illustrazione e ceramica"),
    ("nl", "Keramiek uit Utrecht, met de hand gemaakt"),
    ("sv", "Keramiker från Malmö"),
    ("sv", "Foto och film i Göteborg"),
    ("da", "Keramiker og fotograf i København"),
    ("nb", "Jeg lager krukker av leire"),
    ("fi", "Valokuvia ja keramiikkaa Turusta"),
    ("pl", "Ceramika i fotografia z Łodzi"),
    ("pl", "Robię miski, które są na co dzień"),
    ("cs", "Keramika a fotografie z Brna, dělám na kruhu"),
    ("hu", "Kerámia és fotó Szegeden"),
    ("ro", "Ceramică și fotografie din Cluj"),
    ("tr", "Seramik ve fotoğraf"),
    ("vi", "Nhiếp ảnh và gốm ở Hà Nội"),
    ("id", "Keramik dan foto dari Bandung"),
    ("ca", "Ceràmica feta a mà, amb temps"),
    ("hr", "Keramika i fotografija iz Zagreba, radim sama"),
    ("uk", "Київський гончар"),
    ("ru", "Керамика ручной работы"),
    ("sr", "Керамика и фотографија у Новом Саду"),
    ("fa", "گالری نقاشی تهران"),
    ("ar", "خزف من بيروت"),
    ("ar", "صور من القاهرة و من الإسكندرية"),
    ("und", "Crochenydd o Gaerdydd sydd wrth ei fodd gyda chlai"),
    ("und", "Mfinyanzi kutoka Nairobi anayependa udongo na moto"),
    ("en", "Chef at La Boulangerie. Bread for the town, every day."),
];

#[test]
fn a_few_words_say_which_language_they_are_in() {
    for (tag, words) in SHORT {
        assert_eq!(guess([*words]).map(|language| language.to_string()).as_deref(), Some(*tag), "{words}");
    }
}

#[test]
fn words_that_speak_for_no_language_are_in_an_unknown_one_and_a_few_or_english_ones_in_none() {
    for words in [
        "Studio",
        "Portfolio Newsletter Bandcamp",
        "Photographs by Søren Åkerström",
        "Portfolio. Newsletter. Instagram. My shop. Press. Contact.",
    ] {
        assert_eq!(guess([words]), None, "{words}");
    }
    let unknown = guess(["Crochenydd o Gaerdydd sydd wrth ei fodd gyda chlai"]).unwrap();
    assert_eq!((unknown.as_str(), unknown.direction(), unknown.locale()), ("und", Direction::LeftToRight, None));
    // A word that English and Welsh may have changes nothing, nor does a name in a text that is long enough.
    let long = "crochenydd gyda chlai sydd wrth fodd yn gweithio bob dydd ".repeat(6) + "und der María de los Ángeles";
    assert_eq!(guess([long.as_str()]).unwrap().as_str(), "und");
}

#[test]
fn a_name_does_not_outweigh_other_words() {
    let page = |name: &str, bio: Option<&str>| {
        let page = json!({ "profile": { "name": name, "bio": bio }, "theme": {}, "tiles": [] });
        let page = read_draft(&page, &mut mantel_model::id::SeededIds::new(1)).unwrap();
        page.language().map(|language| language.to_string())
    };
    for name in ["María de los Ángeles y Muñoz", "ليلى حداد من بيروت"] {
        assert_eq!(page(name, Some("A potter in Leeds")).as_deref(), Some("en"), "{name}");
        assert_eq!(page(name, Some("Ceramics")), None, "{name}");
    }
    assert_eq!(page("ليلى حداد", None).as_deref(), Some("ar"));
    assert_eq!(page("ليلى حداد", Some("🍊")).as_deref(), Some("ar"));
}

#[test]
fn a_page_has_the_language_that_its_owner_says_and_otherwise_that_of_its_words() {
    let page = |profile: serde_json::Value| {
        let page = json!({ "profile": profile, "theme": {}, "tiles": [{ "type": "text", "text": "\u{623}\u{647}\u{644}\u{627} \u{648}\u{633}\u{647}\u{644}\u{627} \u{628}\u{643}\u{645} \u{641}\u{64a} \u{648}\u{631}\u{634}\u{62a}\u{64a}" }] });
        read_draft(&page, &mut mantel_model::id::SeededIds::new(1)).unwrap()
    };
    let guessed = page(json!({ "name": "Ines" }));
    assert_eq!(guessed.language().unwrap().as_str(), "ar");
    assert_eq!(guessed.direction(), Direction::RightToLeft);
    let said = page(json!({ "name": "Ines", "lang": "EN-gb" }));
    assert_eq!(said.language().unwrap().as_str(), "en-GB");
    assert_eq!(said.direction(), Direction::LeftToRight);
    // A guess is not written anywhere.
    assert!(serde_json::to_value(&guessed).unwrap()["profile"].get("lang").is_none());
}

proptest! {
    #[test]
    fn any_words_have_a_direction_and_a_valid_guess(words in ".{0,400}") {
        let _ = Direction::of_words([words.as_str()]);
        if let Some(language) = guess([words.as_str()]) {
            prop_assert_eq!(Language::parse(language.as_str()), Ok(language));
        }
    }

    #[test]
    fn a_tag_reads_back_as_itself(text in "[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}") {
        if let Ok(language) = Language::parse(&text) {
            prop_assert_eq!(Language::parse(language.as_str()), Ok(language));
        }
    }
}
