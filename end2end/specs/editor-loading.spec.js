// The editors before they run, and when they do not: what is said, what works, and that nothing typed is lost.
import { editorReady, expect, hold, isPart, openEditor, test } from '../fixtures.js';

const PAGE = { mantel: 1, name: 'Ines Harrow', links: ['https://harrow.example/kiln'] };
const isCode = url => /\/assets\/(brief_)?editor[^/]*\.wasm$/.test(url.pathname);
const isModule = url => /\/assets\/(brief_)?editor\.[0-9a-f]+\.js$/.test(url.pathname);
const status = page => page.locator('.editor-status');
const panel = page => page.locator('#loading');

for (const { how, says, block } of [
  { how: 'does not arrive', says: 'a part of it did not arrive', block: page => page.route(isCode, route => route.abort()) },
  { how: 'is not found', says: 'a part of it did not arrive', block: page => page.route(isCode, route => route.fulfill({ status: 404, body: 'no' })) },
  { how: 'arrives damaged', says: 'a part of it arrived damaged', block: page => page.route(isCode, route => route.fulfill({ contentType: 'application/wasm', body: Buffer.from('\0asm\x01\0\0\0\xff\xff', 'latin1') })) },
  { how: 'lacks its module', says: 'a part of it did not arrive', block: page => page.route(isModule, route => route.abort()) },
]) {
  test(`when the code of /edit ${how}, that is said, nothing is called saved, and trying again works`, async ({ page, person }) => {
    await openEditor(page, person, PAGE);
    await block(page);
    await page.reload();
    await expect(panel(page)).toContainText(`The editor did not start: ${says}`);
    await expect(panel(page).getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(status(page)).not.toContainText('Saved');
    await page.locator('#paste').fill('https://harrow.example/typed-before');
    await page.unrouteAll();
    await panel(page).getByRole('link', { name: 'Try again' }).click();
    await editorReady(page);
    await expect(panel(page)).toHaveCount(0);
    await expect(page.locator('#paste')).toHaveValue('https://harrow.example/typed-before');
    await expect(status(page)).toHaveText('Saved');
  });
}

test('on a slow connection /edit says that it loads, never that it saved, and draws the page in its size', async ({ page, person }) => {
  await openEditor(page, person, PAGE);
  const scale = () => page.locator('.editor-page').evaluate(element => getComputedStyle(element).getPropertyValue('--fit'));
  const after = Number(await scale());
  const go = await hold(page, isCode);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(panel(page).getByRole('status')).toHaveText('Getting the editor ready');
  await expect(panel(page).getByRole('status')).toBeVisible();
  await expect(status(page)).toHaveText('Getting ready');
  expect(Number(await scale())).toBeCloseTo(after, 2);
  const drawn = await page.locator('.editor-page .tile').first().evaluate(element => [getComputedStyle(element).opacity, getComputedStyle(element.closest('.page')).opacity]);
  expect(drawn).toEqual(['1', '1']);
  go();
  await editorReady(page);
  await expect(status(page)).toHaveText('Saved');
});

for (const { screen, open, field } of [
  { screen: '/new', open: page => page.goto('/new', { waitUntil: 'domcontentloaded' }), field: '#name' },
  { screen: '/edit', open: page => page.reload({ waitUntil: 'domcontentloaded' }), field: '#paste' },
]) {
  test(`whoever types while ${screen} starts loses no key, not even between two frames`, async ({ page, person }) => {
    await openEditor(page, person, PAGE);
    const go = await hold(page, isCode);
    // No frame comes while the editor starts.
    await page.addInitScript(() => {
      const frame = window.requestAnimationFrame.bind(window), waiting = [];
      window.requestAnimationFrame = call => waiting.push(call);
      window.letFramesCome = () => { window.requestAnimationFrame = frame; waiting.splice(0).forEach(call => frame(call)) };
    });
    await open(page);
    await page.locator(field).click();
    await page.keyboard.type('Ines ');
    go();
    await expect(panel(page)).toHaveCount(0);
    await page.keyboard.type('Harrow');
    expect(await page.locator(field).inputValue()).toBe('Ines Harrow');
    await page.evaluate(() => window.letFramesCome());
    await page.keyboard.type('!');
    await expect(page.locator(field)).toHaveValue('Ines Harrow!');
  });
}

test('words that are only in the browser are never called saved', async ({ page, person }) => {
  await openEditor(page, person, PAGE);
  let go;
  const held = new Promise(resolve => { go = resolve });
  await page.route('**/api/v1/page/**', async route => { if (route.request().method() !== 'GET') await held; await route.continue() });
  const said = await page.evaluate(async () => {
    const field = document.querySelector('#paste'), seen = [];
    field.focus();
    field.value = 'A note that is not sent yet';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    for (let frame = 0; frame < 40; frame++) {
      await new Promise(requestAnimationFrame);
      const status = document.querySelector('.editor-status');
      seen.push([status.dataset.waiting, status.textContent]);
    }
    return seen;
  });
  expect(said.some(([waiting]) => waiting !== '0')).toBe(true);
  expect(said.filter(([waiting, text]) => waiting !== '0' && text.startsWith('Saved'))).toEqual([]);
  go();
  await expect(status(page)).toHaveText(/^Saved/);
});

test('when the code of /new does not arrive, that is said, what works without it too, and what was typed stays', async ({ page, mantel }) => {
  await page.route(isCode, route => route.abort());
  await page.goto(`${mantel.url}/new`);
  await expect(panel(page)).toContainText('The editor did not start');
  await expect(panel(page).getByRole('link', { name: 'make an account' })).toHaveAttribute('href', '/signup');
  await page.locator('#name').fill('Ada Moss');
  await page.unrouteAll();
  await panel(page).getByRole('link', { name: 'Try again' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator('.brief-preview .name')).toHaveText('Ada Moss');
});

const previewName = page => page.locator('.brief-preview .name');

test('/new takes words before what reads pasted text is there; what is entered meanwhile is added when it is', async ({ page, mantel }) => {
  const go = await hold(page, isPart);
  await page.goto(`${mantel.url}/new`);
  await expect(panel(page)).toHaveCount(0);
  await page.locator('#name').fill('Ada Moss');
  await expect(previewName(page)).toHaveText('Ada Moss');
  const field = page.locator('#paste'), says = page.locator('#paste-preview');
  await field.focus();
  await page.keyboard.type('https://harrow.example/one');
  await expect(says).toContainText('Getting ready to read it.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('https://harrow.example/tw');
  go();
  await expect(page.locator('.brief-preview article.tile')).toHaveCount(1);
  await expect(field).toHaveValue('https://harrow.example/tw');
  await field.press('Enter');
  await expect(page.locator('.brief-preview article.tile')).toHaveCount(2);
});

test('JSON that is typed before what reads it is there is read when it is', async ({ page, mantel }) => {
  const go = await hold(page, isPart);
  await page.goto(`${mantel.url}/new`);
  await expect(panel(page)).toHaveCount(0);
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.locator('#json').fill('{"mantel": 1, "name": "Ines Harrow", "links": ["harrow.example/kiln"]}');
  await expect(page.locator('.brief-json-error')).toContainText('Getting ready to read it.');
  go();
  await expect(previewName(page)).toHaveText('Ines Harrow');
  await expect(page.locator('.brief-json-error')).toBeEmpty();
});

test('when what reads pasted text does not arrive, /new says so, nothing typed is lost, and trying again reads it', async ({ page, mantel }) => {
  await page.route(isPart, route => route.abort());
  await page.goto(`${mantel.url}/new`);
  await expect(panel(page)).toHaveCount(0);
  const field = page.locator('#paste'), says = page.locator('#paste-preview');
  await field.fill('https://harrow.example/one');
  await expect(says).toContainText('a part of the editor did not arrive. Your text stays here.');
  await page.unrouteAll();
  await says.getByRole('button', { name: 'Try again' }).click();
  await expect(says).toContainText('harrow.exampleLink');
  await field.press('Enter');
  await expect(page.locator('.brief-preview article.tile')).toHaveCount(1);
});

test('a stored page is not replaced while what reads it does not arrive, and a page of a link waits for it', async ({ page, mantel }) => {
  await page.goto(`${mantel.url}/new`);
  await page.locator('#name').fill('Ada Moss');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mantel:new'))).toContain('Ada Moss');
  const stored = await page.evaluate(() => localStorage.getItem('mantel:new'));
  await page.route(isPart, route => route.abort());
  for (const address of ['/new', '/new?name=Ines&links=harrow.example']) {
    await page.goto(`${mantel.url}${address}`);
    await expect(panel(page), address).toContainText('The editor did not start: a part of it did not arrive. Nothing is lost.');
    expect(await page.evaluate(() => localStorage.getItem('mantel:new')), address).toBe(stored);
  }
  await expect(previewName(page)).toHaveText('Ines');
  await page.unrouteAll();
  await page.goto(`${mantel.url}/new`);
  await expect(previewName(page)).toHaveText('Ada Moss');
  await expect(page.getByText('Picked up where you left off.').first()).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('both editors say so, and where to go instead', async ({ page, person }) => {
    await page.goto(`${person.url}/new`);
    await expect(page.locator('.ui-noscript')).toContainText('The editor needs JavaScript.');
    await expect(page.locator('.ui-noscript').getByRole('link', { name: 'make an account' })).toBeVisible();
    await expect(panel(page)).toBeHidden();
    await person.call('POST', '/api/v1/page/import', { file: PAGE, username: person.name });
    await page.goto(`${person.url}/signin`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${person.url}/edit`);
    await expect(page.locator('.ui-noscript').getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(status(page)).not.toContainText('Saved');
    await expect(page.locator('.editor-page .tile').first()).toBeVisible();
  });
});

test('when what reads pasted text does not arrive, the field says so, nothing typed is lost, and trying again adds it', async ({ page, person }) => {
  await openEditor(page, person, PAGE);
  const go = await hold(page, isPart, route => route.abort());
  await page.reload();
  await editorReady(page);
  const field = page.locator('#paste'), says = page.locator('#paste-preview');
  await field.focus();
  await page.keyboard.type('https://harrow.example/one');
  await expect(says).toContainText('Getting ready to read it.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('https://harrow.example/two');
  go();
  await expect(says).toContainText('a part of the editor did not arrive. Your text stays here.');
  await expect(field).toHaveValue('https://harrow.example/one\nhttps://harrow.example/two');
  await page.unrouteAll();
  await says.getByRole('button', { name: 'Try again' }).click();
  await expect(says).toContainText('Link, small');
  await field.press('Enter');
  await expect(page.locator('.editor-page article.tile')).toHaveCount(3);
});

test('what was entered before the reader was there is added when it is, and what is typed meanwhile stays', async ({ page, person }) => {
  await openEditor(page, person, PAGE);
  const go = await hold(page, isPart);
  await page.reload();
  await editorReady(page);
  const field = page.locator('#paste');
  await field.focus();
  for (const part of ['https://harrow.example/one', 'https://harrow.example/two']) {
    await page.keyboard.type(part);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type('half a no');
  go();
  await expect(page.locator('.editor-page article.tile')).toHaveCount(3);
  await expect(field).toHaveValue('half a no');
});
