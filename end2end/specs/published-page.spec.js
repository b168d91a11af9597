// A published page: complete without scripts, nothing from third parties, also as JSON and as plain text.
import { brief, expect, test } from '../fixtures.js';

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
      await expect(page.locator('script')).toHaveCount(0);
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
