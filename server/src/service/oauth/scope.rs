//! Scopes, the resource identifiers of this service, and PKCE.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mantel_model::Access;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use url::Url;

/// Read the page.
pub const READ: &str = "page:read";
/// Read the page, and add to its draft.
pub const ADD: &str = "page:add";
/// Read the page and edit the draft; publish where its owner allows it. What a client gets that asks for no scope.
pub const WRITE: &str = "page:write";
/// Accepted and returned; refresh tokens do not depend on it.
pub const OFFLINE: &str = "offline_access";

/// The scope of an access.
const fn scope_of(access: Access) -> &'static str {
    match access {
        Access::Read => READ,
        Access::Add => ADD,
        Access::Edit => WRITE,
    }
}

/// How far a scope reaches: as far as the widest of its parts; `None` where it reaches nothing.
pub fn access(scope: &str) -> Option<Access> {
    scope.split(' ').filter_map(|part| Access::ALL.into_iter().find(|access| scope_of(*access) == part)).max()
}

/// Parses a scope; an empty one means `page:write`. The result is in a fixed order, without duplicates.
///
/// # Errors
/// A sentence when it has any other scope, or none of the page.
pub fn parse_scope(text: &str) -> Result<String, &'static str> {
    let scopes: Vec<_> = text.split(' ').filter(|part| !part.is_empty()).collect();
    if scopes.iter().any(|scope| ![READ, ADD, WRITE, OFFLINE].contains(scope)) {
        return Err("The scopes here are page:read, page:add, page:write and offline_access.");
    }
    match access(text) {
        Some(_) => Ok(ordered(&scopes)),
        None if scopes.is_empty() => Ok(WRITE.to_owned()),
        None => Err("Ask for page:read, page:add or page:write: nothing can be done without one."),
    }
}

/// What is left of a scope for somebody who was let in only so far: its parts within that, or the widest that is.
pub fn limit_scope(scope: &str, to: Access) -> String {
    let own = access(scope).map(|access| access.min(to));
    let within = |part: &&str| access(part).is_none_or(|access| Some(access) <= own);
    let mut parts: Vec<_> = scope.split(' ').filter(within).collect();
    parts.extend(own.map(scope_of));
    ordered(&parts)
}

/// Narrows a granted scope, for a token that may do less (RFC 6749, 6).
///
/// # Errors
/// When it asks for a scope that was not granted.
pub fn narrow_scope(text: &str, given: &str) -> Result<String, &'static str> {
    let within = |part: &&str| match access(part) {
        Some(wanted) => access(given).is_some_and(|given| wanted <= given),
        None => given.split(' ').any(|one| one == *part),
    };
    let scopes: Vec<_> = text.split(' ').filter(|part| !part.is_empty()).collect();
    if !scopes.iter().all(within) {
        return Err("A refresh can't ask for more than was allowed.");
    }
    Ok(if scopes.is_empty() { given.to_owned() } else { ordered(&scopes) })
}

/// These scopes in a fixed order, without duplicates.
fn ordered(scopes: &[&str]) -> String {
    let listed = [READ, ADD, WRITE, OFFLINE].into_iter().filter(|scope| scopes.contains(scope));
    listed.collect::<Vec<_>>().join(" ")
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
        assert_eq!(parse_scope("page:write page:read").unwrap(), "page:read page:write");
        for wrong in ["admin", "page:write admin", "offline_access", "PAGE:WRITE", "page:write\tx", "page:publish"] {
            assert!(parse_scope(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_scope_reaches_as_far_as_its_widest_part_and_is_only_narrowed() {
        assert_eq!(access("page:add page:read"), Some(Access::Add));
        assert_eq!((access("offline_access"), access("")), (None, None));
        assert_eq!(narrow_scope("", "page:write").unwrap(), "page:write");
        assert_eq!(narrow_scope("page:read", "page:write").unwrap(), "page:read");
        assert_eq!(narrow_scope("offline_access", "page:write offline_access").unwrap(), "offline_access");
        for (more, given) in [
            ("offline_access", "page:write"),
            ("page:write", "page:add"),
            ("page:read page:add", "page:read"),
            ("page:read", "offline_access"),
            ("admin", "page:write"),
        ] {
            assert!(narrow_scope(more, given).is_err(), "{more} of {given}");
        }
        assert_eq!(limit_scope("page:write offline_access", Access::Read), "page:read offline_access");
        assert_eq!(limit_scope("page:read page:write", Access::Add), "page:read page:add");
        assert_eq!(limit_scope("page:read", Access::Edit), "page:read");
        assert_eq!(limit_scope("offline_access", Access::Edit), "offline_access");
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
