//! `mantel-server`: serves when called without arguments; `admin …`, `check` and other commands administer an instance.

use std::process::ExitCode;

use mantel_server::config::Config;
use mantel_server::ops::{admin, serve};
use mantel_server::{log, media};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Where the machine gives huge pages to everybody: those that are filled in part are memory for nothing.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if let Some(task) = media::decoder_process_task(&arguments) {
        return media::run_decoder_process(task);
    }
    let command = match admin::parse(&arguments) {
        Ok(command) => command,
        Err(message) => return fail(2, &message),
    };
    if let Some(text) = command.text() {
        print!("{text}");
        return ExitCode::SUCCESS;
    }
    let config = match Config::from_env() {
        Ok(config) => config,
        Err(invalid) => {
            let all: Vec<_> = invalid.iter().map(|setting| format!("  {setting}")).collect();
            return fail(2, &format!("mantel-server can't start with these settings:\n{}", all.join("\n")));
        }
    };
    log::init(&config, command.serves());
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return fail(1, &format!("mantel-server can't start: {why}")),
    };
    let result = runtime.block_on(async {
        if command.serves() { serve::run(config).await } else { admin::run(command, &config).await }
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => fail(1, &message),
    }
}

fn fail(code: u8, message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(code)
}
