//! When a call may be sent again: never where it could be applied twice.

use std::time::Duration;

use super::connect_error::{no_such_host, untrusted};
use super::random::random;
use super::reply::Reply;

/// Maximum times a call is sent.
const TRIES: u32 = 4;
/// The longest acceptable wait.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What repeating a call would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Nothing more: the call only reads, or carries an `Idempotency-Key`.
    Safe,
    /// Apply it again: it may be repeated only if it certainly was not applied.
    OnlyIfUnsent,
}

/// The attempts of one call.
#[derive(Debug)]
pub struct Tries {
    repeat: Repeat,
    sent: u32,
}

impl Tries {
    /// Before the first attempt.
    pub const fn new(repeat: Repeat) -> Self {
        Self { repeat, sent: 0 }
    }

    /// How long to wait before retrying after this reply; `None` when the reply is final.
    pub fn after_reply(&mut self, reply: &Reply) -> Option<Duration> {
        let requested_wait = reply.retry_after.filter(|retry_after| *retry_after <= LONGEST_WAIT);
        match (reply.status, requested_wait) {
            // The server rejected it before doing anything.
            (429 | 503, Some(wait)) => self.next().map(|soonest| wait.max(soonest)),
            (408 | 502 | 503 | 504, None) if self.repeat == Repeat::Safe && reply.retry_after.is_none() => self.next(),
            _ => None,
        }
    }

    /// How long to wait before retrying after this error; `None` when it is final.
    pub fn after_error(&mut self, error: &ureq::Error) -> Option<Duration> {
        let safe = self.repeat == Repeat::Safe && broke_in_transit(error) && !no_such_host(error) && !untrusted(error);
        if safe || was_not_sent(error) { self.next() } else { None }
    }

    /// 0.2, 0.4, 0.8 s, each randomly shortened, so that many clients do not retry at the same moment.
    fn next(&mut self) -> Option<Duration> {
        self.sent += 1;
        let whole = 200_u64 << self.sent.min(8).saturating_sub(1);
        (self.sent < TRIES).then(|| Duration::from_millis(whole - random() % (whole / 4)))
    }
}

/// Whether the connection failed, so that nothing was sent.
fn was_not_sent(error: &ureq::Error) -> bool {
    use std::io::ErrorKind::{ConnectionRefused, HostUnreachable, NetworkUnreachable};
    match error {
        ureq::Error::ConnectionFailed => true,
        ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => true,
        ureq::Error::Io(error) => matches!(error.kind(), ConnectionRefused | HostUnreachable | NetworkUnreachable),
        _ => false,
    }
}

/// Whether the connection broke during the request or the reply.
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
