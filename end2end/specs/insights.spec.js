// A press on a published page: told by the browser itself, without a script, and counted for the owner.
import { expect, test } from '../fixtures.js';

// A browser as people have it: one that says it is headless is a program.
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const BRANDS = '"Google Chrome";v="143", "Chromium";v="143", "Not A(Brand";v="24"';

test('a press on a link is counted, and leads where the link says', async ({ browser, person }) => {
  await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
  const added = await person.call('POST', '/api/v1/page/tiles', { inputs: ['The shop: https://shop.example/jars'] });
  expect(added.status).toBe(201);
  expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
  const context = await browser.newContext({ userAgent: CHROME, extraHTTPHeaders: { 'sec-ch-ua': BRANDS }, javaScriptEnabled: false });
  await context.route('https://shop.example/**', route => route.fulfill({ contentType: 'text/html', body: '<h1>Jars</h1>' }));
  const page = await context.newPage();
  await page.goto(`${person.url}/${person.name}`);
  await page.getByRole('link', { name: 'The shop' }).click();
  await expect(page.getByRole('heading', { name: 'Jars' })).toBeVisible();
  expect(page.url()).toBe('https://shop.example/jars');
  const counted = async () => {
    const { total, tiles } = (await person.call('GET', '/api/v1/page/insights')).body;
    return { ...total, tiles: tiles.map(tile => [tile.id, tile.pressed]) };
  };
  // Counts are written every ten seconds.
  await expect.poll(counted).toEqual({ visits: 1, presses: 1, tiles: [[added.body.tiles[0].id, 1]] });
  await context.close();
});
