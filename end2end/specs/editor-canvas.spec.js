// Editing on the page itself: moving tiles by pointer, touch and keyboard, inline text editing, free placement, image
// upload.
import { editorReady, expect, openEditor, saved, test } from '../fixtures.js';

const tiles = page => page.locator('.editor-page article.tile');
const announcement = page => page.locator('.editor-screen > [role=status]');
const draft = async person => (await person.call('GET', '/api/v1/page')).body.draft;
const label = tile => tile.title ?? tile.text ?? tile.type;
const order = async person => (await draft(person)).tiles.map(label);
const center = async locator => { const { x, y, width, height } = await locator.boundingBox(); return { x: x + width / 2, y: y + height / 2 } };
const manyLinks = count => Array.from({ length: count }, (_, index) => index === 20 ? { heading: 'Further down' } : { url: `https://example.com/${index}`, title: `Shelf ${index}` });
const tileTitled = (page, title) => tiles(page).filter({ has: page.getByText(title, { exact: true }) });

// The page is scaled to the canvas, but on a phone.
const laidOut = page => expect(page.locator(`.editor-page${page.viewportSize().width < 600 ? '' : '[style*="--fit"]'} .editor-tab-stop[style]`).first()).toBeAttached();

async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

test.use({ viewport: { width: 1440, height: 960 } });
// Long scenarios, rendered without a GPU.
test.beforeEach(() => test.slow());

for (const layout of ['bento', 'list']) {
  test(`forty tiles in ${layout} are reordered by pointer and keyboard, and undone`, async ({ page, person }) => {
    await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', layout, links: manyLinks(40) });
    await laidOut(page);
    const before = await order(person);
    const source = await center(tileTitled(page, 'Shelf 3')), target = await tileTitled(page, 'Shelf 0').boundingBox();
    await drag(page, source, { x: target.x + 6, y: target.y + 6 });
    await expect(announcement(page)).toHaveText('Moved to place 1 of 40');
    await saved(page);
    expect((await order(person)).slice(0, 4)).toEqual(['Shelf 3', 'Shelf 0', 'Shelf 1', 'Shelf 2']);

    // Dragging to the edge scrolls the canvas, until the other section is in view.
    // The selection is cleared so that the inspector covers nothing.
    await page.keyboard.press('Escape');
    await tileTitled(page, 'Shelf 1').scrollIntoViewIfNeeded();
    const held = await center(tileTitled(page, 'Shelf 1'));
    await page.mouse.move(held.x, held.y);
    await page.mouse.down();
    await page.mouse.move(held.x + 8, held.y + 8);
    const stage = await page.locator('.editor-stage').boundingBox();
    await page.mouse.move(held.x, stage.y + stage.height - 4, { steps: 4 });
    await expect(async () => {
      const under = await tileTitled(page, 'Shelf 25').boundingBox();
      expect(under.y + under.height).toBeLessThan(stage.y + stage.height - 70);
    }).toPass();
    // Away from the edge it stops, wherever it has come to; the tile is let go there, in that section.
    const away = stage.y + stage.height - 120;
    await page.mouse.move(held.x, away, { steps: 4 });
    const foot = await page.locator('.editor-page article.tile:not(.editor-dragging)').evaluateAll((all, y) => all.map(tile => tile.getBoundingClientRect().bottom).reduce((found, bottom) => found > y ? found : bottom), away);
    await page.mouse.move(held.x, Math.min(foot - 6, stage.y + stage.height - 70), { steps: 4 });
    await page.mouse.up();
    await expect(announcement(page)).toHaveText(/^Moved to place \d+ of 40$/);
    await saved(page);
    const moved = await order(person);
    expect(moved.indexOf('Shelf 1')).toBeGreaterThan(moved.indexOf('Further down'));

    // Escape cancels a move by pointer and by keyboard.
    await page.keyboard.press('Escape');
    await tileTitled(page, 'Shelf 30').scrollIntoViewIfNeeded();
    const start = await center(tileTitled(page, 'Shelf 30'));
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x - 80, start.y - 40, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(announcement(page)).toHaveText('Put back');
    await page.getByRole('button', { name: /^Shelf 30, Link/ }).focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await expect(announcement(page)).toHaveText('Put back');
    expect(await order(person)).toEqual(moved);

    await page.getByRole('button', { name: /^Shelf 39, Link/ }).focus();
    await page.keyboard.press('m');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(announcement(page)).toHaveText('Place 2 of 40');
    await page.keyboard.press('Enter');
    await expect(announcement(page)).toHaveText('Moved to place 2 of 40');
    await saved(page);
    expect((await order(person))[1]).toBe('Shelf 39');

    for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
    await expect(async () => expect(await order(person)).toEqual(before)).toPass();
  });
}

test('text is edited inline; twenty steps are undone after a reload', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', links: [{ text: 'Kiln opens **Saturday**' }, { url: 'https://example.com', title: 'Shop' }, { heading: 'Lately' }] });
  const before = await draft(person);
  const field = page.locator('.editor-page .editor-inline-edit');
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

  // Pasted text is plain, and one line in single-line fields.
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

  // The profile, with a field that is still empty.
  await page.locator('.editor-page .profile .name').click();
  await page.getByRole('button', { name: '+ Place' }).click();
  await page.keyboard.type('Lisbon');
  await page.keyboard.press('Escape');
  await expect(page.locator('.editor-page .place')).toHaveText('Lisbon');

  // Sixteen more undo steps, then a reload in the middle of an edit.
  for (let step = 0; step < 16; step++) {
    await page.getByRole('button', { name: /^Lately.*Heading/ }).focus();
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(`${step}`);
    if (step < 15) await page.keyboard.press('Enter');
  }
  await page.reload();
  await editorReady(page);
  await expect(tiles(page).filter({ hasText: 'Lately0123456789101112131415' })).toBeVisible();
  for (let step = 0; step < 20; step++) await page.keyboard.press('Control+z');
  await saved(page);
  await expect(async () => {
    const now = await draft(person);
    expect(now.tiles.map(label)).toEqual(before.tiles.map(label));
    expect(now.profile).toEqual(before.profile);
  }).toPass();
});

test('twenty steps of every kind are undone after a reload, and redone', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', links: [{ text: 'Kiln opens Saturday' }, { url: 'https://example.com', title: 'Shop' }, { heading: 'Lately' }] });
  const before = await draft(person);
  const select = name => page.getByRole('group', { name: 'On the page' }).getByRole('button', { name }).first().focus();
  const inspect = name => page.getByRole('region', { name: 'Inspector' }).getByRole('button', { name, exact: true }).click();
  const design = (group, name) => page.getByRole('group', { name: group, exact: true }).getByLabel(name, { exact: true }).check({ force: true });
  // Three tiles added, three looks, three colours, three sizes, two layouts, two palettes, one tile duplicated, one
  // edited, one moved, one removed.
  for (const ordinal of ['First', 'Second', 'Third']) {
    await page.locator('#paste').fill(`${ordinal} thing that was added`);
    await page.locator('#paste').press('Enter');
    await expect(tileTitled(page, `${ordinal} thing that was added`)).toBeVisible();
  }
  for (const look of ['Painted', 'Night', 'Cozy']) {
    await page.getByRole('radio', { name: look, exact: true }).click();
    await expect(page.getByRole('radio', { name: look, exact: true })).toBeChecked();
  }
  await select(/^Shop/);
  for (const color of ['Mint', 'Sky', 'Rose']) await inspect(color);
  for (const size of ['Wide', 'Tall', 'Large']) await inspect(size);
  for (const layout of ['List', 'Bento']) await design('Layout', layout);
  for (const index of [1, 2]) await page.locator('.editor-options-palette input').nth(index).check({ force: true });
  await select(/^Kiln opens/);
  await page.keyboard.press('Control+d');
  await expect(tileTitled(page, 'Kiln opens Saturday')).toHaveCount(2);
  await select(/^Lately/);
  await page.keyboard.press('Enter');
  await expect(page.locator('.editor-page .editor-inline-edit')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' and before');
  await page.keyboard.press('Escape');
  await select(/^First thing/);
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await select(/^Second thing/);
  await page.keyboard.press('Delete');
  await expect(tileTitled(page, 'Second thing that was added')).toHaveCount(0);
  await saved(page);
  const after = await draft(person);
  expect(after.tiles.map(label)).toEqual(['Kiln opens Saturday', 'Kiln opens Saturday', 'Shop', 'Lately and before', 'First thing that was added', 'Third thing that was added']);

  await page.reload();
  await editorReady(page);
  const expectDraft = async expected => expect(async () => expect(await draft(person)).toEqual(expected)).toPass();
  for (let step = 0; step < 20; step++) await page.keyboard.press('Control+z');
  await expectDraft(before);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute('aria-disabled', 'true');
  // Redo, across another reload.
  for (let step = 0; step < 10; step++) await page.keyboard.press('Control+Shift+z');
  await saved(page);
  await page.reload();
  await editorReady(page);
  for (let step = 0; step < 10; step++) await page.keyboard.press('Control+Shift+z');
  await expectDraft(after);
});

test('while the canvas scrolls nothing on it is hovered, and a press then chooses what is under the pointer', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', layout: 'list', links: manyLinks(40) });
  await laidOut(page);
  const { x, y } = await center(page.locator('.editor-stage'));
  await page.mouse.move(x, y);
  // What is under the pointer at each step of scrolling.
  await page.evaluate(([x, y]) => {
    window.under = [];
    document.querySelector('.editor-stage').addEventListener('scroll', () => under.push(document.elementFromPoint(x, y).className));
  }, [x, y]);
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => under.length)).toBeGreaterThan(0);
  expect([...new Set(await page.evaluate(() => under))]).toEqual(['editor-scroll-shield']);
  await expect(page.locator('.editor-page[data-scrolling]')).toHaveCount(0);
  // A press in the moment of scrolling.
  await page.locator('.editor-page').evaluate(element => element.setAttribute('data-scrolling', ''));
  const under = await page.evaluate(([x, y]) => document.elementsFromPoint(x, y).map(element => element.closest('.editor-page article.tile')).find(Boolean)?.id, [x, y]);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.locator('.editor-page[data-scrolling]')).toHaveCount(0);
  await expect(page.locator('.editor-inspector')).toBeVisible();
  expect(under).toMatch(/^tile-t_/);
});

test('a tile dragged below the end of the page does not make it longer', async ({ page, person }) => {
  const notes = Array.from({ length: 12 }, (_, at) => ({ type: 'text', text: `Kiln ${at}` }));
  notes[0].size = { wide: 'l' };
  await openEditor(page, person, { mantel: 1, profile: { name: 'Ines Harrow' }, theme: { style: 'painted', preset: 'meadow', layout: 'bento' }, tiles: notes });
  await laidOut(page);
  const height = await page.locator('.editor-stage').evaluate(stage => stage.scrollHeight);
  const first = await page.locator('.editor-page article.tile').first().boundingBox();
  await page.mouse.move(first.x + 60, first.y + 12);
  await page.mouse.down();
  await page.mouse.move(first.x + 60, first.y + 40, { steps: 4 });
  await page.mouse.move(720, 955, { steps: 4 });
  // Where the canvas stands after some frames of scrolling at its edge, until it stands still.
  const stands = () => page.locator('.editor-stage').evaluate(async stage => {
    const at = () => `${stage.scrollTop} of ${stage.scrollHeight - stage.clientHeight}`, before = at();
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
    return before === at() ? stage.scrollHeight : 'moves';
  });
  await expect.poll(stands).toBe(height);
  await page.mouse.up();
  await expect(page.locator('.editor-page article.tile').first()).not.toContainText('Kiln 0');
});

for (const tiles of [60, 61]) {
  test(`on a page of ${tiles} tiles ${tiles > 60 ? 'nothing moves' : 'the scene moves'} while it is edited`, async ({ page, person }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const notes = Array.from({ length: tiles }, (_, at) => ({ type: 'text', text: `Kiln ${at}` }));
    await openEditor(page, person, { mantel: 1, profile: { name: 'Ines Harrow' }, theme: { style: 'painted', preset: 'meadow' }, tiles: notes });
    await laidOut(page);
    const moving = () => page.evaluate(() => document.getAnimations().filter(animation => animation.effect?.target?.closest('.editor-page') && animation.effect.getTiming().iterations === Infinity).length);
    await expect.poll(moving).toBe(tiles > 60 ? 0 : 2);
  });
}

test('the outline of the selected tile follows its rotation on hover', async ({ page, person }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The angle of a tile follows from its id.
  const notes = [...'abcdef'].map(letter => ({ id: `t_${letter.repeat(12)}`, type: 'text', text: `Kiln ${letter}` }));
  await openEditor(page, person, { mantel: 1, profile: { name: 'Ines Harrow' }, theme: { style: 'cozy', preset: 'oak' }, tiles: notes });
  await laidOut(page);
  const rotation = locator => locator.evaluate(element => {
    const own = element => { const { rotate, transform } = getComputedStyle(element), [a, b] = new DOMMatrix(transform).toFloat64Array(); return (parseFloat(rotate) || 0) + Math.atan2(b, a) * 180 / Math.PI };
    return element.matches('.tile') ? own(element) + own(element.querySelector(':scope > .obj')) : own(element);
  });
  const angles = await Promise.all(notes.map(textTile => rotation(page.locator(`#tile-${textTile.id}`)).then(Math.abs)));
  const most = Math.max(...angles), note = page.locator(`#tile-${notes[angles.indexOf(most)].id}`);
  expect(most).toBeGreaterThan(0.5);
  const difference = async () => Math.abs(await rotation(note) - await rotation(page.locator('.editor-outline')));
  await note.click();
  await expect.poll(() => rotation(note).then(Math.abs)).toBeLessThan(0.1);
  await expect.poll(difference).toBeLessThan(0.1);
  await page.mouse.move(4, 4);
  await expect.poll(() => rotation(note).then(Math.abs)).toBeGreaterThan(0.5);
  await expect.poll(difference).toBeLessThan(0.1);
});

test('text beyond the limit is reported and not saved', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines', look: 'cozy', links: [{ heading: 'Lately' }] });
  await page.locator('.editor-page .t-heading').click();
  await page.keyboard.press('Enter');
  await page.evaluate(() => document.execCommand('insertText', false, 'x'.repeat(230)));
  await expect(page.getByRole('alert').filter({ hasText: 'it holds 200 characters' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.editor-toast')).toContainText('the first 200 characters were kept');
  await saved(page);
  expect((await draft(person)).tiles[0].text).toHaveLength(200);
});

test('in the free layout tiles are dragged, rotated, resized, layered and nudged', async ({ page, person }) => {
  const pos = { x: 96, y: 96, w: 288, h: 288 };
  await person.call('POST', '/api/v1/page/import', { file: { mantel: 1, name: 'Ines', look: 'cozy', layout: 'canvas', links: [{ url: 'https://example.com', title: 'Shop' }, { text: 'Beside' }, { text: 'Flowing' }] }, username: person.name });
  const [first, second] = (await draft(person)).tiles;
  await person.call('PATCH', `/api/v1/page/tiles/${first.id}`, { pos });
  await person.call('PATCH', `/api/v1/page/tiles/${second.id}`, { pos: { ...pos, x: 700, y: 99 } });
  await openEditor(page, person);
  await laidOut(page);
  const position = async index => (await draft(person)).tiles[index].pos;
  const shop = tileTitled(page, 'Shop');
  const from = await center(shop), unit = (await page.locator('.editor-page .space').boundingBox()).width / 1200;
  // The tile snaps to the other's top edge: 99 is nearer than the grid line.
  await drag(page, from, { x: from.x + 101 * unit, y: from.y + 2 * unit });
  await saved(page);
  expect(await position(0)).toMatchObject({ x: 200, y: 99, w: 288, h: 288 });

  const corner = await center(page.locator('.editor-resize-handle.se'));
  await drag(page, corner, { x: corner.x + 48 * unit, y: corner.y + 24 * unit });
  await saved(page);
  expect(await position(0)).toMatchObject({ w: 336, h: 312 });

  const handle = await center(page.locator('.editor-rotate-handle'));
  await drag(page, handle, { x: handle.x + 300, y: handle.y });
  await saved(page);
  expect((await position(0)).r).toBe(15);
  for (const key of ['.', ',', ',']) await page.keyboard.press(key);
  await page.keyboard.press(']');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await saved(page);
  const now = await position(0);
  expect(now).toMatchObject({ r: 13, z: 1, w: 344 });

  // A tile in the flow keeps its place when it gets a position of its own; several tiles move together.
  await page.keyboard.press('Control+a');
  const flowing = tileTitled(page, 'Flowing'), flowingCenter = await center(flowing);
  await drag(page, flowingCenter, { x: flowingCenter.x + 64 * unit, y: flowingCenter.y });
  await saved(page);
  expect((await position(1)).x).toBe(700 + (await position(0)).x - now.x);
  expect((await position(2)).x).toBe((await position(0)).x - now.x);
  await page.keyboard.press('0');
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.pos)).toEqual([undefined, undefined, undefined]);
});

test('in the free layout what is done to one tile, or added, moves no other', async ({ page, person }) => {
  const links = ['Shop', 'Talks', 'Zine'].map(title => ({ url: `https://example.com/${title.toLowerCase()}`, title }));
  await openEditor(page, person, { mantel: 1, name: 'Ines', look: 'cozy', layout: 'canvas', links: [...links, { heading: 'Notes' }, { text: 'One' }, { text: 'Two' }] });
  await laidOut(page);
  // The objects as they are drawn, with the angle that the look gives them.
  const drawn = () => page.evaluate(() => {
    document.getAnimations().filter(animation => animation instanceof CSSTransition).forEach(transition => transition.finish());
    const page = document.querySelector('.editor-page').getBoundingClientRect();
    return Object.fromEntries([...document.querySelectorAll('.editor-page .tile')].map(tile => {
      const { x, y, width, height } = tile.querySelector('.obj').getBoundingClientRect();
      return [tile.id, [x - page.x, y - page.y, width, height]];
    }));
  });
  const expectUnmoved = async (before, except = []) => {
    const after = await drawn();
    for (const [id, box] of Object.entries(before)) {
      if (except.includes(id)) continue;
      after[id].forEach((number, index) => expect(Math.abs(number - box[index]), `${id}: ${after[id]} after ${box}`).toBeLessThan(1));
    }
  };
  const unit = (await page.locator('.editor-page .space').boundingBox()).width / 1200;
  const { tiles } = await draft(person), ids = tiles.map(tile => `tile-${tile.id}`);
  const ways = {
    drag: async () => { const from = await center(tileTitled(page, 'Talks')); await drag(page, from, { x: from.x + 40 * unit, y: from.y + 900 * unit }); },
    resize: async () => {
      await tileTitled(page, 'Talks').click();
      const corner = await center(page.locator('.editor-resize-handle.se'));
      await drag(page, corner, { x: corner.x + 48 * unit, y: corner.y + 64 * unit });
    },
    rotate: async () => { await tileTitled(page, 'Talks').click(); await page.keyboard.press('.'); },
    layer: async () => { await tileTitled(page, 'Talks').click(); await page.keyboard.press(']'); },
    nudge: async () => { await tileTitled(page, 'Talks').click(); await page.keyboard.press('ArrowLeft'); },
  };
  for (const [name, act] of Object.entries(ways)) {
    await page.mouse.move(0, 0);
    const before = await drawn();
    await act();
    await page.mouse.move(0, 0);
    await saved(page);
    expect((await draft(person)).tiles.every(tile => tile.pos), name).toBe(true);
    await test.step(name, () => expectUnmoved(before, [ids[1]]));
    await page.keyboard.press('Control+z');
    await saved(page);
    expect((await draft(person)).tiles, `${name}, undone in one step`).toEqual(tiles);
  }

  await ways.drag();
  await saved(page);
  for (const [behind, text] of [['Talks', 'Three'], ['Shop', 'Four']]) {
    await tileTitled(page, behind).click();
    await page.mouse.move(0, 0);
    const before = await drawn();
    await page.locator('#paste').fill(text);
    await page.locator('#paste').press('Enter');
    await saved(page);
    await expectUnmoved(before);
  }
});

test('images are dropped, their focal point is moved, and invalid files are rejected before the upload', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines', look: 'cozy', links: [{ heading: 'Lately' }] });
  await laidOut(page);
  // Dropped on the lower half of a tile: inserted after it.
  const heading = await tiles(page).boundingBox();
  const dropPoint = { clientX: heading.x + 40, clientY: heading.y + heading.height - 2 };
  const drop = (type, bytes) => page.evaluate(async ([type, bytes, dropPoint]) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 60 });
    canvas.getContext('2d').fillRect(0, 0, 40, 60);
    const blob = await new Promise(resolve => canvas.toBlob(resolve));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes ? new Uint8Array(bytes) : blob], 'kiln.png', { type }));
    document.querySelector('.editor-page .page').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer, ...dropPoint }));
  }, [type, bytes, dropPoint]);
  await drop('image/png', 14 * 1024 * 1024);
  await expect(page.locator('.editor-toast')).toHaveText('kiln.png: That picture is 14 MB. The limit is 10.');
  await drop('text/plain', 9);
  await expect(page.locator('.editor-toast')).toContainText('Use PNG, JPEG, WebP, AVIF or GIF');
  await drop('image/png', 50);
  await expect(page.locator('.editor-toast')).not.toContainText('Mantel can show');
  await drop('image/png', 0);
  await expect(tiles(page).locator('img')).toHaveCount(1);
  await saved(page);
  const added = (await draft(person)).tiles[1];
  expect(added).toMatchObject({ type: 'image', size: 'l' });
  expect(added.src).toMatch(/\/media\//);

  const focalPoint = await center(page.locator('.editor-focal-point'));
  await drag(page, focalPoint, { x: focalPoint.x - 40, y: focalPoint.y });
  await saved(page);
  const focus = (await draft(person)).tiles[1].focus;
  expect(focus.x).toBeLessThan(50);
  await page.keyboard.press('Alt+ArrowRight');
  await saved(page);
  expect((await draft(person)).tiles[1].focus.x).toBe(focus.x + 5);
  await page.keyboard.press('Delete');
  await page.locator('.editor-toast').getByRole('button', { name: 'Undo' }).click();
  await expect(tiles(page).locator('img')).toHaveCount(1);
});

test('a failed image upload stays where it was dropped, and is retried', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines', look: 'cozy', links: [{ heading: 'Lately' }, { text: 'Behind the picture' }] });
  await laidOut(page);
  const heading = await tiles(page).first().boundingBox();
  const dropPoint = { clientX: heading.x + 40, clientY: heading.y + heading.height - 2 };
  await page.route('**/api/v1/images', route => route.abort());
  await page.evaluate(async dropPoint => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 60 });
    const blob = await new Promise(resolve => canvas.toBlob(resolve));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([blob], 'kiln.png', { type: 'image/png' }));
    document.querySelector('.editor-page .page').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer, ...dropPoint }));
  }, dropPoint);
  const card = page.locator('.editor-upload');
  await expect(card).toContainText('The server did not answer');
  const box = await card.boundingBox();
  expect(Math.abs(box.y + box.height / 2 - dropPoint.clientY)).toBeLessThan(120);
  await page.unroute('**/api/v1/images');
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toHaveCount(0);
  await saved(page);
  expect((await draft(person)).tiles.map(tile => tile.type)).toEqual(['heading', 'image', 'text']);
  // One undo step, though it was dropped between others.
  await page.keyboard.press('Control+z');
  await expect(tiles(page).locator('img')).toHaveCount(0);
});

test('an empty page offers ways to begin', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines', look: 'painted', links: [] });
  await page.getByRole('button', { name: 'Paste a link' }).click();
  await expect(page.getByRole('textbox', { name: /paste/i }).first()).toBeFocused();
  await page.getByRole('button', { name: 'Write a note' }).click();
  await expect(page.locator('.editor-inline-edit')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Open on Sunday');
  await page.keyboard.press('Escape');
  await saved(page);
  expect(await order(person)).toEqual(['Open on Sunday']);
});

test('keyboard shortcuts are listed, and single-letter shortcuts can be switched off', async ({ page, person }) => {
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

  test('a long press drags a tile; a swipe only scrolls', async ({ page, person }) => {
    await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', layout: 'list', links: manyLinks(8) });
    await laidOut(page);
    const before = await order(person), session = await page.context().newCDPSession(page);
    const touch = (type, point) => session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
    const from = await center(tileTitled(page, 'Shelf 3'));
    await touch('touchStart', from);
    await touch('touchMove', { x: from.x, y: from.y - 60 });
    await touch('touchEnd');
    await saved(page);
    expect(await order(person)).toEqual(before);

    // A touch during scrolling only stops the scroll: wait for scrolling to settle.
    await tileTitled(page, 'Shelf 3').evaluate(element => new Promise(resolve => {
      let last, stableFrames = 0;
      const check = () => {
        const { top } = element.getBoundingClientRect();
        stableFrames = top === last ? stableFrames + 1 : 0;
        last = top;
        if (stableFrames < 20) requestAnimationFrame(check); else resolve();
      };
      check();
    }));
    const settled = await center(tileTitled(page, 'Shelf 3'));
    const first = await tileTitled(page, 'Shelf 0').boundingBox();
    await touch('touchStart', settled);
    await expect(page.locator('.editor-dragging')).toHaveCount(1);
    for (const progress of [0.3, 0.6, 1]) await touch('touchMove', { x: settled.x, y: settled.y + (first.y + 4 - settled.y) * progress });
    await touch('touchEnd');
    await expect(announcement(page)).toHaveText('Moved to place 1 of 8');
    await saved(page);
    expect((await order(person))[0]).toBe('Shelf 3');
  });

  // Measuring each of a hundred tiles for each step took most of a frame.
  test('a drag measures the tiles at its start, not at every step', async ({ page, person }) => {
    await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', links: manyLinks(100) });
    await laidOut(page);
    const session = await page.context().newCDPSession(page);
    const touch = (type, point) => session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
    const from = await center(tileTitled(page, 'Shelf 1')), first = await tileTitled(page, 'Shelf 0').boundingBox();
    await touch('touchStart', from);
    await expect(page.locator('.editor-drop-indicator')).toHaveCount(1);
    await page.evaluate(() => {
      const original = Element.prototype.getBoundingClientRect;
      window.measured = 0;
      Element.prototype.getBoundingClientRect = function () { window.measured++; return original.call(this) };
    });
    const steps = 20;
    for (let step = 1; step <= steps; step++) {
      await touch('touchMove', { x: from.x + (first.x + 6 - from.x) * step / steps, y: from.y + (first.y + 6 - from.y) * step / steps });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(await page.evaluate(() => window.measured)).toBeLessThan(steps * 10);
    await touch('touchEnd');
    await expect(announcement(page)).toHaveText('Moved to place 1 of 100');
  });
});
