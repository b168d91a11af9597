//! `mantel insights`: what was counted of the page.

use std::io::{Cursor, Write as _};
use std::path::PathBuf;

use clap::Args;
use mantel_model::api::{Insights as Counted, InsightsRange, InsightsScreen};
use mantel_model::insights_csv;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use crate::args::values::named;
use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::file;
use crate::output::insights;

/// Show what was counted: visits, presses, where visits came from
///
/// A visit is one look at the page by a person. Presses stand beside the visits and are no part of them. Visits and presses
/// may be added up over days; visitors, which --json has, are estimated for one day and never added up.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel insights
  mantel insights --range 90d --screen phone
  mantel insights --csv counted.zip
  mantel insights --json | jq '.tiles[] | {title, pressed}'")]
pub struct Insights {
    /// The span, today included
    #[arg(long, value_parser = named::<InsightsRange>(), default_value = "30d")]
    range: InsightsRange,
    /// Whose presses: the layout differs with the screen
    #[arg(long, value_parser = named::<InsightsScreen>(), default_value = "all")]
    screen: InsightsScreen,
    /// Write every table as comma-separated values into a zip
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl Insights {
    pub fn run(self, context: &Context) -> Outcome {
        let path = format!("/api/v1/page/insights?range={}&screen={}", self.range, self.screen);
        let reply = Client::with_key(context)?.get(&path)?;
        if let Some(target) = &self.csv {
            let bytes = zipped(&reply.read()?)?;
            file::write(context, target, &bytes)?;
            if !file::is_stream(target) {
                context.note(&format!("Wrote {} ({} bytes)", target.display(), bytes.len()));
            }
            return Ok(());
        }
        if context.json {
            return context.print_json(&reply.value()?);
        }
        context.print(&insights::insights(&reply.read()?, context.width(), &context.data))
    }
}

/// The tables as a zip file, without times, so that the same numbers are the same bytes.
fn zipped(insights: &Counted) -> Outcome<Vec<u8>> {
    let failed = |why: &dyn std::fmt::Display| Failure::message(format!("The zip file cannot be made: {why}"));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().last_modified_time(DateTime::DEFAULT);
    for (name, text) in insights_csv::files(insights) {
        zip.start_file(name, options).map_err(|why| failed(&why))?;
        zip.write_all(text.as_bytes()).map_err(|why| failed(&why))?;
    }
    Ok(zip.finish().map_err(|why| failed(&why))?.into_inner())
}
