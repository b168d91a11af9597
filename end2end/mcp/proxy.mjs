// Adds a key to each request: the conformance suite can't. Its own local names stand for the server's.
import { createServer, request } from 'node:http';

export function proxy(target, key, port) {
  const to = new URL(target), local = /^(127\.0\.0\.1|localhost)(:\d+)?$/;
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` };
    if (local.test(headers.host ?? '')) headers.host = to.host;
    if (headers.origin && local.test(headers.origin.replace('http://', ''))) headers.origin = to.origin;
    const out = request({ host: to.hostname, port: to.port, method: asked.method, path: asked.url, headers }, got => {
      answer.writeHead(got.statusCode, got.headers);
      got.pipe(answer);
    });
    out.on('error', () => answer.destroy());
    asked.pipe(out);
  });
  return new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve(server)));
}
