// Runs several servers as one: a PostgreSQL and a round-robin proxy.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isRoot = process.getuid() === 0;

// The folder of PostgreSQL's programs: packaged ones first, because PATH may contain wrappers.
function postgresBin() {
  const packaged = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort().reverse().map(version => `/usr/lib/postgresql/${version}/bin`) : [];
  const bin = [...packaged, ...(process.env.PATH ?? '').split(':')].find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
  if (!bin) throw new Error('PostgreSQL is not installed: several servers need it (Debian: apt install postgresql).');
  return bin;
}

// A PostgreSQL that stops when this process closes the pipe to its supervisor, however this process ends.
export async function startPostgres(port) {
  const bin = postgresBin(), folder = mkdtempSync(join(tmpdir(), 'mantel-postgres-'));
  // PostgreSQL refuses to run as root.
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  const script = `set -e; cd '${folder}'; '${bin}/initdb' -D data -U mantel -A trust -E UTF8 --no-locale --no-sync >log 2>&1
    '${bin}/pg_ctl' -D data -w -l log -o "-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off" start >>log 2>&1
    echo ready; cat >/dev/null; '${bin}/pg_ctl' -D data -m immediate stop >>log 2>&1; cd /; rm -rf '${folder}'`;
  const [program, ...args] = [...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []), 'sh', '-c', script];
  const supervisor = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise(resolve => supervisor.once('exit', resolve));
  const status = await Promise.race([new Promise(resolve => supervisor.stdout.once('data', chunk => resolve(String(chunk).trim()))), exited]);
  if (status !== 'ready') throw new Error(`PostgreSQL does not start; see ${folder}/log`);
  return { url: `postgres://mantel@127.0.0.1:${port}/postgres`, stop: () => { supervisor.stdin.end(); return exited } };
}

// Sends every request, even on one connection, to the next server, streaming both ways. Requests to a stopped server
// fail.
export async function startLoadBalancer(port, ports) {
  let count = 0;
  const proxy = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const upstream = http.request({ host: '127.0.0.1', port: ports[count++ % ports.length], method, path: url, headers });
    upstream.on('response', reply => { response.writeHead(reply.statusCode, reply.rawHeaders); reply.pipe(response); reply.on('error', () => response.destroy()) });
    upstream.on('error', () => request.socket.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  await new Promise(resolve => proxy.listen(port, '127.0.0.1', resolve));
  return { close: () => { proxy.close(); proxy.closeAllConnections() } };
}
