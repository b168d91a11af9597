//! Water and pigment: the filters of the look painted, as its page's art is drawn (`public/draw/painted.py`; looks, 5).

use crate::look::rough::Outline;

/// How a wash is laid: what pushes its edge, and what thins, blooms and settles in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wash {
    /// Seed of the edge's noise; blooms and grain take seeds beside it.
    pub(crate) seed: u32,
    /// Frequency of the edge's noise across and down, in waves a pixel.
    pub(crate) frequency: (f64, f64),
    /// How far the edge is pushed, in pixels.
    pub(crate) scale: f64,
    /// How far from the rim the pigment thins, in pixels.
    pub(crate) pool: f64,
    /// How much of it is lost there, 0 to 1.
    pub(crate) thin: f64,
    /// Frequency of the blooms, as SVG writes it.
    pub(crate) bloom: &'static str,
    /// Slope and offset that make coverage of the blooms' noise.
    pub(crate) open: (f64, f64),
    /// Slope and offset that make coverage of the grain.
    pub(crate) grain: (f64, f64),
}

/// The wash behind a page; others change what differs.
pub(crate) const PAGE: Wash = Wash {
    seed: 5,
    frequency: (0.008, 0.008),
    scale: 46.0,
    pool: 20.0,
    thin: 0.62,
    bloom: ".006 .009",
    open: (2.5, -0.38),
    grain: (0.7, 0.62),
};

impl Wash {
    /// The edge of the wash round a shape.
    pub(crate) fn edge(&self, shape: Outline) -> Outline {
        shape.pushed(self.scale, self.frequency, 3, self.seed)
    }

    /// The filter of the wash: the interior thins so that the rim keeps pigment, blooms open and grain settles (looks, 5,
    /// "The wash filter"). What thins is told by the bare paper beside, so that pigment does not gather along the picture's
    /// own edges. `region` is left, top, width and height of the picture that it may paint.
    pub(crate) fn filter(&self, id: &str, region: (f64, f64, f64, f64)) -> String {
        let Self { seed, pool, thin, bloom, open, grain, .. } = self;
        filter(
            id,
            region,
            &format!(
                "<feGaussianBlur in='SourceGraphic' stdDeviation='.7' result='soft'/>\
                 <feColorMatrix in='SourceGraphic' values='0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 -1 1'/>\
                 <feGaussianBlur stdDeviation='{pool}' result='beside'/>\
                 <feComposite in='soft' in2='beside' operator='arithmetic' k1='{thin}' k2='{:.2}' k3='0' k4='0' result='rim'/>\
                 <feTurbulence type='fractalNoise' baseFrequency='{bloom}' numOctaves='4' seed='{}'/>\
                 <feColorMatrix values='0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 {} 0 0 0 {}' result='bloom'/>\
                 <feComposite in='rim' in2='bloom' operator='in' result='bloomed'/>\
                 <feTurbulence type='fractalNoise' baseFrequency='.55' numOctaves='2' seed='{}'/>\
                 <feColorMatrix values='0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 {} 0 0 0 {}' result='grain'/>\
                 <feComposite in='bloomed' in2='grain' operator='in'/>",
                1.0 - thin,
                seed + 7,
                open.0,
                open.1,
                seed + 3,
                grain.0,
                grain.1,
            ),
        )
    }
}

/// A filter over a region of the picture, in its pixels: left, top, width, height.
pub(crate) fn filter(id: &str, region: (f64, f64, f64, f64), steps: &str) -> String {
    let (x, y, width, height) = region;
    format!(
        "<filter id='{id}' filterUnits='userSpaceOnUse' x='{x:.1}' y='{y:.1}' width='{width:.1}' height='{height:.1}' \
         color-interpolation-filters='sRGB'>{steps}</filter>"
    )
}
