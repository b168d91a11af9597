// The published page beside nginx and a bare hyper handler that send the same bytes: server and load on a processor each,
// five rounds in turn, medians.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keep } from '../results.mjs';
import { beside, freePort, inFolder, line, mantel, median, pause, pinned, published, resident, run, settings, spent, start, stop, until } from './process.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5), SECONDS = Number(process.env.BENCH_SECONDS ?? 5), CONNECTIONS = 64;
const SERVER = 0, LOAD = 1;

// The page as its visitors get it once it is packed as small as it gets.
async function taken(port, coding) {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(`http://127.0.0.1:${port}/bench`, { headers: { 'accept-encoding': coding } });
    await reply.arrayBuffer();
    if (/[GB]"$/.test(reply.headers.get('etag'))) break;
    await pause(20);
  }
  const raw = run('curl', ['-s', '-i', '-H', `Accept-Encoding: ${coding}`, `http://127.0.0.1:${port}/bench`], { encoding: 'buffer' });
  const at = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, at).toString().split('\r\n').slice(1).filter(header => !/^(date|content-length|connection)/i.test(header));
  return { head, body: raw.subarray(at + 4), tag: /^etag: (.*)$/im.exec(head.join('\n'))[1] };
}

function nginx(folder, port, page) {
  // Its own: type, coding and tag. Everything else is sent along, so that both send the same.
  const more = page.head.filter(header => !/^(content-type|content-encoding|etag|last-modified)/i.test(header)).map(header => { const [name, value] = header.split(/: (.*)/s); return `add_header ${name} '${value.replaceAll("'", "\\'")}';` });
  writeFileSync(join(folder, 'nginx.conf'), `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error;
${process.getuid() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_timeout 65; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=60s; open_file_cache_valid 30s; gzip_static on; server_tokens off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(module => `${module}_temp_path ${folder}/${module};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}/root; default_type 'text/html; charset=utf-8'; location / { ${more.join(' ')} } }
}`);
  return start(pinned(SERVER, 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]));
}

// One round of load: requests a second, the time within which 99 of 100 were answered (ms), and the server's own work for each (µs).
function load(pid, port, headers, seconds) {
  const before = spent(pid);
  const [program, words] = pinned(LOAD, 'wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', ...headers.flatMap(header => ['-H', header]), `http://127.0.0.1:${port}/bench`]);
  const said = run(program, words);
  if (/Non-2xx or 3xx|Socket errors/.test(said)) throw new Error(said);
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(said), count = Number(/(\d+) requests in/.exec(said)[1]);
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)[1]), p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit], work: (spent(pid) - before) / count * 1e6 };
}

async function compare(what, servers, headers, seconds) {
  const rounds = servers.map(() => []);
  for (const [nth, server] of servers.entries()) load(server.pid, server.port, headers(server), 1), rounds[nth].length = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // Whoever is first in one round is last in the next.
    const order = servers.map((_, nth) => (nth + round) % servers.length);
    for (const nth of order) rounds[nth].push(load(servers[nth].pid, servers[nth].port, headers(servers[nth]), seconds));
  }
  const told = Object.fromEntries(servers.map((server, nth) => [server.name, Object.fromEntries(['rate', 'p99', 'work'].map(key => [key, median(rounds[nth].map(round => round[key]))]))]));
  for (const [name, result] of Object.entries(told)) {
    const ratio = key => name === 'mantel' ? '' : `mantel has ${(told.mantel[key] / result[key]).toFixed(2)} ×`;
    line(`${what}: ${name}, requests a second`, result.rate.toFixed(0), '/s', ratio('rate'));
    line(`${what}: ${name}, 99 of 100 within`, result.p99.toFixed(2), 'ms', ratio('p99'));
    line(`${what}: ${name}, the server's work for each`, result.work.toFixed(1), 'µs', ratio('work'));
  }
  return told;
}

await inFolder(async folder => {
  const [port, near, bare] = [await freePort(), await freePort(), await freePort()];
  const env = settings(join(folder, 'data'), port), server = start(pinned(SERVER, mantel, []), { env });
  await until(port, '/readyz');
  const idle = resident(server.pid);
  await published(env, port);
  for (let nth = 0; nth < 80; nth++) await (await fetch(`http://127.0.0.1:${port}/bench`, { headers: { 'accept-encoding': 'gzip' } })).arrayBuffer();
  const page = await taken(port, 'gzip');
  run('mkdir', [join(folder, 'root')]);
  writeFileSync(join(folder, 'root', 'bench.gz'), page.body);
  writeFileSync(join(folder, 'root', 'bench'), run('gzip', ['-dc'], { input: page.body, encoding: 'buffer' }));
  writeFileSync(join(folder, 'head'), page.head.join('\n'));
  const other = nginx(folder, near, page), handler = start(pinned(SERVER, beside, ['bare', String(bare), join(folder, 'head'), join(folder, 'root', 'bench.gz')]));
  await until(near, '/bench');
  await until(bare, '/bench');
  const same = run('curl', ['-s', '-H', 'Accept-Encoding: gzip', `http://127.0.0.1:${near}/bench`], { encoding: 'buffer' });
  if (!same.equals(page.body)) throw new Error('nginx sends other bytes');
  const tag = /^etag: (.*)$/im.exec(run('curl', ['-s', '-i', '-H', 'Accept-Encoding: gzip', `http://127.0.0.1:${near}/bench`], { encoding: 'latin1' }))[1].trim();
  const servers = [{ name: 'mantel', pid: server.pid, port, tag: page.tag }, { name: 'nginx', pid: other.pid, port: near, tag }, { name: 'bare hyper', pid: handler.pid, port: bare }];
  const whole = await compare('the page', servers, () => ['Accept-Encoding: gzip'], SECONDS);
  const held = await compare('the page, unchanged (304)', servers.slice(0, 2), target => ['Accept-Encoding: gzip', `If-None-Match: ${target.tag}`], Math.max(1, SECONDS - 2));
  const after = resident(server.pid);
  line('memory before and after the load', `${idle.toFixed(0)}, ${after.toFixed(0)}`, 'MiB');
  keep('serving', { bytes: page.body.length, rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS, whole, held, idle, after });
  for (const child of [server, other, handler]) await stop(child);
});
