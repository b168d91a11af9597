// The published page as visitors get it, and nginx that sends the same bytes with the same headers.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pause, pinned, run, start } from './process.mjs';

// A response with the headers that a server chooses.
export function ask(url, encoding, options = []) {
  const response = run('curl', ['-s', '-i', ...options, '-H', 'Accept: text/html', '-H', `Accept-Encoding: ${encoding}`, url], { encoding: 'buffer' });
  const headEnd = response.indexOf('\r\n\r\n');
  const head = response.subarray(0, headEnd).toString().split('\r\n').slice(1).filter(header => !/^(date|content-length|connection)/i.test(header));
  return { head, body: response.subarray(headEnd + 4), tag: /^etag: (.*)$/im.exec(head.join('\n'))[1].trim() };
}

// The page as visitors get it once it has its typefaces inside and is compressed at the highest level.
export async function fetchPage(port, encoding) {
  const url = `http://127.0.0.1:${port}/bench`, best = encoding === 'identity' ? /t"$/ : /[GB]"$/;
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
    await response.arrayBuffer();
    if (best.test(response.headers.get('etag'))) break;
    await pause(20);
  }
  return ask(url, encoding);
}

// A page that is popular already.
export async function warmUp(port, encoding) {
  for (let visit = 0; visit < 80; visit++) await (await fetch(`http://127.0.0.1:${port}/bench`, { headers: { 'accept-encoding': encoding } })).arrayBuffer();
}

// What is drawn after a publish takes the server's processor: its share card and icons are there before anything is measured.
export async function waitUntilDrawn(port) {
  for (const drawing of ['card.jpg', 'icon-64.png', 'icon-180.png']) {
    for (let tries = 0; tries < 3000; tries++) {
      const response = await fetch(`http://127.0.0.1:${port}/bench/${drawing}`);
      await response.arrayBuffer();
      if (response.status === 404) throw new Error(`${drawing} is nowhere`);
      if (!response.headers.get('cache-control').includes('no-store')) break;
      await pause(20);
    }
  }
}

// Its address of the page in each encoding: Debian's nginx chooses only between gzip and the page itself, and the page itself, which
// is longer than what a connection takes at once, waits up to 40 ms for its peer with `tcp_nopush`.
export const NGINX_PATHS = { gzip: '/bench', br: '/br/bench', identity: '/plain/bench' };

// Starts nginx on a port, and on another one for HTTP/2 without TLS, with the page as Mantel sends it in gzip and Brotli.
export function startNginx(folder, { port, http2Port }, { gzip, brotli }, { core, workers = 1 }) {
  const root = join(folder, 'root'), plain = gunzipSync(gzip.body);
  const files = { 'bench.gz': gzip.body, bench: plain, 'plain/bench': plain, ...(brotli && { 'br/bench': brotli.body }) };
  for (const [file, body] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), body);
  }
  // nginx sets type, encoding and ETag itself; the other headers are copied, so that both send the same.
  const addHeaders = gzip.head.filter(header => !/^(content-type|content-encoding|etag|last-modified)/i.test(header)).map(header => { const [name, value] = header.split(/: (.*)/s); return `add_header ${name} '${value.replaceAll("'", "\\'")}';` }).join(' ');
  const locations = `location / { ${addHeaders} } location /br/ { gzip_static off; add_header Content-Encoding br; ${addHeaders} } location /plain/ { gzip_static off; tcp_nopush off; ${addHeaders} }`;
  // Over HTTP/2 without TLS it waits 40 ms for its peer with `sendfile`; without it and with frames as long as Mantel's it is fastest.
  writeFileSync(join(folder, 'nginx.conf'), `daemon off; worker_processes ${workers}; pid ${folder}/nginx.pid; error_log stderr error;
${process.getuid() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_timeout 65; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=60s; open_file_cache_valid 30s; gzip_static on; server_tokens off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(module => `${module}_temp_path ${folder}/${module};`).join(' ')}
  root ${root}; default_type 'text/html; charset=utf-8';
  server { listen 127.0.0.1:${port}; ${locations} }
  ${http2Port ? `server { listen 127.0.0.1:${http2Port} http2; sendfile off; output_buffers 1 128k; http2_chunk_size 16k; ${locations} }` : ''}
}`);
  return start(pinned(core, 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]));
}
