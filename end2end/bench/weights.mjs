// What a visitor downloads for the 14-tile sample page in each drawn look: HTML, CSS, JS (Brotli) and fonts.
import { tell, withMantel } from './harness.mjs';
import { keep } from './results.mjs';

await withMantel(async ({ url, call, browser, sample }) => {
  await call('POST', '/api/v1/page/import', { file: await sample(), username: 'ines' });
  const found = [];
  for (const style of ['painted', 'cozy', 'washi', 'lofi', 'cobalt', 'night']) {
    await call('PATCH', '/api/v1/page/theme', { style });
    await call('POST', '/api/v1/page/publish');
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    const kinds = new Map(), bytes = { text: 0, font: 0, wasm: 0, foreign: 0 };
    cdp.on('Network.responseReceived', event => kinds.set(event.requestId, { type: event.type, url: event.response.url }));
    cdp.on('Network.loadingFinished', event => {
      const { type, url: from } = kinds.get(event.requestId) ?? {};
      if (['Document', 'Stylesheet', 'Script'].includes(type)) bytes.text += event.encodedDataLength;
      if (type === 'Font') bytes.font += event.encodedDataLength;
      if (/\.wasm/.test(from)) bytes.wasm += event.encodedDataLength;
      if (from && !from.startsWith(url) && !from.startsWith('data:')) bytes.foreign += 1;
    });
    await page.goto(`${url}/ines`, { waitUntil: 'networkidle' });
    tell(`${style}: HTML, CSS and JS`, bytes.text / 1024, 60, 'KB');
    tell(`${style}: fonts`, bytes.font / 1024, 120, 'KB');
    tell(`${style}: wasm, and requests elsewhere`, bytes.wasm + bytes.foreign, 0, '');
    found.push({ style, ...bytes });
    await page.close();
  }
  keep('weights', { found });
});
