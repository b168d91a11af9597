//! The tests run beside anything else on the machine: a server that somebody uses on port 3000, its data, another test run.

use std::fs;

use super::workspace::{repository, rust_files, shown};

/// The one file that may name the server's program: its commands get a free port and a folder of their own.
const COMMANDS: &str = "server/tests/it/support/binary.rs";

#[test]
fn no_test_uses_a_fixed_port_or_the_data_of_the_clone() {
    let mut found = Vec::new();
    for path in ["server/tests", "cli/tests"].into_iter().flat_map(|folder| rust_files(&repository().join(folder))) {
        let file = shown(&path);
        for (line, text) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
            if text.contains("CARGO_BIN_EXE_mantel-server") && file != COMMANDS {
                found.push(format!("{file}:{line}: take the program from {COMMANDS}, with its settings"));
            }
            let listens = text.contains("bind(") || text.contains("\"BIND\"");
            if listens && text.split(':').skip(1).any(is_fixed_port) {
                found.push(format!("{file}:{line}: listen on port 0, which is any free one"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    let commands = fs::read_to_string(repository().join(COMMANDS)).unwrap();
    for setting in [r#"("BIND", "127.0.0.1:0".to_owned())"#, r#"("DATA_DIR", folder.display().to_string())"#] {
        assert!(commands.contains(setting), "{COMMANDS}: its commands no longer set {setting}");
    }
}

/// Whether what follows a colon begins with the number of a port other than 0.
fn is_fixed_port(text: &str) -> bool {
    text.chars().take_while(char::is_ascii_digit).any(|digit| digit != '0')
}
