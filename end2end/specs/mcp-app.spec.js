// The view of the draft that hosts of agents show (MCP Apps): a host as small as can be, around the view as it is served.
import { test, expect } from '../fixtures.js';

async function rpc({ url, key }, method, params) {
  const reply = await fetch(`${url}/api/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await reply.json()).result;
}

// Puts the view into a sandboxed frame and answers it as a host does. `reads` is what the host lets it read.
async function host(page, html, result, reads) {
  // Its own page is no page of ours: a frame with `srcdoc` inherits the policy of what it stands in.
  await page.route('**/host', route => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Host</title>' }));
  await page.goto('/host');
  await page.exposeFunction('readResource', uri => reads(uri));
  await page.evaluate(([html, result]) => {
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-scripts';
    frame.style.cssText = 'width:100%;height:900px;border:0';
    globalThis.said = [];
    addEventListener('message', async ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      said.push(data.method);
      const answer = more => source.postMessage({ jsonrpc: '2.0', id: data.id, ...more }, '*');
      if (data.method === 'ui/initialize') answer({ result: { protocolVersion: data.params.protocolVersion, hostInfo: { name: 'host', version: '1' }, hostCapabilities: {}, hostContext: {} } });
      else if (data.method === 'ui/notifications/initialized') source.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: result }, '*');
      else if (data.method === 'resources/read') { const found = await readResource(data.params.uri); answer(found ? { result: found } : { error: { code: -32601, message: 'not here' } }) }
      else if (data.method === 'ui/open-link') { globalThis.opened = data.params.url; answer({ result: {} }) }
    });
    frame.srcdoc = html;
    document.body.replaceChildren(frame);
  }, [html, result]);
  return page.frameLocator('iframe');
}

test.beforeEach(async ({ person }) => {
  await person.call('POST', '/api/v1/claim', { username: person.name, empty: true, style: 'painted' });
  await person.call('POST', '/api/v1/page/tiles', { tile: { type: 'link', url: 'https://harrow.example/shop', title: 'Print shop' } });
});

test('the view draws the draft, and opens links through the host', async ({ page, person }) => {
  const view = (await rpc(person, 'resources/read', { uri: 'ui://mantel/draft' })).contents[0];
  expect(view.mimeType).toBe('text/html;profile=mcp-app');
  expect(view._meta.ui.csp.resourceDomains).toEqual([person.url]);
  const result = await rpc(person, 'tools/call', { name: 'get_page', arguments: {} });
  const frame = await host(page, view.text, result, uri => rpc(person, 'resources/read', { uri }));
  const link = frame.getByRole('link', { name: /Print shop/ });
  await expect(link).toBeVisible();
  await expect(frame.locator('.page[data-look=painted]')).toBeVisible();
  expect(await page.evaluate(() => said)).toContain('ui/notifications/size-changed');
  await link.click();
  await expect.poll(() => page.evaluate(() => globalThis.opened)).toBe('https://harrow.example/shop');
});

test('a host that reads nothing for it still sees the layout', async ({ page, person }) => {
  const view = (await rpc(person, 'resources/read', { uri: 'ui://mantel/draft' })).contents[0];
  const result = await rpc(person, 'tools/call', { name: 'get_page', arguments: {} });
  const frame = await host(page, view.text, result, () => null);
  await expect(frame.locator('pre')).toContainText('Print shop');
});
