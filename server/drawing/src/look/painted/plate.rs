//! The plate of painted: paper with its tooth, and four washes off its corners (`docs/design/cards.md`, 3, "painted").

use super::colours::Colours;
use super::water::{self, PAGE, Wash};
use crate::look::rough::Outline;

/// A wash of the scene.
pub(crate) struct Laid {
    /// Corners that its outline curves round, in pixels.
    pub(crate) corners: &'static [(f64, f64)],
    /// How it is laid.
    pub(crate) wash: Wash,
    /// The region it may paint: left, top, width, height.
    pub(crate) region: (f64, f64, f64, f64),
    /// How much of its colour it gives, 0 to 1.
    pub(crate) opacity: f64,
}

/// The washes in the order of the palette's colours.
const WASHES: [Laid; 4] = [
    Laid {
        corners: &[
            (-220.0, -220.0),
            (620.0, -220.0),
            (608.0, 20.0),
            (574.0, 110.0),
            (480.0, 172.0),
            (414.0, 248.0),
            (378.0, 312.0),
            (262.0, 318.0),
            (140.0, 322.0),
            (-220.0, 350.0),
        ],
        wash: PAGE,
        region: (0.0, 0.0, 660.0, 400.0),
        opacity: 0.88,
    },
    Laid {
        corners: &[
            (702.0, -220.0),
            (1420.0, -220.0),
            (1420.0, 310.0),
            (1190.0, 300.0),
            (1080.0, 318.0),
            (948.0, 312.0),
            (892.0, 246.0),
            (852.0, 168.0),
            (716.0, 92.0),
        ],
        wash: Wash { seed: 18, thin: 0.54, ..PAGE },
        region: (660.0, 0.0, 540.0, 400.0),
        opacity: 0.86,
    },
    Laid {
        corners: &[
            (1420.0, 318.0),
            (1170.0, 316.0),
            (1060.0, 322.0),
            (940.0, 312.0),
            (880.0, 388.0),
            (888.0, 462.0),
            (944.0, 506.0),
            (940.0, 580.0),
            (930.0, 850.0),
            (1420.0, 850.0),
        ],
        wash: Wash { seed: 44, frequency: (0.009, 0.009), scale: 40.0, thin: 0.5, ..PAGE },
        region: (820.0, 260.0, 380.0, 370.0),
        opacity: 0.70,
    },
    Laid {
        corners: &[
            (-220.0, 400.0),
            (90.0, 398.0),
            (220.0, 440.0),
            (284.0, 520.0),
            (326.0, 590.0),
            (318.0, 850.0),
            (-220.0, 850.0),
        ],
        wash: Wash { seed: 9, open: (2.4, -0.22), ..PAGE },
        region: (0.0, 330.0, 400.0, 300.0),
        opacity: 0.70,
    },
];

/// The scene, 1200 by 630: everything of it that no word or object of a page changes; `grain` is whether paper has tooth.
pub(super) fn plate(colours: &Colours, grain: bool) -> String {
    sheet(colours, grain, &WASHES, (1200.0, 630.0))
}

/// A sheet of paper of a width and height with washes in the order of the palette's colours.
pub(crate) fn sheet(colours: &Colours, grain: bool, washes: &[Laid], (width, height): (f64, f64)) -> String {
    let mut filters = String::new();
    let mut painted = String::new();
    for (at, (laid, colour)) in washes.iter().zip(colours.washes).enumerate() {
        filters += &laid.wash.filter(&format!("w{at}"), laid.region);
        painted += &format!(
            "<path d='{}' fill='{}' opacity='{:.2}' filter='url(#w{at})' style='mix-blend-mode:{}'/>",
            laid.wash.edge(Outline::smooth(laid.corners)).path(),
            colour,
            laid.opacity * colours.strength,
            colours.laid()
        );
    }
    let grain = if grain {
        let laid = "filter='url(#tooth)' opacity='.12' style='mix-blend-mode:multiply'";
        tooth((0.0, 0.0, width, height)) + &format!("<rect width='{width}' height='{height}' {laid}/>")
    } else {
        String::new()
    };
    format!("{filters}<rect width='{width}' height='{height}' fill='{}'/>{painted}{grain}", colours.paper)
}

/// Cold-pressed grain as shade over any colour, lit from the upper left, with more contrast than it shows
/// (`public/draw/painted.py`).
fn tooth(region: (f64, f64, f64, f64)) -> String {
    water::filter(
        "tooth",
        region,
        "<feTurbulence type='fractalNoise' baseFrequency='.055 .06' numOctaves='4' seed='4'/>\
         <feDiffuseLighting surfaceScale='1.05' lighting-color='#fff'><feDistantLight azimuth='225' elevation='62'/></feDiffuseLighting>\
         <feGaussianBlur stdDeviation='.8'/>\
         <feColorMatrix values='0 0 0 0 .227 0 0 0 0 .173 0 0 0 0 .094 -3 0 0 0 2.918'/>",
    )
}
