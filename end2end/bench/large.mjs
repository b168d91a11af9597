// The editor on a page of 300 tiles: frame times while the canvas is scrolled with the wheel, beside a plain page with
// the same text and images in the same run; how long it takes to drag the first tile to the end; and the memory of the
// tab. With the same measurement for a published page of the same tiles, which is not scaled.
import { readFileSync, readdirSync } from 'node:fs';
import { controlPage, repeatTiles, withMantel } from './harness.mjs';
import { saveResults } from './results.mjs';
import { percentile } from './trace.mjs';

const TILES = Number(process.env.TILES ?? 300), WHEEL = 120, TURNS = 80;
const looks = process.argv.slice(2).length ? process.argv.slice(2) : ['cozy', 'painted'];

// The memory of all renderer processes, MiB: proportional set size, which counts shared pages in part.
function rendererMemory() {
  let kib = 0;
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) kib += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]);
    } catch { /* the process has ended */ }
  }
  return kib / 1024;
}

// Turns the wheel over the middle of the window, twenty notches a second; the time between frames meanwhile, ms.
async function wheel(page) {
  await page.mouse.move(720, 500);
  await page.evaluate(() => {
    window.frames_ = [];
    let last = performance.now();
    const frame = now => { window.frames_.push(now - last); last = now; if (!window.stopped_) requestAnimationFrame(frame) };
    window.stopped_ = false;
    requestAnimationFrame(frame);
  });
  for (let turn = 0; turn < TURNS; turn++) { await page.mouse.wheel(0, turn < TURNS / 2 ? WHEEL : -WHEEL); await page.waitForTimeout(50) }
  const frames = await page.evaluate(() => { window.stopped_ = true; return window.frames_ });
  return { median: percentile(frames, 0.5), p95: percentile(frames, 0.95), worst: Math.max(...frames) };
}

await withMantel(async ({ url, call, browser, samplePage }) => {
  const file = repeatTiles(await samplePage(), TILES);
  await call('POST', '/api/v1/page/import', { file: { ...file, theme: { ...file.theme, layout: 'bento' } }, username: 'ines' });
  const print = (name, { median, p95, worst }) => console.log(`${name.padEnd(22)} frame: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, worst ${worst.toFixed(0)} ms`);
  const open = async viewport => (await browser.newContext({ viewport })).newPage();
  const control = await open({ width: 1440, height: 960 });
  await control.goto(`${url}/healthz`);
  await control.setContent(controlPage(file.tiles));
  const beside = await wheel(control);
  print('plain page', beside);
  await control.context().close();
  const found = [];
  for (const style of looks) {
    await call('PATCH', '/api/v1/page/theme', { style });
    await call('POST', '/api/v1/page/publish');
    const before = rendererMemory(), page = await open({ width: 1440, height: 960 });
    await page.goto(`${url}/signin`);
    await page.getByLabel('Email').fill('bench@harrow.example');
    await page.getByLabel('Password').fill('a long enough password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(destination => destination.pathname === '/edit');
    await page.locator('#edit[data-ready]').waitFor();
    // Wait for the miniatures and other work after loading.
    await page.waitForTimeout(5000);
    const scrolled = await wheel(page);
    print(`${style}, editor`, scrolled);
    const memory = rendererMemory() - before;
    const first = page.locator('.editor-page .tile:not(.t-heading):not(.t-social)').first();
    await first.scrollIntoViewIfNeeded();
    const from = await first.boundingBox(), started = Date.now();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 40, { steps: 4 });
    await page.mouse.move(720, 955, { steps: 4 });
    await page.waitForFunction(() => { const stage = document.querySelector('.editor-stage'); return stage.scrollTop + stage.clientHeight >= stage.scrollHeight - 2 }, undefined, { timeout: 60_000 });
    await page.mouse.up();
    const dragged = (Date.now() - started) / 1000;
    console.log(`${''.padEnd(22)} the first tile dragged to the end in ${dragged.toFixed(1)} s; the tab holds ${memory.toFixed(0)} MiB`);
    await page.context().close();
    const visitor = await open({ width: 1440, height: 960 });
    await visitor.goto(`${url}/ines`, { waitUntil: 'networkidle' });
    const published = await wheel(visitor);
    print(`${style}, published`, published);
    await visitor.context().close();
    found.push({ style, scrolled, published, dragged, memory });
  }
  saveResults('large', { tiles: TILES, beside, found });
});
