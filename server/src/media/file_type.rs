//! Detects the type of a file from its first bytes, and checks the declared type.

use super::byte_reader::to_usize;

/// An accepted image type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileType {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
    /// GIF: accepted, stored as its first frame in PNG.
    Gif,
    /// AVIF: accepted, stored as JPEG or PNG.
    Avif,
    /// ICO, used for site icons: accepted, stored as PNG.
    Ico,
}

/// The accepted types, for messages.
pub const ACCEPTED: &str = "PNG, JPEG, WebP, AVIF or GIF";

impl FileType {
    /// Its media type.
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Avif => "image/avif",
            Self::Ico => "image/x-icon",
        }
    }

    /// Its file name extension.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Webp => "webp",
            Self::Gif => "gif",
            Self::Avif => "avif",
            Self::Ico => "ico",
        }
    }

    /// The file name in an export of the image with this hash: `media/<hash>.png`.
    pub fn file_name(self, hash: &str) -> String {
        format!("media/{hash}.{}", self.extension())
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Webp => "WebP",
            Self::Gif => "GIF",
            Self::Avif => "AVIF",
            Self::Ico => "ICO",
        }
    }

    /// Detects the type of a file.
    ///
    /// # Errors
    /// What it is instead, and what to send.
    pub fn detect(bytes: &[u8]) -> Result<Self, String> {
        match bytes {
            [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Ok(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Ok(Self::Jpeg),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Ok(Self::Webp),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Ok(Self::Gif),
            [0, 0, 1, 0, 1..=255, 0, ..] => Ok(Self::Ico),
            _ if is_avif(bytes) => Ok(Self::Avif),
            _ => Err(unsupported(bytes)),
        }
    }

    /// Checks the type against the declared content type.
    ///
    /// # Errors
    /// When the two disagree.
    pub fn check_content_type(self, declared: Option<&str>) -> Result<(), String> {
        let declared =
            declared.and_then(|value| value.split(';').next()).unwrap_or_default().trim().to_ascii_lowercase();
        let agrees = match declared.as_str() {
            "" | "application/octet-stream" | "image/*" => true,
            "image/jpg" | "image/pjpeg" => self == Self::Jpeg,
            "image/vnd.microsoft.icon" => self == Self::Ico,
            other => other == self.mime(),
        };
        let shown: String = declared.chars().take(60).collect();
        let message =
            format!("The file is {}, but was sent as {shown}; send Content-Type: {}.", self.name(), self.mime());
        if agrees { Ok(()) } else { Err(message) }
    }
}

/// The message for an unsupported file.
fn unsupported(bytes: &[u8]) -> String {
    let brand = bytes.get(8..12).filter(|_| bytes.get(4..8) == Some(b"ftyp"));
    let found = match (bytes, brand) {
        ([], _) => {
            return "There is no picture in the body; send the file itself, or a form with the field \"file\"."
                .to_owned();
        }
        (_, Some(b"heic" | b"heix" | b"mif1" | b"msf1")) => "HEIC pictures can't be read here",
        (_, Some(_)) => "Films are not let in",
        ([b'%', b'P', b'D', b'F', ..], _) => "PDF files are not pictures",
        ([b'B', b'M', ..], _) => "BMP pictures are not let in",
        ([b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..], _) => "TIFF pictures are not let in",
        ([0xff, 0x0a, ..] | [0, 0, 0, 0x0c, b'J', b'X', b'L', b' ', ..], _) => "JPEG XL pictures can't be read here",
        _ if is_svg(bytes) => "SVG drawings can hold scripts and are not let in",
        _ => "The file is no picture of a kind that is let in",
    };
    format!("{found}; send {ACCEPTED}.")
}

/// Whether AVIF is its major brand or among its compatible brands.
fn is_avif(bytes: &[u8]) -> bool {
    let Some((size, rest)) = bytes.split_first_chunk::<4>() else { return false };
    let brands = rest.get(..to_usize(u32::from_be_bytes(*size)).saturating_sub(4).min(256)).unwrap_or(rest);
    let brands = brands.strip_prefix(b"ftyp").unwrap_or_default();
    brands.chunks_exact(4).enumerate().any(|(index, brand)| index != 1 && matches!(brand, b"avif" | b"avis"))
}

fn is_svg(bytes: &[u8]) -> bool {
    let start = String::from_utf8_lossy(bytes.get(..1024).unwrap_or(bytes)).to_ascii_lowercase();
    start.contains("<svg")
        || (start.trim_start_matches('\u{feff}').trim_start().starts_with("<?xml") && start.contains("svg"))
}
