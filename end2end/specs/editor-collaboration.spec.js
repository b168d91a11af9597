// The editor with concurrent changes: agents, other tabs, conflicts, no network, a crashing server; history and
// publishing.
import { WCAG_AA, axeViolations, byElement } from '../axe.js';
import { file, id, makeConflict, onPage, openPublishDialog, patchNote, publishDialog } from '../conflict.js';
import { admin, editorReady, expect, hold, openEditor, saved, test } from '../fixtures.js';

// Long scenarios.
test.describe.configure({ timeout: 180_000 });

const draft = async person => (await person.call('GET', '/api/v1/page')).body.draft;
const noteText = async person => (await draft(person)).tiles.find(tile => tile.id === id.kiln)?.text;
// Another API key of the same person.
const anotherKey = (mantel, person, name) => ({ key: admin(mantel.env, ['create-key', person.email, '--name', name]) });

// Accessibility violations in the editor, the page and its thumbnails included.
const editorViolations = async page => byElement(await axeViolations(page, { runOnly: WCAG_AA }));

// The list of changes is collapsed before the first publish.
async function openChanges(page) {
  await openPublishDialog(page);
  await page.getByRole('button', { name: 'Show them' }).click();
}

test('a change by an agent is marked on the page, attributed, and undone', async ({ page, person }) => {
  await openEditor(page, person, file());
  await patchNote(person, 'Kiln opens Saturday at ten. Bring a box.');
  await expect(onPage(page, /Saturday at ten/)).toBeVisible();
  await expect(page.getByText('Changed by test, just now')).toBeVisible();
  await expect(page.locator('.editor-presence')).toHaveText('IYou and test');
  await expect(page.locator('.editor-presence')).toHaveAttribute('title', 'test, through an API key');
  await expect(page.getByRole('status').filter({ hasText: 'through an API key' })).toHaveCount(1);
  await page.locator('.editor-change-note').getByRole('button', { name: 'Undo' }).click();
  await expect(onPage(page, /Friday at nine/)).toBeVisible();
  await saved(page);
  expect(await noteText(person)).toBe('Kiln opens Friday at nine. Bring a box.');
  // Undoing an agent's change is an edit that can be undone in turn.
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(onPage(page, /Saturday at ten/)).toBeVisible();
});

test('more than three changes are one notice, undone together', async ({ page, person }) => {
  await openEditor(page, person, file());
  await person.call('POST', '/api/v1/page/tiles', { inputs: ['First', 'Second', 'Third', 'Fourth', 'Fifth'] });
  const summary = page.locator('.editor-change-summary');
  await expect(summary).toContainText('test changed 5 tiles');
  await expect(page.locator('.editor-change-mark')).toHaveCount(5);
  await summary.getByRole('button', { name: 'Undo all' }).click();
  await expect(onPage(page, 'Fifth')).toHaveCount(0);
  await saved(page);
  expect((await draft(person)).tiles).toHaveLength(3);
});

test('the publish dialog offers to leave the samples of the template out', async ({ page, person }) => {
  expect((await person.call('POST', '/api/v1/claim', { username: person.name })).status).toBe(201);
  const samples = (await draft(person)).tiles;
  await person.call('PATCH', `/api/v1/page/tiles/${samples[2].id}`, { text: 'Words of my own' });
  await openEditor(page, person);
  await openPublishDialog(page);
  await expect(page.getByText(`${samples.length - 1} tiles are still samples.`)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the samples and publish' }).click();
  await expect(page.locator('.editor-publishing')).toHaveText(/^Live\. Version \d+\.$/);
  // What is live is the draft.
  expect((await draft(person)).tiles.map(tile => tile.text)).toEqual(['Words of my own']);
  expect((await person.call('GET', `/api/v1/public/${person.name}`)).body.tiles.map(tile => tile.text)).toEqual(['Words of my own']);
  await page.getByRole('button', { name: 'Back to the page' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await saved(page);
  expect((await draft(person)).tiles).toHaveLength(samples.length);
});

test('the publish dialog says in plain words what changed', async ({ page, person }) => {
  await openEditor(page, person, file());
  await person.call('POST', '/api/v1/page/publish');
  const [first] = (await draft(person)).tiles;
  await person.call('PATCH', `/api/v1/page/tiles/${id.market}`, { size: 'w', color: 'mint' });
  await person.call('PATCH', '/api/v1/page/theme', { motion: false, background: { grain: false } });
  await person.call('POST', `/api/v1/page/tiles/${first.id}/move`, { position: 2 });
  await page.reload();
  await openPublishDialog(page);
  const list = page.locator('.editor-change-row');
  for (const text of ['From small to wide', 'Colour: from Auto to Mint', 'Motion turned off', 'Grain turned off', /moved down by two/]) await expect(list.filter({ hasText: text })).toHaveCount(1);
  await expect(page.locator('.editor-change-row-field').filter({ hasText: /:\s*\w+ \w$|none|\{/ })).toHaveCount(0);
  // What may be wrong stands below, as of what is saved, and leads to its tile.
  const check = page.locator('.editor-check li');
  await expect(check).toHaveCount(1);
  await page.keyboard.press('Escape');
  await person.call('POST', '/api/v1/page/tiles', { tile: { type: 'heading', text: 'Empty shelf' } });
  await expect(page.locator('.editor-tile-row').filter({ hasText: 'Empty shelf' })).toHaveCount(1);
  await openPublishDialog(page);
  const button = await page.locator('#publish-now').boundingBox();
  await expect(check).toHaveText([/^The profile has no/, /^Empty shelf Nothing stands below/]);
  expect(await page.locator('#publish-now').boundingBox()).toEqual(button);
  await check.getByRole('button', { name: 'Empty shelf' }).click();
  await expect(publishDialog(page)).toHaveCount(0);
  await expect(page.locator('.editor-tile-row[aria-selected="true"]')).toContainText('Empty shelf');
});

test('“It is live” uses the screen of a phone', async ({ page, person }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openEditor(page, person, file());
  await page.locator('#publish').click();
  await page.getByRole('button', { name: /^Publish at/ }).click();
  const dialog = publishDialog(page);
  await expect(dialog.getByRole('heading', { name: 'It is live' })).toBeVisible();
  const link = dialog.getByRole('link', { name: new RegExp(`/${person.name}$`) }), copy = dialog.getByRole('button', { name: 'Copy address' });
  await expect(copy).toBeFocused();
  expect(await link.evaluate(element => parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(24);
  expect((await copy.boundingBox()).width).toBeGreaterThanOrEqual(300);
  const heading = await dialog.getByRole('heading').boundingBox(), back = await dialog.getByRole('button', { name: 'Back to the page' }).boundingBox();
  const open = await dialog.getByRole('link', { name: 'Open it' }).boundingBox();
  // No band of the screen is empty for more than a third of it.
  for (const gap of [heading.y, back.y - open.y - open.height, 844 - back.y - back.height]) expect(gap).toBeLessThan(844 / 3);
});

test('from the first publish to the next, with changes discarded and restored', async ({ page, person }) => {
  await openEditor(page, person, file());
  await openPublishDialog(page);
  await expect(page.getByRole('heading', { name: 'This puts your page up' })).toBeVisible();
  await expect(page.getByText('Your page goes live with 3 tiles.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Publish at ${person.url.replace('http://', '')}/${person.name}` })).toBeFocused();
  await page.getByRole('button', { name: 'Show them' }).click();
  expect(await editorViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await expect(onPage(page, 'Open studio')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(publishDialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await openPublishDialog(page);
  await page.locator('#publish-now').click();
  await expect(page.locator('.editor-publishing')).toHaveText(/^Live\. Version \d+\.$/);
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeFocused();
  await page.getByRole('button', { name: 'Back to the page' }).click();
  await expect(page.locator('.editor-change-count')).toHaveText('Up to date');
  expect((await person.call('GET', `/api/v1/public/${person.name}`)).body.tiles).toHaveLength(3);

  await patchNote(person, 'Kiln opens Saturday at ten. Bring a box.');
  await person.call('DELETE', `/api/v1/page/tiles/${id.market}`);
  await person.call('POST', '/api/v1/page/tiles', { input: 'Rain on the kiln roof' });
  await expect(onPage(page, 'Rain on the kiln roof')).toBeVisible();
  await openPublishDialog(page);
  await expect(page.getByRole('heading', { name: 'Three changes to put up' })).toBeVisible();
  await expect(page.locator('.editor-change-row del')).toHaveText(['Friday ', 'nine. ']);
  await expect(page.locator('.editor-change-row ins')).toHaveText(['Saturday ', 'ten. ']);
  await expect(page.locator('.editor-change-row-author').first()).toContainText('test, just now');
  // An agent adds a tile meanwhile.
  await person.call('POST', '/api/v1/page/tiles', { input: 'One more' });
  await expect(page.getByText('test just added one more.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish all four' })).toBeVisible();
  await page.getByRole('button', { name: 'Look first' }).click();
  await page.getByRole('button', { name: 'Take out: One more' }).click();
  await page.getByRole('button', { name: 'Put back: Autumn market, stall 12' }).click();
  await expect(page.getByRole('heading', { name: 'Two changes to put up' })).toBeVisible();
  await page.locator('#publish-now').click();
  await expect(page.locator('.editor-publishing')).toHaveText(/^Live\. Version \d+\.$/);
  const live = (await person.call('GET', `/api/v1/public/${person.name}`)).body.tiles;
  expect(live.map(tile => tile.text ?? tile.title)).toEqual(['Kiln opens Saturday at ten. Bring a box.', 'Autumn market, stall 12', 'Open studio 2026', 'Rain on the kiln roof']);
  // Unpublishing asks for confirmation in place.
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('heading', { name: 'This puts your page up' })).toBeVisible();
  expect((await person.call('GET', `/api/v1/public/${person.name}`)).status).toBe(404);
});

test('a private link is created, shows the draft to anyone, and is revoked', async ({ page, person, browser }) => {
  await openEditor(page, person, file());
  await openPublishDialog(page);
  await page.getByRole('button', { name: 'Make a link' }).click();
  const url = await page.getByLabel('Whoever has this link sees the draft.').inputValue();
  const other = await (await browser.newContext()).newPage();
  expect((await other.goto(url)).status()).toBe(200);
  await expect(other.getByText('Open studio 2026')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('button', { name: 'Make a link' })).toBeFocused();
  expect((await other.goto(url)).status()).toBe(404);
  await other.context().close();
});

test('a version of the history is viewed and restored', async ({ page, person }) => {
  await openEditor(page, person, file());
  await person.call('POST', '/api/v1/page/publish', {});
  await patchNote(person, 'Kiln opens Saturday at ten.');
  await expect(onPage(page, /Saturday at ten/)).toBeVisible();
  // The version that went live has an entry of its own: the change after it is by another author.
  await page.getByRole('button', { name: /^Version/ }).click();
  const rows = page.locator('.editor-history-entry');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Live since today');
  expect(await editorViolations(page)).toEqual([]);
  await rows.nth(0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('.editor-version-bar')).toContainText('Version 1, live since today');
  await expect(onPage(page, /Friday at nine/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(onPage(page, /Saturday at ten/)).toBeVisible();
  await rows.nth(1).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(onPage(page, /Friday at nine/)).toBeVisible();
  await saved(page);
  expect(await noteText(person)).toBe('Kiln opens Friday at nine. Bring a box.');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(onPage(page, /Saturday at ten/)).toBeVisible();
});

test('a restore and its undo are one edit each, however much differs', async ({ page, person }) => {
  await openEditor(page, person, file());
  const first = (await person.call('GET', '/api/v1/page')).body;
  const inputs = Array.from({ length: 15 }, (_, number) => `Another note, number ${number}`);
  await person.call('POST', '/api/v1/page/tiles', { inputs });
  await person.call('PATCH', '/api/v1/page/profile', { name: 'Another name', bio: 'Another bio' });
  await person.call('PATCH', '/api/v1/page/theme', { style: 'washi' });
  await expect(onPage(page, /number 14/)).toBeVisible();
  const changed = (await person.call('GET', '/api/v1/page')).body;
  const edits = [];
  page.on('request', request => {
    if (request.url().includes('/api/v1/page') && request.method() !== 'GET') edits.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByRole('button', { name: /^Version/ }).click();
  await page.locator('.editor-history-entry', { hasText: `Version ${first.version}` }).last().click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(onPage(page, /number 14/)).toHaveCount(0);
  await saved(page);
  await expect.poll(async () => (await person.call('GET', '/api/v1/page')).body.draft).toEqual(first.draft);
  expect((await person.call('GET', '/api/v1/page')).body.version).toBe(changed.version + 1);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(onPage(page, /number 14/)).toBeVisible();
  await saved(page);
  await expect.poll(async () => (await person.call('GET', '/api/v1/page')).body.draft).toEqual(changed.draft);
  expect((await person.call('GET', '/api/v1/page')).body.version).toBe(changed.version + 2);
  expect(edits).toEqual(['PUT /api/v1/page', 'PUT /api/v1/page']);
});

for (const [button, count, text] of [
  ['Keep yours', 3, 'Kiln opens Friday at nine. Bring a box.'],
  ['Take test’s', 3, 'Kiln opens Sunday, weather allowing.'],
  ['Keep both as two notes', 4, 'Kiln opens Sunday, weather allowing.'],
]) {
  test(`the same note changed on both sides: ${button}`, async ({ page, person, context }) => {
    await makeConflict(page, person, context);
    const card = page.getByRole('dialog', { name: 'You and test both changed this note' });
    await expect(card).toBeVisible();
    // The conflict card does not take the focus; the status in the toolbar leads to it.
    await expect(card.getByRole('heading')).not.toBeFocused();
    await page.locator('.editor-status').click();
    await expect(card.getByRole('heading')).toBeFocused();
    await expect(card.locator('.editor-diff').first()).toBeVisible();
    expect(await editorViolations(page)).toEqual([]);
    await card.getByRole('button', { name: button }).click();
    await expect(card).toHaveCount(0);
    await saved(page);
    expect(await noteText(person)).toBe(text);
    expect((await draft(person)).tiles).toHaveLength(count);
  });
}

test('the address is shown whole or by its name alone, beside a conflict too', async ({ page, person, context }) => {
  await makeConflict(page, person, context);
  for (const width of [930, 1000, 1180, 1240, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const { host, name } = await page.locator('.editor-address > span').evaluate(box => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      // How much of a part is in view, from 0 to 1.
      const shown = part => {
        const rect = part.getBoundingClientRect();
        if (!rect.width) return 0;
        const across = Math.min(rect.right, right) - Math.max(rect.left, left), down = Math.min(rect.bottom, bottom) - Math.max(rect.top, top);
        const cut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline';
        return Math.max(0, across / rect.width) * Math.max(0, down / rect.height) * (cut ? 0.5 : 1);
      };
      return { host: shown(box.children[0]), name: shown(box.children[1]) };
    });
    expect(name, `the name at ${width}`).toBeGreaterThan(0.97);
    expect(host < 0.03 || host > 0.97, `the host at ${width}: ${host}`).toBe(true);
  }
});

test('the conflict dialog is in view beside its tile and does not cover it', async ({ page, person, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await makeConflict(page, person, context);
  const card = page.locator('.editor-conflict');
  await expect(async () => {
    const [dialog, tile] = [await card.boundingBox(), await page.locator(`#tile-${id.kiln}`).boundingBox()];
    expect(dialog.y).toBeGreaterThan(70);
    expect(dialog.y + dialog.height).toBeLessThanOrEqual(900);
    const apart = dialog.x >= tile.x + tile.width || tile.x >= dialog.x + dialog.width || dialog.y >= tile.y + tile.height || tile.y >= dialog.y + dialog.height;
    expect(apart).toBe(true);
  }).toPass();
});

test('everything in the toolbar fits the window, however long names and states are', async ({ page, person, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.call('POST', '/api/v1/page/import', { file: file(), username: `${person.name}-harrow-of-the-river-kiln`.slice(0, 30) });
  const expectFits = async () => {
    for (const width of [1600, 1440, 1366, 1280, 1180, 1024, 900, 768, 700, 600, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const overflowing = await page.evaluate(() => {
        const elements = [...document.querySelectorAll('.editor-toolbar :is(button,a,.editor-presence)')].filter(element => element.getClientRects().length);
        const boxes = elements.map(element => ({ name: element.className, ...element.getBoundingClientRect().toJSON() })).sort((one, other) => one.left - other.left);
        return boxes.filter((box, index) => box.right > innerWidth + 0.5 || box.left < boxes[index - 1]?.right - 0.5).map(box => box.name);
      });
      expect(overflowing, `${width} px wide`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await makeConflict(page, person, context, expectFits);
  await expectFits();
});

test('changes made offline are queued and all saved', async ({ page, person, context }) => {
  await openEditor(page, person, file());
  await context.setOffline(true);
  await openChanges(page);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await page.getByRole('button', { name: /^Take out: Autumn/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('.editor-status')).toHaveText('Offline, 2 kept here');
  await context.setOffline(false);
  await expect(page.locator('.editor-status')).toHaveText('Saved. All 2 went up.');
  expect((await draft(person)).tiles).toHaveLength(1);
});

test('a reply under way when the network goes does not end “Offline”', async ({ page, person, context }) => {
  await openEditor(page, person, file());
  let made, release;
  const asked = new Promise(resolve => { made = resolve; }), held = new Promise(resolve => { release = resolve; });
  await page.route('**/api/v1/page/tiles/*', async route => {
    const response = await route.fetch();
    made();
    await held;
    await route.fulfill({ response });
  });
  await openChanges(page);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await page.keyboard.press('Escape');
  await asked;
  await context.setOffline(true);
  await expect(page.locator('.editor-status')).toHaveText('Offline, 1 kept here');
  release();
  await expect(page.locator('.editor-status')).toHaveText('Offline');
  await context.setOffline(false);
  await saved(page);
  expect((await draft(person)).tiles).toHaveLength(2);
});

test('a server that dies and comes back loses nothing', async ({ page, person, mantel }) => {
  await openEditor(page, person, file());
  await mantel.stop('SIGKILL');
  await openChanges(page);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await expect(page.locator('.editor-status')).toHaveText('Trying again, nothing lost');
  await page.getByRole('button', { name: /^Take out: Autumn/ }).click();
  await page.locator('#publish-now').click();
  await expect(page.getByText('Not published: the server didn’t answer. Your draft is safe.')).toBeVisible();
  await page.keyboard.press('Escape');
  await mantel.start();
  await saved(page);
  expect((await draft(person)).tiles).toHaveLength(1);
});

test('two tabs stay in sync without notices', async ({ page, person, context }) => {
  await openEditor(page, person, file());
  const other = await context.newPage();
  await other.goto(person.url + '/edit');
  await editorReady(other);
  await openChanges(page);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await expect(onPage(other, 'Open studio')).toHaveCount(0);
  await expect(other.locator('.editor-change-note, .editor-change-summary')).toHaveCount(0);
  await openChanges(other);
  await other.getByRole('button', { name: /^Take out: Autumn/ }).click();
  await expect(onPage(page, 'Autumn market')).toHaveCount(0);
  await saved(other);
  expect((await draft(person)).tiles).toHaveLength(1);
});

// Starts inline editing of a tile, with the caret at the end.
async function editInline(page, name) {
  await page.getByRole('group', { name: 'On the page' }).getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.editor-page .editor-inline-edit')).toBeFocused();
  await page.keyboard.press('Control+End');
}

test('an agent adds ten tiles during inline editing: both survive', async ({ page, person }) => {
  await openEditor(page, person, file());
  await editInline(page, /^Kiln opens/);
  for (let index = 0; index < 10; index++) {
    await page.keyboard.type(` Word ${index}.`);
    expect((await person.call('POST', '/api/v1/page/tiles', { input: `Agent note ${index}` })).status).toBe(201);
  }
  await expect(onPage(page, 'Agent note 9')).toBeVisible();
  // The caret has stayed where it was.
  await expect(page.locator('.editor-page .editor-inline-edit')).toBeFocused();
  await page.keyboard.type(' The end.');
  await page.keyboard.press('Escape');
  await saved(page);
  const text = `Kiln opens Friday at nine. Bring a box. ${Array.from({ length: 10 }, (_, index) => `Word ${index}.`).join(' ')} The end.`;
  await expect(async () => expect(await noteText(person)).toBe(text)).toPass();
  const { tiles } = await draft(person);
  expect(tiles.slice(3).map(tile => tile.text)).toEqual(Array.from({ length: 10 }, (_, index) => `Agent note ${index}`));
  await page.reload();
  await editorReady(page);
  await expect(onPage(page, text)).toBeVisible();
  await expect(onPage(page, /^Agent note/)).toHaveCount(10);
});

test('inline editing in two tabs at once: different tiles merge, the same tile is a conflict', async ({ page, person, context }) => {
  await openEditor(page, person, file());
  const other = await context.newPage();
  await other.goto(person.url + '/edit');
  await editorReady(other);
  await editInline(page, /^Kiln opens/);
  await editInline(other, /^Autumn market/);
  for (const letter of 'twelve') {
    await page.keyboard.type(letter);
    await other.keyboard.type(letter);
  }
  await page.keyboard.press('Escape');
  await other.keyboard.press('Escape');
  await expect(onPage(page, 'Autumn market, stall 12twelve')).toBeVisible();
  await expect(onPage(other, 'Kiln opens Friday at nine. Bring a box.twelve')).toBeVisible();
  await saved(page);
  await saved(other);
  expect((await draft(person)).tiles.map(tile => tile.text ?? tile.title)).toEqual(['Kiln opens Friday at nine. Bring a box.twelve', 'Autumn market, stall 12twelve', 'Open studio 2026']);

  // Both in the same tile: the first to finish is saved, the other gets the conflict card.
  await editInline(page, /^Kiln opens/);
  await editInline(other, /^Kiln opens/);
  await page.keyboard.type(' Here.');
  await page.keyboard.press('Escape');
  await saved(page);
  await expect(async () => expect(await noteText(person)).toContain('Here.')).toPass();
  await expect(other.locator('.editor-version')).toContainText(String((await person.call('GET', '/api/v1/page')).body.version));
  await other.keyboard.type(' There.');
  await other.keyboard.press('Escape');
  const card = other.getByRole('dialog', { name: 'You and another tab both changed this note' });
  await expect(card).toBeVisible();
  expect(await noteText(person)).toBe('Kiln opens Friday at nine. Bring a box.twelve Here.');
  await card.getByRole('button', { name: 'Keep both as two notes' }).click();
  await saved(other);
  await expect(async () => {
    const texts = (await draft(person)).tiles.map(tile => tile.text);
    expect(texts).toContain('Kiln opens Friday at nine. Bring a box.twelve Here.');
    expect(texts).toContain('Kiln opens Friday at nine. Bring a box.twelve There.');
  }).toPass();
  await expect(page.locator('.editor-page article.tile')).toHaveCount(4);
});

test('of two conflicts the second shows its own words alone', async ({ page, person, context }) => {
  const glaze = { id: 't_dddddddddddd', text: 'Glaze day is Monday.', changed: 'Glaze day is Sunday.', rewritten: 'Glaze day is Tuesday.' };
  await makeConflict(page, person, context, undefined, [glaze]);
  const sides = page.locator('.editor-conflict-side .tile');
  await expect(page.locator('.editor-conflict-count')).toHaveText('1 of 2');
  await expect(sides).toHaveText(['Kiln opens Sunday, weather allowing.', 'Kiln opens Friday at nine. Bring a box.']);
  await expect(sides.locator('.editor-diff').first()).toBeVisible();
  await page.locator('.editor-conflict').getByRole('button', { name: 'Keep yours' }).click();
  await expect(sides).toHaveText(['Glaze day is Tuesday.', 'Glaze day is Monday.']);
  await expect(page.locator('.editor-conflict').getByRole('heading')).toBeFocused();
  await expect(sides.locator('.editor-diff').first()).toBeVisible();
});

test('a reload whose page is older than the last reply is no change by another tab', async ({ page, person }) => {
  await openEditor(page, person, file());
  // As the server writes it when the reload is asked for, before the edits below arrive.
  const older = await page.request.get(person.url + '/edit');
  await editInline(page, /^Kiln opens/);
  await page.keyboard.type(' Tea at ten.');
  await page.keyboard.press('Escape');
  await saved(page);
  // The next edit arrives, its reply does not.
  let arrived, release;
  const made = new Promise(resolve => { arrived = resolve }), left = new Promise(resolve => { release = resolve });
  await page.route('**/api/v1/page/tiles/*', async route => {
    await route.fetch();
    arrived();
    await left;
    await route.abort().catch(() => {});
  });
  await editInline(page, /^Kiln opens/);
  await page.keyboard.type(' Cake at four.');
  await page.keyboard.press('Escape');
  await made;
  await page.route('**/edit', route => route.fulfill({ response: older }));
  // Nothing newer comes by itself before the tab goes on.
  const goOn = await hold(page, '**/api/v1/page/events');
  await page.reload();
  release();
  await editorReady(page);
  await expect(onPage(page, 'Kiln opens Friday at nine. Bring a box. Tea at ten. Cake at four.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  goOn();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(async () => expect(await noteText(person)).toBe('Kiln opens Friday at nine. Bring a box.')).toPass();
  await saved(page);
  await expect(page.locator('.editor-conflict, .editor-change-note')).toHaveCount(0);
});

test('a tile removed by an agent during inline editing is a conflict, and is restored with its text', async ({ page, person }) => {
  await openEditor(page, person, file());
  await editInline(page, /^Kiln opens/);
  await page.keyboard.type(' Tea at ten');
  await person.call('DELETE', `/api/v1/page/tiles/${id.kiln}`);
  const card = page.getByRole('dialog', { name: 'You changed this note, test removed it' });
  await expect(card).toBeVisible();
  expect((await draft(person)).tiles).toHaveLength(2);
  await card.getByRole('button', { name: 'Keep yours' }).click();
  await saved(page);
  await expect(async () => expect((await draft(person)).tiles.map(tile => tile.text)).toContain('Kiln opens Friday at nine. Bring a box. Tea at ten')).toPass();
});

test('changes by two agents between two syncs are attributed to each', async ({ page, person, mantel, context }) => {
  await openEditor(page, person, file());
  const { key } = await anotherKey(mantel, person, 'Rain gauge');
  await context.setOffline(true);
  await expect(page.locator('.editor-status')).toHaveText('Offline');
  await patchNote(person, 'Kiln opens Saturday.');
  await fetch(`${person.url}/api/v1/page/tiles`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: JSON.stringify({ input: 'Rain since noon' }) });
  await context.setOffline(false);
  await expect(page.getByText('Added by Rain gauge, just now')).toBeVisible();
  await expect(page.getByText('Changed by test, just now')).toBeVisible();
  // Each can be undone alone.
  await page.locator('.editor-change-note').filter({ hasText: 'Changed by test' }).getByRole('button', { name: 'Undo' }).click();
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.text ?? tile.title)).toEqual(['Kiln opens Friday at nine. Bring a box.', 'Autumn market, stall 12', 'Open studio 2026', 'Rain since noon']);
});

test('an expired session shows a banner, and editing continues after signing in', async ({ page, person }) => {
  await openEditor(page, person, file());
  await page.route('**/api/auth/session/token', route => route.fulfill({ status: 401, body: '{}' }));
  await page.route('**/api/v1/page/**', route => route.fulfill({ status: 401, body: '{}' }));
  await openChanges(page);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('.editor-banner')).toHaveText('Sign in to go on. Your change waits here.');
  expect(await editorViolations(page)).toEqual([]);
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.locator('.editor-banner')).toHaveCount(0);
  await saved(page);
  expect((await draft(person)).tiles).toHaveLength(2);
});
