// The design leg, the profile and the editor on a phone, as people use them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { editorReady, expect, openEditor, saved, test } from '../fixtures.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

// The page on the table has to be read as its looks' own tests read it; here it is the editor around it that counts.
async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(rules => window.axe.run({ exclude: ['.e-sheet > .page', '.e-mini'] }, { runOnly: rules }), RULES);
  return violations.flatMap(violation => violation.nodes.map(node => ({ rule: violation.id, at: node.target.join(' '), why: node.failureSummary })));
}

const file = {
  name: 'Ines Harrow', bio: 'Potter and field recordist.', style: 'cozy',
  links: ['https://harrow.example/shop', { text: 'Kiln opens Saturday at ten.', size: 's' }, 'https://harrow.example/firing', { heading: 'Lately' }, 'harrow/glaze-calc'],
};
const sheet = page => page.locator('.e-sheet > .page');
const draft = async person => (await person.call('GET', '/api/v1/page')).body.draft;
const picture = readFileSync(new URL('../../public/apple-touch-icon.png', import.meta.url));

async function upload(person) {
  const reply = await fetch(person.url + '/api/v1/images', { method: 'POST', headers: { authorization: `Bearer ${person.key}`, 'content-type': 'image/png' }, body: picture });
  expect(reply.status).toBe(201);
  return (await reply.json()).src;
}

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 960 }, contextOptions: { reducedMotion: 'reduce' } });

  test('every choice of the design is made by keyboard, and taken back', async ({ page, person }) => {
    await openEditor(page, person, file);
    const before = (await draft(person)).theme;
    const open = async name => { await page.getByRole('button', { name: new RegExp(`^${name} `) }).press('Enter'); await expect(page.getByRole('group', { name: new RegExp(`^${name}`) }).first()).toBeVisible() };
    const pick = name => page.getByRole('radio', { name, exact: true }).press('Space');

    await open('Accent');
    await page.getByLabel('Accent, six digits').fill('#e8604c');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/This red is hard to read on cream \(\d\.\d to 1\)/)).toBeVisible();
    await expect(sheet(page)).toHaveAttribute('style', /--accent:#e8604c/);
    await page.getByRole('button', { name: 'Use the nearest that reads' }).press('Enter');
    await expect(page.getByText(/hard to read/)).toHaveCount(0);
    const accent = await page.getByLabel('Accent, six digits').inputValue();

    await open('Type'); await pick('Book');
    await expect(sheet(page)).toHaveAttribute('data-font', 'book');
    await open('Tiles');
    for (const name of ['Large', 'Outline', 'Center', 'Lift']) await pick(name);
    await open('Pictures');
    for (const name of ['Mono', 'Hexagon']) await pick(name);
    await open('Background'); await pick('Dots');
    await page.getByLabel('Page colour, six digits').fill('dfe8e2');
    await page.keyboard.press('Enter');
    await page.getByRole('switch', { name: 'Grain' }).press('Space');
    await open('Motion');
    await page.getByRole('switch', { name: 'Motion' }).press('Space');
    await page.getByRole('switch', { name: 'Ambience' }).press('Space');

    await page.getByRole('radio', { name: 'Bento' }).press('ArrowRight');
    await expect(sheet(page)).toHaveAttribute('data-layout', 'list');
    await page.getByRole('radiogroup', { name: 'Look' }).getByRole('radio', { name: 'Desk' }).press('ArrowRight');
    await expect(sheet(page)).toHaveAttribute('data-look', 'washi');
    await expect(page.getByRole('radiogroup', { name: 'Look' }).getByRole('radio', { name: 'Washi' })).toBeFocused();
    await saved(page);
    const first = (await draft(person)).theme.preset;
    await page.locator('.s-palette input:checked').press('ArrowRight');
    await expect(sheet(page)).not.toHaveAttribute('data-palette', first);
    await saved(page);

    // Another look keeps everything else.
    const after = (await draft(person)).theme;
    expect(after).toMatchObject({ style: 'washi', layout: 'list', accent, font: 'book', radius: 'large', tileStyle: 'outline', align: 'center', effect: 'lift', photos: 'mono', avatar: 'hexagon', motion: false, ambient: false });
    expect(after.background).toMatchObject({ style: 'dots', color: '#dfe8e2', grain: false });
    expect(after.preset).not.toBe(first);

    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    for (let turns = 17; turns > 0; turns--) await undo.press('Enter');
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
    await saved(page);
    expect((await draft(person)).theme).toEqual(before);
  });

  test('a picture behind the tiles is uploaded and dimmed; a slider is one turn', async ({ page, person }) => {
    await openEditor(page, person, file);
    await page.getByRole('button', { name: /^Background / }).click();
    await page.getByRole('radio', { name: 'Picture', exact: true }).press('Space');
    await page.locator('#ground-file').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
    await expect(page.getByText('That is not a picture Mantel can show. Use PNG, JPEG, WebP, AVIF or GIF.')).toBeVisible();
    await page.locator('#ground-file').setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: picture });
    await expect(sheet(page).locator('.backdrop')).toHaveAttribute('style', /media/);
    const dim = page.getByRole('slider', { name: 'Dim' });
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await dim.press(key);
    await saved(page);
    expect((await draft(person)).theme.background).toMatchObject({ style: 'image', dim: 0.4 });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await saved(page);
    expect((await draft(person)).theme.background.image).toBeTruthy();
  });

  test('the six miniatures are the page itself, and follow it', async ({ page, person }) => {
    await openEditor(page, person, file);
    await expect(page.locator('.e-mini > .page')).toHaveCount(6);
    await expect(page.locator('.e-mini > .page[data-look=night]')).toContainText('Ines Harrow');
    await person.call('PATCH', '/api/v1/page/profile', { name: 'Ines of the Kiln' });
    await expect(page.locator('.e-mini > .page[data-look=night]')).toContainText('Ines of the Kiln');
  });

  test('the profile is chosen on the page and has its inspector beside it', async ({ page, person }) => {
    await openEditor(page, person, file);
    await sheet(page).locator('.profile .paper').click({ position: { x: 8, y: 8 } });
    const card = page.getByRole('region', { name: 'Inspector' });
    await card.locator('#portrait-file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await expect(sheet(page).locator('.avatar img')).toHaveAttribute('src', /media/);
    const square = await card.getByRole('group', { name: /^Focus of the portrait/ }).boundingBox();
    await page.mouse.move(square.x + 56, square.y + 56);
    await page.mouse.down();
    await page.mouse.move(square.x + 96, square.y + 36, { steps: 5 });
    await page.mouse.up();
    await card.getByLabel('A line about you').fill('Pots.');
    await card.getByLabel('A line about you').fill('Pots and sounds.');
    await card.getByRole('radio', { name: 'Arch' }).press('Space');
    await expect(sheet(page)).toHaveAttribute('data-avatar', 'arch');
    expect(await faults(page)).toEqual([]);
    await saved(page);
    const now = await draft(person);
    expect(now.profile.bio).toBe('Pots and sounds.');
    expect(now.profile.avatarFocus.x).toBeLessThan(50);
    expect(now.profile.avatarFocus.y).toBeGreaterThan(50);
    await card.getByRole('button', { name: 'Remove' }).click();
    await saved(page);
    expect((await draft(person)).profile).toEqual({ name: 'Ines Harrow', bio: 'Pots and sounds.' });
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    for (let turns = 5; turns > 0; turns--) await undo.click();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
    await saved(page);
    expect((await draft(person)).profile).toEqual({ name: 'Ines Harrow', bio: file.bio });
  });

  test('no fault with each row open, wide and as drawers', async ({ page, person }) => {
    await openEditor(page, person, file);
    for (const name of ['Accent', 'Type', 'Tiles', 'Pictures', 'Background', 'Motion']) {
      await page.getByRole('button', { name: new RegExp(`^${name} `) }).click();
      expect(await faults(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 860, height: 800 });
    const look = page.getByRole('button', { name: 'Look', exact: true });
    await expect(page.getByRole('complementary', { name: 'Look' })).toBeHidden();
    await look.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Look' })).toBeFocused();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(look).toBeFocused();
    await page.getByRole('button', { name: 'Tiles', exact: true }).click();
    await expect(page.getByRole('complementary', { name: 'Tiles' })).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'reduce' } });

  test('a page is made by touch: added to, coloured, ordered, dressed', async ({ page, person }) => {
    await openEditor(page, person, file);
    await expect(page.getByRole('button', { name: /^Publish/ })).toBeVisible();
    await page.getByRole('button', { name: 'Paste a link, or write' }).tap();
    const adding = page.getByRole('dialog', { name: 'Add to your page' });
    await expect(adding.getByRole('textbox')).toBeFocused();
    await adding.getByRole('textbox').fill('harrow/glaze-calc\nhello@harrow.example\nhttps://harrow.example/letters\nBack from the coast on Monday.\nA line too many');
    await expect(adding.getByText('Already on your page, skipped')).toBeVisible();
    await adding.getByRole('button', { name: 'Leave out A line too many' }).tap();
    expect(await faults(page)).toEqual([]);
    await adding.getByRole('button', { name: 'Add 3 tiles' }).tap();
    await expect(adding).toHaveCount(0);
    const note = page.locator('.e-sheet .tile', { hasText: 'Back from the coast' });
    await expect(note).toBeInViewport();

    // The last one is chosen: its sheet stands under it.
    const about = page.getByRole('dialog', { name: 'What is chosen' });
    await about.getByRole('button', { name: 'Mint' }).tap();
    await expect(note).toHaveClass(/c-mint/);
    await about.getByRole('button', { name: 'First' }).tap();
    await saved(page);
    let tiles = (await draft(person)).tiles;
    expect(tiles[0]).toMatchObject({ text: 'Back from the coast on Monday.', color: 'mint' });
    await about.getByRole('button', { name: 'Later' }).tap();
    await saved(page);
    tiles = (await draft(person)).tiles;
    expect(tiles[1].text).toBe('Back from the coast on Monday.');
    const [tile, below] = [await note.boundingBox(), await about.boundingBox()];
    expect(below.height).toBeLessThanOrEqual(844 * 0.45 + 1);
    expect(tile.y).toBeLessThan(below.y);
    expect(await faults(page)).toEqual([]);
    await about.getByRole('button', { name: 'Done' }).tap();
    await expect(about).toHaveCount(0);

    await page.getByRole('button', { name: 'Tiles', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Tiles' }).getByRole('button', { name: /^Earlier: Back from/ }).tap();
    await saved(page);
    expect((await draft(person)).tiles[0].text).toBe('Back from the coast on Monday.');
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Tiles', exact: true })).toBeFocused();

    await page.getByRole('button', { name: 'Look', exact: true }).tap();
    const look = page.getByRole('dialog', { name: 'Look' });
    await look.getByRole('radio', { name: 'Washi' }).tap();
    await expect(sheet(page)).toHaveAttribute('data-look', 'washi');
    await look.getByRole('button', { name: /^Motion / }).tap();
    expect(await faults(page)).toEqual([]);
    // The sheet is pulled down.
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
    await expect(sheet(page)).toHaveAttribute('data-look', 'cozy');
  });

  test('the profile is written and its portrait turned, each in one turn', async ({ page, person }) => {
    await person.call('POST', '/api/v1/page/import', { file, username: person.name });
    await person.call('PATCH', '/api/v1/page/profile', { avatar: await upload(person) });
    await openEditor(page, person);
    await expect(sheet(page).locator('.avatar')).toBeVisible();
    await page.getByRole('button', { name: 'Tiles', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Tiles' }).getByRole('button', { name: 'Ines Harrow' }).tap();
    const about = page.getByRole('dialog', { name: 'What is chosen' });
    await about.getByRole('textbox', { name: 'Place' }).fill('Lisbon, near the river');
    await about.getByRole('textbox', { name: 'Name' }).fill('Ines');
    await about.getByRole('textbox', { name: 'Name' }).blur();
    await expect(sheet(page).locator('.place')).toHaveText('Lisbon, near the river');
    const square = about.getByRole('group', { name: /^Focus of the portrait/ });
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown']) await square.press(key);
    await about.getByRole('slider', { name: 'Zoom' }).press('End');
    expect(await faults(page)).toEqual([]);
    await saved(page);
    expect((await draft(person)).profile).toMatchObject({ name: 'Ines', location: 'Lisbon, near the river', avatarFocus: { x: 40, y: 55 }, avatarZoom: 3 });
    for (const words of ['Zoomed the portrait', "Moved the portrait's focus", 'Changed name', 'Changed place']) {
      const undo = page.getByRole('button', { name: 'Undo', exact: true });
      await expect(undo).toHaveAttribute('title', `Undo: ${words}`);
      await undo.tap();
    }
    await saved(page);
    expect((await draft(person)).profile).toMatchObject({ name: 'Ines Harrow' });
  });

  test('an agent\u2019s work is told above the dock, and undone', async ({ page, person }) => {
    const listening = page.waitForResponse(response => response.url().endsWith('/api/v1/page/events'));
    await openEditor(page, person, file);
    await listening;
    await person.call('POST', '/api/v1/page/tiles', { input: 'Rain on the Kiln Roof' });
    await expect(page.locator('.e-visit')).toContainText(/^test added/);
    expect(await faults(page)).toEqual([]);
    await page.locator('.e-visit').getByRole('button', { name: 'Undo' }).tap();
    await saved(page);
    expect((await draft(person)).tiles).toHaveLength(5);
    await expect(page.locator('.e-visit')).toHaveCount(0);
  });

  test('several changes of an agent are one line, taken back together', async ({ page, person }) => {
    const listening = page.waitForResponse(response => response.url().endsWith('/api/v1/page/events'));
    await openEditor(page, person, file);
    await listening;
    for (const nth of [1, 2, 3]) {
      await person.call('POST', '/api/v1/page/tiles', { input: `Rain on the Kiln Roof, ${nth}` });
      await expect(page.locator('.e-sheet').getByText(`Rain on the Kiln Roof, ${nth}`)).toBeVisible();
    }
    const line = page.locator('.e-visit');
    await expect(line).toContainText('test added 3');
    await line.getByRole('button', { name: 'Undo' }).tap();
    await saved(page);
    expect((await draft(person)).tiles).toHaveLength(5);
    await expect(line).toHaveCount(0);
  });

  test('what was taken back by touch is done again by touch', async ({ page, person }) => {
    await openEditor(page, person, file);
    const turns = page.locator('.e-turns'), undo = turns.getByRole('button', { name: 'Undo' }), redo = turns.getByRole('button', { name: 'Redo' });
    await page.locator('.e-sheet .tile.t-text').first().tap();
    await page.getByRole('button', { name: 'Remove', exact: true }).tap();
    await saved(page);
    await undo.tap();
    await saved(page);
    expect((await draft(person)).tiles).toHaveLength(5);
    await redo.tap();
    await saved(page);
    expect((await draft(person)).tiles).toHaveLength(4);
    // There is nothing more to do again, and no room is taken for it.
    await expect(redo).toBeHidden();
  });
});
