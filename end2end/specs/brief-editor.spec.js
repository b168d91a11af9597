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

test('a warning stands at the row that it is about, or above the form when that was left out', async ({ page }) => {
  await fillJson(page, JSON.stringify({ name: 'Ines', links: [
    'https://a.example', 'javascript:alert(1)',
    { heading: 'Shops', items: ['https://b.example', { url: 'https://c.example', size: 'huge' }] },
  ] }));
  await page.getByRole('tab', { name: 'Form' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('list', { name: 'Things to look at' })).toContainText('“javascript:alert(1)” is not a safe address');
  await expect(rows(page).filter({ hasText: 'huge' })).toHaveCount(1);
  await expect(rows(page).nth(3)).toContainText('“huge” is not a size');
});

test('what may be a repository, a note or a link can be said otherwise, by keyboard too', async ({ page }) => {
  await page.goto('/new');
  await pasteField(page).fill('AC/DC\nharrow/glaze-calc\nShop: https://shop.example');
  const choices = page.locator('#paste-preview').getByRole('combobox');
  await expect(choices).toHaveCount(2);
  const repository = page.getByRole('combobox', { name: 'AC/DC is a' }), note = page.getByRole('combobox', { name: 'harrow/glaze-calc is a' });
  await expect(note).toHaveValue('Repository');
  await repository.focus();
  await repository.selectOption('Repository');
  await note.selectOption('Note');
  await expect(repository).toHaveValue('Repository');
  await pasteField(page).press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText('Repository, small');
  await expect(rows(page).nth(1)).toContainText('harrow/glaze-calc');
  await expect(rows(page).nth(1)).toContainText('Note');
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

// Whether two boxes have no common area.
const apart = (a, b) => a.x + a.width <= b.x + 0.5 || b.x + b.width <= a.x + 0.5 || a.y + a.height <= b.y + 0.5 || b.y + b.height <= a.y + 0.5;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('beside the keyboard, the field, the list and a strip of the preview are in view', async ({ page }) => {
    await page.goto('/new?name=Rosa&links=https://example.com/one,https://example.com/two,https://example.com/three');
    await expect(rows(page)).toHaveCount(3);
    await page.setViewportSize({ width: 390, height: 480 });
    await pasteField(page).focus();
    await page.keyboard.type('https://example.com/four');
    await pasteField(page).scrollIntoViewIfNeeded();
    const strip = await preview(page).boundingBox(), field = await pasteField(page).boundingBox(), last = await rows(page).last().boundingBox();
    expect(Math.min(strip.y + strip.height, 480) - Math.max(strip.y, 0)).toBeGreaterThanOrEqual(80);
    expect(strip.height).toBeLessThanOrEqual(160);
    for (const box of [field, last]) {
      expect(box.y).toBeGreaterThanOrEqual(strip.y + strip.height);
      expect(box.y + box.height).toBeLessThanOrEqual(480);
    }
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(4);
    await expect(pasteField(page)).toBeFocused();
    // In the claim card, every field can be reached and is not covered.
    await page.getByRole('button', { name: 'Make it mine' }).first().click();
    const password = page.getByLabel('Password');
    await password.focus();
    await password.scrollIntoViewIfNeeded();
    const box = await password.boundingBox();
    const top = await page.evaluate(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2).id, box);
    expect(top).toBe('claim-password');
  });

  for (const height of [844, 640]) {
    test(`the hint of an empty page covers none of its words, and Enlarge nothing of the page, at ${height} px`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height });
      await page.goto('/new');
      const hint = page.getByRole('button', { name: /Paste anything/ });
      await expect(hint).toBeVisible();
      const button = await hint.boundingBox();
      const words = await preview(page).locator('.page').evaluate(root => {
        const boxes = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), range = document.createRange();
        while (walker.nextNode()) {
          if (!walker.currentNode.data.trim() || !walker.currentNode.parentElement.checkVisibility({ visibilityProperty: true })) continue;
          range.selectNodeContents(walker.currentNode);
          for (const { x, y, width, height } of range.getClientRects()) if (width > 1 && height > 1) boxes.push({ x, y, width, height, text: walker.currentNode.data });
        }
        return boxes;
      });
      for (const word of words) expect(apart(button, word), word.text).toBe(true);
      const stage = await page.locator('.brief-stage').boundingBox();
      expect(apart(await page.getByRole('button', { name: 'Enlarge' }).boundingBox(), stage)).toBe(true);
      await page.getByRole('button', { name: 'Enlarge' }).click();
      const large = await page.locator('.brief-stage').boundingBox();
      expect(large.height).toBeGreaterThan(stage.height * 1.5);
      for (const name of ['Smaller', 'List', 'Copy this page as a link']) {
        const control = page.getByRole('button', { name }).first();
        await expect(control).toBeInViewport({ ratio: 1 });
        expect(apart(await control.boundingBox(), large), name).toBe(true);
      }
    });
  }

  test('“It is live” uses its screen', async ({ page }) => {
    const name = `live-${process.pid}`;
    await page.goto('/new?name=Rosa&links=https://example.com/one');
    await page.getByRole('button', { name: 'Make it mine' }).first().click();
    const card = page.getByRole('dialog');
    await card.getByLabel('Your page’s address').fill(name);
    await card.getByLabel('Email').fill(`${name}@harrow.example`);
    await card.getByLabel('Password').fill('a long enough password');
    await card.getByRole('button', { name: /^Publish at/ }).click();
    await expect(card.getByRole('heading', { name: 'It is live' })).toBeVisible();
    const link = card.getByRole('link', { name: new RegExp(`/${name}$`) });
    expect(await link.evaluate(element => parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(24);
    const heading = await card.getByRole('heading').boundingBox(), edit = await card.getByRole('link', { name: 'Edit it' }).boundingBox();
    const middle = (heading.y + edit.y + edit.height) / 2;
    expect(middle).toBeGreaterThan(844 * 0.35);
    expect(middle).toBeLessThan(844 * 0.65);
    for (const control of [card.getByRole('button', { name: 'Copy address' }), card.getByRole('link', { name: 'Open it' }), card.getByRole('link', { name: 'Edit it' })]) {
      const box = await control.boundingBox();
      expect(box.width).toBeGreaterThanOrEqual(300);
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
  });
});

test('“It is live” has the code of the address, and leads to everything else that can be shared', async ({ page }) => {
  const name = `share-${process.pid}`;
  const errors = [];
  page.on('pageerror', error => errors.push(error.message));
  await page.goto('/new?name=Rosa&links=https://example.com/one');
  await page.getByRole('button', { name: 'Make it mine' }).first().click();
  const card = page.getByRole('dialog');
  await card.getByLabel('Your page’s address').fill(name);
  await card.getByLabel('Email').fill(`${name}@harrow.example`);
  await card.getByLabel('Password').fill('a long enough password');
  await card.getByRole('button', { name: /^Publish at/ }).click();
  const code = card.getByRole('img', { name: 'QR code' });
  await expect(code).toHaveAttribute('src', `${new URL(page.url()).origin}/${name}/qr.svg`);
  expect(await code.evaluate(image => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(0);
  await card.getByRole('link', { name: 'Share', exact: true }).click();
  await expect(page).toHaveURL('/share');
  await expect(page.getByText(/^Live since/)).toBeVisible();
  expect(errors).toEqual([]);
});

test('a page begins in the look that was chosen in the gallery, and nothing is missed in it yet', async ({ page }) => {
  await page.goto('/looks/night/sodium?layout=list');
  await page.getByRole('link', { name: 'Start here' }).click();
  await expect(page.locator('.brief-preview .page')).toHaveAttribute('data-look', 'night');
  await page.locator('#name').fill('Ada Moss');
  await expect(page.locator('.brief-preview .page')).toHaveAttribute('data-look', 'night');
  await expect(page.locator('.brief-preview .name')).toHaveText('Ada Moss');
  await expect(page.getByText('There is no “name”')).toHaveCount(0);
});
