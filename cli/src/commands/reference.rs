//! `mantel reference`: docs/CLI.md, generated from the command definitions.

use clap::{Args, Command};

use crate::context::Context;
use crate::failure::Outcome;

/// Print the reference of all commands as Markdown
#[derive(Debug, Args)]
#[command(hide = true)]
pub struct Reference {}

const INTRODUCTION: &str = "\
# The `mantel` command

<!-- Written by `mantel reference` from the table of commands; a test holds the two together. -->

Operate a page without the browser: the command calls the REST API, and everything it does the API does.

- **Data on standard output, messages on standard error.** `--json` gives the API's own JSON, and a refusal as the problem's JSON on standard error.
- **Exit codes:** 0 done, 1 refused, 2 not understood.
- **Drafts and versions:** every edit changes the draft; `--base-version` refuses to edit what has changed since you looked; `--dry-run` shows what would change.
- **Sent again only where that is safe:** reading always; creating calls carry an `Idempotency-Key`, so the server knows a repeat; other edits only when they certainly did not arrive, or when the server asks to come back later.
- **Pictures** of this machine are uploaded wherever an address of a picture is taken: `mantel add ./kiln.jpg`, `mantel profile --avatar ./me.png`.
- `SSL_CERT_FILE` names the authorities to trust instead of the public ones; `HTTPS_PROXY` and `NO_PROXY` are heeded.

";

impl Reference {
    pub fn run(self, context: &Context, table: Command) -> Outcome {
        let mut whole = table.disable_help_subcommand(true).term_width(100);
        whole.build();
        let mut out = INTRODUCTION.to_owned();
        section(&mut whole, 2, &mut out);
        context.print(&out)
    }
}

fn section(command: &mut Command, level: usize, out: &mut String) {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    out.push_str(&format!(
        "{} `{name}`\n\n```text\n{}\n```\n\n",
        "#".repeat(level),
        command.render_help().to_string().trim_end()
    ));
    for inner in command.get_subcommands_mut().filter(|subcommands_mut| !subcommands_mut.is_hide_set()) {
        section(inner, (level + 1).min(4), out);
    }
}
