// Load on several servers in turn: server and load generator have a processor each, or share all.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuTime, median, pinned, printLine, run } from './process.mjs';

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5), SECONDS = Number(process.env.BENCH_SECONDS ?? 5), CONNECTIONS = 64;
export const SERVER = 0;
const LOAD = 1;
// Where the load comes from.
export const BESIDE = { core: LOAD, threads: 1 }, AMONG = { threads: availableParallelism() };

// One round of load over HTTP/1.1: how many requests, how many per second, and the 99th percentile of their latency (ms).
export function wrk(url, headers, seconds, { core, threads }) {
  const output = run(...pinned(core, 'wrk', [`-t${threads}`, `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', ...headers.flatMap(header => ['-H', header]), url]));
  if (/Non-2xx or 3xx|Socket errors/.test(output)) throw new Error(output);
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(output);
  return { count: Number(/(\d+) requests in/.exec(output)[1]), rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)[1]), p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit] };
}

// The same over HTTP/2, one request at a time on each connection.
export function h2load(url, headers, seconds, { core, threads }) {
  const folder = mkdtempSync(join(tmpdir(), 'mantel-load-')), log = join(folder, 'log');
  try {
    const output = run(...pinned(core, 'h2load', [`-t${threads}`, `-c${CONNECTIONS}`, `-D${seconds}`, `--log-file=${log}`, ...headers.flatMap(header => ['-H', header]), url]));
    if (!/ 0 failed, 0 errored, 0 timeout/.test(output) || !/ 0 4xx, 0 5xx/.test(output)) throw new Error(output);
    // Only the log has the time of each request: when it began, its status, and how many microseconds it took.
    const took = readFileSync(log, 'utf8').trim().split('\n').map(line => Number(line.split('\t')[2])).sort((a, b) => a - b);
    return { count: took.length, rate: Number(/finished in [^,]+, ([\d.]+) req\/s/.exec(output)[1]), p99: took[Math.floor(took.length * 0.99)] / 1000 };
  } finally { rmSync(folder, { recursive: true }) }
}

// The same with the CPU time of the server per request (µs).
function load({ pid, port, path = '/bench', url = `http://127.0.0.1:${port}${path}` }, headers, seconds, generate, place) {
  const before = cpuTime(pid), { count, rate, p99 } = generate(url, headers, seconds, place);
  return { rate, p99, work: (cpuTime(pid) - before) / count * 1e6 };
}

// Alternating rounds of load on each server, by server.
export function alternate(servers, headers, seconds, count = ROUNDS, generate = wrk, place = BESIDE) {
  const rounds = servers.map(() => []);
  for (const server of servers) load(server, headers(server), 1, generate, place);
  for (let round = 0; round < count; round++) {
    // The order rotates from round to round.
    const order = servers.map((_, index) => (index + round) % servers.length);
    for (const index of order) rounds[index].push(load(servers[index], headers(servers[index]), seconds, generate, place));
  }
  return rounds;
}

// The medians of such rounds by name, printed. The first is compared with the others: `ratio` is the median of what each round
// gives, because the speed of a shared machine drifts from round to round by more than the servers differ.
export function summarize(what, servers, rounds) {
  const each = of => Object.fromEntries(['rate', 'p99', 'work'].map(key => [key, of(key)]));
  const medians = Object.fromEntries(servers.map((server, index) => [server.name, {
    ...each(key => median(rounds[index].map(round => round[key]))),
    ratio: each(key => median(rounds[index].map((round, at) => rounds[0][at][key] / round[key]))),
  }]));
  const first = servers[0].name;
  for (const [name, result] of Object.entries(medians)) {
    const ratio = key => name === first ? '' : `${first} has ${result.ratio[key].toFixed(2)} ×`;
    printLine(`${what}: ${name}, requests a second`, result.rate.toFixed(0), '/s', ratio('rate'));
    printLine(`${what}: ${name}, 99 of 100 within`, result.p99.toFixed(2), 'ms', ratio('p99'));
    printLine(`${what}: ${name}, the server's work for each`, result.work.toFixed(1), 'µs', ratio('work'));
  }
  return medians;
}

// Both.
export function compare(what, servers, headers, seconds) {
  return summarize(what, servers, alternate(servers, headers, seconds));
}
