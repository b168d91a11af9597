// The typefaces inside a published page: all its letters and no more, set as in the whole files.
import { brief, expect, test } from '../fixtures.js';

const LOOKS = ['painted', 'cozy', 'washi', 'lofi', 'cobalt', 'night'];
const OWN = /@font-face\{[^}]*url\(data:font\/woff2[^}]*\}/g;

// The page once its typefaces are inside it, which a server does in the background.
async function prepared(mantel, person) {
  let page;
  await expect(async () => {
    page = await (await fetch(`${mantel.url}/${person.name}`, { headers: { accept: 'text/html' } })).text();
    expect(page).toMatch(OWN);
  }).toPass();
  return page;
}

// Where every text stands, and how wide it is.
const places = page => page.evaluate(async () => {
  await document.fonts.ready;
  const range = document.createRange();
  const walker = document.createTreeWalker(document.querySelector('.page'), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) found.push(`${walker.currentNode.data.trim().slice(0, 30)}: ${[box.x, box.y, box.width].map(length => length.toFixed(1)).join(' ')}`);
  }
  return found;
});

for (const style of LOOKS) {
  test(`${style} comes with its own letters and needs no file`, async ({ page, mantel, person }) => {
    const file = brief('illustrator.json');
    expect((await person.call('POST', '/api/v1/page/import', { file, username: person.name })).status).toBe(201);
    for (const [layout, font] of [['bento', 'look'], ['list', 'look'], ['canvas', 'look'], ['bento', 'book'], ['bento', 'mono']]) {
      expect((await person.call('PATCH', '/api/v1/page/theme', { style, layout, font })).status).toBe(200);
      expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
      const document = await prepared(mantel, person);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const fonts = [], errors = [];
        const listen = request => { if (request.resourceType() === 'font' && !request.url().startsWith('data:')) fonts.push(request.url().split('/').at(-1)) };
        const note = message => { if (message.type() === 'error') errors.push(message.text()) };
        page.on('request', listen).on('console', note);
        await page.goto(`/${person.name}`, { waitUntil: 'networkidle' });
        const own = await places(page);
        page.off('request', listen).off('console', note);
        expect(fonts, `${style} ${layout} ${font} at ${width}`).toEqual([]);
        expect(errors.filter(error => /font|style|policy/i.test(error)), `${style} ${layout} ${font}`).toEqual([]);
        expect(await page.evaluate(() => [...document.fonts].filter(face => face.status === 'error').length)).toBe(0);
        // The same with the whole files: no letter stands elsewhere.
        await page.route(`**/${person.name}`, route => route.fulfill({ contentType: 'text/html', body: document.replace(OWN, '') }));
        await page.goto(`/${person.name}`, { waitUntil: 'networkidle' });
        expect(await places(page), `${style} ${layout} ${font} at ${width}`).toEqual(own);
        await page.unroute(`**/${person.name}`);
      }
    }
  });
}

test('a letter that was not foreseen loads its file', async ({ page, mantel, person }) => {
  expect((await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name })).status).toBe(201);
  expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
  await prepared(mantel, person);
  await page.goto(`/${person.name}`, { waitUntil: 'networkidle' });
  const loaded = page.waitForRequest(request => request.resourceType() === 'font' && request.url().includes('/assets/'));
  await page.evaluate(() => { document.querySelector('.name').textContent = 'ÆØÅ QXZ' });
  await loaded;
});
