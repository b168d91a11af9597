// Memory with many pages: copied straight into the database, then thousands of them visited. BENCH_LONG=1: 100,000 of them too.
import { join } from 'node:path';
import { Agent, get } from 'node:http';
import { keep } from '../results.mjs';
import { beside, freePort, inFolder, line, long, mantel, published, resident, run, settings, start, stop, until } from './process.mjs';

const VISITS = 3000, AT_ONCE = 16;
const counts = long ? [1, 10_000, 100_000] : [1, 10_000];
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const visit = (port, path) => new Promise((resolve, reject) => get({ host: '127.0.0.1', port, path, agent, headers: { 'accept-encoding': 'br' } }, response => { response.resume(); response.on('end', () => response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`))) }).on('error', reject));

await inFolder(async folder => {
  const port = await freePort(), env = settings(join(folder, 'data'), port), found = [];
  let server = start([mantel, []], { env });
  await until(port, '/readyz');
  await published(env, port);
  await stop(server);
  for (const count of counts) {
    if (count > 1) run(beside, ['fill', `sqlite://${join(folder, 'data', 'mantel.db')}`, String(count)]);
    const begin = performance.now();
    server = start([mantel, []], { env });
    await until(port, '/readyz');
    const ready = performance.now() - begin, idle = resident(server.pid);
    // Pages from everywhere, each seldom: nothing of them stays in memory.
    const many = count === 1 ? ['/bench'] : Array.from({ length: VISITS }, (_, nth) => `/bench-${Math.floor(nth * count / VISITS)}`);
    const next = many.values();
    const began = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, async () => { for (const path of next) await visit(port, path) }));
    const each = (performance.now() - began) / many.length, after = resident(server.pid);
    line(`${count} pages: ready after`, ready.toFixed(0), 'ms', 'of 300');
    line(`${count} pages: memory idle`, idle.toFixed(1), 'MiB', 'of 30');
    line(`${count} pages: memory after ${many.length} of them were visited`, after.toFixed(1), 'MiB', 'of 60');
    line(`${count} pages: time for each that is not in memory`, each.toFixed(2), 'ms');
    found.push({ count, ready, idle, visits: many.length, after, each });
    await stop(server);
  }
  agent.destroy();
  keep('memory', { found });
});
