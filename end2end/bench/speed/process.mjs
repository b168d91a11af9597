// Servers under measurement: started on a free port with a folder of their own, watched through /proc, stopped with the run.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

export const mantel = process.env.MANTEL_SERVER, beside = process.env.MANTEL_BENCH;
if (!mantel || !beside) throw new Error('MANTEL_SERVER and MANTEL_BENCH must name the binaries; run `make bench`.');
export const long = process.env.BENCH_LONG === '1';
export const median = all => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
export const pause = ms => new Promise(resolve => setTimeout(resolve, ms));
export const run = (program, words, options = {}) => execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 26, ...options });

// Rates that no measurement meets: each of them is a setting.
const RATES = Object.fromEntries(['EDITS', 'READS', 'PUBLIC', 'NAMES', 'SIGNIN', 'SIGNUP', 'KEYS'].map(name => [`RATE_${name}`, '1000000000']));
const started = new Set();
process.on('exit', () => started.forEach(child => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

export const freePort = () => new Promise(resolve => { const probe = createServer().listen(0, '127.0.0.1', () => { const { port } = probe.address(); probe.close(() => resolve(port)) }) });

// A folder for a measurement, gone when it is done.
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'mantel-speed-'));
  try { return await work(folder) } finally { rmSync(folder, { recursive: true, force: true }) }
}

// Keeps a program on one processor, where there are two to share.
export const pinned = (core, program, words) => availableParallelism() > 1 ? ['taskset', ['-c', String(core), program, ...words]] : [program, words];

export function start([program, words], options = {}) {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  started.add(child);
  child.ended = new Promise(resolve => child.on('exit', () => { started.delete(child); resolve() }));
  return child;
}

export async function stop(child) {
  child.kill('SIGTERM');
  await child.ended;
}

// The first byte of a reply, or nothing when nobody answers.
export const reply = (port, path, headers = {}) => new Promise(resolve => {
  const asked = get({ host: '127.0.0.1', port, path, headers, agent: false }, response => { response.once('data', () => { asked.destroy(); resolve(response) }); response.once('end', () => resolve(response)); });
  asked.on('error', () => resolve());
});

export async function until(port, path) {
  for (let tries = 0; tries < 20_000; tries++) {
    if ((await reply(port, path))?.statusCode === 200) return;
    await pause(1);
  }
  throw new Error(`nobody answers at ${path}`);
}

export const settings = (folder, port, more = {}) => ({ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, BIND: `127.0.0.1:${port}`, BASE_URL: `http://127.0.0.1:${port}`, OUTBOUND: 'off', LOG: 'error', ...RATES, ...more });

export const admin = (env, words, input = '') => run(mantel, ['admin', ...words], { env, input, stdio: ['pipe', 'pipe', 'ignore'] }).trim();

// An account with a key; with a page of this name where one is given.
export function owner(env, name) {
  admin(env, ['create-account', `${name}@harrow.example`, '--password-stdin', '--username', name], 'a long enough password\n');
  return admin(env, ['create-key', `${name}@harrow.example`, '--name', 'bench'], '');
}

// The keys of so many owners, each with a page.
export const owners = (env, count) => Array.from({ length: count }, (_, nth) => owner(env, `shelf-${nth}`));

export async function call(port, key, method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export const sample = () => JSON.parse(readFileSync(new URL('../sample-page.json', import.meta.url), 'utf8'));

// A published page called `bench` on an instance; gives its owner's key.
export async function published(env, port) {
  const key = owner(env, 'bench');
  await call(port, key, 'POST', '/api/v1/page/import', { file: sample(), replace: true });
  await call(port, key, 'POST', '/api/v1/page/publish', {});
  return key;
}

// Memory of a process, MiB.
export function resident(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}

// Processor time of a process and its children so far, seconds.
export function spent(pid) {
  const own = id => { const all = readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /s, '').split(' '); return (Number(all[11]) + Number(all[12])) / 100 };
  const children = readdirSync(`/proc/${pid}/task`).flatMap(thread => { const file = `/proc/${pid}/task/${thread}/children`; return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean) : [] });
  return own(pid) + children.reduce((sum, child) => sum + own(child), 0);
}

export const line = (what, value, unit, goal = '') => console.log(`${what.padEnd(52)} ${value.padStart(10)} ${unit.padEnd(6)} ${goal}`);
