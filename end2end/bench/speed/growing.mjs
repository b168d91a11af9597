// From one server to two on one PostgreSQL: edits over REST through one and through both, and how soon a page that was
// published on one is what the other shows.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { keep } from '../results.mjs';
import { beside, call, freePort, inFolder, line, mantel, median, owners, published, reply, settings, start, stop, until } from './machine.mjs';
import { withPostgres } from './postgres.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4), ROUNDS = 3, CROWD = 8, TURNS = 50;

// Edits a second through these servers, the owners shared among them; all at the same time.
async function edits(ports, keys) {
  const each = await Promise.all(ports.map((port, nth) => new Promise((done, failed) => {
    const own = keys.filter((_, at) => at % ports.length === nth);
    const load = spawn(beside, ['edits', 'rest', `127.0.0.1:${port}`, String(SECONDS), ...own], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    load.stdout.on('data', it => said += it);
    load.on('exit', code => code ? failed(new Error(`the load ended with ${code}`)) : done(JSON.parse(said).rate));
  })));
  return each.reduce((sum, it) => sum + it, 0);
}

const tag = async port => (await reply(port, '/bench'))?.headers.etag;

// From the reply to a publish on one server until the other shows that page, ms.
async function told(here, there, key) {
  const took = [];
  await tag(there);
  for (let nth = 0; nth < TURNS; nth++) {
    await call(here, key, 'PATCH', '/api/v1/page/profile', { bio: `Told for the ${nth}. time.` });
    const before = await tag(there);
    await call(here, key, 'POST', '/api/v1/page/publish', {});
    const begin = performance.now();
    while (await tag(there) === before) if (performance.now() - begin > 10_000) throw new Error('the other server was not told');
    took.push(performance.now() - begin);
  }
  return took.sort((a, b) => a - b);
}

await inFolder(folder => withPostgres(folder, async database => {
  const ports = [await freePort(), await freePort()], url = database('mantel_growing');
  const env = ports.map(port => settings(join(folder, 'data'), port, { DATABASE_URL: url, BASE_URL: `http://127.0.0.1:${ports[0]}`, SECRET_KEY: 'one and the same secret for both of them' }));
  const servers = [];
  for (const [nth, port] of ports.entries()) {
    servers.push(start([mantel, []], { env: env[nth] }));
    await until(port, '/readyz');
  }
  const key = await published(env[0], ports[0]), keys = owners(env[0], CROWD);
  await edits(ports, keys);
  const one = [], two = [];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await edits(ports.slice(0, 1), keys));
    two.push(await edits(ports, keys));
  }
  const news = await told(...ports, key);
  const found = { crowd: CROWD, rounds: ROUNDS, seconds: SECONDS, turns: TURNS, one: median(one), two: median(two), told: median(news), late: news[Math.floor(news.length * 0.95)] };
  line('edits over REST, one server', found.one.toFixed(0), '/s');
  line('edits over REST, two servers', found.two.toFixed(0), '/s', `${(found.two / found.one).toFixed(2)} × one`);
  line('a publish on one, until the other shows it', found.told.toFixed(1), 'ms', `95 of 100 within ${found.late.toFixed(1)} ms`);
  keep('growing', found);
  for (const it of servers) await stop(it);
}));
