// A server with one account, and a browser, for the benchmarks in this folder.
import { chromium } from '@playwright/test';
import { execFileSync, execSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePage } from '../sample-page.js';

const binary = process.env.MANTEL_SERVER;
if (!binary) throw new Error('MANTEL_SERVER must name the mantel-server binary; run `make bench`.');
export const browserPath = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell'].map(name => {
  try { return execSync(`command -v ${name}`, { shell: '/bin/sh' }).toString().trim() } catch { return '' }
}).find(Boolean);

const freePort = () => new Promise(resolve => { const probe = createServer().listen(0, '127.0.0.1', () => { const { port } = probe.address(); probe.close(() => resolve(port)) }) });

// A TLS-terminating reverse proxy with HTTP/2, as in production (docs/OPERATIONS.md).
function httpsProxy(folder, upstreamPort) {
  const file = name => join(folder, name), agent = new Agent({ keepAlive: true });
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', file('proxy.key'), '-out', file('proxy.pem')], { stdio: 'ignore' });
  return createSecureServer({ key: readFileSync(file('proxy.key')), cert: readFileSync(file('proxy.pem')), allowHTTP1: true }, (incoming, outgoing) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')));
    const upstream = request({ host: '127.0.0.1', port: upstreamPort, agent, method: incoming.method, path: incoming.url, headers: { ...headers, host: incoming.headers[':authority'] ?? incoming.headers.host } }, response => {
      const { connection, 'keep-alive': keepAlive, 'transfer-encoding': transferEncoding, ...endToEnd } = response.headers;
      outgoing.writeHead(response.statusCode, endToEnd);
      response.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
}

export async function withMantel(measure, { https = false } = {}) {
  const port = await freePort(), publicPort = https ? await freePort() : port;
  const folder = mkdtempSync(join(tmpdir(), 'mantel-bench-')), serverUrl = `http://127.0.0.1:${port}`, url = `http${https ? 's' : ''}://127.0.0.1:${publicPort}`;
  const proxy = https && httpsProxy(folder, port).listen(publicPort, '127.0.0.1');
  const env = { ...process.env, BIND: `127.0.0.1:${port}`, BASE_URL: url, DATA_DIR: folder, OUTBOUND: 'off', BROWSER: 'off', LOG: 'error' };
  const server = spawn(binary, [], { env, stdio: 'inherit' });
  const browser = await chromium.launch({ executablePath: browserPath || undefined, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  try {
    for (let tries = 0; ; tries++) {
      try { if ((await fetch(serverUrl + '/readyz')).ok) break } catch { if (tries > 2000) throw new Error('the server did not start') }
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    execFileSync(binary, ['admin', 'create-account', 'bench@harrow.example', '--password-stdin'], { env, input: 'a long enough password\n' });
    const key = execFileSync(binary, ['admin', 'create-key', 'bench@harrow.example', '--name', 'bench'], { env }).toString().trim();
    const call = async (method, path, body) => {
      const response = await fetch(serverUrl + path, { method, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    };
    return await measure({ url, serverUrl, call, browser, samplePage: () => samplePage(browser, { url: serverUrl, key }) });
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    proxy?.close?.();
    rmSync(folder, { recursive: true, force: true });
  }
}

// The cookies of the account, from a browser that signs in.
export async function signIn(browser, url) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true }), page = await context.newPage();
  await page.goto(`${url}/signin`);
  await page.getByLabel('Email').fill('bench@harrow.example');
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(destination => destination.pathname === '/edit');
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

// Prints a measurement beside its budget.
export function printBudget(what, value, budget, unit) {
  console.log(`${value <= budget ? 'within' : 'OVER  '}  ${what.padEnd(44)} ${value.toFixed(1).padStart(7)} ${unit} of ${budget}`);
}

// A hundred tiles of five types, for what has to stay fast on a full page.
export const hundredLinks = Array.from({ length: 100 }, (_, index) => [
  { url: `https://example.com/shelf/${index}`, title: `Shelf number ${index}`, description: 'What stands on it this month', size: 'w' },
  { text: `Note ${index}: **new work** goes up on the *first* of each month.`, color: 'butter' },
  `harrow/glaze-${index}`,
  { url: `https://www.youtube.com/watch?v=moonjar${String(index).padStart(4, '0')}`, title: `Throwing, part ${index}` },
  `https://harrowtapes.bandcamp.com/album/rain-${index}`,
][index % 5]);

// A page file with its tiles repeated to `count`, social tiles once.
export function repeatTiles(file, count) {
  const socials = file.tiles.filter(tile => tile.type === 'social'), others = file.tiles.filter(tile => tile.type !== 'social');
  const copies = Array.from({ length: count - socials.length }, (_, index) => { const { id, ...tile } = others[index % others.length]; return tile });
  return { ...file, tiles: [...socials, ...copies] };
}

// An unstyled page with the same text and images, to compare with.
export const controlPage = tiles => `<!doctype html><meta charset=utf-8><title>Control</title>${tiles.map(tile => `<p>${tile.title ?? tile.text ?? tile.repo ?? ''}</p>${tile.src ?? tile.image ? `<img src="${tile.src ?? tile.image}" width="590" height="420">` : '<div style="height:300px"></div>'}`).join('')}`;
