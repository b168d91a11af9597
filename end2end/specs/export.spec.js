// The static export of a page looks like the live page, from any folder of a web server and from disk.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brief, expect, test } from '../fixtures.js';
import { typefacesLoaded } from '../looks/catalog.js';
import { pixels } from '../screenshots.js';
import { unzip } from '../unzip.js';

const mimeTypes = { html: 'text/html', css: 'text/css', woff2: 'font/woff2', svg: 'image/svg+xml', webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' };
const authorization = person => ({ authorization: `Bearer ${person.key}` });

// Serves a folder below a path, without any configuration.
async function withStaticServer(folder, use) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/^\/deep\/er\//, '');
    try {
      const body = readFileSync(join(folder, path || 'index.html'));
      response.writeHead(200, { 'content-type': mimeTypes[path.split('.').pop()] ?? 'text/html' }).end(body);
    } catch { response.writeHead(404).end() }
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  try { await use(`http://127.0.0.1:${server.address().port}/deep/er/`) } finally { server.close() }
}

// Captures a page: its text, requests and failures, images, fonts, and a screenshot.
async function capture(page, url, width) {
  const failures = [], requests = [];
  const onFailed = request => failures.push(`${request.url()} ${request.failure()?.errorText ?? ''}`);
  const onResponse = response => response.status() >= 400 && failures.push(`${response.url()} ${response.status()}`);
  const onConsole = message => message.type() === 'error' && failures.push(message.text());
  const onRequest = request => requests.push(request.url());
  page.on('requestfailed', onFailed).on('response', onResponse).on('console', onConsole).on('request', onRequest);
  await page.setViewportSize({ width, height: 900 });
  await page.goto(url);
  // The link for reports exists on the live page only.
  await page.locator('.page > .tell').evaluateAll(elements => elements.forEach(element => element.remove()));
  const text = await page.locator('.page').innerText();
  // The live page uses image variants of a fitting size, the export the originals: compare with the originals.
  const useOriginals = images => { for (const image of images) {
    const original = document.createElement('img');
    for (const { name, value } of image.attributes) if (name !== 'srcset' && name !== 'sizes') original.setAttribute(name, name === 'src' ? value.replace(/\/\d+\.webp$/, '') : value);
    // Without the placeholder colours.
    original.style.background = '';
    image.replaceWith(original);
  } };
  await page.locator('img[srcset]').evaluateAll(useOriginals);
  const imageWidths = await page.locator('img').evaluateAll(images => Promise.all(images.map(async image => { image.loading = 'eager'; await image.decode().catch(() => {}); return image.naturalWidth })));
  await typefacesLoaded(page);
  const screenshot = await page.screenshot({ fullPage: true, animations: 'disabled' });
  const fonts = await page.evaluate(() => [...document.fonts].filter(font => font.status === 'loaded' && !/fallback/.test(font.family)).map(font => `${font.family} ${font.weight}`).sort());
  const brokenFonts = await page.evaluate(() => [...document.fonts].filter(font => font.status === 'error' && !/fallback/.test(font.family)).map(font => font.family));
  page.off('requestfailed', onFailed).off('response', onResponse).off('console', onConsole).off('request', onRequest);
  return { text, imageWidths, fonts, brokenFonts, failures, requests, screenshot };
}

// How many pixels of two screenshots differ by more than rounding; Infinity when their sizes differ. Chromium may scale
// an image from a cached size, which shifts edges by a pixel: a pixel differs when it is outside the range of the 3 × 3
// pixels around it in the other screenshot.
const differingPixels = async (page, a, b) => page.evaluate(([one, two]) => {
  if (one.width !== two.width || one.height !== two.height) return Infinity;
  const { width, height } = one;
  const range = (x, y, channel) => {
    let low = 255, high = 0;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const value = two.data[(row * width + column) * 4 + channel];
        low = Math.min(low, value); high = Math.max(high, value);
      }
    }
    return [low - 8, high + 8];
  };
  let count = 0;
  for (let offset = 0; offset < one.data.length; offset += 4) {
    const differs = [0, 1, 2].some(channel => {
      const value = one.data[offset + channel];
      if (Math.abs(value - two.data[offset + channel]) <= 8) return false;
      const [low, high] = range(offset / 4 % width, Math.floor(offset / 4 / width), channel);
      return value < low || value > high;
    });
    if (differs) count++;
  }
  return count;
}, [await pixels(page, a), await pixels(page, b)]);

// A PNG drawn in the browser.
const samplePng = page => page.evaluate(async () => {
  const canvas = new OffscreenCanvas(480, 360), context = canvas.getContext('2d'), gradient = context.createLinearGradient(0, 0, 480, 360);
  gradient.addColorStop(0, '#2f6f7e'); gradient.addColorStop(.6, '#e8b45a'); gradient.addColorStop(1, '#b6452c');
  context.fillStyle = gradient; context.fillRect(0, 0, 480, 360);
  return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
});

for (const style of ['painted', 'cozy']) {
  test(`${style}: the exported page equals the live page`, async ({ page, person, mantel }) => {
    test.setTimeout(180_000);
    const file = JSON.parse(brief('illustrator.json'));
    await person.call('POST', '/api/v1/page/import', { file: { ...file, look: style }, username: person.name });
    const upload = await fetch(person.url + '/api/v1/images', { method: 'POST', headers: { ...authorization(person), 'content-type': 'image/png' }, body: new Uint8Array(await samplePng(page)) });
    const { src } = await upload.json();
    expect(upload.status).toBe(201);
    expect((await person.call('PATCH', '/api/v1/page/profile', { avatar: src })).status).toBe(200);
    // Only uploaded images: nothing is requested from other servers.
    const { body } = await person.call('GET', '/api/v1/page');
    for (const tile of body.draft.tiles.filter(candidate => candidate.type === 'image')) await person.call('PATCH', `/api/v1/page/tiles/${tile.id}`, { src });
    for (const tile of body.draft.tiles.filter(candidate => candidate.image)) await person.call('PATCH', `/api/v1/page/tiles/${tile.id}`, { image: src });
    expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);

    const response = await fetch(person.url + '/api/v1/page/export.html.zip', { headers: authorization(person) });
    expect(response.headers.get('content-disposition')).toContain(`${person.name}.html.zip`);
    const folder = mkdtempSync(join(tmpdir(), 'mantel-export-'));
    try {
      for (const [name, content] of unzip(Buffer.from(await response.arrayBuffer()))) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      await withStaticServer(folder, async serverUrl => {
        const fileUrl = pathToFileURL(join(folder, 'index.html')).href;
        for (const width of [390, 1280]) {
          // Repeated, because a font may load between two captures.
          await expect(async () => {
            const live = await capture(page, `${person.url}/${person.name}`, width);
            for (const url of [serverUrl, fileUrl]) {
              const exported = await capture(page, url, width);
              expect(exported.failures, `${url} at ${width}`).toEqual([]);
              expect(exported.brokenFonts).toEqual([]);
              expect(exported.requests.filter(address => address.startsWith(mantel.url))).toEqual([]);
              expect(exported.text).toBe(live.text);
              expect(exported.imageWidths).toEqual(live.imageWidths);
              expect(exported.imageWidths.every(naturalWidth => naturalWidth > 0)).toBe(true);
              expect(exported.fonts).toEqual(live.fonts);
              expect(await differingPixels(page, exported.screenshot, live.screenshot), `pixels of ${url} at ${width} that differ from the live page`).toBe(0);
            }
          }).toPass({ timeout: 60_000 });
        }
      });
    } finally { rmSync(folder, { recursive: true, force: true }) }
  });
}
