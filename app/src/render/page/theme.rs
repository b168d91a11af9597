//! The theme of a page in its markup: every choice is a `data-…` attribute that the stylesheets select by; colours are
//! CSS variables. The published page and the live preview share this code.

use leptos::attr::{AttributeValue, IntoAttributeValue};
use leptos::prelude::*;
use leptos::tachys::html::style::IntoStyle;
use mantel_model::color::HexColor;
use mantel_model::contrast;
use mantel_model::language::Direction;
use mantel_model::theme::{BackgroundStyle, Theme};

#[cfg(feature = "ssr")]
use crate::render::context::FooterLink;
use crate::render::context::RenderContext;
use crate::render::look;

/// A choice of the theme, as its wire name, or the direction of lines.
pub type Choice = fn(&Theme, Direction) -> &'static str;

/// The page's element around its contents.
///
/// `value` gives each attribute its value: the choice itself, or a signal that follows it.
pub fn page_element<Value, Style>(
    value: impl Fn(Choice) -> Value,
    style: Style,
    inert: bool,
    contents: AnyView,
) -> AnyView
where
    Value: IntoAttributeValue,
    Value::Output: AttributeValue + Send + 'static,
    Style: IntoStyle + Send + 'static,
{
    view! {
        <div
            class="page"
            dir=value(|_, direction| direction.as_str())
            inert=inert
            // Its words are not part of the name of the link or button that it is in.
            aria-hidden=inert.then_some("true")
            data-look=value(|theme, _| theme.look().as_str())
            data-palette=value(|theme, _| theme.palette.name())
            data-layout=value(|theme, _| theme.layout.as_str())
            data-font=value(|theme, _| theme.font.as_str())
            data-radius=value(|theme, _| theme.radius.as_str())
            data-align=value(|theme, _| theme.align.as_str())
            data-tiles=value(|theme, _| theme.tile_style.as_str())
            data-effect=value(|theme, _| theme.effect.as_str())
            data-avatar=value(|theme, _| theme.avatar.as_str())
            data-photos=value(|theme, _| theme.photos.as_str())
            data-motion=value(|theme, _| on_or_off(theme.motion))
            data-ambient=value(|theme, _| on_or_off(theme.ambient))
            data-backdrop=value(|theme, _| theme.background.style.as_str())
            data-grain=value(|theme, _| on_or_off(theme.background.grain))
            style=style
        >
            {contents}
        </div>
    }
    .into_any()
}

const fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// The contents of a page with everything that its theme adds around them, in this direction.
pub fn framed(theme: &Theme, direction: Direction, context: &RenderContext, contents: AnyView) -> AnyView {
    let inert = context.miniature;
    let sheet = match inert {
        true => view! { <div class="sheet">{contents}</div> }.into_any(),
        false => view! { <main class="sheet">{contents}</main> }.into_any(),
    };
    #[cfg(feature = "ssr")]
    let inside = view! { {scene(theme, context)} {sheet} {footer(context)} }.into_any();
    #[cfg(not(feature = "ssr"))]
    let inside = view! { {scene(theme, context)} {sheet} }.into_any();
    page_element(|choice| choice(theme, direction), color_variables(theme), inert, inside)
}

/// The links at the foot, in our words: English, whatever the language of the page.
#[cfg(feature = "ssr")]
fn footer(context: &RenderContext) -> Option<impl IntoView + use<>> {
    let link = |link: &FooterLink| view! { <a href=link.href.clone() rel="nofollow">{link.label}</a> };
    let links = context.footer.iter().map(link).collect_view();
    (!context.footer.is_empty()).then(|| view! { <footer class="tell" lang="en" dir="ltr">{links}</footer> })
}

/// The look's filters, and the layers behind the page.
pub fn scene(theme: &Theme, context: &RenderContext) -> AnyView {
    view! {
        {(!context.miniature).then(|| look::filters(theme.look()))}
        <div class="scene" aria-hidden="true">
            {backdrop_style(theme, context).map(|style| view! { <span class="backdrop" style=style></span> })}
            {look::scene(theme)}
        </div>
    }
    .into_any()
}

/// The CSS variables that override the palette's: the owner's accent, held where it can be seen, and page colour
/// (looks, 1.4).
pub fn color_variables(theme: &Theme) -> String {
    let entry = theme.palette.entry();
    let mut style = String::new();
    let mut set = |name: &str, color: HexColor| style.push_str(&format!("--{name}:{color};"));
    if let Some(accent) = theme.accent {
        let accent = contrast::held_accent(accent, entry);
        set("accent", accent);
        set("accent-ink", contrast::best_ink(accent));
        set("accent-text", contrast::accent_text(accent, entry.surface));
    }
    if let Some(color) = theme.background.color {
        set("bg", color);
        set("on", contrast::on(color, entry));
    }
    style
}

/// The style of the background image, if there is one.
fn backdrop_style(theme: &Theme, context: &RenderContext) -> Option<String> {
    let background = &theme.background;
    let image = background.image.as_ref().filter(|_| background.style == BackgroundStyle::Image)?;
    let image = match context.pictures.get(image.as_str()) {
        Some(seen) => seen.at(1280),
        None if context.sealed && !image.as_str().starts_with('/') => return None,
        None => image.to_string(),
    };
    // Quoted and escaped: a parsed address can hold neither a quote nor a backslash, and is checked again here.
    let unsafe_in_css = |character: &char| matches!(character, '"' | '\\' | '\n' | '(' | ')' | '<' | '>');
    let address: String = image.chars().filter(|character| !unsafe_in_css(character)).collect();
    let (dim, blur) = (background.dim.get(), background.blur.get());
    Some(format!("background-image:url(\"{address}\");--dim:{dim};--blur:{blur}px"))
}
