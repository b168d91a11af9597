// The editor on a page of 100 tiles, from the browser's own trace: main-thread work from a keystroke during inline
// editing to the frame that shows it; the longest task while a tile is dragged across the page; and the size of what
// `/new` and `/edit` download. Judged by CPU time, which does not depend on other programs on the machine; wall-clock
// time is printed beside it.
import { hundredLinks, printBudget, withMantel } from './harness.mjs';
import { saveResults } from './results.mjs';
import { DRAW, PAUSE, SCRIPT, longestTask, perKey, percentile, trace } from './trace.mjs';

const KEYS = 60, KEY = 16, TASK = 50, CODE = { new: 380, edit: 480 };
const looks = process.argv.slice(2).length ? process.argv.slice(2) : ['cozy', 'painted'];

// Body bytes, as transferred and without headers, of the code that a page loads before its first edit.
async function weigh(page) {
  const cdp = await page.context().newCDPSession(page), urls = new Map(), weight = { bytes: 0 };
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', event => urls.set(event.requestId, event.response.url));
  cdp.on('Network.dataReceived', event => {
    if (/\/(brief_)?editor[^/]*\.(wasm|js)$/.test(urls.get(event.requestId) ?? '')) weight.bytes += event.encodedDataLength;
  });
  return weight;
}

await withMantel(async ({ url, call, browser }) => {
  await call('POST', '/api/v1/page/import', { file: { mantel: 1, name: 'Ines Harrow', bio: 'Potter and field recordist.', links: hundredLinks }, username: 'ines' });
  const visitor = await (await browser.newContext()).newPage(), code = {};
  const weight = await weigh(visitor);
  await visitor.goto(`${url}/new`, { waitUntil: 'networkidle' });
  code.new = weight.bytes / 1024;
  printBudget('code of /new', code.new, CODE.new, 'KB');
  await visitor.context().close();
  const results = [];
  for (const style of looks) {
    await call('PATCH', '/api/v1/page/theme', { style });
    const page = await browser.newPage({ viewport: { width: 1440, height: 960 } });
    // Before sign-in, which loads the editor: later loads come from the browser's cache.
    const weight = await weigh(page);
    await page.goto(`${url}/signin`);
    await page.getByLabel('Email').fill('bench@harrow.example');
    await page.getByLabel('Password').fill('a long enough password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(destination => destination.pathname === '/edit');
    await page.locator('#edit[data-ready]').waitFor();
    if (!code.edit) { code.edit = weight.bytes / 1024; printBudget('code of /edit, before its panels', code.edit, CODE.edit, 'KB') }

    // Inline editing of a note.
    const note = page.locator('.editor-page .tile.t-text').first();
    await note.click();
    await page.keyboard.press('Enter');
    await page.locator('.editor-page [contenteditable]').first().waitFor();
    // Wait for the miniatures and other work after loading.
    await page.waitForTimeout(4000);
    const typing = await trace(browser, page, async () => {
      for (let index = 0; index < KEYS; index++) { await page.keyboard.press('abcdefghij'[index % 10]); await page.waitForTimeout(PAUSE) }
    });
    const times = perKey(typing, new Set([...SCRIPT, ...DRAW]));
    printBudget(`${style}: a key typed inline, to paint, p95 of ${times.length}`, percentile(times, 0.95), KEY, 'ms');
    console.log(`        median ${percentile(times, 0.5).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms; longest task ${longestTask(typing).cpu.toFixed(1)} ms, ${longestTask(typing).wall.toFixed(1)} wall clock`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    const from = await page.locator('.editor-page .tile').nth(2).boundingBox();
    const dragging = await trace(browser, page, async () => {
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      for (let step = 0; step < 80; step++) { await page.mouse.move(from.x + 60 + 4 * step, from.y + 60 + 5 * step); await page.waitForTimeout(16) }
      await page.mouse.up();
      await page.waitForTimeout(300);
    });
    const { cpu, wall } = longestTask(dragging);
    results.push({ style, key: percentile(times, 0.95), drag: cpu });
    printBudget(`${style}: longest task while dragging`, cpu, TASK, 'ms');
    console.log(`        ${wall.toFixed(1)} ms wall clock`);
    await page.close();
  }
  saveResults('editor', { code, found: results });
});
