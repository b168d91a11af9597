// The editor on a page of 100 tiles, from the browser's own trace: main-thread work from a key to the frame that shows it,
// typed in place in a note; the longest task while a tile is dragged across the page; and what /new and /edit download.
// Judged by the processor's time, which other programs on the machine do not stretch; the clock's stands beside it.
import { hundred, tell, withMantel } from './harness.mjs';
import { keep } from './results.mjs';
import { DRAW, PAUSE, SCRIPT, longest, perKey, share, traced } from './trace.mjs';

const KEYS = 60, KEY = 16, TASK = 50, WASM = 600;
const looks = process.argv.slice(2).length ? process.argv.slice(2) : ['cozy', 'painted'];

await withMantel(async ({ url, call, browser }) => {
  await call('POST', '/api/v1/page/import', { file: { mantel: 1, name: 'Ines Harrow', bio: 'Potter and field recordist.', links: hundred }, username: 'ines' });
  let weighed = 0;
  const found = [];
  for (const style of looks) {
    await call('PATCH', '/api/v1/page/theme', { style });
    const page = await browser.newPage({ viewport: { width: 1440, height: 960 } });
    // Before the sign-in, which leads to the editor: whatever is loaded then comes from the browser's cache afterwards.
    const cdp = await page.context().newCDPSession(page), kinds = new Map();
    let bytes = 0;
    await cdp.send('Network.enable');
    cdp.on('Network.responseReceived', event => kinds.set(event.requestId, event.response.url));
    // The files as they are sent, without the headers before them.
    cdp.on('Network.dataReceived', event => { if (/\.wasm|mantel\.[0-9a-f]+\.js/.test(kinds.get(event.requestId) ?? '')) bytes += event.encodedDataLength });
    await page.goto(`${url}/signin`);
    await page.getByLabel('Email').fill('bench@harrow.example');
    await page.getByLabel('Password').fill('a long enough password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(destination => destination.pathname === '/edit');
    await page.locator('#edit[data-ready]').waitFor();
    if (!weighed) { tell('wasm and its JavaScript, of /new and /edit', bytes / 1024, WASM, 'KB'); weighed = bytes / 1024 }

    // In place, in a note: the second tile.
    const note = page.locator('.e-sheet .tile.t-text').first();
    await note.click();
    await page.keyboard.press('Enter');
    await page.locator('.e-sheet [contenteditable]').first().waitFor();
    // The miniatures and other late work of the first seconds are not a keystroke's.
    await page.waitForTimeout(4000);
    const typed = await traced(browser, page, async () => {
      for (let nth = 0; nth < KEYS; nth++) { await page.keyboard.press('abcdefghij'[nth % 10]); await page.waitForTimeout(PAUSE) }
    });
    const work = perKey(typed, new Set([...SCRIPT, ...DRAW]));
    tell(`${style}: a key in place, to paint, p95 of ${work.length}`, share(work, 0.95), KEY, 'ms');
    console.log(`        median ${share(work, 0.5).toFixed(1)} ms, slowest ${Math.max(...work).toFixed(1)} ms; longest task ${longest(typed).processor.toFixed(1)} ms, ${longest(typed).clock.toFixed(1)} by the clock`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    const from = await page.locator('.e-sheet .tile').nth(2).boundingBox();
    const dragged = await traced(browser, page, async () => {
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      for (let step = 0; step < 80; step++) { await page.mouse.move(from.x + 60 + 4 * step, from.y + 60 + 5 * step); await page.waitForTimeout(16) }
      await page.mouse.up();
      await page.waitForTimeout(300);
    });
    const { processor, clock } = longest(dragged);
    found.push({ style, key: share(work, 0.95), drag: processor });
    tell(`${style}: longest task while dragging`, processor, TASK, 'ms');
    console.log(`        ${clock.toFixed(1)} ms by the clock`);
    await page.close();
  }
  keep('editor', { weighed, found });
});
