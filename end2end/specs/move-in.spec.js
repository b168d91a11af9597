// Moving in from a page elsewhere: by address and by file, in /new, in the editor and at the first sight of a new page. Files go through
// the browser's own reader; the replies about addresses are the server's, answered here.
import { expect, isPart, openEditor, saved, test } from '../fixtures.js';
import { LINKS, PAGE, REPLY, answer, file, linktree } from '../move-in-pages.js';

const screen = page => page.locator('.move-in');
const field = page => page.getByLabel('Address of your old page');
const rows = page => page.getByRole('list', { name: 'What was found' }).getByRole('listitem');
const row = (page, title) => rows(page).filter({ hasText: title });
const check = (page, title) => row(page, title).getByRole('checkbox');
const title = page => page.locator('#move-in-title');
const take = page => page.locator('#move-in-take');
const preview = page => page.getByRole('region', { name: 'Preview' });

async function open(page, mantel) {
  await page.goto(`${mantel.url}/new`);
  await page.getByRole('tab', { name: 'Move in' }).click();
  await expect(field(page)).toBeVisible();
}

async function read(page, address = 'linktr.ee/inesharrow') {
  await field(page).fill(address);
  await field(page).press('Enter');
}

const give = (page, what) => page.locator('.move-in-file input').first().setInputFiles(what);

test('an address is read, its rows say what becomes of each thing, and what is checked is previewed and taken', async ({ page, mantel }) => {
  const asked = await answer(page, 200, REPLY);
  await open(page, mantel);
  await read(page);
  await expect(title(page)).toHaveText('8 things found, 6 fit');
  await expect(title(page)).toBeFocused();
  await expect(screen(page).getByRole('status')).toHaveText('8 things found, 6 fit');
  expect(asked).toEqual([{ address: 'linktr.ee/inesharrow' }]);
  await expect(rows(page)).toHaveCount(8);
  await expect(row(page, 'Ines Harrow').first()).toContainText('Name and line');
  await expect(row(page, 'ines.harrow and 1 more')).toContainText('the row under your name');
  await expect(row(page, 'Shop the small shelf')).toContainText('Link, small');
  await expect(row(page, 'The Slow Letter')).toContainText('Mantel keeps no forms');
  await expect(row(page, 'Tip jar').getByRole('checkbox')).toBeDisabled();
  await expect(row(page, 'Tip jar')).toContainText('A payment inside Linktree has no address');
  await expect(check(page, 'Supporters only')).not.toBeChecked();
  await expect(take(page)).toHaveText('Take 6 tiles');
  // The preview shows what is checked, and nothing is on the page yet.
  await expect(preview(page).locator('article.tile', { hasText: 'The Slow Letter' })).toBeVisible();
  await check(page, 'The Slow Letter').uncheck();
  await expect(preview(page).locator('article.tile', { hasText: 'The Slow Letter' })).toHaveCount(0);
  await check(page, 'Supporters only').check();
  await expect(take(page)).toHaveText('Take 6 tiles');
  await take(page).click();
  // What stayed behind is told, with its reason.
  await expect(title(page)).toHaveText('6 tiles moved in');
  await expect(screen(page).getByRole('listitem')).toHaveText([/Tip jar.*no address/]);
  await screen(page).getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ines Harrow');
  await expect(preview(page).locator('article.tile, .socials > li')).toHaveCount(6);
});

test('taking is one step, which Undo takes back', async ({ page, mantel }) => {
  await answer(page, 200, { ...REPLY, left: [] });
  await page.goto(`${mantel.url}/new?name=Ada&links=https://example.com/one`);
  await page.getByRole('tab', { name: 'Move in' }).click();
  await read(page);
  // The page has a name: the other one would take its place, so it waits for a choice.
  await expect(check(page, 'Ines Harrow')).not.toBeChecked();
  await expect(row(page, 'Ines Harrow').first()).toContainText('It would take the place of “Ada”');
  await take(page).click();
  await expect(page.getByRole('tab', { name: 'Form' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.brief-undo')).toContainText('6 tiles moved in');
  await expect(preview(page).locator('article.tile, .socials > li')).toHaveCount(7);
  await page.locator('.brief-undo').getByRole('button', { name: 'Undo' }).click();
  await expect(preview(page).locator('article.tile, .socials > li')).toHaveCount(1);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada');
});

test('a saved page is read in the browser, and nothing of it is sent', async ({ page, mantel }) => {
  await open(page, mantel);
  const sent = [];
  page.on('request', request => { if (request.method() !== 'GET') sent.push(request.url()) });
  await give(page, file('Ines Harrow.html', PAGE));
  await expect(title(page)).toHaveText(/things found, \d+ fit/);
  await expect(screen(page)).toContainText('Ines Harrow.html, read in this browser. Nothing of it was sent.');
  await expect(row(page, 'NEW! Throwing a moon jar')).toContainText('Video');
  await expect(row(page, 'Workshops')).toContainText('Heading');
  await expect(row(page, 'Book a wheel')).toContainText('Twice there, taken once');
  await expect(check(page, 'Supporters only')).not.toBeChecked();
  await expect(row(page, 'Supporters only')).toContainText(/locked/i);
  await expect(row(page, 'and 1 more')).toContainText('Instagram, Email: the row under your name');
  expect(sent).toEqual([]);
  expect(await page.evaluate(() => [window.ran, document.title])).toEqual([undefined, 'New page · Mantel']);
});

test('a file dropped anywhere on /new is read', async ({ page, mantel }) => {
  await page.goto(`${mantel.url}/new`);
  await expect(page.locator('#loading')).toHaveCount(0);
  await page.evaluate(text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'old page.html', { type: 'text/html' }));
    for (const name of ['dragover', 'drop']) document.querySelector('.brief-stage').dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }));
  }, PAGE);
  await expect(page.getByRole('tab', { name: 'Move in' })).toHaveAttribute('aria-selected', 'true');
  await expect(title(page)).toHaveText(/things found/);
});

for (const { what, given, says, advice } of [
  { what: 'a PDF', given: () => file('old.pdf', '%PDF-1.7 …', 'application/pdf'), says: 'That file could not be read', advice: 'That is a PDF. HTML, CSV, JSON and bookmarks can be read.' },
  { what: 'an empty file', given: () => file('old.html', ''), says: 'Nothing there to take', advice: 'There is nothing in this file.' },
  { what: 'a file that is too large', given: () => file('old.html', ' '.repeat(10 * 1024 * 1024 + 1)), says: 'That file is too large', advice: 'files of up to 10 MB are read' },
  { what: 'a page without anything on it', given: () => file('old.html', '<!doctype html><title>Hello</title><p>'), says: 'Nothing there to take', advice: 'no links, pictures or words' },
]) {
  test(`${what} is refused with what helps, and another file can be given`, async ({ page, mantel }) => {
    await open(page, mantel);
    await give(page, given());
    await expect(title(page)).toHaveText(says);
    await expect(title(page)).toBeFocused();
    await expect(screen(page)).toContainText(advice);
    await give(page, file('links.csv', 'Title,URL\nShop,https://shop.example\nLetters,https://letters.example\n', 'text/csv'));
    await expect(rows(page)).toHaveCount(2);
  });
}

for (const { how, status, reply, says, advice, file: offers } of [
  { how: 'a site refuses', status: 502, reply: { code: 'source_refused', title: 'Refused', detail: 'It answered “403, not for robots” at 10:42. We asked once and will not ask again by ourselves.' }, says: 'lnk.example would not let us in', advice: 'choose “Save page as”, and drop the file here', file: true },
  { how: 'the service fetches nothing', status: 503, reply: { code: 'outbound_off', detail: 'This Mantel does not fetch pages from elsewhere.' }, says: 'This Mantel fetches no pages', advice: 'choose “Save page as”, and drop the file here', file: true },
  { how: 'too many were asked for', status: 429, reply: { code: 'rate_limited', detail: 'Five pages a minute can be read.' }, says: 'That was often', advice: 'A file of the page can be read at once', file: true },
  { how: 'the address is none', status: 400, reply: { code: 'invalid', detail: '“lnk” is no address.' }, says: 'That is no address of a page', advice: 'like linktr.ee/you', file: false },
  { how: 'nothing is there', status: 200, reply: { brief: { mantel: 1, links: [] }, warnings: [], left: [] }, says: 'Nothing there to take', advice: 'lnk.example has no links, pictures or words to make tiles of', file: false },
]) {
  test(`when ${how}, that is said with what helps`, async ({ page, mantel }) => {
    await answer(page, status, reply);
    await open(page, mantel);
    await read(page, 'lnk.example/ines');
    await expect(title(page)).toHaveText(says);
    await expect(title(page)).toBeFocused();
    await expect(screen(page)).toContainText(advice);
    if (reply.detail) await expect(screen(page)).toContainText(reply.detail);
    await expect(page.locator('.move-in-message').getByText('Open a file', { exact: true })).toHaveCount(offers ? 1 : 0);
    await expect(field(page)).toHaveValue('lnk.example/ines');
  });
}

test('reading can be stopped, and an answer that comes later changes nothing', async ({ page, mantel }) => {
  let go;
  const held = new Promise(resolve => { go = resolve });
  await answer(page, 200, async () => { await held; return REPLY });
  await page.clock.install();
  await open(page, mantel);
  await read(page);
  await expect(screen(page)).toContainText('Reading linktr.ee/inesharrow');
  await expect(screen(page)).not.toContainText('It takes its time');
  await page.clock.fastForward(8100);
  await expect(page.locator('.move-in-reading')).toContainText('It takes its time. Stop');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('linktr.ee/inesharrow');
  go();
  await give(page, file('links.csv', 'Title,URL\nShop,https://shop.example\n', 'text/csv'));
  await expect(rows(page)).toHaveCount(1);
});

test('with the keyboard alone: Enter reads, arrows go from row to row, Space, A and X choose', async ({ page, mantel }) => {
  await answer(page, 200, REPLY);
  await page.goto(`${mantel.url}/new`);
  await page.getByRole('tab', { name: 'Form' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Move in' })).toBeFocused();
  await expect(field(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('linktr.ee/ax');
  await page.keyboard.press('Enter');
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(rows(page).nth(0).getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(check(page, 'Shop the small shelf')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(check(page, 'Shop the small shelf')).not.toBeChecked();
  await expect(take(page)).toHaveText('Take 5 tiles');
  await page.keyboard.press('x');
  await expect(take(page)).toHaveText('Choose what to take');
  await page.keyboard.press('a');
  await expect(take(page)).toHaveText('Take 7 tiles');
  await expect(check(page, 'Tip jar')).not.toBeChecked();
  // The list is one stop of the Tab key, at the row that had the focus last.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('switch', { name: 'Its colours too' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(check(page, 'Shop the small shelf')).toBeFocused();
  // In the field the letters are letters.
  await field(page).focus();
  await page.keyboard.press('x');
  await expect(take(page)).toHaveText('Take 7 tiles');
});

test('its colours can come too: the nearest palette and its accent, shown before they are taken', async ({ page, mantel }) => {
  await answer(page, 200, { ...REPLY, colours: ['#101418', '#3fd0a0', '#f4f6f1'], left: [] });
  await open(page, mantel);
  await read(page);
  const look = () => preview(page).locator('.page').getAttribute('data-palette');
  const colors = page.getByRole('switch', { name: 'Its colours too' });
  await expect(colors).toBeChecked();
  const its = await look();
  await expect(page.getByRole('group', { name: 'Palette' }).getByRole('button', { name: 'Its colours' })).toHaveAttribute('aria-pressed', 'true');
  await colors.uncheck();
  await expect.poll(look).not.toBe(its);
  await page.getByRole('group', { name: 'Palette' }).getByRole('button', { name: 'Its colours' }).click();
  await expect.poll(look).toBe(its);
  await take(page).click();
  await expect.poll(look).toBe(its);
});

test('in the editor, moving in is one edit with Undo, and what is on the page already is skipped', async ({ page, person }) => {
  await answer(page, 200, REPLY);
  await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', links: [{ url: 'https://shop.example/shelf', title: 'Shop' }] });
  await page.goto(`${person.url}/edit?move-in=linktr.ee/inesharrow`);
  const dialog = page.getByRole('dialog', { name: 'Move in' });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/edit$/);
  // Whoever followed a link has not asked for anything yet.
  await expect(field(page)).toHaveValue('linktr.ee/inesharrow');
  await expect(rows(page)).toHaveCount(0);
  await field(page).press('Enter');
  await expect(row(page, 'Shop the small shelf')).toContainText('Already on your page, skipped');
  await expect(check(page, 'Shop the small shelf')).not.toBeChecked();
  await expect(take(page)).toHaveText('Take 5 tiles');
  await expect(dialog.getByRole('region', { name: 'Preview' }).locator('.tile', { hasText: 'The Slow Letter' })).toBeVisible();
  await take(page).click();
  await expect(title(page)).toHaveText('5 tiles moved in');
  await screen(page).getByRole('button', { name: 'Go on' }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  const tiles = async () => (await person.call('GET', '/api/v1/page')).body.draft.tiles.length;
  expect(await tiles()).toBe(6);
  const version = (await person.call('GET', '/api/v1/page')).body.version;
  await page.locator('.editor-toast').getByRole('button', { name: 'Undo' }).click();
  await saved(page);
  expect(await tiles()).toBe(1);
  expect(version).toBeGreaterThan(1);
});

test('the owner of a new page is asked for the old one, and can start with an empty page', async ({ page, mantel }) => {
  const name = `w${process.pid}${Date.now() % 1e6}`;
  await page.goto(`${mantel.url}/signup?username=${name}`);
  await page.getByLabel('Email').fill(`${name}@harrow.example`);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await expect(page.getByRole('heading', { name: 'Bring your old page along' })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await give(page, file('Ines Harrow.html', PAGE));
  await expect(title(page)).toHaveText(/things found/);
  await page.reload();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${mantel.url}/edit?welcome`);
  await page.getByRole('button', { name: 'Start with an empty page' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('#paste')).toBeFocused();
});

test('the settings lead to moving in', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines', links: ['harrow.example'] });
  await page.goto(`${person.url}/settings`);
  await page.getByRole('link', { name: 'Bring your old page along' }).click();
  await expect(page.getByRole('dialog', { name: 'Move in' })).toBeVisible();
});

test('the address of a page of a service offers to move all of it in, in /new and in the editor', async ({ page, person }) => {
  const asked = await answer(page, 200, REPLY);
  await page.goto(`${person.url}/new`);
  await page.getByRole('textbox', { name: /^Paste links/ }).fill('https://linktr.ee/inesharrow');
  await page.getByRole('button', { name: 'Move all of it in' }).click();
  await expect(title(page)).toHaveText(/things found/);
  expect(asked).toEqual([{ address: 'https://linktr.ee/inesharrow' }]);
  await openEditor(page, person, { mantel: 1, name: 'Ines', links: ['harrow.example'] });
  await page.locator('#paste').fill('linktr.ee/inesharrow');
  await page.getByRole('button', { name: 'Move all of it in' }).click();
  await expect(title(page)).toHaveText(/things found/);
  expect(asked).toHaveLength(2);
});

test('what is hostile in a file stays inert', async ({ page, mantel }) => {
  const hostile = linktree({ title: '<img src=x onerror="window.ran=true">', links: [
    { id: 1, type: 'CLASSIC', title: '<script>window.ran=true</script>', url: 'javascript:window.ran=true', position: 0 },
    { id: 2, type: 'CLASSIC', title: '"><svg onload=window.ran=true>', url: 'https://harrow.example/"onmouseover="window.ran=true', position: 1 },
    { id: 3, type: 'CLASSIC', title: 'Router', url: 'http://192.168.0.1/admin', position: 2 },
    { id: 4, type: 'CLASSIC', title: 'x'.repeat(100000), url: 'https://harrow.example/long', position: 3 },
    ...LINKS,
  ] });
  await open(page, mantel);
  await give(page, file('hostile.html', hostile));
  await expect(title(page)).toHaveText(/things found/);
  await page.keyboard.press('a');
  await take(page).click();
  await expect(page.locator('.brief-undo, #move-in-title').first()).toContainText('moved in');
  expect(await page.evaluate(() => window.ran)).toBe(undefined);
  expect(await page.locator('a[href^="javascript:" i], a[href*="192.168"]').count()).toBe(0);
});

test('more than two hundred things are listed up to there, and the rest is named', async ({ page, mantel }) => {
  const links = Array.from({ length: 260 }, (_, at) => ({ id: at, type: 'CLASSIC', title: `Link ${at + 1}`, url: `https://harrow.example/${at + 1}`, position: at }));
  await open(page, mantel);
  await give(page, file('many.html', linktree({ links })));
  await expect(title(page)).toHaveText(/260 things found, \d+ fit/);
  await expect(screen(page)).toContainText(/\d+ more did not fit in this list: Link \d+/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
});

test.describe('when a part of Mantel does not arrive', () => {
  test('that is said, trying again works, and what was typed stays', async ({ page, mantel }) => {
    await page.route(isPart, route => route.abort());
    await page.goto(`${mantel.url}/new`);
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByRole('tab', { name: 'Move in' }).click();
    await expect(page.getByRole('alert')).toContainText('A part of Mantel did not arrive');
    await page.unrouteAll();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect(field(page)).toBeVisible();
    await page.getByRole('tab', { name: 'Form' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada');
  });
});

for (const width of [320, 390, 768, 1024, 1440]) {
  test(`fits the window at ${width} px, with the button in view`, async ({ page, mantel }) => {
    await page.setViewportSize({ width, height: 844 });
    await answer(page, 200, REPLY);
    await open(page, mantel);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await read(page);
    await expect(take(page)).toBeInViewport();
    expect(await overflow()).toBeLessThanOrEqual(0);
    if (width > 599) return;
    await page.getByRole('button', { name: 'Look first' }).click();
    await expect(preview(page).locator('.tile').first()).toBeVisible();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await expect(take(page)).toBeInViewport();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  });
}
