//! `/report/{name}`: a visitor reports a page to the operator of the service.

use leptos::prelude::*;
use mantel_model::account::EMAIL_OPTIONAL;
use mantel_model::report_reasons::REASONS;

use super::auth::card_screen;
use super::form_fields::{Input, Problems, alert, field, message};

/// What the screen shows; after an error, the form is filled in again.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The page, with its host: `mantel.page/ines`.
    pub page: String,
    /// The page's name, in the addresses of the form and the page.
    pub name: String,
    /// The reason chosen.
    pub reason: String,
    /// The message.
    pub message: String,
    /// The email address for a reply.
    pub email: String,
    /// The maximum length of the message, characters.
    pub max_length: usize,
    /// The errors.
    pub problems: Problems,
    /// Whether it was sent.
    pub sent: bool,
}

/// The form, or the thanks once it is sent.
pub fn view(report: &Report) -> AnyView {
    let (back, problems) = (format!("/{}", report.name), &report.problems);
    let card = if report.sent {
        view! {
            <h1>"Thank you"</h1>
            <p role="status">"Whoever runs this service will look at "<strong>{report.page.clone()}</strong>"."</p>
            <p class="ui-muted"><a class="ui-link" href="/">"To the front door"</a></p>
        }
        .into_any()
    } else {
        view! {
            <h1>"Report this page"</h1>
            <p>"Tell whoever runs this service what is wrong with "<strong>{report.page.clone()}</strong>". Its owner does not learn who told."</p>
            {problems.whole().map(alert)}
            <form class="site-form" action=format!("/report/{}", report.name) method="post" novalidate=true>
                <div class="site-field">
                    <label class="ui-label" for="reason">"What is wrong"</label>
                    <select class="ui-field" id="reason" name="reason" required=true autofocus=problems.is_first("reason") aria-invalid=problems.about("reason").is_some().to_string() aria-describedby="reason-says">
                        {REASONS.iter().map(|(value, label)| view! { <option value=*value selected=report.reason == *value>{*label}</option> }).collect_view()}
                    </select>
                    {message("reason-says".to_owned(), "", problems.about("reason"))}
                </div>
                {field(Input { label: "What should we look at?", rows: 5, max_length: report.max_length, value: report.message.clone(), ..Input::of(problems, "words") })}
                {field(Input { label: "Your email, if we may ask back", kind: "email", autocomplete: "email", value: report.email.clone(), malformed: EMAIL_OPTIONAL, ..Input::of(problems, "email") })}
                <button class="ui-button last">"Send the report"</button>
            </form>
            <p class="ui-muted"><a class="ui-link" href=back>"Back to the page"</a></p>
        }
        .into_any()
    };
    card_screen(card)
}
