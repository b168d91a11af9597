//! The sample's words in languages that are written from right to left. Handles, addresses, the artist and the
//! repository stay in Latin letters, as they do on such pages.

use std::collections::HashMap;

use mantel_model::facts::Facts;
use mantel_model::text::Text;
use mantel_model::tile::Kind;
use mantel_model::{Draft, TileId};

/// A language that the sample is written in besides English.
#[derive(Clone, Copy)]
pub enum Language {
    /// Arabic, whose letters are joined.
    Arabic,
    /// Hebrew, whose letters are not.
    Hebrew,
}

/// English, Arabic, Hebrew.
const WORDS: [[&str; 3]; 18] = [
    ["Ines Harrow", "إيناس الحدّاد", "אינס הררי"],
    [
        "Potter and field recordist. Slow things, mostly out of doors.",
        "خزّافة ومسجّلة أصوات ميدانية. أشياء بطيئة، معظمها في الهواء الطلق.",
        "קדרית ומקליטת שטח. דברים איטיים, רובם בחוץ.",
    ],
    ["Lisbon, near the river", "لشبونة، قرب النهر", "ליסבון, ליד הנהר"],
    ["Last light, the back garden", "آخر الضوء في الحديقة الخلفية", "אור אחרון בגינה האחורית"],
    [
        "Kiln opens **Saturday at ten.** Bring a box and something *soft* to wrap things in.",
        "يُفتح الفرن **يوم السبت في العاشرة.** أحضر صندوقًا وشيئًا *ليّنًا* تلفّ به القطع.",
        "הכבשן נפתח **בשבת בעשר.** הביאו קופסה ומשהו *רך* לעטוף בו.",
    ],
    ["Open\nstudio\n2026", "مرسم\nمفتوح\n2026", "סטודיו\nפתוח\n2026"],
    ["A year of firing with driftwood", "عام من الحرق بأخشاب البحر", "שנה של שריפה בעצי סחף"],
    [
        "Notes on ash, salt and the colour nobody can name.",
        "ملاحظات عن الرماد والملح واللون الذي لا يسمّيه أحد.",
        "רשימות על אפר, מלח והצבע שאין לו שם.",
    ],
    ["Lately", "في الآونة الأخيرة", "לאחרונה"],
    [
        "Throwing a moon jar, start to finish",
        "تشكيل جرّة القمر من البداية إلى النهاية",
        "כד ירח על האובניים, מההתחלה עד הסוף",
    ],
    ["Rain on the Kiln Roof", "مطر على سقف الفرن", "גשם על גג הכבשן"],
    ["Studio manager", "مدير المرسم", "מנהל הסטודיו"],
    [
        "Glaze recipes by unity formula, with a unit-tested kiln log.",
        "وصفات تزجيج بمعادلة الوحدة، مع سجلّ حرق مُختبَر.",
        "מתכוני זיגוג לפי נוסחת יחידה, עם יומן שריפות בדוק.",
    ],
    ["The Slow Letter", "الرسالة البطيئة", "המכתב האיטי"],
    ["One page, first Sunday of the month.", "صفحة واحدة، أوّل أحد من كل شهر.", "עמוד אחד, ביום ראשון הראשון של החודש."],
    ["Book a wheel for the afternoon", "احجز دولابًا لما بعد الظهر", "הזמינו אובניים לאחר הצהריים"],
    [
        "I make **plain pots for daily use** and record the places the clay comes from. New work goes up on the first of each month. [Read how I price it.](https://harrow.example/prices)",
        "أصنع **أواني بسيطة للاستعمال اليومي** وأسجّل أصوات الأماكن التي يأتي منها الطين. تُعرض الأعمال الجديدة في أوّل كل شهر. [اقرأ كيف أسعّرها.](https://harrow.example/prices)",
        "אני עושה **כלים פשוטים לשימוש יומיומי** ומקליטה את המקומות שמהם בא החומר. עבודות חדשות עולות בראשון לכל חודש. [קראו איך אני מתמחרת.](https://harrow.example/prices)",
    ],
    ["Shop the small shelf", "تسوّق من الرفّ الصغير", "קנו מהמדף הקטן"],
];

/// Puts the page of the sample, or one made of its tiles, into the language; words that it does not know stay.
pub fn translate(draft: &mut Draft, facts: &mut HashMap<TileId, Facts>, language: Language) {
    fn put<const MAX: usize>(text: &mut Text<MAX>, language: Language) {
        if let Some(words) = translation(text.as_str(), language) {
            *text = Text::cut(words).0;
        }
    }
    fn put_if_any<const MAX: usize>(text: &mut Option<Text<MAX>>, language: Language) {
        if let Some(text) = text {
            put(text, language);
        }
    }
    put(&mut draft.profile.name, language);
    put_if_any(&mut draft.profile.bio, language);
    put_if_any(&mut draft.profile.location, language);
    for tile in &mut draft.tiles {
        match &mut tile.kind {
            Kind::Link(it) => {
                put_if_any(&mut it.title, language);
                put_if_any(&mut it.description, language);
            }
            Kind::Image(it) => put_if_any(&mut it.title, language),
            Kind::Video(it) => put_if_any(&mut it.title, language),
            Kind::Music(it) => put_if_any(&mut it.title, language),
            Kind::Text(it) => put(&mut it.text, language),
            Kind::Heading(it) => put(&mut it.text, language),
            _ => {}
        }
    }
    for known in facts.values_mut() {
        if let Some(words) = known.description.as_deref().and_then(|words| translation(words, language)) {
            known.description = Some(words.to_owned());
        }
    }
}

/// The words in the language, if the sample has them.
fn translation(english: &str, language: Language) -> Option<&'static str> {
    let [_, arabic, hebrew] = WORDS.iter().find(|[known, ..]| *known == english)?;
    Some(match language {
        Language::Arabic => arabic,
        Language::Hebrew => hebrew,
    })
}
