//! One run of the command: its output and exit status.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the command with only this environment, 80 columns wide.
pub fn mantel(args: &[&str], input: &str, env: &[(&str, &str)], folder: &Path) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mantel"));
    command.env_clear().env("COLUMNS", "80").envs(env.iter().copied()).current_dir(folder).args(args);
    let piped = || Stdio::piped();
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    // A command that reads no input closes it early.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let out = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run { code: out.status.code().unwrap(), out: text(out.stdout), err: text(out.stderr) }
}

impl Run {
    /// Asserts that it succeeded.
    #[track_caller]
    pub fn success(self) -> Self {
        assert_eq!(self.code, 0, "{}\n{}", self.out, self.err);
        self
    }

    /// Asserts that it failed, with nothing on standard output.
    #[track_caller]
    pub fn refused(self) -> Self {
        assert_eq!((self.code, self.out.as_str()), (1, ""), "{}", self.err);
        self
    }

    /// Asserts that it exited with a usage error.
    #[track_caller]
    pub fn misused(self) -> Self {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        self
    }

    /// Standard output as JSON.
    #[track_caller]
    pub fn json(self) -> Value {
        let run = self.success();
        serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.out))
    }

    /// The whole output for a snapshot: parts that vary between runs are replaced by placeholders of the same length.
    pub fn shown(&self) -> String {
        let parts = [("", &self.out), ("--- messages\n", &self.err)];
        let whole: String =
            parts.iter().filter(|part| !part.1.is_empty()).map(|part| format!("{}{}", part.0, part.1)).collect();
        let exit = if self.code == 0 { String::new() } else { format!("--- exit {}\n", self.code) };
        steady(&format!("{whole}{exit}"))
    }
}

/// Replaces ids, ports and times, keeping their width.
fn steady(text: &str) -> String {
    let mut out = String::new();
    let mut seen: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = |from: usize| rest.bytes().skip(from).take_while(u8::is_ascii_digit).count();
        if rest.starts_with("t_") && rest.len() >= 14 && rest.is_char_boundary(14) && !rest[2..14].contains([' ', '…'])
        {
            let id = rest[..14].to_owned();
            let at = seen.iter().position(|other| *other == id).unwrap_or_else(|| {
                seen.push(id);
                seen.len() - 1
            });
            out.push_str(&format!("t_{at:0>12}"));
            rest = &rest[14..];
        } else if rest.starts_with("127.0.0.1:") {
            out.push_str(&format!("127.0.0.1:{}", "0".repeat(digits(10))));
            rest = &rest[10 + digits(10)..];
        } else if rest.starts_with("202")
            && digits(0) == 4
            && rest.get(10..11) == Some("T")
            && rest.get(19..20) == Some("Z")
        {
            out.push_str("2026-01-02T03:04:05Z");
            rest = &rest[20..];
        } else if rest.starts_with("202")
            && digits(0) == 4
            && rest.get(10..11) == Some(" ")
            && rest.get(13..14) == Some(":")
        {
            out.push_str("2026-01-02 03:04");
            rest = &rest[16..];
        } else {
            out.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    out
}
