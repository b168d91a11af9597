//! What is shown until an editor runs, or when it does not.

use leptos::prelude::*;

/// The panel that says that the editor loads. `loading.js` removes it, or says in it what failed; where even that does
/// not run, its stylesheet shows after a while how to try again. `alternative` says what works without the editor.
pub(super) fn panel(module: String, alternative: AnyView) -> AnyView {
    view! {
        <div class="ui-loading" id="loading" data-module=module>
            <p role="status">"Getting the editor ready"</p>
            <p class="ui-loading-late"><a class="ui-link" id="load-again" href="">"Try again"</a>" "{alternative}</p>
        </div>
    }
    .into_any()
}
