// Everything here, counted on the last line: "N passed, M failed".
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proxy } from './proxy.mjs';
import { freePort, start } from './server.mjs';
import { session } from './session.mjs';
import { clientSignsIn, programSignsIn, registered } from './signin.mjs';

const here = new URL('.', import.meta.url).pathname, bin = name => `${here}node_modules/.bin/${name}`;
const exceptions = JSON.parse(readFileSync(`${here}exceptions.json`, 'utf8'));
const both = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'];
const scenarios = {
  '2025-11-25': ['server-initialize', 'ping', ...both],
  '2026-07-28': ['server-stateless', 'caching', 'http-header-validation', 'sep-2164-resource-not-found', 'sep-2640-skills-enumeration', 'sep-2640-skills-manifest', ...both],
};
let passed = 0, failed = 0;

async function check(what, run) {
  try { await run(); passed += 1; console.log(`ok      ${what}`) }
  catch (why) { failed += 1; console.log(`failed  ${what}\n        ${String(why?.message ?? why).replaceAll('\n', '\n        ')}`) }
}
const run = (command, args, env = {}) => new Promise(resolve => {
  let text = '';
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  child.stdout.on('data', chunk => text += chunk);
  child.stderr.on('data', chunk => text += chunk);
  child.on('error', why => resolve({ code: 127, text: String(why) }));
  child.on('exit', code => resolve({ code, text: text.replace(/\x1b\[\d+m/g, '') }));
});

const mantel = await start();
try {
  const person = mantel.person('conformance'), port = await freePort(), door = await proxy(mantel.url, person.key, port);
  for (const [version, names] of Object.entries(scenarios)) for (const name of names) {
    await check(`conformance ${version} ${name}`, async () => {
      const { text } = await run(bin('conformance'), ['server', '--url', `http://127.0.0.1:${port}/api/mcp`, '--scenario', name, '--spec-version', version, '--force']);
      if (!/Passed: \d+\/\d+/.test(text)) throw new Error(text.slice(-2000));
      const broken = new Set([...text.matchAll(/\[([\w-]+) *\] FAILURE/g)].map(match => match[1])), known = exceptions[name] ?? {};
      const fresh = [...broken].filter(id => !(id in known)), mended = Object.keys(known).filter(id => !broken.has(id));
      if (fresh.length) throw new Error(`${fresh.join(', ')}\n${text.slice(-2000)}`);
      if (mended.length) throw new Error(`excepted, but holds: ${mended.join(', ')}; take it out of exceptions.json`);
    });
  }
  door.close();
  await check('inspector: tools are portable', async () => {
    const { code, text } = await run(bin('mcp-inspector'), ['--cli', mantel.mcp, '--transport', 'http', '--header', `Authorization: Bearer ${person.key}`, '--method', 'tools/list', '--strict', '--format', 'json']);
    if (code !== 0 || /warning/i.test(text.replace(/^\{.*$/gm, ''))) throw new Error(text.slice(-2000));
  });
  for (const era of ['modern', 'legacy']) await check(`TypeScript client, ${era}`, () => session(era, mantel, mantel.person(`ts-${era}`)));
  for (const era of ['modern', 'legacy']) await check(`TypeScript client signs in, ${era}`, () => clientSignsIn(era, mantel, mantel.person(`in-${era}`)));
  await check('conformance of the authorization server', async () => {
    const at = await freePort(), id = await registered(mantel, `http://127.0.0.1:${at}/callback`);
    const words = ['authorization', '--url', mantel.url, '--client-id', id, '--resource', mantel.mcp, '-p', String(at)];
    const { text } = await programSignsIn(bin('conformance'), words, mantel, mantel.person('authorization'));
    if (!/Total: [1-9]\d* passed, 0 failed/.test(text)) throw new Error(text.slice(-2000));
  });
  await check('mcp-remote registers and signs in', async () => {
    const home = mkdtempSync(join(tmpdir(), 'mantel-remote-')), at = await freePort();
    try {
      // Nothing here opens windows: its browser is the one of these tests.
      const env = { MCP_REMOTE_CONFIG_DIR: home, BROWSER: 'true' };
      const { text } = await programSignsIn(bin('mcp-remote-client'), [mantel.mcp, String(at), '--allow-http'], mantel, mantel.person('remote'), env);
      if (!text.includes('publish') || !text.includes('add_tile')) throw new Error(text.slice(-2000));
    } finally { rmSync(home, { recursive: true, force: true }) }
  });
  if (process.env.MANTEL_PYTHON) for (const mode of ['auto', 'legacy']) await check(`Python client, ${mode}`, async () => {
    const { name, key } = mantel.person(`py-${mode}`);
    const { code, text } = await run(process.env.MANTEL_PYTHON, [`${here}session.py`, mantel.mcp, key, name, mode]);
    if (code !== 0) throw new Error(text.slice(-2000));
  });
  else console.log('        Python is not there: its client is skipped.');
} finally { await mantel.stop() }
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
