// The brief editor: every sample brief, links that carry a page, work kept, keys alone, narrow windows.
import { brief, expect, test } from '../fixtures.js';

const BRIEFS = ['cafe.json', 'developer.json', 'illustrator.json', 'musician.json', 'messy/chat-answer.txt', 'messy/small-mistakes.json'];
const region = page => page.getByRole('region', { name: 'Preview' });
const rows = page => page.getByRole('list', { name: 'What the page holds' }).getByRole('listitem');
const pasting = page => page.getByRole('textbox', { name: /^Paste links/ });
const json = page => page.getByRole('textbox', { name: /^The page as JSON/ });

async function write(page, text) {
  await page.goto('/new');
  await page.getByRole('tab', { name: 'JSON' }).click();
  await json(page).fill(text);
}

for (const file of BRIEFS) {
  test(`${file} is drawn as the API would load it`, async ({ page, person }) => {
    const imported = await person.call('POST', '/api/v1/page/import', { file: brief(file), username: person.name });
    expect(imported.status).toBe(201);
    const { draft, warnings } = imported.body;
    await write(page, brief(file));
    await expect(region(page).getByRole('heading', { name: draft.profile.name })).toBeVisible();
    await expect(region(page).locator('.page')).toHaveAttribute('data-look', draft.theme.style);
    await expect(region(page).locator('.page')).toHaveAttribute('data-palette', draft.theme.preset);
    // Social tiles without a place of their own stand in a group under the name.
    await expect(region(page).locator('article.tile, .socials > li')).toHaveCount(draft.tiles.length);
    expect(await region(page).locator('a[href^="javascript:" i]').count()).toBe(0);
    // Of the file's username the API says that the call named another; here it is settled when the page is claimed.
    const said = warnings.filter(warning => warning.path !== '/username').map(warning => warning.message);
    if (file.startsWith('messy/')) expect(said.length).toBeGreaterThan(0); else expect(said).toEqual([]);
    const notes = page.locator('#json-notes').getByRole('listitem');
    for (const message of said) await expect(notes.filter({ hasText: message }).first()).toBeAttached();
  });
}

test('the form and the JSON are two views of one page', async ({ page }) => {
  await page.goto('/new');
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await pasting(page).fill('Engines: https://ada.example');
  await pasting(page).press('Enter');
  await expect(region(page).locator('article.tile')).toHaveText(/Engines/);
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect(json(page)).toHaveValue(/"name": "Ada"[\s\S]*https:\/\/ada\.example\/?", "title": "Engines"/);
  await json(page).fill('{"name": "Ada Lovelace", "links": ["https://ada.example", "ada/engine"]}');
  await page.getByRole('tab', { name: 'Form' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace');
  await expect(rows(page)).toHaveCount(2);
});

test('a file that breaks off keeps what could be read, and says where it stopped', async ({ page }) => {
  await write(page, '{ "name": "Ada Moss", "links": ["https://example.com/a"] }');
  await expect(region(page).getByRole('heading', { name: 'Ada Moss' })).toBeVisible();
  await json(page).fill('{ "name": "Ada Moss", "links": ["https://example.com/a"], : ');
  await expect(region(page).getByRole('heading', { name: 'Ada Moss' })).toBeVisible();
  await expect(page.getByText(/Line \d+, column \d+/).first()).toBeVisible();
});

test('a query draws the page it describes, before any script', async ({ browser, mantel }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: mantel.url });
  await page.goto('/new?name=Ada%20Moss&bio=Ferns&links=https://example.com/shop,ada@moss.example,tokio-rs/tokio&look=cozy&layout=list&location=Leeds');
  await expect(region(page).getByRole('heading', { name: 'Ada Moss' })).toBeVisible();
  await expect(region(page).locator('.page')).toHaveAttribute('data-look', 'cozy');
  await expect(region(page).locator('.page')).toHaveAttribute('data-layout', 'list');
  await expect(region(page).locator('article.tile, .socials > li')).toHaveCount(3);
  await page.close();
});

test.describe('links and copies', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('the copied link opens the same page, and stores nothing', async ({ page, context }) => {
    await write(page, brief('musician.json'));
    await expect(region(page).getByRole('heading', { name: /Quiet Sea/ })).toBeVisible();
    const drawn = await region(page).locator('.page').innerText();
    await page.getByRole('button', { name: 'Copy this page as a link' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/new#p=[A-Za-z0-9_-]+$/);

    const other = await context.newPage();
    await other.goto(link);
    await expect(other.getByText('This page came in the link.').first()).toBeVisible();
    await expect(region(other).getByRole('heading', { name: /Quiet Sea/ })).toBeVisible();
    expect(await region(other).locator('.page').innerText()).toBe(drawn);
  });
});

test('work is kept across a reload, and can be cleared', async ({ page }) => {
  await page.goto('/new');
  await page.getByLabel('Name', { exact: true }).fill('Ada Moss');
  await pasting(page).fill('https://example.com/shop');
  await pasting(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  // Kept after a pause in typing.
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).some(value => value.includes('example.com/shop')))).toBe(true);
  await page.reload();
  await expect(page.getByText('Picked up where you left off.').first()).toBeVisible();
  await expect(region(page).getByRole('heading', { name: 'Ada Moss' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Start fresh' }).click();
  await expect(rows(page)).toHaveCount(0);
});

test('keys alone: add, reorder, remove, undo, leave the JSON field, open and close the claim card', async ({ page }) => {
  await page.goto('/new');
  // There is a way to the paste field by Tab.
  const at = () => page.evaluate(() => document.activeElement?.id);
  for (let steps = 0; steps < 30 && await at() !== 'paste'; steps++) await page.keyboard.press('Tab');
  expect(await at()).toBe('paste');
  for (const link of ['https://example.com/one', 'https://example.org/two', 'a short note']) {
    await page.keyboard.insertText(link);
    await page.keyboard.press('Enter');
  }
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText('example.com');

  await page.keyboard.press('Shift+Tab');
  for (let steps = 0; steps < 12 && !(await at())?.startsWith('row-'); steps++) await page.keyboard.press('Shift+Tab');
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
  await expect(json(page)).toBeVisible();
  await json(page).focus();
  const before = (await json(page).inputValue()).length;
  await page.keyboard.press('Tab');
  await expect(json(page)).toBeFocused();
  expect((await json(page).inputValue()).length).toBe(before + 2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(json(page)).not.toBeFocused();

  await page.getByRole('button', { name: 'Make it mine' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Make it mine' }).first()).toBeFocused();
});

test('no wider than its window, and everything is there, from 320 to 1440', async ({ page }) => {
  await write(page, brief('illustrator.json'));
  await page.getByRole('tab', { name: 'Form' }).click();
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await over(), `at ${width}`).toBeLessThanOrEqual(0);
    await expect(region(page).getByRole('heading', { name: 'Juniper Hale' }), `at ${width}`).toBeVisible();
    await expect(page.getByRole('button', { name: 'Make it mine' }).first(), `at ${width}`).toBeVisible();
    await pasting(page).scrollIntoViewIfNeeded();
    await expect(pasting(page), `at ${width}`).toBeInViewport();
  }
});
