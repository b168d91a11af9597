// The brief editor: every sample brief, share links, local storage, keyboard use, narrow windows.
import { brief, expect, test } from '../fixtures.js';

const BRIEFS = ['cafe.json', 'developer.json', 'illustrator.json', 'musician.json', 'messy/chat-answer.txt', 'messy/small-mistakes.json'];
const preview = page => page.getByRole('region', { name: 'Preview' });
const rows = page => page.getByRole('list', { name: 'What the page holds' }).getByRole('listitem');
const pasteField = page => page.getByRole('textbox', { name: /^Paste links/ });
const jsonField = page => page.getByRole('textbox', { name: /^The page as JSON/ });

async function fillJson(page, text) {
  await page.goto('/new');
  await page.getByRole('tab', { name: 'JSON' }).click();
  await jsonField(page).fill(text);
}

for (const file of BRIEFS) {
  test(`${file} is previewed as the API would import it`, async ({ page, person }) => {
    const imported = await person.call('POST', '/api/v1/page/import', { file: brief(file), username: person.name });
    expect(imported.status).toBe(201);
    const { draft, warnings } = imported.body;
    await fillJson(page, brief(file));
    await expect(preview(page).getByRole('heading', { name: draft.profile.name })).toBeVisible();
    await expect(preview(page).locator('.page')).toHaveAttribute('data-look', draft.theme.style);
    await expect(preview(page).locator('.page')).toHaveAttribute('data-palette', draft.theme.preset);
    // Social tiles are shown in a group under the name.
    await expect(preview(page).locator('article.tile, .socials > li')).toHaveCount(draft.tiles.length);
    expect(await preview(page).locator('a[href^="javascript:" i]').count()).toBe(0);
    // The API warns that the call overrides the file's username; here the name is chosen when the page is claimed.
    const messages = warnings.filter(warning => warning.path !== '/username').map(warning => warning.message);
    if (file.startsWith('messy/')) expect(messages.length).toBeGreaterThan(0); else expect(messages).toEqual([]);
    const notes = page.locator('#json-notes').getByRole('listitem');
    for (const message of messages) await expect(notes.filter({ hasText: message }).first()).toBeAttached();
  });
}

test('the form and the JSON are two views of one page', async ({ page }) => {
  await page.goto('/new');
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await pasteField(page).fill('Engines: https://ada.example');
  await pasteField(page).press('Enter');
  await expect(preview(page).locator('article.tile')).toHaveText(/Engines/);
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect(jsonField(page)).toHaveValue(/"name": "Ada"[\s\S]*https:\/\/ada\.example\/?", "title": "Engines"/);
  await jsonField(page).fill('{"name": "Ada Lovelace", "links": ["https://ada.example", "ada/engine"]}');
  await page.getByRole('tab', { name: 'Form' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace');
  await expect(rows(page)).toHaveCount(2);
});

test('a truncated file keeps what could be parsed, and reports where parsing stopped', async ({ page }) => {
  await fillJson(page, '{ "name": "Ada Moss", "links": ["https://example.com/a"] }');
  await expect(preview(page).getByRole('heading', { name: 'Ada Moss' })).toBeVisible();
  await jsonField(page).fill('{ "name": "Ada Moss", "links": ["https://example.com/a"], : ');
  await expect(preview(page).getByRole('heading', { name: 'Ada Moss' })).toBeVisible();
  await expect(page.getByText(/Line \d+, column \d+/).first()).toBeVisible();
});

test('a query string is rendered as a page without JavaScript', async ({ browser, mantel }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: mantel.url });
  await page.goto('/new?name=Ada%20Moss&bio=Ferns&links=https://example.com/shop,ada@moss.example,tokio-rs/tokio&look=cozy&layout=list&location=Leeds');
  await expect(preview(page).getByRole('heading', { name: 'Ada Moss' })).toBeVisible();
  await expect(preview(page).locator('.page')).toHaveAttribute('data-look', 'cozy');
  await expect(preview(page).locator('.page')).toHaveAttribute('data-layout', 'list');
  await expect(preview(page).locator('article.tile, .socials > li')).toHaveCount(3);
  await page.close();
});

test.describe('share links', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('the copied link carries the whole page', async ({ page, context }) => {
    await fillJson(page, brief('musician.json'));
    await expect(preview(page).getByRole('heading', { name: /Quiet Sea/ })).toBeVisible();
    const text = await preview(page).locator('.page').innerText();
    await page.getByRole('button', { name: 'Copy this page as a link' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/new#p=[A-Za-z0-9_-]+$/);

    const other = await context.newPage();
    await other.goto(link);
    await expect(other.getByText('This page came in the link.').first()).toBeVisible();
    await expect(preview(other).getByRole('heading', { name: /Quiet Sea/ })).toBeVisible();
    expect(await preview(other).locator('.page').innerText()).toBe(text);
  });
});

test('the draft survives a reload, and can be cleared', async ({ page }) => {
  await page.goto('/new');
  await page.getByLabel('Name', { exact: true }).fill('Ada Moss');
  await pasteField(page).fill('https://example.com/shop');
  await pasteField(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  // Saved after a pause in typing.
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).some(value => value.includes('example.com/shop')))).toBe(true);
  await page.reload();
  await expect(page.getByText('Picked up where you left off.').first()).toBeVisible();
  await expect(preview(page).getByRole('heading', { name: 'Ada Moss' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Start fresh' }).click();
  await expect(rows(page)).toHaveCount(0);
});

test('keyboard alone: add, reorder, remove, undo, leave the JSON field, open and close the claim dialog', async ({ page }) => {
  await page.goto('/new');
  // The paste field is reached by Tab.
  const focusedId = () => page.evaluate(() => document.activeElement?.id);
  for (let presses = 0; presses < 30 && await focusedId() !== 'paste'; presses++) await page.keyboard.press('Tab');
  expect(await focusedId()).toBe('paste');
  for (const link of ['https://example.com/one', 'https://example.org/two', 'a short note']) {
    await page.keyboard.insertText(link);
    await page.keyboard.press('Enter');
  }
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText('example.com');

  await page.keyboard.press('Shift+Tab');
  for (let presses = 0; presses < 12 && !(await focusedId())?.startsWith('row-'); presses++) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows(page).nth(1)).toContainText('a short note');
  await expect(rows(page).nth(1).locator('button').first()).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole('tab', { name: 'Form' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'JSON' })).toBeFocused();
  await expect(jsonField(page)).toBeVisible();
  await jsonField(page).focus();
  const before = (await jsonField(page).inputValue()).length;
  await page.keyboard.press('Tab');
  await expect(jsonField(page)).toBeFocused();
  expect((await jsonField(page).inputValue()).length).toBe(before + 2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(jsonField(page)).not.toBeFocused();

  await page.getByRole('button', { name: 'Make it mine' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Make it mine' }).first()).toBeFocused();
});

test('fits the window with everything visible, from 320 to 1440 px', async ({ page }) => {
  await fillJson(page, brief('illustrator.json'));
  await page.getByRole('tab', { name: 'Form' }).click();
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow(), `at ${width}`).toBeLessThanOrEqual(0);
    await expect(preview(page).getByRole('heading', { name: 'Juniper Hale' }), `at ${width}`).toBeVisible();
    await expect(page.getByRole('button', { name: 'Make it mine' }).first(), `at ${width}`).toBeVisible();
    await pasteField(page).scrollIntoViewIfNeeded();
    await expect(pasteField(page), `at ${width}`).toBeInViewport();
  }
});
