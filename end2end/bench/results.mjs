// The results of each benchmark, stored for the report with the machine's load average.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';

const folder = process.env.BENCH_RESULTS;

// Results are stored only when run by `.ci/bench`.
export function saveResults(part, results) {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${part}.json`), JSON.stringify({ at: new Date().toISOString().slice(0, 10), load: loadavg()[0].toFixed(1), ...results }, null, 1));
}

export function loadResults(part) {
  const file = join(folder, `${part}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
