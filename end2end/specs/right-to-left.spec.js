// A page in Arabic is laid out from the right in every look and layout; on a canvas, objects stay where their owner put them.
import { EVERY_RULE, axeViolations, byElement } from '../axe.js';
import { expect, test } from '../fixtures.js';
import { LAYOUTS, LOOKS, settled } from '../looks/catalog.js';
import { arabicPage, notFromTheRight, tileEdges } from '../looks/right_to_left.js';
import { cutWords, upright } from '../looks/uncut_text.js';
import { uploadPicture } from '../sample-page.js';

const WIDTHS = [320, 390, 1280];

async function published(page, person, lang, theme) {
  const picture = await uploadPicture(page.context().browser(), person, '/samples/dahlia.avif');
  expect((await person.call('POST', '/api/v1/page/import', { file: { ...arabicPage(picture), theme }, username: person.name })).status).toBe(201);
  await speak(page, person, lang);
}

async function speak(page, person, lang) {
  expect((await person.call('PATCH', '/api/v1/page/profile', { lang })).status).toBe(200);
  expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
  await page.goto(`/${person.name}`);
  await settled(page);
}

async function edges(page, width) {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(tileEdges);
}

for (const look of Object.keys(LOOKS)) for (const layout of LAYOUTS) {
  test(`${look} is laid out from the right in a ${layout}`, async ({ page, person }) => {
    await published(page, person, 'ar', { style: look, layout });
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    for (const whole of ['html', '.page']) await expect(page.locator(whole)).toHaveAttribute('dir', 'rtl');
    expect(byElement(await axeViolations(page, { runOnly: EVERY_RULE }))).toEqual([]);
    await page.evaluate(upright);
    const arabic = {};
    for (const width of WIDTHS) {
      arabic[width] = await edges(page, width);
      expect(await page.evaluate(notFromTheRight), `${width} px wide`).toEqual([]);
      expect(await page.evaluate(cutWords), `${width} px wide`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `sideways at ${width} px`).toBeLessThanOrEqual(0);
    }
    // The same words in a page from left to right: mirrored, but on a wide canvas, whose places are the owner's.
    await speak(page, person, 'en');
    await expect(page.locator('.page')).toHaveAttribute('dir', 'ltr');
    await page.evaluate(upright);
    for (const width of WIDTHS) {
      const english = await edges(page, width);
      expect(arabic[width].length).toBe(english.length);
      for (const [index, { tile, left, right }] of english.entries()) {
        const own = arabic[width][index];
        const expected = layout === 'canvas' && width >= 600 ? left : width - right;
        expect(Math.abs(own.left - expected), `${tile} ${index} at ${width} px: ${own.left}, not ${expected}`).toBeLessThanOrEqual(1);
      }
    }
    // Some row has two tiles, or this would hold for any page.
    if (layout === 'bento') expect(arabic[1280].some((tile, index, all) => all.some(other => other.order === tile.order + 1 && Math.abs(other.top - tile.top) < 1 && other.right < tile.left))).toBe(true);
  });
}

for (const look of Object.keys(LOOKS)) {
  test(`${look} leaves left and right to the owner of an Arabic page`, async ({ page, person }) => {
    await published(page, person, 'ar', { style: look, align: 'left' });
    // The words of the profile and the handles: nearer to the left of the profile than to its right.
    const side = () => page.evaluate(() => {
      const middle = boxes => (Math.min(...boxes.map(box => box.left)) + Math.max(...boxes.map(box => box.right))) / 2;
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.page .bio'));
      const bio = document.querySelector('.page .bio').getBoundingClientRect();
      return Math.sign((bio.left + bio.right) / 2 - middle([...range.getClientRects()]));
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await side(), 'left').toBeGreaterThanOrEqual(0);
    expect((await person.call('PATCH', '/api/v1/page/theme', { align: 'right' })).status).toBe(200);
    expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
    await page.reload();
    expect(await side(), 'right').toBeLessThanOrEqual(0);
  });
}
