//! Explains why a server could not be reached, as a sentence that says what to do.

use std::io::ErrorKind;

use url::Url;

use crate::failure::{Failure, Outcome};

/// The base address of a server, without a trailing slash.
///
/// # Errors
/// A sentence that shows a valid address.
pub fn checked_address(base: &str) -> Outcome<String> {
    let wrong =
        |why: &str| Failure::Usage(format!("SERVICE_URL is \"{base}\", {why}; write it like https://mantel.example"));
    let url = Url::parse(base).map_err(|_| wrong("which is not an address"))?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(wrong("which is not an address of a server"));
    }
    if url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() {
        return Err(wrong("which has more than a server in it"));
    }
    Ok(base.trim_end_matches('/').to_owned())
}

/// Why there was no response.
pub fn explain(error: &ureq::Error, base: &str) -> Failure {
    let host = Url::parse(base).ok().and_then(|value| value.host_str().map(str::to_owned)).unwrap_or_default();
    Failure::Message(match error {
        it if no_such_host(it) => format!("There is no server called {host}. Check SERVICE_URL ({base})."),
        ureq::Error::Io(it) if it.kind() == ErrorKind::ConnectionRefused => {
            format!("Nothing answers at {base}. Is the server running there? SERVICE_URL says where it is.")
        }
        ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
            format!("{base} could not be reached in time. Check SERVICE_URL and the network.")
        }
        ureq::Error::Timeout(_) => format!("{base} did not answer in time. Try again."),
        it if untrusted(it) => {
            format!("{host} cannot prove that it is {host} ({it}). For an authority of your own set SSL_CERT_FILE.")
        }
        ureq::Error::Io(it) => {
            format!("The connection to {base} broke ({it}). If it was an edit, mantel get shows whether it was made.")
        }
        other => format!("{base} could not be asked ({other}). Check SERVICE_URL."),
    })
}

/// Whether the server's certificate is not trusted here; if so, nothing was sent.
pub fn untrusted(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::Rustls(_) | ureq::Error::Tls(_) => true,
        ureq::Error::Io(it) => it.kind() == ErrorKind::InvalidData && it.to_string().contains("certificate"),
        _ => false,
    }
}

/// Whether the server's host name could not be resolved.
pub fn no_such_host(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::HostNotFound => true,
        // The standard library has no error kind for it, only this text.
        ureq::Error::Io(it) => {
            let words = it.to_string();
            words.starts_with("failed to lookup address") || words.starts_with("No such host")
        }
        _ => false,
    }
}

#[cfg(test)]
#[allow(clippy::panic, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn each_error_says_what_to_do() {
        let broken = |kind, words: &str| ureq::Error::Io(std::io::Error::new(kind, words.to_owned()));
        for (error, part) in [
            (broken(ErrorKind::InvalidData, "invalid peer certificate: UnknownIssuer"), "SSL_CERT_FILE"),
            (broken(ErrorKind::ConnectionRefused, "refused"), "Is the server running there?"),
            (broken(ErrorKind::ConnectionReset, "reset"), "mantel get shows whether it was made"),
            (ureq::Error::HostNotFound, "There is no server called mantel.example"),
            (ureq::Error::Timeout(ureq::Timeout::Connect), "could not be reached in time"),
            (ureq::Error::Timeout(ureq::Timeout::RecvResponse), "did not answer in time"),
            (ureq::Error::InvalidProxyUrl, "could not be asked"),
        ] {
            let Failure::Message(words) = explain(&error, "https://mantel.example") else { panic!("{error}") };
            assert!(words.contains(part), "{words}");
        }
    }
}
