// Times the reader of pages from elsewhere in wasm, as a browser runs it, on saved pages: the fastest of five readings,
// and the first.
// Fails when 5 MB take 300 ms or more. `.ci/move-in` builds the wasm and calls this with its path.
import { readFileSync } from 'node:fs';

const LIMIT_MS = 300, MB = 1024 * 1024;
const module = await WebAssembly.compile(readFileSync(process.argv[2]));
// Intrinsics of wasm-bindgen, which only its command calls.
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
const { exports } = await WebAssembly.instantiate(module, imports);
// wasm-bindgen adds a hash to the names.
const called = start => exports[Object.keys(exports).find(name => name.startsWith(start))];
const prepare = called('prepare'), measure = called('measure'), found = called('saved_page')();
const [reader, input] = [found >>> 16, found & 0xffff];

// Processor time, so that other work on the machine does not count. The first reading includes compiling the wasm.
const spent = run => { const start = process.cpuUsage(); run(); const { user, system } = process.cpuUsage(start); return (user + system) / 1000 };
function times(bytes) {
  prepare(input, bytes);
  return Array.from({ length: 5 }, () => spent(() => measure(reader)));
}

let failed = false;
for (const size of [5, 1, 9.9]) {
  const all = times(Math.floor(size * MB)), best = Math.min(...all);
  failed ||= size === 5 && best >= LIMIT_MS;
  console.log(`${size} MB: ${best.toFixed(0)} ms${size === 5 ? `, the first time ${all[0].toFixed(0)} ms` : ''}`);
}
if (failed) { console.error(`A saved page of 5 MB must be read in under ${LIMIT_MS} ms.`); process.exit(1) }
