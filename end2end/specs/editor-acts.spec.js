// Every act has a visible way: adding each kind of tile, formatting notes, choosing several, sections, signing out.
import { test, expect, editorReady, openEditor, saved } from '../fixtures.js';
import { WCAG_AA, axeViolations } from '../axe.js';

test.use({ viewport: { width: 1440, height: 960 } });
test.beforeEach(() => test.slow());

const draft = async person => (await person.call('GET', '/api/v1/page')).body.draft;
const tileList = page => page.getByRole('listbox', { name: 'Profile and tiles' });
const row = (page, name) => tileList(page).getByRole('option', { name });
const inspector = page => page.getByRole('region', { name: 'Inspector' });
const undo = page => page.getByRole('button', { name: 'Undo', exact: true }).first();
const pageOf = (...links) => ({ mantel: 1, name: 'Ines Harrow', look: 'cozy', links });
const words = async person => (await draft(person)).tiles.map(tile => tile.text ?? tile.title ?? tile.url);
const addMenu = page => page.getByRole('group', { name: 'Add to your page' });
const openAddMenu = async page => {
  await page.getByRole('button', { name: 'Add to your page' }).click();
  await expect(addMenu(page)).toBeVisible();
};
const tileWith = (page, text) => page.locator('.editor-page article.tile', { hasText: text });

test('every kind of tile is added from the menu, with its address or the caret in it', async ({ page, person }) => {
  await openEditor(page, person, pageOf('First'));
  await openAddMenu(page);
  await expect(addMenu(page).getByRole('button')).toHaveText(['Link', 'Note', 'Heading', 'Picture', 'Stamp', 'Video', 'Music', 'Repository', 'Social']);
  await expect(addMenu(page).getByRole('button', { name: 'Link' })).toBeFocused();
  expect(await axeViolations(page, { runOnly: WCAG_AA }, { include: ['.editor-side-panel.left'] })).toEqual([]);

  // An address is asked for in place, and read as in the paste field.
  await addMenu(page).getByRole('button', { name: 'Link' }).click();
  await expect(page.getByLabel('Address', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('An address is needed, like harrow.example.')).toBeVisible();
  await page.keyboard.type('pots.harrow.example');
  await expect(addMenu(page)).toContainText('Link, small');
  await page.keyboard.press('Enter');
  await expect(row(page, /pots\.harrow\.example/)).toHaveAttribute('aria-selected', 'true');
  await expect(addMenu(page)).toHaveCount(0);

  const ask = async (kind, label, typed, becomes) => {
    await openAddMenu(page);
    await addMenu(page).getByRole('button', { name: kind }).click();
    await addMenu(page).getByRole('textbox', { name: label, exact: true }).fill(typed);
    await expect(addMenu(page)).toContainText(becomes);
    await addMenu(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expect(addMenu(page)).toHaveCount(0);
  };
  await ask('Video', 'Address of the video', 'https://youtu.be/moonjar123', 'Video, wide');
  await ask('Music', 'Address of the music', 'https://open.spotify.com/track/0abc', 'Music');
  await ask('Repository', 'Repository', 'harrow/glaze-calc', 'Repository');
  await ask('Social', 'Handle or address', 'ines.harrow', 'Instagram, joins the row under your name');

  // Notes, headings and stamps begin with the caret in them; typing replaces the sample words.
  for (const [kind, typed] of [['Note', 'Bring a box'], ['Heading', 'Lately'], ['Stamp', 'Open']]) {
    await openAddMenu(page);
    await addMenu(page).getByRole('button', { name: kind }).click();
    await expect(page.locator('.editor-inline-edit')).toBeFocused();
    await page.keyboard.type(typed);
    await page.keyboard.press('Escape');
    await expect(row(page, new RegExp(typed))).toBeVisible();
  }
  const chooser = page.waitForEvent('filechooser');
  await openAddMenu(page);
  await addMenu(page).getByRole('button', { name: 'Picture' }).click();
  await chooser;

  await saved(page);
  const { tiles } = await draft(person);
  expect(tiles.map(tile => tile.type).sort()).toEqual(['github', 'heading', 'link', 'music', 'social', 'text', 'text', 'text', 'video']);
  expect(tiles.find(tile => tile.type === 'social')).toMatchObject({ platform: 'instagram', handle: 'ines.harrow' });
  expect(tiles.find(tile => tile.look === 'stamp').text).toBe('Open');
  expect(tiles.find(tile => tile.type === 'heading').text).toBe('Lately');

  await openAddMenu(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add to your page' })).toBeFocused();
});

test('a note is formatted with the bar and with keys', async ({ page, person }) => {
  await openEditor(page, person, pageOf('Kiln opens Saturday', 'Other'));
  const noteText = async () => { await saved(page); return (await draft(person)).tiles[0].text };
  await row(page, 'Kiln').click();
  await page.locator('.editor-page .tile', { hasText: 'Kiln opens' }).locator('.words').click();
  const field = page.locator('.editor-inline-edit'), bar = page.getByRole('toolbar', { name: 'Format the note' });
  const button = name => bar.getByRole('button', { name });
  await expect(field).toBeFocused();
  await expect(bar).toBeVisible();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('Control+b');
  await expect(field).toHaveText('Kiln opens **Saturday**');
  await expect(button('Bold')).toHaveAttribute('aria-pressed', 'true');
  await expect(button('Italic')).toHaveAttribute('aria-pressed', 'false');
  await button('Italic').click();
  await expect(field).toHaveText('Kiln opens ***Saturday***');
  await expect(field).toBeFocused();
  await button('Bold').click();
  await expect(field).toHaveText('Kiln opens *Saturday*');
  await page.keyboard.press('Control+i');
  await expect(field).toHaveText('Kiln opens Saturday');

  // A link asks for its address; by keyboard alone.
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('Address of the link')).toBeFocused();
  await page.keyboard.type('nowhere at all');
  await page.keyboard.press('Enter');
  await expect(bar).toContainText('An address is needed');
  await page.getByLabel('Address of the link').fill('harrow.example');
  await page.keyboard.press('Enter');
  await expect(field).toHaveText('Kiln opens [Saturday](https://harrow.example/)');
  await expect(field).toBeFocused();
  await expect(button('Link')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await expect(button('Bold')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button('Italic')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.editor-page .tile').getByRole('link', { name: 'Saturday' })).toBeAttached();
  expect(await noteText()).toBe('Kiln opens [Saturday](https://harrow.example/)');
});

test('the list of keys is behind a button, and signing out is one press from every screen', async ({ page, person }) => {
  await openEditor(page, person, pageOf('One'));
  await page.getByRole('button', { name: 'Keys' }).click();
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Bold, italic');
  await page.keyboard.press('Escape');
  // What was typed last is saved first.
  await page.getByLabel('Paste a link').fill('The last words');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(url => url.pathname === '/');
  expect(await words(person)).toEqual(['One', 'The last words']);
  for (const path of ['/settings', '/agents', '/looks']) {
    await openEditor(page, person);
    await page.goto(person.url + path);
    await page.locator('.site-header').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(url => url.pathname === '/');
    await page.goto(person.url + '/edit');
    await expect(page).toHaveURL(/signin/);
  }
});

test('several tiles are chosen, moved, sized and removed together, each in one undo step', async ({ page, person }) => {
  await openEditor(page, person, pageOf('One', 'Two', 'Three', 'Four', 'Five'));
  const chosen = inspector(page).getByRole('group', { name: 'All chosen tiles' });
  // With a visible button, without a keyboard.
  await page.getByRole('button', { name: 'Choose several' }).click();
  await row(page, 'Two').click();
  await row(page, 'Four').click();
  await expect(chosen).toContainText('2 tiles');
  await chosen.getByRole('button', { name: 'Earlier' }).click();
  await saved(page);
  expect(await words(person)).toEqual(['Two', 'Four', 'One', 'Three', 'Five']);
  await undo(page).click();
  await saved(page);
  expect(await words(person)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
  const before = (await draft(person)).tiles.map(tile => tile.size);
  await chosen.getByRole('button', { name: 'Large' }).click();
  await saved(page);
  expect((await draft(person)).tiles.filter(tile => tile.size === 'l').map(tile => tile.text)).toEqual(['Two', 'Four']);
  await undo(page).click();
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.size)).toEqual(before);
  await page.getByRole('button', { name: 'Done choosing' }).click();

  // With Ctrl, and with Shift and arrows; back again takes rows out.
  await row(page, 'One').click();
  await row(page, 'Three').click({ modifiers: ['Control'] });
  await expect(chosen).toContainText('2 tiles');
  await row(page, 'Two').click();
  await tileList(page).press('Shift+ArrowDown');
  await tileList(page).press('Shift+ArrowDown');
  await expect(chosen).toContainText('3 tiles');
  await tileList(page).press('Shift+ArrowUp');
  await expect(chosen).toContainText('2 tiles');
  // Moved by keyboard in the list, together.
  await tileList(page).press('Alt+ArrowDown');
  await saved(page);
  expect(await words(person)).toEqual(['One', 'Four', 'Two', 'Three', 'Five']);
  await undo(page).click();
  await row(page, 'Two').click();
  await row(page, 'Three').click({ modifiers: ['Shift'] });
  await tileList(page).press('Delete');
  await saved(page);
  expect(await words(person)).toEqual(['One', 'Four', 'Five']);
  await undo(page).click();
  await saved(page);
  expect(await words(person)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
  // On the page.
  await tileWith(page, 'One').click();
  await tileWith(page, 'Five').click({ modifiers: ['Control'] });
  await expect(chosen).toContainText('2 tiles');
});

test('after a drag the inspector stays closed until the tile is pressed', async ({ page, person }) => {
  await openEditor(page, person, pageOf('One', 'Two', 'Three', 'Four', 'Five', 'Six'));
  const drag = async (name, target) => {
    const [from, to] = [await tileWith(page, name).boundingBox(), await tileWith(page, target).boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 9, from.y + from.height / 2 + 9);
    await page.mouse.move(to.x + 6, to.y + 6, { steps: 5 });
    await page.mouse.up();
    await saved(page);
  };
  await drag('Three', 'One');
  await expect.poll(() => words(person)).toEqual(['Three', 'One', 'Two', 'Four', 'Five', 'Six']);
  await expect(row(page, 'Three')).toHaveAttribute('aria-selected', 'true');
  await expect(inspector(page)).toBeHidden();
  // The next one is dragged at once.
  await drag('Six', 'Three');
  await expect.poll(() => words(person)).toEqual(['Six', 'Three', 'One', 'Two', 'Four', 'Five']);
  await expect(inspector(page)).toBeHidden();
  await tileWith(page, 'Six').click({ position: { x: 4, y: 4 } });
  await expect(inspector(page)).toBeVisible();
});

test('miniatures follow an agent that never pauses, and the history takes in what it did', async ({ page, person }) => {
  await openEditor(page, person, pageOf('Zero'));
  // What was published is an entry of its own.
  await person.call('POST', '/api/v1/page/publish', {});
  const mini = page.getByRole('radio', { name: 'Night' }).locator('.page');
  await expect(mini).toContainText('Zero');
  await page.getByRole('button', { name: /^Version/ }).click();
  await expect(page.locator('.editor-history-entry')).toHaveCount(1);
  let going = true;
  const agent = (async () => {
    for (let count = 1; going && count < 400; count += 1) {
      const [tile] = (await draft(person)).tiles;
      await person.call('PATCH', `/api/v1/page/tiles/${tile.id}`, { text: `Edit ${count}` });
      await new Promise(resolve => setTimeout(resolve, 250));
    }
  })();
  await expect(mini).toContainText(/Edit \d+/, { timeout: 20_000 });
  await expect(page.locator('.editor-history-entry').first()).toContainText(/Edit \d+/);
  going = false;
  await agent;
});

test('pictures are named in lists by words or by number, never by a hash', async ({ page, person }) => {
  const src = hash => `/media/${hash.repeat(64)}.webp`;
  const picture = (hash, rest) => ({ type: 'image', src: src(hash), ...rest });
  await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
  const pictures = [picture('a'), picture('b', { alt: 'A moon jar in the window' }), picture('c'), { type: 'image', src: 'https://harrow.example/kiln.jpg' }];
  for (const tile of pictures) expect((await person.call('POST', '/api/v1/page/tiles', { tile })).status).toBeLessThan(300);
  await openEditor(page, person);
  await expect(tileList(page).locator('.editor-tile-row-title')).toHaveText([/.+/, 'Picture 1', 'A moon jar in the window', 'Picture 2', 'kiln.jpg']);
  await page.locator('#publish').click();
  const dialog = page.locator('.editor-publish-dialog');
  await dialog.getByRole('button', { name: 'Show them' }).click();
  await expect(dialog.locator('.editor-change-row-name').first()).toBeVisible();
  expect(await dialog.textContent()).not.toMatch(/[a-c]{12}/);
  await expect(dialog).toContainText('Picture 2');
});

test('a page without a name is asked for one before it goes live', async ({ page, person }) => {
  await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
  await person.call('PATCH', '/api/v1/page/profile', { name: '' });
  await openEditor(page, person);
  await page.locator('#publish').click();
  const name = page.getByLabel('Whose page is it?');
  await expect(name).toBeFocused();
  await page.locator('#publish-now').click();
  await expect(page.getByText('A name first: it is the title of your page.')).toBeVisible();
  expect((await person.call('GET', '/api/v1/page')).body.published ?? null).toBeNull();
  await name.fill('Ines Harrow');
  await name.press('Enter');
  await expect(page.getByRole('dialog', { name: 'It is live' }).getByRole('status')).toContainText('Live. Version');
  await page.goto(`/${person.name}`);
  await expect(page.getByRole('heading', { name: 'Ines Harrow' })).toBeVisible();
});

const sections = pageOf('Zero', { heading: 'Lately' }, 'One', 'Two', { heading: 'Shops' }, 'Three', { heading: 'Last' }, 'Four');

test('a heading takes its tiles along in the list, or moves alone, by mouse and by keyboard', async ({ page, person }) => {
  await openEditor(page, person, sections);
  const drag = async (name, target, options = {}) => {
    const [from, to] = [await row(page, name).boundingBox(), await row(page, target).boundingBox()];
    if (options.alt) await page.keyboard.down('Alt');
    await page.mouse.move(from.x + 60, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 30);
    await page.mouse.move(to.x + 60, to.y + 24, { steps: 6 });
    await page.mouse.up();
    if (options.alt) await page.keyboard.up('Alt');
    await saved(page);
  };
  const all = ['Zero', 'Lately', 'One', 'Two', 'Shops', 'Three', 'Last', 'Four'];
  // The section is two rows further down when its rows stand where those of the next one were.
  await drag(/^Lately/, /^Two/);
  await expect.poll(() => words(person)).toEqual(['Zero', 'Shops', 'Three', 'Lately', 'One', 'Two', 'Last', 'Four']);
  await undo(page).click();
  await expect.poll(() => words(person)).toEqual(all);
  await drag(/^Lately/, /^Two/, { alt: true });
  await expect.poll(() => words(person)).toEqual(['Zero', 'One', 'Two', 'Lately', 'Shops', 'Three', 'Last', 'Four']);
  await undo(page).click();
  await expect.poll(() => words(person)).toEqual(all);

  await row(page, /^Shops/).click();
  await tileList(page).press('Alt+ArrowUp');
  await expect.poll(() => words(person)).toEqual(['Zero', 'Shops', 'Three', 'Lately', 'One', 'Two', 'Last', 'Four']);
  await undo(page).click();
  await expect.poll(() => words(person)).toEqual(all);
  await tileList(page).press('m');
  await tileList(page).press('ArrowDown');
  await tileList(page).press('Enter');
  await expect.poll(() => words(person)).toEqual(['Zero', 'Lately', 'One', 'Two', 'Last', 'Four', 'Shops', 'Three']);
  await undo(page).click();
  await tileList(page).press('Alt+Shift+ArrowDown');
  await expect.poll(() => words(person)).toEqual(['Zero', 'Lately', 'One', 'Two', 'Three', 'Shops', 'Last', 'Four']);
  await undo(page).click();
  await expect.poll(() => words(person)).toEqual(all);
  // The visible choice.
  await inspector(page).getByRole('switch', { name: 'Moves with its tiles' }).click();
  await tileList(page).press('Alt+ArrowUp');
  await expect.poll(() => words(person)).toEqual(['Zero', 'Lately', 'One', 'Shops', 'Two', 'Three', 'Last', 'Four']);
});

test('sections fold in the list, for this tab, by mouse and by keyboard', async ({ page, person }) => {
  await openEditor(page, person, sections);
  const fold = page.getByRole('button', { name: 'Tiles under Lately' });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(row(page, /^One/)).toHaveCount(0);
  await expect(row(page, /^Lately/)).toContainText('2');
  expect(await axeViolations(page, { runOnly: WCAG_AA }, { include: ['.editor-side-panel.left'] })).toEqual([]);
  await page.reload();
  await editorReady(page);
  await expect(row(page, /^One/)).toHaveCount(0);
  // A folded section moves whole.
  await row(page, /^Lately/).click();
  await tileList(page).press('Alt+ArrowDown');
  await expect.poll(() => words(person)).toEqual(['Zero', 'Shops', 'Three', 'Lately', 'One', 'Two', 'Last', 'Four']);
  await tileList(page).press('ArrowRight');
  await expect(row(page, /^One/)).toBeVisible();
  await tileList(page).press('ArrowLeft');
  await expect(row(page, /^One/)).toHaveCount(0);
  // A tile chosen on the page is shown in the list.
  await tileWith(page, 'Two').click();
  await expect(row(page, /^Two/)).toBeVisible();
});

test('a page file without tiles is told as one', async ({ page, person }) => {
  await openEditor(page, person, pageOf('One'));
  await page.getByLabel('Paste a link').fill(JSON.stringify({ mantel: 1, name: 'Ines Harrow', links: [] }));
  await expect(page.getByText('A whole page with nothing but the profile.')).toBeVisible();
  await page.getByLabel('Paste a link').fill(JSON.stringify({ mantel: 1, name: 'Ines Harrow', links: ['One'] }));
  await expect(page.getByText('A whole page with 1 tile.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('tiles are added by kind, and several are chosen and removed together', async ({ page, person }) => {
    await openEditor(page, person, pageOf('One', 'Two', 'Three', 'Four'));
    await page.locator('#dock-adding').click();
    const sheet = page.getByRole('dialog', { name: 'Add to your page' });
    await sheet.getByRole('button', { name: 'Link' }).click();
    await sheet.getByLabel('Address', { exact: true }).fill('harrow.example');
    await sheet.locator('form').getByRole('button', { name: 'Add', exact: true }).click();
    await expect(sheet).toHaveCount(0);
    await saved(page);
    expect((await draft(person)).tiles.at(-1).url).toBe('https://harrow.example/');
    await page.getByRole('dialog', { name: 'What is chosen' }).getByRole('button', { name: 'Done' }).click();

    await page.locator('#dock-tiles').click();
    const tiles = page.getByRole('dialog', { name: 'Tiles' });
    await expect(tiles.getByRole('button', { name: 'Sign out' })).toBeVisible();
    for (const screen of ['Share', 'Insights', 'Settings']) await expect(tiles.getByRole('link', { name: screen })).toBeVisible();
    await tiles.getByRole('button', { name: 'Choose several' }).click();
    await tiles.getByRole('button', { name: 'Two', exact: true }).click();
    await tiles.getByRole('button', { name: 'Three', exact: true }).click();
    await tiles.getByRole('button', { name: 'Change 2 tiles' }).click();
    const chosen = page.getByRole('group', { name: 'All chosen tiles' });
    await expect(chosen).toContainText('2 tiles');
    for (const button of await chosen.getByRole('button').all()) expect((await button.boundingBox()).height).toBeGreaterThanOrEqual(43.5);
    await chosen.getByRole('button', { name: 'Remove' }).click();
    await saved(page);
    expect(await words(person)).toEqual(['One', 'Four', 'https://harrow.example/']);
    await undo(page).click();
    await saved(page);
    expect(await words(person)).toEqual(['One', 'Two', 'Three', 'Four', 'https://harrow.example/']);
  });
});

test('tiles are moved to a place by its number or to a section, from the inspector', async ({ page, person }) => {
  await openEditor(page, person, sections);
  const dialog = page.locator('.editor-move-to');
  const open = async name => { await row(page, name).click(); await inspector(page).getByRole('button', { name: 'Move to…' }).click(); await expect(dialog).toBeVisible(); };
  await open(/^Zero/);
  await expect(dialog.getByRole('heading', { name: 'Move Zero' })).toBeVisible();
  await expect(page.getByLabel('To place')).toBeFocused();
  expect(await axeViolations(page, { runOnly: WCAG_AA }, { include: ['.editor-move-to'] })).toEqual([]);
  await page.getByLabel('To place').fill('9');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('A number from 1 to 8.');
  await page.getByLabel('To place').fill('6');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => words(person)).toEqual(['Lately', 'One', 'Two', 'Shops', 'Three', 'Zero', 'Last', 'Four']);
  await undo(page).click();
  await expect.poll(() => words(person)).toEqual(['Zero', 'Lately', 'One', 'Two', 'Shops', 'Three', 'Last', 'Four']);

  await open(/^Four/);
  await expect(dialog.getByRole('listitem')).toHaveText(['First of all', 'In “Lately”', 'In “Shops”', 'In “Last”', 'Last of all']);
  await dialog.getByRole('button', { name: 'In “Lately”' }).click();
  await expect.poll(() => words(person)).toEqual(['Zero', 'Lately', 'One', 'Two', 'Four', 'Shops', 'Three', 'Last']);
  // The focus returns to the button.
  await expect(inspector(page).getByRole('button', { name: 'Move to…' })).toBeFocused();

  // A section goes between sections; several tiles go together.
  await open(/^Lately/);
  await expect(page.getByLabel('To place')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Before “Last”' }).click();
  await expect.poll(() => words(person)).toEqual(['Zero', 'Shops', 'Three', 'Lately', 'One', 'Two', 'Four', 'Last']);
  await row(page, /^Zero/).click();
  await row(page, /^Four/).click({ modifiers: ['Control'] });
  await inspector(page).getByRole('button', { name: 'Move to…' }).click();
  await dialog.getByRole('button', { name: 'In “Shops”' }).click();
  await expect.poll(() => words(person)).toEqual(['Shops', 'Three', 'Zero', 'Four', 'Lately', 'One', 'Two', 'Last']);
  await row(page, /^Two/).click();
  await inspector(page).getByRole('button', { name: 'Move to…' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('tiles far out of view are not drawn, and a drag reaches the end of a long page', async ({ page, person }) => {
  await openEditor(page, person, pageOf(...Array.from({ length: 120 }, (_, index) => index % 3 ? `https://example.com/${index}` : `Note ${index}`)));
  const marked = () => page.locator('.editor-page article.tile[data-offscreen]').count();
  await expect.poll(marked).toBeGreaterThan(60);
  // The tiles in view, and none of them marked; the keyboard stop of every tile is over its tile.
  const measured = () => page.evaluate(() => {
    const view = document.querySelector('.editor-stage').getBoundingClientRect();
    const tiles = [...document.querySelectorAll('.editor-page article.tile')].map(tile => ({ tile, box: tile.getBoundingClientRect() }));
    const apart = ({ tile, box }) => {
      const stop = document.getElementById(`stop-${tile.id.slice('tile-'.length)}`).getBoundingClientRect();
      return Math.abs(stop.top + stop.height / 2 - box.top - box.height / 2) > 12 || Math.abs(stop.left + stop.width / 2 - box.left - box.width / 2) > 12;
    };
    return {
      hidden: tiles.filter(({ tile, box }) => box.bottom > view.top && box.top < view.bottom && tile.hasAttribute('data-offscreen')).length,
      apart: tiles.filter(apart).length,
      height: document.querySelector('.editor-stage').scrollHeight,
    };
  });
  const before = await measured();
  expect(before).toMatchObject({ hidden: 0, apart: 0 });
  const first = tileWith(page, 'Note 0');
  const box = await first.boundingBox(), stage = await page.locator('.editor-stage').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 8, box.y + box.height / 2 + 8, { steps: 2 });
  await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height - 4, { steps: 4 });
  await expect.poll(() => page.locator('.editor-stage').evaluate(stage => stage.scrollHeight - stage.scrollTop - stage.clientHeight)).toBeLessThan(3);
  await page.mouse.up();
  await expect.poll(async () => (await words(person)).indexOf('Note 0')).toBeGreaterThan(100);
  await expect.poll(async () => { const { hidden, apart } = await measured(); return hidden + apart }).toBe(0);
  // Undone, the page is as high as before: what is out of view keeps its size.
  await undo(page).click();
  await expect.poll(async () => Math.abs((await measured()).height - before.height)).toBeLessThan(3);
});
