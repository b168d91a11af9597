// Durable edits: over REST, over MCP, and the same writes committed on the bare database; in turn, medians of three rounds.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { keep } from '../results.mjs';
import { beside, freePort, inFolder, line, mantel, median, owners, run, settings, start, stop, until } from './process.mjs';
import { withPostgres } from './postgres.mjs';

const ROUNDS = 3, SECONDS = Number(process.env.BENCH_SECONDS ?? 4), CROWD = 8;

const measured = words => JSON.parse(run(beside, words.map(String)));

// An instance with this many owners of pages, stopped again; their keys.
async function settled(env, port) {
  const server = start([mantel, []], { env });
  await until(port, '/readyz');
  const keys = owners(env, CROWD);
  for (const way of ['rest']) measured(['edits', way, `127.0.0.1:${port}`, 1, ...keys]);
  await stop(server);
  return keys;
}

async function compare(what, env, port, keys, bare) {
  const server = start([mantel, []], { env });
  await until(port, '/readyz');
  const found = {};
  for (const many of [1, CROWD]) {
    const ways = {
      REST: () => measured(['edits', 'rest', `127.0.0.1:${port}`, SECONDS, ...keys.slice(0, many)]),
      MCP: () => measured(['edits', 'mcp', `127.0.0.1:${port}`, SECONDS, ...keys.slice(0, many)]),
      database: () => measured(['commits', bare.url, SECONDS, ...bare.accounts.slice(0, many)]),
    };
    const rounds = { REST: [], MCP: [], database: [] };
    for (let round = 0; round < ROUNDS; round++) for (const [way, measure] of Object.entries(ways)) rounds[way].push(measure());
    const at = found[many] = Object.fromEntries(Object.entries(rounds).map(([way, all]) => [way, { rate: median(all.map(round => round.rate)), p99: median(all.map(round => round.p99)) }]));
    for (const [way, result] of Object.entries(at)) line(`${what}, ${many} at once: ${way}`, result.rate.toFixed(0), '/s', way === 'database' ? '' : `${(result.rate / at.database.rate).toFixed(2)} × the bare database; 99 of 100 within ${result.p99.toFixed(1)} ms`);
  }
  await stop(server);
  return found;
}

const found = {};
await inFolder(async folder => {
  const port = await freePort(), data = join(folder, 'data'), copy = join(folder, 'copy');
  const env = settings(data, port), keys = await settled(env, port);
  cpSync(data, copy, { recursive: true });
  const url = `sqlite://${join(copy, 'mantel.db')}`, accounts = measured(['accounts', url]);
  found.sqlite = await compare('SQLite', env, port, keys, { url, accounts });
});
await inFolder(folder => withPostgres(folder, async database => {
  const port = await freePort(), env = settings(join(folder, 'data'), port, { DATABASE_URL: database('mantel_service') });
  const keys = await settled(env, port), url = database('mantel_bare', 'mantel_service'), accounts = measured(['accounts', url]);
  found.postgres = await compare('PostgreSQL', env, port, keys, { url, accounts });
}));
keep('edits', { rounds: ROUNDS, seconds: SECONDS, crowd: CROWD, ...found });
