// Builds and publishes a page with the official TypeScript clients, for both protocol eras.
import assert from 'node:assert/strict';
import { Client as Modern, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as Legacy } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const clientInfo = { name: 'mantel-session', version: '1' };
export const eras = {
  modern: () => [new Modern(clientInfo, { versionNegotiation: { mode: 'auto' } }), ModernTransport],
  legacy: () => [new Legacy(clientInfo), LegacyTransport],
};

export async function session(era, mantel, person, transportOptions = { requestInit: { headers: { Authorization: `Bearer ${person.key}` } } }) {
  const [client, Transport] = eras[era]();
  await client.connect(new Transport(new URL(mantel.mcp), transportOptions));
  const call = async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args });
    assert.ok(!result.isError, `${name}: ${result.content?.[0]?.text}`);
    return result.structuredContent;
  };
  const { tools } = await client.listTools();
  assert.equal(tools.length, 15);
  assert.equal((await call('get_page')).page, null);
  await call('create_page', { username: person.name, empty: true, style: 'painted' });
  await call('set_profile', { name: 'Ines Harrow', bio: 'Ceramics and slow mornings.' });
  const { tiles } = await call('add_tile', { inputs: ['https://harrow.example/shop', 'ines/kiln', 'ines@harrow.example'] });
  await call('update_tile', { id: tiles[0].id, patch: { title: 'Print shop', size: 'l' } });
  const rejected = await client.callTool({ name: 'set_theme', arguments: { accent: 'red' } });
  assert.ok(rejected.isError && rejected.content[0].text.includes('six hex digits'));
  await call('set_theme', { accent: '#b5562b' });
  const live = await call('publish');
  const { resources } = await client.listResources();
  assert.ok(resources.some(resource => resource.uri === 'mantel://draft'));
  await client.close();
  const page = await (await fetch(`${mantel.url}/api/v1/public/${person.name}`)).json();
  assert.equal(live.url, `${mantel.url}/${person.name}`);
  assert.deepEqual(page.tiles.map(tile => tile.type), ['link', 'github', 'social']);
  assert.equal(page.profile.name, 'Ines Harrow');
}
