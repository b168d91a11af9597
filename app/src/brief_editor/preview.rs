//! The preview: the page itself, laid out 1280 px wide and scaled to fit, or 390 px wide for a phone; palettes and
//! layouts above.

use leptos::prelude::*;
use mantel_model::brief::Brief;
use mantel_model::look::Palette;
use mantel_model::theme::Layout;

use super::brief_state::BriefState;
use super::form::look_picker;
use super::share_link;
use super::state::{BriefEditor, Tab};
use crate::components::{dom, icon};
use crate::render::context::RenderContext;
use crate::render::page::reactive_page_view;

/// Width of the page on a desktop, px.
const DESKTOP_WIDTH: f64 = 1280.0;
/// Width of the page on a phone, px.
const PHONE_WIDTH: f64 = 390.0;

/// The whole preview.
pub fn preview(editor: BriefEditor) -> AnyView {
    let phone = RwSignal::new(false);
    let large = editor.preview_large;
    let available_width = RwSignal::new(None::<f64>);
    let stage = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let Some(stage) = stage.get() {
            observe_width(stage.into(), available_width);
        }
    });
    let look = Memo::new(move |_| editor.shown.with(|page| page.theme.look()));
    Effect::new(move |_| look_picker::load_stylesheet(editor, look.get()));
    let fit = move || {
        let width = if phone.get() { PHONE_WIDTH } else { DESKTOP_WIDTH };
        available_width.get().map(|available_width| format!("--fit:{:.4}", (available_width / width).min(1.0)))
    };
    view! {
        <section class="brief-preview ui-wall" class:large=move || large.get() aria-label="Preview">
            <div class="brief-preview-toolbar">
                {viewport_switch(phone)}
                {palettes(editor)}
                {layouts(editor)}
                <button type="button" class="ui-button quiet brief-enlarge" aria-pressed=move || large.get().to_string() on:click=move |_| large.update(|large| *large = !*large)>{move || match (large.get(), editor.tab.get() == Tab::MoveIn) { (false, _) => "Enlarge", (true, false) => "Smaller", (true, true) => "Back to the list" }}</button>
            </div>
            <div class="brief-stage" node_ref=stage class:phone=move || phone.get()>
                <div class="brief-page" class:phone=move || phone.get() style=fit on:click=move |event| select_row(editor, &event)>
                    {reactive_page_view(editor.shown, RenderContext { draft: true, ..RenderContext::default() })}
                    {empty_page(editor)}
                </div>
            </div>
            {share_link::bar(editor)}
        </section>
    }
    .into_any()
}

/// Follows the width of the stage.
fn observe_width(stage: web_sys::Element, available_width: RwSignal<Option<f64>>) {
    let measured = stage.clone();
    let measure_now = move || available_width.set(Some(f64::from(measured.client_width())));
    measure_now();
    dom::on_resize(&stage, measure_now);
}

/// A click in the preview opens the row of the tile; links are inert.
fn select_row(editor: BriefEditor, event: &web_sys::MouseEvent) {
    if dom::closest(event, "a").is_some() {
        event.prevent_default();
    }
    if editor.tab.get_untracked() == Tab::MoveIn {
        return;
    }
    let Some(id) = dom::closest(event, "article.tile").map(|element| element.id()) else { return };
    let id = id.trim_start_matches("tile-").to_owned();
    let index = editor.draft.with_untracked(|draft| draft.tiles.iter().position(|tile| tile.id.as_str() == id));
    let key =
        index.and_then(|index| editor.state.with_untracked(|state| state.brief.links.get(index).map(|link| link.key)));
    if let Some(key) = key {
        editor.show_tab(Tab::Form);
        editor.all_rows.set(true);
        editor.open_row.set(Some(key));
        dom::reveal(format!("row-{key}"));
    }
}

fn viewport_switch(phone: RwSignal<bool>) -> AnyView {
    let button = move |is_phone: bool, label: &'static str, drawing: &'static str| view! { <button type="button" aria-pressed=move || (phone.get() == is_phone).to_string() on:click=move |_| phone.set(is_phone)>{icon::stroke(drawing)}{label}</button> };
    view! { <div class="ui-segmented brief-screen-switch" role="group" aria-label="Screen">{button(false, "Desktop", icon::MONITOR)}{button(true, "Phone", icon::DEVICE)}</div> }.into_any()
}

/// The look's four palettes, each in quarters: ground, paper, accent, ink.
fn palettes(editor: BriefEditor) -> AnyView {
    let look = Memo::new(move |_| editor.shown.with(|page| page.theme.look()));
    let current = editor.memo(Brief::shown_palette);
    let colored = Memo::new(move |_| {
        editor.tab.get() == Tab::MoveIn
            && editor.move_in.taken.with(|taken| taken.as_ref().is_some_and(|taken| taken.theme.is_some()))
    });
    let button = move |palette: Palette| {
        let entry = palette.entry();
        let style = format!("--a:{};--b:{};--c:{};--d:{}", entry.bg, entry.accent, entry.surface, entry.ink);
        let choose = move |_| {
            editor.move_in.its_colors.set(false);
            editor.edit(|brief| {
                brief.look = Some(palette.look());
                brief.theme = Some(palette).filter(|palette| *palette != palette.look().first_palette());
            });
        };
        view! { <button type="button" class="brief-palette" title=entry.label aria-label=entry.label aria-pressed=move || (!colored.get() && current.get() == palette).to_string() style=style on:click=choose></button> }
    };
    view! { <div class="brief-palettes" role="group" aria-label="Palette">{its_colors(editor)}{move || look.get().palettes().map(button).collect_view()}</div> }.into_any()
}

/// The name of the palette; before it, while somebody moves in, the colours of the page there.
fn its_colors(editor: BriefEditor) -> AnyView {
    let move_in = editor.move_in;
    let style = Memo::new(move |_| (editor.tab.get() == Tab::MoveIn).then(|| move_in.colors_style()).flatten());
    let label = editor.memo(|brief| brief.shown_palette().entry().label);
    (move || match style.get() {
        Some(style) => view! {
            <span class="ui-muted">"Its colours"</span>
            <button type="button" class="brief-palette move-in-palette" aria-label="Its colours" title="Its colours" aria-pressed=move || move_in.its_colors.get().to_string() style=style on:click=move |_| move_in.its_colors.update(|on| *on = !*on)></button>
        }
        .into_any(),
        None => view! { <span class="ui-muted">{move || label.get()}</span> }.into_any(),
    })
    .into_any()
}

fn layouts(editor: BriefEditor) -> AnyView {
    let current = editor.memo(|brief| brief.layout.unwrap_or(Layout::Bento));
    let button = move |layout: Layout| view! { <button type="button" aria-pressed=move || (current.get() == layout).to_string() on:click=move |_| editor.edit(|brief| brief.layout = Some(layout).filter(|layout| *layout != Layout::Bento))>{layout.label()}</button> };
    view! { <div class="ui-segmented brief-layouts" role="group" aria-label="Layout">{Layout::ALL.iter().copied().map(button).collect_view()}</div> }.into_any()
}

/// The hint on an empty page, over its placeholders.
fn empty_page(editor: BriefEditor) -> impl IntoView {
    let is_empty = Memo::new(move |_| editor.state.with(BriefState::is_empty) && editor.tab.get() != Tab::MoveIn);
    move || {
        is_empty.get().then(|| view! { <div class="brief-empty"><button type="button" on:click=move |_| { editor.show_tab(Tab::Form); dom::focus("paste"); }><strong class="ui-serif">"Paste anything"</strong><span>"links, a list, what your chat wrote"</span></button></div> })
    }
}
