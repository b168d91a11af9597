//! The blocks from which the page is printed, cut out of its stylesheet: paper, sun, ridges, snow, birds, reeds
//! (public/draw/washi.py). Nothing is drawn twice.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A shape in a box of its own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// Width and height of its box.
    pub size: (f64, f64),
    /// Its elements; ids in them begin with the name of the block.
    pub inside: String,
}

impl Block {
    /// The block stretched into a box, as an element. `attributes` such as `fill` and `opacity` are inherited.
    pub(crate) fn at(&self, x: f64, y: f64, width: f64, height: f64, attributes: &str) -> String {
        let (w, h) = self.size;
        format!(
            "<g transform=\"translate({x} {y}) scale({} {})\" {attributes}>{}</g>",
            width / w,
            height / h,
            self.inside
        )
    }
}

/// The row of a block in the picture that holds those which are drawn once, as public/draw/washi.py numbers them.
const ROWS: [(&str, u32); 7] =
    [("sun", 100), ("cap", 200), ("birds", 300), ("mist", 400), ("crest-0", 500), ("far", 900), ("near", 1100)];

/// A block by name.
pub(crate) fn block(name: &str) -> Block {
    static ALL: OnceLock<HashMap<String, Block>> = OnceLock::new();
    let all = ALL.get_or_init(|| read(include_str!("../../../../../style/looks/washi/blocks.css")));
    all.get(name).cloned().unwrap_or(Block { size: (1.0, 1.0), inside: String::new() })
}

fn read(css: &str) -> HashMap<String, Block> {
    let mut out = HashMap::new();
    for line in css.lines() {
        let Some((name, rest)) = line.trim().strip_prefix("--washi-").and_then(|line| line.split_once(':')) else {
            continue;
        };
        let Some(picture) = rest.split_once("data:image/svg+xml,").and_then(|(_, it)| it.split_once("\")")) else {
            continue;
        };
        let svg = picture.0.replace("%23", "#").replace("%25", "%");
        if name == "once" {
            for (name, row) in ROWS {
                let drawing = svg.split(&format!("<svg y='{row}' ")).nth(1).and_then(|it| it.split("</svg>").next());
                if let Some(block) = drawing.and_then(whole) {
                    out.insert(name.to_owned(), block);
                }
            }
        } else if let Some(block) = svg.strip_suffix("</svg>").and_then(whole) {
            // Ids must not meet those of other blocks in one drawing.
            let inside =
                block.inside.replace("id='", &format!("id='{name}-")).replace("url(#", &format!("url(#{name}-"));
            out.insert(
                name.to_owned(),
                Block { inside: inside.replace("href='#", &format!("href='#{name}-")), ..block },
            );
        }
    }
    out
}

/// The box and the elements of an opened `<svg …>`.
fn whole(svg: &str) -> Option<Block> {
    let (open, inside) = svg.split_once('>')?;
    let view = open.split_once("viewBox='0 0 ")?.1.split('\'').next()?;
    let (width, height) = view.split_once(' ')?;
    Some(Block { size: (width.parse().ok()?, height.parse().ok()?), inside: inside.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_that_is_used_is_there() {
        for name in [
            "kozo",
            "kozo-dark",
            "baren",
            "petals",
            "reeds",
            "stars",
            "sun",
            "cap",
            "birds",
            "mist",
            "crest-0",
            "far",
            "near",
        ] {
            let block = block(name);
            assert!(block.inside.len() > 40, "{name}");
            assert!(block.size.0 > 10.0, "{name}");
        }
    }
}
