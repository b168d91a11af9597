// Several tabs of the editor, where tabs are restored, duplicated or closed: no tab loses the unsaved work of another.
import { editorReady, expect, openEditor, readerReady, saved, test } from '../fixtures.js';

test.describe.configure({ timeout: 180_000 });

const file = (...texts) => ({ mantel: 1, profile: { name: 'Ines Harrow' }, theme: {}, tiles: texts.map(text => ({ type: 'text', text })) });
const notes = (name, count) => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
const textsOf = async person => (await person.call('GET', '/api/v1/page')).body.draft.tiles.map(tile => tile.text);
const onPage = (page, text) => page.locator('.editor-page').getByText(text, { exact: true });
const toast = page => page.locator('.editor-toast');

async function paste(page, ...texts) {
  // Bullets make several notes of several lines.
  await page.locator('#paste').fill(texts.length > 1 ? texts.map(text => `- ${text}`).join('\n') : texts[0]);
  await page.locator('#paste').press('Enter');
  await expect(onPage(page, texts.at(-1))).toBeVisible();
}

async function remove(page, text) {
  await page.getByRole('group', { name: 'On the page' }).getByRole('button', { name: new RegExp(`^${text},`) }).focus();
  await page.keyboard.press('Delete');
  await expect(onPage(page, text)).toHaveCount(0);
}

async function openTab(context, person) {
  const tab = await context.newPage();
  await tab.goto(`${person.url}/edit`);
  await editorReady(tab);
  return tab;
}

// Runs the timers of a tab for some seconds, with time for browser APIs to answer after each second.
async function pass(tab, seconds) {
  for (let second = 0; second < seconds; second += 1) {
    await tab.clock.runFor(1000);
    await tab.evaluate(() => navigator.locks.query());
  }
}

test('a tab that was away while another looked after its store saves everything that is done in it', async ({ page, person, context }) => {
  const refused = [];
  page.on('response', response => { if (response.status() === 422) refused.push(response.url()); });
  await openEditor(page, person, file('First'));
  await paste(page, ...notes('Before', 6));
  await saved(page);
  const other = await context.newPage();
  await other.clock.install();
  await other.goto(`${person.url}/edit`);
  await editorReady(other);
  await page.goto(`${person.url}/settings`);
  await pass(other, 9);
  await page.goto(`${person.url}/edit`);
  await editorReady(page);

  await paste(page, ...notes('After', 12));
  await saved(page);
  expect(await textsOf(person)).toEqual(['First', ...notes('Before', 6), ...notes('After', 12)]);
  await remove(page, 'First');
  await saved(page);
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(onPage(page, 'First')).toBeVisible();
  await expect(onPage(other, 'First')).toBeVisible();
  expect((await textsOf(person)).filter(text => text === 'First')).toHaveLength(1);
  // What was done before the tab was left can be undone too.
  for (let turn = 0; turn < 2; turn += 1) await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await saved(page);
  await expect(async () => expect(await textsOf(person)).toEqual(['First'])).toPass();
  expect(refused).toEqual([]);
});

test('a copied tab has a store of its own', async ({ page, person, context }) => {
  await openEditor(page, person, file('First'));
  await paste(page, 'From the original');
  await saved(page);
  // A window opened by a page starts with a copy of its session storage, like a duplicated tab.
  const [copy] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => { window.open('/edit'); })]);
  await editorReady(copy);
  await expect(copy.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute('aria-disabled', 'true');
  for (let turn = 1; turn <= 3; turn += 1) {
    await paste(page, `Original ${turn}`);
    await paste(copy, `Copy ${turn}`);
    await copy.reload();
    await editorReady(copy);
  }
  await saved(page);
  await saved(copy);
  expect((await textsOf(person)).sort()).toEqual(['First', 'From the original', ...notes('Original', 3), ...notes('Copy', 3)].sort());
  await page.reload();
  await editorReady(page);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute('title', 'Undo: Added Original 3');
  await expect(copy.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute('title', 'Undo: Added Copy 3');
});

test('one of two other tabs takes over what a closed tab had not saved', async ({ page, person, context }) => {
  await openEditor(page, person, file('First'));
  const others = [await openTab(context, person), await openTab(context, person)];
  const keys = [];
  await context.route('**/api/v1/page/tiles', route => { keys.push(route.request().headers()['idempotency-key']); return route.continue(); });
  // The service does not answer this tab.
  await page.route('**/api/**', route => route.abort());
  await paste(page, 'Left behind');
  await expect(page.locator('.editor-status')).toHaveText('Trying again, nothing lost');
  await page.close();
  for (const other of others) await expect(onPage(other, 'Left behind')).toBeVisible();
  for (const other of others) await saved(other);
  expect(await textsOf(person)).toEqual(['First', 'Left behind']);
  expect(keys).toHaveLength(1);
});

test('a tab that comes back finds what it had not saved, and its undo steps', async ({ page, person }) => {
  await openEditor(page, person, file('First'));
  await page.route('**/api/v1/page/**', route => route.request().method() === 'GET' ? route.continue() : route.abort());
  await paste(page, 'Kept here');
  await expect(page.locator('.editor-status')).toHaveText('Trying again, nothing lost');
  await page.goto('about:blank');
  await page.unrouteAll();
  await page.goBack();
  await editorReady(page);
  await expect(onPage(page, 'Kept here')).toBeVisible();
  await saved(page);
  await expect(async () => expect(await textsOf(person)).toEqual(['First', 'Kept here'])).toPass();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await saved(page);
  await expect(async () => expect(await textsOf(person)).toEqual(['First'])).toPass();
});

test('a change is in the browser\'s store before anything shows it, so that no crash can lose it', async ({ page, person }) => {
  await openEditor(page, person, file('First', 'Second'));
  await readerReady(page);
  await page.route('**/api/v1/page/**', route => route.request().method() === 'GET' ? route.continue() : route.abort());
  // Does something and gives back what is stored then, before the browser begins its next task.
  const storedAfter = (act, argument) => page.evaluate(async ([act, argument]) => {
    const press = (element, key, more = {}) => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    const acts = {
      paste(text) {
        const field = document.getElementById('paste');
        field.value = text;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        press(field, 'Enter');
      },
      remove(text) {
        const stop = document.querySelector(`.editor-tab-stop[aria-label^="${text},"]`);
        stop.focus();
        press(stop, 'Delete');
      },
      undo() { press(document.body, 'z', { ctrlKey: true }) },
      redo() { press(document.body, 'z', { ctrlKey: true, shiftKey: true }) },
    };
    acts[act](argument);
    for (let turn = 0; turn < 100; turn += 1) await null;
    return Object.keys(localStorage).filter(key => key.startsWith('mantel:edit:')).map(key => localStorage[key]).join();
  }, [act, argument]);
  expect(await storedAfter('paste', '- n1\n- n2\n- n3')).toContain('n3');
  const removed = await storedAfter('remove', 'Second');
  expect(removed).toContain('Removed Second');
  const undone = await storedAfter('undo');
  expect(undone).not.toBe(removed);
  expect(await storedAfter('redo')).not.toBe(undone);
});

test('a key that was used with another call is replaced, without a word of it', async ({ page, person }) => {
  await openEditor(page, person, file('First'));
  const keys = [];
  await page.route('**/api/v1/page/tiles', route => {
    keys.push(route.request().headers()['idempotency-key']);
    const problem = { code: 'idempotency_key_reused', title: 'The Idempotency-Key was used for another call', detail: 'This Idempotency-Key came with another call before.' };
    return keys.length > 3 ? route.continue() : route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  await paste(page, 'Once');
  await saved(page);
  expect(await textsOf(person)).toEqual(['First', 'Once']);
  expect(new Set(keys).size).toBe(4);
  await expect(page.locator('#edit')).not.toContainText(/idempoten|another call|Discard/i);
});

test('a tile whose reply was lost and that was removed since does not come back', async ({ page, person }) => {
  await openEditor(page, person, file('First'));
  let lost;
  await page.route('**/api/v1/page/tiles', async route => {
    if (lost) return route.continue();
    lost = await (await route.fetch()).json();
    await person.call('DELETE', `/api/v1/page/tiles/${lost.tiles[0].id}`);
    return route.abort();
  });
  // Without the history, the editor cannot learn what happened in between.
  await page.route('**/api/v1/page/history', route => route.abort());
  const refused = page.waitForResponse(response => response.status() === 422);
  await paste(page, 'Removed by an agent');
  await refused;
  await expect(onPage(page, 'Removed by an agent')).toHaveCount(0);
  await saved(page);
  expect(await textsOf(person)).toEqual(['First']);
});

test('a reply that breaks off or is not the service\'s own rejects nothing', async ({ page, person }) => {
  await openEditor(page, person, file('First'));
  const replies = [
    // Applied, but half of the reply is lost.
    async route => route.fulfill({ status: 201, contentType: 'application/json', body: (await (await route.fetch()).text()).slice(0, 40) }),
    // The sign-in page of a public network, and the errors of a proxy.
    route => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to Hotel Wi-Fi</h1>' }),
    route => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }),
    route => route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not Found</h1>' }),
  ];
  await page.route(/\/api\/v1\/page\/tiles/, route => { const reply = replies.shift(); return reply ? reply(route) : route.continue(); });
  await paste(page, 'Half a reply');
  await expect(async () => expect(replies).toHaveLength(3)).toPass();
  await saved(page);
  await paste(page, 'Behind a proxy');
  await saved(page);
  expect(replies).toEqual([]);
  await expect(page.locator('.editor-rejected-edits li')).toHaveCount(0);
  expect(await textsOf(person)).toEqual(['First', 'Half a reply', 'Behind a proxy']);
});

test('a rejected note can be read and copied before it is discarded', async ({ page, person }) => {
  await openEditor(page, person, file('First'));
  await page.route('**/api/v1/page/tiles', route => route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify({ code: 'invalid_input', detail: 'That is not wanted here.' }) }));
  await page.locator('#paste').fill('Written with care');
  await page.locator('#paste').press('Enter');
  const rejection = page.locator('.editor-rejected-edits li');
  await expect(rejection).toContainText('That is not wanted here.');
  await expect(rejection.locator('blockquote')).toHaveText('Written with care');
  await expect(rejection.getByRole('button')).toHaveText(['Copy', 'Discard']);
});

test('the notice of a removal undoes that removal alone, and goes with it', async ({ page, person }) => {
  await openEditor(page, person, file('One', 'Two', 'Three'));
  await remove(page, 'One');
  await expect(toast(page)).toHaveText('One removed.Undo');
  // A later step stays when the notice's step is undone.
  await paste(page, 'Four');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toHaveCount(0);
  await saved(page);
  await expect(async () => expect((await textsOf(person)).sort()).toEqual(['Four', 'One', 'Three', 'Two'])).toPass();
  // Once the step is undone by other means, the notice has nothing to undo and disappears.
  await remove(page, 'Two');
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(toast(page)).toHaveCount(0);
  await expect(onPage(page, 'Two')).toBeVisible();
});
