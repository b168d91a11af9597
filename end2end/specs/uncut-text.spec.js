// No look, size, layout or language cuts a word: measured on one page of every tile type, in every size, with a table of
// texts, at four widths.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '../fixtures.js';
import { LAYOUTS, LOOKS } from '../looks/catalog.js';
import { NOTE_WIDTHS, differences, table, textBoxes, textBoxesPage } from '../looks/text_boxes.js';
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

// `UPDATE_TEXT_BOXES=1` writes the table anew.
test('words are measured in the boxes that the looks draw', async ({ page, person }) => {
  const picture = await uploadPicture(page.context().browser(), person, '/samples/dahlia.avif'), looks = {};
  for (const style of Object.keys(LOOKS)) {
    const file = { ...textBoxesPage(picture), theme: { style } };
    expect((await person.call('POST', '/api/v1/page/import', { file, username: person.name, replace: true })).status).toBeLessThan(300);
    expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
    looks[style] = {};
    for (const [phone, width] of [[false, 1280], [true, 390]]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/${person.name}`);
      await page.evaluate(upright);
      Object.assign(looks[style], await page.evaluate(textBoxes, { phone, noteWidths: NOTE_WIDTHS }));
    }
  }
  const path = new URL('../../server/src/word_breaks/text_boxes.json', import.meta.url);
  if (process.env.UPDATE_TEXT_BOXES) writeFileSync(path, table(looks));
  expect(differences(JSON.parse(readFileSync(path, 'utf8')), JSON.parse(table(looks)))).toEqual([]);
});
