// Images as visitors get them: from this server alone, in the size that the layout needs, dithered and as ASCII.
import { deflateSync, crc32 } from 'node:zlib';
import { expect, test } from '../fixtures.js';

// A PNG of this size: a gradient from dark to light, with a disc in the middle.
function png(width, height) {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
    const disc = Math.hypot(x - width / 2, y - height / 2) < height / 4;
    rows[y * (width + 1) + 1 + x] = disc ? 255 - Math.round(x / width * 255) : Math.round(x / width * 255);
  }
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]), out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length); body.copy(out, 4); out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width); head.writeUInt32BE(height, 4); head[8] = 8;
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

// Publishes a page with the uploaded image, whole and cropped; returns the image's address.
async function publishImages(person, photos) {
  const response = await fetch(person.url + '/api/v1/images', { method: 'POST', headers: { authorization: `Bearer ${person.key}`, 'content-type': 'image/png' }, body: png(1400, 900) });
  const { src } = await response.json();
  const tiles = [['l', undefined], ['s', { zoom: 2, focus: { x: 20, y: 70 } }]].map(([size, crop], index) => ({ id: `t_aaaaaaaaaaa${'ab'[index]}`, type: 'image', size, src, alt: 'A disc', ...crop }));
  const page = { mantel: 1, profile: { name: 'Ines' }, theme: { style: 'night', preset: 'sodium', photos }, tiles };
  await person.call('POST', '/api/v1/page/import', { file: page, username: person.name });
  await person.call('POST', '/api/v1/page/publish', {});
  return src;
}

test('a phone gets the small sizes, and nothing comes from other servers', async ({ page, person }) => {
  const requested = [];
  page.on('request', request => requested.push(request.url()));
  const src = await publishImages(person, 'natural');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${person.url}/${person.name}`);
  const shown = await page.locator('.crop img').evaluateAll(images => Promise.all(images.map(async image => { image.loading = 'eager'; await image.decode(); return [new URL(image.currentSrc).pathname, image.width > 0] })));
  expect(shown[0]).toEqual([`${src}/640.webp`, true]);
  expect(requested.filter(url => !url.startsWith(person.url))).toEqual([]);
  expect(requested.filter(url => url.endsWith(src))).toEqual([]);
});

test('dithered images are drawn pixelated, and ASCII covers the same box as the image', async ({ page, person }) => {
  await publishImages(person, 'dither');
  await page.goto(`${person.url}/${person.name}`);
  const dithered = page.locator('.crop.made img').first();
  expect(await dithered.evaluate(async image => { await image.decode(); return [image.naturalWidth, getComputedStyle(image).imageRendering, getComputedStyle(image).filter] })).toEqual([256, 'pixelated', 'none']);
  await person.call('PATCH', '/api/v1/page/theme', { photos: 'ascii' });
  await person.call('POST', '/api/v1/page/publish', {});
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${person.url}/${person.name}`);
    await page.evaluate(() => document.fonts.ready);
    const boxes = await page.locator('.crop.lettered').evaluateAll(crops => crops.map(crop => {
      const [box, text] = [crop, crop.querySelector('.letters')].map(element => element.getBoundingClientRect());
      const range = document.createRange(); range.selectNodeContents(crop.querySelector('.letters'));
      const glyphs = range.getBoundingClientRect();
      return { covers: text.left <= box.left + 1 && text.right >= box.right - 1 && text.top <= box.top + 1 && text.bottom >= box.bottom - 1, fills: glyphs.width / text.width, hidden: crop.querySelector('.letters').ariaHidden, alt: crop.querySelector('.unseen').textContent };
    }));
    expect(boxes).toHaveLength(2);
    for (const box of boxes) {
      expect(box).toMatchObject({ covers: true, hidden: 'true', alt: 'A disc' });
      expect(Math.abs(box.fills - 1)).toBeLessThan(0.05);
    }
  }
});
