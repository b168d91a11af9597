// Load on several servers in turn: server and load generator have a processor each.
import { cpuTime, median, pinned, printLine, run } from './process.mjs';

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5), SECONDS = Number(process.env.BENCH_SECONDS ?? 5), CONNECTIONS = 64;
export const SERVER = 0;
const LOAD = 1;

// One round of load: requests per second, 99th percentile of the latency (ms), and CPU time of the server per request
// (µs).
function load({ pid, port, path = '/bench' }, headers, seconds) {
  const before = cpuTime(pid);
  const [program, args] = pinned(LOAD, 'wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', ...headers.flatMap(header => ['-H', header]), `http://127.0.0.1:${port}${path}`]);
  const output = run(program, args);
  if (/Non-2xx or 3xx|Socket errors/.test(output)) throw new Error(output);
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(output), count = Number(/(\d+) requests in/.exec(output)[1]);
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)[1]), p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit], work: (cpuTime(pid) - before) / count * 1e6 };
}

// Alternating rounds of load on each server, by server.
export function alternate(servers, headers, seconds, count = ROUNDS) {
  const rounds = servers.map(() => []);
  for (const server of servers) load(server, headers(server), 1);
  for (let round = 0; round < count; round++) {
    // The order rotates from round to round.
    const order = servers.map((_, index) => (index + round) % servers.length);
    for (const index of order) rounds[index].push(load(servers[index], headers(servers[index]), seconds));
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
