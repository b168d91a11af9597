// The editor when it is not alone: agents, other tabs, no network, a server that dies; the history; publishing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { editorReady, expect, openEditor, saved, test } from '../fixtures.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Whole stories: longer than most.
test.describe.configure({ timeout: 180_000 });

const id = { kiln: 't_aaaaaaaaaaaa', market: 't_bbbbbbbbbbbb', stamp: 't_cccccccccccc' };
const file = () => ({
  mantel: 1, profile: { name: 'Ines Harrow', bio: 'Potter and field recordist.' }, theme: { style: 'cozy', preset: 'oak' },
  tiles: [
    { id: id.kiln, type: 'text', text: 'Kiln opens Friday at nine. Bring a box.', color: 'butter' },
    { id: id.market, type: 'link', url: 'https://market.example/autumn', title: 'Autumn market, stall 12' },
    { id: id.stamp, type: 'text', text: 'Open studio 2026', look: 'stamp' },
  ],
});

const sheet = page => page.getByRole('dialog', { name: /put up|puts your page up|is up/ });
const onPage = (page, words) => page.locator('.e-sheet').getByText(words);
const draft = async person => (await person.call('GET', '/api/v1/page')).body.draft;
const note = async (person, of = id.kiln) => (await draft(person)).tiles.find(tile => tile.id === of)?.text;
// Another key of the same person, by another name.
const anotherKey = (mantel, person, name) => ({ key: execFileSync(process.env.MANTEL_SERVER, ['admin', 'create-key', person.email, '--name', name], { env: mantel.env }).toString().trim() });
const write = (person, text) => person.call('PATCH', `/api/v1/page/tiles/${id.kiln}`, { text });

async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
  return violations.flatMap(violation => violation.nodes.map(node => `${violation.id} ${node.target.join(' ')}: ${node.failureSummary}`)).filter(fault => !/\.e-(cut|sheet)\b/.test(fault));
}

async function openSheet(page) {
  await page.locator('#publish').click();
  await expect(sheet(page)).toBeVisible();
}

// On a first publish the list is folded.
async function openList(page) {
  await openSheet(page);
  await page.getByRole('button', { name: 'Show them' }).click();
}

test('an agent’s work is marked where it happens, named, and taken back', async ({ page, person }) => {
  await openEditor(page, person, file());
  await write(person, 'Kiln opens Saturday at ten. Bring a box.');
  await expect(onPage(page, /Saturday at ten/)).toBeVisible();
  await expect(page.getByText('Changed by test, just now')).toBeVisible();
  await expect(page.locator('.e-here')).toHaveText('IYou and test');
  await expect(page.locator('.e-here')).toHaveAttribute('title', 'test, through an API key');
  await expect(page.getByRole('status').filter({ hasText: 'through an API key' })).toHaveCount(1);
  await page.locator('.e-told').getByRole('button', { name: 'Undo' }).click();
  await expect(onPage(page, /Friday at nine/)).toBeVisible();
  await saved(page);
  expect(await note(person)).toBe('Kiln opens Friday at nine. Bring a box.');
  // Undoing theirs is an edit of one's own.
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(onPage(page, /Saturday at ten/)).toBeVisible();
});

test('more than three changes are one line, shown and taken back together', async ({ page, person }) => {
  await openEditor(page, person, file());
  await person.call('POST', '/api/v1/page/tiles', { inputs: ['First', 'Second', 'Third', 'Fourth', 'Fifth'] });
  const line = page.locator('.e-summary');
  await expect(line).toContainText('test changed 5 tiles');
  await expect(page.locator('.e-mark')).toHaveCount(5);
  await line.getByRole('button', { name: 'Undo all' }).click();
  await expect(onPage(page, 'Fifth')).toHaveCount(0);
  await saved(page);
  expect((await draft(person)).tiles).toHaveLength(3);
});

test('from the first publish to up to date, with a tile taken out and put back', async ({ page, person }) => {
  await openEditor(page, person, file());
  await openSheet(page);
  await expect(page.getByRole('heading', { name: 'This puts your page up' })).toBeVisible();
  await expect(page.getByText('Your page goes live with 3 tiles.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish', exact: true }).last()).toBeFocused();
  await page.getByRole('button', { name: 'Show them' }).click();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await expect(onPage(page, 'Open studio')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await openSheet(page);
  await page.locator('#publish-now').click();
  await expect(page.locator('.e-going')).toHaveText(/^Live\. Version \d+\.$/);
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeFocused();
  await page.getByRole('button', { name: 'Back to the page' }).click();
  await expect(page.locator('.e-count')).toHaveText('Up to date');
  expect((await person.call('GET', `/api/v1/public/${person.name}`)).body.tiles).toHaveLength(3);

  await write(person, 'Kiln opens Saturday at ten. Bring a box.');
  await person.call('DELETE', `/api/v1/page/tiles/${id.market}`);
  await person.call('POST', '/api/v1/page/tiles', { input: 'Rain on the kiln roof' });
  await expect(onPage(page, 'Rain on the kiln roof')).toBeVisible();
  await openSheet(page);
  await expect(page.getByRole('heading', { name: 'Three changes to put up' })).toBeVisible();
  await expect(page.locator('.e-pub-row del')).toHaveText(['Friday ', 'nine. ']);
  await expect(page.locator('.e-pub-row ins')).toHaveText(['Saturday ', 'ten. ']);
  await expect(page.locator('.e-pub-row-by').first()).toContainText('test, just now');
  // Somebody adds meanwhile.
  await person.call('POST', '/api/v1/page/tiles', { input: 'One more' });
  await expect(page.getByText('test just added one more.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish all four' })).toBeVisible();
  await page.getByRole('button', { name: 'Look first' }).click();
  await page.getByRole('button', { name: 'Take out: One more' }).click();
  await page.getByRole('button', { name: 'Put back: Autumn market, stall 12' }).click();
  await expect(page.getByRole('heading', { name: 'Two changes to put up' })).toBeVisible();
  await page.locator('#publish-now').click();
  await expect(page.locator('.e-going')).toHaveText(/^Live\. Version \d+\.$/);
  const live = (await person.call('GET', `/api/v1/public/${person.name}`)).body.tiles;
  expect(live.map(tile => tile.text ?? tile.title)).toEqual(['Kiln opens Saturday at ten. Bring a box.', 'Autumn market, stall 12', 'Open studio 2026', 'Rain on the kiln roof']);
  // And down again, confirmed in its place.
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('heading', { name: 'This puts your page up' })).toBeVisible();
  expect((await person.call('GET', `/api/v1/public/${person.name}`)).status).toBe(404);
});

test('a private link is made, shows the draft to anyone, and is revoked', async ({ page, person, browser }) => {
  await openEditor(page, person, file());
  await openSheet(page);
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

test('a version of the history is looked at and restored', async ({ page, person }) => {
  await openEditor(page, person, file());
  await person.call('POST', '/api/v1/page/publish', {});
  await write(person, 'Kiln opens Saturday at ten.');
  await expect(onPage(page, /Saturday at ten/)).toBeVisible();
  // Another who: the entry that went live stays one of its own.
  await page.getByRole('button', { name: /^Version/ }).click();
  const rows = page.locator('.e-entry');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Live since today');
  expect(await faults(page)).toEqual([]);
  await rows.nth(0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('.e-looking')).toContainText('Version 1, live since today');
  await expect(onPage(page, /Friday at nine/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(onPage(page, /Saturday at ten/)).toBeVisible();
  await rows.nth(1).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(onPage(page, /Friday at nine/)).toBeVisible();
  await saved(page);
  expect(await note(person)).toBe('Kiln opens Friday at nine. Bring a box.');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(onPage(page, /Saturday at ten/)).toBeVisible();
});

// The note was changed since it went live. Offline it is put back here, while it is rewritten there.
async function disagree(page, person, context, offline = async () => {}) {
  await openEditor(page, person, file());
  await person.call('POST', '/api/v1/page/publish', {});
  await write(person, 'Kiln opens Saturday.');
  await expect(onPage(page, 'Kiln opens Saturday.')).toBeVisible();
  await expect(page.locator('.e-count')).toHaveText('1 change');
  await context.setOffline(true);
  await openSheet(page);
  await page.getByRole('button', { name: /^Put back: Kiln/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('.e-state')).toHaveText('Offline, 1 kept here');
  await offline();
  await write(person, 'Kiln opens Sunday, weather allowing.');
  await context.setOffline(false);
  await expect(page.locator('.e-state')).toHaveText('Changed elsewhere: choose');
}

for (const [button, left, words] of [
  ['Keep yours', 3, 'Kiln opens Friday at nine. Bring a box.'],
  ['Take test’s', 3, 'Kiln opens Sunday, weather allowing.'],
  ['Keep both as two notes', 4, 'Kiln opens Sunday, weather allowing.'],
]) {
  test(`the same note changed on both sides: ${button}`, async ({ page, person, context }) => {
    await disagree(page, person, context);
    const card = page.getByRole('dialog', { name: 'You and test both changed this note' });
    await expect(card).toBeVisible();
    // Nobody's focus was taken; the rail leads to it.
    await expect(card.getByRole('heading')).not.toBeFocused();
    await page.locator('.e-state').click();
    await expect(card.getByRole('heading')).toBeFocused();
    await expect(card.locator('.e-differs').first()).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await card.getByRole('button', { name: button }).click();
    await expect(card).toHaveCount(0);
    await saved(page);
    expect(await note(person)).toBe(words);
    expect((await draft(person)).tiles).toHaveLength(left);
  });
}

test('the question stands beside its tile, in view and not over it', async ({ page, person, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await disagree(page, person, context);
  const card = page.locator('.e-clash');
  await expect(async () => {
    const [dialog, tile] = [await card.boundingBox(), await page.locator(`#tile-${id.kiln}`).boundingBox()];
    expect(dialog.y).toBeGreaterThan(70);
    expect(dialog.y + dialog.height).toBeLessThanOrEqual(900);
    const apart = dialog.x >= tile.x + tile.width || tile.x >= dialog.x + dialog.width || dialog.y >= tile.y + tile.height || tile.y >= dialog.y + dialog.height;
    expect(apart).toBe(true);
  }).toPass();
});

test('the rail keeps all it offers in the window, however long names and states are', async ({ page, person, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.call('POST', '/api/v1/page/import', { file: file(), username: `${person.name}-harrow-of-the-river-kiln`.slice(0, 30) });
  const within = async () => {
    for (const width of [1600, 1440, 1366, 1280, 1180, 1024, 900, 768, 700, 600, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const past = await page.evaluate(() => {
        const all = [...document.querySelectorAll('.e-rail :is(button,a,.e-here)')].filter(element => element.getClientRects().length);
        const boxes = all.map(element => ({ name: element.className, ...element.getBoundingClientRect().toJSON() })).sort((one, other) => one.left - other.left);
        return boxes.filter((box, nth) => box.right > innerWidth + 0.5 || box.left < boxes[nth - 1]?.right - 0.5).map(box => box.name);
      });
      expect(past, `${width} wide`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await disagree(page, person, context, within);
  await within();
});

test('changes made offline wait and all go up', async ({ page, person, context }) => {
  await openEditor(page, person, file());
  await context.setOffline(true);
  await openList(page);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await page.getByRole('button', { name: /^Take out: Autumn/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('.e-state')).toHaveText('Offline, 2 kept here');
  await context.setOffline(false);
  await expect(page.locator('.e-state')).toHaveText('Saved. All 2 went up.');
  expect((await draft(person)).tiles).toHaveLength(1);
});

test('a server that dies and comes back loses nothing', async ({ page, person, mantel }) => {
  await openEditor(page, person, file());
  await mantel.stop('SIGKILL');
  await openList(page);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await expect(page.locator('.e-state')).toHaveText('Trying again, nothing lost');
  await page.getByRole('button', { name: /^Take out: Autumn/ }).click();
  await page.locator('#publish-now').click();
  await expect(page.getByText('Not published: the server didn’t answer. Your draft is safe.')).toBeVisible();
  await page.keyboard.press('Escape');
  await mantel.start();
  await saved(page);
  expect((await draft(person)).tiles).toHaveLength(1);
});

test('two tabs stay one page, quietly', async ({ page, person, context }) => {
  await openEditor(page, person, file());
  const other = await context.newPage();
  await other.goto(person.url + '/edit');
  await editorReady(other);
  await openList(page);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await expect(onPage(other, 'Open studio')).toHaveCount(0);
  await expect(other.locator('.e-told, .e-summary')).toHaveCount(0);
  await openList(other);
  await other.getByRole('button', { name: /^Take out: Autumn/ }).click();
  await expect(onPage(page, 'Autumn market')).toHaveCount(0);
  await saved(other);
  expect((await draft(person)).tiles).toHaveLength(1);
});

// Opens the words of a tile in place, with the caret behind the last.
async function writeIn(page, name) {
  await page.getByRole('group', { name: 'On the page' }).getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.e-sheet .e-writing')).toBeFocused();
  await page.keyboard.press('Control+End');
}

test('an agent adds ten tiles while a person writes in place: both survive', async ({ page, person }) => {
  await openEditor(page, person, file());
  await writeIn(page, /^Kiln opens/);
  for (let nth = 0; nth < 10; nth++) {
    await page.keyboard.type(` Word ${nth}.`);
    expect((await person.call('POST', '/api/v1/page/tiles', { input: `Agent note ${nth}` })).status).toBe(201);
  }
  await expect(onPage(page, 'Agent note 9')).toBeVisible();
  // The caret was nobody's but the writer's.
  await expect(page.locator('.e-sheet .e-writing')).toBeFocused();
  await page.keyboard.type(' The end.');
  await page.keyboard.press('Escape');
  await saved(page);
  const words = `Kiln opens Friday at nine. Bring a box. ${Array.from({ length: 10 }, (_, nth) => `Word ${nth}.`).join(' ')} The end.`;
  await expect(async () => expect(await note(person)).toBe(words)).toPass();
  const { tiles } = await draft(person);
  expect(tiles.slice(3).map(tile => tile.text)).toEqual(Array.from({ length: 10 }, (_, nth) => `Agent note ${nth}`));
  await page.reload();
  await editorReady(page);
  await expect(onPage(page, words)).toBeVisible();
  await expect(onPage(page, /^Agent note/)).toHaveCount(10);
});

test('two tabs write in place at once: different words merge, the same are asked about', async ({ page, person, context }) => {
  await openEditor(page, person, file());
  const other = await context.newPage();
  await other.goto(person.url + '/edit');
  await editorReady(other);
  await writeIn(page, /^Kiln opens/);
  await writeIn(other, /^Autumn market/);
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

  // Both in the same words: the first to leave them is saved, the other is asked.
  await writeIn(page, /^Kiln opens/);
  await writeIn(other, /^Kiln opens/);
  await page.keyboard.type(' Here.');
  await page.keyboard.press('Escape');
  await saved(page);
  await expect(async () => expect(await note(person)).toContain('Here.')).toPass();
  await expect(other.locator('.e-version')).toContainText(String((await person.call('GET', '/api/v1/page')).body.version));
  await other.keyboard.type(' There.');
  await other.keyboard.press('Escape');
  const card = other.getByRole('dialog', { name: 'You and another tab both changed this note' });
  await expect(card).toBeVisible();
  expect(await note(person)).toBe('Kiln opens Friday at nine. Bring a box.twelve Here.');
  await card.getByRole('button', { name: 'Keep both as two notes' }).click();
  await saved(other);
  await expect(async () => {
    const texts = (await draft(person)).tiles.map(tile => tile.text);
    expect(texts).toContain('Kiln opens Friday at nine. Bring a box.twelve Here.');
    expect(texts).toContain('Kiln opens Friday at nine. Bring a box.twelve There.');
  }).toPass();
  await expect(page.locator('.e-sheet article.tile')).toHaveCount(4);
});

test('a tile that an agent removes while it is written in is asked about, and comes back with the words', async ({ page, person }) => {
  await openEditor(page, person, file());
  await writeIn(page, /^Kiln opens/);
  await page.keyboard.type(' Tea at ten');
  await person.call('DELETE', `/api/v1/page/tiles/${id.kiln}`);
  const card = page.getByRole('dialog', { name: 'You changed this note, test removed it' });
  await expect(card).toBeVisible();
  expect((await draft(person)).tiles).toHaveLength(2);
  await card.getByRole('button', { name: 'Keep yours' }).click();
  await saved(page);
  await expect(async () => expect((await draft(person)).tiles.map(tile => tile.text)).toContain('Kiln opens Friday at nine. Bring a box. Tea at ten')).toPass();
});

test('two agents between two readings are each named for their own', async ({ page, person, mantel, context }) => {
  await openEditor(page, person, file());
  const { key } = await anotherKey(mantel, person, 'Rain gauge');
  await context.setOffline(true);
  await expect(page.locator('.e-state')).toHaveText('Offline');
  await write(person, 'Kiln opens Saturday.');
  await fetch(`${person.url}/api/v1/page/tiles`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: JSON.stringify({ input: 'Rain since noon' }) });
  await context.setOffline(false);
  await expect(page.getByText('Added by Rain gauge, just now')).toBeVisible();
  await expect(page.getByText('Changed by test, just now')).toBeVisible();
  // And each can be taken back alone.
  await page.locator('.e-told').filter({ hasText: 'Changed by test' }).getByRole('button', { name: 'Undo' }).click();
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.text ?? tile.title)).toEqual(['Kiln opens Friday at nine. Bring a box.', 'Autumn market, stall 12', 'Open studio 2026', 'Rain since noon']);
});

test('a session that ends says so in place, and goes on after signing in', async ({ page, person }) => {
  await openEditor(page, person, file());
  await page.route('**/api/auth/session/token', route => route.fulfill({ status: 401, body: '{}' }));
  await page.route('**/api/v1/page/**', route => route.fulfill({ status: 401, body: '{}' }));
  await openList(page);
  await page.getByRole('button', { name: /^Take out: Open studio/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('.e-banner')).toHaveText('Sign in to go on. Your change waits here.');
  expect(await faults(page)).toEqual([]);
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.locator('.e-banner')).toHaveCount(0);
  await saved(page);
  expect((await draft(person)).tiles).toHaveLength(2);
});
