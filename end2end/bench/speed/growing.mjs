// From one server to two on one PostgreSQL: edits over REST through one and through both, and how soon a page that was
// published on one is what the other shows. And from a folder of pictures to a bucket.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { keep } from '../results.mjs';
import { withBucket } from './fake-s3.mjs';
import { beside, call, freePort, inFolder, line, mantel, median, owners, published, reply, settings, start, stop, until } from './process.mjs';
import { withPostgres } from './postgres.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4), ROUNDS = 3, CROWD = 8, TURNS = 50;
// A store in the same region answers in about so many ms.
const WAIT = 20, PICTURES = 15;

// Edits a second through these servers, the owners shared among them; all at the same time.
async function edits(ports, keys) {
  const each = await Promise.all(ports.map((port, nth) => new Promise((resolve, reject) => {
    const own = keys.filter((_, at) => at % ports.length === nth);
    const load = spawn(beside, ['edits', 'rest', `127.0.0.1:${port}`, String(SECONDS), ...own], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    load.stdout.on('data', chunk => said += chunk);
    load.on('exit', code => code ? reject(new Error(`the load ended with ${code}`)) : resolve(JSON.parse(said).rate));
  })));
  return each.reduce((sum, rate) => sum + rate, 0);
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

// A picture like no other: waves in colours, 1,200 by 800, as PNG.
function picture(nth) {
  const [width, height] = [1200, 800], rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, at = 0; y < height; y++) for (let x = (at++, 0); x < width; x++) for (let channel = 0; channel < 3; channel++) rows[at++] = 128 + 100 * Math.sin(x / (40 + nth) + channel) * Math.cos(y / (30 + channel));
  const sum = bytes => { let crc = ~0; for (const byte of bytes) { crc ^= byte; for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ 0xedb88320 : crc >>> 1 } return ~crc >>> 0 };
  const u32 = number => { const four = Buffer.alloc(4); four.writeUInt32BE(number); return four };
  const chunk = (name, data) => { const named = Buffer.concat([Buffer.from(name), data]); return Buffer.concat([u32(data.length), named, u32(sum(named))]) };
  const head = Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])]);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))]);
}

// What is done with pictures, and how long each takes, ms: an upload, its first sight in a size, each later one, and of the whole
// picture. `trips` tells how often the bucket was asked so far.
async function pictures(folder, env, trips) {
  const port = await freePort(), all = settings(join(folder, 'data'), port, env);
  mkdirSync(join(folder, 'data'), { recursive: true });
  const server = start([mantel, []], { env: all });
  await until(port, '/readyz');
  const [key] = owners(all, 1), took = {}, asked = {};
  const timed = async (what, ask) => {
    const begin = performance.now(), before = trips(), answer = await ask();
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
    const body = await answer.arrayBuffer();
    (took[what] ??= []).push(performance.now() - begin);
    (asked[what] ??= []).push(trips() - before);
    return body;
  };
  const at = path => `http://127.0.0.1:${port}${path}`;
  for (let nth = 0; nth < PICTURES; nth++) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/png' };
    const { src } = JSON.parse(Buffer.from(await timed('upload', () => fetch(at('/api/v1/images'), { method: 'POST', headers, body: picture(nth) }))));
    for (const what of ['first', 'later']) await timed(what, () => fetch(at(`${src}/640.webp`)));
    await timed('whole', () => fetch(at(src)));
  }
  await stop(server);
  return Object.fromEntries(Object.keys(took).map(what => [what, { took: median(took[what]), trips: median(asked[what]) }]));
}

const shelves = await inFolder(async folder => ({
  folder: await pictures(join(folder, 'one'), {}, () => 0),
  bucket: await withBucket(WAIT, bucket => pictures(join(folder, 'two'), bucket.env, () => bucket.trips)),
}));
for (const [what, { took, trips }] of Object.entries(shelves.bucket)) line(`a picture in a bucket, ${what}`, took.toFixed(1), 'ms', `${trips} trips of ${WAIT} ms; ${shelves.folder[what].took.toFixed(1)} ms in a folder`);
keep('shelves', { wait: WAIT, pictures: PICTURES, ...shelves });

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
  for (const server of servers) await stop(server);
}));
