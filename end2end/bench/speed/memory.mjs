// Memory with many pages: inserted directly into the database, then thousands of them visited. BENCH_LONG=1 adds
// 100,000.
import { join } from 'node:path';
import { Agent, get } from 'node:http';
import { saveResults } from '../results.mjs';
import { benchBinary, freePort, inFolder, long, mantel, printLine, publishSample, residentMemory, run, settings, start, stop, waitUntilReady } from './process.mjs';

const VISITS = 3000, CONCURRENCY = 16;
const counts = long ? [1, 10_000, 100_000] : [1, 10_000];
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

const visit = (port, path) => new Promise((resolve, reject) => get({ host: '127.0.0.1', port, path, agent, headers: { 'accept-encoding': 'br' } }, response => { response.resume(); response.on('end', () => response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`))) }).on('error', reject));

await inFolder(async folder => {
  const port = await freePort(), env = settings(join(folder, 'data'), port), results = [];
  let server = start([mantel, []], { env });
  await waitUntilReady(port, '/readyz');
  await publishSample(env, port);
  await stop(server);
  for (const count of counts) {
    if (count > 1) run(benchBinary, ['fill', `sqlite://${join(folder, 'data', 'mantel.db')}`, String(count)]);
    const startedAt = performance.now();
    server = start([mantel, []], { env });
    await waitUntilReady(port, '/readyz');
    const ready = performance.now() - startedAt, idle = residentMemory(server.pid);
    // Each page is visited once, so that nothing is served from the cache.
    const paths = count === 1 ? ['/bench'] : Array.from({ length: VISITS }, (_, index) => `/bench-${Math.floor(index * count / VISITS)}`);
    const remaining = paths.values();
    const visitsStartedAt = performance.now();
    await Promise.all(Array.from({ length: CONCURRENCY }, async () => { for (const path of remaining) await visit(port, path) }));
    const each = (performance.now() - visitsStartedAt) / paths.length, after = residentMemory(server.pid);
    printLine(`${count} pages: ready after`, ready.toFixed(0), 'ms', 'of 300');
    printLine(`${count} pages: memory idle`, idle.toFixed(1), 'MiB', 'of 30');
    printLine(`${count} pages: memory after ${paths.length} of them were visited`, after.toFixed(1), 'MiB', 'of 60');
    printLine(`${count} pages: time for each uncached page`, each.toFixed(2), 'ms');
    results.push({ count, ready, idle, visits: paths.length, after, each });
    await stop(server);
  }
  agent.destroy();
  saveResults('memory', { found: results });
});
