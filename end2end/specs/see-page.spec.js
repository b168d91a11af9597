// Pictures of pages (see_page, /api/v1/page/picture): what the server's own browser draws is what a visitor's browser shows.
import { expect, test } from '../fixtures.js';
import { LOOKS } from '../looks/catalog.js';
import { samplePage } from '../sample-page.js';
import { pixels } from '../screenshots.js';

const WIDTHS = { phone: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } };

// The part of the pixels of two PNGs that differ visibly, and whether they are of one size; counted in a page.
const difference = async (page, one, other) => page.evaluate(([a, b]) => {
  if (a.width !== b.width || a.height !== b.height) return `${a.width} × ${a.height} and ${b.width} × ${b.height}`;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const distance = [0, 1, 2].reduce((sum, channel) => sum + Math.abs(a.data[at + channel] - b.data[at + channel]), 0);
    if (distance > 48) differing++;
  }
  return differing / (a.data.length / 4);
}, [await pixels(page, one), await pixels(page, other)]);

for (const look of Object.keys(LOOKS)) {
  test(`a picture of a page in ${look} is what a browser shows`, async ({ browser, drawing, page }) => {
    const file = await samplePage(browser, drawing.person);
    await drawing.person.call('POST', '/api/v1/page/import', { file: { ...file, look }, username: drawing.person.name, replace: true });
    await drawing.person.call('PATCH', '/api/v1/page/theme', { style: look });
    const { body: { preview: { url } } } = await drawing.person.call('POST', '/api/v1/page/preview');
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      const context = await browser.newContext({ viewport, javaScriptEnabled: false, reducedMotion: 'reduce' });
      const visit = await context.newPage();
      await visit.goto(url, { waitUntil: 'networkidle' });
      // What is far down loads when it comes near.
      for (let y = 0, height = await visit.evaluate(() => document.documentElement.scrollHeight); y < height; y += 600) await visit.mouse.wheel(0, 600);
      // A page that was idle once counts as idle, whatever began to load since.
      const loaded = () => visit.evaluate(() => [...document.images].filter(image => image.checkVisibility()).every(image => image.naturalWidth > 0));
      await expect.poll(loaded, { message: 'every picture is loaded', timeout: 15_000 }).toBe(true);
      await visit.mouse.wheel(0, -100_000);
      // The wheel turns later than it is asked to, and what is drawn only in view (cobalt's sky) is drawn after that.
      const atTop = () => visit.evaluate(() => scrollY === 0 && [...document.querySelectorAll('.profile *')].every(part => !part.checkVisibility() || part.checkVisibility({ contentVisibilityAuto: true })));
      await expect.poll(atTop, { message: 'the top of the page is drawn' }).toBe(true);
      const shown = await visit.screenshot({ fullPage: true });
      const drawn = await drawing.picture(`width=${width}&format=png`);
      expect(await difference(page, drawn, shown), `${look}, ${width}`).toBeLessThan(0.01);
      expect((await drawing.picture(`width=${width}`)).length).toBeLessThanOrEqual(300 * 1024);
      await context.close();
    }
  });
}
