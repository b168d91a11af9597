//! Why a page or file could not be read, and what to do about it.

use std::fmt;

/// Why a page or file could not be read. Its words are for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is nothing in it.
    Empty,
    /// It is larger than files may be.
    TooLarge {
        /// Its size, bytes.
        bytes: usize,
    },
    /// It is a file of a kind that holds no links to read: with its article, "a PDF".
    Kind(&'static str),
    /// It is a page as one file with the parts of a mail (`.mhtml`) that has no HTML in it.
    NoPart,
    /// It asks for a password.
    SignIn,
    /// Its site keeps programs out, or asks who is there first.
    Refused,
    /// It is a page that says that there is none at its address.
    NotThere,
    /// It shows something only when its script runs.
    NeedsScript,
    /// It has nothing that could become a tile.
    Nothing {
        /// Whose page it is, if that is known.
        host: Option<String>,
    },
    /// The importer's own words about JSON or text.
    Import(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("There is nothing in this file."),
            Self::TooLarge { bytes } => {
                let tenths = bytes / (1024 * 1024 / 10);
                write!(f, "This is {}.{} MB; files of up to 10 MB are read.", tenths / 10, tenths % 10)
            }
            Self::Kind(kind) => write!(f, "That is {kind}. HTML, CSV, JSON and bookmarks can be read."),
            Self::NoPart => {
                f.write_str("That is a saved page without its HTML. Save it again as “Web page, HTML only” and drop that file here.")
            }
            Self::SignIn => f.write_str("That is a sign-in page. Open the page as visitors see it, save that, and drop the file here."),
            Self::Refused => f.write_str(
                "That is not the page but a check of who is asking for it. Open the page in your browser, choose “Save page as”, and drop the file here.",
            ),
            Self::NotThere => f.write_str("There is no page at that address. Is it written right?"),
            Self::NeedsScript => f.write_str(
                "This page needs its script to show anything, and Mantel runs none. Open it in your browser, choose “Save page as”, and drop the file here.",
            ),
            Self::Nothing { host: Some(host) } => {
                write!(f, "{host} has no links, pictures or words to make tiles of. Is it the right address?")
            }
            Self::Nothing { host: None } => f.write_str("This has no links, pictures or words to make tiles of."),
            Self::Import(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for ReadError {}
