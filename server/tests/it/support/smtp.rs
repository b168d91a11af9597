//! A mail server on loopback: as much of RFC 5321 as receiving a mail needs.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// The mail server.
pub struct PostOffice {
    /// The value of `SMTP_URL`.
    pub url: String,
    mails: mpsc::UnboundedReceiver<Mail>,
}

/// A received mail.
#[derive(Debug)]
pub struct Mail {
    pub from: String,
    pub to: String,
    pub text: String,
}

impl PostOffice {
    pub async fn open() -> Self {
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let (counter, mails) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(take(stream, counter.clone()));
            }
        });
        Self { url, mails }
    }

    /// The next mail.
    pub async fn mail(&mut self) -> Mail {
        tokio::time::timeout(PATIENCE, self.mails.recv()).await.expect("no mail comes").unwrap()
    }
}

impl Mail {
    /// The path of the link in the mail, on a server at `base`.
    pub fn link(&self, base: &str) -> String {
        let line = self.text.lines().find_map(|line| line.strip_prefix(base));
        line.unwrap_or_else(|| panic!("no link in {}", self.text)).to_owned()
    }
}

/// One connection: receives mails one after another, until the client closes.
async fn take(stream: TcpStream, counter: mpsc::UnboundedSender<Mail>) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let (mut from, mut to) = (String::new(), String::new());
    write.write_all(b"220 post.example\r\n").await.unwrap();
    while let Ok(Some(line)) = lines.next_line().await {
        let word = line.split([' ', ':']).next().unwrap().to_ascii_uppercase();
        let address = || line.split_once('<').and_then(|it| it.1.split_once('>')).map(|it| it.0.to_owned());
        let answer: &[u8] = match word.as_str() {
            "EHLO" => b"250-post.example\r\n250 8BITMIME\r\n",
            "MAIL" => {
                from = address().unwrap();
                b"250 ok\r\n"
            }
            "RCPT" => {
                to = address().unwrap();
                b"250 ok\r\n"
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.unwrap();
                let mut text = String::new();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    // The sender doubles a dot at the start of a line.
                    text.push_str(line.strip_prefix('.').unwrap_or(&line));
                    text.push('\n');
                }
                // Quoted-printable, the encoding of lines longer than 76 characters (RFC 2045, 6.7).
                let text = text.replace("=\n", "").replace("=3D", "=");
                counter.send(Mail { from: from.clone(), to: to.clone(), text }).unwrap();
                b"250 taken\r\n"
            }
            "QUIT" => {
                let _ = write.write_all(b"221 bye\r\n").await;
                return;
            }
            _ => b"502 not here\r\n",
        };
        write.write_all(answer).await.unwrap();
    }
}
