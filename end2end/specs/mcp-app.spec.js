// The MCP App that shows the draft: a minimal host around the view as it is served.
import { createServer } from 'node:http';
import { expect, signIn, test } from '../fixtures.js';

async function rpc({ url, key }, method, params) {
  const response = await fetch(`${url}/api/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()).result;
}

// Shows the view in a sandboxed frame and answers its messages as a host does; `readResource` answers what it reads.
async function openInHost(page, html, result, readResource, callTool = () => null) {
  // The host is not one of our pages: a frame with `srcdoc` inherits the content security policy of its embedder. It is a real
  // address: Chromium lets no page of an unknown place reach a server on this computer.
  const host = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>Host</title>'));
  await new Promise(resolve => host.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${host.address().port}/`);
  host.close();
  await page.exposeFunction('readResource', uri => readResource(uri));
  await page.exposeFunction('callTool', params => callTool(params));
  await page.evaluate(([html, result]) => {
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-scripts';
    frame.style.cssText = 'width:100%;height:900px;border:0';
    globalThis.receivedMethods = [];
    addEventListener('message', async ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      receivedMethods.push(data.method);
      const respond = fields => source.postMessage({ jsonrpc: '2.0', id: data.id, ...fields }, '*');
      if (data.method === 'ui/initialize') respond({ result: { protocolVersion: data.params.protocolVersion, hostInfo: { name: 'host', version: '1' }, hostCapabilities: {}, hostContext: { theme: 'dark' } } });
      else if (data.method === 'ui/notifications/initialized') source.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: result }, '*');
      else if (data.method === 'resources/read') { const contents = await readResource(data.params.uri); respond(contents ? { result: contents } : { error: { code: -32601, message: 'not here' } }) }
      else if (data.method === 'tools/call') respond({ result: await callTool(data.params) });
      else if (data.method === 'ui/open-link') { globalThis.openedUrl = data.params.url; respond({ result: {} }) }
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
  const frame = await openInHost(page, view.text, result, uri => rpc(person, 'resources/read', { uri }));
  const link = frame.getByRole('link', { name: /Print shop/ });
  await expect(link).toBeVisible();
  await expect(frame.locator('.page[data-look=painted]')).toBeVisible();
  expect(await page.evaluate(() => receivedMethods)).toContain('ui/notifications/size-changed');
  await link.click();
  await expect.poll(() => page.evaluate(() => globalThis.openedUrl)).toBe('https://harrow.example/shop');
});

test('a host that cannot read resources still shows the layout as text', async ({ page, person }) => {
  const view = (await rpc(person, 'resources/read', { uri: 'ui://mantel/draft' })).contents[0];
  const result = await rpc(person, 'tools/call', { name: 'get_page', arguments: {} });
  const frame = await openInHost(page, view.text, result, () => null);
  await expect(frame.locator('pre')).toContainText('Print shop');
});

test('a card shows what would go live, takes a change out, and the owner publishes the rest behind its link', async ({ page, person }) => {
  await person.call('POST', '/api/v1/page/publish', {});
  const callTool = params => rpc(person, 'tools/call', params);
  await callTool({ name: 'add_tile', arguments: { tile: { type: 'link', url: 'https://harrow.example/rain', title: 'Rain on the Kiln Roof' } } });
  await callTool({ name: 'set_profile', arguments: { name: 'Ines Harrow' } });
  await signIn(page, person);
  await page.goto('/agents');
  await page.getByRole('switch', { name: 'test may publish' }).click();
  await expect(page.getByRole('switch', { name: 'test may publish' })).toHaveAttribute('aria-checked', 'false');

  const view = (await rpc(person, 'resources/read', { uri: 'ui://mantel/draft' })).contents[0];
  const result = await callTool({ name: 'publish', arguments: { dryRun: true } });
  const frame = await openInHost(page, view.text, result, uri => rpc(person, 'resources/read', { uri }), callTool);
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('test asks to put up two changes');
  await expect(frame.locator('.card-page .page[data-look=painted]')).toHaveCount(2);
  await expect(frame.locator('.card-page.after .ringed')).toHaveCount(1);
  // The frame has an origin of its own, and the scheme of the chat.
  await expect.poll(() => frame.locator('body').evaluate(() => [...document.fonts].some(font => font.status === 'loaded'))).toBe(true);
  expect(await frame.locator('.card').evaluate(card => getComputedStyle(card).backgroundColor)).toBe('rgb(28, 44, 39)');
  await frame.getByRole('button', { name: 'Take out: Rain on the Kiln Roof' }).click();
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('test asks to put up one change');
  expect((await person.call('GET', '/api/v1/page')).body.draft.tiles).toHaveLength(1);
  await frame.getByRole('link', { name: 'Publish in Mantel' }).click();
  await expect.poll(() => page.evaluate(() => globalThis.openedUrl)).toContain('/agents/asked/');

  await page.goto(await page.evaluate(() => globalThis.openedUrl));
  const publish = page.getByRole('button', { name: 'Publish' });
  await expect(publish).toBeFocused();
  await publish.click();
  await expect(page.getByText(/^You put it up at /)).toBeVisible();
  await page.goto(`/${person.name}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Ines Harrow' })).toBeVisible();
});
