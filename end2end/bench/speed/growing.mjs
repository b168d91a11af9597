// Scaling out: from one server to two on one PostgreSQL (edits over REST, and how soon one server shows what was
// published on the other), and from images in a folder to images in a bucket.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { saveResults } from '../results.mjs';
import { withBucket } from './fake-s3.mjs';
import { benchBinary, call, createOwners, firstByte, freePort, inFolder, mantel, median, printLine, publishSample, settings, start, stop, waitUntilReady } from './process.mjs';
import { withPostgres } from './postgres.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4), ROUNDS = 3, CLIENTS = 8, PUBLISHES = 50;
// ms; the latency of an object store in the same region.
const DELAY = 20, IMAGES = 15;

// Edits per second through these servers at the same time, with the owners divided among them.
async function editRate(ports, keys) {
  const rates = await Promise.all(ports.map((port, index) => new Promise((resolve, reject) => {
    const ownKeys = keys.filter((_, keyIndex) => keyIndex % ports.length === index);
    const load = spawn(benchBinary, ['edits', 'rest', 'profile', `127.0.0.1:${port}`, String(SECONDS), ...ownKeys], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    load.stdout.on('data', chunk => output += chunk);
    load.on('exit', code => code ? reject(new Error(`the load ended with ${code}`)) : resolve(JSON.parse(output).rate));
  })));
  return rates.reduce((sum, rate) => sum + rate, 0);
}

const etag = async port => (await firstByte(port, '/bench'))?.headers.etag;

// ms from the response to a publish on one server until the other serves the new page, sorted.
async function publishDelays(port, otherPort, key) {
  const delays = [];
  await etag(otherPort);
  for (let index = 0; index < PUBLISHES; index++) {
    await call(port, key, 'PATCH', '/api/v1/page/profile', { bio: `Update ${index}.` });
    const before = await etag(otherPort);
    await call(port, key, 'POST', '/api/v1/page/publish', {});
    const startedAt = performance.now();
    while (await etag(otherPort) === before) if (performance.now() - startedAt > 10_000) throw new Error('the other server did not show the new page');
    delays.push(performance.now() - startedAt);
  }
  return delays.sort((a, b) => a - b);
}

// A PNG of 1,200 × 800 pixels, different for each seed.
function png(seed) {
  const [width, height] = [1200, 800], rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, offset = 0; y < height; y++) for (let x = (offset++, 0); x < width; x++) for (let channel = 0; channel < 3; channel++) rows[offset++] = 128 + 100 * Math.sin(x / (40 + seed) + channel) * Math.cos(y / (30 + channel));
  const crc32 = bytes => { let crc = ~0; for (const byte of bytes) { crc ^= byte; for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ 0xedb88320 : crc >>> 1 } return ~crc >>> 0 };
  const u32 = number => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(number); return bytes };
  const chunk = (name, data) => { const body = Buffer.concat([Buffer.from(name), data]); return Buffer.concat([u32(data.length), body, u32(crc32(body))]) };
  const header = Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])]);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))]);
}

// How long each operation on images takes, ms: an upload, the first and a later request of a variant, and the original.
// `trips` gives the number of requests to the bucket so far.
async function imageTimes(folder, env, trips) {
  const port = await freePort(), config = settings(join(folder, 'data'), port, env);
  mkdirSync(join(folder, 'data'), { recursive: true });
  const server = start([mantel, []], { env: config });
  await waitUntilReady(port, '/readyz');
  const [key] = createOwners(config, 1), times = {}, requests = {};
  const timed = async (what, send) => {
    const startedAt = performance.now(), before = trips(), response = await send();
    if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
    const body = await response.arrayBuffer();
    (times[what] ??= []).push(performance.now() - startedAt);
    (requests[what] ??= []).push(trips() - before);
    return body;
  };
  const address = path => `http://127.0.0.1:${port}${path}`;
  for (let index = 0; index < IMAGES; index++) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/png' };
    const { src } = JSON.parse(Buffer.from(await timed('upload', () => fetch(address('/api/v1/images'), { method: 'POST', headers, body: png(index) }))));
    for (const what of ['first', 'later']) await timed(what, () => fetch(address(`${src}/640.webp`)));
    await timed('whole', () => fetch(address(src)));
  }
  await stop(server);
  return Object.fromEntries(Object.keys(times).map(what => [what, { took: median(times[what]), trips: median(requests[what]) }]));
}

const storage = await inFolder(async folder => ({
  folder: await imageTimes(join(folder, 'one'), {}, () => 0),
  bucket: await withBucket(DELAY, bucket => imageTimes(join(folder, 'two'), bucket.env, () => bucket.trips)),
}));
for (const [what, { took, trips }] of Object.entries(storage.bucket)) printLine(`a picture in a bucket, ${what}`, took.toFixed(1), 'ms', `${trips} trips of ${DELAY} ms; ${storage.folder[what].took.toFixed(1)} ms in a folder`);
saveResults('storage', { wait: DELAY, pictures: IMAGES, ...storage });

await inFolder(folder => withPostgres(folder, async database => {
  const ports = [await freePort(), await freePort()], url = database('mantel_growing');
  const env = ports.map(port => settings(join(folder, 'data'), port, { DATABASE_URL: url, BASE_URL: `http://127.0.0.1:${ports[0]}`, SECRET_KEY: 'the same secret for both servers' }));
  const servers = [];
  for (const [index, port] of ports.entries()) {
    servers.push(start([mantel, []], { env: env[index] }));
    await waitUntilReady(port, '/readyz');
  }
  const key = await publishSample(env[0], ports[0]), keys = createOwners(env[0], CLIENTS);
  await editRate(ports, keys);
  const one = [], two = [];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await editRate(ports.slice(0, 1), keys));
    two.push(await editRate(ports, keys));
  }
  const delays = await publishDelays(...ports, key);
  const found = { crowd: CLIENTS, rounds: ROUNDS, seconds: SECONDS, turns: PUBLISHES, one: median(one), two: median(two), told: median(delays), late: delays[Math.floor(delays.length * 0.95)] };
  printLine('edits over REST, one server', found.one.toFixed(0), '/s');
  printLine('edits over REST, two servers', found.two.toFixed(0), '/s', `${(found.two / found.one).toFixed(2)} × one`);
  printLine('a publish on one, until the other shows it', found.told.toFixed(1), 'ms', `95 of 100 within ${found.late.toFixed(1)} ms`);
  saveResults('growing', found);
  for (const server of servers) await stop(server);
}));
