// The editor's sidebar and inspector: pasting, the list of tiles, fields, undo.
import { test, expect, openEditor, saved } from '../fixtures.js';
import { WCAG_AA, axeViolations } from '../axe.js';
import { keepWasmMemory } from '../wasm-memory.js';

test.use({ viewport: { width: 1440, height: 960 } });

const draft = async person => (await person.call('GET', '/api/v1/page')).body.draft;
const pasteField = page => page.getByLabel('Paste a link');
const tileList = page => page.getByRole('listbox', { name: 'Profile and tiles' });
const row = (page, name) => tileList(page).getByRole('option', { name });
const inspector = page => page.getByRole('region', { name: 'Inspector' });
const claim = person => person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
const pageOf = (...links) => ({ mantel: 1, name: 'Ines Harrow', look: 'cozy', links });
const expectAccessible = async page => {
  const violations = await axeViolations(page, { runOnly: WCAG_AA }, { include: ['.editor-side-panel.left', '.editor-inspector'] });
  expect(violations.map(violation => [violation.id, violation.nodes.map(node => node.html.slice(0, 160))])).toEqual([]);
};

test('twelve tiles are pasted and typed into an empty page, edited and published', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person);
  await expect(pasteField(page)).toBeFocused();
  await expect(page.getByText('Start with anything: your site, a repository, an email.').first()).toBeVisible();
  await pasteField(page).fill('harrow.example\nines@harrow.example\nhttps://instagram.com/ines.harrow\nharrow/glaze-calc\nhttps://youtu.be/moonjar123');
  await expect(page.getByText('Email, joins the row under your name')).toBeVisible();
  await expect(page.getByText('Video, wide')).toBeVisible();
  await page.getByRole('button', { name: 'Add 5 tiles' }).click();
  await expect(tileList(page).getByRole('option')).toHaveCount(6);
  await expect(row(page, /youtu\.be/)).toHaveAttribute('aria-selected', 'true');
  await expect(pasteField(page)).toBeFocused();

  // One at a time: each is inserted after the one before.
  for (const line of ['Kiln opens Saturday at ten.', 'Bring a box.', 'https://letters.example', 'https://open.spotify.com/track/0abc', 'shop.harrow.example']) {
    await pasteField(page).fill(line);
    await pasteField(page).press('Enter');
    await expect(pasteField(page)).toHaveValue('');
  }
  // Duplicates are skipped unless added anyway.
  await pasteField(page).fill('letters.example\nhttps://harrow.example/wheel');
  await expect(page.getByText('Already on your page, skipped.')).toBeVisible();
  await page.getByRole('button', { name: 'Add anyway' }).click();
  await pasteField(page).press('Enter');
  await expect(tileList(page).getByRole('option')).toHaveCount(13);

  await row(page, /^harrow\.example/).first().click();
  await inspector(page).getByLabel('Title').fill('My pots');
  await inspector(page).getByLabel('Address').fill('nowhere at all');
  await expect(inspector(page).locator('#its-url-says')).not.toBeEmpty();
  await inspector(page).getByLabel('Address').blur();
  await expect(inspector(page).getByLabel('Address')).toHaveValue('nowhere at all');
  await inspector(page).getByLabel('Address').fill('pots.harrow.example');
  await expect(inspector(page).locator('#its-url-says')).toBeEmpty();
  await inspector(page).getByRole('button', { name: 'Large' }).click();
  await inspector(page).getByRole('button', { name: 'Mint' }).click();
  await expect(row(page, /My pots/)).toBeVisible();

  await row(page, /Bring a box/).click();
  await inspector(page).getByRole('switch', { name: 'Stamp' }).click();
  await row(page, /shop\.harrow/).click();
  await inspector(page).getByRole('button', { name: 'Remove' }).click();
  await expect(tileList(page).getByRole('option')).toHaveCount(12);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(tileList(page).getByRole('option')).toHaveCount(13);
  await saved(page);

  const { tiles } = await draft(person);
  expect(tiles).toHaveLength(12);
  const pots = tiles.find(tile => tile.title === 'My pots');
  expect(pots).toMatchObject({ url: 'https://pots.harrow.example/', size: 'l', color: 'mint' });
  expect(tiles.find(tile => tile.text === 'Bring a box.').look).toBe('stamp');
  expect(tiles.filter(tile => tile.url === 'https://letters.example/')).toHaveLength(2);
  await expectAccessible(page);

  expect((await person.call('POST', '/api/v1/page/publish', {})).status).toBe(200);
  await page.goto('/' + person.name);
  await expect(page.getByText('My pots')).toBeVisible();
  await expect(page.locator('.tile')).toHaveCount(10);
  await expect(page.getByRole('link', { name: /ines\.harrow/ })).toBeVisible();
});

test('a pasted page file replaces the page in one undo step', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person, pageOf('harrow.example', 'A note'));
  await pasteField(page).fill(JSON.stringify(pageOf('https://letters.example', { heading: 'Lately' }, 'Another note')));
  await page.getByRole('button', { name: 'Replace this page' }).click();
  await expect(tileList(page).getByRole('option')).toHaveCount(4);
  await saved(page);
  expect((await draft(person)).tiles).toHaveLength(3);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(tileList(page).getByRole('option')).toHaveCount(3);
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.type)).toEqual(['link', 'text']);
});

test('keyboard alone: add, select, colour, move, remove, undo', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person, pageOf('harrow.example', 'First note', 'Second note'));
  await pasteField(page).focus();
  await page.keyboard.type('https://letters.example');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Third note');
  await page.keyboard.press('Enter');
  await expect(tileList(page).getByRole('option')).toHaveCount(6);
  await tileList(page).focus();
  await expect(row(page, /Third note/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(row(page, /Second note/)).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('button', { name: 'Small' })).toBeFocused();
  for (let presses = 0; presses < 20 && !await inspector(page).getByRole('button', { name: 'Sky' }).evaluate(button => button === document.activeElement); presses += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(tileList(page)).toBeFocused();

  await page.keyboard.press('m');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Place 1 of 5')).toBeAttached();
  await page.keyboard.press('Enter');
  await saved(page);
  let { tiles } = await draft(person);
  expect(tiles[0]).toMatchObject({ text: 'Second note', color: 'sky' });

  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(tileList(page).getByRole('option')).toHaveCount(5);
  await expect(row(page, /harrow\.example/)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().press('Enter');
  await expect(tileList(page).getByRole('option')).toHaveCount(6);
  await saved(page);
  ({ tiles } = await draft(person));
  expect(tiles[0]).toMatchObject({ text: 'Second note', color: 'sky' });
});

test('rows are moved by mouse, and Escape cancels', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person, pageOf('One', 'Two', 'Three', 'Four'));
  const drag = async (name, target) => {
    const [from, to] = [await row(page, name).boundingBox(), await row(page, target).boundingBox()];
    await page.mouse.move(from.x + 60, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 30);
    await page.mouse.move(to.x + 60, to.y + 24, { steps: 4 });
  };
  await drag('One', 'Three');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await drag('One', 'Three');
  await page.mouse.up();
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.text)).toEqual(['Two', 'Three', 'One', 'Four']);

  // Several selected: one colour for all of them, in one undo step.
  await row(page, 'Two').click();
  await row(page, 'One').click({ modifiers: ['Shift'] });
  await expect(inspector(page)).toContainText('3 tiles');
  await inspector(page).getByRole('button', { name: 'Rose' }).click();
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.color)).toEqual(['rose', 'rose', 'rose', 'auto']);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.color)).toEqual(['auto', 'auto', 'auto', 'auto']);
});

test('a long press on a row picks it up and moves it', async ({ browser, mantel, person }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, hasTouch: true, baseURL: mantel.url });
  const page = await context.newPage();
  await claim(person);
  await openEditor(page, person, pageOf('One', 'Two', 'Three', 'Four'));
  const session = await context.newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const [from, to] = [await row(page, 'One').boundingBox(), await row(page, 'Three').boundingBox()];
  await touch('touchStart', [from.x + 80, from.y + 20]);
  await expect(page.locator('.editor-tile-row.held')).toBeVisible();
  for (let y = from.y + 24; y <= to.y + 24; y += 10) await touch('touchMove', [from.x + 80, y]);
  await touch('touchEnd');
  await expect(page.locator('.editor-tile-row.held')).toHaveCount(0);
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.text)).toEqual(['Two', 'Three', 'One', 'Four']);
  await context.close();
});

test('the image of a tile is replaced, zoomed and described in the inspector', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person, pageOf({ image: 'https://harrow.example/dahlia.png', caption: 'Dahlia' }));
  await row(page, 'Dahlia').click();
  const [fileChooser] = await Promise.all([page.waitForEvent('filechooser'), inspector(page).getByRole('button', { name: 'Replace' }).click()]);
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  await fileChooser.setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png });
  await expect.poll(async () => (await draft(person)).tiles[0].src).toContain('/media/');
  // One adjustment of the slider is one undo step, shown live on the page.
  const zoom = inspector(page).getByRole('slider', { name: 'Zoom' });
  await zoom.focus();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowRight');
  await expect(inspector(page)).toContainText('1.4');
  await inspector(page).getByLabel('Alt text').fill('An orange dahlia in low evening light');
  await inspector(page).getByRole('button', { name: 'More' }).click();
  await inspector(page).getByLabel('Leads to').fill('harrow.example/dahlia');
  await inspector(page).getByLabel('Leads to').blur();
  await saved(page);
  expect((await draft(person)).tiles[0]).toMatchObject({ zoom: 1.4, alt: 'An orange dahlia in low evening light', url: 'https://harrow.example/dahlia' });
  await inspector(page).getByRole('button', { name: 'Duplicate' }).click();
  await expect(tileList(page).getByRole('option')).toHaveCount(3);
  await saved(page);
});

test('text typed in the inspector survives a reload, and is one undo step', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person, pageOf({ url: 'https://harrow.example', title: 'Pots' }));
  await row(page, 'Pots').click();
  await inspector(page).getByLabel('Title').fill('Pots and pans');
  await page.reload();
  await expect(row(page, 'Pots and pans')).toBeVisible();
  await saved(page);
  expect((await draft(person)).tiles[0].title).toBe('Pots and pans');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await saved(page);
  expect((await draft(person)).tiles[0].title).toBe('Pots');
});

test('changes by an agent are marked in the list until viewed, and are undone from the sidebar', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person, pageOf('One', 'Two'));
  const [first] = (await draft(person)).tiles;
  await person.call('PATCH', `/api/v1/page/tiles/${first.id}`, { text: 'One, changed' });
  await expect(row(page, /One, changed/)).toContainText('Changed by test');
  await person.call('POST', '/api/v1/page/tiles', { input: 'https://letters.example' });
  await expect(row(page, /letters\.example/)).toContainText('Added by test');
  await row(page, /One, changed/).click();
  await expect(row(page, /One, changed/)).not.toContainText('Changed by test');
  await expect(page.getByText('test added 1, changed 1')).toBeVisible();
  await page.getByRole('button', { name: 'Undo both' }).click();
  await expect(tileList(page).getByRole('option')).toHaveCount(3);
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.text)).toEqual(['One', 'Two']);
});

test('a rejected change keeps its text, shows the reason, and is fixed or discarded', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person, pageOf({ url: 'https://harrow.example', title: 'Pots' }, 'A note'));
  let rejecting = true;
  await page.route('**/api/v1/page/tiles/*', route => rejecting && route.request().method() === 'PATCH'
    ? route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify({ code: 'invalid_input', detail: 'That title is not wanted here.' }) })
    : route.continue());
  await row(page, 'Pots').click();
  await inspector(page).getByLabel('Title').fill('Bad pots');
  await inspector(page).getByLabel('Title').blur();
  await expect(row(page, 'Pots')).toContainText('That title is not wanted here.');
  await expect(inspector(page).getByLabel('Title')).toHaveValue('Bad pots');
  await row(page, 'A note').click();
  const rejection = page.locator('.editor-rejected-edits li');
  await expect(rejection.locator('blockquote')).toHaveText('Bad pots');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await rejection.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Bad pots');
  await rejection.getByRole('button', { name: 'Fix' }).click();
  await expect(inspector(page).getByLabel('Title')).toBeFocused();
  await expect(inspector(page).getByLabel('Title')).toHaveValue('Bad pots');
  rejecting = false;
  await inspector(page).getByLabel('Title').fill('Good pots');
  await inspector(page).getByLabel('Title').blur();
  await expect(rejection).toHaveCount(0);
  await saved(page);
  expect((await draft(person)).tiles[0].title).toBe('Good pots');

  rejecting = true;
  await inspector(page).getByRole('button', { name: 'Mint' }).click();
  await rejection.getByRole('button', { name: 'Discard' }).click();
  await expect(rejection).toHaveCount(0);
  await expect(inspector(page).getByRole('button', { name: 'Auto' })).toHaveAttribute('aria-pressed', 'true');
});

test('links dropped on the page become tiles after the selected one, in one undo step', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person, pageOf('One', 'Two'));
  await row(page, 'One').click();
  const drop = text => page.evaluate(text => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.querySelector('.editor-canvas').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
  }, text);
  await drop('https://letters.example\nhttps://harrow.example/wheel');
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.url ?? tile.text)).toEqual(['One', 'https://letters.example/', 'https://harrow.example/wheel', 'Two']);
  // Duplicates go into the paste field, where they can be added anyway.
  await drop('https://letters.example');
  await expect(pasteField(page)).toHaveValue('https://letters.example');
  await expect(page.getByText('Already on your page, skipped.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(tileList(page).getByRole('option')).toHaveCount(3);
});

test('the list of three hundred tiles is virtualized, searchable and scrolls to its end', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person, pageOf(...Array.from({ length: 300 }, (_, index) => `Note ${index + 1}`)));
  expect(await tileList(page).getByRole('option').count()).toBeLessThan(60);
  await page.getByLabel('Find a tile').fill('note 29');
  await expect(tileList(page).getByRole('option')).toHaveCount(12);
  await row(page, 'Note 297').click();
  await expect(inspector(page)).toBeVisible();
  await page.getByLabel('Find a tile').press('Escape');
  await expect(row(page, 'Note 297')).toBeInViewport();
  await tileList(page).press('End');
  await expect(row(page, 'Note 300')).toBeInViewport();
  await expect(page.locator('.editor-page .tile', { hasText: 'Note 300' })).toBeInViewport();
});

test('the inspector never covers its tile and stays in view', async ({ page, person }) => {
  await claim(person);
  await openEditor(page, person, pageOf('One', { text: 'Two', size: 'w' }, { text: 'Three', size: 't' }, 'Four', { text: 'Five', size: 'l' }, 'Six', 'Seven', { text: 'Eight', size: 'w' }));
  for (const size of [{ width: 1440, height: 960 }, { width: 1280, height: 900 }]) {
    await page.setViewportSize(size);
    for (const name of ['One', 'Two', 'Three', 'Four', 'Six', 'Seven', 'Eight']) {
      await row(page, name).click();
      await expect.poll(async () => {
        const [card, tile] = [await inspector(page).boundingBox(), await page.locator('.editor-page .tile', { hasText: name }).boundingBox()];
        const inView = card.x >= 0 && card.y >= 72 && card.x + card.width <= size.width && card.y + card.height <= size.height;
        const apart = card.x >= tile.x + tile.width || card.x + card.width <= tile.x || card.y >= tile.y + tile.height || card.y + card.height <= tile.y;
        return [name, inView, apart];
      }).toEqual([name, true, true]);
    }
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('opening the list of a long page again and again takes no memory', async ({ page, person }) => {
    await page.addInitScript(keepWasmMemory);
    await openEditor(page, person, pageOf(...Array.from({ length: 100 }, (_, at) => ({ title: `Shelf number ${at}`, url: `https://harrow.example/${at}` }))));
    const list = page.getByRole('dialog', { name: 'Tiles' });
    const openings = async many => {
      for (let at = 0; at < many; at++) {
        await page.getByRole('button', { name: 'Tiles', exact: true }).tap();
        await expect(list.getByRole('button', { name: 'Shelf number 5', exact: true })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(list).toBeHidden();
      }
      // It never shrinks.
      return page.evaluate(() => window.wasmMemory_.buffer.byteLength / 1024);
    };
    const before = await openings(8);
    // A place for each row that is gone would be 10 KiB for each time.
    expect(await openings(40) - before).toBeLessThanOrEqual(192);
  });
});
