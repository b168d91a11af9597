//! Languages: the tag that an owner gives a page or a tile, the direction its words run in, and a guess from the words.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::number::Grouping;

/// A language tag in the form of BCP 47 (RFC 5646): language, then a script, a region and variants if they matter, like
/// `pt`, `pt-BR`, `zh-Hant` or `ca-ES-valencia`. Whether its parts are registered is not checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Language(String);

/// The direction of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From left to right.
    LeftToRight,
    /// From right to left.
    RightToLeft,
}

/// Longest tag, bytes: RFC 5646, 4.4.1 asks for room for as many.
pub const LONGEST: usize = 35;

/// Languages that are written from right to left where their tag names no script (CLDR, likely subtags).
const RIGHT_TO_LEFT: &str = "ar arc arz azb bal ckb dv fa glk he iw khw ks mzn nqo pnb prs ps rhg sd syr ug ur yi";

/// Scripts that are written from right to left (ISO 15924).
const RIGHT_TO_LEFT_SCRIPTS: &str = "Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa";

/// Languages that group digits by a point, by a space, and only from five digits on (Unicode CLDR).
const GROUPED_BY_POINT: &str = "az bs ca da de el es eu gl hr id is it lo mk nl pt ro sl sq sr tr vi";
const GROUPED_BY_SPACE: &str = "be bg cs et fi fr hu hy ka kk ky lt lv nb nn no pl ru sk sv uk uz";
const GROUPED_FROM_FIVE: &str = "bg es hy ka pl";

impl Language {
    /// Parses a tag; case and `_` for `-` are mended.
    ///
    /// # Errors
    /// A sentence with examples.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || "this is not a language tag; write one like en, pt-BR or ar".to_owned();
        let mut tag = String::with_capacity(text.len());
        for part in text.split(['-', '_']) {
            let first = tag.is_empty();
            let fits = if first { (2..=3).contains(&part.len()) } else { (2..=8).contains(&part.len()) };
            // A single letter introduces an extension, which says nothing that a page could use.
            if !fits
                || !part
                    .bytes()
                    .all(|byte| if first { byte.is_ascii_alphabetic() } else { byte.is_ascii_alphanumeric() })
            {
                return Err(wrong());
            }
            if !first {
                tag.push('-');
            }
            push_in_its_case(&mut tag, part, first);
        }
        if tag.len() > LONGEST { Err(wrong()) } else { Ok(Self(tag)) }
    }

    /// A tag of this program's own.
    const fn known(tag: String) -> Self {
        Self(tag)
    }

    /// The tag.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The language without script, region and variants.
    pub fn primary(&self) -> &str {
        self.0.split('-').next().unwrap_or_default()
    }

    /// The direction of its lines: that of its script if the tag names one, otherwise that of the language.
    pub fn direction(&self) -> Direction {
        let script = self.0.split('-').skip(1).find(|part| part.len() == 4 && part.as_bytes().first() > Some(&b'9'));
        let right_to_left = match script {
            Some(script) => RIGHT_TO_LEFT_SCRIPTS.split(' ').any(|known| known == script),
            None => RIGHT_TO_LEFT.split(' ').any(|known| known == self.primary()),
        };
        if right_to_left { Direction::RightToLeft } else { Direction::LeftToRight }
    }

    /// How its numbers are grouped.
    pub fn grouping(&self) -> Grouping {
        let is_in = |list: &str| list.split(' ').any(|known| known == self.primary());
        let from_five = |always, late| if is_in(GROUPED_FROM_FIVE) { late } else { always };
        match self.as_str() {
            "de-CH" | "de-LI" | "it-CH" => Grouping::Apostrophe,
            _ if is_in(GROUPED_BY_POINT) => from_five(Grouping::Point, Grouping::LatePoint),
            _ if is_in(GROUPED_BY_SPACE) => from_five(Grouping::Space, Grouping::LateSpace),
            _ => Grouping::Comma,
        }
    }

    /// The locale as the Open Graph protocol writes it, `pt_BR`, if the tag names a region.
    pub fn locale(&self) -> Option<String> {
        let region = self.0.split('-').skip(1).find(|part| part.len() == 2)?;
        Some(format!("{}_{region}", self.primary()))
    }
}

/// Scripts are written `Latn`, regions `BR`, others in lower case (RFC 5646, 2.1.1); a variant of four characters begins with a
/// digit, which has no case.
fn push_in_its_case(tag: &mut String, part: &str, first: bool) {
    for (at, letter) in part.chars().enumerate() {
        let upper = !first && (part.len() == 2 || part.len() == 4 && at == 0);
        tag.push(if upper { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() });
    }
}

impl Direction {
    /// The value of the attribute `dir`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LeftToRight => "ltr",
            Self::RightToLeft => "rtl",
        }
    }

    /// The direction in which most letters of a text run; from left to right when there are none.
    pub fn of_words<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut balance = 0_i64;
        for letter in texts.into_iter().flat_map(str::chars).take(MOST_READ) {
            if is_right_to_left(letter) {
                balance += 1;
            } else if letter.is_alphabetic() {
                balance -= 1;
            }
        }
        if balance > 0 { Self::RightToLeft } else { Self::LeftToRight }
    }
}

/// How many characters of a page are read for a guess.
const MOST_READ: usize = 4000;

/// Whether it is a letter of a script that runs from right to left (Unicode, blocks).
const fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{5D0}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{10800}'..='\u{10FFF}'
        | '\u{1E800}'..='\u{1EFFF}')
}

impl std::fmt::Display for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Language {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(d)?).map_err(serde::de::Error::custom)
    }
}

/// What [`Language::parse`] takes, as a regular expression for schemas.
pub const PATTERN: &str = "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$";

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Language {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Language".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": PATTERN, "maxLength": LONGEST })
    }
}

/// The language that the words are probably in: by their script, and where many languages share it, by frequent words, endings
/// and letters. `und` when the words are Latin and speak for no language that is known here; `None` when there are hardly any,
/// or when they speak for English at most.
pub fn guess<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<Language> {
    let words: String = texts
        .into_iter()
        .flat_map(|text| text.chars().chain([' ']))
        .take(MOST_READ)
        .flat_map(char::to_lowercase)
        .collect();
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for letter in words.chars().filter(|letter| letter.is_alphabetic()) {
        let script = script(letter);
        match counts.iter_mut().find(|(found, _)| *found == script) {
            Some((_, count)) => *count += 1,
            None => counts.push((script, 1)),
        }
    }
    let letters: usize = counts.iter().map(|(_, count)| count).sum();
    let of = |script: &str| counts.iter().find(|(found, _)| *found == script).map_or(0, |(_, count)| *count);
    // Japanese is written in three scripts, and Korean names have Han characters.
    let (kana, han, hangul) = (of("ja"), of("zh"), of("ko"));
    if kana > 0 && (kana + han) * 2 > letters {
        return known("ja");
    }
    let (script, most) = counts.iter().copied().max_by_key(|(_, count)| *count)?;
    if (most + if script == "ko" { han } else { 0 }) * 2 <= letters && hangul == 0 {
        return None;
    }
    let words = split(&words);
    match script {
        "latin" => match LATIN_SIGNS.most_likely(&words, 1) {
            Some(tag) => known(tag),
            None if words.len() < FEW || words.iter().any(|word| LATIN_SIGNS.languages_of(word) & ENGLISH_BIT != 0) => {
                None
            }
            None => known(UNKNOWN),
        },
        "cyrillic" => known(CYRILLIC_SIGNS.most_likely(&words, 2).unwrap_or("ru")),
        "arabic" => known(ARABIC_SIGNS.most_likely(&words, 2).unwrap_or("ar")),
        "" => None,
        tag => known(tag),
    }
}

/// The tag of a language that nobody knows (BCP 47).
const UNKNOWN: &str = "und";
/// Of fewer words nothing is said if none of them is known.
const FEW: usize = 6;

fn known(tag: &str) -> Option<Language> {
    Some(Language::known(tag.to_owned()))
}

/// The script of a letter: the tag of the language that alone is common in it, the name of a script of many languages, or
/// nothing (Unicode, blocks).
const fn script(letter: char) -> &'static str {
    match letter {
        'a'..='z' | '\u{AA}' | '\u{BA}' | '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => "latin",
        '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => "el",
        '\u{400}'..='\u{52F}' => "cyrillic",
        '\u{530}'..='\u{58F}' => "hy",
        '\u{590}'..='\u{5FF}' | '\u{FB1D}'..='\u{FB4F}' => "he",
        '\u{600}'..='\u{6FF}'
        | '\u{750}'..='\u{77F}'
        | '\u{8A0}'..='\u{8FF}'
        | '\u{FB50}'..='\u{FDFF}'
        | '\u{FE70}'..='\u{FEFC}' => "arabic",
        '\u{700}'..='\u{74F}' => "syr",
        '\u{780}'..='\u{7BF}' => "dv",
        '\u{900}'..='\u{97F}' => "hi",
        '\u{980}'..='\u{9FF}' => "bn",
        '\u{A00}'..='\u{A7F}' => "pa",
        '\u{A80}'..='\u{AFF}' => "gu",
        '\u{B80}'..='\u{BFF}' => "ta",
        '\u{C00}'..='\u{C7F}' => "te",
        '\u{C80}'..='\u{CFF}' => "kn",
        '\u{D00}'..='\u{D7F}' => "ml",
        '\u{D80}'..='\u{DFF}' => "si",
        '\u{E00}'..='\u{E7F}' => "th",
        '\u{E80}'..='\u{EFF}' => "lo",
        '\u{F00}'..='\u{FFF}' => "bo",
        '\u{1000}'..='\u{109F}' => "my",
        '\u{10A0}'..='\u{10FF}' => "ka",
        '\u{1200}'..='\u{137F}' => "am",
        '\u{1780}'..='\u{17FF}' => "km",
        '\u{3040}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' => "ja",
        '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{AC00}'..='\u{D7AF}' => "ko",
        '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{323AF}' => "zh",
        _ => "",
    }
}

/// Of languages that share a script: the tag, words that are frequent in it, with endings of words after a hyphen, and letters
/// that few others of them have.
type Signs = &'static [(&'static str, &'static str, &'static str)];

/// English is the first of [`LATIN`].
const ENGLISH_BIT: u32 = 1;
static LATIN_SIGNS: LazyLock<SignTable> = LazyLock::new(|| SignTable::new(LATIN));
static CYRILLIC_SIGNS: LazyLock<SignTable> = LazyLock::new(|| SignTable::new(CYRILLIC));
static ARABIC_SIGNS: LazyLock<SignTable> = LazyLock::new(|| SignTable::new(ARABIC));

const ENGLISH: &str = "the and of with for my your from you is are this that have here what a an in on at by to i we our me it \
    new about all who how make makes making made work works live lives living based potter photographer artist designer writer \
    maker musician books prints love free news open every first last home find get see read -ing -ness -ship";

/// In order of how many speak them: of two that as much speaks for, the first is the guess.
const LATIN: Signs = &[
    ("en", ENGLISH, ""),
    (
        "es",
        "el los las y una con para por mi es del más soy sus como en la de hago vivo mis muy nos -ción -dad -ista",
        "ñ¿¡áéíóú",
    ),
    (
        "fr",
        "le les et des une est pour dans avec je du au sur mes aux nous à en la de mon ma qui chez l j qu -eux -euse -iste \
        -graphe",
        "éèêëçàœ",
    ),
    (
        "pt",
        "os as e um uma com para por não é do da dos das meu minha são em no na sou de que faço -ção -ções -ista -dade",
        "ãõçáéêíó",
    ),
    (
        "de",
        "und der die das ist nicht mit für ich ein eine auf von zu aus wir auch in im am bei mein meine sind vom zum zur \
        -erin -ung -keit -lich -schaft",
        "ßäöü",
    ),
    (
        "it",
        "il gli di che è una per con mia mio sono della dei nel più e a in la le i un da del alla al vivo lavoro faccio l \
        dell all -zione -ista -tà",
        "",
    ),
    ("tr", "ve bir bu için ile da de çok ben benim olarak -yorum", "ğışçöü"),
    (
        "vi",
        "và của là có không cho với tôi một những chào quý khách các người ở tại làm",
        "ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
    ),
    ("pl", "i w z na się nie jest do to że od dla jak moje jestem po o robię mój moja -ość", "łąęśźżćń"),
    ("nl", "de het en een van ik met voor niet op mijn is naar ook bij in uit te dat onze maak -heid -lijk", ""),
    ("id", "dan yang di untuk dengan ini saya dari adalah kami ke pada -kan -nya", ""),
    ("ro", "și în pe nu este sunt din pentru cu sau mai care un o de la fac", "șțăâî"),
    ("hu", "és a az egy hogy nem is van meg vagyok én ez -ban -ben -ból -ség -ság", "őűáéíöü"),
    ("cs", "a v na je se že to s do jsem pro ale od i z ve jak -ost", "řěůčšž"),
    ("sv", "och att det är jag en som för på inte med av mitt från i min till ett om -ning", "åäö"),
    ("ca", "el els i amb per és una dels meu meva a la de les que visc faig sóc -ista", "àèòçïŀ"),
    ("da", "og jeg det er en af til på med ikke som fra min mit i et mig hos", "æøå"),
    ("nb", "og jeg det er en av til på med ikke som fra mine i et meg hos", "æøå"),
    ("fi", "ja on ei se että minä olen kanssa mutta kun myös teen asun -ssa -ssä -sta -stä -lla -llä", "äö"),
    ("hr", "i je u na se da za od sam kako iz moj moja radim -anje", "đčćšž"),
];

const CYRILLIC: Signs = &[
    ("ru", "и в не на я что с по это как для из мы", "ыэъё"),
    ("uk", "і в не на я що з по це як для із ми та у", "їєґі"),
    ("bg", "и в не на аз че с по това как за от съм", ""),
    ("sr", "и у не на ја да с по то како за од сам", "ђћљњџј"),
];

const ARABIC: Signs = &[("fa", "و در به از که این با را است", "پچژگ"), ("ur", "اور میں کے کی ہے سے کا نے", "ٹڈڑںے")];

/// How many words are compared with the signs of languages.
const MOST_COMPARED: usize = 250;

fn split(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
    words.take(MOST_COMPARED).collect()
}

/// Signs of languages of one script, by word and by ending.
struct SignTable {
    /// The languages, each with the letters that few others of them have.
    languages: Vec<(&'static str, &'static str)>,
    /// Frequent words, sorted, and which of the languages each is frequent in: the first is the lowest bit.
    words: Vec<(&'static str, u32)>,
    /// The same for endings.
    endings: Vec<(&'static str, u32)>,
}

/// The lengths of endings, bytes.
const ENDINGS: RangeInclusive<usize> = 2..=7;

impl SignTable {
    fn new(signs: Signs) -> Self {
        let all = signs.iter().enumerate().flat_map(|(place, (_, frequent, _))| {
            frequent.split_ascii_whitespace().map(move |sign| (sign, 1_u32 << place))
        });
        let (endings, words): (Vec<_>, Vec<_>) = all.partition(|(sign, _)| sign.starts_with('-'));
        let endings = merged(endings.iter().map(|(sign, language)| (&sign[1..], *language)).collect());
        Self { languages: signs.iter().map(|(tag, _, own)| (*tag, *own)).collect(), words: merged(words), endings }
    }

    /// The languages of which a word is a sign.
    fn languages_of(&self, word: &str) -> u32 {
        let whole = found(&self.words, word);
        // More than two bytes before an ending.
        let possible =
            ENDINGS.filter_map(|length| word.get(word.len().checked_sub(length).filter(|before| *before > 2)?..));
        possible.fold(whole, |languages, ending| languages | found(&self.endings, ending))
    }

    /// The language with most signs among the words, if there are two of them at least and one in twelve words; its letters count
    /// so much, however many there are: names have them in pages of any language.
    fn most_likely(&self, words: &[&str], letters: usize) -> Option<&'static str> {
        let mut scores = vec![0; self.languages.len()];
        for word in words {
            let languages = self.languages_of(word);
            scores
                .iter_mut()
                .enumerate()
                .filter(|(place, _)| languages >> place & 1 == 1)
                .for_each(|(_, score)| *score += 1);
        }
        let mut unusual: Vec<char> = Vec::new();
        for letter in words.iter().flat_map(|word| word.chars()).filter(|letter| !letter.is_ascii()) {
            if !unusual.contains(&letter) {
                unusual.push(letter);
            }
        }
        let scores = scores.iter().zip(&self.languages).map(|(score, (tag, own))| {
            let has_letter = unusual.iter().any(|letter| own.contains(*letter));
            (score + usize::from(has_letter) * letters, *tag)
        });
        let (most, tag) = scores.rev().max_by_key(|(score, _)| *score)?;
        (most >= 2.max(words.len() / 12)).then_some(tag)
    }
}

/// Each sign once, sorted, with all of its languages.
fn merged(mut signs: Vec<(&'static str, u32)>) -> Vec<(&'static str, u32)> {
    signs.sort_unstable();
    signs.dedup_by(|(sign, languages), (kept, all)| {
        let same = sign == kept;
        if same {
            *all |= *languages;
        }
        same
    });
    signs
}

fn found(signs: &[(&'static str, u32)], sign: &str) -> u32 {
    signs
        .binary_search_by_key(&sign, |(sign, _)| sign)
        .ok()
        .and_then(|place| signs.get(place))
        .map_or(0, |(_, languages)| *languages)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_a_sign_of_every_language_that_has_it_or_its_ending() {
        for signs in [LATIN, CYRILLIC, ARABIC] {
            let table = SignTable::new(signs);
            let all: Vec<&str> = signs.iter().flat_map(|(_, frequent, _)| frequent.split_ascii_whitespace()).collect();
            for sign in &all {
                // As a word, after two bytes, which are too few, and after three.
                let word = sign.trim_start_matches('-');
                for word in [word.to_owned(), format!("xy{word}"), format!("xyz{word}"), format!("{word}x")] {
                    let has = |frequent: &str| {
                        frequent.split_ascii_whitespace().any(|sign| match sign.strip_prefix('-') {
                            Some(ending) => word.len() > ending.len() + 2 && word.ends_with(ending),
                            None => word == sign,
                        })
                    };
                    let languages = table.languages_of(&word);
                    for (place, (tag, frequent, _)) in signs.iter().enumerate() {
                        assert_eq!(languages >> place & 1 == 1, has(frequent), "{word} in {tag}");
                    }
                }
            }
            let endings = all.iter().filter_map(|sign| sign.strip_prefix('-'));
            assert!(endings.map(str::len).all(|length| ENDINGS.contains(&length)));
            assert!(
                signs.iter().all(|(_, _, own)| !own.chars().any(|letter| letter.is_ascii())),
                "letters of one language"
            );
        }
    }

    #[test]
    fn english_is_the_first_language() {
        assert_eq!(LATIN.first().unwrap().0, "en");
        assert!(LATIN.len() <= 32);
    }
}
