// Adds an API key to each request, which the conformance suite cannot do; local names in Host and Origin become the
// server's.
import { createServer, request as httpRequest } from 'node:http';

export function proxy(target, key, port) {
  const upstream = new URL(target), local = /^(127\.0\.0\.1|localhost)(:\d+)?$/;
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    if (local.test(headers.host ?? '')) headers.host = upstream.host;
    if (headers.origin && local.test(headers.origin.replace('http://', ''))) headers.origin = upstream.origin;
    const outgoing = httpRequest({ host: upstream.hostname, port: upstream.port, method: request.method, path: request.url, headers }, reply => {
      response.writeHead(reply.statusCode, reply.headers);
      reply.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    request.pipe(outgoing);
  });
  return new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve(server)));
}
