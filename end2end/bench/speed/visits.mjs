// Visits to random pages of many, one after the other.
import { Agent, get } from 'node:http';
import { cpuTime } from './process.mjs';

export const at = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)];

// A source of numbers below a bound, the same for the same seed (Numerical Recipes).
export function seededRandom(seed) {
  let state = seed;
  return bound => { state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; return Math.floor(state / 2 ** 32 * bound) };
}

// Fetches paths over one connection; resolves to the length of the body.
export function fetcher(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const fetched = (path, headers = {}) => new Promise((resolve, reject) => get({ host: '127.0.0.1', port, path, agent, headers }, response => {
    let bytes = 0;
    response.on('data', data => { bytes += data.length }).on('end', () => response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: ${response.statusCode}`)));
  }).on('error', reject));
  return { fetched, close: () => agent.destroy() };
}

export const timed = async work => { const from = performance.now(); const result = await work(); return [performance.now() - from, result] };

// Visits to the paths that `path` returns one after the other, until there are `enough`: their times, ms, and the server's processor time
// for each, ms.
export async function visits(server, fetched, path, coding, enough) {
  const times = [], before = cpuTime(server.pid);
  while (!enough(times.length)) times.push((await timed(() => fetched(path(), { 'accept-encoding': coding })))[0]);
  return { count: times.length, median: at(times, 0.5), p99: at(times, 0.99), work: (cpuTime(server.pid) - before) * 1000 / times.length };
}
