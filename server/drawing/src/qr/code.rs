//! An address as a square of dark and light modules.

use qrcode::{Color, EcLevel, QrCode};

/// The widest code that keeps the stronger correction, modules (cards, 6 "Code").
const WIDE: usize = 41;

/// More than any code holds, bytes; what is longer is not tried.
const MOST: usize = 4_000;

/// The characters of QR's alphanumeric mode besides digits and capital letters.
const SIGNS: &str = " $%*+-./:";

/// The address has more characters than any QR code holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the address is too long for a QR code")
    }
}

impl std::error::Error for TooLong {}

/// A QR code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    text: String,
    width: usize,
    dark: Vec<bool>,
}

impl Code {
    /// The code of a page's address, with its `https://`, in the fewest modules.
    ///
    /// Hosts and usernames are the same in capitals, and QR packs capitals, digits and `$%*+-./:` into 5½ bits rather than
    /// 8. So an address of nothing else is written in capitals; any other is written as it is. Error correction is Q, or M
    /// where Q would need more than 41 modules (cards, 6 "Code").
    ///
    /// # Errors
    /// [`TooLong`] past about 2,300 bytes.
    pub fn of(address: &str) -> Result<Self, TooLong> {
        if address.len() > MOST {
            return Err(TooLong);
        }
        let capitals = address.to_ascii_uppercase();
        let packs = capitals.chars().all(|it| it.is_ascii_digit() || it.is_ascii_uppercase() || SIGNS.contains(it));
        let text = if packs { capitals } else { address.to_owned() };
        let made = |level| QrCode::with_error_correction_level(&text, level).ok();
        let code = made(EcLevel::Q).filter(|code| code.width() <= WIDE).or_else(|| made(EcLevel::M)).ok_or(TooLong)?;
        let (width, dark) = (code.width(), code.into_colors().into_iter().map(|it| it == Color::Dark).collect());
        Ok(Self { text, width, dark })
    }

    /// What the code says.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Modules on each side, without the quiet zone: 21 to 177.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Whether a module is dark; light outside.
    pub fn dark(&self, x: usize, y: usize) -> bool {
        x < self.width && self.dark.get(y * self.width + x).copied().unwrap_or(false)
    }

    /// Whether a module is of one of the three eyes, which are 7 modules wide in all corners but the lower right.
    pub const fn eye(&self, x: usize, y: usize) -> bool {
        const EYE: usize = 7;
        let far = self.width - EYE;
        x < self.width && y < self.width && ((y < EYE && (x < EYE || x >= far)) || (x < EYE && y >= far))
    }

    /// The upper left modules of the three eyes.
    pub const fn eyes(&self) -> [(usize, usize); 3] {
        let far = self.width - 7;
        [(0, 0), (far, 0), (0, far)]
    }
}
