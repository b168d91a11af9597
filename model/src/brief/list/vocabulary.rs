//! Words that a list says about itself: names of fields and columns, of mail and telephone, and what chats put around
//! a list. Everything is in lower case; names are folded (letters and digits only).

use super::super::read::folded;

/// Names of fields in records and of columns in tables, in the languages that models answer in: the item's field first.
const FIELDS: &[(&str, &str)] = &[
    (
        "url",
        "url urls link links href uri address adresse adres lien liens enlace liga endereço indirizzo collegamento \
         odnośnik bağlantı ссылка адрес رابط الرابط लिक リンク 링크 주소 链接 網址 网址 連結 地址 linkurl",
    ),
    ("website", "website web site webseite webpage homepage sitio sito сайт ウェブサイト サイト 웹사이트 网站"),
    (
        "title",
        "title name label titel titre título titulo titolo tytuł naam nom nombre nome nazwa başlık isim название имя \
         заголовок العنوان عنوان الاسم नाम タイトル 名前 名称 제목 이름 标题 標題 名字 headline linktitle linktext",
    ),
    (
        "description",
        "description desc subtitle summary beschreibung descripción descripcion descrição descricao descrizione \
         omschrijving opis açıklama описание الوصف وصف विवरण 説明 설명 描述 说明 簡介 excerpt about info details note notes comment comments kommentar remarks",
    ),
    (
        "heading",
        "heading header group section category folder gruppe kategorie rubrik abschnitt catégorie categoria categoría \
         categorie sección seção sezione kategoria kategori категория раздел القسم カテゴリ 分類 카테고리 分类 ordner dossier \
         carpeta",
    ),
    (
        "platform",
        "platform network plattform netzwerk plataforma réseau piattaforma service プラットフォーム 플랫폼 平台",
    ),
    ("handle", "handle username user nick nickname account benutzername usuario utilisateur nutzername 账号"),
    ("size", "size größe taille tamaño"),
    ("color", "color colour farbe couleur"),
    ("alt", "alt alttext"),
];

/// Fields of a whole page that a list may begin with, in the names and aliases of a brief.
const PAGE: &str = "mantel name displayname fullname bio tagline about location city username handle avatar look style \
                    theme layout photos font backdrop title description";

/// Names under which files keep their links; no section of a page.
const CONTAINERS: &str = "links link tiles items urls url bookmarks entries internetshortcut desktopentry data page";

/// What people write before a mail address and before a telephone number, besides the platform's own name.
const MAIL: &str = "mail email emailaddress correo correoelectrónico courriel emailadresse posta eposta почта البريد \
                    البريدالإلكتروني メール eメール 이메일 邮箱 电子邮件 電子郵件 信箱 ईमेल";
const PHONE: &str = "phone tel telephone mobile cell call handy telefon telefono teléfono telefone móvil téléphone \
                     portable telefoon gsm телефон тел هاتف الهاتف 電話 전화 电话 手机 फोन";

/// Labels after which `owner/repo` is a repository.
const CODE: &str = "code repo repository github source sourcecode quellcode código codice dépôt код 代码 コード";

/// Words of a link that name nothing: "here", "link".
const EMPTY: &str = "here clickhere click this thislink hier aquí aqui ici qui tutaj здесь тут \
                     هنا こちら 여기 这里 點此";

/// How chats begin and end what they were asked for.
const CHAT: &[&str] = &[
    "sure",
    "certainly",
    "of course",
    "absolutely",
    "got it",
    "no problem",
    "great!",
    "perfect!",
    "okay",
    "ok",
    "alright",
    "here is",
    "here are",
    "here's",
    "here’s",
    "here you go",
    "here you are",
    "below is",
    "below are",
    "and here",
    "as requested",
    "as you asked",
    "these are the links",
    "the list",
    "i've put",
    "i’ve put",
    "i have put",
    "i've made",
    "i’ve made",
    "i've created",
    "i’ve created",
    "i hope th",
    "hope th",
    "let me know",
    "feel free to",
    "if you'd like me",
    "if you’d like me",
    "if you want me",
    "if you need anything",
    "if you need more",
    "is there anything",
    "would you like me",
    "do you want me",
    "want me to",
    "shall i",
    "should i",
    "anything else",
    "enjoy!",
    "good luck",
    "happy linking",
    "happy sharing",
    "just copy",
    "just paste",
    "you can copy",
    "you can paste",
    "copy and paste",
    "copy this",
    "paste this", // German
    "hier ist",
    "hier sind",
    "gerne",
    "natürlich",
    "selbstverständlich",
    "klar",
    "sicher",
    "ich hoffe",
    "viel spaß",
    "viel erfolg",
    "sag mir",
    "sag bescheid",
    "lass mich wissen",
    "lassen sie mich wissen",
    "wenn du möchtest",
    "anbei", // French
    "voici",
    "voilà",
    "bien sûr",
    "avec plaisir",
    "d'accord",
    "d’accord",
    "j'espère que",
    "j’espère que",
    "n'hésite pas",
    "n'hésitez",
    "n’hésite pas",
    "n’hésitez",
    "dis-moi si",
    "dites-moi si",
    "faites-moi savoir", // Spanish
    "aquí está",
    "aquí tienes",
    "aquí van",
    "claro",
    "por supuesto",
    "espero que",
    "avísame",
    "dime si",
    "házmelo saber",
    "si quieres que", // Portuguese
    "aqui está",
    "aqui estão",
    "aqui vai",
    "com certeza",
    "me avise",
    "avise-me",
    "se quiser que", // Italian
    "ecco",
    "certo",
    "certamente",
    "spero che",
    "fammi sapere",
    "se vuoi che", // Dutch
    "hier zijn",
    "natuurlijk",
    "zeker",
    "hopelijk",
    "laat me weten",
    "laat het me weten", // Polish
    "oto",
    "jasne",
    "oczywiście",
    "mam nadzieję",
    "daj znać",
    "daj mi znać", // Turkish
    "işte",
    "tabii",
    "elbette",
    "umarım",
    "bana bildir", // Russian
    "вот",
    "конечно",
    "разумеется",
    "надеюсь",
    "дайте знать",
    "дай знать",
    "если хотите", // Arabic
    "إليك",
    "بالتأكيد",
    "بالطبع",
    "تفضل",
    "آمل أن",
    "أتمنى أن",
    "أخبرني", // Hindi
    "यहाँ",
    "यहां",
    "ज़रूर",
    "जरूर",
    "बिल्कुल",
    "आशा है",
    "उम्मीद है",
];

/// The same in languages that separate no words.
const CHAT_WITHOUT_SPACES: &[&str] = &[
    "以下は",
    "こちらが",
    "もちろん",
    "はい、",
    "お役に立て",
    "ご確認ください",
    "여기 ",
    "여기에",
    "물론",
    "네, ",
    "도움이",
    "以下是",
    "这是",
    "這是",
    "当然",
    "當然",
    "好的",
    "没问题",
    "希望对",
    "希望這",
    "希望这",
    "如果需要",
    "如有需要",
];

fn among(table: &str, folded: &str) -> bool {
    !folded.is_empty() && table.split(' ').any(|word| word == folded)
}

/// The field of an item that a name means.
pub(super) fn field(name: &str) -> Option<&'static str> {
    let folded = folded(name);
    FIELDS.iter().find(|(_, names)| among(names, &folded)).map(|(field, _)| *field)
}

/// Whether a name is one of the fields of a whole page.
pub(super) fn is_page_field(name: &str) -> bool {
    among(PAGE, &folded(name))
}

/// Whether a name says only that links follow.
pub(super) fn is_container(name: &str) -> bool {
    among(CONTAINERS, &folded(name))
}

pub(super) fn is_mail(label: &str) -> bool {
    among(MAIL, &folded(label))
}

pub(super) fn is_phone(label: &str) -> bool {
    among(PHONE, &folded(label))
}

pub(super) fn is_code(label: &str) -> bool {
    among(CODE, &folded(label))
}

pub(super) fn names_nothing(text: &str) -> bool {
    among(EMPTY, &folded(text))
}

/// Whether a line is what chats say around a list ("Here is your list:", "Hope that helps!").
pub(super) fn is_chat(text: &str) -> bool {
    let text = text.trim_start_matches(|character: char| !character.is_alphanumeric());
    let start: String = text.chars().take(40).flat_map(char::to_lowercase).collect();
    let says = |phrase: &&&str| {
        start.strip_prefix(**phrase).is_some_and(|rest| {
            phrase.ends_with(['!', ' ']) || phrase.ends_with(" th") || !rest.starts_with(char::is_alphanumeric)
        })
    };
    CHAT.iter().find(says).is_some() || CHAT_WITHOUT_SPACES.iter().any(|phrase| start.starts_with(phrase))
}
