// Durable edits over REST and over MCP, compared with the same writes committed to the bare database, of the profile of
// a page without tiles and of the middle tile of pages with few and many; alternating, medians of three rounds.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { saveResults } from '../results.mjs';
import { benchBinary, call, createOwners, freePort, inFolder, mantel, median, printLine, run, settings, start, stop, waitUntilReady } from './process.mjs';
import { withPostgres } from './postgres.mjs';

const ROUNDS = 3, SECONDS = Number(process.env.BENCH_SECONDS ?? 4), CLIENTS = 8, SIZES = [0, 10, 300];

const measure = args => JSON.parse(run(benchBinary, args.map(String)));

const tileId = index => `t_${[10, 5, 0].map(shift => 'abcdefghijklmnopqrstuvwxyz234567'[index >> shift & 31]).join('').padStart(12, 'a')}`;
const middle = size => Math.floor(size / 2);
// What is edited: the profile, or the tile in the middle.
const placeOf = size => size ? tileId(middle(size)) : 'profile';

// A page of links; the bare database changes the first word `Edit`.
const pageOf = size => ({
  mantel: 1,
  profile: { name: 'A page of links' },
  theme: { style: 'painted' },
  tiles: Array.from({ length: size }, (_, index) => ({ id: tileId(index), type: 'link', url: `https://place-${index}.example/some/path`, title: index === middle(size) ? 'Edit' : `The place with the number ${index}` })),
});

// Sets up an instance whose accounts have pages of this size, published, and stops it again; returns their API keys.
async function prepare(env, port, size) {
  const server = start([mantel, []], { env });
  await waitUntilReady(port, '/readyz');
  const keys = createOwners(env, CLIENTS);
  for (const key of size ? keys : []) {
    await call(port, key, 'POST', '/api/v1/page/import', { file: pageOf(size), replace: true });
    await call(port, key, 'POST', '/api/v1/page/publish', {});
  }
  measure(['edits', 'rest', placeOf(size), `127.0.0.1:${port}`, 1, ...keys]);
  await stop(server);
  return keys;
}

async function compare(what, env, port, size, keys, bare) {
  const server = start([mantel, []], { env });
  await waitUntilReady(port, '/readyz');
  const results = {};
  for (const clients of [1, CLIENTS]) {
    const measurements = {
      REST: () => measure(['edits', 'rest', placeOf(size), `127.0.0.1:${port}`, SECONDS, ...keys.slice(0, clients)]),
      MCP: () => measure(['edits', 'mcp', placeOf(size), `127.0.0.1:${port}`, SECONDS, ...keys.slice(0, clients)]),
      database: () => measure(['commits', bare.url, SECONDS, ...bare.accounts.slice(0, clients)]),
    };
    const rounds = { REST: [], MCP: [], database: [] };
    for (let round = 0; round < ROUNDS; round++) for (const [way, runOnce] of Object.entries(measurements)) rounds[way].push(runOnce());
    const medians = results[clients] = Object.fromEntries(Object.entries(rounds).map(([way, all]) => [way, { rate: median(all.map(round => round.rate)), p99: median(all.map(round => round.p99)) }]));
    for (const [way, result] of Object.entries(medians)) printLine(`${what}, ${size} tiles, ${clients} at once: ${way}`, result.rate.toFixed(0), '/s', way === 'database' ? '' : `${(result.rate / medians.database.rate).toFixed(2)} × the bare database; 99 of 100 within ${result.p99.toFixed(1)} ms`);
  }
  await stop(server);
  return results;
}

const found = { sqlite: {}, postgres: {} };
for (const size of SIZES) {
  await inFolder(async folder => {
    const port = await freePort(), data = join(folder, 'data'), copy = join(folder, 'copy');
    const env = settings(data, port), keys = await prepare(env, port, size);
    cpSync(data, copy, { recursive: true });
    const url = `sqlite://${join(copy, 'mantel.db')}`, accounts = measure(['accounts', url]);
    found.sqlite[size] = await compare('SQLite', env, port, size, keys, { url, accounts });
  });
  await inFolder(folder => withPostgres(folder, async database => {
    const port = await freePort(), env = settings(join(folder, 'data'), port, { DATABASE_URL: database('mantel_service') });
    const keys = await prepare(env, port, size), url = database('mantel_bare', 'mantel_service'), accounts = measure(['accounts', url]);
    found.postgres[size] = await compare('PostgreSQL', env, port, size, keys, { url, accounts });
  }));
}
saveResults('edits', { rounds: ROUNDS, seconds: SECONDS, crowd: CLIENTS, ...found });
