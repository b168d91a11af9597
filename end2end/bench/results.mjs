// What the parts of a measurement found: kept for the report, beside how busy the machine was.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';

const folder = process.env.BENCH_RESULTS;

// A part that runs by itself, without `.ci/bench`, is kept nowhere.
export function keep(part, found) {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${part}.json`), JSON.stringify({ at: new Date().toISOString().slice(0, 10), load: loadavg()[0].toFixed(1), ...found }, null, 1));
}

export function kept(part) {
  const file = join(folder, `${part}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
