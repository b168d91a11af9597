//! The pictures that were drawn last.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::Picture;

/// The most bytes of pictures that are kept.
const BYTES: usize = 16 << 20;
/// The most bytes of a picture that is kept.
const LARGEST: usize = 1 << 20;

/// Pictures by what they show, the latest last.
#[derive(Debug, Default)]
pub struct RecentPictures(Mutex<VecDeque<(String, Picture)>>);

impl RecentPictures {
    /// The picture of this.
    pub fn get(&self, shown: &str) -> Option<Picture> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|kept| kept.0 == shown).map(|kept| kept.1.clone())
    }

    /// Keeps a picture; the oldest go when there are too many bytes.
    pub fn keep(&self, shown: String, picture: Picture) {
        if picture.bytes.len() > LARGEST {
            return;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_back((shown, picture));
        let mut bytes: usize = all.iter().map(|kept| kept.1.bytes.len()).sum();
        while bytes > BYTES {
            bytes -= all.pop_front().map_or(bytes, |oldest| oldest.1.bytes.len());
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::browser::Format;

    #[test]
    fn the_latest_pictures_are_kept_and_no_more_than_there_is_room_for() {
        let recent = RecentPictures::default();
        let picture = |size: usize| Picture { bytes: vec![0; size].into(), format: Format::WebP, cut_from: None };
        for number in 0..20 {
            recent.keep(number.to_string(), picture(LARGEST));
        }
        recent.keep("large".to_owned(), picture(LARGEST + 1));
        let kept: Vec<_> = (0..20).filter(|number| recent.get(&number.to_string()).is_some()).collect();
        assert_eq!(kept, (4..20).collect::<Vec<_>>());
        assert!(recent.get("large").is_none());
    }
}
