//! Every reader takes at most linear time: reading 1 MiB costs at most five times what reading 256 KiB does. Counted in
//! instructions of the model compiled to wasm, so the result is the same on every machine. The usual run reads every
//! input of 16 and 64 KiB, and the most expensive ones of each reader at full size; `WORST_CASE=all` reads all of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use mantel_worst_case::{INPUTS, READERS};
use wasmi::{Config, Engine, Instance, Linker, Module, Store, TypedFunc, Val};

/// The sizes compared, bytes.
const FULL: (usize, usize) = (256 * 1024, 1024 * 1024);
const SHORT: (usize, usize) = (16 * 1024, 64 * 1024);
/// Linear growth is 4; the rest is for what is rounded up.
const GROWTH: f64 = 5.0;
/// With so few instructions for each byte, growth is of no importance.
const NEGLIGIBLE: usize = 500;
/// How many inputs of each reader the usual run reads at full size.
const MOST_EXPENSIVE: usize = 2;

/// The wasm of this crate.
fn compiled() -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("worst_case");
    let status = Command::new(env!("CARGO"))
        .args([
            "build",
            "--locked",
            "--quiet",
            "--release",
            "--lib",
            "--target",
            "wasm32-unknown-unknown",
            "--target-dir",
        ])
        .arg(&target)
        .env_remove("RUSTFLAGS")
        // A compiler that lints besides (`make test`) optimises less.
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .envs([("CARGO_PROFILE_RELEASE_LTO", "off"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")])
        .current_dir(folder)
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the model builds for wasm32-unknown-unknown");
    fs::read(target.join("wasm32-unknown-unknown/release/mantel_worst_case.wasm")).unwrap()
}

/// The readers in an interpreter, and one input for them.
struct Interpreter {
    store: Store<()>,
    measure: TypedFunc<u32, u32>,
}

impl Interpreter {
    /// One that has generated this input of about so many bytes.
    fn new(engine: &Engine, module: &Module, input: usize, bytes: usize) -> Self {
        let mut store = Store::new(engine, ());
        store.set_fuel(u64::MAX).unwrap();
        let mut linker = Linker::new(engine);
        // Intrinsics of wasm-bindgen, which only its command calls.
        for import in module.imports() {
            let kind = import.ty().func().expect("only functions are imported").clone();
            let results: Vec<Val> = kind.results().iter().map(|result| Val::default_for_ty(*result)).collect();
            linker
                .func_new(import.module(), import.name(), kind, move |_, _, out| {
                    out.clone_from_slice(&results);
                    Ok(())
                })
                .unwrap();
        }
        let instance: Instance = linker.instantiate_and_start(&mut store, module).unwrap();
        // wasm-bindgen adds a hash to the names.
        let named = |start| module.exports().map(|export| export.name()).find(|name| name.starts_with(start)).unwrap();
        let prepare: TypedFunc<(u32, u32), u32> = instance.get_typed_func(&store, named("prepare")).unwrap();
        let length = prepare.call(&mut store, (number(input), number(bytes))).unwrap();
        assert!(length <= number(bytes), "{} of {bytes} bytes has {length}", INPUTS[input].name);
        let measure = instance.get_typed_func(&store, named("measure")).unwrap();
        Self { store, measure }
    }

    /// The instructions of one reading.
    fn instructions(&mut self, reader: usize) -> u64 {
        let before = self.store.get_fuel().unwrap();
        self.measure.call(&mut self.store, number(reader)).unwrap();
        before - self.store.get_fuel().unwrap()
    }
}

fn number(of: usize) -> u32 {
    u32::try_from(of).unwrap()
}

/// What one reader takes for one input at two sizes.
#[derive(Clone, Copy, Debug)]
struct Cost {
    reader: usize,
    input: usize,
    small: u64,
    large: u64,
}

impl Cost {
    fn growth(self) -> f64 {
        self.large as f64 / self.small.max(1) as f64
    }
}

/// Counts pairs of a reader and an input, on all processors: those of one input, which is generated once for each size, together.
fn count(module: &Module, engine: &Engine, pairs: &[(usize, usize)], (small, large): (usize, usize)) -> Vec<Cost> {
    let mut readers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (reader, input) in pairs {
        readers.entry(*input).or_default().push(*reader);
    }
    let by_input: Vec<_> = readers.into_iter().collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let costs = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((input, readers)) = by_input.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut of_size = [large, small].map(|bytes| Interpreter::new(engine, module, *input, bytes));
                    for reader in readers {
                        let [large, small] = of_size.each_mut().map(|one| one.instructions(*reader));
                        costs.lock().unwrap().push(Cost { reader: *reader, input: *input, small, large });
                    }
                }
            });
        }
    });
    costs.into_inner().unwrap()
}

/// The pairs that grow faster than they may.
fn too_fast(costs: &[Cost], size: usize) -> Vec<String> {
    let grows = |cost: &&Cost| cost.growth() > GROWTH && cost.large > (NEGLIGIBLE * size) as u64;
    let told = |cost: &Cost| {
        let (reader, input) = (READERS[cost.reader].name, INPUTS[cost.input].name);
        format!(
            "{reader}, {input}: {} instructions for {size} bytes, {:.1} times those of a quarter",
            cost.large,
            cost.growth()
        )
    };
    costs.iter().filter(grows).map(told).collect()
}

#[test]
fn no_reader_takes_more_than_linear_time() {
    let mut config = Config::default();
    config.consume_fuel(true);
    let engine = Engine::new(&config);
    let module = Module::new(&engine, compiled()).unwrap();
    let pairs: Vec<_> =
        (0..READERS.len()).flat_map(|reader| (0..INPUTS.len()).map(move |input| (reader, input))).collect();
    let full = if std::env::var("WORST_CASE").is_ok_and(|which| which == "all") {
        pairs
    } else {
        let mut short = count(&module, &engine, &pairs, SHORT);
        let slow = too_fast(&short, SHORT.1);
        assert!(slow.is_empty(), "{slow:#?}");
        short.sort_by_key(|cost| (cost.reader, Reverse(cost.large)));
        let by_reader = short.chunk_by(|one, other| one.reader == other.reader);
        by_reader.flat_map(|costs| costs.iter().take(MOST_EXPENSIVE)).map(|cost| (cost.reader, cost.input)).collect()
    };
    let slow = too_fast(&count(&module, &engine, &full, FULL), FULL.1);
    assert!(slow.is_empty(), "{slow:#?}");
}

#[test]
fn what_is_quadratic_is_noticed() {
    let quadratic = Cost { reader: 0, input: 0, small: 1_000_000_000, large: 16_000_000_000 };
    assert_eq!(too_fast(&[quadratic], FULL.1).len(), 1);
    assert!(too_fast(&[Cost { large: 4_000_000_000, ..quadratic }], FULL.1).is_empty());
}
