// A PostgreSQL of our own, as it comes: every commit waits for the disk.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, run } from './process.mjs';

const root = process.getuid() === 0;

function programs() {
  const packaged = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort().map(version => `/usr/lib/postgresql/${version}/bin`) : [];
  return [...packaged.reverse(), ...process.env.PATH.split(':')].find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

// Runs `work` with a function that makes a database, empty or a copy of another, and gives its address. Nothing where PostgreSQL is missing.
export async function withPostgres(folder, work) {
  const bin = programs(), port = await freePort();
  if (!bin) return console.log('PostgreSQL is not installed: its half is left out.');
  const home = join(folder, 'postgres');
  mkdirSync(home);
  const as = (program, words) => root ? run('runuser', ['-u', 'postgres', '--', join(bin, program), ...words], { stdio: 'pipe' }) : run(join(bin, program), words, { stdio: 'pipe' });
  if (root) run('chown', ['postgres', home]), run('chmod', ['755', folder]);
  as('initdb', ['-D', join(home, 'data'), '-U', 'mantel', '-A', 'trust', '-E', 'UTF8', '--no-locale']);
  const ctl = (...words) => as('pg_ctl', ['-D', join(home, 'data'), '-w', '-s', '-l', join(home, 'log'), ...words]);
  ctl('-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`, 'start');
  try {
    return await work((name, from = 'template1') => {
      as('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', 'mantel', '-T', from, name]);
      return `postgres://mantel@127.0.0.1:${port}/${name}`;
    });
  } finally { ctl('-m', 'immediate', 'stop') }
}
