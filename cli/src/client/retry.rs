//! When a call may be sent again: never where it could be done twice.

use std::time::Duration;

use super::connect_error::{no_such_host, untrusted};
use super::random::random;
use super::reply::Reply;

/// Times a call is sent at most.
const TRIES: u32 = 4;
/// The longest wait that is worth it.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What a repeat of a call would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Nothing new: the call reads, or carries an `Idempotency-Key`.
    Safe,
    /// The same again: it may go out once more only where it certainly was not done.
    OnlyIfUnsent,
}

/// The tries of one call.
#[derive(Debug)]
pub struct Tries {
    repeat: Repeat,
    sent: u32,
}

impl Tries {
    /// Before the first.
    pub const fn new(repeat: Repeat) -> Self {
        Self { repeat, sent: 0 }
    }

    /// How long to wait before the next try after this answer; `None` when the answer stands.
    pub fn after_reply(&mut self, reply: &Reply) -> Option<Duration> {
        let asked = reply.retry_after.filter(|retry_after| *retry_after <= LONGEST_WAIT);
        match (reply.status, asked) {
            // The server refused it before doing anything.
            (429 | 503, Some(wait)) => self.next().map(|soonest| wait.max(soonest)),
            (408 | 502 | 503 | 504, None) if self.repeat == Repeat::Safe && reply.retry_after.is_none() => self.next(),
            _ => None,
        }
    }

    /// How long to wait before the next try after this error; `None` when there is none.
    pub fn after_error(&mut self, error: &ureq::Error) -> Option<Duration> {
        let safe = self.repeat == Repeat::Safe && broke_in_transit(error) && !no_such_host(error) && !untrusted(error);
        if safe || was_not_sent(error) { self.next() } else { None }
    }

    /// 0.2, 0.4, 0.8 s, each a little shorter by chance, so that many clients do not come back at the same moment.
    fn next(&mut self) -> Option<Duration> {
        self.sent += 1;
        let whole = 200_u64 << self.sent.min(8).saturating_sub(1);
        (self.sent < TRIES).then(|| Duration::from_millis(whole - random() % (whole / 4)))
    }
}

/// There was no connection, so nothing was sent.
fn was_not_sent(error: &ureq::Error) -> bool {
    use std::io::ErrorKind::{ConnectionRefused, HostUnreachable, NetworkUnreachable};
    match error {
        ureq::Error::ConnectionFailed => true,
        ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => true,
        ureq::Error::Io(error) => matches!(error.kind(), ConnectionRefused | HostUnreachable | NetworkUnreachable),
        _ => false,
    }
}

/// The connection broke on the way there or back.
const fn broke_in_transit(error: &ureq::Error) -> bool {
    matches!(error, ureq::Error::Io(_) | ureq::Error::Protocol(_) | ureq::Error::Timeout(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_end() {
        let mut tries = Tries::new(Repeat::Safe);
        let waits: Vec<_> = std::iter::from_fn(|| tries.next()).collect();
        assert_eq!(waits.len(), 3);
        assert!(waits[0] <= Duration::from_millis(200) && waits[0] > Duration::from_millis(149));
        assert!(waits[2] <= Duration::from_millis(800) && waits[2] > Duration::from_millis(599));
    }

    #[test]
    fn what_may_have_been_done_is_not_sent_again() {
        let broken = || ureq::Error::Io(std::io::ErrorKind::ConnectionReset.into());
        let refused = || ureq::Error::Io(std::io::ErrorKind::ConnectionRefused.into());
        assert!(Tries::new(Repeat::OnlyIfUnsent).after_error(&broken()).is_none());
        assert!(Tries::new(Repeat::OnlyIfUnsent).after_error(&refused()).is_some());
        assert!(Tries::new(Repeat::Safe).after_error(&broken()).is_some());
        assert!(Tries::new(Repeat::Safe).after_error(&ureq::Error::HostNotFound).is_none());
    }
}
