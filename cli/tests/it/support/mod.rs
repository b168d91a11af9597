//! A running server, people with keys, and runs of the command.

mod run;
mod scripted;

use std::sync::{LazyLock, Mutex};

use mantel_server::config::Config;
use mantel_server::http::listener::{ConnectionLimits, serve as serve_connections};
use mantel_server::ops::serve;
use mantel_server::service::WantedRights;
use mantel_server::state::App;
pub use run::{Run, mantel};
pub use scripted::{Act, Scripted};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// A running server.
pub struct Served {
    pub url: String,
    app: App,
    runtime: Runtime,
    _folder: TempDir,
}

/// The server shared by all tests: each test creates its own people.
static SERVER: LazyLock<Served> = LazyLock::new(Served::start);

/// A second server, to move pages to.
pub static ELSEWHERE: LazyLock<Served> = LazyLock::new(Served::start);

impl Served {
    fn start() -> Self {
        let runtime = Runtime::new().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (url, app) = runtime.block_on(start(&folder));
        Self { url, app, runtime, _folder: folder }
    }
}

async fn start(folder: &TempDir) -> (String, App) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let value = |name: &str| match name {
        "DATA_DIR" => Some(folder.path().display().to_string()),
        "BASE_URL" => Some(url.clone()),
        // Rate limits that no test reaches by accident.
        rate if rate.starts_with("RATE_") => Some("1000000".to_owned()),
        _ => None,
    };
    let app = serve::open(Config::read(&value).unwrap()).await.unwrap();
    let router = mantel_server::router::router(app.clone());
    tokio::spawn(serve_connections(
        listener,
        router,
        ConnectionLimits::from_config(&app.config),
        std::future::pending(),
    ));
    (url, app)
}

/// The server's address.
pub fn url() -> &'static str {
    &SERVER.url
}

/// A person with an account and a key.
pub struct Person {
    /// A unique username.
    pub name: String,
    /// The API key.
    pub key: String,
    /// A folder of their own, where the command runs.
    pub folder: TempDir,
    server: &'static Served,
}

impl Person {
    /// A person without a page.
    pub fn new(name: &str) -> Self {
        Self::on(&SERVER, name)
    }

    /// A person without a page, on a given server.
    pub fn on(server: &'static Served, name: &str) -> Self {
        // Tests use names of their own; a name used repeatedly gets a number.
        static NAMES: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let mut names = NAMES.lock().unwrap();
        let again = names.iter().filter(|other| *other == name).count();
        names.push(name.to_owned());
        drop(names);
        let name = if again == 0 { name.to_owned() } else { format!("{name}-{again}") };
        let service = &server.app.service;
        let key = server.runtime.block_on(async {
            let email = format!("{name}@harrow.example");
            let account = service.make_account(&email, "a long enough password", None).await.unwrap();
            service.make_key(&account, "laptop").await.unwrap().1
        });
        Self { name, key, folder: tempfile::tempdir().unwrap(), server }
    }

    /// Another key of theirs, which may only read, or only read and add.
    pub fn limited_key(&self, access: &str) -> String {
        let service = &self.server.app.service;
        self.server.runtime.block_on(async {
            let account = service.account(&format!("{}@harrow.example", self.name)).await.unwrap().id;
            let wanted = WantedRights { access, publish: false, ends: "" };
            service.make_limited_key(&account, access, &wanted).await.unwrap().1
        })
    }

    /// A person with the page of a file.
    pub fn with(name: &str, file: &str) -> Self {
        let person = Self::new(name);
        let path = person.file("start.json", file);
        person.run(&["import", &path, "--username", &person.name]).success();
        person
    }

    /// Runs the command as this person.
    pub fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, "", &[])
    }

    /// Runs it with standard input and additional environment variables.
    pub fn run_with(&self, args: &[&str], input: &str, env: &[(&str, &str)]) -> Run {
        let mut all = vec![("SERVICE_URL", self.server.url.as_str()), ("SERVICE_API_KEY", self.key.as_str())];
        all.extend(env);
        mantel(args, input, &all, self.folder.path())
    }

    /// Writes a file into the folder and returns its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    /// The page, as the API returns it.
    pub fn page(&self) -> serde_json::Value {
        self.run(&["get", "--json"]).json()
    }

    /// The ids of its tiles.
    pub fn ids(&self) -> Vec<String> {
        self.page()["draft"]["tiles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|list| list["id"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// A page with one of everything, each tile with a readable id.
pub const SHELF: &str = r##"{
  "mantel": 1,
  "profile": { "name": "Ines Harrow", "bio": "Stoneware for the table.", "location": "Leeds" },
  "theme": { "style": "painted", "preset": "harbour", "accent": "#b8412f" },
  "tiles": [
    { "id": "t_aaaaaaaaaaaa", "type": "social", "platform": "instagram", "handle": "ines.harrow" },
    { "id": "t_bbbbbbbbbbbb", "type": "link", "url": "https://shop.harrow.example/", "title": "Print shop", "size": "w" },
    { "id": "t_cccccccccccc", "type": "text", "text": "Open studio on **Fridays**", "color": "butter" },
    { "id": "t_dddddddddddd", "type": "github", "repo": "harrow/glaze-calc" },
    { "id": "t_eeeeeeeeeeee", "type": "heading", "text": "Elsewhere" },
    { "id": "t_ffffffffffff", "type": "image", "src": "https://harrow.example/kiln.jpg", "title": "The kiln" }
  ]
}"##;

/// A picture of a single pixel.
pub const PIXEL: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0, 0, 1, 8, 6,
    0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 13, b'I', b'D', b'A', b'T', 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0xf0,
    0x1f, 0, 5, 0, 1, 0xff, 0x89, 0x99, 0x3d, 0x1d, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];
