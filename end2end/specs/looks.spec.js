// The looks: every palette readable, nothing outside the window, no look in another's way, light enough for a phone.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brief, expect, test } from '../fixtures.js';
import { LAYOUTS, LOOKS, address, settled } from '../looks/catalog.js';
import { sample } from '../sample-page.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// The sample page as a file, with pictures from the server under test.
const samplePage = (page, person) => sample(page.context().browser(), person);
// How far a visit's contents jumped in all, from 0.
async function shift(page, path) {
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifted += entry.value }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await settled(page);
  return page.evaluate(() => window.shifted);
}
const still = { contextOptions: { reducedMotion: 'reduce' } };

test.describe('the gallery', () => {
  test.use(still);

  test('shows every look in its four palettes, in each layout, without JavaScript too', async ({ browser, mantel }) => {
    test.setTimeout(180_000);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: mantel.url });
    const page = await context.newPage();
    await page.goto('/looks');
    for (const layout of LAYOUTS) {
      await page.getByRole('navigation', { name: 'Layout' }).getByRole('link', { name: layout, exact: false }).click();
      await expect(page.locator(`.page[data-layout=${layout}]`)).toHaveCount(24);
      for (const [look, palettes] of Object.entries(LOOKS)) for (const palette of palettes) {
        await expect(page.locator(`a[href="${address(look, palette, layout)}"] .page[data-look=${look}][data-palette=${palette}]`)).toHaveCount(1);
      }
    }
    await page.locator(`a[href="${address('cozy', 'linen', 'canvas')}"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ines Harrow' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Palette' }).getByRole('link', { name: 'Blotter' }).click();
    await expect(page.locator('.page[data-palette=blotter][data-layout=canvas]')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start here' })).toHaveAttribute('href', '/new?look=cozy&theme=blotter&layout=canvas');
    await context.close();
  });

  test('has no page for a look or palette that does not exist', async ({ request }) => {
    for (const path of ['/looks/press', '/looks/cozy/kinari', '/looks/baroque/gold']) {
      expect((await request.get(path)).status(), path).toBe(404);
    }
    expect((await request.get('/looks/cozy', { maxRedirects: 0 })).headers().location).toBe('/looks/cozy/oak');
  });
});

for (const [look, palettes] of Object.entries(LOOKS)) {
  test.describe(look, () => {
    test.use(still);

    test('is readable in every palette and layout (axe, AA contrast)', async ({ page }) => {
      test.setTimeout(240_000);
      for (const palette of palettes) for (const layout of LAYOUTS) {
        await page.goto(address(look, palette, layout));
        await settled(page);
        await page.evaluate(axe);
        const found = await page.evaluate(async () => (await window.axe.run('.page', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], rules: { region: { enabled: false } } })).violations
          .filter(violation => ['serious', 'critical'].includes(violation.impact)).flatMap(violation => violation.nodes.map(node => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary.split('\n').pop().trim()}`)));
        expect(found, `${palette} ${layout}`).toEqual([]);
      }
    });

    test('leaves words at 14 px or more and in the window from 320 to 2560 px', async ({ page }) => {
      test.setTimeout(120_000);
      for (const layout of LAYOUTS) {
        await page.goto(address(look, palettes[0], layout));
        await settled(page);
        for (const width of [320, 390, 600, 768, 900, 1280, 2560]) {
          await page.setViewportSize({ width, height: 900 });
          const faults = await page.evaluate(() => {
            const words = [...document.querySelectorAll('.page :is(.name,.bio,.place,.title,.desc,.words,.dom,.meta,.kick,.handle)')]
              .filter(element => element.getClientRects().length && element.textContent.trim() && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
            const said = element => `${element.closest('.tile')?.className ?? 'profile'} ${element.className}: ${element.textContent.trim().slice(0, 30)}`;
            // A label that is only its icon has no width left.
            const shown = words.filter(element => { const { width, height } = element.getBoundingClientRect(); return width > 2 && height > 2 });
            return [
              ...shown.filter(element => { const { left, right } = element.getBoundingClientRect(); return left < -1 || right > innerWidth + 1 }).map(element => `outside: ${said(element)}`),
              ...shown.filter(element => parseFloat(getComputedStyle(element).fontSize) < 13.99).map(element => `small (${getComputedStyle(element).fontSize}): ${said(element)}`),
              ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
            ];
          });
          expect(faults, `${layout} at ${width}`).toEqual([]);
        }
      }
    });

    test('weighs little, asks for little and never jumps', async ({ page, person }) => {
      const file = await samplePage(page, person);
      await person.call('POST', '/api/v1/page/import', { file, username: person.name });
      expect((await person.call('PATCH', '/api/v1/page/theme', { style: look })).status).toBe(200);
      await person.call('POST', '/api/v1/page/publish');
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      const about = new Map(), bytes = { text: 0, font: 0 }, asked = { fonts: 0, others: 0, foreign: 0, scripts: 0 };
      session.on('Network.responseReceived', event => about.set(event.requestId, { type: event.type, url: event.response.url }));
      session.on('Network.loadingFinished', event => {
        const { type, url } = about.get(event.requestId) ?? {};
        if (!url || url.startsWith('data:')) return;
        if (!url.startsWith(person.url)) asked.foreign += 1;
        if (['Document', 'Stylesheet', 'Script'].includes(type)) bytes.text += event.encodedDataLength;
        if (type === 'Script') asked.scripts += 1;
        if (type === 'Font') { bytes.font += event.encodedDataLength; asked.fonts += 1 }
        // The owner's pictures do not count.
        if (!url.startsWith(`${person.url}/media/`)) asked.others += 1;
      });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/${person.name}`, { waitUntil: 'networkidle' });
      await settled(page);
      expect(asked.foreign).toBe(0);
      expect(asked.scripts, 'scripts').toBe(look === 'lofi' ? 1 : 0);
      expect(asked.fonts, 'font files').toBeLessThanOrEqual(5);
      expect(asked.others, 'requests beside the owner\'s pictures').toBeLessThanOrEqual(10);
      expect(bytes.text / 1024, 'KB of HTML, CSS and script').toBeLessThanOrEqual(60);
      expect(bytes.font / 1024, 'KB of fonts').toBeLessThanOrEqual(120);
      const filtered = await page.evaluate(() => [...document.querySelectorAll('.page *')].flatMap(element => [null, '::before', '::after'].map(part => getComputedStyle(element, part))).filter(style => /url\(/.test(style.filter) && style.content !== 'none').length);
      expect(filtered, 'elements with a url() filter').toBeLessThanOrEqual(24);
      // A second visit has its typefaces: how far a late one moves lines is the next test's.
      expect(await shift(page, `/${person.name}`), 'cumulative layout shift').toBe(0);
    });

    test('keeps its lines, nearly, when typefaces come late', async ({ page, person }) => {
      await person.call('POST', '/api/v1/page/import', { file: { ...await samplePage(page, person), theme: { style: look } }, username: person.name });
      await person.call('POST', '/api/v1/page/publish');
      await page.setViewportSize({ width: 390, height: 844 });
      // None comes before the page was painted without them.
      let painted;
      const wait = new Promise(done => { painted = done });
      await page.route('**/*.woff2', async route => { await wait; await route.continue() });
      const visit = shift(page, `/${person.name}`);
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      painted();
      expect(await visit).toBeLessThan(0.05);
    });

    test('draws a page of one tile and one of two hundred', async ({ page, person }) => {
      test.setTimeout(180_000);
      const whole = await samplePage(page, person), objects = whole.tiles.filter(tile => tile.type !== 'social').map(({ id, ...tile }) => tile);
      // Every kind in every size that its place in the row gives it.
      const many = Array.from({ length: 200 }, (_, nth) => {
        const tile = objects[nth % objects.length];
        return tile.type === 'heading' ? tile : { ...tile, size: 'swtl'[Math.floor(nth / objects.length) % 4] };
      });
      for (const tiles of [[objects.find(tile => tile.type === 'link')], many]) {
        const { status } = await person.call('POST', '/api/v1/page/import', { file: { ...whole, theme: { style: look }, tiles }, username: person.name, replace: true });
        expect(status).toBe(201);
        expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          await page.goto(`/${person.name}`);
          await settled(page);
          const shifted = await shift(page, `/${person.name}`);
          const said = `${tiles.length} tiles at ${width}`;
          const seen = await page.evaluate(() => ({
            hidden: [...document.querySelectorAll('.page .tile')].filter(element => {
              const { left, right, width, height } = element.getBoundingClientRect();
              return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || width < 8 || height < 8 || left < -1 || right > innerWidth + 1;
            }).map(element => element.className),
            tiles: document.querySelectorAll('.page .tile').length,
            wide: document.documentElement.scrollWidth - innerWidth,
          }));
          expect(seen.tiles, said).toBe(tiles.length);
          expect(seen.hidden, said).toEqual([]);
          expect(seen.wide, said).toBeLessThanOrEqual(0);
          expect(shifted, said).toBeLessThan(0.0005);
        }
      }
    });

    test('looks as reviewed', async ({ browser, mantel }) => {
      test.setTimeout(120_000);
      for (const width of [1280, 390]) {
        const context = await browser.newContext({ viewport: { width, height: 900 }, deviceScaleFactor: 0.5, reducedMotion: 'reduce', baseURL: mantel.url });
        const page = await context.newPage();
        await page.goto(address(look, palettes[0], 'bento'));
        await settled(page);
        const shot = await page.locator('.page').screenshot({ type: 'jpeg', quality: 64 });
        expect(shot).toMatchSnapshot(`${look}-${width}.jpg`, { maxDiffPixelRatio: 0.04, threshold: 0.25 });
        await context.close();
      }
    });
  });
}

test.describe('side by side', () => {
  test.use(still);

  // What each element looks like, without what it merely inherits from having been measured.
  const drawn = (page, within = 'body, body *') => page.evaluate(within => {
    const keep = ['color', 'background-color', 'background-image', 'font-family', 'font-size', 'font-weight', 'line-height', 'letter-spacing', 'text-transform', 'text-align', 'display', 'position', 'top', 'left', 'width', 'height', 'margin', 'padding', 'border', 'border-radius', 'box-shadow', 'clip-path', 'mask', 'filter', 'mix-blend-mode', 'opacity', 'rotate', 'translate', 'transform', 'overflow', 'z-index', 'outline', 'text-shadow', 'animation-name'];
    return [...document.querySelectorAll(within)].flatMap(element => [null, '::before', '::after'].map(part => {
      const style = getComputedStyle(element, part);
      return `${element.tagName}.${element.getAttribute('class') ?? ''}${part ?? ''} ` + keep.map(name => `${name}:${style.getPropertyValue(name)}`).join(';');
    }));
  }, within);
  const addAll = async (page, sheets) => {
    await page.evaluate(all => Promise.all(all.filter(href => !document.querySelector(`link[href="${href}"]`)).map(href => new Promise(done => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done, onerror: done });
      document.head.append(link);
    }))), sheets);
    await page.evaluate(() => document.fonts.ready);
  };
  const sheets = async page => {
    await page.goto('/looks');
    const all = await page.evaluate(() => [...document.querySelectorAll('link[rel=stylesheet]')].map(link => link.getAttribute('href')));
    return all.filter(href => Object.keys(LOOKS).some(look => href.includes(`/${look}.`)));
  };

  test('no look changes another', async ({ page }) => {
    test.setTimeout(120_000);
    const all = await sheets(page);
    expect(all).toHaveLength(6);
    for (const [look, [palette]] of Object.entries(LOOKS)) {
      await page.goto(address(look, palette, 'bento'));
      await settled(page);
      const alone = await drawn(page);
      await addAll(page, all);
      const together = await drawn(page);
      expect(together.filter((style, nth) => style !== alone[nth]).slice(0, 5), look).toEqual([]);
    }
  });

  test('no look changes Mantel\'s own screens', async ({ page }) => {
    const all = await sheets(page);
    for (const path of ['/signup', '/docs/errors', '/new']) {
      await page.goto(path);
      if (path === '/new') {
        await expect(page.getByRole('region', { name: 'Preview' }).locator('.page')).toBeVisible();
        // The miniatures bring their looks' filters, one after the other.
        await expect(page.locator('.n-mini .page')).toHaveCount(6);
      }
      await page.evaluate(() => document.fonts.ready);
      const chrome = 'body, body *:not(.page, .page *)';
      const alone = await drawn(page, chrome);
      await addAll(page, all);
      const together = await drawn(page, chrome);
      expect(together.filter((style, nth) => style !== alone[nth]).slice(0, 5), path).toEqual([]);
    }
  });

  test('every look and palette defines every design token', async ({ page }) => {
    await page.goto('/looks');
    const missing = await page.evaluate(() => [...document.querySelectorAll('.page')].flatMap(element => {
      const style = getComputedStyle(element);
      return ['--bg', '--surface', '--ink', '--soft', '--accent', '--accent-ink', '--on', '--edge'].filter(token => !/^#[0-9a-f]{3,6}$/i.test(style.getPropertyValue(token).trim())).map(token => `${element.dataset.palette} ${token}`);
    }));
    expect(missing).toEqual([]);
    await expect(page.locator('.page')).toHaveCount(24);
  });
});

test('a canvas lays each tile where its position says, and as one column under 600 px', async ({ page, person }) => {
  await person.call('POST', '/api/v1/page/import', { file: { name: 'Ada Moss', layout: 'canvas', links: ['https://one.example', 'https://two.example', 'https://three.example'] }, username: person.name });
  const { body: { draft: { tiles } } } = await person.call('GET', '/api/v1/page');
  const places = [{ x: 600, y: 400, w: 320, h: 240, z: 2 }, { x: 0, y: 0, w: 288, h: 288 }, { x: 560, y: 320, w: 240, h: 240, z: 1 }];
  for (const [nth, pos] of places.entries()) expect((await person.call('PATCH', `/api/v1/page/tiles/${tiles[nth].id}`, { pos })).status).toBe(200);
  for (const style of Object.keys(LOOKS)) {
    await person.call('PATCH', '/api/v1/page/theme', { style, motion: false });
    await person.call('POST', '/api/v1/page/publish');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/${person.name}`);
    const boxes = () => page.evaluate(all => {
      const space = document.querySelector('.space').getBoundingClientRect();
      return all.map(tile => document.getElementById(`tile-${tile.id}`)).map(element => {
        const style = getComputedStyle(element), box = element.getBoundingClientRect();
        return { x: Math.round((box.left - space.left) / space.width * 1200), y: Math.round((box.top - space.top) / space.width * 1200), w: Math.round(element.offsetWidth / space.width * 1200), h: Math.round(element.offsetHeight / space.width * 1200), z: Number(style.zIndex), top: box.top };
      });
    }, tiles);
    const wide = await boxes();
    for (const [nth, { x, y, w, h, z = 0 }] of places.entries()) {
      for (const [is, should] of [[wide[nth].x, x], [wide[nth].y, y], [wide[nth].w, w], [wide[nth].h, h]]) expect(Math.abs(is - should), `${style}: ${JSON.stringify(wide[nth])}`).toBeLessThanOrEqual(2);
      expect(wide[nth].z).toBe(z + 10);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const narrow = (await boxes()).map(box => box.top);
    // By y, then x: the second, the third, the first.
    expect(narrow[1], style).toBeLessThan(narrow[2]);
    expect(narrow[2], style).toBeLessThan(narrow[0]);
  }
});

test('rows of a grid that are not full stand in the middle', async ({ page, person }) => {
  await person.call('POST', '/api/v1/page/import', { file: { name: 'Ada Moss', layout: 'bento', links: ['https://one.example', 'https://two.example', 'https://three.example', 'https://four.example', 'https://five.example'] }, username: person.name });
  await person.call('PATCH', '/api/v1/page/theme', { motion: false });
  await person.call('POST', '/api/v1/page/publish');
  for (const [width, lasts] of [[1280, 1], [1000, 2], [700, 1]]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/${person.name}`);
    const { middle, row } = await page.evaluate(count => {
      const grid = document.querySelector('.grid').getBoundingClientRect();
      const boxes = [...document.querySelectorAll('.grid>.tile')].slice(-count).map(element => element.getBoundingClientRect());
      return { middle: grid.left + grid.width / 2, row: (boxes[0].left + boxes.at(-1).right) / 2 };
    }, lasts);
    expect(Math.abs(middle - row), `${width} wide`).toBeLessThan(1.5);
  }
});

test("painted's paper has a tooth that can be seen", async ({ page }) => {
  await page.goto(address('painted', 'meadow', 'bento'));
  // How much its shade differs from place to place, in steps of 255, as it is laid on the page.
  const depth = await page.evaluate(async () => {
    const { backgroundImage, opacity } = getComputedStyle(document.querySelector('.painted-tooth'));
    const tile = Object.assign(new Image(), { src: backgroundImage.match(/url\("(.+)"\)/)[1] });
    await tile.decode();
    const pen = new OffscreenCanvas(tile.width, tile.height).getContext('2d');
    pen.drawImage(tile, 0, 0);
    const shades = pen.getImageData(0, 0, tile.width, tile.height).data.filter((_, at) => at % 4 === 3);
    const mean = shades.reduce((sum, shade) => sum + shade, 0) / shades.length;
    return opacity * Math.sqrt(shades.reduce((sum, shade) => sum + (shade - mean) ** 2, 0) / shades.length);
  });
  expect(depth).toBeGreaterThan(1.5);
  expect(depth).toBeLessThan(5);
});

test("the name on a title slip of washi is whole, however short the words beside it", async ({ page }) => {
  for (const width of [340, 500, 590, 700, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(address('washi', 'kinari', 'bento'));
    await settled(page);
    const [name, room] = await page.locator('.washi-title b').first().evaluate(element => [element.scrollHeight, element.clientHeight]);
    expect(name, `${width} wide`).toBeLessThanOrEqual(room + 1);
  }
});
