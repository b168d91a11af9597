//! What the edits of a page read again and again: its drafts, parsed, and the metadata of its links. Reading and parsing
//! those of a large page takes longer than all else that an edit does.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mantel_model::Draft;

use super::link_metadata::Known;
use super::page_row::PageRow;

/// Maximum size of what is kept, bytes of text as [`RecentPage::bytes`] counts them; in memory drafts take a few times as much.
const MAX_BYTES: usize = 3 * 1024 * 1024;
/// What a page takes besides its drafts, bytes.
const OVERHEAD: usize = 1024;

/// A draft and the length of its text, bytes.
#[derive(Clone, Debug)]
pub(super) struct ParsedDraft {
    pub draft: Arc<Draft>,
    pub bytes: usize,
}

/// A draft that is or was the current one: its version and when it was saved (ms) tell it from every other of its account,
/// also when a page is deleted and made again.
#[derive(Clone, Debug)]
pub(super) struct SavedDraft {
    pub version: i64,
    pub at: i64,
    pub draft: ParsedDraft,
}

/// What is live, told from all else that was by the serial and the time of its publish (ms).
#[derive(Clone, Debug)]
pub(super) struct LiveDraft {
    pub serial: i64,
    pub at: i64,
    pub draft: ParsedDraft,
}

/// The metadata of a page's links, told by when the page was made (ms) and how often the metadata changed since.
#[derive(Clone, Debug)]
pub(super) struct LinkMetadata {
    pub created_at: i64,
    pub serial: i64,
    pub known: Arc<Known>,
    /// The length of the metadata as text, bytes.
    pub bytes: usize,
}

/// The newest entry of a page's history.
#[derive(Clone, Debug)]
pub(super) struct NewestEntry {
    /// Whose edits it has.
    pub actor: String,
    /// When it began, ms.
    pub since: i64,
    /// The version that its first edit made.
    pub first: i64,
    /// The kind of change so far, in one word.
    pub act: String,
}

/// A page as an edit found or left it.
#[derive(Clone, Debug)]
pub struct RecentPage {
    /// Its row.
    pub(super) row: PageRow,
    /// The serial of its newest event: every change of the row has one, but for those of how links are counted, which change its
    /// `facts_serial`.
    pub(super) event_serial: i64,
    /// The current draft.
    pub(super) current: SavedDraft,
    /// Its text as stored: the same text is the same draft, whoever wrote it and when.
    pub(super) text: Arc<str>,
    /// What is live.
    pub(super) live: Option<LiveDraft>,
    /// The newest history entry, as an edit left it or found it to join; `None` where another one's was not read.
    pub(super) entry: Option<NewestEntry>,
    /// The draft before the newest history entry.
    pub(super) before: Option<SavedDraft>,
    /// The newest snapshot of the history.
    pub(super) snapshot: Option<SavedDraft>,
    /// What is known of its links.
    pub(super) links: LinkMetadata,
}

impl RecentPage {
    /// The current draft as stored.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The length of its text, of that of each draft that it holds, of its links' metadata and of the times at which tiles went live.
    fn bytes(&self) -> usize {
        let saved = [Some(&self.current), self.before.as_ref(), self.snapshot.as_ref()].into_iter().flatten();
        let drafts = saved.map(|saved| &saved.draft).chain(self.live.as_ref().map(|live| &live.draft));
        let mut distinct: Vec<&ParsedDraft> = Vec::new();
        for draft in drafts {
            if !distinct.iter().any(|other| Arc::ptr_eq(&other.draft, &draft.draft)) {
                distinct.push(draft);
            }
        }
        let drafts: usize = distinct.iter().map(|draft| draft.bytes).sum();
        let times = self.row.live_since.as_ref().map_or(0, String::len);
        OVERHEAD + self.text.len() + drafts + self.links.bytes + times
    }
}

/// The pages that were edited last, by account.
#[derive(Debug, Default)]
pub(super) struct RecentPages(Mutex<Recent>);

/// What is kept, the one used last in front.
#[derive(Debug, Default)]
struct Recent {
    pages: VecDeque<(String, RecentPage)>,
    bytes: usize,
}

impl Recent {
    fn take(&mut self, account: &str) -> Option<RecentPage> {
        let at = self.pages.iter().position(|(of, _)| of == account)?;
        let (_, page) = self.pages.remove(at)?;
        self.bytes -= page.bytes();
        Some(page)
    }

    fn put(&mut self, account: &str, page: RecentPage) {
        self.bytes += page.bytes();
        self.pages.push_front((account.to_owned(), page));
        while self.bytes > MAX_BYTES
            && let Some((_, oldest)) = self.pages.pop_back()
        {
            self.bytes -= oldest.bytes();
        }
    }
}

impl RecentPages {
    /// The account's page as its last edit left it.
    pub fn get(&self, account: &str) -> Option<RecentPage> {
        let mut kept = self.kept();
        let page = kept.take(account)?;
        kept.put(account, page.clone());
        Some(page)
    }

    /// Keeps the account's page in place of what was kept of it.
    pub fn keep(&self, account: &str, page: RecentPage) {
        let mut kept = self.kept();
        kept.take(account);
        kept.put(account, page);
    }

    /// Forgets the account's page.
    pub fn forget(&self, account: &str) {
        self.kept().take(account);
    }

    fn kept(&self) -> MutexGuard<'_, Recent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use mantel_model::Username;
    use mantel_model::look::Look;

    use super::*;

    fn parsed(look: Look, bytes: usize) -> ParsedDraft {
        ParsedDraft { draft: Arc::new(Draft::blank(look)), bytes }
    }

    /// A page at a version whose text is so long.
    fn page(version: i64, length: usize) -> RecentPage {
        let draft = parsed(Look::Washi, length);
        let row = PageRow {
            account: "a".to_owned(),
            username: Username::parse("ada").unwrap(),
            draft: Arc::clone(&draft.draft),
            version,
            created_at: 1,
            published: None,
            published_version: 0,
            published_at: 0,
            publish_serial: 0,
            facts_serial: 0,
            renames: 0,
            live_since: None,
            suspended: None,
            counting: None,
            known: Arc::default(),
        };
        RecentPage {
            row,
            entry: None,
            current: SavedDraft { version, at: 1, draft: draft.clone() },
            event_serial: version,
            text: "x".repeat(length).into(),
            live: None,
            before: None,
            snapshot: Some(SavedDraft { version: 1, at: 1, draft }),
            links: LinkMetadata { created_at: 1, serial: 0, known: Arc::default(), bytes: 0 },
        }
    }

    #[test]
    fn a_page_is_kept_as_it_was_left_last() {
        let pages = RecentPages::default();
        for version in 1..5 {
            pages.keep("a_ada", page(version, 100));
        }
        pages.keep("a_bob", page(9, 100));
        assert_eq!(pages.get("a_ada").unwrap().current.version, 4);
        assert!(pages.get("a_eve").is_none());
        let size = |pages: &RecentPages| {
            let kept = pages.kept();
            (kept.pages.len(), kept.bytes)
        };
        assert_eq!(size(&pages), (2, 2 * page(1, 100).bytes()));
        pages.forget("a_ada");
        assert!(pages.get("a_ada").is_none());
        assert_eq!(size(&pages), (1, page(1, 100).bytes()));
    }

    #[test]
    fn those_used_last_are_kept_within_the_bound() {
        let pages = RecentPages::default();
        for version in 0..100 {
            pages.keep("a_ada", page(version, MAX_BYTES / 8));
            pages.keep(&format!("a_{version}"), page(1, MAX_BYTES / 8));
        }
        assert_eq!(pages.get("a_ada").unwrap().current.version, 99);
        let kept = pages.kept();
        assert!(kept.bytes <= MAX_BYTES, "{}", kept.bytes);
        assert_eq!(kept.bytes, kept.pages.iter().map(|(_, page)| page.bytes()).sum::<usize>());
        assert_eq!(kept.pages.len(), 3);
    }

    #[test]
    fn what_a_short_page_holds_besides_counts_by_its_own_length() {
        let mut page = page(2, 100);
        let alone = page.bytes();
        assert_eq!(alone, OVERHEAD + 100 + 100, "a draft that stands in several places counts once");
        page.before = Some(SavedDraft { version: 1, at: 1, draft: parsed(Look::Lofi, 500_000) });
        page.live = Some(LiveDraft { serial: 1, at: 1, draft: parsed(Look::Night, 400_000) });
        page.links.bytes = 300_000;
        assert_eq!(page.bytes(), alone + 1_200_000);
        let pages = RecentPages::default();
        for account in 0..10 {
            pages.keep(&format!("a_{account}"), page.clone());
        }
        assert_eq!(pages.kept().pages.len(), 2);
    }
}
