//! An OAuth client that asks for access, and a person who answers in a browser.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mantel_server::service::Service;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{Actor, PASSWORD, Reply, TestApp};

pub const AUTHORIZE: &str = "/api/auth/oauth2/authorize";
pub const TOKEN: &str = "/api/auth/oauth2/token";
pub const REGISTER: &str = "/api/auth/oauth2/register";
pub const REVOKE: &str = "/api/auth/oauth2/revoke";
/// The redirect address of the client.
pub const BACK: &str = "https://agent.example/callback";
/// Its PKCE code verifier.
pub const VERIFIER: &str = "a-verifier-of-at-least-forty-three-characters-long";

/// A registered client.
#[derive(Clone)]
pub struct Agent {
    pub anyone: Actor,
    pub id: String,
    pub base: String,
    /// For its clock: people read what they are asked before they answer.
    pub service: Service,
}

pub fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}

/// The query parameters of an address.
pub fn answer(address: &str) -> Vec<(String, String)> {
    url::Url::parse(address).unwrap().query_pairs().into_owned().collect()
}

pub fn get<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.as_str())
}

/// The value of a hidden field.
pub fn hidden(html: &str, name: &str) -> String {
    let at = html.find(&format!("name=\"{name}\" value=\"")).unwrap_or_else(|| panic!("no {name} in {html}"));
    let value = html[at..].split('"').nth(3).unwrap();
    value.replace("&amp;", "&").replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&#x27;", "'")
}

impl Agent {
    pub async fn new(app: &TestApp) -> Self {
        Self::named(app, "Claude", &[BACK]).await
    }

    pub async fn named(app: &TestApp, name: &str, redirects: &[&str]) -> Self {
        let anyone = app.anonymous();
        let body = json!({ "client_name": name, "redirect_uris": redirects });
        let reply = anyone.post(REGISTER, body).await.expect(201).body();
        Self {
            anyone,
            id: reply["client_id"].as_str().unwrap().to_owned(),
            base: app.url.clone(),
            service: app.app.service.clone(),
        }
    }

    /// The default authorization query; `None` omits a parameter, `Some` adds or replaces it.
    pub fn query(&self, changes: &[(&str, Option<&str>)]) -> String {
        let challenge = challenge(VERIFIER);
        let mut all = vec![
            ("response_type", "code"),
            ("client_id", self.id.as_str()),
            ("redirect_uri", BACK),
            ("code_challenge", challenge.as_str()),
            ("code_challenge_method", "S256"),
            ("state", "st&te"),
        ];
        for (name, value) in changes {
            all.retain(|it| it.0 != *name);
            all.extend(value.map(|value| (*name, value)));
        }
        url::form_urlencoded::Serializer::new(String::new()).extend_pairs(all).finish()
    }

    /// Sends the authorization request in the person's browser; the person reads what is shown.
    pub async fn ask(&self, person: &Actor, changes: &[(&str, Option<&str>)]) -> Reply {
        let shown = person.get(&format!("{AUTHORIZE}?{}", self.query(changes))).await;
        self.read();
        shown
    }

    /// Sends the request and the person's answer.
    pub async fn answered(&self, person: &Actor, changes: &[(&str, Option<&str>)], fields: &[(&str, &str)]) -> Reply {
        let page = self.ask(person, changes).await.expect(200).text;
        let (request, ticket) = (hidden(&page, "request"), hidden(&page, "ticket"));
        let mut all = vec![("request", request.as_str()), ("ticket", ticket.as_str())];
        all.extend(fields);
        person.form(AUTHORIZE, &all).await
    }

    /// The person reads what is shown.
    pub fn read(&self) {
        self.service.clock().advance(1000);
    }

    /// An authorization code, granted by the person.
    pub async fn code(&self, person: &Actor) -> String {
        self.code_for(person, &[]).await
    }

    pub async fn code_for(&self, person: &Actor, changes: &[(&str, Option<&str>)]) -> String {
        let reply = self.answered(person, changes, &[("answer", "allow"), ("publish", "on")]).await.expect(303);
        let pairs = answer(reply.header("location"));
        get(&pairs, "code").unwrap_or_else(|| panic!("{}", reply.header("location"))).to_owned()
    }

    /// Exchanges a code for tokens; changes as in `query`.
    pub async fn exchange(&self, code: &str, changes: &[(&str, Option<&str>)]) -> Reply {
        let mut all = vec![
            ("grant_type", "authorization_code"),
            ("client_id", self.id.as_str()),
            ("code", code),
            ("redirect_uri", BACK),
            ("code_verifier", VERIFIER),
        ];
        for (name, value) in changes {
            all.retain(|it| it.0 != *name);
            all.extend(value.map(|value| (*name, value)));
        }
        self.anyone.form(TOKEN, &all).await
    }

    /// Exchanges a refresh token for new tokens.
    pub async fn refresh(&self, token: &str, changes: &[(&str, &str)]) -> Reply {
        let mut all = vec![("grant_type", "refresh_token"), ("client_id", self.id.as_str()), ("refresh_token", token)];
        for (name, value) in changes {
            all.retain(|it| it.0 != *name);
            all.push((name, value));
        }
        self.anyone.form(TOKEN, &all).await
    }

    /// The whole flow: access token and refresh token.
    pub async fn tokens(&self, person: &Actor) -> (String, String) {
        let code = self.code(person).await;
        pair(&self.exchange(&code, &[]).await.expect(200).body())
    }

    /// A caller with this access token.
    pub fn with(&self, token: &str) -> Actor {
        self.anyone.clone().with_bearer(token)
    }
}

/// Access token and refresh token of a reply.
pub fn pair(body: &Value) -> (String, String) {
    let text = |name: &str| body[name].as_str().unwrap_or_else(|| panic!("no {name}: {body}")).to_owned();
    (text("access_token"), text("refresh_token"))
}

/// A person with a page, signed in in a browser.
pub async fn person(app: &TestApp, name: &str) -> Actor {
    app.owner(name).await;
    signed_in(app, name).await
}

/// The same person in another browser.
pub async fn signed_in(app: &TestApp, name: &str) -> Actor {
    let browser = app.anonymous();
    let email = format!("{name}@harrow.example");
    browser.form("/signin", &[("email", &email), ("password", PASSWORD)]).await.expect(303);
    browser
}

/// Asserts an error in the form of RFC 6749.
#[track_caller]
pub fn refused(reply: Reply, status: u16, error: &str) {
    let reply = reply.expect(status);
    assert_eq!(reply.body()["error"], error, "{}", reply.text);
    assert_eq!(reply.header("cache-control"), "no-store");
    assert!(reply.body()["error_description"].as_str().is_some_and(|text| text.len() > 10));
}

/// Asserts a redirect to the client with an error, the state and the issuer.
#[track_caller]
pub fn sent_back(reply: Reply, agent: &Agent, error: &str) {
    let reply = reply.expect(303);
    let address = reply.header("location");
    assert!(address.starts_with(BACK), "{address}");
    let pairs = answer(address);
    assert_eq!(get(&pairs, "error"), Some(error), "{address}");
    assert_eq!((get(&pairs, "state"), get(&pairs, "iss")), (Some("st&te"), Some(agent.base.as_str())), "{address}");
    assert_eq!(get(&pairs, "code"), None);
}

/// Asserts that a page is shown, without a redirect.
#[track_caller]
pub fn shown_without_redirect(reply: Reply) {
    let reply = reply.expect(400);
    assert_eq!(reply.header("location"), "");
    assert!(reply.text.contains("Start again from the app"), "{}", reply.text);
}
