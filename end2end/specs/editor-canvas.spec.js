// On the page itself: tiles moved by pointer, finger and keys, words written where they stand, the canvas, pictures.
import { editorReady, expect, openEditor, saved, test } from '../fixtures.js';

const tiles = page => page.locator('.e-sheet article.tile');
const said = page => page.locator('.e-desk > [role=status]');
const draft = async person => (await person.call('GET', '/api/v1/page')).body.draft;
const called = tile => tile.title ?? tile.text ?? tile.type;
const order = async person => (await draft(person)).tiles.map(called);
const middle = async locator => { const { x, y, width, height } = await locator.boundingBox(); return { x: x + width / 2, y: y + height / 2 } };
const shelves = count => Array.from({ length: count }, (_, nth) => nth === 20 ? { heading: 'Further down' } : { url: `https://example.com/${nth}`, title: `Shelf ${nth}` });
const tileTitled = (page, title) => tiles(page).filter({ has: page.getByText(title, { exact: true }) });

// The page is fitted to the table.
const laidOut = page => expect(page.locator('.e-sheet[style*="--fit"] .e-stop[style]').first()).toBeAttached();

async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

test.use({ viewport: { width: 1440, height: 960 } });
// Whole stories, on pages that are drawn without a graphics card here.
test.beforeEach(() => test.slow());

for (const layout of ['bento', 'list']) {
  test(`forty tiles in ${layout} are put in another order by pointer and by keys, and back`, async ({ page, person }) => {
    await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', layout, links: shelves(40) });
    await laidOut(page);
    const before = await order(person);
    const source = await middle(tileTitled(page, 'Shelf 3')), target = await tileTitled(page, 'Shelf 0').boundingBox();
    await drag(page, source, { x: target.x + 6, y: target.y + 6 });
    await expect(said(page)).toHaveText('Moved to place 1 of 40');
    await saved(page);
    expect((await order(person)).slice(0, 4)).toEqual(['Shelf 3', 'Shelf 0', 'Shelf 1', 'Shelf 2']);

    // Held at the edge the table scrolls, until the other section is there.
    // Nothing is chosen: the inspector stands over nothing.
    await page.keyboard.press('Escape');
    await tileTitled(page, 'Shelf 1').scrollIntoViewIfNeeded();
    const held = await middle(tileTitled(page, 'Shelf 1'));
    await page.mouse.move(held.x, held.y);
    await page.mouse.down();
    await page.mouse.move(held.x + 8, held.y + 8);
    const stage = await page.locator('.e-stage').boundingBox();
    await page.mouse.move(held.x, stage.y + stage.height - 4, { steps: 4 });
    await expect(async () => {
      const under = await tileTitled(page, 'Shelf 25').boundingBox();
      expect(under.y + under.height).toBeLessThan(stage.y + stage.height - 70);
    }).toPass();
    const there = await tileTitled(page, 'Shelf 25').boundingBox();
    await page.mouse.move(there.x + 6, there.y + 6, { steps: 4 });
    await page.mouse.up();
    await expect(said(page)).toHaveText(/^Moved to place \d+ of 40$/);
    await saved(page);
    const moved = await order(person);
    expect(moved.indexOf('Shelf 1')).toBeGreaterThan(moved.indexOf('Further down'));

    // Esc puts back, by pointer and by keys.
    await page.keyboard.press('Escape');
    await tileTitled(page, 'Shelf 30').scrollIntoViewIfNeeded();
    const start = await middle(tileTitled(page, 'Shelf 30'));
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x - 80, start.y - 40, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(said(page)).toHaveText('Put back');
    await page.getByRole('button', { name: /^Shelf 30, Link/ }).focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await expect(said(page)).toHaveText('Put back');
    expect(await order(person)).toEqual(moved);

    await page.getByRole('button', { name: /^Shelf 39, Link/ }).focus();
    await page.keyboard.press('m');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(said(page)).toHaveText('Place 2 of 40');
    await page.keyboard.press('Enter');
    await expect(said(page)).toHaveText('Moved to place 2 of 40');
    await saved(page);
    expect((await order(person))[1]).toBe('Shelf 39');

    for (let turn = 0; turn < 3; turn++) await page.keyboard.press('Control+z');
    await expect(async () => expect(await order(person)).toEqual(before)).toPass();
  });
}

test('words are written where they stand; twenty turns are taken back after a reload', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', links: [{ text: 'Kiln opens **Saturday**' }, { url: 'https://example.com', title: 'Shop' }, { heading: 'Lately' }] });
  const before = await draft(person);
  const field = page.locator('.e-sheet .e-writing');
  const note = tiles(page).filter({ hasText: 'Kiln opens' });
  await note.click();
  await note.getByText('Kiln opens').click();
  await expect(field).toHaveText('Kiln opens **Saturday**');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' at ten');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Bring a box');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(note.locator('strong')).toHaveText('Saturday');
  await saved(page);
  expect((await draft(person)).tiles[0].text).toBe('Kiln opens **Saturday** at ten\nBring a box');

  // What is pasted is plain, and stays one line where lines mean nothing.
  const shop = tileTitled(page, 'Shop');
  await shop.click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.evaluate(() => document.execCommand('insertText', false, 'The small\nshop'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused();
  await page.keyboard.type('Pots and plates');
  await page.keyboard.press('Enter');
  await saved(page);
  expect((await draft(person)).tiles[1]).toMatchObject({ title: 'The small shop', description: 'Pots and plates' });

  // The profile, with a field that was empty.
  await page.locator('.e-sheet .profile .name').click();
  await page.getByRole('button', { name: '+ Place' }).click();
  await page.keyboard.type('Lisbon');
  await page.keyboard.press('Escape');
  await expect(page.locator('.e-sheet .place')).toHaveText('Lisbon');

  // Sixteen more turns, then the page is left while a word is being written.
  for (let turn = 0; turn < 16; turn++) {
    await page.getByRole('button', { name: /^Lately.*Heading/ }).focus();
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(`${turn}`);
    if (turn < 15) await page.keyboard.press('Enter');
  }
  await page.reload();
  await editorReady(page);
  await expect(tiles(page).filter({ hasText: 'Lately0123456789101112131415' })).toBeVisible();
  for (let turn = 0; turn < 20; turn++) await page.keyboard.press('Control+z');
  await saved(page);
  await expect(async () => {
    const now = await draft(person);
    expect(now.tiles.map(called)).toEqual(before.tiles.map(called));
    expect(now.profile).toEqual(before.profile);
  }).toPass();
});

test('twenty turns of every kind are taken back after a reload, and done again', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', links: [{ text: 'Kiln opens Saturday' }, { url: 'https://example.com', title: 'Shop' }, { heading: 'Lately' }] });
  const before = await draft(person);
  const choose = name => page.getByRole('group', { name: 'On the page' }).getByRole('button', { name }).first().focus();
  const inspect = name => page.getByRole('region', { name: 'Inspector' }).getByRole('button', { name, exact: true }).click();
  const design = (group, name) => page.getByRole('group', { name: group, exact: true }).getByLabel(name, { exact: true }).check({ force: true });
  // Three added, three times dressed, three coloured, three sized, the layout twice, the palette twice, one doubled, one
  // written, one moved, one removed.
  for (const words of ['First', 'Second', 'Third']) {
    await page.locator('#paste').fill(`${words} thing that was added`);
    await page.locator('#paste').press('Enter');
    await expect(tileTitled(page, `${words} thing that was added`)).toBeVisible();
  }
  for (const look of ['Painted', 'Night', 'Desk']) {
    await page.getByRole('radio', { name: look, exact: true }).click();
    await expect(page.getByRole('radio', { name: look, exact: true })).toBeChecked();
  }
  await choose(/^Shop/);
  for (const color of ['Mint', 'Sky', 'Rose']) await inspect(color);
  for (const size of ['Wide', 'Tall', 'Large']) await inspect(size);
  for (const layout of ['List', 'Bento']) await design('Layout', layout);
  for (const nth of [1, 2]) await page.locator('.s-palette input').nth(nth).check({ force: true });
  await choose(/^Kiln opens/);
  await page.keyboard.press('Control+d');
  await expect(tileTitled(page, 'Kiln opens Saturday')).toHaveCount(2);
  await choose(/^Lately/);
  await page.keyboard.press('Enter');
  await expect(page.locator('.e-sheet .e-writing')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' and before');
  await page.keyboard.press('Escape');
  await choose(/^First thing/);
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await choose(/^Second thing/);
  await page.keyboard.press('Delete');
  await expect(tileTitled(page, 'Second thing that was added')).toHaveCount(0);
  await saved(page);
  const after = await draft(person);
  expect(after.tiles.map(called)).toEqual(['Kiln opens Saturday', 'Kiln opens Saturday', 'Shop', 'Lately and before', 'First thing that was added', 'Third thing that was added']);

  await page.reload();
  await editorReady(page);
  const same = async wanted => expect(async () => expect(await draft(person)).toEqual(wanted)).toPass();
  for (let turn = 0; turn < 20; turn++) await page.keyboard.press('Control+z');
  await same(before);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute('aria-disabled', 'true');
  // And forward again, over another reload.
  for (let turn = 0; turn < 10; turn++) await page.keyboard.press('Control+Shift+z');
  await saved(page);
  await page.reload();
  await editorReady(page);
  for (let turn = 0; turn < 10; turn++) await page.keyboard.press('Control+Shift+z');
  await same(after);
});

test('the outline of what is chosen follows the tile that turns under the pointer', async ({ page, person }) => {
  // How far a tile leans is said by its id.
  const notes = [...'abcdef'].map(letter => ({ id: `t_${letter.repeat(12)}`, type: 'text', text: `Kiln ${letter}` }));
  await openEditor(page, person, { mantel: 1, profile: { name: 'Ines Harrow' }, theme: { style: 'cozy', preset: 'oak' }, tiles: notes });
  await laidOut(page);
  const turned = locator => locator.evaluate(element => {
    const own = element => { const { rotate, transform } = getComputedStyle(element), [a, b] = new DOMMatrix(transform).toFloat64Array(); return (parseFloat(rotate) || 0) + Math.atan2(b, a) * 180 / Math.PI };
    return element.matches('.tile') ? own(element) + own(element.querySelector(':scope > .obj')) : own(element);
  });
  const leans = await Promise.all(notes.map(textTile => turned(page.locator(`#tile-${textTile.id}`)).then(Math.abs)));
  const most = Math.max(...leans), note = page.locator(`#tile-${notes[leans.indexOf(most)].id}`);
  expect(most).toBeGreaterThan(0.5);
  const apart = async () => Math.abs(await turned(note) - await turned(page.locator('.e-chosen')));
  await note.click();
  await expect.poll(() => turned(note).then(Math.abs)).toBeLessThan(0.1);
  await expect.poll(apart).toBeLessThan(0.1);
  await page.mouse.move(4, 4);
  await expect.poll(() => turned(note).then(Math.abs)).toBeGreaterThan(0.5);
  await expect.poll(apart).toBeLessThan(0.1);
});

test('words past a limit are told, and not sent', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines', look: 'cozy', links: [{ heading: 'Lately' }] });
  await page.locator('.e-sheet .t-heading').click();
  await page.keyboard.press('Enter');
  await page.evaluate(() => document.execCommand('insertText', false, 'x'.repeat(230)));
  await expect(page.getByRole('alert').filter({ hasText: 'it holds 200 characters' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.e-notice')).toContainText('the first 200 characters were kept');
  await saved(page);
  expect((await draft(person)).tiles[0].text).toHaveLength(200);
});

test('on the canvas tiles are dragged, turned, sized, layered and nudged', async ({ page, person }) => {
  const pos = { x: 96, y: 96, w: 288, h: 288 };
  await person.call('POST', '/api/v1/page/import', { file: { mantel: 1, name: 'Ines', look: 'cozy', layout: 'canvas', links: [{ url: 'https://example.com', title: 'Shop' }, { text: 'Beside' }, { text: 'Flowing' }] }, username: person.name });
  const [first, second] = (await draft(person)).tiles;
  await person.call('PATCH', `/api/v1/page/tiles/${first.id}`, { pos });
  await person.call('PATCH', `/api/v1/page/tiles/${second.id}`, { pos: { ...pos, x: 700, y: 99 } });
  await openEditor(page, person);
  await laidOut(page);
  const place = async nth => (await draft(person)).tiles[nth].pos;
  const shop = tileTitled(page, 'Shop');
  const from = await middle(shop), unit = (await page.locator('.e-sheet .space').boundingBox()).width / 1200;
  // The top edges meet: 99 is nearer than the grid.
  await drag(page, from, { x: from.x + 101 * unit, y: from.y + 2 * unit });
  await saved(page);
  expect(await place(0)).toMatchObject({ x: 200, y: 99, w: 288, h: 288 });

  const corner = await middle(page.locator('.e-corner.se'));
  await drag(page, corner, { x: corner.x + 48 * unit, y: corner.y + 24 * unit });
  await saved(page);
  expect(await place(0)).toMatchObject({ w: 336, h: 312 });

  const turner = await middle(page.locator('.e-turner'));
  await drag(page, turner, { x: turner.x + 300, y: turner.y });
  await saved(page);
  expect((await place(0)).r).toBe(15);
  for (const key of ['.', ',', ',']) await page.keyboard.press(key);
  await page.keyboard.press(']');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await saved(page);
  const now = await place(0);
  expect(now).toMatchObject({ r: 13, z: 1, w: 344 });

  // One that flows stands still where it stood when it is first moved; several move at once.
  await page.keyboard.press('Control+a');
  const flowing = tileTitled(page, 'Flowing'), at = await middle(flowing);
  await drag(page, at, { x: at.x + 64 * unit, y: at.y });
  await saved(page);
  expect((await place(1)).x).toBe(700 + (await place(0)).x - now.x);
  expect((await place(2)).x).toBe((await place(0)).x - now.x);
  await page.keyboard.press('0');
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.pos)).toEqual([undefined, undefined, undefined]);
});

test('pictures are dropped, replaced with their focus, and refused before they are sent', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines', look: 'cozy', links: [{ heading: 'Lately' }] });
  await laidOut(page);
  // Let go in the lower half of a tile: behind it.
  const heading = await tiles(page).boundingBox();
  const at = { clientX: heading.x + 40, clientY: heading.y + heading.height - 2 };
  const drop = (type, bytes) => page.evaluate(async ([type, bytes, at]) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 60 });
    canvas.getContext('2d').fillRect(0, 0, 40, 60);
    const drawn = await new Promise(done => canvas.toBlob(done));
    const carried = new DataTransfer();
    carried.items.add(new File([bytes ? new Uint8Array(bytes) : drawn], 'kiln.png', { type }));
    document.querySelector('.e-sheet .page').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried, ...at }));
  }, [type, bytes, at]);
  await drop('image/png', 14 * 1024 * 1024);
  await expect(page.locator('.e-notice')).toHaveText('That picture is 14 MB. The limit is 10.');
  await drop('text/plain', 9);
  await expect(page.locator('.e-notice')).toContainText('Use PNG, JPEG, WebP, AVIF or GIF');
  await drop('image/png', 50);
  await expect(page.locator('.e-notice')).not.toContainText('Mantel can show');
  await drop('image/png', 0);
  await expect(tiles(page).locator('img')).toHaveCount(1);
  await saved(page);
  const added = (await draft(person)).tiles[1];
  expect(added).toMatchObject({ type: 'image', size: 'l' });
  expect(added.src).toMatch(/\/media\//);

  const ring = await middle(page.locator('.e-focus'));
  await drag(page, ring, { x: ring.x - 40, y: ring.y });
  await saved(page);
  const focus = (await draft(person)).tiles[1].focus;
  expect(focus.x).toBeLessThan(50);
  await page.keyboard.press('Alt+ArrowRight');
  await saved(page);
  expect((await draft(person)).tiles[1].focus.x).toBe(focus.x + 5);
  await page.keyboard.press('Delete');
  await page.locator('.e-notice').getByRole('button', { name: 'Undo' }).click();
  await expect(tiles(page).locator('img')).toHaveCount(1);
});

test('a picture that the service does not hear of waits where it was let go, and is tried again', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines', look: 'cozy', links: [{ heading: 'Lately' }, { text: 'Behind the picture' }] });
  await laidOut(page);
  const heading = await tiles(page).first().boundingBox();
  const at = { clientX: heading.x + 40, clientY: heading.y + heading.height - 2 };
  await page.route('**/api/v1/images', route => route.abort());
  await page.evaluate(async at => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 60 });
    const drawn = await new Promise(done => canvas.toBlob(done));
    const carried = new DataTransfer();
    carried.items.add(new File([drawn], 'kiln.png', { type: 'image/png' }));
    document.querySelector('.e-sheet .page').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried, ...at }));
  }, at);
  const card = page.locator('.e-load');
  await expect(card).toContainText('The server did not answer');
  const box = await card.boundingBox();
  expect(Math.abs(box.y + box.height / 2 - at.clientY)).toBeLessThan(120);
  await page.unroute('**/api/v1/images');
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toHaveCount(0);
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.type)).toEqual(['heading', 'image', 'text']);
  // One turn, though it was dropped between others.
  await page.keyboard.press('Control+z');
  await expect(tiles(page).locator('img')).toHaveCount(0);
});

test('an empty page offers three ways to begin', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines', look: 'painted', links: [] });
  await page.getByRole('button', { name: 'Paste a link' }).click();
  await expect(page.getByRole('textbox', { name: /paste/i }).first()).toBeFocused();
  await page.getByRole('button', { name: 'Write a note' }).click();
  await expect(page.locator('.e-writing')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Open on Sunday');
  await page.keyboard.press('Escape');
  await saved(page);
  expect(await order(person)).toEqual(['Open on Sunday']);
});

test('the keys are listed, and single letters can be switched off', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines', look: 'cozy', links: ['https://example.com'] });
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keys' });
  await expect(list).toBeVisible();
  await list.getByRole('checkbox', { name: 'Single letters are keys' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.reload();
  await editorReady(page);
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Desktop' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('?');
  await expect(list).toHaveCount(0);
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tile is held, then dragged; a swipe only scrolls', async ({ page, person }) => {
    await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', layout: 'list', links: shelves(8) });
    await laidOut(page);
    const before = await order(person), touch = await page.context().newCDPSession(page);
    const finger = (type, point) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
    const from = await middle(tileTitled(page, 'Shelf 3'));
    await finger('touchStart', from);
    await finger('touchMove', { x: from.x, y: from.y - 60 });
    await finger('touchEnd');
    await saved(page);
    expect(await order(person)).toEqual(before);

    // A finger on a page that still scrolls stops it, and holds nothing.
    await tileTitled(page, 'Shelf 3').evaluate(element => new Promise(done => {
      let last, still = 0;
      const look = () => {
        const { top } = element.getBoundingClientRect();
        still = top === last ? still + 1 : 0;
        last = top;
        if (still < 20) requestAnimationFrame(look); else done();
      };
      look();
    }));
    const again = await middle(tileTitled(page, 'Shelf 3'));
    const first = await tileTitled(page, 'Shelf 0').boundingBox();
    await finger('touchStart', again);
    await expect(page.locator('.e-lifted')).toHaveCount(1);
    for (const share of [0.3, 0.6, 1]) await finger('touchMove', { x: again.x, y: again.y + (first.y + 4 - again.y) * share });
    await finger('touchEnd');
    await expect(said(page)).toHaveText('Moved to place 1 of 8');
    await saved(page);
    expect((await order(person))[0]).toBe('Shelf 3');
  });
});
