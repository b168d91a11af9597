//! `/report/{name}`: a visitor tells whoever runs the service about a page.

use leptos::prelude::*;

use super::auth::{Input, alert, before_the_hearth, field};

/// What a page can be reported for: what is kept, and what visitors choose.
pub const REASONS: &[(&str, &str)] = &[
    ("deceives", "It pretends to be somebody else, or asks for passwords"),
    ("harms", "It leads to a swindle or to harmful programs"),
    ("threatens", "It harasses or threatens people"),
    ("mine", "It shows my work, my name or my picture without my leave"),
    ("illegal", "It shows something illegal"),
    ("other", "Something else"),
];

/// What the screen shows; after a refusal it comes back filled.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The page, with its host: `mantel.page/ines`.
    pub page: String,
    /// Where the form goes and the page is: the page's name.
    pub name: String,
    /// The reason chosen.
    pub reason: String,
    /// What was written.
    pub words: String,
    /// Where to answer.
    pub email: String,
    /// The longest that may be written, characters.
    pub most: usize,
    /// What is wrong.
    pub problem: Option<String>,
    /// Whether it was sent.
    pub sent: bool,
}

/// The form, or thanks.
pub fn view(it: &Report) -> AnyView {
    let back = format!("/{}", it.name);
    let card = if it.sent {
        view! {
            <h1>"Thank you"</h1>
            <p role="status">"Whoever runs this service will look at "<strong>{it.page.clone()}</strong>"."</p>
            <p class="m-soft"><a class="m-words" href="/">"To the front door"</a></p>
        }
        .into_any()
    } else {
        view! {
            <h1>"Report this page"</h1>
            <p>"Tell whoever runs this service what is wrong with "<strong>{it.page.clone()}</strong>". Its owner does not learn who told."</p>
            {it.problem.clone().map(alert)}
            <form class="d-form" action=format!("/report/{}", it.name) method="post">
                <div class="d-line">
                    <label class="m-label" for="reason">"What is wrong"</label>
                    <select class="m-field" id="reason" name="reason" required=true>
                        {REASONS.iter().map(|(value, words)| view! { <option value=*value selected=it.reason == *value>{*words}</option> }).collect_view()}
                    </select>
                </div>
                <div class="d-line">
                    <label class="m-label" for="words">"What should we look at?"</label>
                    <textarea class="m-field" id="words" name="words" rows="5" maxlength=it.most.to_string()>{it.words.clone()}</textarea>
                </div>
                {field(Input { name: "email", label: "Your email, if we may ask back", kind: "email", autocomplete: "email", value: it.email.clone(), ..Input::default() })}
                <button class="m-button last">"Send the report"</button>
            </form>
            <p class="m-soft"><a class="m-words" href=back>"Back to the page"</a></p>
        }
        .into_any()
    };
    before_the_hearth(card)
}
