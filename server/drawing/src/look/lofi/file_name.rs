//! The name of the picture's file in the viewer's title, as windows of the page have it (looks, 4 "Window").

/// The longest name, letters; letters of square scripts count twice.
const LONGEST: usize = 18;

/// `Last light` becomes `last_light.bmp`; a picture without a caption is the first.
pub fn of(caption: Option<&str>) -> String {
    let lower = caption.unwrap_or_default().to_lowercase();
    let mut name = String::new();
    let mut broad = 0;
    for word in lower.split_whitespace().filter(|word| !matches!(*word, "a" | "an" | "the")) {
        let mut word = word.chars().filter(|letter| letter.is_alphanumeric() || *letter == '-').peekable();
        if word.peek().is_none() {
            continue;
        }
        if !name.is_empty() {
            name.push('_');
        }
        for letter in word {
            broad += if letter >= '\u{1100}' { 2 } else { 1 };
            if broad > LONGEST {
                break;
            }
            name.push(letter);
        }
    }
    let name = name.trim_end_matches('_');
    if name.is_empty() { "picture_01.bmp".to_owned() } else { format!("{name}.bmp") }
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn a_caption_makes_a_file_name() {
        assert_eq!(of(Some("Last light")), "last_light.bmp");
        assert_eq!(of(Some("The Old Kiln…")), "old_kiln.bmp");
        assert_eq!(of(Some("雨の日は窯の屋根の音")), "雨の日は窯の屋根の.bmp");
        assert_eq!(of(Some("?!")), "picture_01.bmp");
        assert_eq!(of(None), "picture_01.bmp");
    }
}
