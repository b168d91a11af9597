// One server with a person on it, and a browser, for the measurements beside this file.
import { chromium } from '@playwright/test';
import { execFileSync, execSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sample } from '../sample-page.js';

const binary = process.env.MANTEL_SERVER;
if (!binary) throw new Error('MANTEL_SERVER must name the mantel-server binary; run `make bench`.');
export const browserPath = ['chromium', 'chromium-browser', 'google-chrome'].map(name => {
  try { return execSync(`command -v ${name}`, { shell: '/bin/sh' }).toString().trim() } catch { return '' }
}).find(Boolean);

const freePort = () => new Promise(resolve => { const probe = createServer().listen(0, '127.0.0.1', () => { const { port } = probe.address(); probe.close(() => resolve(port)) }) });

// What stands before the service where it has a public address (docs/OPERATIONS.md): https and HTTP/2, passed on as they come.
function proxy(folder, to) {
  const file = name => join(folder, name), agent = new Agent({ keepAlive: true });
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', file('proxy.key'), '-out', file('proxy.pem')], { stdio: 'ignore' });
  return createSecureServer({ key: readFileSync(file('proxy.key')), cert: readFileSync(file('proxy.pem')), allowHTTP1: true }, (from, back) => {
    const headers = Object.fromEntries(Object.entries(from.headers).filter(([name]) => !name.startsWith(':')));
    const inner = request({ host: '127.0.0.1', port: to, agent, method: from.method, path: from.url, headers: { ...headers, host: from.headers[':authority'] ?? from.headers.host } }, response => {
      const { connection, 'keep-alive': alive, 'transfer-encoding': coding, ...rest } = response.headers;
      back.writeHead(response.statusCode, rest);
      response.pipe(back);
    });
    inner.on('error', () => back.destroy());
    from.pipe(inner);
  });
}

export async function withMantel(measure, { https = false } = {}) {
  const port = await freePort(), front = https ? await freePort() : port;
  const folder = mkdtempSync(join(tmpdir(), 'mantel-bench-')), inner = `http://127.0.0.1:${port}`, url = `http${https ? 's' : ''}://127.0.0.1:${front}`;
  const before = https && proxy(folder, port).listen(front, '127.0.0.1');
  const env = { ...process.env, BIND: `127.0.0.1:${port}`, BASE_URL: url, DATA_DIR: folder, OUTBOUND: 'off', LOG: 'error' };
  const server = spawn(binary, [], { env, stdio: 'inherit' });
  const browser = await chromium.launch({ executablePath: browserPath || undefined, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  try {
    for (let tries = 0; ; tries++) {
      try { if ((await fetch(inner + '/readyz')).ok) break } catch { if (tries > 2000) throw new Error('the server did not start') }
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    execFileSync(binary, ['admin', 'create-account', 'bench@harrow.example', '--password-stdin'], { env, input: 'a long enough password\n' });
    const key = execFileSync(binary, ['admin', 'create-key', 'bench@harrow.example', '--name', 'bench'], { env }).toString().trim();
    const call = async (method, path, body) => {
      const reply = await fetch(inner + path, { method, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
      return reply.json();
    };
    return await measure({ url, call, browser, sample: () => sample(browser, { url: inner, key }) });
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    before?.close?.();
    rmSync(folder, { recursive: true, force: true });
  }
}

// A line of the report: what, how much, how much it may be.
export function tell(what, value, budget, unit) {
  console.log(`${value <= budget ? 'within' : 'OVER  '}  ${what.padEnd(44)} ${value.toFixed(1).padStart(7)} ${unit} of ${budget}`);
}

// A hundred tiles of five kinds, for what has to stay quick on a full page.
export const hundred = Array.from({ length: 100 }, (_, nth) => [
  { url: `https://example.com/shelf/${nth}`, title: `Shelf number ${nth}`, description: 'What stands on it this month', size: 'w' },
  { text: `Note ${nth}: **new work** goes up on the *first* of each month.`, color: 'butter' },
  `harrow/glaze-${nth}`,
  { url: `https://www.youtube.com/watch?v=moonjar${String(nth).padStart(4, '0')}`, title: `Throwing, part ${nth}` },
  `https://harrowtapes.bandcamp.com/album/rain-${nth}`,
][nth % 5]);
