// One server with a person on it, and a browser, for the measurements beside this file.
import { chromium } from '@playwright/test';
import { execFileSync, execSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = process.env.MANTEL_SERVER;
if (!binary) throw new Error('MANTEL_SERVER must name the mantel-server binary; run `make bench`.');
export const browserPath = ['chromium', 'chromium-browser', 'google-chrome'].map(name => {
  try { return execSync(`command -v ${name}`, { shell: '/bin/sh' }).toString().trim() } catch { return '' }
}).find(Boolean);

export async function withMantel(measure) {
  const port = await new Promise(done => { const probe = createServer().listen(0, '127.0.0.1', () => { const { port } = probe.address(); probe.close(() => done(port)) }) });
  const folder = mkdtempSync(join(tmpdir(), 'mantel-bench-')), url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, BIND: `127.0.0.1:${port}`, BASE_URL: url, DATA_DIR: folder, OUTBOUND: 'off', LOG: 'error' };
  const server = spawn(binary, [], { env, stdio: 'inherit' });
  const browser = await chromium.launch({ executablePath: browserPath || undefined, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  try {
    for (let tries = 0; ; tries++) {
      try { if ((await fetch(url + '/readyz')).ok) break } catch { if (tries > 2000) throw new Error('the server did not start') }
      await new Promise(next => setTimeout(next, 10));
    }
    execFileSync(binary, ['admin', 'create-account', 'bench@harrow.example', '--password-stdin'], { env, input: 'a long enough password\n' });
    const key = execFileSync(binary, ['admin', 'create-key', 'bench@harrow.example', '--name', 'bench'], { env }).toString().trim();
    const call = async (method, path, body) => {
      const reply = await fetch(url + path, { method, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
      return reply.json();
    };
    return await measure({ url, call, browser });
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

// A line of the report: what, how much, how much it may be.
export function tell(what, value, budget, unit) {
  console.log(`${value <= budget ? 'within' : 'OVER  '}  ${what.padEnd(44)} ${value.toFixed(1).padStart(7)} ${unit} of ${budget}`);
  return value <= budget;
}

// A hundred tiles of five kinds, for what has to stay quick on a full page.
export const hundred = Array.from({ length: 100 }, (_, nth) => [
  { url: `https://example.com/shelf/${nth}`, title: `Shelf number ${nth}`, description: 'What stands on it this month', size: 'w' },
  { text: `Note ${nth}: **new work** goes up on the *first* of each month.`, color: 'butter' },
  `harrow/glaze-${nth}`,
  { url: `https://www.youtube.com/watch?v=moonjar${String(nth).padStart(4, '0')}`, title: `Throwing, part ${nth}` },
  `https://harrowtapes.bandcamp.com/album/rain-${nth}`,
][nth % 5]);
