// A mantel-server for these suites, and people with API keys.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = process.env.MANTEL_SERVER;
if (!binary) throw new Error('MANTEL_SERVER must name the mantel-server binary; run `make mcp`.');

export const freePort = () => new Promise((resolve, reject) => {
  const probe = createServer();
  probe.once('error', reject);
  probe.listen(0, '127.0.0.1', () => { const { port } = probe.address(); probe.close(() => resolve(port)) });
});

export async function start() {
  const port = await freePort(), folder = mkdtempSync(join(tmpdir(), 'mantel-mcp-')), url = `http://127.0.0.1:${port}`;
  const rates = Object.fromEntries(['EDITS', 'READS', 'PUBLIC', 'SIGNIN', 'SIGNUP', 'KEYS'].map(name => [`RATE_${name}`, '1000000']));
  const env = { ...process.env, ...rates, BIND: `127.0.0.1:${port}`, BASE_URL: url, DATA_DIR: folder, OUTBOUND: 'off', BROWSER: 'off', LOG: 'warn' };
  const server = spawn(binary, [], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const deadline = Date.now() + 30_000;
  for (;;) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('mantel-server did not start');
    try { if ((await fetch(`${url}/readyz`)).ok) break } catch { /* not listening yet */ }
    await new Promise(resolve => setImmediate(resolve));
  }
  const admin = (...args) => execFileSync(binary, ['admin', ...args], { env, input: 'a long enough password\n', stdio: ['pipe', 'pipe', 'ignore'] }).toString().trim();
  const person = name => {
    admin('create-account', `${name}@harrow.example`, '--password-stdin');
    return { name, email: `${name}@harrow.example`, key: admin('create-key', `${name}@harrow.example`, '--name', name) };
  };
  const stop = async () => {
    server.kill('SIGTERM');
    await new Promise(resolve => server.exitCode !== null || server.signalCode !== null ? resolve() : server.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, mcp: `${url}/api/mcp`, person, stop };
}
