//! A request to the authorization endpoint: checked before the user is asked.

use mantel_model::Access;

use super::client::Client;
use super::error::OauthError;
use super::metadata_reader::Asker;
use super::redirect::Redirect;
use super::scope;
use crate::service::error::Error;
use crate::service::handle::Service;

/// Longest query, bytes.
const LENGTH: usize = 6000;

/// A valid request, ready for the user's consent.
#[derive(Clone, Debug)]
pub struct AuthorizationRequest {
    /// Who asks.
    pub client: Client,
    /// Where the response goes.
    pub redirect: Redirect,
    /// The PKCE challenge.
    pub challenge: String,
    /// The resource that the tokens are for.
    pub resource: String,
    /// The scope of the tokens.
    pub scope: String,
    /// The client's `state`, returned unchanged.
    pub state: Option<String>,
}

impl AuthorizationRequest {
    /// How far the client asks to reach.
    pub fn access(&self) -> Access {
        // Every scope that is parsed has one.
        scope::access(&self.scope).unwrap_or(Access::Read)
    }
}

/// Why a request is not shown to the user.
#[derive(Debug)]
pub enum AuthorizationError {
    /// There is no trusted address to redirect to: the user sees an error page (RFC 9700, 4.11).
    ShowPage(String),
    /// The client is told, by a redirect to this address.
    Redirect(String),
    /// Any other error of the service.
    Service(Error),
}

impl From<OauthError> for AuthorizationError {
    fn from(error: OauthError) -> Self {
        match error {
            OauthError::Service(error) => Self::Service(error),
            refused => Self::ShowPage(refused.to_string()),
        }
    }
}

/// The parameters of a request; an empty one counts as absent (RFC 6749, 3.1).
struct Query(Vec<(String, String)>);

impl Query {
    fn read(text: &str) -> Self {
        let pairs = url::form_urlencoded::parse(text.as_bytes()).into_owned();
        Self(pairs.filter(|pair| !pair.1.is_empty()).collect())
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |pair| pair.0 == name).map(|pair| pair.1.as_str())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|pair| pair.0 == name).map(|pair| pair.1.as_str())
    }

    fn is_repeated(&self, name: &str) -> bool {
        self.all(name).nth(1).is_some()
    }
}

impl Service {
    /// Checks a request for access, given as the query string of its URL, for whoever opened it.
    ///
    /// # Errors
    /// Why the user is not asked, and who is told.
    pub async fn authorization_request(
        &self,
        query: &str,
        asker: Asker<'_>,
    ) -> Result<AuthorizationRequest, AuthorizationError> {
        if query.len() > LENGTH {
            return Err(AuthorizationError::ShowPage("The request is too long.".to_owned()));
        }
        let query = Query::read(query);
        let (client, redirect) = self.client_and_redirect(&query, asker).await?;
        match self.parameters(&query) {
            Ok((challenge, resource, scope)) => {
                let state = query.get("state").map(str::to_owned);
                Ok(AuthorizationRequest { client, redirect, challenge, resource, scope, state })
            }
            Err(error) => Err(AuthorizationError::Redirect(self.refusal(&redirect, query.get("state"), &error))),
        }
    }

    /// Client and redirect address: until both are verified, nobody is redirected.
    async fn client_and_redirect(
        &self,
        query: &Query,
        asker: Asker<'_>,
    ) -> Result<(Client, Redirect), AuthorizationError> {
        let page = |words: &str| AuthorizationError::ShowPage(words.to_owned());
        if query.is_repeated("client_id") || query.is_repeated("redirect_uri") {
            return Err(page("The request names its app or its address twice."));
        }
        let id = query.get("client_id").ok_or_else(|| page("The request does not say which app asks."))?;
        let client =
            self.client(id, asker).await?.ok_or_else(|| page("The app that asks is not known here any more."))?;
        let text = query.get("redirect_uri").ok_or_else(|| page("The request does not say where to go back to."))?;
        let redirect = Redirect::parse(text)
            .map_err(|error| AuthorizationError::ShowPage(format!("The request can't be answered: {error}.")))?;
        if client.redirects.iter().any(|registered| redirect.is(registered)) {
            Ok((client, redirect))
        } else {
            Err(page("The request would send you to an address that the app did not name."))
        }
    }

    /// Challenge, resource and scope.
    fn parameters(&self, query: &Query) -> Result<(String, String, String), OauthError> {
        const SINGLE_PARAMETERS: &[&str] =
            &["response_type", "state", "scope", "code_challenge", "code_challenge_method", "response_mode", "prompt"];
        if let Some(name) = SINGLE_PARAMETERS.iter().find(|name| query.is_repeated(name)) {
            return Err(OauthError::new("invalid_request", format!("{name} was sent twice.")));
        }
        for (name, code) in [("request", "request_not_supported"), ("request_uri", "request_uri_not_supported")] {
            if query.get(name).is_some() {
                return Err(OauthError::new(code, "Send the parameters themselves."));
            }
        }
        match query.get("response_type") {
            Some("code") => {}
            None => return Err(OauthError::new("invalid_request", "Send response_type=code.")),
            Some(_) => return Err(OauthError::new("unsupported_response_type", "The one response type here is code.")),
        }
        if query.get("response_mode").is_some_and(|value| value != "query") {
            return Err(OauthError::new("invalid_request", "The one response mode here is query."));
        }
        if query.get("code_challenge_method") != Some("S256") {
            return Err(OauthError::new("invalid_request", "Send code_challenge_method=S256: nothing else is taken."));
        }
        let challenge = query.get("code_challenge").filter(|value| scope::is_valid_challenge(value));
        let challenge = challenge.ok_or_else(|| {
            OauthError::new("invalid_request", "Send code_challenge: a SHA-256 in base64url, 43 characters.")
        })?;
        let resource = self.resource(query.all("resource"))?.unwrap_or_else(|| self.inner.audience.default_resource());
        let scope = scope::parse_scope(query.get("scope").unwrap_or_default());
        let scope = scope.map_err(|error| OauthError::new("invalid_scope", error))?;
        if query.get("prompt") == Some("none") {
            return Err(OauthError::new("interaction_required", "People are asked every time."));
        }
        Ok((challenge.to_owned(), resource, scope))
    }

    /// The one resource that all of these name; `None` if none is given.
    pub(super) fn resource<'a>(&self, named: impl Iterator<Item = &'a str>) -> Result<Option<String>, OauthError> {
        let wrong = || {
            OauthError::new(
                "invalid_target",
                format!("Tokens from here are for {}.", self.inner.audience.default_resource()),
            )
        };
        let mut found = None;
        for text in named {
            let read = self.inner.audience.read(text).ok_or_else(wrong)?;
            if found.get_or_insert_with(|| read.clone()) != &read {
                return Err(OauthError::new("invalid_target", "Ask for one resource at a time."));
            }
        }
        Ok(found)
    }

    /// The redirect address that carries an error to a client (RFC 6749, 4.1.2.1; RFC 9207).
    pub fn refusal(&self, redirect: &Redirect, state: Option<&str>, error: &OauthError) -> String {
        let words = error.to_string();
        let mut answer = vec![("error", error.code()), ("error_description", words.as_str())];
        answer.extend(state.map(|state| ("state", state)));
        answer.push(("iss", &self.inner.base));
        redirect.with(&answer)
    }
}
