// The looks: contrast of every palette, overflow, weight, layout shift, isolation of each, reviewed screenshots.
import { OF_COLOURS, WCAG_AA, axeViolations } from '../axe.js';
import { expect, test } from '../fixtures.js';
import { LAYOUTS, LOOKS, address, settled } from '../looks/catalog.js';
import { samplePage } from '../sample-page.js';

// As most people see it, with motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// The sample page as a file, with its images uploaded to the server under test.
const uploadedSample = (page, person) => samplePage(page.context().browser(), person);
// The cumulative layout shift of a visit.
async function layoutShift(page, path) {
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifted += entry.value }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await settled(page);
  return page.evaluate(() => window.shifted);
}
const reducedMotion = { contextOptions: { reducedMotion: 'reduce' } };

test.describe('the gallery', () => {
  test.use(reducedMotion);

  test('shows every look in its four palettes and each layout, without JavaScript', async ({ browser, mantel }) => {
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

  test('answers 404 for a look or palette that does not exist', async ({ request }) => {
    for (const path of ['/looks/press', '/looks/cozy/kinari', '/looks/baroque/gold']) {
      expect((await request.get(path)).status(), path).toBe(404);
    }
    expect((await request.get('/looks/cozy', { maxRedirects: 0 })).headers().location).toBe('/looks/cozy/oak');
  });
});

for (const [look, palettes] of Object.entries(LOOKS)) {
  test.describe(look, () => {
    test.use(reducedMotion);

    test('is accessible in every palette and layout (axe, AA contrast)', async ({ page }) => {
      test.setTimeout(240_000);
      for (const palette of palettes) for (const layout of LAYOUTS) {
        await page.goto(address(look, palette, layout));
        await settled(page);
        const options = palette === palettes[0] ? { runOnly: [...WCAG_AA, 'best-practice'], rules: { region: { enabled: false } } } : { runOnly: OF_COLOURS };
        const violations = await axeViolations(page, options, '.page');
        const serious = violations.filter(violation => ['serious', 'critical'].includes(violation.impact)).flatMap(violation => violation.nodes.map(node => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary.split('\n').pop().trim()}`));
        expect(serious, `${palette} ${layout}`).toEqual([]);
      }
    });

    test('keeps text at 14 px or more and inside the window from 320 to 2560 px', async ({ page }) => {
      test.setTimeout(120_000);
      for (const layout of LAYOUTS) {
        await page.goto(address(look, palettes[0], layout));
        await settled(page);
        for (const width of [320, 390, 600, 768, 900, 1280, 2560]) {
          await page.setViewportSize({ width, height: 900 });
          const problems = await page.evaluate(() => {
            const texts = [...document.querySelectorAll('.page :is(.name,.bio,.place,.title,.desc,.words,.dom,.meta,.kick,.handle)')]
              .filter(element => element.getClientRects().length && element.textContent.trim() && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
            const describe = element => `${element.closest('.tile')?.className ?? 'profile'} ${element.className}: ${element.textContent.trim().slice(0, 30)}`;
            // A label that is reduced to its icon has no width.
            const shown = texts.filter(element => { const { width, height } = element.getBoundingClientRect(); return width > 2 && height > 2 });
            return [
              ...shown.filter(element => { const { left, right } = element.getBoundingClientRect(); return left < -1 || right > innerWidth + 1 }).map(element => `outside: ${describe(element)}`),
              ...shown.filter(element => parseFloat(getComputedStyle(element).fontSize) < 13.99).map(element => `small (${getComputedStyle(element).fontSize}): ${describe(element)}`),
              ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
            ];
          });
          expect(problems, `${layout} at ${width}`).toEqual([]);
        }
      }
    });

    test('stays within its budgets of bytes and requests, without layout shift', async ({ page, person }) => {
      const file = await uploadedSample(page, person);
      await person.call('POST', '/api/v1/page/import', { file, username: person.name });
      expect((await person.call('PATCH', '/api/v1/page/theme', { style: look })).status).toBe(200);
      await person.call('POST', '/api/v1/page/publish');
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      const responses = new Map(), bytes = { text: 0, font: 0 }, requests = { fonts: 0, others: 0, foreign: 0, scripts: 0 };
      session.on('Network.responseReceived', event => responses.set(event.requestId, { type: event.type, url: event.response.url }));
      session.on('Network.loadingFinished', event => {
        const { type, url } = responses.get(event.requestId) ?? {};
        if (!url || url.startsWith('data:')) return;
        if (!url.startsWith(person.url)) requests.foreign += 1;
        if (['Document', 'Stylesheet', 'Script'].includes(type)) bytes.text += event.encodedDataLength;
        if (type === 'Script') requests.scripts += 1;
        if (type === 'Font') { bytes.font += event.encodedDataLength; requests.fonts += 1 }
        // The owner's images do not count.
        if (!url.startsWith(`${person.url}/media/`)) requests.others += 1;
      });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/${person.name}`, { waitUntil: 'networkidle' });
      await settled(page);
      expect(requests.foreign).toBe(0);
      expect(requests.scripts, 'scripts').toBe(look === 'lofi' ? 1 : 0);
      expect(requests.fonts, 'font files').toBeLessThanOrEqual(5);
      expect(requests.others, 'requests beside the owner\'s images').toBeLessThanOrEqual(10);
      expect(bytes.text / 1024, 'KB of HTML, CSS and script').toBeLessThanOrEqual(60);
      expect(bytes.font / 1024, 'KB of fonts').toBeLessThanOrEqual(120);
      const filtered = await page.evaluate(() => [...document.querySelectorAll('.page *')].flatMap(element => [null, '::before', '::after'].map(part => getComputedStyle(element, part))).filter(style => /url\(/.test(style.filter) && style.content !== 'none').length);
      expect(filtered, 'elements with a url() filter').toBeLessThanOrEqual(24);
      // A second visit has its fonts cached; the next test is about fonts that load late.
      expect(await layoutShift(page, `/${person.name}`), 'cumulative layout shift').toBe(0);
    });

    test('hardly shifts when fonts load late', async ({ page, person }) => {
      await person.call('POST', '/api/v1/page/import', { file: { ...await uploadedSample(page, person), theme: { style: look } }, username: person.name });
      await person.call('POST', '/api/v1/page/publish');
      await page.setViewportSize({ width: 390, height: 844 });
      // No font is delivered before the first paint.
      let releaseFonts;
      const painted = new Promise(resolve => { releaseFonts = resolve });
      await page.route('**/*.woff2', async route => { await painted; await route.continue() });
      const shift = layoutShift(page, `/${person.name}`);
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      releaseFonts();
      expect(await shift).toBeLessThan(0.05);
    });

    test('renders a page of one tile and one of two hundred', async ({ page, person }) => {
      test.setTimeout(180_000);
      const whole = await uploadedSample(page, person), gridTiles = whole.tiles.filter(tile => tile.type !== 'social').map(({ id, ...tile }) => tile);
      // Every tile type, in each of the four sizes in turn.
      const many = Array.from({ length: 200 }, (_, index) => {
        const tile = gridTiles[index % gridTiles.length];
        return tile.type === 'heading' ? tile : { ...tile, size: 'swtl'[Math.floor(index / gridTiles.length) % 4] };
      });
      for (const tiles of [[gridTiles.find(tile => tile.type === 'link')], many]) {
        const { status } = await person.call('POST', '/api/v1/page/import', { file: { ...whole, theme: { style: look }, tiles }, username: person.name, replace: true });
        expect(status).toBe(201);
        expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          await page.goto(`/${person.name}`);
          await settled(page);
          const shift = await layoutShift(page, `/${person.name}`);
          const context = `${tiles.length} tiles at ${width}`;
          const rendered = await page.evaluate(() => ({
            hidden: [...document.querySelectorAll('.page .tile')].filter(element => {
              const { left, right, width, height } = element.getBoundingClientRect();
              return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || width < 8 || height < 8 || left < -1 || right > innerWidth + 1;
            }).map(element => element.className),
            tiles: document.querySelectorAll('.page .tile').length,
            overflow: document.documentElement.scrollWidth - innerWidth,
          }));
          expect(rendered.tiles, context).toBe(tiles.length);
          expect(rendered.hidden, context).toEqual([]);
          expect(rendered.overflow, context).toBeLessThanOrEqual(0);
          expect(shift, context).toBeLessThan(0.0005);
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
        const screenshot = await page.locator('.page').screenshot({ type: 'jpeg', quality: 64 });
        expect(screenshot).toMatchSnapshot(`${look}-${width}.jpg`, { maxDiffPixelRatio: 0.04, threshold: 0.25 });
        await context.close();
      }
    });
  });
}

test.describe('isolation', () => {
  test.use(reducedMotion);

  // The computed styles that determine how each element looks.
  const computedStyles = (page, selector = 'body, body *') => page.evaluate(selector => {
    const properties = ['color', 'background-color', 'background-image', 'font-family', 'font-size', 'font-weight', 'line-height', 'letter-spacing', 'text-transform', 'text-align', 'display', 'position', 'top', 'left', 'width', 'height', 'margin', 'padding', 'border', 'border-radius', 'box-shadow', 'clip-path', 'mask', 'filter', 'mix-blend-mode', 'opacity', 'rotate', 'translate', 'transform', 'overflow', 'z-index', 'outline', 'text-shadow', 'animation-name'];
    return [...document.querySelectorAll(selector)].flatMap(element => [null, '::before', '::after'].map(part => {
      const style = getComputedStyle(element, part);
      return `${element.tagName}.${element.getAttribute('class') ?? ''}${part ?? ''} ` + properties.map(name => `${name}:${style.getPropertyValue(name)}`).join(';');
    }));
  }, selector);
  const addStylesheets = async (page, stylesheets) => {
    await page.evaluate(hrefs => Promise.all(hrefs.filter(href => !document.querySelector(`link[href="${href}"]`)).map(href => new Promise(resolve => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve, onerror: resolve });
      document.head.append(link);
    }))), stylesheets);
    await page.evaluate(() => document.fonts.ready);
  };
  const lookStylesheets = async page => {
    await page.goto('/looks');
    const hrefs = await page.evaluate(() => [...document.querySelectorAll('link[rel=stylesheet]')].map(link => link.getAttribute('href')));
    return hrefs.filter(href => Object.keys(LOOKS).some(look => href.includes(`/${look}.`)));
  };

  test('the stylesheet of a look changes no other look', async ({ page }) => {
    test.setTimeout(120_000);
    const stylesheets = await lookStylesheets(page);
    expect(stylesheets).toHaveLength(6);
    for (const [look, [palette]] of Object.entries(LOOKS)) {
      await page.goto(address(look, palette, 'bento'));
      await settled(page);
      const alone = await computedStyles(page);
      await addStylesheets(page, stylesheets);
      const together = await computedStyles(page);
      expect(together.filter((style, index) => style !== alone[index]).slice(0, 5), look).toEqual([]);
    }
  });

  test('the stylesheet of a look changes none of Mantel\'s own screens', async ({ page }) => {
    const stylesheets = await lookStylesheets(page);
    for (const path of ['/signup', '/docs/errors', '/new']) {
      await page.goto(path);
      if (path === '/new') {
        await expect(page.getByRole('region', { name: 'Preview' }).locator('.page')).toBeVisible();
        // Each miniature loads the SVG filters of its look.
        await expect(page.locator('.brief-mini .page')).toHaveCount(6);
      }
      await page.evaluate(() => document.fonts.ready);
      const chrome = 'body, body *:not(.page, .page *)';
      const alone = await computedStyles(page, chrome);
      await addStylesheets(page, stylesheets);
      const together = await computedStyles(page, chrome);
      expect(together.filter((style, index) => style !== alone[index]).slice(0, 5), path).toEqual([]);
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

test('no tile is hidden when the page is loaded', async ({ browser, mantel, person }) => {
  const file = await samplePage(browser, person);
  await person.call('POST', '/api/v1/page/import', { file, username: person.name });
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const context = await browser.newContext({ baseURL: mantel.url, reducedMotion });
    const page = await context.newPage();
    await page.addInitScript(() => addEventListener('load', () => {
      const seen = element => { const style = getComputedStyle(element); return Number(style.opacity) === 1 && style.visibility === 'visible' };
      const tiles = [...document.querySelectorAll('.page .tile')];
      window.atLoad = { tiles: tiles.length, hidden: tiles.filter(tile => ![tile, tile.firstElementChild].every(seen)).map(tile => tile.className) };
    }));
    for (const style of Object.keys(LOOKS)) {
      await person.call('PATCH', '/api/v1/page/theme', { style });
      await person.call('POST', '/api/v1/page/publish');
      await page.goto(`/${person.name}`);
      const { tiles, hidden } = await page.evaluate(() => window.atLoad);
      expect(tiles).toBeGreaterThan(8);
      expect(hidden, `${style}, ${reducedMotion}`).toEqual([]);
    }
    await context.close();
  }
});

test('the miniatures of the gallery have their pictures once it is loaded', async ({ page }) => {
  await page.goto('/looks', { waitUntil: 'load' });
  const missing = await page.evaluate(() => [...document.querySelectorAll('.gallery-cards .page img')].filter(image => !image.complete || !image.naturalWidth).length);
  expect(missing).toBe(0);
});

test('an accent that could not be seen is held, and stored as chosen', async ({ page, person }) => {
  await person.call('POST', '/api/v1/page/import', { file: { name: 'Ada Moss', links: ['https://one.example'] }, username: person.name });
  for (const [style, accent] of [['night', '#000000'], ['lofi', '#ffffff']]) {
    await person.call('PATCH', '/api/v1/page/theme', { style, accent });
    await person.call('POST', '/api/v1/page/publish');
    expect((await person.call('GET', '/api/v1/page')).body.draft.theme.accent).toBe(accent);
    await page.goto(`/${person.name}`);
    const contrast = await page.locator('.page').evaluate(element => {
      const style = getComputedStyle(element);
      const luminance = name => {
        const linear = [1, 3, 5].map(at => parseInt(style.getPropertyValue(name).trim().slice(at, at + 2), 16) / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
      };
      const [light, dark] = [luminance('--accent'), luminance('--surface')].sort((one, other) => other - one);
      return (light + 0.05) / (dark + 0.05);
    });
    expect(contrast, style).toBeGreaterThanOrEqual(3);
  }
});

test("cobalt's words end before the rays of its moon", async ({ page, person }) => {
  const profile = { name: 'Ines Harrow', bio: 'Slow things, mostly out of doors, where the kiln is warm and the river runs by. '.repeat(4), location: 'Lisbon, near the river' };
  await person.call('POST', '/api/v1/page/import', { file: { mantel: 1, profile, tiles: [], theme: { style: 'cobalt', motion: false } }, username: person.name });
  await person.call('POST', '/api/v1/page/publish');
  await page.goto(`/${person.name}`);
  for (const width of [640, 768, 900, 1000, 1100, 1200, 1247, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const [words, rays] = await page.evaluate(() => [Math.max(...[...document.querySelectorAll('.bio,.place')].map(element => element.getBoundingClientRect().right)), document.querySelector('.cobalt-rays').getBoundingClientRect().left]);
    expect(words, `${width} px wide`).toBeLessThanOrEqual(rays + 1);
  }
});

test('the free layout places each tile at its position, and in one column under 600 px', async ({ page, person }) => {
  await person.call('POST', '/api/v1/page/import', { file: { name: 'Ada Moss', layout: 'canvas', links: ['https://one.example', 'https://two.example', 'https://three.example'] }, username: person.name });
  const { body: { draft: { tiles } } } = await person.call('GET', '/api/v1/page');
  const positions = [{ x: 600, y: 400, w: 320, h: 240, z: 2 }, { x: 0, y: 0, w: 288, h: 288 }, { x: 560, y: 320, w: 240, h: 240, z: 1 }];
  for (const [index, pos] of positions.entries()) expect((await person.call('PATCH', `/api/v1/page/tiles/${tiles[index].id}`, { pos })).status).toBe(200);
  for (const style of Object.keys(LOOKS)) {
    await person.call('PATCH', '/api/v1/page/theme', { style, motion: false });
    await person.call('POST', '/api/v1/page/publish');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/${person.name}`);
    const boxes = () => page.evaluate(tiles => {
      const space = document.querySelector('.space').getBoundingClientRect();
      return tiles.map(tile => document.getElementById(`tile-${tile.id}`)).map(element => {
        const style = getComputedStyle(element), box = element.getBoundingClientRect();
        return { x: Math.round((box.left - space.left) / space.width * 1200), y: Math.round((box.top - space.top) / space.width * 1200), w: Math.round(element.offsetWidth / space.width * 1200), h: Math.round(element.offsetHeight / space.width * 1200), z: Number(style.zIndex), top: box.top };
      });
    }, tiles);
    const wide = await boxes();
    for (const [index, { x, y, w, h, z = 0 }] of positions.entries()) {
      for (const [actual, expected] of [[wide[index].x, x], [wide[index].y, y], [wide[index].w, w], [wide[index].h, h]]) expect(Math.abs(actual - expected), `${style}: ${JSON.stringify(wide[index])}`).toBeLessThanOrEqual(2);
      expect(wide[index].z).toBe(z + 10);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const narrow = (await boxes()).map(box => box.top);
    // Ordered by y, then x: the second, the third, the first.
    expect(narrow[1], style).toBeLessThan(narrow[2]);
    expect(narrow[2], style).toBeLessThan(narrow[0]);
  }
});

test('incomplete rows of the grid are centred', async ({ page, person }) => {
  await person.call('POST', '/api/v1/page/import', { file: { name: 'Ada Moss', layout: 'bento', links: ['https://one.example', 'https://two.example', 'https://three.example', 'https://four.example', 'https://five.example'] }, username: person.name });
  await person.call('PATCH', '/api/v1/page/theme', { motion: false });
  await person.call('POST', '/api/v1/page/publish');
  for (const [width, tilesInLastRow] of [[1280, 1], [1000, 2], [700, 1]]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/${person.name}`);
    const { middle, row } = await page.evaluate(count => {
      const grid = document.querySelector('.grid').getBoundingClientRect();
      const boxes = [...document.querySelectorAll('.grid>.tile')].slice(-count).map(element => element.getBoundingClientRect());
      return { middle: grid.left + grid.width / 2, row: (boxes[0].left + boxes.at(-1).right) / 2 };
    }, tilesInLastRow);
    expect(Math.abs(middle - row), `${width} px wide`).toBeLessThan(1.5);
  }
});

test("painted's paper texture is visible", async ({ page }) => {
  await page.goto(address('painted', 'meadow', 'bento'));
  // The standard deviation of its opacity, in steps of 255, as it is applied to the page.
  const depth = await page.evaluate(async () => {
    const { backgroundImage, opacity } = getComputedStyle(document.querySelector('.painted-tooth'));
    const tile = Object.assign(new Image(), { src: backgroundImage.match(/url\("(.+)"\)/)[1] });
    await tile.decode();
    const context = new OffscreenCanvas(tile.width, tile.height).getContext('2d');
    context.drawImage(tile, 0, 0);
    const shades = context.getImageData(0, 0, tile.width, tile.height).data.filter((_, index) => index % 4 === 3);
    const mean = shades.reduce((sum, shade) => sum + shade, 0) / shades.length;
    return opacity * Math.sqrt(shades.reduce((sum, shade) => sum + (shade - mean) ** 2, 0) / shades.length);
  });
  expect(depth).toBeGreaterThan(1.5);
  expect(depth).toBeLessThan(5);
});

test("the name on a title slip of washi is never cut off", async ({ page }) => {
  for (const width of [340, 500, 590, 700, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(address('washi', 'kinari', 'bento'));
    await settled(page);
    const [scrollHeight, clientHeight] = await page.locator('.washi-title b').first().evaluate(element => [element.scrollHeight, element.clientHeight]);
    expect(scrollHeight, `${width} px wide`).toBeLessThanOrEqual(clientHeight + 1);
  }
});
