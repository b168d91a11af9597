//! Drafts that were parsed before. The edits of a page read the same texts again and again: the draft that the last of
//! them left, what is live, and the draft before the history entry. Parsing a large one takes longer than all else that
//! an edit does with it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mantel_model::Draft;

use super::Result;

/// Maximum size of the texts, bytes; the drafts take a few times as much.
const MAX_BYTES: usize = 1024 * 1024;
/// Shorter texts are parsed so quickly that they are not kept, bytes.
const SHORT: usize = 2 * 1024;

/// The drafts parsed last, by account and text. The same text is the same draft, whoever wrote it and when.
#[derive(Debug, Default)]
pub(super) struct ParsedDrafts(Mutex<Recent>);

/// What is kept, the one used last in front.
#[derive(Debug, Default)]
struct Recent {
    drafts: VecDeque<Parsed>,
    bytes: usize,
}

#[derive(Debug)]
struct Parsed {
    account: String,
    text: String,
    draft: Arc<Draft>,
}

impl ParsedDrafts {
    /// The draft of a text of the account's page, which is called `name`.
    pub fn parse(&self, account: &str, name: &str, text: String) -> Result<Draft> {
        if let Some(draft) = self.find(account, &text) {
            return Ok(Draft::clone(&draft));
        }
        let draft = super::draft(name, &text)?;
        self.keep(account, text, &draft);
        Ok(draft)
    }

    /// Keeps a draft whose text will be read again.
    pub fn keep(&self, account: &str, text: String, draft: &Draft) {
        if text.len() < SHORT {
            return;
        }
        let draft = Arc::new(draft.clone());
        let mut kept = self.kept();
        kept.bytes += text.len();
        kept.drafts.push_front(Parsed { account: account.to_owned(), text, draft });
        while kept.bytes > MAX_BYTES
            && let Some(oldest) = kept.drafts.pop_back()
        {
            kept.bytes -= oldest.text.len();
        }
    }

    fn find(&self, account: &str, text: &str) -> Option<Arc<Draft>> {
        let mut kept = self.kept();
        let at = kept.drafts.iter().position(|parsed| parsed.account == account && parsed.text == text)?;
        let found = kept.drafts.remove(at)?;
        let draft = Arc::clone(&found.draft);
        kept.drafts.push_front(found);
        Some(draft)
    }

    fn kept(&self) -> MutexGuard<'_, Recent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    /// A draft with this name; white space at its end makes the text as long as this.
    fn text(name: &str, length: usize) -> String {
        let draft = format!("{{\"profile\":{{\"name\":\"{name}\"}},\"theme\":{{\"style\":\"washi\"}},\"tiles\":[]}}");
        let rest = length - draft.len();
        draft + &" ".repeat(rest)
    }

    #[test]
    fn a_draft_is_kept_by_its_text() {
        let drafts = ParsedDrafts::default();
        let (one, other) = (text("One", SHORT), text("Two", SHORT));
        for _ in 0..2 {
            for text in [&one, &other] {
                let parsed = drafts.parse("a_ada", "ada", text.clone()).unwrap();
                assert_eq!(parsed, super::super::draft("ada", text).unwrap());
            }
        }
        assert_eq!(drafts.kept().drafts.len(), 2);
    }

    #[test]
    fn those_used_last_are_kept_within_the_bound() {
        let drafts = ParsedDrafts::default();
        let often = text("Often", MAX_BYTES / 4);
        for round in 0..20 {
            drafts.parse("a_ada", "ada", often.clone()).unwrap();
            drafts.parse("a_bob", "bob", text(&format!("Round {round}"), MAX_BYTES / 4)).unwrap();
            drafts.parse("a_ada", "ada", text("Short", SHORT - 1)).unwrap();
        }
        let kept = drafts.kept();
        assert_eq!((kept.drafts.len(), kept.bytes), (4, MAX_BYTES));
        assert!(kept.drafts.iter().any(|parsed| parsed.text == often));
    }
}
