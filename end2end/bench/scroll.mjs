// Scrolling a page of 40 tiles in each look, beside a control page of the same words and pictures without any style, in the
// same run. First with the processor slowed down four times: long tasks are counted by the clock, as a visitor meets them, and
// frames are told as a ratio to the control. Then in a trace: four times what the longest task takes of the processor, which
// stays the same when other programs run beside it, and is what is judged.
import { withMantel } from './harness.mjs';
import { keep } from './results.mjs';
import { processor, traced } from './trace.mjs';

const SLOWER = 4;

const all = ['painted', 'cozy', 'washi', 'lofi', 'cobalt', 'night'];
const looks = process.argv.slice(2).length ? process.argv.slice(2) : all;

// The sample's tiles three times over, socials once.
function forty(file) {
  const socials = file.tiles.filter(tile => tile.type === 'social'), others = file.tiles.filter(tile => tile.type !== 'social');
  const copies = [...others, ...others, ...others, ...others].slice(0, 40 - socials.length).map(({ id, ...tile }) => tile);
  return { ...file, tiles: [...socials, ...copies] };
}

const control = tiles => `<!doctype html><meta charset=utf-8><title>Control</title>${tiles.map(tile => `<p>${tile.title ?? tile.text ?? tile.repo ?? ''}</p>${tile.src ?? tile.image ? `<img src="${tile.src ?? tile.image}" width="590" height="420">` : '<div style="height:300px"></div>'}`).join('')}`;

// Three scrolls down and up, a tenth of the window a frame; the middle one's frames count.
const scrolled = page => page.evaluate(async () => {
  performance.mark('scroll');
  const tasks = [];
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration))).observe({ type: 'longtask' });
  const frames = [];
  const frame = () => new Promise(requestAnimationFrame);
  for (let turn = 0; turn < 3; turn++) {
    const step = innerHeight / 10, end = document.documentElement.scrollHeight - innerHeight;
    for (let y = 0, way = 1; y >= 0; y += way * step) {
      if (y > end) { y = end; way = -1 }
      scrollTo(0, y);
      const from = await frame(), to = await frame();
      if (turn === 1) frames.push(to - from);
    }
  }
  frames.sort((a, b) => a - b);
  return { tasks, median: frames[Math.floor(frames.length / 2)], p95: frames[Math.floor(frames.length * 0.95)] };
});

// The page is all there: pictures, typefaces, and nothing left to do.
const settled = page => page.evaluate(async () => {
  await Promise.all([...document.images].map(image => { image.loading = 'eager'; return image.decode().catch(() => {}) }));
  await document.fonts.ready;
  for (let frames = 0; frames < 6; frames++) await new Promise(requestAnimationFrame);
  await new Promise(resolve => requestIdleCallback(resolve, { timeout: 5000 }));
});

async function slowed(page, act) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await settled(page);
  const seen = await act(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return seen;
}

await withMantel(async ({ url, call, browser, sample }) => {
  const file = forty(await sample());
  await call('POST', '/api/v1/page/import', { file, username: 'ines' });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const measure = async open => {
    const page = await context.newPage();
    await open(page);
    await settled(page);
    const seen = await slowed(page, scrolled);
    const own = processor(await traced(browser, page, () => scrolled(page)), 'scroll');
    const filters = await page.evaluate(() => [...document.querySelectorAll('body *')].flatMap(element => [null, '::before', '::after'].map(part => getComputedStyle(element, part))).filter(style => /url\(/.test(style.filter) && style.content !== 'none').length);
    await page.close();
    return { ...seen, longest: Math.max(...own) * SLOWER, filters };
  };
  const plain = await measure(async page => { await page.goto(`${url}/healthz`); await page.setContent(control(file.tiles)) });
  console.log(`${'page'.padEnd(8)} longest ms  by the clock: tasks  worst ms  median frame  p95 frame  beside control  url() filters`);
  const row = (name, result) => console.log(`${name.padEnd(8)} ${result.longest.toFixed(0).padStart(10)} ${String(result.tasks.length).padStart(20)} ${(result.tasks.length ? Math.max(...result.tasks) : 0).toFixed(0).padStart(9)} ${result.median.toFixed(1).padStart(13)} ${result.p95.toFixed(1).padStart(10)} ${(result.median / plain.median).toFixed(2).padStart(9)} ×${(result.p95 / plain.p95).toFixed(2).padStart(5)} ${String(result.filters).padStart(10)}`);
  row('control', plain);
  const found = [];
  for (const style of looks) {
    await call('PATCH', '/api/v1/page/theme', { style });
    await call('POST', '/api/v1/page/publish');
    const result = await measure(page => page.goto(`${url}/ines`, { waitUntil: 'networkidle' }));
    row(style, result);
    found.push({ style, longest: result.longest, median: result.median / plain.median, p95: result.p95 / plain.p95, filters: result.filters });
  }
  keep('scroll', { found });
});
