//! Reports the failure of a command.

use std::process::ExitCode;

use mantel_model::api::ProblemBody;
use mantel_model::problem::Problem;

use crate::context::Context;
use crate::failure::Failure;
use crate::output::char_grid::pad;
use crate::output::style::clean;

/// Prints the reason on standard error and returns the exit status.
pub fn print(failure: &Failure, context: &Context) -> ExitCode {
    let styler = &context.notes;
    let message = match failure {
        Failure::Refused(problem) if context.json => serde_json::to_string_pretty(problem).unwrap_or_default(),
        Failure::Refused(problem) => format!("{} {}", styler.red("mantel:"), refusal(problem, context)),
        Failure::Message(words) | Failure::Usage(words) if context.json => {
            serde_json::json!({ "detail": words }).to_string()
        }
        Failure::Message(words) => format!("{} {words}", styler.red("mantel:")),
        Failure::Usage(words) => format!("{} {words}\nTry: mantel --help", styler.red("mantel:")),
        Failure::Reported => return ExitCode::from(1),
        Failure::OutputClosed => return ExitCode::SUCCESS,
    };
    eprintln!("{message}");
    ExitCode::from(if matches!(failure, Failure::Usage(_)) { 2 } else { 1 })
}

fn refusal(problem: &ProblemBody, context: &Context) -> String {
    let styler = &context.notes;
    let mut lines = match &problem.errors[..] {
        [] | [_] => vec![clean(&problem.detail)],
        all => vec![format!("There are {} things to fix:", all.len())],
    };
    // A single problem is already in the sentence.
    if problem.errors.len() > 1 {
        let widest = problem.errors.iter().map(|error| error.path.len()).max().unwrap_or(0);
        let line = |problem: &Problem| {
            format!("  {}  {}", styler.bold(&pad(&clean(&problem.path), widest)), clean(&problem.message))
        };
        lines.extend(problem.errors.iter().map(line));
    }
    lines.extend(hint(&problem.code).map(|hint| styler.dim(hint)));
    lines.extend(problem.request_id.as_ref().map(|request_id| styler.dim(&format!("Request {}", clean(request_id)))));
    lines.join("\n")
}

/// What to type next, where the command knows better than the service.
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
