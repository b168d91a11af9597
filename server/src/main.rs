//! `mantel-server`: without arguments it serves; `admin …` and `check` look after an instance.

use std::process::ExitCode;

use mantel_server::config::Config;
use mantel_server::ops::{admin, serve};
use mantel_server::{log, media};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if let Some(room) = media::decoder_process_memory(&arguments) {
        return media::run_decoder_process(room);
    }
    let command = match admin::read(&arguments) {
        Ok(command) => command,
        Err(words) => return fail(2, &words),
    };
    if let Some(text) = command.text() {
        print!("{text}");
        return ExitCode::SUCCESS;
    }
    let config = match Config::from_env() {
        Ok(config) => config,
        Err(wrong) => {
            let all: Vec<_> = wrong.iter().map(|it| format!("  {it}")).collect();
            return fail(2, &format!("mantel-server can't start with these settings:\n{}", all.join("\n")));
        }
    };
    log::start(&config, command.serves());
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return fail(1, &format!("mantel-server can't start: {why}")),
    };
    let done = runtime.block_on(async {
        if command.serves() { serve::run(config).await } else { admin::run(command, &config).await }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => fail(1, &words),
    }
}

fn fail(code: u8, words: &str) -> ExitCode {
    eprintln!("{words}");
    ExitCode::from(code)
}
