// A PostgreSQL with default settings: every commit waits for the disk.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, run } from './process.mjs';

const isRoot = process.getuid() === 0;

function postgresBin() {
  const packaged = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort().map(version => `/usr/lib/postgresql/${version}/bin`) : [];
  return [...packaged.reverse(), ...process.env.PATH.split(':')].find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

// Runs `work` with a function that creates a database, empty or a copy of another, and returns its URL. Does nothing
// without PostgreSQL.
export async function withPostgres(folder, work) {
  const bin = postgresBin(), port = await freePort();
  if (!bin) return console.log('PostgreSQL is not installed: its part is skipped.');
  const home = join(folder, 'postgres');
  mkdirSync(home);
  const runAs = (program, args) => isRoot ? run('runuser', ['-u', 'postgres', '--', join(bin, program), ...args], { stdio: 'pipe' }) : run(join(bin, program), args, { stdio: 'pipe' });
  if (isRoot) run('chown', ['postgres', home]), run('chmod', ['755', folder]);
  runAs('initdb', ['-D', join(home, 'data'), '-U', 'mantel', '-A', 'trust', '-E', 'UTF8', '--no-locale']);
  const ctl = (...args) => runAs('pg_ctl', ['-D', join(home, 'data'), '-w', '-s', '-l', join(home, 'log'), ...args]);
  ctl('-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`, 'start');
  try {
    return await work((name, from = 'template1') => {
      runAs('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', 'mantel', '-T', from, name]);
      return `postgres://mantel@127.0.0.1:${port}/${name}`;
    });
  } finally { ctl('-m', 'immediate', 'stop') }
}
