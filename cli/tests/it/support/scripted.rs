//! A server with scripted replies, one connection at a time, that records its requests.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What to do with a request.
#[derive(Clone)]
pub enum Act {
    /// Read the request and close the connection without a reply.
    Drop,
    /// Reply with this status line, headers and body.
    Answer(&'static str, &'static str, String),
    /// The same with a binary body.
    Bytes(&'static str, &'static str, Vec<u8>),
}

/// A request: its request line, headers and body.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    pub line: String,
    pub headers: Vec<String>,
    pub body: String,
}

impl ReceivedRequest {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find_map(|header| header.split_once(": ").filter(|item| item.0.eq_ignore_ascii_case(name)))
            .map(|item| item.1)
    }
}

pub struct Scripted {
    pub url: String,
    requests: Arc<Mutex<Vec<ReceivedRequest>>>,
}

impl Scripted {
    pub fn new(acts: Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        std::thread::spawn(move || {
            for act in acts {
                let (stream, _) = listener.accept().unwrap();
                serve(stream, &act, &seen);
            }
        });
        Self { url, requests }
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<ReceivedRequest> {
        self.requests.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, act: &Act, seen: &Mutex<Vec<ReceivedRequest>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        lines.push(line.trim().to_owned());
    }
    let line = if lines.is_empty() { String::new() } else { lines.remove(0) };
    let mut request = ReceivedRequest { line, headers: lines, body: String::new() };
    let length = request.header("content-length").and_then(|header| header.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    request.body = String::from_utf8_lossy(&body).into_owned();
    seen.lock().unwrap().push(request);
    let (status, headers, body) = match act {
        Act::Drop => return,
        Act::Answer(status, headers, body) => (status, headers, body.as_bytes()),
        Act::Bytes(status, headers, body) => (status, headers, &body[..]),
    };
    let length = body.len();
    let _ = write!(stream, "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n");
    let _ = stream.write_all(body);
}
