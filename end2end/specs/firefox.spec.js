// In Firefox: the journey from sign-up to a live page, and every look as a visitor sees it.
import { control, eventually, expect, test } from '../firefox.js';
import { AT_LIVE, PUBLISH } from '../journey.js';
import { LOOKS } from '../looks/catalog.js';
import { samplePage } from '../sample-page.js';

let signups = 0;

async function fill(tab, label, text) {
  await (await control(tab, label)).click();
  await tab.keyboard.type(text);
  await expect.poll(async () => (await control(tab, label)).evaluate(field => field.value)).toBe(text);
}

// The miniatures of the looks are drawn by the code of /new.
const briefEditorReady = tab => eventually(tab, () => !!document.querySelector('.brief-looks .page'));

const press = async (tab, words) => (await control(tab, words)).click();

test('from a pasted list to a live page, then an edit that is published too', async ({ tab, mantel }) => {
  const name = `fox-${process.pid}-${++signups}`;
  await tab.setViewport({ width: 1280, height: 900 });
  await tab.goto(`${mantel.url}/new`);
  await briefEditorReady(tab);
  await fill(tab, '^Name$', 'Ada Moss');
  await (await control(tab, '^Paste links')).click();
  for (const line of ['https://moss.example', 'Back from the coast on Monday.']) {
    await tab.keyboard.type(line);
    await tab.keyboard.press('Enter');
  }
  await eventually(tab, () => document.querySelectorAll('.brief-preview .tile').length === 2);
  expect(await tab.evaluate(() => document.querySelector('.brief-preview .name').textContent)).toBe('Ada Moss');

  await press(tab, '^Make it mine$');
  const address = await control(tab, 'address$');
  await address.click({ count: 3 });
  await tab.keyboard.type(name);
  await eventually(tab, name => document.querySelector('#claim-says').textContent.includes(`${name} is free`), name);
  await fill(tab, '^Email$', `${name}@harrow.example`);
  await fill(tab, '^Password$', 'a long enough password');
  await press(tab, PUBLISH.source);
  await eventually(tab, words => new RegExp(words).test(document.querySelector('[role=dialog]')?.textContent), AT_LIVE.source);

  const live = async () => (await fetch(`${mantel.url}/api/v1/public/${name}`)).json();
  expect((await live()).tiles).toHaveLength(2);
  await press(tab, '^Edit it$');
  await eventually(tab, () => !!document.querySelector('#edit[data-ready]'));
  await (await control(tab, '^Paste a link')).click();
  await tab.keyboard.type('Kiln opens Saturday at ten.');
  await tab.keyboard.press('Enter');
  await eventually(tab, () => document.querySelectorAll('.editor-page .tile').length === 3);
  await eventually(tab, () => !!document.querySelector('.editor-status[data-waiting="0"]'));
  await (await tab.$('#publish')).click();
  await eventually(tab, () => !!document.querySelector('#publish-now'));
  await (await tab.$('#publish-now')).click();
  await eventually(tab, () => !!document.querySelector('#live-copy'));
  expect((await live()).tiles).toHaveLength(3);

  await tab.goto(`${mantel.url}/${name}`);
  expect(await tab.evaluate(() => document.querySelector('h1').textContent)).toBe('Ada Moss');
  expect(await tab.evaluate(() => document.body.innerText)).toContain('Kiln opens Saturday at ten.');
  expect(tab.errors).toEqual([]);
});

test('whoever types into /new before its code is there goes on typing where they were', async ({ tab, mantel }) => {
  const held = [];
  await tab.setRequestInterception(true);
  tab.on('request', request => request.url().endsWith('.wasm') ? held.push(request) : request.continue());
  await tab.goto(`${mantel.url}/new`, { waitUntil: 'domcontentloaded' });
  await fill(tab, '^Name$', 'Ada ');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const request of held) await request.continue();
  await briefEditorReady(tab);
  await eventually(tab, () => document.activeElement.id === 'name');
  await tab.keyboard.type('Moss');
  await expect.poll(async () => (await control(tab, '^Name$')).evaluate(field => field.value)).toBe('Ada Moss');
});

// What a visitor could see of the tiles in the moment of the load event.
const watchLoad = () => addEventListener('load', () => {
  const opacity = element => { let value = 1; for (let at = element; at; at = at.parentElement) value *= getComputedStyle(at).opacity; return value };
  const unseen = object => {
    const { width, height } = object.getBoundingClientRect(), style = getComputedStyle(object);
    return width === 0 || height === 0 || style.visibility !== 'visible' || opacity(object) < .9;
  };
  globalThis.atLoad = {
    tiles: document.querySelectorAll('.tile').length,
    hidden: [...document.querySelectorAll('.tile>.obj')].filter(unseen).map(object => object.closest('.tile').className),
  };
});

for (const look of Object.keys(LOOKS)) {
  test(`${look} is drawn whole at 390 and 1280 px: no tile hidden at load, nothing wider than the window, no error`, async ({ firefox, tab, person }) => {
    await person.call('POST', '/api/v1/page/import', { file: await samplePage(firefox, person), username: person.name });
    expect((await person.call('PATCH', '/api/v1/page/theme', { style: look })).status).toBe(200);
    await person.call('POST', '/api/v1/page/publish', {});
    const { tiles } = (await person.call('GET', `/api/v1/public/${person.name}`)).body;
    await tab.evaluateOnNewDocument(watchLoad);
    for (const width of [390, 1280]) {
      await tab.setViewport({ width, height: 900 });
      await tab.goto(`${person.url}/${person.name}`, { waitUntil: 'load' });
      const atLoad = await eventually(tab, () => globalThis.atLoad);
      expect(atLoad.tiles, `tiles at ${width}`).toBe(tiles.filter(tile => tile.type !== 'social').length);
      expect(atLoad.hidden, `hidden at the load event at ${width}`).toEqual([]);
      const drawn = await tab.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager';
        await Promise.all([...document.images].map(image => image.decode().catch(() => {})));
        await document.fonts.ready;
        const page = document.querySelector('.page'), heading = document.querySelector('h1');
        const read = property => getComputedStyle(page).getPropertyValue(property).trim();
        return {
          look: page.dataset.look,
          styled: read('--bg') !== '',
          fonts: [...document.fonts].filter(face => face.status === 'loaded').length > 0,
          broken: [...document.images].filter(image => image.naturalWidth === 0).map(image => image.src),
          heading: heading.getBoundingClientRect().height > 0 && heading.textContent,
          wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        };
      });
      expect(drawn, `at ${width}`).toEqual({ look, styled: true, fonts: true, broken: [], heading: expect.stringMatching(/\w/), wider: 0 });
    }
    expect(tab.errors).toEqual([]);
  });
}
