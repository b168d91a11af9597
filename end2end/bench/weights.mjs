// What a visitor downloads for the sample page of 14 tiles in each look: HTML, CSS, JS (Brotli) and fonts.
import { printBudget, withMantel } from './harness.mjs';
import { saveResults } from './results.mjs';

await withMantel(async ({ url, call, browser, samplePage }) => {
  await call('POST', '/api/v1/page/import', { file: await samplePage(), username: 'ines' });
  const results = [];
  for (const style of ['painted', 'cozy', 'washi', 'lofi', 'cobalt', 'night']) {
    await call('PATCH', '/api/v1/page/theme', { style });
    await call('POST', '/api/v1/page/publish');
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    const responses = new Map(), bytes = { text: 0, font: 0, wasm: 0, foreign: 0 };
    cdp.on('Network.responseReceived', event => responses.set(event.requestId, { type: event.type, url: event.response.url }));
    cdp.on('Network.loadingFinished', event => {
      const { type, url: source } = responses.get(event.requestId) ?? {};
      if (['Document', 'Stylesheet', 'Script'].includes(type)) bytes.text += event.encodedDataLength;
      if (type === 'Font') bytes.font += event.encodedDataLength;
      if (/\.wasm/.test(source)) bytes.wasm += event.encodedDataLength;
      if (source && !source.startsWith(url) && !source.startsWith('data:')) bytes.foreign += 1;
    });
    await page.goto(`${url}/ines`, { waitUntil: 'networkidle' });
    printBudget(`${style}: HTML, CSS and JS`, bytes.text / 1024, 60, 'KB');
    printBudget(`${style}: fonts`, bytes.font / 1024, 120, 'KB');
    printBudget(`${style}: wasm, and requests elsewhere`, bytes.wasm + bytes.foreign, 0, '');
    results.push({ style, ...bytes });
    await page.close();
  }
  saveResults('weights', { found: results });
});
