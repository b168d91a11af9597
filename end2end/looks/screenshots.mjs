// Takes every look, palette and layout at two widths into end2end/shots, with a contact sheet: `make looks`.
// `node looks/screenshots.mjs night cobalt` takes those two alone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withMantel } from '../bench/harness.mjs';
import { LAYOUTS, LOOKS, address, settled } from './catalog.js';

const folder = new URL('../shots/', import.meta.url).pathname;
const wanted = process.argv.slice(2);
const looks = Object.entries(LOOKS).filter(([look]) => !wanted.length || wanted.includes(look));
const WIDTHS = [1280, 390];
mkdirSync(folder, { recursive: true });

await withMantel(async ({ url, browser }) => {
  const name = (look, palette, layout, width) => `${look}-${palette}-${layout}-${width}.png`;
  for (const width of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const [look, palettes] of looks) {
      for (const palette of palettes) for (const layout of LAYOUTS) {
        await page.goto(url + address(look, palette, layout));
        await settled(page);
        await page.locator('.page').screenshot({ path: join(folder, name(look, palette, layout, width)) });
      }
      console.log(`${look} at ${width}`);
    }
    await context.close();
  }
  const cell = (look, palette, layout, width) => {
    const file = name(look, palette, layout, width);
    return `<a href="${file}"><img class="w${width}" src="${file}" alt="${look}, ${palette}, ${layout}, ${width}"></a>`;
  };
  const rows = looks.map(([look, palettes]) => `<h2>${look}</h2>` + palettes.map(palette =>
    `<h3>${palette}</h3><div>${LAYOUTS.flatMap(layout => WIDTHS.map(width => cell(look, palette, layout, width))).join('')}</div>`).join('')).join('');
  const sheet = join(folder, 'index.html');
  writeFileSync(sheet, `<!doctype html><meta charset=utf-8><title>Looks</title><style>body{font:15px system-ui;margin:24px;background:#888}div{display:flex;gap:8px;align-items:start}img{display:block;height:auto}.w1280{width:320px}.w390{width:98px}</style>${rows}`);
  const page = await browser.newPage({ viewport: { width: 1380, height: 900 } });
  await page.goto(pathToFileURL(sheet).href);
  await page.screenshot({ path: join(folder, 'sheet.png'), fullPage: true });
  console.log(`${sheet} shows them all, sheet.png as one picture`);
});
