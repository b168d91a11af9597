#[path = "../tests/vectors/mod.rs"]
mod vectors;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    for part in text.split("\n%%%\n") {
        println!("--------\n{part}\n=>");
        let read = mantel_model::brief::items(part);
        for item in read.items {
            println!("    {}", vectors::outline(&item.kind));
        }
        for w in read.warnings {
            println!("    ! {} {}: {}", w.path, w.line.unwrap_or(0), w.message);
        }
    }
}
