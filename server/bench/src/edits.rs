//! Many concurrent editors, each with a page of their own: one connection per key, one edit after another.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Outcome;
use crate::report::print_rate;

const ERA: &str = "2026-07-28";

/// The API that edits are sent to.
#[derive(Clone, Copy)]
enum Api {
    Rest,
    Mcp,
}

/// What each edit changes: the profile, or the title of the tile with this id.
#[derive(Clone, Copy)]
enum Place<'a> {
    Profile,
    Tile(&'a str),
}

impl<'a> Place<'a> {
    fn of(name: &'a str) -> Self {
        if name == "profile" { Self::Profile } else { Self::Tile(name) }
    }
}

/// Sends edits of `place` (`profile` or a tile's id) for this many seconds and prints the results.
pub async fn run(how: &str, place: &str, host: &str, seconds: u64, keys: &[&str]) -> Outcome {
    let way = match how {
        "rest" => Api::Rest,
        "mcp" => Api::Mcp,
        _ => return Err("edits go by rest or by mcp".into()),
    };
    let (start, time) = (Instant::now(), Duration::from_secs(seconds));
    let one = |key: &str| edit(way, place.to_owned(), host.to_owned(), key.to_owned(), start + time);
    let all = keys.iter().map(|key| tokio::spawn(one(key)));
    let mut took = Vec::new();
    for one in all.collect::<Vec<_>>() {
        took.extend(one.await??);
    }
    print_rate(took, start.elapsed());
    Ok(())
}

async fn edit(way: Api, place: String, host: String, key: String, until: Instant) -> Outcome<Vec<Duration>> {
    let mut stream = TcpStream::connect(&host).await?;
    stream.set_nodelay(true)?;
    let (mut took, mut said) = (Vec::new(), Vec::new());
    while Instant::now() < until {
        let request = request(way, Place::of(&place), &host, &key, took.len());
        let begin = Instant::now();
        stream.write_all(request.as_bytes()).await?;
        let status = answer(&mut stream, &mut said).await?;
        if status != 200 || contains(&said, b"\"isError\":true") {
            return Err(format!("an edit was refused: {}", String::from_utf8_lossy(&said)).into());
        }
        took.push(begin.elapsed());
    }
    Ok(took)
}

fn request(way: Api, place: Place<'_>, host: &str, key: &str, nth: usize) -> String {
    let (line, more, body) = match way {
        Api::Rest => {
            let (path, body) = match place {
                Place::Profile => ("profile".to_owned(), format!("{{\"bio\":\"Edit {nth}\"}}")),
                Place::Tile(id) => (format!("tiles/{id}"), format!("{{\"title\":\"Edit {nth}\"}}")),
            };
            (format!("PATCH /api/v1/page/{path}"), String::new(), body)
        }
        Api::Mcp => {
            let (tool, arguments) = match place {
                Place::Profile => ("set_profile", format!("\"bio\":\"Edit {nth}\"")),
                Place::Tile(id) => ("update_tile", format!("\"id\":\"{id}\",\"patch\":{{\"title\":\"Edit {nth}\"}}")),
            };
            let more = format!(
                "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: {ERA}\r\nMCP-Method: tools/call\r\n\
                 MCP-Name: {tool}\r\n"
            );
            let body = format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{nth},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\
                 \"arguments\":{{{arguments}}},\"_meta\":{{\"io.modelcontextprotocol/protocolVersion\":\"{ERA}\",\
                 \"io.modelcontextprotocol/clientCapabilities\":{{}},\
                 \"io.modelcontextprotocol/clientInfo\":{{\"name\":\"bench\",\"version\":\"1\"}}}}}}}}"
            );
            ("POST /api/mcp".to_owned(), more, body)
        }
    };
    format!(
        "{line} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n{more}\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Reads one reply, with a content length or chunked; returns its status.
async fn answer(stream: &mut TcpStream, said: &mut Vec<u8>) -> Outcome<u16> {
    said.clear();
    loop {
        if stream.read_buf(said).await? == 0 {
            return Err("the server hung up".into());
        }
        let Some(head) = find(said, b"\r\n\r\n") else { continue };
        let text = std::str::from_utf8(said.get(..head).unwrap_or_default())?.to_ascii_lowercase();
        let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")).map(str::parse::<usize>);
        let whole = match length {
            Some(length) => said.len() >= head + 4 + length?,
            None => said.ends_with(b"\r\n0\r\n\r\n"),
        };
        if whole {
            return Ok(text.get(9..12).unwrap_or_default().parse()?);
        }
    }
}

fn contains(all: &[u8], part: &[u8]) -> bool {
    find(all, part).is_some()
}

fn find(all: &[u8], part: &[u8]) -> Option<usize> {
    all.windows(part.len()).position(|pair| pair == part)
}
