//! The sandbox of the decoder process: no file, no network, no other program. Landlock takes the files and the network
//! away, seccomp every system call but reading and writing its pipes, memory and the end. Each is entered where the
//! kernel has it; what is missing is logged when the server starts.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::process::Command;

/// One half of the sandbox: its name, and whether it is entered or why not.
pub type Layer = (&'static str, Result<(), String>);

/// Enters the sandbox for good. Does what the kernel can do, and says what that is.
pub fn enter() -> [Layer; 2] {
    [("landlock", system::restrict_files()), ("seccomp", system::restrict_calls())]
}

/// Enters the sandbox step by step, tries in each step what must not work, and writes a line about each: the layer, what
/// was tried, and `denied`, `allowed`, `entered`, or why the kernel lacks the layer.
///
/// # Errors
/// When a line can't be written.
pub fn check(to: &mut impl Write) -> io::Result<()> {
    for (name, restrict) in
        [("landlock", system::restrict_files as fn() -> Result<(), String>), ("seccomp", system::restrict_calls)]
    {
        let entered = restrict();
        writeln!(to, "{name} {}", entered.as_ref().map_or_else(String::as_str, |()| "entered"))?;
        if entered.is_ok() {
            for (what, tried) in attempts() {
                let denied = tried.is_err_and(|why| why.kind() == io::ErrorKind::PermissionDenied);
                writeln!(to, "{name} {what} {}", if denied { "denied" } else { "allowed" })?;
            }
        }
    }
    to.flush()
}

/// What must not work in the sandbox.
fn attempts() -> [(&'static str, io::Result<()>); 8] {
    let local = ("127.0.0.1", 0);
    [
        ("read", OpenOptions::new().read(true).open("/dev/null").map(drop)),
        ("write", OpenOptions::new().write(true).open("/dev/null").map(drop)),
        ("list", std::fs::read_dir("/").map(drop)),
        ("listen", TcpListener::bind(local).map(drop)),
        ("connect", TcpStream::connect(("127.0.0.1", 9)).map(drop)),
        ("udp", UdpSocket::bind(local).map(drop)),
        ("exec", Command::new("/bin/true").status().map(drop)),
        ("thread", std::thread::Builder::new().spawn(|| ()).map(drop)),
    ]
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
mod system {
    use std::collections::BTreeMap;

    use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetStatus, Scope};
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    };

    /// The newest version of Landlock whose rights are all given up; an older kernel takes those that it knows.
    const LANDLOCK: ABI = ABI::V6;

    /// Gives up every right that Landlock knows, with no exception.
    pub fn restrict_files() -> Result<(), String> {
        let rules = Ruleset::default()
            .handle_access(AccessFs::from_all(LANDLOCK))
            .and_then(|rules| rules.handle_access(AccessNet::from_all(LANDLOCK)))
            .and_then(|rules| rules.scope(Scope::from_all(LANDLOCK)));
        let status = rules.and_then(Ruleset::create).and_then(landlock::RulesetCreated::restrict_self);
        match status.map_err(|why| why.to_string())?.ruleset {
            RulesetStatus::NotEnforced => Err("the kernel has no Landlock".to_owned()),
            RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => Ok(()),
        }
    }

    /// Gives up every system call but those of a program that only computes. Another one fails, and does nothing.
    pub fn restrict_calls() -> Result<(), String> {
        let program = filter().map_err(|why| why.to_string())?;
        seccompiler::apply_filter(&program).map_err(|why| format!("the kernel has no seccomp filters: {why}"))
    }

    fn filter() -> Result<BpfProgram, seccompiler::BackendError> {
        let is = |argument, value: i32| {
            let value = u64::from(value.unsigned_abs());
            SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)
        };
        let bits = |argument, mask: i32, value: i32| {
            let operator = SeccompCmpOp::MaskedEq(u64::from(mask.unsigned_abs()));
            SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, u64::from(value.unsigned_abs()))
        };
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
        // Its pipes: coded images in, rows out. Panics are written to where nobody reads them.
        rules.insert(libc::SYS_read, vec![SeccompRule::new(vec![is(0, libc::STDIN_FILENO)?])?]);
        for call in [libc::SYS_write, libc::SYS_writev] {
            let to = |file| SeccompRule::new(vec![is(0, file)?]);
            rules.insert(call, vec![to(libc::STDOUT_FILENO)?, to(libc::STDERR_FILENO)?]);
        }
        // Memory of its own that is not run.
        let data = || bits(2, libc::PROT_EXEC, 0);
        let own = bits(3, libc::MAP_ANONYMOUS, libc::MAP_ANONYMOUS)?;
        rules.insert(libc::SYS_mmap, vec![SeccompRule::new(vec![data()?, own])?]);
        rules.insert(libc::SYS_mprotect, vec![SeccompRule::new(vec![data()?])?]);
        for call in [
            libc::SYS_munmap,
            libc::SYS_mremap,
            libc::SYS_madvise,
            libc::SYS_brk,
            // Locks, time and random numbers of the standard library.
            libc::SYS_futex,
            libc::SYS_sched_yield,
            libc::SYS_clock_gettime,
            libc::SYS_getrandom,
            // Signals to itself, and the end.
            libc::SYS_rt_sigaction,
            libc::SYS_rt_sigprocmask,
            libc::SYS_rt_sigreturn,
            libc::SYS_sigaltstack,
            libc::SYS_close,
            libc::SYS_exit,
            libc::SYS_exit_group,
        ] {
            rules.insert(call, Vec::new());
        }
        let denied = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let target = std::env::consts::ARCH.try_into()?;
        SeccompFilter::new(rules, denied, SeccompAction::Allow, target)?.try_into()
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"))))]
mod system {
    pub fn restrict_files() -> Result<(), String> {
        Err("only Linux has Landlock".to_owned())
    }

    pub fn restrict_calls() -> Result<(), String> {
        Err("seccomp is used only on Linux, on x86-64, ARM and RISC-V of 64 bits".to_owned())
    }
}
