//! The avatar: choosing, replacing and removing it, and cropping it by dragging, arrow keys and a zoom slider.

use leptos::prelude::*;
use mantel_model::profile::Profile;
use mantel_model::{Edit, ImageUrl};
use serde_json::json;
use wasm_bindgen::JsCast;

use crate::components::controls::{SliderRow, SliderSpec};
use crate::editor::image_chooser;
use crate::editor::image_chooser::ImageChooser;
use crate::editor::state::editor::Editor;
use crate::render::tile::photo;

/// The cropping square, its actions, and the zoom.
pub fn avatar(editor: Editor) -> AnyView {
    let source = editor.draft_memo(|page| page.profile.avatar.as_ref().map(ToString::to_string));
    let has = Memo::new(move |_| source.with(Option::is_some));
    let label = Signal::derive(move || if has.get() { "Replace" } else { "Choose a picture" });
    let file = ImageChooser::new("portrait-file", label);
    let zoom = editor.draft_memo(|page| page.profile.avatar_zoom.map_or(1.0, mantel_model::number::Zoom::get));
    let spec = SliderSpec {
        label: "Zoom",
        range: (1.0, 3.0, 0.05),
        written: |value| format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_owned(),
    };
    let put = Callback::new(move |value: f64| {
        editor.edit_in_gesture(Edit::Profile(json!({ "avatarZoom": value })), "Zoomed the portrait", "avatarZoom");
    });
    view! {
        <div class="editor-avatar">
            {move || source.get().map(|item| square(editor, item))}
            <div class="editor-avatar-side">
                <span class="ui-label">"Portrait"</span>
                <div class="editor-image-actions">
                    {image_chooser::view(file, Callback::new(move |image| set_avatar(editor, Some(image))))}
                    {move || has.get().then(|| view! { <button type="button" class="ui-link" on:click=move |_| set_avatar(editor, None)>"Remove"</button> })}
                </div>
                <p class="ui-warning editor-message" aria-live="polite">{move || file.problem.get()}</p>
            </div>
        </div>
        {move || has.get().then(|| view! { <SliderRow spec value=zoom set=put end=Callback::new(move |()| editor.end_gesture())/> })}
    }
    .into_any()
}

/// Sets the avatar and resets its crop; `None` removes it.
fn set_avatar(editor: Editor, image: Option<ImageUrl>) {
    let words = if image.is_some() { "Changed portrait" } else { "Removed portrait" };
    editor.edit(Edit::Profile(json!({ "avatar": image, "avatarFocus": null, "avatarZoom": null })), words);
}

/// The focal point of the avatar, percent of each side.
fn focus(profile: &Profile) -> (f64, f64) {
    profile.avatar_focus.map_or((50.0, 50.0), |avatar_focus| (avatar_focus.x.get(), avatar_focus.y.get()))
}

/// The picture in a square through which it is dragged.
fn square(editor: Editor, source: String) -> AnyView {
    let crop = editor
        .draft_memo(|page| photo::crop_style(page.profile.avatar_focus, page.profile.avatar_zoom).unwrap_or_default());
    let at = editor.draft_memo(|page| focus(&page.profile));
    let from = StoredValue::new(None::<(f64, f64, f64, f64)>);
    let down = move |event: web_sys::PointerEvent| {
        event.prevent_default();
        let (x, y) = at.get_untracked();
        from.set_value(Some((f64::from(event.client_x()), f64::from(event.client_y()), x, y)));
        if let Some(it) = event.current_target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = it.set_pointer_capture(event.pointer_id());
            let _ = it.focus();
        }
    };
    let moved = move |event: web_sys::PointerEvent| {
        let Some((x, y, fx, fy)) = from.get_value() else { return };
        let zoom =
            editor.draft.with_untracked(|draft| draft.profile.avatar_zoom.map_or(1.0, mantel_model::number::Zoom::get));
        // A drag across the whole square pans across the whole picture; the more it is zoomed in, the slower.
        let share = |by: f64| by / 1.2 / zoom.max(1.0);
        set_focus(editor, fx - share(f64::from(event.client_x()) - x), fy - share(f64::from(event.client_y()) - y));
    };
    let up = move |_| {
        if from.try_update_value(Option::take).flatten().is_some() {
            editor.end_gesture();
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let step = if event.shift_key() { 1.0 } else { 5.0 };
        let (x, y) = match event.key().as_str() {
            "ArrowLeft" => (-step, 0.0),
            "ArrowRight" => (step, 0.0),
            "ArrowUp" => (0.0, -step),
            "ArrowDown" => (0.0, step),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        let now = at.get_untracked();
        set_focus(editor, now.0 + x, now.1 + y);
        let (x, y) = at.get_untracked();
        editor.announce(&format!("{x:.0} percent from the left, {y:.0} from the top"));
    };
    view! {
        <div class="editor-avatar-focus" tabindex="0" role="group" aria-label="Focus of the portrait. Drag it, or use the arrow keys." on:pointerdown=down on:pointermove=moved on:pointerup=up on:pointercancel=up on:keydown=key on:blur=move |_| editor.end_gesture()>
            <img src=source alt="" draggable="false" style=move || crop.get() referrerpolicy="no-referrer"/>
            <i aria-hidden="true" style=move || { let (x, y) = at.get(); format!("left:{x:.1}%;top:{y:.1}%") }></i>
        </div>
    }
    .into_any()
}

fn set_focus(editor: Editor, x: f64, y: f64) {
    let whole = |number: f64| number.clamp(0.0, 100.0).round();
    let patch = json!({ "avatarFocus": { "x": whole(x), "y": whole(y) } });
    editor.edit_in_gesture(Edit::Profile(patch), "Moved the portrait's focus", "avatarFocus");
}
