// A fake S3 bucket in memory that delays and counts requests.
import { once } from 'node:events';
import { createServer } from 'node:http';

// Runs `work` with the bucket: `env` configures a server to store images in it, `trips` counts the requests.
export async function withBucket(delay, work) {
  const objects = new Map(), bucket = { trips: 0 };
  const respond = (request, body, response) => {
    const object = objects.get(request.url), tag = { etag: '"1"', 'last-modified': new Date(0).toUTCString() };
    if (request.method === 'PUT') { objects.set(request.url, body); return response.writeHead(200, tag).end() }
    if (request.method === 'DELETE') { objects.delete(request.url); return response.writeHead(204).end() }
    if (!object) return response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const part = from ? object.subarray(Number(from), to ? Number(to) + 1 : undefined) : object;
    const range = from ? { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${object.length}` } : {};
    response.writeHead(from ? 206 : 200, { ...tag, ...range, 'content-length': part.length }).end(request.method === 'HEAD' ? undefined : part);
  };
  const server = createServer(async (request, response) => {
    bucket.trips += 1;
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    setTimeout(respond, delay, request, Buffer.concat(chunks), response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  bucket.env = { MEDIA_URL: 's3://pictures', AWS_ENDPOINT_URL: `http://127.0.0.1:${server.address().port}`, AWS_ACCESS_KEY_ID: 'name', AWS_SECRET_ACCESS_KEY: 'secret' };
  try { return await work(bucket) } finally { server.closeAllConnections(); server.close() }
}
