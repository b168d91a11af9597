// The editor on a phone, on a page of 100 tiles, over https and HTTP/2, because browsers keep compiled wasm code only so:
// how long it takes to open until the first edit, with an empty cache and a full one, on a slowed network; from a key to
// the frame that shows it; the frames while a tile is dragged by touch; and the memory of the tab while it is edited for
// PHONE_MINUTES (2; 30 for the long form). With the processor six times slower, as a visitor would feel it, by the clock;
// keys and frames also by six times the processor time of the main thread, which does not depend on other programs on
// the machine and is what counts. PHONE_PARTS=opening,keys,drag,memory runs some of it, WATERFALL=1 prints what is
// fetched when the editor opens, PHONE_TRACE=FILE stores a trace of it with a profile.
import { chromium } from '@playwright/test';
import { X509Certificate, createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { keepWasmMemory } from '../wasm-memory.js';
import { browserPath, hundredLinks, printBudget, signIn, withMantel } from './harness.mjs';
import { saveResults } from './results.mjs';
import { PAUSE, percentile, trace } from './trace.mjs';

const SLOWDOWN = 6, KEYS = 40, KEY = 50, FRAME = 16.7, LONG = 33, GROWTH = 0.1;
const OPEN = { empty: 2500, full: 1000 }, ROUNDS = Number(process.env.ROUNDS ?? 3), MINUTES = Number(process.env.PHONE_MINUTES ?? 2);
const parts = (process.env.PHONE_PARTS ?? 'opening,keys,drag,memory').split(',');
// Lighthouse's mobile network ("slow 4G"), which counts, and a better one. The browser delays each request by the round
// trip; it does not simulate the handshakes of a new connection, which are two more.
const NETWORKS = [
  { name: 'slow 4G', latency: 150, down: 1.6, up: 0.75 },
  { name: '4G', latency: 85, down: 9, up: 9 },
];
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true, userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36' };
const MIB = 1024 * 1024;

const slowDown = (cdp, rate) => cdp.send('Emulation.setCPUThrottlingRate', { rate });
const median = values => percentile(values, 0.5);

// The hash of the proxy's key, with which a browser believes its certificate. A browser that only ignores the error
// would not store what it fetches.
const keyHash = url => new Promise((resolve, reject) => {
  const socket = connect({ host: '127.0.0.1', port: new URL(url).port, rejectUnauthorized: false }, () => {
    const key = new X509Certificate(socket.getPeerCertificate().raw).publicKey.export({ type: 'spki', format: 'der' });
    socket.destroy();
    resolve(createHash('sha256').update(key).digest('base64'));
  }).on('error', reject);
});

// The middle of the words of a tile in the window.
const wordsOf = (page, words) => page.evaluate(words => {
  const element = [...document.querySelectorAll('.editor-page .tile *')].find(element => !element.children.length && element.textContent.trim() === words);
  const range = document.createRange();
  range.selectNodeContents(element);
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}, words);

// Runs in the page from its start: when the words of a tile can be tapped, selected and written, when the editor is mounted,
// when a tile's sheet is there, when the first letter is drawn.
function watchOpening() {
  const times = window.times_ = {};
  const marks = { ready: '#edit[data-ready]', selected: '.editor-outline,[data-selected]', writing: '.editor-page [contenteditable]', sheet: '.editor-inspector-sheet' };
  new MutationObserver(() => { for (const [name, selector] of Object.entries(marks)) if (!times[name] && document.querySelector(selector)) { times[name] = performance.now(); performance.mark(name) } })
    .observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-ready', 'data-selected', 'contenteditable', 'class'] });
  // Painted, and with what takes the taps.
  const answers = () => {
    if (performance.getEntriesByName('first-contentful-paint').length && document.querySelector('#edit:is([data-early],[data-ready])')) times.answers = performance.now();
    else requestAnimationFrame(answers);
  };
  answers();
  addEventListener('input', () => requestAnimationFrame(() => setTimeout(() => { times.edited ??= performance.now() })), true);
}

// Opens the editor and types a letter into the title of a tile as soon as that is painted and answers, which is before the
// editor is mounted: times in ms since the start of the navigation, and what was fetched.
async function open(context, { url, call }, network, rate = SLOWDOWN) {
  const page = await context.newPage(), cdp = await context.newCDPSession(page), requests = new Map();
  await page.addInitScript(watchOpening);
  await cdp.send('Network.enable');
  cdp.on('Network.requestWillBeSent', event => requests.set(event.requestId, { url: event.request.url.replace(url, ''), from: event.timestamp, priority: event.request.initialPriority, bytes: 0 }));
  cdp.on('Network.requestServedFromCache', event => { const request = requests.get(event.requestId); if (request) request.cached = true });
  cdp.on('Network.responseReceived', event => { const request = requests.get(event.requestId); if (request) { request.cached ||= event.response.fromDiskCache; request.first = event.timestamp } });
  cdp.on('Network.loadingFinished', event => { const request = requests.get(event.requestId); if (request) { request.until = event.timestamp; request.bytes = event.encodedDataLength } });
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: network.latency, downloadThroughput: network.down * 125_000, uploadThroughput: network.up * 125_000 });
  await slowDown(cdp, rate);
  await page.goto(`${url}/edit`, { waitUntil: 'commit' });
  const arrived = name => page.waitForFunction(name => window.times_[name], name, { timeout: 60_000 });
  await arrived('answers');
  const title = await wordsOf(page, 'Shelf number 0');
  await page.touchscreen.tap(title.x, title.y);
  await arrived('selected');
  await page.touchscreen.tap(title.x, title.y);
  await arrived('writing');
  await page.keyboard.press('x');
  await arrived('edited');
  await arrived('ready');
  // While a field is edited in place, no sheet is in the way.
  await page.keyboard.press('Enter');
  await arrived('sheet');
  const times = await page.evaluate(() => ({ ...window.times_, paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime }));
  const start = Math.min(...[...requests.values()].map(request => request.from));
  const all = [...requests.values()].filter(request => !request.url.startsWith('data:')).map(request => ({ ...request, from: (request.from - start) * 1000, first: (request.first - start) * 1000, until: (request.until - start) * 1000 }));
  const before = all.filter(request => request.until <= times.ready);
  await page.locator('.editor-status[data-waiting="0"]').waitFor();
  const saved = (await call('GET', '/api/v1/page')).draft.tiles[0].title;
  if (saved.length !== 'Shelf number 0x'.length) throw new Error(`the first letter was not saved: ${saved}`);
  // The next time the tile has its title again.
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  // Time to compile all of the code and to store it.
  await slowDown(cdp, 1);
  await page.waitForTimeout(4000);
  await page.close();
  return { ready: times.ready, edited: times.edited, sheet: times.sheet, paint: times.paint, kib: before.reduce((sum, request) => sum + request.bytes, 0) / 1024, requests: before.length, all };
}

// Six times the processor time of the main thread until the editor is ready, when all of it is in the cache, ms: what
// no network makes faster; and the longest of its tasks.
async function openingWork(context, url) {
  const page = await context.newPage(), cdp = await context.newCDPSession(page), events = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const over = new Promise(resolve => cdp.once('Tracing.tracingComplete', resolve));
  await page.addInitScript(watchOpening);
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'v8', 'blink.user_timing', ...process.env.PHONE_TRACE ? ['disabled-by-default-v8.cpu_profiler'] : []] } });
  await page.goto(`${url}/edit`, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.times_.ready, undefined, { timeout: 60_000 });
  await page.waitForTimeout(500);
  await cdp.send('Tracing.end');
  await over;
  await page.close();
  if (process.env.PHONE_TRACE) writeFileSync(process.env.PHONE_TRACE, JSON.stringify({ traceEvents: events }));
  const ready = events.find(event => event.name === 'ready' && event.cat.includes('user_timing'));
  const its = events.filter(event => event.ph === 'X' && event.pid === ready.pid && event.tid === ready.tid && event.ts < ready.ts);
  const times = its.filter(event => event.name === 'RunTask').map(task => SLOWDOWN * (task.tdur ?? 0) / 1000);
  return { work: times.reduce((sum, time) => sum + time, 0), task: Math.max(...times) };
}

function waterfall({ all }) {
  for (const { url, from, first, until, bytes, priority, cached } of all) console.log(`        ${from.toFixed(0).padStart(6)} ${first.toFixed(0).padStart(6)} ${until.toFixed(0).padStart(6)} ms ${(bytes / 1024).toFixed(1).padStart(7)} KiB ${priority.padEnd(8)} ${cached ? 'cache ' : '      '} ${url}`);
}

async function measureOpening({ url, call, cookies }) {
  const trusted = await keyHash(url), found = [], work = [];
  for (const network of NETWORKS) {
    const runs = { empty: [], full: [] };
    for (let round = 0; round < ROUNDS; round++) {
      // A browser of its own each time, with its cache on the disk, as on a phone.
      const profile = mkdtempSync(join(tmpdir(), 'mantel-phone-'));
      const context = await chromium.launchPersistentContext(profile, { ...PHONE, executablePath: browserPath || undefined, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--ignore-certificate-errors-spki-list=${trusted}`] });
      try {
        await context.addCookies(cookies);
        runs.empty.push(await open(context, { url, call }, network));
        // Browsers store compiled code from the second time on.
        await open(context, { url, call }, NETWORKS[1], 1);
        runs.full.push(await open(context, { url, call }, network));
        if (network === NETWORKS[0]) work.push(await openingWork(context, url));
      } finally {
        await context.close().catch(() => {});
        rmSync(profile, { recursive: true, force: true });
      }
    }
    const result = { network: network.name };
    for (const [cache, all] of Object.entries(runs)) {
      result[cache] = Object.fromEntries(['paint', 'ready', 'edited', 'sheet', 'kib', 'requests'].map(key => [key, median(all.map(run => run[key]))]));
      const { paint, ready, edited, sheet, kib, requests } = result[cache];
      printBudget(`${network.name}, ${cache} cache: first edit`, edited, OPEN[cache], 'ms');
      console.log(`        first paint ${paint.toFixed(0)} ms, editor ready ${ready.toFixed(0)} ms after ${kib.toFixed(0)} KiB in ${requests} requests, sheet ${sheet.toFixed(0)} ms; first edits ${all.map(run => run.edited.toFixed(0)).join(', ')}`);
      if (process.env.WATERFALL) waterfall(all[0]);
    }
    found.push(result);
  }
  const result = { found, work: median(work.map(run => run.work)), task: median(work.map(run => run.task)) };
  console.log(`        opening: processor time of the main thread until the editor is ready ${result.work.toFixed(0)} ms, longest task ${result.task.toFixed(0)} ms`);
  return result;
}

// The tasks of the page's main thread in a trace, and the moments at which it handed a frame over.
function mainThread(events) {
  const { pid, tid } = events.find(event => event.name === 'EventDispatch' && /^(keydown|pointer|touch)/.test(event.args?.data?.type));
  const its = events.filter(event => event.ph === 'X' && event.pid === pid && event.tid === tid).sort((a, b) => a.ts - b.ts);
  return { tasks: its.filter(event => event.name === 'RunTask'), frames: its.filter(event => event.name === 'Commit').map(event => event.ts + event.dur), keys: its.filter(event => event.name === 'EventDispatch' && event.args?.data?.type === 'keydown').map(event => event.ts) };
}

// Six times the processor time (ms) of the tasks that end between two moments, with the one that ends the later.
const slowTime = (tasks, from, until) => SLOWDOWN * tasks.filter(task => task.ts + task.dur > from && task.ts < until).reduce((sum, task) => sum + (task.tdur ?? 0), 0) / 1000;

// Six times the processor time from each key to the frame that shows it, ms.
function keyTimes(events) {
  const { tasks, frames, keys } = mainThread(events);
  return keys.map(key => slowTime(tasks, key, frames.find(frame => frame > key) ?? key + PAUSE * 1000));
}

// Six times the processor time of each frame, ms: of the tasks since the frame before it.
function frameTimes(events) {
  const { tasks, frames } = mainThread(events);
  return frames.slice(1).map((frame, index) => slowTime(tasks.filter(task => task.ts >= frames[index]), frames[index], frame));
}
const slowestTask = events => SLOWDOWN * Math.max(...mainThread(events).tasks.map(task => (task.tdur ?? 0) / 1000));

async function openEditor(browser, url, cookies) {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true });
  await context.addCookies(cookies);
  const page = await context.newPage(), cdp = await context.newCDPSession(page);
  await page.addInitScript(keepWasmMemory);
  await page.goto(`${url}/edit`);
  await page.locator('#edit[data-ready]').waitFor();
  // The parts of the editor that are fetched after its start, and other work after loading.
  await page.waitForTimeout(5000);
  return { page, cdp };
}

// Taps a tile, then its words, until they are edited in place.
async function writeTitle(page, words) {
  const selected = page.locator('.editor-outline'), sheet = page.getByRole('dialog', { name: 'What is chosen' });
  let at = await wordsOf(page, words);
  await page.touchscreen.tap(at.x, at.y);
  await selected.first().waitFor();
  await sheet.waitFor();
  // The page may have scrolled for the sheet.
  await page.waitForTimeout(600);
  at = await wordsOf(page, words);
  await page.touchscreen.tap(at.x, at.y);
  await page.locator('.editor-page [contenteditable]').first().waitFor();
}

// Types keys, and by the browser's own Event Timing how long each took until it was drawn, ms by the clock.
async function typeTimed(page, pause) {
  await page.evaluate(() => {
    window.timed_ = [];
    window.timing_?.disconnect();
    window.timing_ = new PerformanceObserver(list => window.timed_.push(...list.getEntries().filter(entry => /^key|^input/.test(entry.name)).map(entry => [entry.interactionId || entry.startTime, entry.duration])));
    window.timing_.observe({ type: 'event', durationThreshold: 16 });
  });
  for (let index = 0; index < KEYS; index++) { await page.keyboard.press('abcdefghij'[index % 10]); await page.waitForTimeout(pause) }
  const entries = await page.evaluate(() => window.timed_), keys = new Map();
  for (const [key, duration] of entries) keys.set(key, Math.max(duration, keys.get(key) ?? 0));
  // A key that was drawn within a frame has no entry.
  return [...keys.values(), ...Array(Math.max(0, KEYS - keys.size)).fill(FRAME)];
}

async function measureKeys({ browser, page, cdp }) {
  const fields = [
    ['in a tile’s title, in place', () => writeTitle(page, 'Shelf number 0'), async () => { await page.keyboard.press('Enter'); await page.getByRole('dialog', { name: 'What is chosen' }).getByRole('button', { name: 'Done' }).tap() }],
    ['in a field of the sheet', async () => {
      await page.getByRole('button', { name: 'Tiles', exact: true }).tap();
      await page.getByRole('dialog', { name: 'Tiles' }).getByRole('button', { name: 'Ines Harrow' }).tap();
      await page.getByRole('dialog', { name: 'What is chosen' }).getByRole('textbox', { name: 'Place' }).tap();
    }, () => page.getByRole('dialog', { name: 'What is chosen' }).getByRole('button', { name: 'Done' }).tap()],
  ];
  const found = [];
  for (const [where, begin, end] of fields) {
    await begin();
    await page.waitForTimeout(2000);
    await slowDown(cdp, SLOWDOWN);
    const felt = await typeTimed(page, 350);
    await slowDown(cdp, 1);
    const events = await trace(browser, page, async () => {
      for (let index = 0; index < KEYS; index++) { await page.keyboard.press('klmnopqrst'[index % 10]); await page.waitForTimeout(PAUSE) }
    });
    const times = keyTimes(events), result = { where, key: percentile(times, 0.95), median: median(times), felt: percentile(felt, 0.95), task: slowestTask(events) };
    printBudget(`a key ${where}, to paint, p95 of ${times.length}`, result.key, KEY, 'ms');
    console.log(`        median ${result.median.toFixed(1)} ms; by the clock p95 ${result.felt.toFixed(0)}, median ${median(felt).toFixed(0)} ms; longest task ${result.task.toFixed(0)} ms`);
    found.push(result);
    await end();
    await page.waitForTimeout(1500);
  }
  return found;
}

// Drags the second tile by touch: a long press, through the page in sight, then at its lower edge, where it scrolls.
async function drag(page, cdp) {
  const touch = (type, x, y) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  const tile = await page.locator('.editor-page .tile').nth(1).boundingBox(), stage = await page.locator('.editor-stage').boundingBox();
  const x = tile.x + tile.width / 2, from = tile.y + Math.min(tile.height / 2, 40), edge = stage.y + stage.height - 10;
  await touch('touchStart', x, from);
  await page.waitForFunction(() => document.querySelector('.editor-dragging'), undefined, { timeout: 10_000 });
  await page.evaluate(() => {
    const seen = window.seen_ = { frames: [], tasks: [] };
    let last = performance.now();
    const frame = now => { seen.frames.push(now - last); last = now; if (!seen.over) requestAnimationFrame(frame) };
    requestAnimationFrame(frame);
    new PerformanceObserver(list => seen.tasks.push(...list.getEntries().map(entry => entry.duration))).observe({ type: 'longtask' });
  });
  const frames = async action => { await page.evaluate(() => { window.seen_.frames.length = 0 }); await action(); return page.evaluate(() => [...window.seen_.frames]) };
  const moved = await frames(async () => {
    for (let step = 1; step <= 90; step++) { await touch('touchMove', x + 10 * Math.sin(step / 5), from + (edge - 80 - from) * (0.5 - Math.cos(step / 15) / 2)); await page.waitForTimeout(16) }
  });
  const scrolled = await frames(async () => {
    for (let step = 0; step < 60; step++) { await touch('touchMove', x + step % 3, edge); await page.waitForTimeout(16) }
  });
  await touch('touchEnd');
  const tasks = await page.evaluate(() => { window.seen_.over = true; return window.seen_.tasks });
  await page.waitForTimeout(1500);
  return { moved, scrolled, task: Math.max(0, ...tasks) };
}

async function measureDrag({ browser, page, cdp }) {
  const top = () => page.evaluate(() => document.querySelector('.editor-stage').scrollTo(0, 0));
  const putBack = async () => {
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    if (await undo.getAttribute('aria-disabled') !== 'true') await undo.tap();
    await page.keyboard.press('Escape');
    await top();
    await page.waitForTimeout(1500);
  };
  await page.keyboard.press('Escape');
  await top();
  await page.waitForTimeout(1000);
  await slowDown(cdp, SLOWDOWN);
  const felt = await drag(page, cdp);
  await slowDown(cdp, 1);
  await putBack();
  const events = await trace(browser, page, () => drag(page, cdp));
  await putBack();
  const times = frameTimes(events), all = [...felt.moved, ...felt.scrolled];
  const result = { frame: percentile(times, 0.95), median: median(times), felt: percentile(all, 0.95), moved: percentile(felt.moved, 0.95), scrolled: percentile(felt.scrolled, 0.95), long: 100 * all.filter(frame => frame > LONG).length / all.length, task: slowestTask(events), feltTask: felt.task };
  printBudget(`a frame while dragging, p95 of ${times.length}`, result.frame, FRAME, 'ms');
  console.log(`        median ${result.median.toFixed(1)} ms, longest task ${result.task.toFixed(0)} ms; by the clock p95 ${result.felt.toFixed(1)} ms (in sight ${result.moved.toFixed(1)}, scrolling ${result.scrolled.toFixed(1)}), ${result.long.toFixed(0)} % over ${LONG} ms, longest task ${result.feltTask.toFixed(0)} ms`);
  return result;
}

// The memory of the tab after a garbage collection, MiB: the JavaScript heap, the wasm memory, which never shrinks, and
// the proportional set size of the renderer, which other programs move too; and the nodes and listeners it holds.
async function memoryOf({ browser, page, cdp }) {
  for (let turn = 0; turn < 2; turn++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage'), { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  const wasm = await page.evaluate(() => window.wasmMemory_?.buffer.byteLength ?? 0);
  const whole = await browser.newBrowserCDPSession(), { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  await whole.detach();
  let renderer = 0;
  for (const { type, id } of processInfo) {
    try { if (type === 'renderer') renderer += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))[1]) / 1024 } catch { /* the process has ended */ }
  }
  return { heap: usedSize / MIB, wasm: wasm / MIB, renderer, nodes, listeners: jsEventListeners };
}

// Edits for some minutes: letters typed into a title and a field, moves, and undo.
async function measureMemory({ browser, page, cdp }) {
  const sheet = page.getByRole('dialog', { name: 'What is chosen' }), undo = page.getByRole('button', { name: 'Undo', exact: true });
  let title = 'Shelf number 5', edits = 0;
  const edit = async () => {
    await page.getByRole('button', { name: 'Tiles', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Tiles' }).getByRole('button', { name: title, exact: true }).tap();
    await sheet.getByRole('button', { name: 'Later', exact: true }).tap();
    await sheet.getByRole('button', { name: 'Earlier', exact: true }).tap();
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await page.getByRole('button', { name: 'Tiles', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Tiles' }).getByRole('button', { name: 'Ines Harrow' }).tap();
    const place = sheet.getByRole('textbox', { name: 'Place' });
    await place.tap();
    await place.press('End');
    await page.keyboard.type(' by the sea', { delay: 40 });
    await place.blur();
    await sheet.getByRole('button', { name: 'Done' }).tap();
    for (let turn = 0; turn < 3; turn++) { await undo.tap(); await page.waitForTimeout(150) }
    edits += 6;
  };
  // Everything that is made once is there before the first measurement.
  await edit();
  const started = Date.now(), found = [{ minutes: 0, ...await memoryOf({ browser, page, cdp }) }];
  for (const share of [0.5, 1]) {
    while (Date.now() - started < share * MINUTES * 60_000) await edit();
    await page.locator('.editor-status[data-waiting="0"]').waitFor();
    found.push({ minutes: (Date.now() - started) / 60_000, ...await memoryOf({ browser, page, cdp }) });
  }
  const [start, middle, end] = found, each = key => (end[key] - middle[key]) / (end.minutes - middle.minutes);
  const growth = { heap: each('heap'), wasm: each('wasm'), renderer: each('renderer'), nodes: each('nodes') };
  printBudget(`memory, growth a minute, of ${MINUTES} minutes`, Math.max(0, growth.heap + growth.wasm), GROWTH, 'MiB');
  for (const [name, one] of [['start', start], ['middle', middle], ['end', end]]) console.log(`        ${name.padEnd(6)} heap ${one.heap.toFixed(2)} MiB, wasm ${one.wasm.toFixed(2)} MiB, renderer ${one.renderer.toFixed(0)} MiB, ${one.nodes} nodes, ${one.listeners} listeners`);
  console.log(`        ${edits} edits; growth a minute: heap ${growth.heap.toFixed(3)}, wasm ${growth.wasm.toFixed(3)}, renderer ${growth.renderer.toFixed(2)} MiB, ${growth.nodes.toFixed(0)} nodes`);
  return { minutes: MINUTES, edits, start, middle, end, growth };
}

// More edits come in a minute than a person makes.
process.env.RATE_EDITS ??= '100000';
await withMantel(async ({ url, call, browser }) => {
  const file = { mantel: 1, name: 'Ines Harrow', bio: 'Potter and field recordist.', look: 'cozy', links: hundredLinks };
  const renew = () => call('POST', '/api/v1/page/import', { file, username: 'ines', replace: true });
  await renew();
  const cookies = await signIn(browser, url), results = {};
  if (parts.includes('opening')) results.opening = await measureOpening({ url, call, cookies });
  for (const [part, measure] of [['keys', measureKeys], ['drag', measureDrag], ['memory', measureMemory]].filter(([part]) => parts.includes(part))) {
    // The same page for each, whatever was written on it before.
    await renew();
    const editor = await openEditor(browser, url, cookies);
    results[part] = await measure({ browser, ...editor });
    await editor.page.context().close();
  }
  if (parts.length === 4) saveResults('phone', { rounds: ROUNDS, ...results });
}, { https: true });
