// Draws docs/pictures/six-looks.webp: the tops of the sample page in six looks, three beside each other.
// `MANTEL_SERVER=… node looks/collage.mjs`, from end2end.
import { mkdirSync, writeFileSync } from 'node:fs';
import { withMantel } from '../bench/harness.mjs';
import { LOOKS, address, settled } from './catalog.js';

const out = new URL('../../docs/pictures/six-looks.webp', import.meta.url);
const WIDTH = 1280, HEIGHT = 1040, CELL = 528, GAP = 8, QUALITY = 74;

await withMantel(async ({ url, browser }) => {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const tops = [];
  for (const [look, [palette]] of Object.entries(LOOKS)) {
    await page.goto(url + address(look, palette, 'bento'));
    await settled(page);
    const { x, y } = await page.locator('.page').boundingBox();
    const shot = await page.screenshot({ fullPage: true, clip: { x, y, width: WIDTH, height: HEIGHT } });
    tops.push(`<img src="data:image/png;base64,${shot.toString('base64')}">`);
  }
  const height = Math.round(CELL * HEIGHT / WIDTH);
  const sheet = await browser.newPage({ viewport: { width: 3 * CELL + 2 * GAP, height: 2 * height + GAP } });
  await sheet.setContent(`<style>body{margin:0;display:grid;grid-template-columns:repeat(3,${CELL}px);gap:${GAP}px}img{display:block;width:${CELL}px;height:${height}px}</style>${tops.join('')}`);
  await sheet.evaluate(() => Promise.all([...document.images].map(image => image.decode())));
  const session = await sheet.context().newCDPSession(sheet);
  await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  mkdirSync(new URL('.', out), { recursive: true });
  writeFileSync(out, Buffer.from(data, 'base64'));
  console.log(`${out.pathname}: ${Math.round(data.length * 3 / 4 / 1024)} KB`);
});
