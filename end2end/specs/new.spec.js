// `/new`: a brief becomes a page while it is typed, and the page becomes somebody's.
import { brief, expect, test } from '../server.js';

const paste = async (page, text) => {
  await page.goto('/new');
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.locator('#json').fill(text);
};
const preview = page => page.locator('.n-table .page').first();

let visitors = 0;

test('a pasted brief is drawn, claimed, published, and live in three forms; the API gives the identical draft', async ({ page, request, person }) => {
  const name = `maker-${process.pid}-${++visitors}`, text = brief('messy/chat-answer.txt');
  await paste(page, text);
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Juniper Hale');
  await expect(preview(page).getByText('Print shop')).toBeVisible();
  await expect(page.getByRole('button', { name: /things to look at/ })).toBeVisible();

  await page.getByRole('button', { name: 'Make it mine' }).first().click();
  await page.getByLabel('Your page’s address').fill(name);
  await expect(page.getByText(`${name} is free`)).toBeVisible();
  await page.getByLabel('Email').fill(`${name}@harrow.example`);
  await page.getByLabel('Password').fill('a long enough password');
  await page.locator('#claim').getByRole('button', { name: 'Make it mine' }).click();

  await page.getByRole('button', { name: 'Put it up' }).click();
  await expect(page.getByRole('heading', { name: 'It is lit' })).toBeVisible();

  const live = await request.get(`/${name}`);
  expect(live.status()).toBe(200);
  expect(await live.text()).toContain('Juniper Hale');
  const json = await (await request.get(`/api/v1/public/${name}`)).json();
  expect(json.theme.style).toBe('painted');
  expect(await (await request.get(`/${name}/llms.txt`)).text()).toContain('# Juniper Hale');

  // The same brief through the API, by somebody else: the identical draft but for the random ids.
  const imported = await person.call('POST', '/api/v1/page/import', { file: text, username: person.name });
  expect(imported.status).toBe(201);
  const plain = it => ({ profile: it.profile, theme: it.theme, tiles: it.tiles.map(({ id, ...rest }) => rest) });
  expect(plain(imported.body.draft)).toEqual(plain(json));
});

for (const name of ['cafe.json', 'developer.json', 'illustrator.json', 'musician.json', 'messy/small-mistakes.json']) {
  test(`the sample ${name} draws itself`, async ({ page }) => {
    const text = brief(name);
    await paste(page, text);
    await expect(preview(page).getByRole('heading', { level: 1 })).not.toHaveText('');
    await expect(preview(page)).toHaveAttribute('data-look', /painted|cozy|night|washi/);
    await expect(preview(page).locator('.tile')).not.toHaveCount(0);
  });
}

test('the form and the JSON are two views of one page', async ({ page }) => {
  await page.goto('/new');
  await page.locator('#name').fill('Ada');
  await page.locator('#paste').fill('https://ada.example');
  await page.locator('#paste').press('Enter');
  await expect(preview(page).locator('.tile')).toHaveCount(1);
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect(page.locator('#json')).toHaveValue(/"name": "Ada"[\s\S]*https:\/\/ada\.example/);
  await page.locator('#json').fill('{"name": "Ada Lovelace", "links": ["https://ada.example", "ada/engine"]}');
  await page.getByRole('tab', { name: 'Form' }).click();
  await expect(page.locator('#name')).toHaveValue('Ada Lovelace');
  await expect(page.getByRole('list', { name: 'What the page holds' }).getByRole('listitem')).toHaveCount(2);
});

test('what can not be read keeps the last good page and says where', async ({ page }) => {
  await paste(page, '{"name": "Ada", "links": ["https://ada.example"]}');
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Ada');
  await page.locator('#json').fill('{\n  "name": "Ada",\n  "links" ["https://ada.example"]\n}');
  await expect(page.getByText(/Line 3, column \d+/).first()).toBeVisible();
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Ada');
});

test('work is kept across a reload', async ({ page }) => {
  await page.goto('/new');
  await page.locator('#name').fill('Grace');
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Grace');
  await page.waitForFunction(() => Object.keys(localStorage).some(it => (localStorage.getItem(it) ?? '').includes('Grace')));
  await page.reload();
  await expect(page.getByText('Picked up where you left off.')).toBeVisible();
  await expect(page.locator('#name')).toHaveValue('Grace');
});

test('links open exactly what they say', async ({ page }) => {
  await page.goto('/new?name=Ada&bio=Engines&links=https%3A%2F%2Fada.example%2Cada%2Fengine&look=cozy&theme=linen&layout=list');
  await expect(preview(page)).toHaveAttribute('data-palette', 'linen');
  await expect(preview(page)).toHaveAttribute('data-layout', 'list');
  await expect(preview(page).locator('.tile')).toHaveCount(2);
  const text = '{"name": "Carried", "look": "cozy", "links": ["https://carried.example"]}';
  await page.goto('about:blank');
  await page.goto('/new#p=' + Buffer.from(text).toString('base64url'));
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Carried');
  await expect(page.getByText('This page came in the link.')).toBeVisible();
});

test('keyboard alone makes a page', async ({ page }) => {
  await page.goto('/new');
  await page.locator('#name').focus();
  await page.keyboard.type('Keys');
  await page.locator('#paste').focus();
  await page.keyboard.type('https://one.example\u000b'.slice(0, -1));
  await page.keyboard.press('Enter');
  await page.keyboard.type('two/engine');
  await page.keyboard.press('Enter');
  const rows = page.getByRole('list', { name: 'What the page holds' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('one.example');
  await rows.nth(1).getByRole('button').first().focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows.nth(0)).toContainText('two/engine');
});

test('at 390 the preview stays and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/new?name=Ada&links=https%3A%2F%2Fada.example');
  await expect(preview(page)).toBeVisible();
  await page.locator('#name').fill('Ada on a phone');
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Ada on a phone');
  expect(await page.locator('html').evaluate(it => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a link still shows the page it describes', async ({ page }) => {
    await page.goto('/new?name=Ada&links=https%3A%2F%2Fada.example&look=cozy');
    await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Ada');
    await expect(preview(page)).toHaveAttribute('data-look', 'cozy');
  });
});
