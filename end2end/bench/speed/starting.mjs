// Startup time until the first responses: on an empty data folder, and on an instance with a page.
import { join } from 'node:path';
import { saveResults } from '../results.mjs';
import { firstByte, freePort, inFolder, mantel, median, printLine, publishSample, residentMemory, settings, start, stop, waitUntilReady } from './process.mjs';

const ROUNDS = 9;

// ms from the start of the process to the first byte of this path.
async function startupTime(env, port, path) {
  const startedAt = performance.now(), server = start([mantel, []], { env });
  while ((await firstByte(port, path))?.statusCode !== 200) if (performance.now() - startedAt > 20_000) throw new Error('the server does not start');
  const elapsed = performance.now() - startedAt;
  await stop(server);
  return elapsed;
}

await inFolder(async folder => {
  const port = await freePort(), fresh = [], ready = [], page = [];
  for (let round = 0; round < ROUNDS; round++) fresh.push(await startupTime(settings(join(folder, `fresh${round}`), port), port, '/readyz'));
  const env = settings(join(folder, 'data'), port), server = start([mantel, []], { env });
  await waitUntilReady(port, '/readyz');
  const idle = residentMemory(server.pid);
  await publishSample(env, port);
  await stop(server);
  for (let round = 0; round < ROUNDS; round++) {
    ready.push(await startupTime(env, port, '/readyz'));
    page.push(await startupTime(env, port, '/bench'));
  }
  const results = { rounds: ROUNDS, fresh: median(fresh), ready: median(ready), page: median(page), idle };
  printLine('a new instance, until it is ready', results.fresh.toFixed(0), 'ms', 'of 300');
  printLine('one that has a page, until it is ready', results.ready.toFixed(0), 'ms', 'of 300');
  printLine('the same, until the first byte of the page', results.page.toFixed(0), 'ms', 'of 50');
  printLine('memory before the first request', results.idle.toFixed(1), 'MiB', 'of 30');
  saveResults('starting', results);
});
