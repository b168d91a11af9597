//! Cleans the name that a program gives itself, because people decide by it.

/// Longest name shown, characters (screens, Consent).
const LENGTH: usize = 40;

/// The name on one line, cut at 40 characters, without invisible characters and ones that change text direction; empty
/// when nothing is left.
pub fn clean(text: &str) -> String {
    let seen: String = text
        .chars()
        .map(|character| if character.is_whitespace() { ' ' } else { character })
        .filter(|character| !hidden(*character))
        .collect();
    let words: Vec<_> = seen.split(' ').filter(|part| !part.is_empty()).collect();
    let line = words.join(" ");
    if line.chars().count() <= LENGTH {
        return line;
    }
    let cut: String = line.chars().take(LENGTH - 1).collect();
    format!("{}…", cut.trim_end())
}

/// Control, direction, zero-width, tag and annotation characters, and those that only look like a space.
fn hidden(it: char) -> bool {
    it.is_control()
        || matches!(it,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn names_are_readable() {
        assert_eq!(clean("  Claude\n Code "), "Claude Code");
        assert_eq!(clean("Evil\u{202e}edualC\u{200b}\u{e0041}"), "EviledualC");
        assert_eq!(clean("\u{200b}\u{2800}"), "");
        assert_eq!(clean(&"x".repeat(50)).chars().count(), 40);
        assert!(clean(&"x".repeat(50)).ends_with('…'));
    }
}
