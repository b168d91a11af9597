// Keystroke to updated preview: scripting on the main thread per key, on a brief of 100 tiles, from the browser's own
// trace. Real keys typed in three fields: the name, the title of an open tile, and the JSON. Layout and paint are
// printed beside it.
import { hundredLinks, printBudget, withMantel } from './harness.mjs';
import { saveResults } from './results.mjs';
import { DRAW, PAUSE, SCRIPT, perKey, percentile } from './trace.mjs';

const KEYS = 60, BUDGET = 16;

const brief = { mantel: 1, name: 'Ines Harrow', bio: 'Potter and field recordist.', look: 'painted', links: hundredLinks };

await withMantel(async ({ url, browser }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 960 } });
  await page.goto(`${url}/new#p=${Buffer.from(JSON.stringify(brief)).toString('base64url')}`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'Ines Harrow' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('section[aria-label=Preview] article.tile').length >= 100);

  const fields = [
    ['in the name', async () => page.getByLabel('Name', { exact: true }).focus()],
    ['in a tile’s title', async () => {
      await page.getByRole('button', { name: /Shelf number 0/ }).first().click();
      await page.getByLabel('Title', { exact: true }).first().focus();
    }],
    ['in the JSON of the page', async () => {
      await page.getByRole('tab', { name: 'JSON' }).click();
      const field = page.getByRole('textbox', { name: /^The page as JSON/ });
      await field.evaluate(textarea => { textarea.focus(); const caret = textarea.value.indexOf('Potter'); textarea.setSelectionRange(caret, caret) });
    }],
  ];
  const results = [];
  for (const [where, focus] of fields) {
    await focus();
    // Wait for the miniatures and other work after loading.
    await page.waitForTimeout(2000);
    const before = await preview.locator('.page').innerText();
    await browser.startTracing(page, { categories: ['devtools.timeline', 'v8'] });
    for (let index = 0; index < KEYS; index++) {
      await page.keyboard.press('abcdefghij'[index % 10]);
      await page.waitForTimeout(PAUSE);
    }
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    if (await preview.locator('.page').innerText() === before) throw new Error(`typing ${where} did not change the preview`);
    const script = perKey(traceEvents, SCRIPT, DRAW), draw = perKey(traceEvents, DRAW);
    printBudget(`a key ${where}: scripting, p95 of ${script.length}`, percentile(script, 0.95), BUDGET, 'ms');
    results.push({ where, script: percentile(script, 0.95), draw: percentile(draw, 0.95) });
    console.log(`        median ${percentile(script, 0.5).toFixed(1)} ms, slowest ${Math.max(...script).toFixed(1)} ms; layout and paint p95 ${percentile(draw, 0.95).toFixed(1)} ms`);
  }
  saveResults('keystroke', { found: results });
});
