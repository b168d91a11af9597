// No look, size, layout or language cuts a word: measured on one page of every tile type, in every size, with a table of
// texts, at four widths.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '../fixtures.js';
import { LAYOUTS, LOOKS } from '../looks/catalog.js';
import { FONTS, NOTE_WIDTHS, adoptStylesheet, differences, leaveUnpainted, setFont, table, textBoxes, textBoxesPage } from '../looks/text_boxes.js';
import { cutWords, upright, uncutTextPage } from '../looks/uncut_text.js';
import { uploadPicture } from '../sample-page.js';

for (const look of Object.keys(LOOKS)) for (const layout of LAYOUTS) {
  test(`${look} cuts no word in a ${layout}`, async ({ page, person }) => {
    const picture = await uploadPicture(page.context().browser(), person, '/samples/dahlia.avif');
    const file = { ...uncutTextPage(picture), theme: { style: look, layout } };
    expect((await person.call('POST', '/api/v1/page/import', { file, username: person.name })).status).toBe(201);
    expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
    await page.goto(`/${person.name}`);
    await page.evaluate(upright);
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => document.fonts.ready);
      expect(await page.evaluate(cutWords), `${width} px wide`).toEqual([]);
    }
  });
}

// `UPDATE_TEXT_BOXES=1` measures everything and writes the tables anew. Otherwise typefaces other than the look's are measured
// in one of the layouts, in each another one in turn: that is a third of the time.
const UPDATE = Boolean(process.env.UPDATE_TEXT_BOXES);
for (const [at, look] of Object.keys(LOOKS).entries()) test(`words are measured in the boxes that ${look} draws`, async ({ page, person }) => {
  const picture = await uploadPicture(page.context().browser(), person, '/samples/dahlia.avif'), layouts = {};
  // A published page has the rules of its own typeface alone; the editor's page links all of them.
  const stylesheet = (await person.call('GET', '/new')).body.match(new RegExp(`/assets/${look}\\.[^"\\s&]*css`))[0];
  for (const layout of LAYOUTS) {
    const file = { ...textBoxesPage(picture), theme: { style: look, layout } }, fonts = layouts[layout] = {};
    expect((await person.call('POST', '/api/v1/page/import', { file, username: person.name, replace: true })).status).toBeLessThan(300);
    expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
    for (const [phone, width] of [[false, 1280], [true, 390]]) {
      await page.setViewportSize({ width, height: 300 });
      await page.goto(`/${person.name}`);
      await page.evaluate(upright);
      await page.evaluate(leaveUnpainted);
      const measured = () => page.evaluate(textBoxes, { phone, layout, noteWidths: NOTE_WIDTHS });
      const published = await measured();
      await page.evaluate(adoptStylesheet, stylesheet);
      for (const font of UPDATE || LAYOUTS[at % LAYOUTS.length] === layout ? FONTS : ['look']) {
        await page.evaluate(setFont, font);
        fonts[font] = { ...fonts[font], ...await measured() };
      }
      expect(fonts.look).toMatchObject(published);
    }
  }
  const path = new URL(`../../server/src/word_breaks/boxes/${look}.json`, import.meta.url);
  if (UPDATE) writeFileSync(path, table(layouts));
  expect(differences(JSON.parse(readFileSync(path, 'utf8')), JSON.parse(table(layouts)))).toEqual([]);
});

// What the check of a page says of words, beside what the browser does: in each look another layout and typeface.
const LENGTHS = [...Array(22).keys()].map(at => 6 + 2 * at);
const PAGES = [
  ['painted', 'bento', 'mono'], ['cozy', 'list', 'hand'], ['washi', 'canvas', 'grotesk'], ['lofi', 'bento', 'humanist'],
  ['cobalt', 'list', 'pixel'], ['night', 'bento', 'look'], ['painted', 'canvas', 'look'], ['night', 'canvas', 'mincho'],
];
for (const [look, layout, font] of PAGES) {
  test(`the check names the words that ${look} breaks in a ${layout} in ${font}`, async ({ page, person }) => {
    const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwenrente', kinds = [
      title => ({ type: 'link', url: `https://harrow.example/${title}`, title, size: 's' }),
      title => ({ type: 'link', url: `https://harrow.example/${title}`, title, size: 'w' }),
      text => ({ type: 'text', text, size: 's' }),
      text => ({ type: 'text', text, size: 't' }),
      title => ({ type: 'link', url: `https://harrow.example/${title}`, title, size: 's', ...layout === 'canvas' ? { pos: { x: 0, y: 0, w: 420, h: 230 } } : {} }),
    ];
    const words = kinds.flatMap((_, at) => LENGTHS.map(length => LONG.slice(at, at + length)));
    const tiles = words.map((word, at) => ({ color: 'auto', ...kinds[Math.floor(at / LENGTHS.length)](word) }));
    const file = { mantel: 1, profile: { name: 'Ines' }, tiles, theme: { style: look, layout, font } };
    expect((await person.call('POST', '/api/v1/page/import', { file, username: person.name })).status).toBe(201);
    expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
    const found = (await person.call('GET', '/api/v1/page/check')).body.findings.filter(({ code }) => code === 'word');
    const told = form => words.map(word => found.some(({ message }) => message.includes(`“${word}”`) && (message.includes(form) || message.includes('phones and'))));
    for (const [form, width] of [['wide screen', 1280], ['on a phone', 390]]) {
      await page.setViewportSize({ width, height: 300 });
      await page.goto(`/${person.name}`);
      await page.evaluate(upright);
      const broken = await page.evaluate(words => {
        const texts = new Map([...document.querySelectorAll('.tile :is(.title,.words)')].map(element => [element.textContent.trim(), element]));
        return words.map(word => {
          const range = document.createRange();
          range.selectNodeContents(texts.get(word));
          const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
          return new Set(lines.map(({ top }) => Math.round(top))).size > 1;
        });
      }, words);
      const first = (all, kind) => { const at = all.slice(kind * LENGTHS.length, (kind + 1) * LENGTHS.length).indexOf(true); return at < 0 ? LENGTHS.length : at };
      const said = told(form), pairs = kinds.map((_, kind) => [first(broken, kind), first(said, kind)]);
      // A letter or two near the end of a line.
      expect(pairs.filter(([is, said]) => Math.abs(is - said) > 1), `${form}: ${pairs.join(' ')}`).toEqual([]);
    }
  });
}
