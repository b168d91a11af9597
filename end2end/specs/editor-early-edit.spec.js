// What is done on the page in /edit before the code of the editor is there: the server drew it, and its owner need not wait.
import { editorReady, expect, hold, openEditor, saved, test } from '../fixtures.js';

const PAGE = { mantel: 1, name: 'Ines Harrow', bio: 'Potter.', look: 'cozy', links: [
  { type: 'link', url: 'https://harrow.example/kiln', title: 'The kiln' },
  { type: 'text', text: 'Open on **Sundays**.' },
  ...Array.from({ length: 12 }, (_, at) => ({ type: 'link', url: `https://harrow.example/shelf-${at}`, title: `Shelf ${at}` })),
] };
const isCode = url => /\/assets\/editor[^/]*\.wasm$/.test(url.pathname);
const panel = page => page.locator('#loading');
const editing = page => page.locator('.editor-page [contenteditable]');
const outline = page => page.locator('.editor-outline');
const draft = async person => (await person.call('GET', '/api/v1/page')).body.draft;
const words = (page, text) => page.locator('.editor-page').getByText(text, { exact: true });

// Opens the editor of this page without its code; the function that it returns lets it come.
async function openWithoutCode(page, person, { file = PAGE, then } = {}) {
  await openEditor(page, person, file);
  const go = await hold(page, isCode, then);
  await page.reload({ waitUntil: 'domcontentloaded' });
  return go;
}

// Selects an item by its words and begins to edit them, with the caret at the end.
async function write(page, text) {
  await words(page, text).click();
  await words(page, text).click();
  await expect(editing(page)).toBeFocused();
  await page.keyboard.press('End');
}

test('a title is written before the editor is there, which goes on where the caret is, and all of it is saved', async ({ page, person }) => {
  const go = await openWithoutCode(page, person);
  await write(page, 'The kiln');
  await page.keyboard.type(' and its shed');
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
  go();
  await editorReady(page);
  await expect(editing(page)).toBeFocused();
  await page.keyboard.type('old ');
  await expect(editing(page)).toHaveText('The kiln and its old shed');
  await page.keyboard.press('Enter');
  await saved(page);
  expect((await draft(person)).tiles[0].title).toBe('The kiln and its old shed');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(words(page, 'The kiln')).toBeVisible();
});

test('no key is lost when the editor is mounted under the caret, not even between two frames', async ({ page, person }) => {
  await page.addInitScript(() => {
    const frame = window.requestAnimationFrame.bind(window), waiting = [];
    window.requestAnimationFrame = call => waiting.push(call);
    window.letFramesCome = () => { window.requestAnimationFrame = frame; waiting.splice(0).forEach(call => frame(call)) };
  });
  await person.call('POST', '/api/v1/page/import', { file: PAGE, username: person.name });
  const go = await openWithoutCode(page, person, { file: null });
  await write(page, 'The kiln');
  await page.keyboard.type(' of');
  go();
  await expect(panel(page)).toHaveCount(0);
  await page.keyboard.type(' Ines');
  expect(await editing(page).textContent()).toBe('The kiln of Ines');
  await page.evaluate(() => window.letFramesCome());
  await page.keyboard.type('!');
  await expect(editing(page)).toHaveText('The kiln of Ines!');
});

test('several texts that were written and left are saved, each as a step of its own; a note shows its source', async ({ page, person }) => {
  const go = await openWithoutCode(page, person);
  await write(page, 'Potter.');
  await page.keyboard.type(' And more.');
  await words(page, 'Open on Sundays.').click();
  await words(page, 'Open on Sundays.').click();
  await expect(editing(page)).toHaveText('Open on **Sundays**.');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Ring\nthe bell.');
  await page.keyboard.press('Escape');
  await expect(editing(page)).toHaveCount(0);
  go();
  await editorReady(page);
  await saved(page);
  const { profile, tiles } = await draft(person);
  expect([profile.bio, tiles[1].text]).toEqual(['Potter. And more.', 'Open on **Sundays**. Ring\nthe bell.']);
  await expect(page.locator('.editor-page .words strong')).toHaveText('Sundays');
  await page.locator('.editor-toolbar').getByRole('button', { name: 'Undo', exact: true }).click();
  await saved(page);
  const before = await draft(person);
  expect([before.profile.bio, before.tiles[1].text].filter(text => /And more|Ring/.test(text))).toHaveLength(1);
});

test('a click selects, and the editor has it selected; a text that was only looked at stays as it was drawn', async ({ page, person }) => {
  const go = await openWithoutCode(page, person);
  const { version } = (await person.call('GET', '/api/v1/page')).body;
  await write(page, 'Open on Sundays.');
  await page.keyboard.press('Escape');
  await expect(page.locator('.editor-page .words strong')).toHaveText('Sundays');
  await words(page, 'The kiln').click();
  expect(page.url()).toBe(`${person.url}/edit`);
  go();
  await editorReady(page);
  await expect(outline(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'The kiln, Link, 1 of 14' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.editor-page .words strong')).toHaveText('Sundays');
  await saved(page);
  expect((await person.call('GET', '/api/v1/page')).body.version).toBe(version);
});

test('where nothing is touched, nothing is selected when the editor is mounted', async ({ page, person }) => {
  const go = await openWithoutCode(page, person);
  go();
  await editorReady(page);
  await expect(page.locator('.editor-tab-stop[style]').first()).toBeAttached();
  await expect(outline(page)).toHaveCount(0);
});

test('what somebody else wrote meanwhile is a conflict, not lost', async ({ page, person }) => {
  const go = await openWithoutCode(page, person);
  await write(page, 'The kiln');
  await page.keyboard.type(' by the sea');
  const [kiln] = (await draft(person)).tiles;
  expect((await person.call('PATCH', `/api/v1/page/tiles/${kiln.id}`, { title: 'The agent’s kiln' })).status).toBe(200);
  go();
  await editorReady(page);
  await page.keyboard.press('Enter');
  const card = page.locator('.editor-conflict');
  await expect(card).toContainText('The kiln by the sea');
  await expect(card).toContainText('The agent’s kiln');
});

test('when the code does not arrive, what was written is there again after trying again, and is saved', async ({ page, person }) => {
  await openWithoutCode(page, person, { then: route => route.abort() }).then(go => go());
  await expect(panel(page)).toContainText('The editor did not start');
  await write(page, 'The kiln');
  await page.keyboard.type(' and its shed');
  await page.unrouteAll();
  await panel(page).getByRole('link', { name: 'Try again' }).click();
  await editorReady(page);
  await saved(page);
  await expect(words(page, 'The kiln and its shed')).toBeVisible();
  expect((await draft(person)).tiles[0].title).toBe('The kiln and its shed');
  await page.reload();
  await editorReady(page);
  await expect(words(page, 'The kiln and its shed')).toBeVisible();
});

test('a text that is too long is cut, and that is said', async ({ page, person }) => {
  const go = await openWithoutCode(page, person);
  await write(page, 'The kiln');
  await page.keyboard.insertText('x'.repeat(500));
  await page.keyboard.press('Enter');
  go();
  await editorReady(page);
  await saved(page);
  const { title } = (await draft(person)).tiles[0];
  expect(title).toMatch(/^The kilnx+$/);
  await expect(page.getByText(`Title: the first ${title.length} characters were kept, it holds no more.`).first()).toBeVisible();
});

test('where the page was scrolled to, it stays when the editor is mounted', async ({ page, person }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const go = await openWithoutCode(page, person);
  const tile = words(page, 'Shelf 9'), top = async () => (await tile.boundingBox()).y;
  await tile.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 1);
  const before = await top();
  go();
  await editorReady(page);
  await expect.poll(async () => Math.abs(await top() - before)).toBeLessThan(3);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a title is written before the editor is there, and no sheet is in the way when it is', async ({ page, person }) => {
    const go = await openWithoutCode(page, person);
    await words(page, 'The kiln').tap();
    await expect(page.locator('.editor-page [data-selected]')).toHaveCount(1);
    await words(page, 'The kiln').tap();
    await expect(editing(page)).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' outside');
    go();
    await editorReady(page);
    await expect(editing(page)).toHaveText('The kiln outside');
    await expect(page.getByRole('dialog', { name: 'What is chosen' })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'What is chosen' })).toBeVisible();
    await saved(page);
    expect((await draft(person)).tiles[0].title).toBe('The kiln outside');
  });

  test('letters that are still being composed are not lost', async ({ page, person }) => {
    const go = await openWithoutCode(page, person);
    await words(page, 'The kiln').tap();
    await words(page, 'The kiln').tap();
    await expect(editing(page)).toBeFocused();
    await page.keyboard.press('End');
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Input.imeSetComposition', { text: ' かま', selectionStart: 3, selectionEnd: 3 });
    go();
    await editorReady(page);
    await expect(editing(page)).toHaveText('The kiln かま');
    await page.keyboard.press('Enter');
    await saved(page);
    expect((await draft(person)).tiles[0].title).toBe('The kiln かま');
  });
});
