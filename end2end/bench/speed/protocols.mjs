// The published page beside nginx that sends the same bytes: over HTTP/1.1, HTTP/2 and TLS, in each encoding, on connections
// that are kept and on new ones; rounds of a second in alternation, medians. And the system calls that a request takes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveResults } from '../results.mjs';
import { alternate, AMONG, BESIDE, CONNECTIONS, h2load, ROUNDS, SERVER, summarize, wrk } from './load.mjs';
import { ask, fetchPage, NGINX_PATHS, startNginx, waitUntilDrawn, warmUp } from './page.mjs';
import { children, freePort, inFolder, mantel, pause, pinned, printLine, publishSample, run, settings, start, stop, waitUntilReady } from './process.mjs';

const SECONDS = 1; // Short, so that the machine changes little within a round.

const KEPT = { protocol: 'HTTP/1.1', generate: wrk, curl: [] };
const NEW = { ...KEPT, protocol: 'HTTP/1.1, a new connection for each', headers: ['Connection: close'] };
const HTTP2 = { protocol: 'HTTP/2', generate: h2load, curl: ['--http2-prior-knowledge'] };
const TLS = { protocol: 'HTTP/2 over TLS', generate: h2load, curl: ['--http2', '--insecure'] };

const GZIP = { what: 'gzip', encoding: 'gzip' }, BROTLI = { what: 'Brotli', encoding: 'br' }, PLAIN = { what: 'not compressed', encoding: 'identity' };
const HELD = { ...GZIP, what: 'unchanged (304)', held: true };

// Times nginx, at least (`rate`) and at most (`p99`).
const PAGE = { rate: 1.2, p99: 1 }, EQUAL = { rate: 1 }, NEARLY = { rate: 0.9 };

// The servers that are started together: where they run, where the load comes from, and what is asked of them. `calls`: of what
// the system calls are counted.
const PLACES = [
  { place: 'a processor each', core: SERVER, load: BESIDE, rows: [
    [KEPT, BROTLI, PAGE], [KEPT, PLAIN, PAGE], [HTTP2, GZIP, EQUAL], [HTTP2, BROTLI, EQUAL], [HTTP2, PLAIN, EQUAL], [HTTP2, HELD, EQUAL], [NEW, GZIP, NEARLY],
  ], calls: [[KEPT, GZIP], [KEPT, HELD], [NEW, GZIP], [HTTP2, GZIP], [HTTP2, HELD]] },
  { place: 'sharing all', workers: AMONG.threads, load: AMONG, rows: [
    [KEPT, GZIP, PAGE], [KEPT, BROTLI, PAGE], [KEPT, PLAIN, PAGE], [KEPT, HELD, EQUAL], [HTTP2, GZIP, EQUAL], [HTTP2, HELD, EQUAL], [NEW, GZIP, NEARLY],
  ], calls: [] },
  { place: 'HAProxy with the server', core: SERVER, load: BESIDE, behindProxy: true, rows: [[TLS, GZIP, EQUAL], [TLS, BROTLI, EQUAL], [TLS, HELD, EQUAL]], calls: [] },
];

// HAProxy in front of all, with the same settings for each; it keeps its connections to them.
async function startProxy(folder, servers) {
  const certificate = join(folder, 'proxy.pem'), configuration = join(folder, 'haproxy.cfg'), readyPort = await freePort();
  run('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', `${certificate}.key`, '-out', certificate], { stdio: 'ignore' });
  for (const server of servers) server.ports[TLS.protocol] = await freePort();
  writeFileSync(configuration, `global
  nbthread 1
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend ready
  bind 127.0.0.1:${readyPort}
  monitor-uri /
${servers.map(({ name, ports }) => `frontend public-${name}
  bind 127.0.0.1:${ports[TLS.protocol]} ssl crt ${certificate} alpn h2,http/1.1
  http-request set-header X-Forwarded-For %[src]
  default_backend ${name}
backend ${name}
  server ${name} 127.0.0.1:${ports[KEPT.protocol]}
`).join('')}`);
  const proxy = start(pinned(SERVER, 'haproxy', ['-db', '-f', configuration]));
  await waitUntilReady(readyPort, '/');
  return proxy;
}

// Both servers with the page, and what stops them.
async function startServers(folder, { core, workers, behindProxy }) {
  mkdirSync(folder);
  const port = await freePort(), env = settings(join(folder, 'data'), port, behindProxy ? { TRUSTED_PROXIES: '127.0.0.1' } : {}), server = start(pinned(core, mantel, []), { env });
  await waitUntilReady(port, '/readyz');
  await publishSample(env, port);
  await waitUntilDrawn(port);
  for (const { encoding } of [GZIP, BROTLI, PLAIN]) await warmUp(port, encoding);
  const gzip = await fetchPage(port, 'gzip'), brotli = await fetchPage(port, 'br'), bodies = { gzip: gzip.body, br: brotli.body, identity: (await fetchPage(port, 'identity')).body };
  const nginxPort = await freePort(), http2Port = await freePort(), nginx = startNginx(folder, { port: nginxPort, http2Port }, { gzip, brotli }, { core, workers });
  await waitUntilReady(nginxPort, '/bench');
  const portOf = (http1, http2) => ({ [KEPT.protocol]: http1, [NEW.protocol]: http1, [HTTP2.protocol]: http2 });
  const servers = [
    { name: 'mantel', pid: server.pid, ports: portOf(port, port), paths: { gzip: '/bench', br: '/bench', identity: '/bench' } },
    { name: 'nginx', pid: nginx.pid, ports: portOf(nginxPort, http2Port), paths: NGINX_PATHS },
  ];
  const started = [server, nginx];
  if (behindProxy) started.push(await startProxy(folder, servers));
  return { servers, bodies, started };
}

// What is asked of each server, once it is known to send the same bytes, or none where they are known already.
async function targetsOf({ servers, bodies }, [{ protocol, curl, headers = [] }, { encoding, held }]) {
  const scheme = protocol === TLS.protocol ? 'https' : 'http', ifChanged = tag => held ? [`If-None-Match: ${tag}`] : [];
  const targets = servers.map(({ name, pid, ports, paths }) => {
    const url = `${scheme}://127.0.0.1:${ports[protocol]}${paths[encoding]}`, { body, tag } = ask(url, encoding, curl);
    if (!body.equals(bodies[encoding])) throw new Error(`${name} sends different bytes over ${protocol}`);
    if (held && ask(url, encoding, [...curl, '-H', ...ifChanged(tag)]).body.length) throw new Error(`${name} sends bytes that are known over ${protocol}`);
    return { name, pid, url, tag };
  });
  return { targets, headersOf: ({ tag }) => [`Accept-Encoding: ${encoding}`, ...ifChanged(tag), ...headers] };
}

// The system calls of a server and its children per request, by name, under load.
async function countCalls(pid, folder, makeLoad) {
  const report = join(folder, 'calls'), processes = [String(pid), ...children(pid)];
  const tracer = start(['strace', ['-f', '-c', '-o', report, ...processes.flatMap(id => ['-p', id])]], { stdio: 'ignore' });
  const untraced = () => processes.flatMap(id => readdirSync(`/proc/${id}/task`).filter(thread => readFileSync(`/proc/${id}/task/${thread}/status`, 'utf8').includes('TracerPid:\t0\n')));
  for (let tries = 0; tries < 500 && untraced().length; tries++) await pause(10);
  const { count } = makeLoad();
  tracer.kill('SIGINT');
  await tracer.exited;
  const calls = [...readFileSync(report, 'utf8').matchAll(/^ *[\d.]+ +[\d.]+ +\d+ +(\d+) +(?:\d+ +)?(\w+)$/gm)].map(([, calls, name]) => [name, Number(calls) / count]);
  return { all: calls.find(([name]) => name === 'total')[1], most: calls.filter(([name, many]) => name !== 'total' && many >= 0.05) };
}

await inFolder(async folder => {
  const found = [], calls = [];
  for (const [index, place] of PLACES.entries()) {
    const placeFolder = join(folder, String(index)), running = await startServers(placeFolder, place);
    for (const row of place.rows) {
      const [{ protocol, generate }, { what }, goals] = row, { targets, headersOf } = await targetsOf(running, row);
      const rounds = alternate(targets, headersOf, SECONDS, ROUNDS, generate, place.load);
      found.push({ protocol, place: place.place, what, goals, ...summarize(`${protocol}, ${what}, ${place.place}`, targets, rounds) });
    }
    for (const row of place.calls) {
      const [{ protocol, generate }, { what }] = row, { targets, headersOf } = await targetsOf(running, row), counted = {};
      for (const target of targets) {
        counted[target.name] = await countCalls(target.pid, placeFolder, () => generate(target.url, headersOf(target), SECONDS, place.load));
        printLine(`${protocol}, ${what}: ${target.name}, system calls a request`, counted[target.name].all.toFixed(2), '', counted[target.name].most.map(([name, many]) => `${name} ${many.toFixed(2)}`).join(', '));
      }
      calls.push({ protocol, what, ...counted });
    }
    for (const child of running.started) await stop(child);
  }
  saveResults('protocols', { rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS, found, calls });
});
