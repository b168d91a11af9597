//! Lines: break, step down, balance, clamp, shrink (cards, 2).

use std::ops::Range;

use super::Face;
use super::clean::{is_cjk, never_ends, never_starts};
use super::fonts::Fonts;
use super::outline::Line;
use super::shaped_text::Words;

/// How often the measure is halved when lines are balanced (cards, 2 "Balance").
const HALVINGS: usize = 12;
/// How often words that are still too wide with their `…` are cut further.
const TRIES: usize = 12;
/// How much wider than its measure a line may be: kerning across a break differs by a little.
const OVER: f64 = 1.02;

/// A size and how many lines it may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Pixels per em.
    pub size: f64,
    /// At most so many lines.
    pub lines: usize,
}

/// Steps from sizes: `steps![126.0, 118.0; 2, 92.0; 3]` are two sizes of two lines, then one of three.
#[macro_export]
macro_rules! steps {
    ($( $( $size:literal ),+ ; $lines:literal ),+ $(,)?) => {
        &[ $( $( $crate::text::Step { size: $size, lines: $lines } ),+ ),+ ]
    };
}

/// The face of a block of words and the letter spacing, in em, after every letter.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// All faces.
    pub fonts: &'a Fonts,
    /// The face.
    pub face: &'a Face,
    /// Letter spacing, em.
    pub spacing: f64,
}

/// Words in lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Pixels per em.
    pub size: f64,
    /// The lines from the top.
    pub lines: Vec<Line>,
    /// Whether words were cut off.
    pub cut: bool,
    /// Whether it is set as CJK, which is led wider and has no room about the em.
    pub cjk: bool,
    /// Whether the face is not the one asked for.
    pub swapped: bool,
    /// How many graphemes were looked at while it was set: bounded by the steps and halvings times the letters.
    pub work: usize,
}

impl Block {
    /// The width of the widest line.
    pub fn width(&self) -> f64 {
        self.lines.iter().map(|line| line.width).fold(0.0, f64::max)
    }
}

/// Where lines may break: words, each a range without the space after it.
#[derive(Clone, Debug)]
struct Breaks {
    words: Vec<Range<usize>>,
}

impl Breaks {
    /// At spaces, after a hyphen between letters, and between CJK characters (cards, 2 "Break").
    fn of(words: &Words) -> Self {
        let letters: Vec<char> =
            (0..words.len()).map(|at| words.slice(at..at + 1).chars().next().unwrap_or(' ')).collect();
        let mut out = Vec::new();
        let mut start = 0;
        for (at, letter) in letters.iter().enumerate() {
            let next = letters.get(at + 1).copied();
            if *letter == ' ' {
                if start < at {
                    out.push(start..at);
                }
                start = at + 1;
                continue;
            }
            let Some(next) = next else { continue };
            let hyphen = matches!(letter, '-' | '\u{2010}')
                && next.is_alphanumeric()
                && at > start
                && at.checked_sub(1).and_then(|before| letters.get(before)).is_some_and(|it| it.is_alphabetic());
            let between =
                (is_cjk(*letter) || is_cjk(next)) && !never_starts(next) && !never_ends(*letter) && next != ' ';
            if hyphen || between {
                out.push(start..at + 1);
                start = at + 1;
            }
        }
        if start < words.len() {
            out.push(start..words.len());
        }
        Self { words: out }
    }
}

/// Lines of a measure, first come first set.
struct Laid {
    lines: Vec<Range<usize>>,
    /// Whether a word is wider than the measure.
    broken: bool,
}

/// Counts the work.
struct Setter<'a> {
    words: &'a Words,
    breaks: Breaks,
    spacing: f64,
    work: usize,
}

impl Setter<'_> {
    fn width(&self, range: Range<usize>, size: f64) -> f64 {
        // The spacing after the last letter is no part of what is seen.
        self.words.width(range, size, self.spacing) - self.spacing * size
    }

    /// Sets lines. Past `most` lines it stops. A word wider than the measure breaks at any letter if `inside`.
    fn lay(&mut self, size: f64, measure: f64, most: usize, inside: bool) -> Laid {
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut broken = false;
        let mut open: Option<Range<usize>> = None;
        for word in self.breaks.words.clone() {
            self.work += word.len();
            if let Some(line) = &open {
                if self.width(line.start..word.end, size) <= measure {
                    open = Some(line.start..word.end);
                    continue;
                }
                lines.push(line.clone());
                open = None;
                if lines.len() > most {
                    break;
                }
            }
            if self.width(word.clone(), size) <= measure {
                open = Some(word);
                continue;
            }
            broken = true;
            if !inside {
                open = Some(word);
                continue;
            }
            let mut start = word.start;
            for at in word.start + 1..word.end {
                if self.width(start..at + 1, size) > measure {
                    lines.push(start..at);
                    start = at;
                    if lines.len() > most {
                        break;
                    }
                }
            }
            open = Some(start..word.end);
        }
        lines.extend(open);
        Laid { lines, broken }
    }

    /// Narrows the measure as far as the number of lines allows (cards, 2 "Balance").
    fn balance(&mut self, size: f64, measure: f64, laid: Laid) -> Laid {
        let count = laid.lines.len();
        if count < 2 || laid.broken {
            return laid;
        }
        let (mut narrow, mut wide) = (0.0, measure);
        let mut best = laid;
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(narrow, wide);
            let tried = self.lay(size, middle, count, false);
            if tried.lines.len() > count || tried.broken {
                narrow = middle;
            } else {
                wide = middle;
                best = tried;
            }
        }
        best
    }

    fn block(self, size: f64, lines: &[Range<usize>], cut: bool) -> Block {
        let widths: Vec<f64> = lines.iter().map(|line| self.words.width(line.clone(), size, self.spacing)).collect();
        let widest = widths.iter().copied().fold(0.0, f64::max);
        let drawn = lines.iter().zip(widths).map(|(line, width)| {
            // Words from right to left are even at their right, where they begin.
            let start = if self.words.rtl() { widest - width } else { 0.0 };
            self.words.line_from(start, line.clone(), size, self.spacing)
        });
        let drawn = drawn.collect();
        Block { size, lines: drawn, cut, cjk: self.words.cjk(), swapped: self.words.swapped(), work: self.work }
    }
}

impl Setting<'_> {
    /// The face with no letter spacing.
    pub const fn plain<'a>(fonts: &'a Fonts, face: &'a Face) -> Setting<'a> {
        Setting { fonts, face, spacing: 0.0 }
    }

    /// The first step at which the words fit with no word broken, balanced; past the last step words may break, and what
    /// is left over ends in `…`. `measure` gives the width for a size and a number of lines, pixels.
    pub fn fit(&self, text: &str, steps: &[Step], measure: impl Fn(f64, usize) -> f64) -> Option<Block> {
        let words = self.fonts.set(self.face, text)?;
        self.fit_words(&words, steps, measure)
    }

    /// The same with words that are set already.
    pub fn fit_words(&self, words: &Words, steps: &[Step], measure: impl Fn(f64, usize) -> f64) -> Option<Block> {
        let mut setter = Setter { words, breaks: Breaks::of(words), spacing: self.spacing, work: words.len() };
        for step in steps {
            for count in 1..=step.lines {
                let width = measure(step.size, count);
                let laid = setter.lay(step.size, width, count, false);
                if laid.lines.len() <= count && !laid.broken {
                    let laid = setter.balance(step.size, width, laid);
                    return Some(setter.block(step.size, &laid.lines, false));
                }
            }
        }
        let last = steps.last()?;
        let width = measure(last.size, last.lines);
        let work = setter.work;
        let mut block = self.clamp_words(words, last.size, last.lines, width, true)?;
        block.work += work;
        Some(block)
    }

    /// At most so many lines of one size; `…` after the last whole word that fits. Balanced only when nothing was cut.
    pub fn clamp(&self, text: &str, size: f64, lines: usize, measure: f64) -> Option<Block> {
        let words = self.fonts.set(self.face, text)?;
        self.clamp_words(&words, size, lines, measure, false)
    }

    fn clamp_words(&self, words: &Words, size: f64, most: usize, measure: f64, name: bool) -> Option<Block> {
        let mut setter = Setter { words, breaks: Breaks::of(words), spacing: self.spacing, work: words.len() };
        let laid = setter.lay(size, measure, most, true);
        if laid.lines.len() <= most {
            let laid = if laid.broken { laid } else { setter.balance(size, measure, laid) };
            return Some(setter.block(size, &laid.lines, false));
        }
        let last = laid.lines.get(most.checked_sub(1)?)?.clone();
        let kept = self.cut(&setter, last.start, size, measure, name);
        let mut work = setter.work;
        let mut kept = kept;
        // Set again with the sign of what is missing, so that it joins in the direction of the words. Other faces may then
        // be chosen for them: wider ones are cut further.
        for _ in 0..TRIES {
            let again = self.with_ellipsis(words.slice(0..kept))?;
            let mut setter = Setter { words: &again, breaks: Breaks::of(&again), spacing: self.spacing, work };
            let mut lines = setter.lay(size, measure, most, true).lines;
            lines.truncate(most);
            let block = setter.block(size, &lines, true);
            if block.width() <= measure * OVER || kept == 1 {
                return Some(block);
            }
            work = block.work;
            kept = (kept - kept.div_ceil(TRIES)).max(1);
        }
        None
    }

    /// Words that are cut, with the sign for it where the face has one.
    fn with_ellipsis(&self, kept: &str) -> Option<Words> {
        let sign = if self.fonts.covers(self.face, &format!("{kept}…")) { "…" } else { "" };
        self.fonts.set(self.face, &format!("{}{sign}", kept.trim_end()))
    }

    /// Where words that begin at `start` end so that `…` fits behind them: after a whole word if one fits, and in a name
    /// that is one long word after a letter.
    fn cut(&self, setter: &Setter<'_>, start: usize, size: f64, measure: f64, name: bool) -> usize {
        let room = measure - size;
        let words = setter.breaks.words.iter().filter(|word| word.end > start);
        let mut end = words.map(|word| word.end).take_while(|end| setter.width(start..*end, size) <= room).last();
        // No punctuation before the sign.
        while let Some(at) = end {
            let before = setter.words.slice(at.saturating_sub(1)..at);
            if at > start + 1 && matches!(before, "," | ";" | ":" | "." | "…" | "-" | "–" | "—" | "、" | "。" | " ")
            {
                end = Some(at - 1);
            } else {
                break;
            }
        }
        let letter = || (start + 1..=setter.words.len()).take_while(|at| setter.width(start..*at, size) <= room).last();
        match end {
            Some(end) if !name || end > start + 3 => end,
            _ => letter().unwrap_or(start + 1),
        }
    }

    /// One line, its size less by 1 until it fits, never under `least`; past that it ends in `…` (cards, 2 "Address").
    pub fn shrink(&self, text: &str, size: f64, least: f64, measure: f64) -> Option<Block> {
        let words = self.fonts.set(self.face, text)?;
        let wide = words.width(0..words.len(), 1.0, self.spacing) - self.spacing;
        // The largest whole step that fits, found without trying each.
        let steps = ((size - measure / wide.max(1e-9)).ceil()).clamp(0.0, (size - least).max(0.0));
        let size = size - steps;
        if wide * size <= measure + 1e-6 {
            let line = words.line(0..words.len(), size, self.spacing);
            let work = words.len();
            return Some(Block {
                size,
                lines: vec![line],
                cut: false,
                cjk: words.cjk(),
                swapped: words.swapped(),
                work,
            });
        }
        let room = measure - size * 0.9;
        let mut kept =
            (1..=words.len()).take_while(|at| words.width(0..*at, size, self.spacing) <= room).last().unwrap_or(1);
        let mut work = words.len() * 2;
        for _ in 0..TRIES {
            let again = self.with_ellipsis(words.slice(0..kept))?;
            let line = again.line(0..again.len(), size, self.spacing);
            work += again.len();
            if line.width <= measure * OVER || kept == 1 {
                return Some(Block {
                    size,
                    lines: vec![line],
                    cut: true,
                    cjk: again.cjk(),
                    swapped: again.swapped(),
                    work,
                });
            }
            kept = (kept - kept.div_ceil(TRIES)).max(1);
        }
        None
    }

    /// One line of one size as it is, with no measure.
    pub fn line(&self, text: &str, size: f64) -> Option<Line> {
        let words = self.fonts.set(self.face, text)?;
        Some(words.line(0..words.len(), size, self.spacing))
    }
}
