//! The DevTools protocol over a pipe: JSON messages, each ended by a zero byte
//! (<https://chromedevtools.github.io/devtools-protocol/>, `--remote-debugging-pipe`).

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::BrowserError;

/// The longest message that is taken, bytes: a picture in Base64 and some.
const LONGEST: usize = 24 << 20;

/// What the browser says.
#[derive(Debug, Deserialize)]
pub struct Message {
    /// The number of the command that this answers.
    pub id: Option<u64>,
    /// What the command gave.
    #[serde(default)]
    pub result: Value,
    /// Why it was refused.
    pub error: Option<Value>,
    /// What happened, where this answers nothing.
    #[serde(default)]
    pub method: String,
    /// More about it.
    #[serde(default)]
    pub params: Value,
}

/// The browser's end of the pipe.
pub struct DevTools {
    from: Box<dyn AsyncRead + Send + Unpin>,
    to: Box<dyn AsyncWrite + Send + Unpin>,
    read: Vec<u8>,
    /// How much of `read` is known to hold no end of a message.
    searched: usize,
    sent: u64,
}

impl DevTools {
    /// Speaks over this pipe.
    pub fn new(from: impl AsyncRead + Send + Unpin + 'static, to: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        Self { from: Box::new(from), to: Box::new(to), read: Vec::new(), searched: 0, sent: 0 }
    }

    /// Sends a command, to a page if one is named, and returns its number.
    ///
    /// # Errors
    /// When the browser is gone.
    pub async fn send(&mut self, page: Option<&str>, method: &str, params: Value) -> Result<u64, BrowserError> {
        self.sent += 1;
        let mut command = json!({ "id": self.sent, "method": method, "params": params });
        if let Some(page) = page {
            command["sessionId"] = json!(page);
        }
        let mut line = command.to_string().into_bytes();
        line.push(0);
        self.to.write_all(&line).await.map_err(gone)?;
        self.to.flush().await.map_err(gone)?;
        Ok(self.sent)
    }

    /// The next message. May be given up while it waits, and called again.
    ///
    /// # Errors
    /// When the browser is gone, or says what is none.
    pub async fn receive(&mut self) -> Result<Message, BrowserError> {
        loop {
            if let Some(end) = self.read.iter().skip(self.searched).position(|byte| *byte == 0) {
                let rest = self.read.split_off(self.searched + end + 1);
                let mut line = std::mem::replace(&mut self.read, rest);
                line.pop();
                self.searched = 0;
                return serde_json::from_slice(&line).map_err(|why| BrowserError::Failed(why.to_string()));
            }
            self.searched = self.read.len();
            if self.searched > LONGEST {
                return Err(BrowserError::Failed("it sent more than a picture can be".to_owned()));
            }
            if self.from.read_buf(&mut self.read).await.map_err(gone)? == 0 {
                return Err(BrowserError::Failed("it ended".to_owned()));
            }
        }
    }
}

fn gone(why: std::io::Error) -> BrowserError {
    BrowserError::Failed(why.to_string())
}
