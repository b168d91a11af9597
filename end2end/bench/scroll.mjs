// Scrolling a page of 40 tiles in each look, beside an unstyled control page with the same text and images, in the same
// run. First with four times CPU throttling: long tasks are counted by wall-clock time, as a visitor experiences them,
// and frame times are given relative to the control. Then in a trace: four times the CPU time of the longest task,
// which does not depend on other programs on the machine and is what counts.
import { controlPage, repeatTiles, withMantel } from './harness.mjs';
import { saveResults } from './results.mjs';
import { taskCpuTimes, trace } from './trace.mjs';

const SLOWDOWN = 4;

const allLooks = ['painted', 'cozy', 'washi', 'lofi', 'cobalt', 'night'];
const looks = process.argv.slice(2).length ? process.argv.slice(2) : allLooks;

// Scrolls down and up three times, a tenth of the window per frame; the frames of the second time count.
const scroll = page => page.evaluate(async () => {
  performance.mark('scroll');
  const tasks = [];
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration))).observe({ type: 'longtask' });
  const frames = [];
  const frame = () => new Promise(requestAnimationFrame);
  for (let pass = 0; pass < 3; pass++) {
    const step = innerHeight / 10, bottom = document.documentElement.scrollHeight - innerHeight;
    for (let y = 0, direction = 1; y >= 0; y += direction * step) {
      if (y > bottom) { y = bottom; direction = -1 }
      scrollTo(0, y);
      const start = await frame(), end = await frame();
      if (pass === 1) frames.push(end - start);
    }
  }
  frames.sort((a, b) => a - b);
  return { tasks, median: frames[Math.floor(frames.length / 2)], p95: frames[Math.floor(frames.length * 0.95)] };
});

// Waits for images, fonts and an idle main thread.
const settled = page => page.evaluate(async () => {
  await Promise.all([...document.images].map(image => { image.loading = 'eager'; return image.decode().catch(() => {}) }));
  await document.fonts.ready;
  for (let frames = 0; frames < 6; frames++) await new Promise(requestAnimationFrame);
  await new Promise(resolve => requestIdleCallback(resolve, { timeout: 5000 }));
});

async function withThrottling(page, action) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await settled(page);
  const result = await action(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return result;
}

await withMantel(async ({ url, call, browser, samplePage }) => {
  const file = repeatTiles(await samplePage(), 40);
  await call('POST', '/api/v1/page/import', { file, username: 'ines' });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const measure = async open => {
    const page = await context.newPage();
    await open(page);
    await settled(page);
    const throttled = await withThrottling(page, scroll);
    const taskTimes = taskCpuTimes(await trace(browser, page, () => scroll(page)), 'scroll');
    const filters = await page.evaluate(() => [...document.querySelectorAll('body *')].flatMap(element => [null, '::before', '::after'].map(part => getComputedStyle(element, part))).filter(style => /url\(/.test(style.filter) && style.content !== 'none').length);
    await page.close();
    return { ...throttled, longest: Math.max(...taskTimes) * SLOWDOWN, filters };
  };
  const control = await measure(async page => { await page.goto(`${url}/healthz`); await page.setContent(controlPage(file.tiles)) });
  console.log(`${'page'.padEnd(8)} longest ms  wall clock: tasks  worst ms  median frame  p95 frame  beside control  url() filters`);
  const row = (name, result) => console.log(`${name.padEnd(8)} ${result.longest.toFixed(0).padStart(10)} ${String(result.tasks.length).padStart(20)} ${(result.tasks.length ? Math.max(...result.tasks) : 0).toFixed(0).padStart(9)} ${result.median.toFixed(1).padStart(13)} ${result.p95.toFixed(1).padStart(10)} ${(result.median / control.median).toFixed(2).padStart(9)} ×${(result.p95 / control.p95).toFixed(2).padStart(5)} ${String(result.filters).padStart(10)}`);
  row('control', control);
  const results = [];
  for (const style of looks) {
    await call('PATCH', '/api/v1/page/theme', { style });
    await call('POST', '/api/v1/page/publish');
    const result = await measure(page => page.goto(`${url}/ines`, { waitUntil: 'networkidle' }));
    row(style, result);
    results.push({ style, longest: result.longest, median: result.median / control.median, p95: result.p95 / control.p95, filters: result.filters });
  }
  saveResults('scroll', { found: results });
});
