// The typefaces inside a published page: all its letters and no more, set as in the whole files.
import { brief, expect, test } from '../fixtures.js';
import { typefacesLoaded } from '../looks/catalog.js';

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
const places = page => page.evaluate(() => {
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
  test(`${style} comes with its own letters and needs no file`, async ({ browser, page, mantel, person }) => {
    expect((await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name })).status).toBe(201);
    const address = `${mantel.url}/${person.name}`, fonts = [], errors = [];
    page.on('request', request => { if (request.resourceType() === 'font' && !request.url().startsWith('data:')) fonts.push(request.url().split('/').at(-1)) });
    page.on('console', message => { if (message.type() === 'error' && /font|style|policy/i.test(message.text())) errors.push(message.text()) });
    // In a browser of its own: one that has a file in memory takes it unasked.
    const other = await browser.newContext({ reducedMotion: 'reduce' }), whole = await other.newPage();
    let document;
    await whole.route(address, route => route.fulfill({ contentType: 'text/html', body: document.replace(OWN, '') }));
    for (const [layout, font] of [['bento', 'look'], ['list', 'look'], ['canvas', 'look'], ['bento', 'book'], ['bento', 'mono']]) {
      expect((await person.call('PATCH', '/api/v1/page/theme', { style, layout, font })).status).toBe(200);
      expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
      document = await prepared(mantel, person);
      for (const width of [1280, 390]) {
        const shown = `${style} ${layout} ${font} at ${width}`;
        for (const tab of [page, whole]) {
          await tab.setViewportSize({ width, height: 900 });
          await tab.goto(address);
          await typefacesLoaded(tab);
        }
        expect(fonts, shown).toEqual([]);
        expect(errors, shown).toEqual([]);
        // With the whole files no letter stands elsewhere.
        expect(await places(page), shown).toEqual(await places(whole));
      }
    }
    await other.close();
  });
}

test('a letter that was not foreseen loads its file', async ({ page, mantel, person }) => {
  expect((await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name })).status).toBe(201);
  expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
  await prepared(mantel, person);
  await page.goto(`/${person.name}`);
  await typefacesLoaded(page);
  const loaded = page.waitForRequest(request => request.resourceType() === 'font' && request.url().includes('/assets/'));
  await page.evaluate(() => { document.querySelector('.name').textContent = 'ÆØÅ QXZ' });
  await loaded;
});
