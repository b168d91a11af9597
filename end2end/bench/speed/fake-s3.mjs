// A bucket that stands in for one of S3: it keeps what it is given in memory, takes its time for each answer, and counts them.
import { once } from 'node:events';
import { createServer } from 'node:http';

// Runs `work` with the bucket: `env` are the settings of a server whose pictures lie in it, `trips` how often it was asked.
export async function withBucket(wait, work) {
  const kept = new Map(), bucket = { trips: 0 };
  const answer = (asked, body, reply) => {
    const has = kept.get(asked.url), tag = { etag: '"1"', 'last-modified': new Date(0).toUTCString() };
    if (asked.method === 'PUT') { kept.set(asked.url, body); return reply.writeHead(200, tag).end() }
    if (asked.method === 'DELETE') { kept.delete(asked.url); return reply.writeHead(204).end() }
    if (!has) return reply.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(asked.headers.range ?? '') ?? [];
    const part = from ? has.subarray(Number(from), to ? Number(to) + 1 : undefined) : has;
    const range = from ? { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${has.length}` } : {};
    reply.writeHead(from ? 206 : 200, { ...tag, ...range, 'content-length': part.length }).end(asked.method === 'HEAD' ? undefined : part);
  };
  const server = createServer(async (asked, reply) => {
    bucket.trips += 1;
    const parts = [];
    for await (const part of asked) parts.push(part);
    setTimeout(answer, wait, asked, Buffer.concat(parts), reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  bucket.env = { MEDIA_URL: 's3://pictures', AWS_ENDPOINT_URL: `http://127.0.0.1:${server.address().port}`, AWS_ACCESS_KEY_ID: 'name', AWS_SECRET_ACCESS_KEY: 'secret' };
  try { return await work(bucket) } finally { server.closeAllConnections(); server.close() }
}
