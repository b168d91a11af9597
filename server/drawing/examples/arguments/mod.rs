//! The words after a program's name.

/// Takes `name` and the word after it from the words, and gives that word.
pub fn option(words: &mut Vec<String>, name: &str) -> Option<String> {
    let at = words.iter().position(|word| word == name)?;
    words.remove(at);
    (at < words.len()).then(|| words.remove(at))
}

/// Takes `name` from the words, and tells whether it was there.
pub fn flag(words: &mut Vec<String>, name: &str) -> bool {
    let at = words.iter().position(|word| word == name);
    at.is_some_and(|at| words.remove(at) == name)
}
