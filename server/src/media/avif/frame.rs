//! Decodes one coded image row by row.

use re_rav1d::dav1d::{Decoder, Picture, PixelLayout, PlanarImageComponent, Plane, Settings};

use super::colour::Painter;
use super::sequence::Colours;

/// How a coded image is to be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameSpec {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Whether it is an alpha plane: only its luma counts.
    pub alpha: bool,
    /// The colour description.
    pub colours: Colours,
}

/// Decodes an image and passes on its rows, with one byte per pixel if grey, else three.
///
/// # Errors
/// When it is damaged or has another size; or the error of `row`.
pub fn decode_rows(data: Vec<u8>, spec: FrameSpec, row: impl FnMut(&[u8]) -> Result<(), String>) -> Result<(), String> {
    let picture = decoded(data, spec.size)?;
    let wrong = |_| "its coded picture is damaged".to_owned();
    let depth = picture
        .bits_per_component()
        .and_then(|bits_per_component| u8::try_from(bits_per_component.0).ok())
        .unwrap_or(8);
    let painter = Painter::new(spec.colours, depth)?;
    let width = usize::try_from(spec.size.0).map_err(wrong)?;
    let height = usize::try_from(spec.size.1).map_err(wrong)?;
    let layout = picture.pixel_layout();
    let luma = Samples::of(&picture, PlanarImageComponent::Y, (width, height));
    if layout == PixelLayout::I400 || spec.alpha {
        return grey(&painter, &luma, height, row);
    }
    let halved = (layout != PixelLayout::I444, layout == PixelLayout::I420);
    let size = (if halved.0 { width.div_ceil(2) } else { width }, if halved.1 { height.div_ceil(2) } else { height });
    let tints = [PlanarImageComponent::U, PlanarImageComponent::V].map(|plane| Samples::of(&picture, plane, size));
    coloured(&painter, &luma, &tints, halved, row)
}

fn decoded(data: Vec<u8>, size: (u32, u32)) -> Result<Picture, String> {
    let mut settings = Settings::new();
    settings.set_n_threads(1);
    settings.set_max_frame_delay(1);
    settings.set_all_layers(false);
    settings.set_frame_size_limit(size.0.saturating_mul(size.1));
    let damaged = |why| format!("its coded picture is damaged: {why}");
    let mut decoder = Decoder::with_settings(&settings).map_err(damaged)?;
    decoder.send_data(data, None, None, None).map_err(damaged)?;
    let picture = decoder.get_picture().map_err(damaged)?;
    if (picture.width(), picture.height()) != size {
        return Err("its size is not what the file says".to_owned());
    }
    Ok(picture)
}

fn grey(
    painter: &Painter,
    luma: &Samples,
    height: usize,
    mut row: impl FnMut(&[u8]) -> Result<(), String>,
) -> Result<(), String> {
    let (mut samples, mut out) = (Vec::new(), Vec::new());
    for y in 0..height {
        luma.row(y, &mut samples);
        painter.grey(&samples, &mut out);
        row(&out)?;
    }
    Ok(())
}

fn coloured(
    painter: &Painter,
    luma: &Samples,
    tints: &[Samples; 2],
    halved: (bool, bool),
    mut row: impl FnMut(&[u8]) -> Result<(), String>,
) -> Result<(), String> {
    let (mut bright, mut out) = (Vec::new(), Vec::new());
    let mut tint = [Vec::new(), Vec::new()];
    let mut spare = [Vec::new(), Vec::new()];
    for y in 0..luma.height {
        luma.row(y, &mut bright);
        for (plane, out) in tints.iter().zip(&mut tint) {
            plane.full(y, halved, luma.width, &mut spare, out);
        }
        painter.colours([&bright, &tint[0], &tint[1]], &mut out);
        row(&out)?;
    }
    Ok(())
}

/// The samples of one plane.
struct Samples {
    plane: Plane,
    /// Bytes from one row to the next.
    stride: usize,
    deep: bool,
    width: usize,
    height: usize,
}

impl Samples {
    fn of(picture: &Picture, kind: PlanarImageComponent, (width, height): (usize, usize)) -> Self {
        let stride = usize::try_from(picture.stride(kind)).unwrap_or_default();
        Self { plane: picture.plane(kind), stride, deep: picture.bit_depth() > 8, width, height }
    }

    /// The samples of a row; rows below the last one repeat it.
    fn row(&self, y: usize, out: &mut Vec<u16>) {
        let bytes: &[u8] = &self.plane;
        let start = y.min(self.height.saturating_sub(1)) * self.stride;
        let line = bytes.get(start..).unwrap_or_default();
        let step = if self.deep { 2 } else { 1 };
        let width = self.width.min(line.len() / step);
        out.resize(width, 0);
        let mut at = 0;
        while at < width {
            out[at] =
                if self.deep { u16::from_ne_bytes([line[at * 2], line[at * 2 + 1]]) } else { u16::from(line[at]) };
            at += 1;
        }
    }

    /// A row at full resolution, with subsampled chroma interpolated from its neighbours.
    fn full(&self, y: usize, halved: (bool, bool), width: usize, spare: &mut [Vec<u16>; 2], out: &mut Vec<u16>) {
        if !halved.0 {
            return self.row(y, out);
        }
        let [near, far] = spare;
        self.row(if halved.1 { y / 2 } else { y }, near);
        if halved.1 {
            self.row(if y.is_multiple_of(2) { (y / 2).saturating_sub(1) } else { y / 2 + 1 }, far);
            let mut at = 0;
            while at < near.len().min(far.len()) {
                near[at] = between(near[at], far[at]);
                at += 1;
            }
        }
        widened(near, width, out);
    }
}

/// Doubles a row of samples horizontally by interpolation.
fn widened(samples: &[u16], width: usize, out: &mut Vec<u16>) {
    out.resize(samples.len() * 2, 0);
    let (mut at, last) = (0, samples.len().saturating_sub(1));
    while at < samples.len() {
        out[at * 2] = between(samples[at], samples[at.saturating_sub(1)]);
        out[at * 2 + 1] = between(samples[at], samples[if at < last { at + 1 } else { last }]);
        at += 1;
    }
    out.truncate(width);
}

/// A quarter of the way from `near` to `far`.
const fn between(near: u16, far: u16) -> u16 {
    // Samples have at most twelve bits.
    (near * 3 + far + 2) / 4
}
