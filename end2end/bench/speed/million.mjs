// A million pages (COUNT) in one SQLite file: the start, memory, random visits, an edit, sitemaps, a backup, and the kinds
// of statements that a migration is made of. Takes about 30 GB of disk.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { saveResults } from '../results.mjs';
import { benchBinary, call, freePort, inFolder, mantel, printLine, publishSample, residentMemory, run, settings, start, stop, waitUntilReady } from './process.mjs';
import { at, fetcher, seededRandom, timed, visits } from './visits.mjs';

const COUNT = Number(process.env.COUNT ?? 1_000_000), VISITS = 3000, EDITS = 200, SEED = 7;
const size = folder => readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => sum + (entry.isDirectory() ? size(join(folder, entry.name)) : statSync(join(folder, entry.name)).size), 0);
const random = seededRandom(SEED), path = () => `/bench-${random(COUNT)}`;

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
  const { fetched, close } = fetcher(port);
  for (const coding of ['identity', 'gzip', 'br']) results.visits[coding] = await visits(server, fetched, path, coding, count => count === VISITS);
  results.after = residentMemory(server.pid);
  const edits = [];
  for (let edit = 0; edit < EDITS; edit++) edits.push((await timed(() => call(port, key, 'PATCH', '/api/v1/page/profile', { bio: `Bio ${edit}` })))[0]);
  results.edit = { median: at(edits, 0.5), p99: at(edits, 0.99) };
  const parts = Math.ceil((COUNT + 1) / 5_000);
  results.sitemap = {};
  for (const part of ['/sitemap.xml', '/sitemap/1.xml', `/sitemap/${parts}.xml`]) {
    const [time, bytes] = await timed(() => fetched(part));
    results.sitemap[part] = { time, bytes };
  }
  // Visitors come meanwhile.
  const backup = join(folder, 'backup');
  const writer = start([mantel, ['backup', backup]], { env }), from = performance.now();
  let done = false;
  writer.exited.then(() => { done = true });
  results.during = await visits(server, fetched, path, 'gzip', () => done);
  results.backup = { seconds: (performance.now() - from) / 1000, bytes: size(backup) };
  if (writer.exitCode !== 0) throw new Error('the backup failed');
  rmSync(backup, { recursive: true });
  results.last = residentMemory(server.pid);
  close();
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
