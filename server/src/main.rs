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
    #[cfg(unix)]
    if command.serves() {
        return_memory_at_once(&arguments);
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

/// Starts the program again in this process, unless it was, with what makes the allocator return freed memory at once:
/// mimalloc keeps it until a thread happens to tidy up, which idle threads never do, so that an attack's memory stays. It reads
/// its options before `main`, and setting them later would be unsafe code. `MIMALLOC_PURGE_DELAY` in the environment wins.
#[cfg(unix)]
fn return_memory_at_once(arguments: &[std::ffi::OsString]) {
    use std::os::unix::process::CommandExt as _;

    const OPTION: &str = "MIMALLOC_PURGE_DELAY";
    if std::env::var_os(OPTION).is_none()
        && let Ok(program) = std::env::current_exe()
    {
        let mut again = std::process::Command::new(program);
        if let Some(name) = std::env::args_os().next() {
            again.arg0(name);
        }
        // It returns only if it fails: then more memory is kept, and everything works.
        let _failed = again.args(arguments).env(OPTION, "0").exec();
    }
}

fn fail(code: u8, message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(code)
}
