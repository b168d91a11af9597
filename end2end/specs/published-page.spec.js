// A published page: complete without scripts, nothing from third parties, also as JSON and as plain text.
import { brief, expect, test } from '../fixtures.js';

// As most people see it, with motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a published page is complete, without scripts and third-party requests', async ({ page, mantel, person }) => {
      const imported = await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
      expect(imported.status).toBe(201);
      expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);

      const requests = [];
      page.on('request', request => requests.push({ url: request.url(), type: request.resourceType() }));
      await page.route(url => url.origin !== mantel.url, route => route.abort());
      await page.goto(`/${person.name}`);

      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Juniper Hale');
      await expect(page.getByRole('link', { name: /Print shop/ })).toHaveAttribute('href', 'https://www.etsy.com/shop/juniperhale');
      await expect(page.getByText('open for')).toBeVisible();
      await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0);
      const ownRequests = requests.filter(request => request.url.startsWith(mantel.url));
      expect(ownRequests.filter(request => request.type === 'script' || /\.(wasm|js)(\?|$)/.test(request.url))).toEqual([]);
      expect(ownRequests.filter(request => request.type === 'stylesheet')).toEqual([]);
      // Only the owner's external images come from elsewhere.
      expect(requests.filter(request => !request.url.startsWith(mantel.url) && request.type !== 'image')).toEqual([]);
    });

    test('the page for a free name offers to claim it', async ({ page }) => {
      const response = await page.goto('/nobody-here');
      expect(response.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'An empty place on the shelf' })).toBeVisible();
      await page.getByRole('button', { name: 'Light it' }).click();
      await expect(page.getByLabel('Your name on the shelf')).toHaveValue('nobody-here');
    });
  });
}

test('no text overflows the window from 320 to 1920 px, in any look and layout', async ({ page, person }) => {
  test.setTimeout(180_000);
  await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
  await page.route(url => !url.href.startsWith(person.url), route => route.abort());
  for (const style of ['painted', 'cozy', 'washi', 'lofi', 'cobalt', 'night']) {
    for (const layout of ['bento', 'list', 'canvas']) {
      expect((await person.call('PATCH', '/api/v1/page/theme', { style, layout })).status).toBe(200);
      expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
      await page.goto(`/${person.name}`);
      for (const width of [320, 390, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const overflowing = await page.evaluate(() => [...document.querySelectorAll('.page :is(.name,.bio,.title,.desc,.words,.dom,.handle)')]
          .map(element => ({ text: element.textContent.slice(0, 40), box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)).map(({ text }) => text)
          .concat(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []));
        expect(overflowing, `${style} ${layout} at ${width}`).toEqual([]);
      }
    }
  }
});

test('the same page as JSON and as plain text', async ({ request, person }) => {
  await person.call('POST', '/api/v1/page/import', { file: brief('cafe.json'), username: person.name });
  expect((await request.get(`/api/v1/public/${person.name}`)).status()).toBe(404);
  await person.call('POST', '/api/v1/page/publish');
  const json = await request.get(`/api/v1/public/${person.name.toUpperCase()}`);
  expect(json.headers()['access-control-allow-origin']).toBe('*');
  expect((await json.json()).profile.name).toBe('Night Owl Coffee');
  const text = await (await request.get(`/${person.name}/llms.txt`)).text();
  expect(text).toContain('# Night Owl Coffee');
  expect(text).toContain("Tonight's menu");
});

test('Tab reaches every tile in reading order, with a visible focus ring', async ({ page, person }) => {
  await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
  await person.call('POST', '/api/v1/page/publish');
  await page.goto(`/${person.name}`);
  const links = await page.locator('.page a').count();
  const visited = new Set();
  for (let presses = 0; presses < links; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement, paper = element.querySelector('.paper');
      const outlined = [element, element.closest('.tile') ?? element].some(candidate => getComputedStyle(candidate).outlineStyle !== 'none');
      // Paper with torn edges draws its focus ring along them, as shadows on every side.
      const edgeRing = paper && getComputedStyle(paper).filter.split('drop-shadow(').length > 4;
      return { href: element.href, ring: outlined || Boolean(edgeRing) };
    });
    expect(focused.ring, focused.href).toBe(true);
    visited.add(focused.href);
  }
  expect(visited.size).toBeGreaterThanOrEqual(links - 1);
});

test('the document and the text have the order that a phone shows, and wider pages that of the owner', async ({ page, person }) => {
  const note = (letter, size, x, y) => ({ type: 'text', text: letter, size, pos: { x, y, w: 280, h: 200 } });
  const tiles = [note('Ash', 's', 700, 0), note('Birch', 'w', 0, 0), note('Cedar', 's', 0, 900), { type: 'heading', text: 'Later', pos: { x: 0, y: 500, w: 1200, h: 72 } }, note('Dogwood', 's', 0, 250), note('Elm', 'l', 350, 250), note('Fir', 's', 700, 600)];
  const file = { mantel: 1, profile: { name: 'Trees' }, theme: { style: 'cozy' }, tiles };
  expect((await person.call('POST', '/api/v1/page/import', { file, username: person.name })).status).toBe(201);
  for (const [layout, order, wide] of [
    ['bento', 'Ash Cedar Birch Later Dogwood Fir Elm', 'Ash Birch Cedar Later Dogwood Elm Fir'],
    ['list', 'Ash Birch Cedar Later Dogwood Elm Fir', 'Ash Birch Cedar Later Dogwood Elm Fir'],
    ['canvas', 'Birch Ash Dogwood Elm Later Fir Cedar', null],
  ]) {
    expect((await person.call('PATCH', '/api/v1/page/theme', { layout })).status).toBe(200);
    expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
    // The words of the tiles as they come in the document, as the eye finds them, and by column where rows are set half a cell lower.
    const words = () => page.evaluate(() => {
      const all = [...document.querySelectorAll('.page .tile')].map(tile => ({ text: tile.innerText.trim(), box: tile.getBoundingClientRect() }));
      const seen = all.toSorted((one, other) => Math.abs(one.box.top - other.box.top) > 24 ? one.box.top - other.box.top : one.box.left - other.box.left);
      const section = tile => Math.max(0, ...[...document.querySelectorAll('.page .section')].map(it => it.getBoundingClientRect().top).filter(top => top <= tile.box.top + 1));
      const columns = all.toSorted((one, other) => section(one) - section(other) || (document.querySelector('.list') ? one.box.top - other.box.top : one.box.left - other.box.left || one.box.top - other.box.top));
      return [all, seen, columns].map(list => list.map(tile => /Ash|Birch|Cedar|Later|Dogwood|Elm|Fir/i.exec(tile.text)[0]).map(word => word[0].toUpperCase() + word.slice(1).toLowerCase()).join(' '));
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${person.name}`);
    expect((await words()).slice(0, 2), layout).toEqual([order, order]);
    const text = await (await fetch(`${person.url}/${person.name}/llms.txt`)).text();
    expect(text.match(/Ash|Birch|Cedar|Later|Dogwood|Elm|Fir/g).join(' '), layout).toBe(order);
    await page.setViewportSize({ width: 1280, height: 900 });
    if (wide) expect((await words())[2], layout).toBe(wide);
  }
});

test('of two tiles of a canvas in one layer the later one is above', async ({ page, person }) => {
  const note = (text, x, y, z) => ({ type: 'text', text, pos: { x, y, w: 400, h: 300, z } });
  // Later on the page, and higher up: first in the document.
  const tiles = [note('Under', 100, 100, 0), note('Over', 300, 0, 0), note('Lifted', 500, 100, 3), note('Last', 700, 50, 0)];
  const file = { mantel: 1, profile: { name: 'Layers' }, theme: { style: 'cozy', layout: 'canvas' }, tiles };
  expect((await person.call('POST', '/api/v1/page/import', { file, username: person.name })).status).toBe(201);
  expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/${person.name}`);
  const layers = await page.locator('.page .tile').evaluateAll(all => all.toSorted((one, other) => getComputedStyle(one).zIndex - getComputedStyle(other).zIndex).map(tile => /Under|Over|Lifted|Last/.exec(tile.innerText)[0]));
  expect(layers).toEqual(['Under', 'Over', 'Last', 'Lifted']);
});
