//! Canvas placement: the layer, the angle, and the return to automatic placement.

use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::tile::Pos;
use serde_json::json;

use super::choices::{set_fields, slider};
use super::field_id;
use crate::components::controls::SliderSpec;
use crate::components::icon;
use crate::editor::state::editor::Editor;

/// The fields of a tile that was placed by its owner; a sentence for one that was not.
pub fn fields(editor: Editor, id: TileId) -> AnyView {
    let tile = editor.tile(id.clone());
    let pos = Memo::new(move |_| tile.with(|tile| tile.as_ref().and_then(|tile| tile.pos)));
    let placed = Memo::new(move |_| pos.with(Option::is_some));
    view! {
        {move || if placed.get() { lines(editor, id.clone(), pos) } else { view! { <p class="editor-hint editor-wide">"It is placed automatically. Drag it to put it anywhere."</p> }.into_any() }}
    }
    .into_any()
}

fn lines(editor: Editor, id: TileId, pos: Memo<Option<Pos>>) -> AnyView {
    let angle = Memo::new(move |_| pos.get().map_or(0.0, |po| po.r.get()));
    let layer = Memo::new(move |_| pos.get().map_or(0.0, |po| po.z.get()));
    let (turned, raised, freed) = (id.clone(), id.clone(), id);
    let turn = Callback::new(move |r: f64| {
        set_fields(editor, &turned, json!({ "pos": { "r": r } }), "Turned", "", &format!("turn-{turned}"))
    });
    let raise = move |by: f64| {
        let (low, high) = mantel_model::limits::POS_Z;
        let z = (layer.get_untracked() + by).clamp(low, high);
        set_fields(editor, &raised, json!({ "pos": { "z": z } }), if by > 0.0 { "Raised" } else { "Lowered" }, "", "");
    };
    let lower = raise.clone();
    let free = move |_| set_fields(editor, &freed, json!({ "pos": null }), "Placed", " automatically", "");
    let (low, high) = mantel_model::limits::POS_R;
    let spec = SliderSpec { label: "Angle", range: (low, high, 0.5), written: |value| format!("{value:.1}") };
    view! {
        <span class="editor-label">"Layer"</span>
        <div class="editor-control editor-stepper" role="group" aria-label="Layer">
            <button type="button" id=field_id("pos") aria-label="Lower" title="Lower" on:click=move |_| lower(-1.0)>{icon::stroke(icon::CHEVRON)}</button>
            <span class="editor-value mono" aria-live="polite">{move || layer.get().to_string()}</span>
            <button type="button" class="up" aria-label="Raise" title="Raise" on:click=move |_| raise(1.0)>{icon::stroke(icon::CHEVRON)}</button>
            <button type="button" class="ui-link" on:click=free>"Place automatically"</button>
        </div>
        {slider(editor, "pos.r", spec, angle, turn)}
    }
    .into_any()
}
