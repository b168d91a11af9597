//! What the service is compared with (`make bench`): a bare handler with the same response, a bare database with the
//! same commits, many concurrent editors, a database with many pages, and statements on it.

mod bare;
mod commits;
mod edits;
mod fill;
mod report;
mod statements;

use std::error::Error;
use std::process::ExitCode;

/// The result of a measurement.
type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

const USAGE: &str = "\
mantel-bench bare PORT HEAD BODY                       answer every request with these headers and bytes
mantel-bench edits rest|mcp PLACE HOST:PORT SECONDS KEY...   edit with each key at once: `profile` or the tile with this id
mantel-bench commits DATABASE SECONDS ACCOUNT...       commit the same writes on the bare database
mantel-bench accounts DATABASE                         their ids, as JSON
mantel-bench fill DATABASE COUNT                       copy the one page that there is so many times
mantel-bench statements DATABASE STATEMENT...          the seconds that each takes, and roll back
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("mantel-bench: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Outcome {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match words {
            ["bare", port, head, body] => bare::serve(port.parse()?, head, body).await,
            ["edits", how, place, host, seconds, keys @ ..] => {
                edits::run(how, place, host, seconds.parse()?, keys).await
            }
            ["commits", database, seconds, accounts @ ..] => commits::run(database, seconds.parse()?, accounts).await,
            ["accounts", database] => commits::accounts(database).await,
            ["fill", database, count] => fill::run(database, count.parse()?).await,
            ["statements", database, statements @ ..] => statements::run(database, statements).await,
            _ => Err(USAGE.into()),
        }
    })
}
