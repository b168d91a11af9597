//! Prompts: starting points for people.

use rmcp::ErrorData;
use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};

/// The prompts as hosts list them.
pub fn listed() -> Vec<Prompt> {
    let about = PromptArgument::new("about")
        .with_description("Links, a bio, an old page's address or a few words about you.")
        .with_required(true);
    let wish = PromptArgument::new("wish")
        .with_description("What bothers you about the page, if anything.")
        .with_required(false);
    vec![
        Prompt::new("build_my_page", Some("Build my page from what I give you."), Some(vec![about]))
            .with_title("Build my page"),
        Prompt::new("tidy_my_page", Some("Look at my page and make it calmer."), Some(vec![wish]))
            .with_title("Tidy my page"),
    ]
}

/// A prompt with its arguments filled in.
///
/// # Errors
/// For an unknown name or a missing argument.
pub fn get(name: &str, arguments: &JsonObject) -> Result<GetPromptResult, ErrorData> {
    let argument = |name: &str| {
        arguments.get(name).and_then(|argument| argument.as_str()).map(str::trim).filter(|text| !text.is_empty())
    };
    let text = match name {
        "build_my_page" => {
            let about = argument("about")
                .ok_or_else(|| ErrorData::invalid_params("give about: links, a bio or a few words", None))?;
            build(about)
        }
        "tidy_my_page" => tidy(argument("wish")),
        _ => {
            return Err(ErrorData::invalid_params(
                format!("there is no prompt {name}; there are build_my_page and tidy_my_page"),
                None,
            ));
        }
    };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]))
}

fn build(about: &str) -> String {
    format!(
        "Build my Mantel page from what stands between the lines below. Start with get_page. If there is no page, ask me \
         for a username and use create_page with empty true. Take my own words for the name and a short bio, put the three \
         most important links first, group the rest under a few headings, and add everything with one add_tile call. \
         Choose a look with set_theme that suits what I do, and tell me why. Show me what you made before you publish, and \
         publish only when I say so.\n\n-----\n{about}\n-----"
    )
}

fn tidy(wish: Option<&str>) -> String {
    let wish = wish.map(|wish| format!(" What bothers me: {wish}")).unwrap_or_default();
    format!(
        "Look at my Mantel page with get_page and its sketch. Tell me in a few lines what is crowded, doubled, dead or out \
         of order, and what you would do. After my yes: move what matters to the top, give sizes that fill the rows, \
         shorten titles, and ask me about each tile you would remove. Leave my words as they are. Show me the result \
         before publishing.{wish}"
    )
}
