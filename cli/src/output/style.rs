//! Terminal colours.

use clap::ValueEnum;
use mantel_model::HexColor;

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How a piece of text is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextStyle {
    /// Unstyled.
    #[default]
    Plain,
    /// Bold.
    Bold,
    /// Dim.
    Dim,
    /// One of the terminal's 256 colours.
    Indexed(u8),
}

/// Styles text, or leaves it unchanged when colour is off.
#[derive(Clone, Copy, Debug)]
pub struct Styler {
    enabled: bool,
}

impl Styler {
    /// A styler for a stream; `terminal` says whether it is one.
    pub fn new(choice: ColorChoice, terminal: bool) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|var_os| !var_os.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|var_os| var_os == "dumb");
        let enabled = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal && !set("NO_COLOR") && !dumb,
        };
        Self { enabled }
    }

    /// Whether colour is on.
    pub const fn is_enabled(&self) -> bool {
        self.enabled
    }

    fn with(&self, code: &str, text: &str) -> String {
        if self.enabled && !text.is_empty() { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// Text in a style.
    pub fn apply(&self, style: TextStyle, text: &str) -> String {
        match style {
            TextStyle::Plain => text.to_owned(),
            TextStyle::Bold => self.bold(text),
            TextStyle::Dim => self.dim(text),
            TextStyle::Indexed(color) => self.with(&format!("38;5;{color}"), text),
        }
    }

    /// Bold.
    pub fn bold(&self, text: &str) -> String {
        self.with("1", text)
    }

    /// Dim.
    pub fn dim(&self, text: &str) -> String {
        self.with("2", text)
    }

    /// For errors and removals.
    pub fn red(&self, text: &str) -> String {
        self.with("31", text)
    }

    /// For success and additions.
    pub fn green(&self, text: &str) -> String {
        self.with("32", text)
    }

    /// For warnings and changes.
    pub fn yellow(&self, text: &str) -> String {
        self.with("33", text)
    }

    /// For moves.
    pub fn blue(&self, text: &str) -> String {
        self.with("34", text)
    }

    /// A colour swatch; empty when colour is off.
    pub fn swatch(&self, color: HexColor) -> String {
        let text = color.to_string();
        let channel = |at: usize| text.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok()).unwrap_or(0);
        if self.enabled {
            self.with(&format!("38;2;{};{};{}", channel(1), channel(3), channel(5)), "██")
        } else {
            String::new()
        }
    }
}

/// Page text made safe for the terminal: control and direction characters become spaces.
pub fn clean(text: &str) -> String {
    let steers = |character: char| {
        character.is_control()
            || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
    };
    text.chars().map(|character| if steers(character) { ' ' } else { character }).collect()
}
