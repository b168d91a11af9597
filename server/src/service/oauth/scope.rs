//! Scopes, the resource identifiers of this service, and PKCE.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use url::Url;

/// The only scope with an effect: read the page, edit the draft, publish where allowed.
pub const WRITE: &str = "page:write";
/// Accepted and returned; refresh tokens do not depend on it.
pub const OFFLINE: &str = "offline_access";

/// Parses a scope; an empty one means `page:write`. The result is in a fixed order, without duplicates.
///
/// # Errors
/// A sentence when it has any other scope, or lacks `page:write`.
pub fn parse_scope(text: &str) -> Result<String, &'static str> {
    let scopes: Vec<_> = text.split(' ').filter(|part| !part.is_empty()).collect();
    if scopes.iter().any(|scope| ![WRITE, OFFLINE].contains(scope)) {
        return Err("The scopes here are page:write and offline_access.");
    }
    if !scopes.is_empty() && !scopes.contains(&WRITE) {
        return Err("Ask for page:write: nothing can be done without it.");
    }
    Ok(if scopes.contains(&OFFLINE) { format!("{WRITE} {OFFLINE}") } else { WRITE.to_owned() })
}

/// Narrows a granted scope, for a token that may do less (RFC 6749, 6).
///
/// # Errors
/// When it asks for a scope that was not granted.
pub fn narrow_scope(text: &str, given: &str) -> Result<String, &'static str> {
    let within = |text: &&str| given.split(' ').any(|one| one == *text);
    let scopes: Vec<_> = text.split(' ').filter(|part| !part.is_empty()).collect();
    if !scopes.iter().all(within) {
        return Err("A refresh can't ask for more than was allowed.");
    }
    Ok(if scopes.is_empty() { given.to_owned() } else { scopes.join(" ") })
}

/// The resource identifiers that name this service.
#[derive(Clone, Debug)]
pub struct Audience {
    base: String,
}

impl Audience {
    /// The audience of the service at this base URL.
    pub fn new(base: &str) -> Self {
        Self { base: base.to_owned() }
    }

    /// The resource of a request that names none.
    pub fn default_resource(&self) -> String {
        format!("{}/api/mcp", self.base)
    }

    /// Parses a `resource` (RFC 8707): the service, its API or its MCP endpoint, whatever the case of the host, with or
    /// without a trailing slash. `None` for anything else.
    pub fn read(&self, text: &str) -> Option<String> {
        let url = Url::parse(text).ok().filter(|value| value.fragment().is_none() && value.query().is_none())?;
        if !url.username().is_empty() || url.password().is_some() {
            return None;
        }
        let named = url.as_str().trim_end_matches('/').to_owned();
        self.is_ours(&named).then_some(named)
    }

    /// Whether a token for this resource is valid at this service.
    pub fn is_ours(&self, resource: &str) -> bool {
        ["", "/api/mcp", "/api/v1"].iter().any(|prefix| resource.strip_prefix(&self.base) == Some(prefix))
    }
}

/// Whether a challenge has the form of S256: 32 bytes in base64url.
pub fn is_valid_challenge(text: &str) -> bool {
    text.len() == 43 && URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32)
}

/// Whether the challenge was made from this verifier (RFC 7636), compared in constant time.
pub fn verify_pkce(verifier: &str, challenge: &str) -> bool {
    let formed = (43..=128).contains(&verifier.len())
        && verifier.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    formed & bool::from(digest.as_bytes().ct_eq(challenge.as_bytes()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_few() {
        assert_eq!(parse_scope("").unwrap(), "page:write");
        assert_eq!(parse_scope("offline_access page:write page:write").unwrap(), "page:write offline_access");
        for wrong in ["admin", "page:write admin", "offline_access", "PAGE:WRITE", "page:write\tx"] {
            assert!(parse_scope(wrong).is_err(), "{wrong}");
        }
        assert_eq!(narrow_scope("", "page:write").unwrap(), "page:write");
        assert_eq!(narrow_scope("offline_access", "page:write offline_access").unwrap(), "offline_access");
        assert!(narrow_scope("offline_access", "page:write").is_err());
    }

    #[test]
    fn resources_are_the_services_own_in_any_spelling() {
        let ours = Audience::new("https://mantel.example");
        for good in [
            "https://mantel.example/api/mcp",
            "https://MANTEL.example/api/mcp/",
            "HTTPS://mantel.example:443/api/v1",
            "https://mantel.example",
        ] {
            assert!(ours.read(good).is_some(), "{good}");
        }
        assert_eq!(ours.read("https://Mantel.example/api/mcp/").unwrap(), ours.default_resource());
        for bad in [
            "",
            "/api/mcp",
            "http://mantel.example/api/mcp",
            "https://mantel.example.evil.example/api/mcp",
            "https://mantel.example:8443/api/mcp",
            "https://mantel.example/api/mcp2",
            "https://mantel.example/api/mcp?x",
            "https://mantel.example/api/mcp#x",
            "https://a@mantel.example/api/mcp",
            "https://evil.example/https://mantel.example/api/mcp",
        ] {
            assert!(ours.read(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn the_proof_of_rfc_7636_holds() {
        let (verifier, challenge) =
            ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        assert!(is_valid_challenge(challenge) && verify_pkce(verifier, challenge));
        assert!(!verify_pkce(challenge, challenge) && !verify_pkce("", challenge) && !verify_pkce(verifier, ""));
        assert!(!is_valid_challenge("short") && !is_valid_challenge(&"=".repeat(43)));
        let long = "a".repeat(129);
        assert!(!verify_pkce(&long, &URL_SAFE_NO_PAD.encode(Sha256::digest(long.as_bytes()))));
    }
}
