// Runs all MCP suites; the last line counts them: "N passed, M failed".
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { proxy } from './proxy.mjs';
import { freePort, start } from './server.mjs';
import { session } from './session.mjs';
import { clientSignsIn, programSignsIn, registerClient } from './signin.mjs';

const here = new URL('.', import.meta.url).pathname, bin = name => `${here}node_modules/.bin/${name}`;
const exceptions = JSON.parse(readFileSync(`${here}exceptions.json`, 'utf8'));
const both = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'];
const scenarios = {
  '2025-11-25': ['server-initialize', 'ping', ...both],
  '2026-07-28': ['server-stateless', 'caching', 'http-header-validation', 'sep-2164-resource-not-found', 'sep-2640-skills-enumeration', 'sep-2640-skills-manifest', ...both],
};
let passed = 0, failed = 0;

async function check(name, run) {
  try { await run(); passed += 1; console.log(`ok      ${name}`) }
  catch (error) { failed += 1; console.log(`failed  ${name}\n        ${String(error?.message ?? error).replaceAll('\n', '\n        ')}`) }
}
const run = (command, args, env = {}) => new Promise(resolve => {
  let text = '';
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  child.stdout.on('data', chunk => text += chunk);
  child.stderr.on('data', chunk => text += chunk);
  child.on('error', error => resolve({ code: 127, text: String(error) }));
  child.on('exit', code => resolve({ code, text: text.replace(/\x1b\[\d+m/g, '') }));
});

const mantel = await start();
try {
  const person = mantel.person('conformance'), port = await freePort(), conformanceProxy = await proxy(mantel.url, person.key, port);
  for (const [version, names] of Object.entries(scenarios)) for (const name of names) {
    await check(`conformance ${version} ${name}`, async () => {
      const { text } = await run(bin('conformance'), ['server', '--url', `http://127.0.0.1:${port}/api/mcp`, '--scenario', name, '--spec-version', version, '--force']);
      if (!/Passed: \d+\/\d+/.test(text)) throw new Error(text.slice(-2000));
      const failures = new Set([...text.matchAll(/\[([\w-]+) *\] FAILURE/g)].map(match => match[1])), known = exceptions[name] ?? {};
      const unexpected = [...failures].filter(id => !(id in known)), fixed = Object.keys(known).filter(id => !failures.has(id));
      if (unexpected.length) throw new Error(`${unexpected.join(', ')}\n${text.slice(-2000)}`);
      if (fixed.length) throw new Error(`listed as exceptions, but passing: ${fixed.join(', ')}; remove them from exceptions.json`);
    });
  }
  conformanceProxy.close();
  await check('tools and options take few tokens', async () => {
    const rpc = async (method, params) => {
      const headers = { authorization: `Bearer ${person.key}`, 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      return (await (await fetch(mantel.mcp, { method: 'POST', headers, body })).json()).result;
    };
    const tools = encode(JSON.stringify(await rpc('tools/list', {}))).length;
    const options = encode((await rpc('tools/call', { name: 'list_options', arguments: {} })).content[0].text).length;
    console.log(`        tools/list: ${tools} of 6000 tokens, list_options: ${options} of 1842 (o200k)`);
    if (tools > 6000 || options > 1842) throw new Error('too many');
  });
  await check('inspector: tools are portable', async () => {
    const { code, text } = await run(bin('mcp-inspector'), ['--cli', mantel.mcp, '--transport', 'http', '--header', `Authorization: Bearer ${person.key}`, '--method', 'tools/list', '--strict', '--format', 'json']);
    if (code !== 0 || /warning/i.test(text.replace(/^\{.*$/gm, ''))) throw new Error(text.slice(-2000));
  });
  for (const era of ['modern', 'legacy']) await check(`TypeScript client, ${era}`, () => session(era, mantel, mantel.person(`ts-${era}`)));
  for (const era of ['modern', 'legacy']) await check(`TypeScript client signs in, ${era}`, () => clientSignsIn(era, mantel, mantel.person(`in-${era}`)));
  await check('conformance of the authorization server', async () => {
    const callbackPort = await freePort(), id = await registerClient(mantel, `http://127.0.0.1:${callbackPort}/callback`);
    const args = ['authorization', '--url', mantel.url, '--client-id', id, '--resource', mantel.mcp, '-p', String(callbackPort)];
    const { text } = await programSignsIn(bin('conformance'), args, mantel, mantel.person('authorization'));
    if (!/Total: [1-9]\d* passed, 0 failed/.test(text)) throw new Error(text.slice(-2000));
  });
  await check('mcp-remote registers and signs in', async () => {
    const home = mkdtempSync(join(tmpdir(), 'mantel-remote-')), callbackPort = await freePort();
    try {
      // No browser is opened: the test grants the request itself.
      const env = { MCP_REMOTE_CONFIG_DIR: home, BROWSER: 'true' };
      const { text } = await programSignsIn(bin('mcp-remote-client'), [mantel.mcp, String(callbackPort), '--allow-http'], mantel, mantel.person('remote'), env);
      if (!text.includes('publish') || !text.includes('add_tile')) throw new Error(text.slice(-2000));
    } finally { rmSync(home, { recursive: true, force: true }) }
  });
  await check('mcporter builds and publishes a page', async () => {
    const { name, key } = mantel.person('mcporter'), folder = mkdtempSync(join(tmpdir(), 'mantel-mcporter-')), config = join(folder, 'mcporter.json');
    writeFileSync(config, JSON.stringify({ mcpServers: { mantel: { baseUrl: mantel.mcp, headers: { Authorization: `Bearer ${key}` } } } }));
    const call = async (tool, args) => {
      const { code, text } = await run(bin('mcporter'), ['--config', config, 'call', `mantel.${tool}`, '--args', JSON.stringify(args), '--output', 'json'], { HOME: folder, XDG_CONFIG_HOME: folder });
      if (code !== 0) throw new Error(`${tool}: ${text.slice(-2000)}`);
    };
    try {
      await call('create_page', { username: name, empty: true });
      await call('add_tile', { inputs: ['https://harrow.example', 'A note'] });
      await call('publish', {});
      const { tiles } = await (await fetch(`${mantel.url}/api/v1/public/${name}`)).json();
      if (tiles?.map(tile => tile.type).join() !== 'link,text') throw new Error(JSON.stringify(tiles));
    } finally { rmSync(folder, { recursive: true, force: true }) }
  });
  if (process.env.MANTEL_PYTHON) for (const kind of ['auto', 'legacy', 'fastmcp']) await check(`Python client, ${kind}`, async () => {
    const { name, key } = mantel.person(`py-${kind}`);
    const { code, text } = await run(process.env.MANTEL_PYTHON, [`${here}session.py`, mantel.mcp, key, name, kind]);
    if (code !== 0) throw new Error(text.slice(-2000));
  });
  else console.log('        Python is missing: its client is skipped.');
} finally { await mantel.stop() }
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
