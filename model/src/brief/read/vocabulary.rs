//! What the names of fields mean, in the languages that people and models write them in.
//!
//! One table for pages and items: a word has one meaning, which is one field of an item and another of the page.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A meaning: the field of an item and the field of a page that its words name (empty: none), and the words, folded by
/// [`fold`](super::field_names::fold).
pub(super) struct Meaning {
    pub(super) item: &'static str,
    pub(super) page: &'static str,
    words: &'static str,
}

const fn row(item: &'static str, page: &'static str, words: &'static str) -> Meaning {
    Meaning { item, page, words }
}

#[rustfmt::skip]
const TABLE: &[Meaning] = &[
    row("title", "name", "name displayname fullname pagename realname artistname stagename brandname businessname company companyname \
        nombre nombrecompleto nome nomecompleto nom nomcomplet anzeigename vollername naam weergavenaam imie nazwa imieinazwisko \
        isim ad adsoyad adi имя название الاسم اسم नाम 名前 氏名 お名前 이름 성명 姓名 名字 名称 名稱 昵称"),
    row("", "given", "firstname first givenname forename vorname prenom primeironome 名"),
    row("", "family", "lastname last familyname surname nachname apellido apellidos sobrenome cognome nazwisko soyad фамилия 姓"),
    row("title", "title", "title label linktitle linktext linkname linklabel buttontext buttonlabel buttontitle anchortext displaytext \
        cta ctatext headline jobtitle role occupation profession titulo titre titel titolo tytul baslik заголовок العنوان عنوان \
        etiqueta beruf beroep शीरषक タイトル 題名 제목 标题 標題"),
    row("description", "bio", "bio description biography biografia biografie biographie biyografi tagline about aboutme summary intro \
        introduction slogan motto subtitle desc details blurb excerpt subheading descripcion descricao descrizione beschreibung \
        beschrijving omschrijving opis aciklama описание الوصف وصف विवरण 説明 설명 描述 acercade sobremi sobre apropos ubermich uebermich overmij \
        omnie hakkimda hakkinda обомне биография نبذة السيرة परिचय 自己紹介 紹介 プロフィール文 자기소개 소개 简介 簡介 个人简介 自我介绍 \
        subtitulo soustitre untertitel sottotitolo ondertitel podtytul altbaslik подзаголовок 副标题"),
    row("", "location", "location place city town country where basedin hometown ubicacion lugar ciudad localizacao localidade cidade local \
        lieu ville emplacement localisation ort stadt standort wohnort luogo citta posizione plaats stad locatie miejsce miasto \
        lokalizacja konum sehir местоположение город место الموقع المدينة مكان सथान शहर 場所 所在地 위치 지역 地点 位置 城市"),
    row("image", "avatar", "avatar image img src picture photo profilepicture profilepictureurl profileimage profileimageurl profilephoto \
        profilepic avatarurl photourl imageurl imagesrc pictureurl headshot pfp foto imagen imagem imgsrc fotodeperfil photodeprofil \
        profilbild profilfoto bild immagine afbeelding profielfoto zdjecie obraz resim fotograf фото аватар изображение картинка \
        صورة الصورة फोटो चितर तसवीर 写真 画像 アイコン画像 사진 프로필사진 이미지 头像 頭像 图片 照片"),
    row("preview", "", "thumbnail thumbnailurl thumb preview previewimage cover coverimage coverurl coverart artwork poster ogimage \
        miniatura vignette vorschaubild anteprima サムネイル 썸네일 缩略图"),
    row("url", "url", "url link href uri website web site homepage target destination linkurl siteurl websiteurl paginaweb sitioweb \
        siteweb siteinternet webseite internetseite sitoweb strona stronawww websitesi сайт вебсайт enlace lien ligacao verknupfung \
        collegamento koppeling baglanti ссылка رابط الرابط موقع लिंक वेबसाइट リンク ウェブサイト サイト 링크 웹사이트 홈페이지 链接 \
        連結 网址 網址 网站 網站"),
    row("url", "address", "address direccion endereco adresse indirizzo adres адрес पता 住所 주소 地址"),
    row("items", "links", "links items tiles content contents blocks buttons sections groups categories cards elements entries list \
        children widgets components rows socials sociallinks social socialmedia socialmedialinks socialprofiles socialnetworks \
        socialaccounts accounts networks profiles channels contact contacts contactinfo contactlinks sameas urls enlaces ligacoes vinculos redes \
        redessociales redessociais liens reseaux reseauxsociaux verknupfungen verweise netzwerke sozialemedien sozialenetzwerke \
        collegamenti retisociali koppelingen socialemedia linki odnosniki lacza baglantilar sosyalmedya ссылки соцсети \
        социальныесети контакты الروابط روابط التواصل लिंकस リンク集 リンク一覧 sns 링크들 링크목록 소셜 链接列表 社交 社交媒体 社群"),
    row("handle", "username", "username handle user userid slug login screenname nickname account usuario nombredeusuario nomedeusuario \
        utilisateur nomdutilisateur pseudo identifiant benutzername nutzername nomeutente gebruikersnaam nazwauzytkownika \
        kullaniciadi имяпользователя логин ник اسمالمستخدم ユーザー名 사용자이름 아이디 用户名 用戶名 账号"),
    row("email", "email", "email mail emailaddress mailto correo correoelectronico courriel mel epost emailadresse mailadresse \
        eposta почта электроннаяпочта имейл البريد البريدالالكتروني ईमेल メール メールアドレス 이메일 메일 邮箱 電子郵件 电子邮件"),
    row("phone", "phone", "phone tel telephone phonenumber mobile mobilephone cell cellphone telefono telefone telefon celular movil \
        handy handynummer telefonnummer telefoon telefoonnummer komorka numertelefonu telefonnumarasi телефон номертелефона \
        الهاتف هاتف جوال फोन 電話 電話番号 전화 전화번호 电话 手机 電話號碼"),
    row("repo", "", "repo repository githubrepo gitrepo repositorio depot репозиторий"),
    row("heading", "title", "heading header section sectiontitle group groupname category divider separator seccion seccao secao encabezado \
        rubrique uberschrift abschnitt kategorie categoria categorie intestazione sezione kop kopje sectie naglowek sekcja kategoria \
        bolum kategori раздел секция категория القسم قسم खंड 見出し セクション カテゴリ 섹션 카테고리 章节 分类 分组"),
    row("text", "bio", "text note markdown body paragraph message quote texto texte nota testo tekst notiz notitie notatka metin текст \
        заметка النص نص ملاحظة पाठ टेकसट テキスト メモ 本文 텍스트 메모 文本 文字 笔记"),
    row("stamp", "", "stamp badge seal sello carimbo tampon stempel timbro zegel pieczec damga штамп печать ختم सटामप スタンプ 스탬프 印章"),
    row("video", "", "video videourl videolink clip видео فيديو वीडियो 動画 ビデオ 동영상 비디오 视频 影片"),
    row("music", "", "music song track album playlist podcast audio musica musique musik muziek muzyka muzik музыка موسيقى संगीत 音楽 \
        음악 音乐 歌曲"),
    row("caption", "", "caption legende bildunterschrift didascalia onderschrift podpis"),
    row("alt", "", "alt alttext alternativetext imagealt"),
    row("size", "", "size tamano tamanho taille grosse dimensione grootte rozmiar boyut размер الحجم आकार サイズ 크기 大小"),
    row("color", "accent", "color colour accent accentcolor primarycolor brandcolor primary cor couleur farbe colore kleur kolor renk цвет \
        اللون रंग 色 カラー 색상 색 颜色 顏色"),
    row("lang", "lang", "lang language languagecode locale idioma lingua langue sprache taal jezyk dil язык اللغة لغة भाषा 言語 언어 语言 語言"),
    row("", "listed", "listed searchable"),
    row("", "unlisted", "unlisted noindex hidefromsearch"),
    row("focus", "", "focus focalpoint focuspoint"),
    row("zoom", "", "zoom"),
    row("type", "", "type kind itemtype tiletype blocktype tipo typ tur тип النوع परकार タイプ 種類 유형 类型 類型"),
    row("platform", "", "platform network service socialnetwork plataforma plateforme plattform piattaforma platforma платформа المنصة \
        プラットフォーム 플랫폼 平台"),
    row("value", "", "value val valor wert valeur valore waarde значение 値 값 值"),
    row("", "look", "look style template skin aesthetic design appearance branding themesettings estilo stil stile stijl styl стиль शैली スタイル 스타일 风格 風格"),
    row("", "theme", "theme palette preset colorscheme colorpalette tema thema motyw тема السمة थीम テーマ 테마 主题 主題"),
    row("", "layout", "layout disposicion disposicao miseenpage anordnung disposizione indeling uklad duzen макет التخطيط लेआउट レイアウト \
        레이아웃 布局"),
    row("", "photos", "photos photomode photostyle"),
    row("", "font", "font typeface fontfamily fuente tipografia fonte police schriftart schrift carattere lettertype czcionka yazitipi шрифт \
        الخط फॉनट フォント 글꼴 폰트 字体"),
    row("", "backdrop", "backdrop background backgroundimage wallpaper fondo fundo arriereplan hintergrund sfondo achtergrond tlo arkaplan \
        фон الخلفية पृषठभूमि 背景 배경"),
    row("", "profile", "profile perfil profil profiel profilo профиль الملف परोफाइल プロフィール 프로필 个人资料 個人資料 author owner person \
        personal personalinfo creator basics hero me"),
    row("", "mantel", "mantel version posy"),
];

/// Folded names of objects around a page, or around a part of one: replies of programs, the state of a site.
pub const WRAPPINGS: [&str; 39] = [
    "draft",
    "page",
    "brief",
    "file",
    "data",
    "user",
    "profile",
    "props",
    "pageprops",
    "initialprops",
    "initialstate",
    "state",
    "result",
    "results",
    "response",
    "payload",
    "body",
    "output",
    "content",
    "message",
    "choices",
    "candidates",
    "parts",
    "text",
    "answer",
    "json",
    "document",
    "site",
    "config",
    "settings",
    "attributes",
    "node",
    "account",
    "input",
    "arguments",
    "params",
    "linkinbio",
    "biopage",
    "linkpage",
];

/// What stands before a name that says what it is of: `userBio`, `categoryName`.
pub(super) const OWNERS: [&str; 11] =
    ["user", "profile", "page", "link", "item", "tile", "block", "button", "section", "category", "group"];

static WORDS: LazyLock<HashMap<&'static str, &'static Meaning>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for row in TABLE {
        for word in row.words.split_whitespace() {
            words.entry(word).or_insert(row);
        }
    }
    words
});

/// What a folded word means.
pub(super) fn meaning(word: &str) -> Option<&'static Meaning> {
    WORDS.get(word).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::field_names::fold;
    use super::TABLE;

    #[test]
    fn every_word_is_folded_and_has_one_meaning() {
        let mut seen = HashSet::new();
        let words: Vec<&str> = TABLE.iter().flat_map(|row| row.words.split_whitespace()).collect();
        let wrong: Vec<&&str> = words.iter().filter(|word| fold(word) != **word || !seen.insert(**word)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
