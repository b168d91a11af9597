//! Signing up, in and out in a browser: plain forms that work without script.

mod admin;
mod agents;
mod asked;
mod connectors;
mod first_page;
mod in_place;
mod insights;
mod insights_csv;
mod notices;
mod password_reset;
mod require_sign_in;
mod settings;
mod share;
mod sign_in;
mod verification;

use axum::routing::{MethodRouter, get, post};

pub use settings::IMPORTS;

use crate::state::App;

/// Every route of the forms.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    let mut all = vec![
        ("/signup", get(sign_in::sign_up_page).post(sign_in::sign_up)),
        ("/signin", get(sign_in::sign_in_page).post(sign_in::sign_in)),
        ("/signout", post(sign_in::sign_out)),
        ("/forgot", get(password_reset::forgot_page).post(password_reset::forgot)),
        ("/reset/{secret}", get(password_reset::reset_page).post(password_reset::reset)),
        ("/agents", get(agents::page)),
        ("/agents/keys", post(agents::create_key)),
        ("/agents/keys/{id}/revoke", post(agents::revoke)),
        ("/agents/keys/{id}/publish", post(agents::key_publish)),
        ("/agents/connected/{id}/disconnect", post(agents::disconnect)),
        ("/agents/keys/{id}/narrow", post(agents::narrow_key)),
        ("/agents/connected/{id}/publish", post(agents::publish)),
        ("/agents/connected/{id}/narrow", post(agents::narrow_connection)),
        ("/agents/undo", post(agents::undo)),
        ("/agents/asked/{secret}", get(asked::sheet).post(asked::publish)),
        ("/agents/changes/{version}", get(asked::version)),
        ("/agents/cuts/{version}", get(asked::cuts)),
        ("/insights", get(insights::page).post(insights::change)),
        ("/insights/check", post(insights::check)),
        ("/insights/forget", post(insights::forget)),
        ("/insights/csv", get(insights_csv::download)),
        ("/share", get(share::page)),
        ("/share/check", post(share::check)),
        ("/share/ways", post(share::name_way)),
        ("/share/ways/remove", post(share::forget_way)),
    ];
    all.extend(settings::routes());
    all.extend(admin::routes());
    all
}
