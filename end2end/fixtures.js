// Fixtures: a mantel-server for each worker, on a free port with a data folder of its own, and people with accounts.
import { test as base, expect } from '@playwright/test';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoadBalancer, startPostgres } from './cluster.js';
import { startMailbox } from './mailbox.js';
import { watchTest } from './watchdog.js';

const binary = process.env.MANTEL_SERVER;
if (!binary) throw new Error('MANTEL_SERVER must name the mantel-server binary; run `make test`.');

// `NODES=2` runs everything against two servers on one PostgreSQL, behind a round-robin proxy.
const serverCount = Number(process.env.NODES ?? 1);

const freePort = () => new Promise((resolve, reject) => {
  const probe = createServer();
  probe.once('error', reject);
  probe.listen(0, '127.0.0.1', () => { const { port } = probe.address(); probe.close(() => resolve(port)) });
});

async function waitUntilReady(url, server) {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`mantel-server stopped with ${server.exitCode}`);
    try { if ((await fetch(url + '/readyz')).ok) return } catch { /* not listening yet */ }
    await new Promise(resolve => setImmediate(resolve));
  }
  throw new Error('mantel-server did not become ready in 30 s');
}

// Runs a command of the server's `admin` and returns what it printed.
export const admin = (env, args, options = {}) => execFileSync(binary, ['admin', ...args], { env, encoding: 'utf8', timeout: 60_000, ...options }).trim();

function createAccount(env, { email, password }) {
  admin(env, ['create-account', email, '--password-stdin'], { input: password + '\n', stdio: 'pipe' });
}

// Runs a server with these settings on a port for as long as `use` takes; with `ports`, one on each of them, on one data
// folder, behind whatever listens on `port`.
async function withServer({ port, ports = [port], settings = {} }, use) {
  const folder = mkdtempSync(join(tmpdir(), 'mantel-')), url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, BIND: `127.0.0.1:${port}`, BASE_URL: url, DATA_DIR: folder, LOG: 'warn', OUTBOUND: 'off', BROWSER: 'off', RATE_SIGNUP: '10000', RATE_SIGNIN: '10000', RATE_NAMES: '10000', RATE_EDITS: '100000', RATE_READS: '100000', RATE_PUBLIC: '100000', RATE_KEYS: '10000', RATE_RENAMES: '10000', ...settings };
  let servers = [];
  const start = async () => {
    for (const serverPort of ports) {
      const server = spawn(binary, [], { env: { ...env, BIND: `127.0.0.1:${serverPort}` }, stdio: ['ignore', 'inherit', 'inherit'] });
      servers.push(server);
      await waitUntilReady(`http://127.0.0.1:${serverPort}`, server);
    }
  };
  const stop = async (signal = 'SIGTERM') => {
    await Promise.all(servers.map(server => new Promise(resolve => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve();
      server.once('exit', resolve);
      server.kill(signal);
    })));
    servers = [];
  };
  try {
    await start();
    // The first account administers the instance; no person of a test does.
    const administrator = { email: 'admin@harrow.example', password: 'a long enough password' };
    createAccount(env, administrator);
    // `stop('SIGKILL')`, then `start()`: a server that crashes and restarts on the same port with the same data.
    await use({ url, folder, env, admin: administrator, start, stop });
  } finally {
    await stop();
  }
  rmSync(folder, { recursive: true, force: true });
}

let personCount = 0;

// A person with an account on this server and an API key.
async function withPerson({ env, url }, use) {
  const name = `p${process.pid}-${++personCount}`, email = `${name}@harrow.example`, password = 'a long enough password';
  createAccount(env, { email, password });
  const key = admin(env, ['create-key', email, '--name', 'test']);
  const call = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers }, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, body: text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text };
  };
  await use({ url, name, email, password, key, call });
}

export const test = base.extend({
  watched: [async ({}, use, testInfo) => { watchTest(testInfo.titlePath.join(' › ')); await use() }, { auto: true }],

  // The server of this worker.
  mantel: [async ({}, use) => {
    const port = await freePort();
    if (serverCount === 1) return withServer({ port }, use);
    const ports = await Promise.all(Array.from({ length: serverCount }, freePort));
    const database = await startPostgres(await freePort()), proxy = await startLoadBalancer(port, ports);
    try {
      await withServer({ port, ports, settings: { DATABASE_URL: database.url, SECRET_KEY: 'shared by all servers and long enough' } }, use);
    } finally {
      proxy.close();
      await database.stop();
    }
  }, { scope: 'worker' }],

  // Another server of this worker, which sends mail; `link(address)` waits for a mail and returns the address in it.
  mailing: [async ({}, use) => {
    const mailbox = await startMailbox();
    try {
      await withServer({ port: await freePort(), settings: { SMTP_URL: mailbox.url, MAIL_FROM: 'Mantel <hello@mantel.example>' } }, server => use({ ...server, link: mailbox.link }));
    } finally {
      await mailbox.close();
    }
  }, { scope: 'worker' }],

  // Another server, which draws pictures of pages, and a person there; `picture(query)` is a picture of their page.
  drawing: [async ({}, use) => {
    await withServer({ port: await freePort(), settings: { BROWSER: 'auto', RATE_PICTURES: '1000' } }, server => withPerson(server, person => {
      const picture = async query => {
        const ask = () => fetch(`${server.url}/api/v1/page/picture?${query}`, { headers: { authorization: `Bearer ${person.key}` } });
        let response;
        // A busy machine may need more than the ten seconds that a picture has.
        await expect.poll(async () => (response = await ask()).status, { timeout: 90_000 }).toBe(200);
        return Buffer.from(await response.arrayBuffer());
      };
      return use({ person, picture });
    }));
  }, { scope: 'worker' }],

  baseURL: async ({ mantel }, use) => use(mantel.url),

  // A person with an account and an API key, created by the admin command.
  person: async ({ mantel }, use) => withPerson(mantel, use),
});

// Signs the person in, as the form of /signin does.
export async function signIn(page, person) {
  const form = { email: person.email, password: person.password };
  const response = await page.request.post(person.url + '/signin', { form, headers: { origin: person.url }, maxRedirects: 0 });
  expect(response.status(), await response.text()).toBe(303);
}

// Looks at the person's page as often as it takes until /insights shows where people press.
export async function visit(request, person) {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', accept: 'text/html', 'accept-language': 'pt-PT', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
  for (let count = 0; count < 10; count++) expect((await request.get(`${person.url}/${person.name}`, { headers })).status()).toBe(200);
}

// Signs the person in and opens the editor, on a page imported from `file` or, without a file, on the existing page.
export async function openEditor(page, person, file) {
  if (file) await person.call('POST', '/api/v1/page/import', { file, username: person.name, replace: true });
  await signIn(page, person);
  await page.goto(person.url + '/edit');
  await editorReady(page);
}

// Waits until the editor is mounted and has restored the tab's stored work.
export const editorReady = page => expect(page.locator('#edit[data-ready]')).toBeVisible();

// Waits until the editor can read what is pasted, too: its code is fetched after the start.
export async function readerReady(page) {
  await editorReady(page);
  await page.locator('#paste').fill('read');
  await expect(page.locator('#paste-preview')).toContainText('Note');
  await page.locator('#paste').fill('');
}

// The parts of the browser code that are fetched when they are needed.
export const isPart = url => /\/assets\/.*(split|chunk)_.*\.wasm$/.test(url.pathname);

// Holds the requests of some addresses until the function that it returns is called; then they go on, or do as `then` says.
export async function hold(page, addresses, then = route => route.continue()) {
  let go;
  const held = new Promise(resolve => { go = resolve });
  await page.route(addresses, async route => { await held; await then(route) });
  return go;
}

// Waits until no edits are left to be saved.
export const saved = page => expect(page.locator('.editor-status[data-waiting="0"]')).toBeVisible();

// A sample brief as text.
export const brief = name => readFileSync(new URL(`../model/tests/briefs/${name}`, import.meta.url), 'utf8');
export { expect };
