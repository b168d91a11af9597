// From the start of the process to its first answers: on an empty folder, and on an instance that has a page.
import { join } from 'node:path';
import { keep } from '../results.mjs';
import { freePort, inFolder, line, mantel, median, published, reply, resident, settings, start, stop, until } from './process.mjs';

const ROUNDS = 9;

// Milliseconds from the start to the first byte of this path.
async function first(env, port, path) {
  const begin = performance.now(), server = start([mantel, []], { env });
  while ((await reply(port, path))?.statusCode !== 200) if (performance.now() - begin > 20_000) throw new Error('it does not start');
  const took = performance.now() - begin;
  await stop(server);
  return took;
}

await inFolder(async folder => {
  const port = await freePort(), fresh = [], ready = [], page = [];
  for (let round = 0; round < ROUNDS; round++) fresh.push(await first(settings(join(folder, `fresh${round}`), port), port, '/readyz'));
  const env = settings(join(folder, 'data'), port), server = start([mantel, []], { env });
  await until(port, '/readyz');
  const idle = resident(server.pid);
  await published(env, port);
  await stop(server);
  for (let round = 0; round < ROUNDS; round++) {
    ready.push(await first(env, port, '/readyz'));
    page.push(await first(env, port, '/bench'));
  }
  const found = { rounds: ROUNDS, fresh: median(fresh), ready: median(ready), page: median(page), idle };
  line('a new instance, until it is ready', found.fresh.toFixed(0), 'ms', 'of 300');
  line('one that has a page, until it is ready', found.ready.toFixed(0), 'ms', 'of 300');
  line('the same, until the first byte of the page', found.page.toFixed(0), 'ms', 'of 50');
  line('memory when nothing was asked yet', found.idle.toFixed(1), 'MiB', 'of 30');
  keep('starting', found);
});
