// The published page beside nginx and a bare hyper handler that send the same bytes: server and load generator pinned
// to one processor each, five alternating rounds, medians. And beside the same server that counts no visits.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveResults } from '../results.mjs';
import { alternate, compare, CONNECTIONS, ROUNDS, SECONDS, SERVER, summarize } from './load.mjs';
import { benchBinary, freePort, inFolder, mantel, pause, pinned, printLine, publishSample, residentMemory, run, settings, start, stop, waitUntilReady } from './process.mjs';

// The page as visitors get it once it is compressed at the highest level.
async function fetchPage(port, encoding) {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/bench`, { headers: { 'accept-encoding': encoding } });
    await response.arrayBuffer();
    if (/[GB]"$/.test(response.headers.get('etag'))) break;
    await pause(20);
  }
  const rawResponse = run('curl', ['-s', '-i', '-H', 'Accept: text/html', '-H', `Accept-Encoding: ${encoding}`, `http://127.0.0.1:${port}/bench`], { encoding: 'buffer' });
  const headEnd = rawResponse.indexOf('\r\n\r\n');
  const head = rawResponse.subarray(0, headEnd).toString().split('\r\n').slice(1).filter(header => !/^(date|content-length|connection)/i.test(header));
  return { head, body: rawResponse.subarray(headEnd + 4), tag: /^etag: (.*)$/im.exec(head.join('\n'))[1] };
}

// What is drawn after a publish takes the server's only processor: its share card and icons are there before anything is measured.
async function waitUntilDrawn(port) {
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

function startNginx(folder, port, page) {
  // nginx sets type, encoding and ETag itself; the other headers are copied, so that both send the same.
  const addHeaders = page.head.filter(header => !/^(content-type|content-encoding|etag|last-modified)/i.test(header)).map(header => { const [name, value] = header.split(/: (.*)/s); return `add_header ${name} '${value.replaceAll("'", "\\'")}';` });
  writeFileSync(join(folder, 'nginx.conf'), `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error;
${process.getuid() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_timeout 65; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=60s; open_file_cache_valid 30s; gzip_static on; server_tokens off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(module => `${module}_temp_path ${folder}/${module};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}/root; default_type 'text/html; charset=utf-8'; location / { ${addHeaders.join(' ')} } }
}`);
  return start(pinned(SERVER, 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]));
}

// Two servers that differ by a fiftieth: many short rounds, so that the machine changes little within one, of several pairs of
// processes, because two of the same program differ by as much.
const PAIRS = ROUNDS, ROUNDS_OF_PAIR = 6;

// What Chrome sends with the first request to a page.
const BROWSER = [
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7', 'Accept-Encoding: gzip', 'Accept-Language: en-GB,en;q=0.9',
  'Sec-Fetch-Dest: document', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-User: ?1', 'Upgrade-Insecure-Requests: 1', 'Referer: https://www.instagram.com/',
  'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
];

// The page with its visits counted beside the same with INSIGHTS=off, both asked as by a browser.
async function compareCounting(folder) {
  const kinds = [
    { key: 'whole', what: 'a visit', headers: () => BROWSER },
    { key: 'held', what: 'a visit, unchanged (304)', headers: ({ tag }) => [...BROWSER, `If-None-Match: ${tag}`] },
  ].map(kind => ({ ...kind, rounds: [[], []] }));
  const names = [{ name: 'counting' }, { name: 'not counting' }];
  for (let pair = 0; pair < PAIRS; pair++) {
    const servers = [];
    for (const { name } of names) {
      const port = await freePort(), env = settings(join(folder, `${name} ${pair}`), port, name === 'counting' ? {} : { INSIGHTS: 'off' }), server = start(pinned(SERVER, mantel, []), { env });
      await waitUntilReady(port, '/readyz');
      await publishSample(env, port);
      await waitUntilDrawn(port);
      const page = await fetchPage(port, 'gzip');
      servers.push({ name, pid: server.pid, port, tag: page.tag, server });
    }
    for (const { headers, rounds } of kinds) alternate(servers, headers, 1, ROUNDS_OF_PAIR).forEach((more, at) => rounds[at].push(...more));
    for (const { server } of servers) await stop(server);
  }
  return { pairs: PAIRS, rounds: ROUNDS_OF_PAIR, ...Object.fromEntries(kinds.map(({ key, what, rounds }) => [key, summarize(what, names, rounds)])) };
}

await inFolder(async folder => {
  const [port, nginxPort, handlerPort] = [await freePort(), await freePort(), await freePort()];
  const env = settings(join(folder, 'data'), port), server = start(pinned(SERVER, mantel, []), { env });
  await waitUntilReady(port, '/readyz');
  const idle = residentMemory(server.pid);
  await publishSample(env, port);
  await waitUntilDrawn(port);
  for (let warmup = 0; warmup < 80; warmup++) await (await fetch(`http://127.0.0.1:${port}/bench`, { headers: { 'accept-encoding': 'gzip' } })).arrayBuffer();
  const page = await fetchPage(port, 'gzip');
  run('mkdir', [join(folder, 'root')]);
  writeFileSync(join(folder, 'root', 'bench.gz'), page.body);
  writeFileSync(join(folder, 'root', 'bench'), run('gzip', ['-dc'], { input: page.body, encoding: 'buffer' }));
  writeFileSync(join(folder, 'head'), page.head.join('\n'));
  const nginx = startNginx(folder, nginxPort, page), handler = start(pinned(SERVER, benchBinary, ['bare', String(handlerPort), join(folder, 'head'), join(folder, 'root', 'bench.gz')]));
  await waitUntilReady(nginxPort, '/bench');
  await waitUntilReady(handlerPort, '/bench');
  const nginxBody = run('curl', ['-s', '-H', 'Accept-Encoding: gzip', `http://127.0.0.1:${nginxPort}/bench`], { encoding: 'buffer' });
  if (!nginxBody.equals(page.body)) throw new Error('nginx sends different bytes');
  const tag = /^etag: (.*)$/im.exec(run('curl', ['-s', '-i', '-H', 'Accept-Encoding: gzip', `http://127.0.0.1:${nginxPort}/bench`], { encoding: 'latin1' }))[1].trim();
  const servers = [{ name: 'mantel', pid: server.pid, port, tag: page.tag }, { name: 'nginx', pid: nginx.pid, port: nginxPort, tag }, { name: 'bare hyper', pid: handler.pid, port: handlerPort }];
  const full = await compare('the page', servers, () => ['Accept-Encoding: gzip'], SECONDS);
  const notModified = await compare('the page, unchanged (304)', servers.slice(0, 2), target => ['Accept-Encoding: gzip', `If-None-Match: ${target.tag}`], Math.max(1, SECONDS - 2));
  const after = residentMemory(server.pid);
  printLine('memory before and after the load', `${idle.toFixed(0)}, ${after.toFixed(0)}`, 'MiB');
  for (const child of [server, nginx, handler]) await stop(child);
  const counting = await compareCounting(folder);
  saveResults('serving', { bytes: page.body.length, rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS, whole: full, held: notModified, counting, idle, after });
});
