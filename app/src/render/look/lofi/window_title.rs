//! The title of a window: a file name made from the tile's title, or the host it links to (looks, 4 "Window").

use crate::render::tile::LookTile;

/// The longest file name, letters; letters of square scripts count twice.
const LONGEST: usize = 22;

/// The name in a window's title bar.
pub fn of(look_tile: &LookTile<'_>) -> String {
    let LookTile { number, content, .. } = look_tile;
    match content.kind_class {
        "k-image" => file(content.title.as_deref(), "bmp", number.ordinal),
        "k-video" => file(content.title.as_deref(), "avi", number.ordinal),
        "k-note" => "note.txt".to_owned(),
        "k-postcard" => content.address.as_deref().map_or_else(|| "Browser".to_owned(), host),
        "k-letter" => "New message".to_owned(),
        "k-music" => "Player".to_owned(),
        "k-github" => "Terminal".to_owned(),
        _ => "Shortcut".to_owned(),
    }
}

/// The host of a shown address, without its path.
fn host(shown: &str) -> String {
    shown.split('/').next().unwrap_or(shown).to_owned()
}

/// `Last light, the back garden` becomes `last_light.bmp`; a picture without a title is named after its number.
fn file(title: Option<&str>, ending: &str, number: usize) -> String {
    let clause = title.unwrap_or_default().split([',', ';', ':', '.', '!', '?', '(', '|', '、', '。', '،']);
    let clause = clause.map(str::trim).find(|clause| !clause.is_empty()).unwrap_or_default().to_lowercase();
    let words = clause.split_whitespace().filter(|word| !matches!(*word, "a" | "an" | "the"));
    let mut name = String::new();
    let mut broad = 0;
    for word in words {
        let word: String = word.chars().filter(|character| character.is_alphanumeric() || *character == '-').collect();
        let wide = word.chars().map(breadth).sum::<usize>() + 1;
        if word.is_empty() || (broad > 0 && broad + wide > LONGEST) {
            continue;
        }
        if broad > 0 {
            name.push('_');
        }
        for letter in word.chars() {
            broad += breadth(letter);
            if broad > LONGEST {
                break;
            }
            name.push(letter);
        }
        broad += 1;
    }
    if name.is_empty() { format!("picture_{number:02}.{ending}") } else { format!("{name}.{ending}") }
}

const fn breadth(letter: char) -> usize {
    if letter >= '\u{1100}' { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::file;

    #[test]
    fn a_title_makes_a_short_file_name() {
        assert_eq!(file(Some("Last light, the back garden"), "bmp", 3), "last_light.bmp");
        assert_eq!(file(Some("Throwing a moon jar, start to finish"), "avi", 3), "throwing_moon_jar.avi");
        assert_eq!(file(Some("雨の日は窯の屋根の音を聴きながら"), "bmp", 3), "雨の日は窯の屋根の音を.bmp");
        assert_eq!(file(Some("?!"), "bmp", 3), "picture_03.bmp");
        assert_eq!(file(None, "bmp", 12), "picture_12.bmp");
    }
}
