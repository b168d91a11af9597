// Keystroke to updated preview: scripting on the main thread per key, on a brief of 100 tiles, from the browser's own trace.
// Typed by real keys in three places: the name, an opened tile's title, and the JSON field. Layout and paint are told beside it.
import { hundred, tell, withMantel } from './harness.mjs';
import { keep } from './results.mjs';
import { DRAW, PAUSE, SCRIPT, perKey, share } from './trace.mjs';

const KEYS = 60, BUDGET = 16;

const brief = { mantel: 1, name: 'Ines Harrow', bio: 'Potter and field recordist.', look: 'painted', links: hundred };

await withMantel(async ({ url, browser }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 960 } });
  await page.goto(`${url}/new#p=${Buffer.from(JSON.stringify(brief)).toString('base64url')}`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'Ines Harrow' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('section[aria-label=Preview] article.tile').length >= 100);

  const places = [
    ['in the name', async () => page.getByLabel('Name', { exact: true }).focus()],
    ['in a tile’s title', async () => {
      await page.getByRole('button', { name: /Shelf number 0/ }).first().click();
      await page.getByLabel('Title', { exact: true }).first().focus();
    }],
    ['in the JSON of the page', async () => {
      await page.getByRole('tab', { name: 'JSON' }).click();
      const field = page.getByRole('textbox', { name: /^The page as JSON/ });
      await field.evaluate(textarea => { textarea.focus(); const at = textarea.value.indexOf('Potter'); textarea.setSelectionRange(at, at) });
    }],
  ];
  const found = [];
  for (const [where, go] of places) {
    await go();
    // The miniatures and other late work of the first seconds are not a keystroke's.
    await page.waitForTimeout(2000);
    const shown = await preview.locator('.page').innerText();
    await browser.startTracing(page, { categories: ['devtools.timeline', 'v8'] });
    for (let nth = 0; nth < KEYS; nth++) {
      await page.keyboard.press('abcdefghij'[nth % 10]);
      await page.waitForTimeout(PAUSE);
    }
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    if (await preview.locator('.page').innerText() === shown) throw new Error(`typing ${where} did not change the preview`);
    const script = perKey(traceEvents, SCRIPT, DRAW), draw = perKey(traceEvents, DRAW);
    tell(`a key ${where}: scripting, p95 of ${script.length}`, share(script, 0.95), BUDGET, 'ms');
    found.push({ where, script: share(script, 0.95), draw: share(draw, 0.95) });
    console.log(`        median ${share(script, 0.5).toFixed(1)} ms, slowest ${Math.max(...script).toFixed(1)} ms; layout and paint p95 ${share(draw, 0.95).toFixed(1)} ms`);
  }
  keep('keystroke', { found });
});
