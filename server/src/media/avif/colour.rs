//! Converts AV1 samples to sRGB: with the matrix and range stated in the file (ITU-T H.273), with other primaries
//! converted and HDR tone-mapped to eight bits.

use super::sequence::Colours;

/// Luminance of diffuse white in HDR, cd/m² (ITU-R BT.2408).
const PAPER: f32 = 203.0;
/// Peak luminance of PQ, cd/m² (SMPTE ST 2084).
const PQ: f32 = 10_000.0;
/// Nominal peak luminance of an HLG display, cd/m² (ITU-R BT.2100).
const HLG: f32 = 1_000.0;
/// Where the compression of highlights begins, relative to white.
const KNEE: f32 = 0.7;
/// Steps of the lookup tables.
const STEPS: u16 = 4095;

type Rgb = [f32; 3];

/// Converts the samples of an image to colours.
#[derive(Debug)]
pub struct Painter {
    low: f32,
    luma: f32,
    middle: f32,
    chroma: f32,
    matrix: Matrix,
    light: Option<Light>,
}

/// How to compute red, green and blue from luma and chroma.
#[derive(Clone, Copy, Debug)]
enum Matrix {
    /// The samples are green, blue and red.
    Identity,
    /// YCgCo.
    Lifted,
    /// The luma coefficients of red and blue.
    Shares(f32, f32),
}

impl Painter {
    /// A converter for this colour description and bit depth.
    ///
    /// # Errors
    /// When the matrix coefficients are not supported.
    pub fn new(colours: Colours, depth: u8) -> Result<Self, String> {
        let matrix = match colours.matrix {
            0 => Matrix::Identity,
            8 => Matrix::Lifted,
            1 => Matrix::Shares(0.2126, 0.0722),
            4 => Matrix::Shares(0.3, 0.11),
            7 => Matrix::Shares(0.212, 0.087),
            9 | 10 => Matrix::Shares(0.2627, 0.0593),
            12 if colours.primaries == 9 => Matrix::Shares(0.2627, 0.0593),
            12 if colours.primaries == 1 => Matrix::Shares(0.2126, 0.0722),
            2 | 3 | 5 | 6 | 12 => Matrix::Shares(0.299, 0.114),
            other => return Err(format!("its colours are coded in a way that is not known here ({other})")),
        };
        let scale = f32::from(1_u16 << (depth - 8));
        let most = scale * 256.0 - 1.0;
        let (low, luma, chroma) =
            if colours.full { (0.0, most, most) } else { (16.0 * scale, 219.0 * scale, 224.0 * scale) };
        Ok(Self { low, luma, middle: 128.0 * scale, chroma, matrix, light: Light::of(colours) })
    }

    /// Converts a row of luma alone.
    pub fn grey(&self, row: &[u16], out: &mut Vec<u8>) {
        out.clear();
        for it in row {
            let it = self.bright(*it);
            out.push(byte(self.light.as_ref().map_or(it, |light| light.srgb([it; 3])[1])));
        }
    }

    /// Converts a row of luma and chroma. A plain loop over the pixels, because there are millions.
    pub fn colours(&self, [y, u, v]: [&[u16]; 3], out: &mut Vec<u8>) {
        let width = y.len().min(u.len()).min(v.len());
        out.resize(width * 3, 0);
        let mut at = 0;
        while at < width {
            let mut rgb = self.rgb(y[at], u[at], v[at]);
            if let Some(light) = &self.light {
                rgb = light.srgb(rgb);
            }
            (out[at * 3], out[at * 3 + 1], out[at * 3 + 2]) = (byte(rgb[0]), byte(rgb[1]), byte(rgb[2]));
            at += 1;
        }
    }

    fn bright(&self, sample: u16) -> f32 {
        (f32::from(sample) - self.low) / self.luma
    }

    fn rgb(&self, y: u16, u: u16, v: u16) -> Rgb {
        let light = self.bright(y);
        let (blue, red) = ((f32::from(u) - self.middle) / self.chroma, (f32::from(v) - self.middle) / self.chroma);
        match self.matrix {
            Matrix::Identity => [self.bright(v), light, self.bright(u)],
            Matrix::Lifted => [light - blue + red, light + blue, light - blue - red],
            Matrix::Shares(r, b) => {
                let (red, blue) = (light + 2.0 * (1.0 - r) * red, light + 2.0 * (1.0 - b) * blue);
                [red, (light - r * red - b * blue) / (1.0 - r - b), blue]
            }
        }
    }
}

/// The conversion from a colour space other than sRGB.
#[derive(Debug)]
struct Light {
    /// Signal (0 to 1) to linear light, with white at 1.
    linear: Vec<f32>,
    /// Linear light (0 to 1, by its square root) to the sRGB signal.
    shown: Vec<f32>,
    /// Matrix to the primaries of sRGB.
    primaries: Option<[Rgb; 3]>,
    /// Whether there are highlights beyond white, and whether luminance depends on all three channels (HLG).
    beyond: (bool, bool),
}

impl Light {
    /// `None` for sRGB, or for colours so close that browsers treat them as sRGB.
    fn of(colours: Colours) -> Option<Self> {
        let primaries = match colours.primaries {
            9 => Some([[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]]),
            11 | 12 => Some([[1.2249, -0.2247, 0.0], [-0.0420, 1.0419, 0.0], [-0.0197, -0.0786, 1.0979]]),
            _ => None,
        };
        let linear: fn(f32) -> f32 = match colours.transfer {
            8 => |it| it,
            16 => pq,
            18 => hlg,
            _ if primaries.is_some() => from_srgb,
            _ => return None,
        };
        let table = |make: fn(f32) -> f32| (0..=STEPS).map(|step| make(f32::from(step) / f32::from(STEPS))).collect();
        // The table is indexed by the square root of light, which gives finer steps in the shadows.
        let shown = table(|root| to_srgb(root * root));
        Some(Self {
            linear: table(linear),
            shown,
            primaries,
            beyond: (matches!(colours.transfer, 16 | 18), colours.transfer == 18),
        })
    }

    fn srgb(&self, signal: Rgb) -> Rgb {
        let mut light = signal.map(|signal| table_entry(&self.linear, signal));
        if self.beyond.1 {
            let bright = 0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2];
            let shown = bright.powf(0.2) * HLG / PAPER;
            light = light.map(|light| light * shown);
        }
        if let Some(to) = &self.primaries {
            light = to.map(|row| (row[0] * light[0] + row[1] * light[1] + row[2] * light[2]).max(0.0));
        }
        if self.beyond.0 {
            let most = light[0].max(light[1]).max(light[2]);
            if most > KNEE {
                let room = 1.0 - KNEE;
                let pressed = KNEE + room * (1.0 - ((KNEE - most) / room).exp());
                light = light.map(|light| light * pressed / most);
            }
        }
        light.map(|light| table_entry(&self.shown, light.max(0.0).sqrt()))
    }
}

/// The table entry for a value from 0 to 1.
fn table_entry(table: &[f32], it: f32) -> f32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounded, and within the table")]
    let at = (it.clamp(0.0, 1.0) * f32::from(STEPS) + 0.5) as usize;
    table.get(at).copied().unwrap_or_default()
}

/// A value from 0 to 1 as a byte; values outside are clamped.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounded, and `as` stops at both ends")]
const fn byte(it: f32) -> u8 {
    (it * 255.0 + 0.5) as u8
}

fn from_srgb(it: f32) -> f32 {
    if it <= 0.040_45 { it / 12.92 } else { ((it + 0.055) / 1.055).powf(2.4) }
}

fn to_srgb(it: f32) -> f32 {
    if it <= 0.003_130_8 { it * 12.92 } else { 1.055 * it.powf(1.0 / 2.4) - 0.055 }
}

/// Linear light of a PQ signal, with white at 1 (SMPTE ST 2084).
fn pq(it: f32) -> f32 {
    let root = it.powf(32.0 / 2523.0);
    let light = (root - 0.835_937_5).max(0.0) / (18.851_563 - 18.6875 * root);
    light.powf(8192.0 / 1305.0) * PQ / PAPER
}

/// Scene light of an HLG signal, with its peak at 1 (ITU-R BT.2100).
fn hlg(it: f32) -> f32 {
    if it <= 0.5 { it * it / 3.0 } else { (((it - 0.559_910_7) / 0.178_832_77).exp() + 0.284_668_92) / 12.0 }
}
