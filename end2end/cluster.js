// Several servers as one: a PostgreSQL of their own and a proxy that takes each call to the next of them.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = process.getuid() === 0;

// The folder of PostgreSQL's programs: the packaged ones first, because what is on PATH may be links.
function programs() {
  const packaged = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort().reverse().map(version => `/usr/lib/postgresql/${version}/bin`) : [];
  const found = [...packaged, ...(process.env.PATH ?? '').split(':')].find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
  if (!found) throw new Error('PostgreSQL is not installed: several servers need it (Debian: apt install postgresql).');
  return found;
}

// A PostgreSQL that ends when the pipe to its keeper closes, however this run ends.
export async function cluster(port) {
  const bin = programs(), folder = mkdtempSync(join(tmpdir(), 'mantel-postgres-'));
  // It does not run as root.
  if (root) execFileSync('chown', ['postgres', folder]);
  const script = `set -e; cd '${folder}'; '${bin}/initdb' -D data -U mantel -A trust -E UTF8 --no-locale --no-sync >log 2>&1
    '${bin}/pg_ctl' -D data -w -l log -o "-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off" start >>log 2>&1
    echo ready; cat >/dev/null; '${bin}/pg_ctl' -D data -m immediate stop >>log 2>&1; cd /; rm -rf '${folder}'`;
  const [program, ...words] = [...(root ? ['runuser', '-u', 'postgres', '--'] : []), 'sh', '-c', script];
  const keeper = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise(resolve => keeper.once('exit', resolve));
  const said = await Promise.race([new Promise(resolve => keeper.stdout.once('data', chunk => resolve(String(chunk).trim()))), ended]);
  if (said !== 'ready') throw new Error(`PostgreSQL does not start; see ${folder}/log`);
  return { url: `postgres://mantel@127.0.0.1:${port}/postgres`, stop: () => { keeper.stdin.end(); return ended } };
}

// Takes every call, also of one connection, to the next server; streams pass as they come. While a server is away, the call fails.
export async function balance(port, ports) {
  let turn = 0;
  const proxy = http.createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const onward = http.request({ host: '127.0.0.1', port: ports[turn++ % ports.length], method, path: url, headers });
    onward.on('response', response => { answer.writeHead(response.statusCode, response.rawHeaders); response.pipe(answer); response.on('error', () => answer.destroy()) });
    onward.on('error', () => asked.socket.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise(resolve => proxy.listen(port, '127.0.0.1', resolve));
  return { close: () => { proxy.close(); proxy.closeAllConnections() } };
}
