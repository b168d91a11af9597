// A published page as plain files: the same page in any folder of a plain web server, and from a disk.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brief, expect, test } from '../fixtures.js';
import { unzip } from '../unzip.js';

const kinds = { html: 'text/html', css: 'text/css', woff2: 'font/woff2', svg: 'image/svg+xml', webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' };
const bearer = person => ({ authorization: `Bearer ${person.key}` });

// Serves a folder below a path, as the plainest of web servers does.
async function served(folder, use) {
  const server = createServer((request, reply) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/^\/deep\/er\//, '');
    try {
      const body = readFileSync(join(folder, path || 'index.html'));
      reply.writeHead(200, { 'content-type': kinds[path.split('.').pop()] ?? 'text/html' }).end(body);
    } catch { reply.writeHead(404).end() }
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  try { await use(`http://127.0.0.1:${server.address().port}/deep/er/`) } finally { server.close() }
}

// What a page shows: its words, what was loaded, and which pictures and fonts are there.
async function seen(page, url, width) {
  const failed = [], asked = [];
  const note = request => failed.push(`${request.url()} ${request.failure()?.errorText ?? ''}`);
  const came = reply => reply.status() >= 400 && failed.push(`${reply.url()} ${reply.status()}`);
  const told = message => message.type() === 'error' && failed.push(message.text());
  const asks = request => asked.push(request.url());
  page.on('requestfailed', note).on('response', came).on('console', told).on('request', asks);
  await page.setViewportSize({ width, height: 900 });
  await page.goto(url);
  // The way to report a page is the service's, and stays with it.
  await page.locator('.page > .tell').evaluateAll(all => all.forEach(element => element.remove()));
  const words = await page.locator('.page').innerText();
  // A live page shows a size of its picture that fits, an exported one the picture itself: seen here as that.
  const whole = all => { for (const image of all) {
    const one = document.createElement('img');
    for (const { name, value } of image.attributes) if (name !== 'srcset' && name !== 'sizes') one.setAttribute(name, name === 'src' ? value.replace(/\/\d+\.webp$/, '') : value);
    // And without the colours that stand in until it has come.
    one.style.background = '';
    image.replaceWith(one);
  } };
  await page.locator('img[srcset]').evaluateAll(whole);
  const pictures = await page.locator('img').evaluateAll(all => Promise.all(all.map(async image => { image.loading = 'eager'; await image.decode().catch(() => {}); return image.naturalWidth })));
  // A font is asked for when words are laid out in it, and they are laid out again when it is there.
  await page.evaluate(async () => { for (let turn = 0; turn < 3; turn++) { await new Promise(requestAnimationFrame); await document.fonts.ready } });
  const shot = await page.screenshot({ fullPage: true, animations: 'disabled' });
  const fonts = await page.evaluate(() => [...document.fonts].filter(font => font.status === 'loaded' && !/fallback/.test(font.family)).map(font => `${font.family} ${font.weight}`).sort());
  const broken = await page.evaluate(() => [...document.fonts].filter(font => font.status === 'error' && !/fallback/.test(font.family)).map(font => font.family));
  page.off('requestfailed', note).off('response', came).off('console', told).off('request', asks);
  return { words, pictures, fonts, broken, failed, asked, shot };
}

// How many pixels of two screenshots differ by more than rounding; all of them when the sizes do. Where one picture is
// drawn in two sizes Chromium makes the second from whichever it had drawn first, so a rim's steps may fall one pixel
// aside: a pixel is another one when it is outside of what the live page has there and right around it.
const apart = (page, a, b) => page.evaluate(async shots => {
  const [one, two] = await Promise.all(shots.map(async shot => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(shot), character => character.charCodeAt(0))], { type: 'image/png' }));
    const draw = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    draw.drawImage(bitmap, 0, 0);
    return draw.getImageData(0, 0, bitmap.width, bitmap.height);
  }));
  if (one.width !== two.width || one.height !== two.height) return Infinity;
  const { width, height } = one;
  const near = (x, y, of) => {
    let low = 255, high = 0;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const value = two.data[(row * width + column) * 4 + of];
        low = Math.min(low, value); high = Math.max(high, value);
      }
    }
    return [low - 8, high + 8];
  };
  let count = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    const other = [0, 1, 2].some(of => {
      const value = one.data[at + of];
      if (Math.abs(value - two.data[at + of]) <= 8) return false;
      const [low, high] = near(at / 4 % width, Math.floor(at / 4 / width), of);
      return value < low || value > high;
    });
    if (other) count++;
  }
  return count;
}, [a, b].map(shot => shot.toString('base64')));

// A photograph of a kind: a PNG drawn in the browser.
const drawn = page => page.evaluate(async () => {
  const canvas = new OffscreenCanvas(480, 360), draw = canvas.getContext('2d'), wash = draw.createLinearGradient(0, 0, 480, 360);
  wash.addColorStop(0, '#2f6f7e'); wash.addColorStop(.6, '#e8b45a'); wash.addColorStop(1, '#b6452c');
  draw.fillStyle = wash; draw.fillRect(0, 0, 480, 360);
  return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
});

for (const style of ['painted', 'cozy']) {
  test(`${style}: the exported page is the published one`, async ({ page, person, mantel }) => {
    test.setTimeout(180_000);
    const file = JSON.parse(brief('illustrator.json'));
    await person.call('POST', '/api/v1/page/import', { file: { ...file, look: style }, username: person.name });
    const upload = await fetch(person.url + '/api/v1/images', { method: 'POST', headers: { ...bearer(person), 'content-type': 'image/png' }, body: new Uint8Array(await drawn(page)) });
    const { src } = await upload.json();
    expect(upload.status).toBe(201);
    expect((await person.call('PATCH', '/api/v1/page/profile', { avatar: src })).status).toBe(200);
    // Only own pictures: nothing here leaves the machine.
    const { body } = await person.call('GET', '/api/v1/page');
    for (const tile of body.draft.tiles.filter(candidate => candidate.type === 'image')) await person.call('PATCH', `/api/v1/page/tiles/${tile.id}`, { src });
    for (const tile of body.draft.tiles.filter(candidate => candidate.image)) await person.call('PATCH', `/api/v1/page/tiles/${tile.id}`, { image: src });
    expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);

    const reply = await fetch(person.url + '/api/v1/page/export.html.zip', { headers: bearer(person) });
    expect(reply.headers.get('content-disposition')).toContain(`${person.name}.html.zip`);
    const folder = mkdtempSync(join(tmpdir(), 'mantel-export-'));
    try {
      for (const [name, content] of unzip(Buffer.from(await reply.arrayBuffer()))) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      await served(folder, async plain => {
        const disk = pathToFileURL(join(folder, 'index.html')).href;
        for (const width of [390, 1280]) {
          // Again when a font came between two looks at the page; what differs in truth differs each time.
          await expect(async () => {
            const live = await seen(page, `${person.url}/${person.name}`, width);
            for (const url of [plain, disk]) {
              const still = await seen(page, url, width);
              expect(still.failed, `${url} at ${width}`).toEqual([]);
              expect(still.broken).toEqual([]);
              expect(still.asked.filter(address => address.startsWith(mantel.url))).toEqual([]);
              expect(still.words).toBe(live.words);
              expect(still.pictures).toEqual(live.pictures);
              expect(still.pictures.every(naturalWidth => naturalWidth > 0)).toBe(true);
              expect(still.fonts).toEqual(live.fonts);
              expect(await apart(page, still.shot, live.shot), `pixels of ${url} at ${width} that differ from the live page`).toBe(0);
            }
          }).toPass({ timeout: 60_000 });
        }
      });
    } finally { rmSync(folder, { recursive: true, force: true }) }
  });
}
