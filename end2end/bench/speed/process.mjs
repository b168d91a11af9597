// Servers under measurement: started on a free port with a data folder of their own, observed via /proc, stopped at
// exit.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

export const mantel = process.env.MANTEL_SERVER, benchBinary = process.env.MANTEL_BENCH;
if (!mantel || !benchBinary) throw new Error('MANTEL_SERVER and MANTEL_BENCH must name the binaries; run `make bench`.');
export const long = process.env.BENCH_LONG === '1';
export const median = values => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
export const pause = ms => new Promise(resolve => setTimeout(resolve, ms));
export const run = (program, args, options = {}) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26, ...options });

// Rate limits that no benchmark reaches; each is a setting.
const RATES = Object.fromEntries(['EDITS', 'READS', 'PUBLIC', 'NAMES', 'SIGNIN', 'SIGNUP', 'KEYS'].map(name => [`RATE_${name}`, '1000000000']));
const running = new Set();
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

export const freePort = () => new Promise(resolve => { const probe = createServer().listen(0, '127.0.0.1', () => { const { port } = probe.address(); probe.close(() => resolve(port)) }) });

// Runs a benchmark in a temporary folder.
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'mantel-speed-'));
  try { return await work(folder) } finally { rmSync(folder, { recursive: true, force: true }) }
}

// Pins a program to one processor where there are several; to none without a number.
export const pinned = (core, program, args) => core !== undefined && availableParallelism() > 1 ? ['taskset', ['-c', String(core), program, ...args]] : [program, args];

export function start([program, args], options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  running.add(child);
  child.exited = new Promise(resolve => child.on('exit', () => { running.delete(child); resolve() }));
  return child;
}

export async function stop(child) {
  child.kill('SIGTERM');
  await child.exited;
}

// The response once its first byte has arrived; undefined when nothing answers.
export const firstByte = (port, path, headers = {}) => new Promise(resolve => {
  const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, response => { response.once('data', () => { request.destroy(); resolve(response) }); response.once('end', () => resolve(response)); });
  request.on('error', () => resolve());
});

export async function waitUntilReady(port, path) {
  for (let tries = 0; tries < 20_000; tries++) {
    if ((await firstByte(port, path))?.statusCode === 200) return;
    await pause(1);
  }
  throw new Error(`nothing answers at ${path}`);
}

export const settings = (folder, port, more = {}) => ({ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, BIND: `127.0.0.1:${port}`, BASE_URL: `http://127.0.0.1:${port}`, OUTBOUND: 'off', BROWSER: 'off', LOG: 'error', ...RATES, ...more });

export const admin = (env, args, input = '') => run(mantel, ['admin', ...args], { env, input, stdio: ['pipe', 'pipe', 'ignore'] }).trim();

// Creates an account with a page of this name and returns its API key.
export function createOwner(env, name) {
  admin(env, ['create-account', `${name}@harrow.example`, '--password-stdin', '--username', name], 'a long enough password\n');
  return admin(env, ['create-key', `${name}@harrow.example`, '--name', 'bench'], '');
}

// Creates several accounts and returns their API keys.
export const createOwners = (env, count) => Array.from({ length: count }, (_, index) => createOwner(env, `owner-${index}`));

export async function call(port, key, method, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

export const samplePage = () => JSON.parse(readFileSync(new URL('../sample.json', import.meta.url), 'utf8'));

// Publishes the sample page, or another one, as `bench` and returns its owner's API key.
export async function publishSample(env, port, file = samplePage()) {
  const key = createOwner(env, 'bench');
  await call(port, key, 'POST', '/api/v1/page/import', { file, replace: true });
  await call(port, key, 'POST', '/api/v1/page/publish', {});
  return key;
}

// Resident memory of a process, MiB.
export function residentMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}

// The process ids of the children of a process.
export function children(pid) {
  return readdirSync(`/proc/${pid}/task`).flatMap(thread => { const file = `/proc/${pid}/task/${thread}/children`; return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean) : [] });
}

// CPU time of a process and its children so far, seconds.
export function cpuTime(pid) {
  const ownTime = id => { const fields = readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /s, '').split(' '); return (Number(fields[11]) + Number(fields[12])) / 100 };
  return ownTime(pid) + children(pid).reduce((sum, child) => sum + ownTime(child), 0);
}

export const printLine = (what, value, unit, goal = '') => console.log(`${what.padEnd(52)} ${value.padStart(10)} ${unit.padEnd(6)} ${goal}`);
