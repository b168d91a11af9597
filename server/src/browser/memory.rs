//! Watches how much memory a process and those that it started take, on Linux.

use std::collections::HashMap;
use std::time::Duration;

/// How often it is looked at.
const EVERY: Duration = Duration::from_millis(250);

/// Waits until a process and its descendants take more than so many bytes, besides files and programs that they share with
/// others. For ever where that can't be known.
pub async fn exceeded(process: Option<u32>, most: u64) {
    let Some(process) = process else { return std::future::pending().await };
    loop {
        tokio::time::sleep(EVERY).await;
        let used = tokio::task::spawn_blocking(move || used(process)).await.unwrap_or_default();
        if used > most {
            return;
        }
    }
}

/// The memory of a process and its descendants, bytes.
fn used(process: u32) -> u64 {
    let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for number in numbers {
        if let Some(parent) = field(number, "PPid:") {
            children.entry(u32::try_from(parent).unwrap_or_default()).or_default().push(number);
        }
    }
    let (mut all, mut next) = (0, vec![process]);
    while let Some(number) = next.pop() {
        let own = field(number, "RssAnon:").unwrap_or_default() + field(number, "RssShmem:").unwrap_or_default();
        all += own << 10;
        next.extend(children.remove(&number).unwrap_or_default());
    }
    all
}

/// A number in the status of a process.
fn field(process: u32, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::os::unix::process::CommandExt;

    use super::*;

    #[test]
    fn the_memory_of_a_process_is_that_of_its_descendants_too() {
        let own = std::process::id();
        let before = used(own);
        assert!(before > 1 << 20, "{before}");
        // A program that holds 64 MiB until its input ends, started by another. It leaves nothing behind that would keep what reads the
        // output of the tests waiting.
        let holder = "head -c 67108864 /dev/zero | tail -c 67108864 | (sleep 1000; cat) >/dev/null";
        let mut command = std::process::Command::new("sh");
        let child = command.args(["-c", holder]).stderr(std::process::Stdio::null()).process_group(0).spawn();
        let Ok(mut child) = child else { return };
        let grown = (0..2000).any(|_| {
            std::thread::sleep(Duration::from_millis(5));
            used(own) > before + (48 << 20)
        });
        let group = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process_group(group, rustix::process::Signal::KILL).unwrap();
        child.wait().unwrap();
        assert!(grown, "it is not seen");
    }
}
