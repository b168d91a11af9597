// A million pages (COUNT) in one SQLite file: the start, memory, random visits, an edit, sitemaps, a backup, and the kinds
// of statements that a migration is made of. Takes about 30 GB of disk.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { saveResults } from '../results.mjs';
import { benchBinary, call, cpuTime, freePort, inFolder, mantel, printLine, publishSample, residentMemory, run, settings, start, stop, waitUntilReady } from './process.mjs';

const COUNT = Number(process.env.COUNT ?? 1_000_000), VISITS = 3000, EDITS = 200, SEED = 7;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const at = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)];
const timed = async work => { const from = performance.now(); const result = await work(); return [performance.now() - from, result] };
const size = folder => readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => sum + (entry.isDirectory() ? size(join(folder, entry.name)) : statSync(join(folder, entry.name)).size), 0);

// Numbers below a bound, the same in each run (Numerical Recipes).
let state = SEED;
const random = bound => { state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; return Math.floor(state / 2 ** 32 * bound) };

const fetched = (port, path, headers = {}) => new Promise((resolve, reject) => get({ host: '127.0.0.1', port, path, agent, headers }, response => {
  let bytes = 0;
  response.on('data', data => { bytes += data.length }).on('end', () => response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: ${response.statusCode}`)));
}).on('error', reject));

// Visits to random pages, one after the other, until `enough`: their times, ms, and the server's processor time for each, ms.
async function visits(server, port, coding, enough) {
  const times = [], before = cpuTime(server.pid);
  while (!enough(times.length)) times.push((await timed(() => fetched(port, `/bench-${random(COUNT)}`, { 'accept-encoding': coding })))[0]);
  return { count: times.length, median: at(times, 0.5), p99: at(times, 0.99), work: (cpuTime(server.pid) - before) * 1000 / times.length };
}

// The seconds that each of these statements takes, in a transaction that is rolled back.
const statements = (database, list) => JSON.parse(run(benchBinary, ['statements', database, ...list]));

await inFolder(async folder => {
  const port = await freePort(), data = join(folder, 'data'), env = settings(data, port), database = `sqlite://${join(data, 'mantel.db')}`;
  let server = start([mantel, []], { env });
  await waitUntilReady(port, '/readyz');
  const key = await publishSample(env, port);
  await stop(server);
  run(benchBinary, ['fill', database, String(COUNT)]);
  const results = { count: COUNT, bytes: size(data) };
  const startedAt = performance.now();
  server = start([mantel, []], { env });
  await waitUntilReady(port, '/readyz');
  results.ready = performance.now() - startedAt;
  results.idle = residentMemory(server.pid);
  results.visits = {};
  for (const coding of ['identity', 'gzip', 'br']) results.visits[coding] = await visits(server, port, coding, count => count === VISITS);
  results.after = residentMemory(server.pid);
  const edits = [];
  for (let edit = 0; edit < EDITS; edit++) edits.push((await timed(() => call(port, key, 'PATCH', '/api/v1/page/profile', { bio: `Bio ${edit}` })))[0]);
  results.edit = { median: at(edits, 0.5), p99: at(edits, 0.99) };
  const parts = Math.ceil((COUNT + 1) / 5_000);
  results.sitemap = {};
  for (const path of ['/sitemap.xml', '/sitemap/1.xml', `/sitemap/${parts}.xml`]) {
    const [time, bytes] = await timed(() => fetched(port, path));
    results.sitemap[path] = { time, bytes };
  }
  // Visitors come meanwhile.
  const backup = join(folder, 'backup');
  const writer = start([mantel, ['backup', backup]], { env }), from = performance.now();
  let done = false;
  writer.exited.then(() => { done = true });
  results.during = await visits(server, port, 'gzip', () => done);
  results.backup = { seconds: (performance.now() - from) / 1000, bytes: size(backup) };
  if (writer.exitCode !== 0) throw new Error('the backup failed');
  rmSync(backup, { recursive: true });
  results.last = residentMemory(server.pid);
  agent.destroy();
  await stop(server);
  const [column, index, rows] = statements(database, ['alter table pages add column probe text', 'create index probe on pages (updated_at, probe)', 'update pages set probe = username']);
  results.migration = { column, index, rows };

  const gb = bytes => (bytes / 1e9).toFixed(1);
  printLine(`${COUNT} pages, ${gb(results.bytes)} GB: ready after`, results.ready.toFixed(0), 'ms', 'of 300');
  printLine('memory idle, after the visits, at the end', [results.idle, results.after, results.last].map(value => value.toFixed(0)).join(' '), 'MiB', 'of 30, 60');
  for (const [coding, found] of Object.entries(results.visits)) printLine(`a random page, ${coding}: median, p99, processor`, [found.median, found.p99, found.work].map(value => value.toFixed(2)).join(' '), 'ms', 'processor of 1');
  printLine('an edit: median, p99', `${results.edit.median.toFixed(2)} ${results.edit.p99.toFixed(2)}`, 'ms');
  for (const [path, { time, bytes }] of Object.entries(results.sitemap)) printLine(`${path}, ${bytes} bytes`, time.toFixed(0), 'ms');
  printLine(`a backup, ${gb(results.backup.bytes)} GB`, results.backup.seconds.toFixed(0), 's');
  printLine('a random page meanwhile, gzip: median, p99', `${results.during.median.toFixed(2)} ${results.during.p99.toFixed(2)}`, 'ms');
  printLine('a new column, a new index, a change of every row', [column, index, rows].map(value => value.toFixed(1)).join(' '), 's');
  saveResults('million', results);
});
