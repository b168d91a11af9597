// The windows of lofi: moved by pointer, touch and keyboard, raised and reset; and the page without its script.
import { brief, expect, test } from '../fixtures.js';

const publish = async (person, layout = 'bento') => {
  await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
  expect((await person.call('PATCH', '/api/v1/page/theme', { style: 'lofi', layout })).status).toBe(200);
  expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
};
const open = async (page, person) => {
  await page.route(url => !url.href.startsWith(person.url), route => route.abort());
  await page.goto(`/${person.name}`);
  await expect(page.locator('.lofi-clock')).toHaveText(/^\w{3} \d\d:\d\d$/);
};
const windows = page => page.locator('.tile:has(.lofi-grip)');
// The position of a window on the page, in whole pixels.
const position = win => win.evaluate(element => { const { left, top } = element.getBoundingClientRect(); return [Math.round(left + scrollX), Math.round(top + scrollY)] });
const isAbove = (one, other) => Promise.all([one, other].map(win => win.evaluate(element => Number(getComputedStyle(element).zIndex) || 0))).then(([a, b]) => a > b);

async function drag(page, win, by) {
  const bar = await win.locator('.lofi-grip').boundingBox();
  const [x, y] = [bar.x + bar.width / 2, bar.y + bar.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by[0] / 2, y + by[1] / 2);
  await page.mouse.move(x + by[0], y + by[1]);
  await page.mouse.up();
}

test('a window is dragged by its title bar, raised, and keeps its position after a reload', async ({ page, person }) => {
  await publish(person);
  await open(page, person);
  const [one, other] = [windows(page).nth(0), windows(page).nth(1)];
  await one.scrollIntoViewIfNeeded();
  const [x, y] = await position(one);
  await drag(page, one, [40, 26]);
  expect(await position(one)).toEqual([x + 40, y + 26]);
  // No link was followed, and pressing the other window raises it.
  expect(new URL(page.url()).pathname).toBe(`/${person.name}`);
  expect(await isAbove(one, other)).toBe(true);
  await drag(page, other, [12, 12]);
  expect(await isAbove(other, one)).toBe(true);
  await page.reload();
  await expect(page.locator('.lofi-clock')).not.toBeEmpty();
  expect(await position(one)).toEqual([x + 40, y + 26]);
  expect(await isAbove(other, one)).toBe(true);
  await one.locator('.lofi-grip').dblclick();
  expect(await position(one)).toEqual([x, y]);
  await page.reload();
  await expect(page.locator('.lofi-clock')).not.toBeEmpty();
  expect(await position(one)).toEqual([x, y]);
});

test('the About window moves as a whole, and no window leaves the desktop', async ({ page, person }) => {
  await publish(person);
  await open(page, person);
  const about = page.locator('.profile'), parts = about.locator(':scope > .paper, .name, .lofi-meter');
  const before = await parts.evaluateAll(elements => elements.map(element => element.getBoundingClientRect().left));
  await drag(page, about, [64, 40]);
  const after = await parts.evaluateAll(elements => elements.map(element => element.getBoundingClientRect().left));
  expect(after).toEqual(before.map(left => left + 64));
  await drag(page, about, [5000, -5000]);
  const box = await about.locator(':scope > .paper').boundingBox();
  expect(box.x).toBeLessThan(page.viewportSize().width - 60);
  expect(box.y).toBeGreaterThanOrEqual(36);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('arrow keys move the window whose title bar has the focus, and Escape resets it', async ({ page, person }) => {
  await publish(person, 'canvas');
  await open(page, person);
  const win = windows(page).nth(0), bar = win.getByRole('button', { name: /^Move the window / });
  const [x, y] = await position(win);
  await bar.focus();
  expect(await bar.evaluate(element => getComputedStyle(element).outlineStyle)).not.toBe('none');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  expect(await position(win)).toEqual([x + 8, y + 8]);
  await page.keyboard.press('Escape');
  expect(await position(win)).toEqual([x, y]);
  expect(await win.evaluate(element => element.classList.contains('lofi-moved'))).toBe(false);
});

test('a window is dragged by touch, and Escape resets it', async ({ browser, mantel, person }) => {
  await publish(person);
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 900, height: 900 }, baseURL: mantel.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await open(page, person);
  const win = windows(page).nth(0);
  await win.scrollIntoViewIfNeeded();
  const [x, y] = await position(win), bar = await win.locator('.lofi-grip').boundingBox();
  const session = await context.newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([dx, dy]) => ({ x: bar.x + 80 + dx, y: bar.y + 12 + dy })) });
  await touch('touchStart', [0, 0]);
  await touch('touchMove', [-10, 20]);
  await touch('touchMove', [-30, 50]);
  await touch('touchEnd');
  expect(await position(win)).toEqual([x - 30, y + 50]);
  await win.locator('.lofi-grip').focus();
  await page.keyboard.press('Escape');
  expect(await position(win)).toEqual([x, y]);
  await context.close();
});

test('under 600 px windows cannot be dragged, and moved ones return to their column', async ({ page, person }) => {
  await publish(person);
  await open(page, person);
  const win = windows(page).nth(0);
  await win.scrollIntoViewIfNeeded();
  const wide = await position(win);
  await drag(page, win, [30, 30]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(win.locator('.lofi-grip')).toBeHidden();
  const moved = await position(win);
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.locator('.lofi-clock')).not.toBeEmpty();
  expect(await position(win)).toEqual(moved);
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await position(win)).toEqual(wide);
});

test('the list layout has no draggable windows, and other looks have no script', async ({ page, person }) => {
  await publish(person, 'list');
  await open(page, person);
  await expect(page.locator('.list .lofi-grip')).toHaveCount(0);
  await person.call('PATCH', '/api/v1/page/theme', { style: 'cozy' });
  await person.call('POST', '/api/v1/page/publish');
  const response = await page.goto(`/${person.name}`);
  expect(response.headers()['content-security-policy']).not.toContain('script-src');
  await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is complete', async ({ page, person }) => {
    await publish(person);
    await page.route(url => !url.href.startsWith(person.url), route => route.abort());
    await page.goto(`/${person.name}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Juniper Hale');
    await expect(page.getByRole('link', { name: /Print shop/ })).toBeVisible();
    await expect(page.locator('.lofi-bar').first()).toContainText('About Juniper');
    await expect(page.getByRole('button')).toHaveCount(0);
  });
});
