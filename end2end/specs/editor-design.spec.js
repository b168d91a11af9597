// The editor's design panel, the profile inspector, and the editor on a phone.
import { readFileSync } from 'node:fs';
import { WCAG_AA, axeViolations, byElement } from '../axe.js';
import { editorReady, expect, openEditor, saved, test } from '../fixtures.js';

// Accessibility violations in the editor, outside of the page: the tests of the looks check pages themselves.
const editorViolations = async page => byElement(await axeViolations(page, { runOnly: WCAG_AA }, { exclude: ['.editor-page > .page', '.editor-mini'] }));

const file = {
  name: 'Ines Harrow', bio: 'Potter and field recordist.', style: 'cozy',
  links: ['https://harrow.example/shop', { text: 'Kiln opens Saturday at ten.', size: 's' }, 'https://harrow.example/firing', { heading: 'Lately' }, 'harrow/glaze-calc'],
};
const canvasPage = page => page.locator('.editor-page > .page');
const draft = async person => (await person.call('GET', '/api/v1/page')).body.draft;
const png = readFileSync(new URL('../../public/apple-touch-icon.png', import.meta.url));

async function upload(person) {
  const response = await fetch(person.url + '/api/v1/images', { method: 'POST', headers: { authorization: `Bearer ${person.key}`, 'content-type': 'image/png' }, body: png });
  expect(response.status).toBe(201);
  return (await response.json()).src;
}

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 960 } });

  test('every design option is set by keyboard, and undone', async ({ page, person }) => {
    await openEditor(page, person, file);
    const before = (await draft(person)).theme;
    const openGroup = async name => { await page.getByRole('complementary', { name: 'Look' }).getByRole('button', { name: new RegExp(`^${name} `) }).press('Enter'); await expect(page.getByRole('group', { name: new RegExp(`^${name}`) }).first()).toBeVisible() };
    const choose = name => page.getByRole('radio', { name, exact: true }).press('Space');

    await openGroup('Accent');
    await page.getByLabel('Accent, six digits').fill('#e8604c');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/This red is hard to read on cream \(\d\.\d to 1\)\. Darkened a little so that it can be read\./)).toBeVisible();
    await expect(canvasPage(page)).toHaveAttribute('style', /--accent:#e8604c/);
    await page.getByRole('button', { name: 'Use the nearest that reads' }).press('Enter');
    await expect(page.getByText(/hard to read/)).toHaveCount(0);
    const accent = await page.getByLabel('Accent, six digits').inputValue();

    await openGroup('Type'); await choose('Book');
    await expect(canvasPage(page)).toHaveAttribute('data-font', 'book');
    await openGroup('Tiles');
    for (const name of ['Large', 'Outline', 'Center', 'Lift']) await choose(name);
    await openGroup('Pictures');
    for (const name of ['Mono', 'Hexagon']) await choose(name);
    await openGroup('Background'); await choose('Dots');
    await page.getByLabel('Page colour, six digits').fill('dfe8e2');
    await page.keyboard.press('Enter');
    await page.getByRole('switch', { name: 'Grain' }).press('Space');
    await openGroup('Motion');
    await page.getByRole('switch', { name: 'Motion' }).press('Space');
    await page.getByRole('switch', { name: 'Ambience' }).press('Space');

    await page.getByRole('radio', { name: 'Bento' }).press('ArrowRight');
    await expect(canvasPage(page)).toHaveAttribute('data-layout', 'list');
    await page.getByRole('radiogroup', { name: 'Look' }).getByRole('radio', { name: 'Cozy' }).press('ArrowRight');
    await expect(canvasPage(page)).toHaveAttribute('data-look', 'washi');
    await expect(page.getByRole('radiogroup', { name: 'Look' }).getByRole('radio', { name: 'Washi' })).toBeFocused();
    await saved(page);
    const first = (await draft(person)).theme.preset;
    await page.locator('.editor-options-palette input:checked').press('ArrowRight');
    await expect(canvasPage(page)).not.toHaveAttribute('data-palette', first);
    await saved(page);

    // Changing the look keeps every other option.
    const after = (await draft(person)).theme;
    expect(after).toMatchObject({ style: 'washi', layout: 'list', accent, font: 'book', radius: 'large', tileStyle: 'outline', align: 'center', effect: 'lift', photos: 'mono', avatar: 'hexagon', motion: false, ambient: false });
    expect(after.background).toMatchObject({ style: 'dots', color: '#dfe8e2', grain: false });
    expect(after.preset).not.toBe(first);

    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    for (let steps = 17; steps > 0; steps--) await undo.press('Enter');
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
    await saved(page);
    expect((await draft(person)).theme).toEqual(before);
  });

  test('a background image is uploaded and dimmed; a slider is one undo step', async ({ page, person }) => {
    await openEditor(page, person, file);
    await page.getByRole('button', { name: /^Background / }).click();
    await page.getByRole('radio', { name: 'Picture', exact: true }).press('Space');
    await page.locator('#ground-file').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
    await expect(page.getByText('That is not a picture Mantel can show. Use PNG, JPEG, WebP, AVIF or GIF.')).toBeVisible();
    await page.locator('#ground-file').setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: png });
    await expect(canvasPage(page).locator('.backdrop')).toHaveAttribute('style', /media/);
    const dim = page.getByRole('slider', { name: 'Dim' });
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await dim.press(key);
    await saved(page);
    expect((await draft(person)).theme.background).toMatchObject({ style: 'image', dim: 0.4 });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await saved(page);
    expect((await draft(person)).theme.background.image).toBeTruthy();
  });

  test('the six miniatures show the page itself, and follow its changes', async ({ page, person }) => {
    await openEditor(page, person, file);
    await expect(page.locator('.editor-mini > .page')).toHaveCount(6);
    await expect(page.locator('.editor-mini > .page[data-look=night]')).toContainText('Ines Harrow');
    await person.call('PATCH', '/api/v1/page/profile', { name: 'Ines of the Kiln' });
    await expect(page.locator('.editor-mini > .page[data-look=night]')).toContainText('Ines of the Kiln');
  });

  test('the profile is selected on the page and edited in its inspector', async ({ page, person }) => {
    await openEditor(page, person, file);
    await canvasPage(page).locator('.profile .paper').click({ position: { x: 8, y: 8 } });
    const card = page.getByRole('region', { name: 'Inspector' });
    await card.locator('#portrait-file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
    await expect(canvasPage(page).locator('.avatar img')).toHaveAttribute('src', /media/);
    const square = await card.getByRole('group', { name: /^Focus of the portrait/ }).boundingBox();
    await page.mouse.move(square.x + 56, square.y + 56);
    await page.mouse.down();
    await page.mouse.move(square.x + 96, square.y + 36, { steps: 5 });
    await page.mouse.up();
    await card.getByLabel('A line about you').fill('Pots.');
    await card.getByLabel('A line about you').fill('Pots and sounds.');
    await card.getByRole('radio', { name: 'Arch' }).press('Space');
    await expect(canvasPage(page)).toHaveAttribute('data-avatar', 'arch');
    expect(await editorViolations(page)).toEqual([]);
    await saved(page);
    const now = await draft(person);
    expect(now.profile.bio).toBe('Pots and sounds.');
    expect(now.profile.avatarFocus.x).toBeLessThan(50);
    expect(now.profile.avatarFocus.y).toBeGreaterThan(50);
    await card.getByRole('button', { name: 'Remove' }).click();
    await saved(page);
    expect((await draft(person)).profile).toEqual({ name: 'Ines Harrow', bio: 'Pots and sounds.' });
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    for (let steps = 5; steps > 0; steps--) await undo.click();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
    await saved(page);
    expect((await draft(person)).profile).toEqual({ name: 'Ines Harrow', bio: file.bio });
  });

  test('no accessibility violations with each group open, as side panels and as drawers', async ({ page, person }) => {
    await openEditor(page, person, file);
    for (const name of ['Accent', 'Type', 'Tiles', 'Pictures', 'Background', 'Motion']) {
      await page.getByRole('complementary', { name: 'Look' }).getByRole('button', { name: new RegExp(`^${name} `) }).click();
      expect(await editorViolations(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 860, height: 800 });
    const look = page.getByRole('button', { name: 'Look', exact: true });
    await expect(page.getByRole('complementary', { name: 'Look' })).toBeHidden();
    await look.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Look' })).toBeFocused();
    expect(await editorViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(look).toBeFocused();
    await page.getByRole('button', { name: 'Tiles', exact: true }).click();
    await expect(page.getByRole('complementary', { name: 'Tiles' })).toBeVisible();
    expect(await editorViolations(page)).toEqual([]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a page is edited by touch: tiles added, coloured and reordered, look changed', async ({ page, person }) => {
    await openEditor(page, person, file);
    await expect(page.getByRole('button', { name: /^Publish/ })).toBeVisible();
    await page.getByRole('button', { name: 'Paste a link, or write' }).tap();
    const addDialog = page.getByRole('dialog', { name: 'Add to your page' });
    await expect(addDialog.getByRole('textbox')).toBeFocused();
    await addDialog.getByRole('textbox').fill('harrow/glaze-calc\nhello@harrow.example\nhttps://harrow.example/letters\nBack from the coast on Monday.\nA line too many');
    await expect(addDialog.getByText('Already on your page, skipped')).toBeVisible();
    await addDialog.getByRole('button', { name: 'Leave out A line too many' }).tap();
    expect(await editorViolations(page)).toEqual([]);
    await addDialog.getByRole('button', { name: 'Add 3 tiles' }).tap();
    await expect(addDialog).toHaveCount(0);
    const note = page.locator('.editor-page .tile', { hasText: 'Back from the coast' });
    await expect(note).toBeInViewport();

    // The last tile added is selected: its bottom sheet is open.
    const inspector = page.getByRole('dialog', { name: 'What is chosen' });
    await inspector.getByRole('button', { name: 'Mint' }).tap();
    await expect(note).toHaveClass(/c-mint/);
    await inspector.getByRole('button', { name: 'First' }).tap();
    await saved(page);
    let tiles = (await draft(person)).tiles;
    expect(tiles[0]).toMatchObject({ text: 'Back from the coast on Monday.', color: 'mint' });
    await inspector.getByRole('button', { name: 'Later' }).tap();
    await saved(page);
    tiles = (await draft(person)).tiles;
    expect(tiles[1].text).toBe('Back from the coast on Monday.');
    const [tile, sheet] = [await note.boundingBox(), await inspector.boundingBox()];
    expect(sheet.height).toBeLessThanOrEqual(844 * 0.45 + 1);
    expect(tile.y).toBeLessThan(sheet.y);
    expect(await editorViolations(page)).toEqual([]);
    await inspector.getByRole('button', { name: 'Done' }).tap();
    await expect(inspector).toHaveCount(0);

    await page.getByRole('button', { name: 'Tiles', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Tiles' }).getByRole('button', { name: /^Earlier: Back from/ }).tap();
    await saved(page);
    expect((await draft(person)).tiles[0].text).toBe('Back from the coast on Monday.');
    expect(await editorViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Tiles', exact: true })).toBeFocused();

    await page.getByRole('button', { name: 'Look', exact: true }).tap();
    const look = page.getByRole('dialog', { name: 'Look' });
    await look.getByRole('radio', { name: 'Washi' }).tap();
    await expect(canvasPage(page)).toHaveAttribute('data-look', 'washi');
    await look.getByRole('button', { name: /^Motion / }).tap();
    expect(await editorViolations(page)).toEqual([]);
    // The bottom sheet is dragged down.
    const head = await look.getByRole('heading', { name: 'Look', exact: true }).first().boundingBox();
    await page.mouse.move(head.x + 20, head.y + 8);
    await page.mouse.down();
    await page.mouse.move(head.x + 20, head.y + 120, { steps: 4 });
    await page.mouse.up();
    await expect(look).toHaveCount(0);
    await saved(page);
    expect((await draft(person)).theme.style).toBe('washi');
    await page.reload();
    await editorReady(page);
    await page.getByRole('button', { name: 'Undo', exact: true }).tap();
    await expect(canvasPage(page)).toHaveAttribute('data-look', 'cozy');
  });

  test('the profile is edited and its portrait cropped, each in one undo step', async ({ page, person }) => {
    await person.call('POST', '/api/v1/page/import', { file, username: person.name });
    await person.call('PATCH', '/api/v1/page/profile', { avatar: await upload(person) });
    await openEditor(page, person);
    await expect(canvasPage(page).locator('.avatar')).toBeVisible();
    await page.getByRole('button', { name: 'Tiles', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Tiles' }).getByRole('button', { name: 'Ines Harrow' }).tap();
    const inspector = page.getByRole('dialog', { name: 'What is chosen' });
    await inspector.getByRole('textbox', { name: 'Place' }).fill('Lisbon, near the river');
    await inspector.getByRole('textbox', { name: 'Name' }).fill('Ines');
    await inspector.getByRole('textbox', { name: 'Name' }).blur();
    await expect(canvasPage(page).locator('.place')).toHaveText('Lisbon, near the river');
    const square = inspector.getByRole('group', { name: /^Focus of the portrait/ });
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown']) await square.press(key);
    await inspector.getByRole('slider', { name: 'Zoom' }).press('End');
    expect(await editorViolations(page)).toEqual([]);
    await saved(page);
    expect((await draft(person)).profile).toMatchObject({ name: 'Ines', location: 'Lisbon, near the river', avatarFocus: { x: 40, y: 55 }, avatarZoom: 3 });
    for (const step of ['Zoomed the portrait', "Moved the portrait's focus", 'Changed name', 'Changed place']) {
      const undo = page.getByRole('button', { name: 'Undo', exact: true });
      await expect(undo).toHaveAttribute('title', `Undo: ${step}`);
      await undo.tap();
    }
    await saved(page);
    expect((await draft(person)).profile).toMatchObject({ name: 'Ines Harrow' });
  });

  test('changes by an agent are announced above the bottom bar, and undone', async ({ page, person }) => {
    const subscribed = page.waitForResponse(response => response.url().endsWith('/api/v1/page/events'));
    await openEditor(page, person, file);
    await subscribed;
    await person.call('POST', '/api/v1/page/tiles', { input: 'Rain on the Kiln Roof' });
    await expect(page.locator('.editor-agent-notice')).toContainText(/^test added/);
    expect(await editorViolations(page)).toEqual([]);
    await page.locator('.editor-agent-notice').getByRole('button', { name: 'Undo' }).tap();
    await saved(page);
    expect((await draft(person)).tiles).toHaveLength(5);
    await expect(page.locator('.editor-agent-notice')).toHaveCount(0);
  });

  test('several changes by an agent are one notice, undone together', async ({ page, person }) => {
    const subscribed = page.waitForResponse(response => response.url().endsWith('/api/v1/page/events'));
    await openEditor(page, person, file);
    await subscribed;
    for (const number of [1, 2, 3]) {
      await person.call('POST', '/api/v1/page/tiles', { input: `Rain on the Kiln Roof, ${number}` });
      await expect(page.locator('.editor-page').getByText(`Rain on the Kiln Roof, ${number}`)).toBeVisible();
    }
    const notice = page.locator('.editor-agent-notice');
    await expect(notice).toContainText('test added 3');
    await notice.getByRole('button', { name: 'Undo' }).tap();
    await saved(page);
    expect((await draft(person)).tiles).toHaveLength(5);
    await expect(notice).toHaveCount(0);
  });

  test('undo and redo by touch', async ({ page, person }) => {
    await openEditor(page, person, file);
    const buttons = page.locator('.editor-undo-redo'), undo = buttons.getByRole('button', { name: 'Undo' }), redo = buttons.getByRole('button', { name: 'Redo' });
    await page.locator('.editor-page .tile.t-text').first().tap();
    await page.getByRole('button', { name: 'Remove', exact: true }).tap();
    await saved(page);
    await undo.tap();
    await saved(page);
    expect((await draft(person)).tiles).toHaveLength(5);
    await redo.tap();
    await saved(page);
    expect((await draft(person)).tiles).toHaveLength(4);
    // Nothing is left to redo, and the button takes no space.
    await expect(redo).toBeHidden();
  });
});
