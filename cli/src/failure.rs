//! Why a command did not do what was asked, and how that is told.

use std::process::ExitCode;

use mantel_model::Problem;
use mantel_model::api::ProblemBody;

use crate::context::Context;
use crate::output::char_grid::pad;
use crate::output::style::clean;

/// What a command comes to.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Why it was not done.
#[derive(Debug)]
pub enum Failure {
    /// The service refused, and says why.
    Refused(Box<ProblemBody>),
    /// It could not be done; a sentence.
    Said(String),
    /// What was asked makes no sense; a sentence.
    Usage(String),
    /// Everything was said already.
    Told,
    /// Whoever reads our output stopped reading.
    Unheard,
}

impl Failure {
    /// A sentence.
    pub fn said(words: impl Into<String>) -> Self {
        Self::Said(words.into())
    }

    /// Says why on standard error, and gives the status to exit with.
    pub fn tell(&self, context: &Context) -> ExitCode {
        let paint = &context.notes;
        let told = match self {
            Self::Refused(problem) if context.json => serde_json::to_string_pretty(problem).unwrap_or_default(),
            Self::Refused(problem) => format!("{} {}", paint.red("mantel:"), refusal(problem, context)),
            Self::Said(words) | Self::Usage(words) if context.json => {
                serde_json::json!({ "detail": words }).to_string()
            }
            Self::Said(words) => format!("{} {words}", paint.red("mantel:")),
            Self::Usage(words) => format!("{} {words}\nTry: mantel --help", paint.red("mantel:")),
            Self::Told => return ExitCode::from(1),
            Self::Unheard => return ExitCode::SUCCESS,
        };
        eprintln!("{told}");
        ExitCode::from(if matches!(self, Self::Usage(_)) { 2 } else { 1 })
    }
}

fn refusal(problem: &ProblemBody, context: &Context) -> String {
    let paint = &context.notes;
    let mut lines = match &problem.errors[..] {
        [] | [_] => vec![clean(&problem.detail)],
        all => vec![format!("There are {} things to fix:", all.len())],
    };
    // A single place stands in the sentence.
    if problem.errors.len() > 1 {
        let widest = problem.errors.iter().map(|error| error.path.len()).max().unwrap_or(0);
        let line = |problem: &Problem| {
            format!("  {}  {}", paint.bold(&pad(&clean(&problem.path), widest)), clean(&problem.message))
        };
        lines.extend(problem.errors.iter().map(line));
    }
    lines.extend(hint(&problem.code).map(|hint| paint.dim(hint)));
    lines.extend(problem.request_id.as_ref().map(|request_id| paint.dim(&format!("Request {}", clean(request_id)))));
    lines.join("\n")
}

/// What to type next, where the command knows it better than the service.
fn hint(code: &str) -> Option<&'static str> {
    Some(match code {
        "unauthorized" => "Make a key on the Agents page of the server, then: export SERVICE_API_KEY=mantel_…",
        "no_page" => "Try: mantel claim <username>, or mantel import <file> --username <username>",
        "username_needed" => "Try: --username <username>",
        "page_exists" => "Try: mantel apply <file>, which changes what differs, or mantel import <file> --replace",
        "version_conflict" => "Nothing was changed. Look with mantel get, then try again.",
        "tile_not_found" => "mantel get shows the tiles and their ids.",
        "not_found" => "Is the server as new as this command? mantel --version says how new that is.",
        "version_not_found" => "mantel history lists the versions that are kept.",
        _ => return None,
    })
}
