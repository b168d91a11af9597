// Pages drawn for the first time: random ones of many (COUNT) that no cache holds, with few and many tiles, on SQLite and
// on PostgreSQL.
import { join } from 'node:path';
import { saveResults } from '../results.mjs';
import { benchBinary, freePort, inFolder, mantel, printLine, publishSample, run, samplePage, settings, start, stop, waitUntilReady } from './process.mjs';
import { withPostgres } from './postgres.mjs';
import { fetcher, seededRandom, visits } from './visits.mjs';

const COUNT = Number(process.env.COUNT ?? 100_000), VISITS = 3000, SEED = 7;
// The tiles of a page (14 are the sample's, besides its profiles elsewhere), of how many pages a random one is visited, and the goal for its first drawing, ms.
const SIZES = [{ tiles: 14, count: COUNT, goal: 1 }, { tiles: 100, count: Math.ceil(COUNT / 10), goal: 4 }];

// The sample page, or one with its tiles again and again.
function pageOf(tiles) {
  const sample = samplePage();
  if (tiles <= sample.tiles.length) return sample;
  const others = Array.from({ length: tiles }, (_, at) => ({ ...sample.tiles[at % sample.tiles.length], ...(at < sample.tiles.length ? {} : { id: undefined }) }));
  return { ...sample, tiles: others };
}

async function measured(env, port, database, { tiles, count, goal }, what) {
  let server = start([mantel, []], { env });
  await waitUntilReady(port, '/readyz');
  await publishSample(env, port, pageOf(tiles));
  await stop(server);
  run(benchBinary, ['fill', database, String(count)]);
  server = start([mantel, []], { env });
  await waitUntilReady(port, '/readyz');
  const { fetched, close } = fetcher(port), random = seededRandom(SEED), path = () => `/bench-${random(count)}`, codings = {};
  for (const coding of ['identity', 'gzip', 'br']) {
    codings[coding] = await visits(server, fetched, path, coding, done => done === VISITS);
    printLine(`${what}, ${tiles} tiles, ${coding}: processor`, codings[coding].work.toFixed(2), 'ms', `of ${goal}; median ${codings[coding].median.toFixed(2)}, 99 of 100 within ${codings[coding].p99.toFixed(2)}`);
  }
  close();
  await stop(server);
  return { tiles, count, goal, codings };
}

const found = { SQLite: [], PostgreSQL: [] };
for (const size of SIZES) {
  await inFolder(async folder => {
    const port = await freePort(), data = join(folder, 'data');
    found.SQLite.push(await measured(settings(data, port), port, `sqlite://${join(data, 'mantel.db')}`, size, 'SQLite'));
  });
  await inFolder(folder => withPostgres(folder, async database => {
    const port = await freePort(), url = database('mantel_service');
    found.PostgreSQL.push(await measured(settings(join(folder, 'data'), port, { DATABASE_URL: url }), port, url, size, 'PostgreSQL'));
  }));
}
saveResults('drawing', { visits: VISITS, found });
