// Several files at once: their order, one undo step, and which are refused.
import { expect, openEditor, saved, test } from '../fixtures.js';

const PAGE = { mantel: 1, name: 'Ines', look: 'cozy', links: [{ heading: 'Lately' }, { text: 'The last note' }] };
const tiles = page => page.locator('.editor-page .tile');
const kinds = async person => (await person.call('GET', '/api/v1/page')).body.draft.tiles.map(tile => tile.type);

// Drops pictures of these widths, other files and text, in this order, at a point of the page or on the wall beside it.
const drop = (page, parts, at) => page.evaluate(async ([parts, at]) => {
  const dataTransfer = new DataTransfer();
  for (const part of parts) {
    if (part.text) { dataTransfer.items.add(part.text, 'text/plain'); continue }
    const canvas = Object.assign(document.createElement('canvas'), { width: part.width ?? 8, height: 40 });
    canvas.getContext('2d').fillRect(0, 0, 4, 40);
    const blob = await new Promise(resolve => canvas.toBlob(resolve));
    const bytes = part.broken ? new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0]) : part.bytes ? new Uint8Array(part.bytes) : blob;
    dataTransfer.items.add(new File([bytes], part.name ?? `${part.width}.png`, { type: part.type ?? 'image/png' }));
  }
  const target = at ? '.editor-page .page' : '.editor-canvas';
  document.querySelector(target).dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer, ...at }));
}, [parts, at]);

// The widths of the stored pictures, in the order of the page; other tiles by their type.
async function order(person) {
  const { draft, pictures } = (await person.call('GET', '/api/v1/page')).body;
  return draft.tiles.map(tile => tile.type === 'image' ? pictures[tile.src].measure.width : tile.type);
}

// Answers the uploads one after another, in the reverse of the order in which they were sent, once there are so many.
async function reversed(page, count) {
  const held = [];
  await page.route('**/api/v1/images', async route => {
    held.unshift(route);
    if (held.length < count) return;
    for (const each of held) await each.fulfill({ response: await each.fetch() });
  });
}

test('pictures keep the order they were dropped in, whichever arrives first, and one undo takes them back', async ({ page, person }) => {
  await openEditor(page, person, PAGE);
  await reversed(page, 4);
  const heading = await tiles(page).first().boundingBox();
  await drop(page, [{ width: 41 }, { width: 42 }, { width: 43 }, { width: 44 }], { clientX: heading.x + 40, clientY: heading.y + heading.height - 2 });
  await expect(tiles(page).locator('img')).toHaveCount(4);
  await saved(page);
  await expect.poll(() => order(person)).toEqual(['heading', 41, 42, 43, 44, 'text']);
  await page.keyboard.press('Control+z');
  await expect(tiles(page).locator('img')).toHaveCount(0);
  await saved(page);
  expect(await kinds(person)).toEqual(['heading', 'text']);
});

test('pictures dropped above the first tile, or beside the page, keep their order too', async ({ page, person }) => {
  await openEditor(page, person, PAGE);
  await reversed(page, 3);
  await drop(page, [{ width: 51 }, { width: 52 }, { width: 53 }]);
  await expect(tiles(page).locator('img')).toHaveCount(3);
  await saved(page);
  await expect.poll(() => order(person)).toEqual(['heading', 'text', 51, 52, 53]);
});

test('links, notes and pictures dropped together keep their order, in one undo step', async ({ page, person }) => {
  await openEditor(page, person, PAGE);
  await drop(page, [{ text: 'https://letters.example\nA note between' }, { width: 61 }, { width: 62 }]);
  await expect(tiles(page).locator('img')).toHaveCount(2);
  await saved(page);
  await expect.poll(() => order(person)).toEqual(['heading', 'text', 'link', 'text', 61, 62]);
  await page.keyboard.press('Control+z');
  await saved(page);
  expect(await kinds(person)).toEqual(['heading', 'text']);
});

test('every refused file is named with its reason, and the others are added', async ({ page, person }) => {
  await openEditor(page, person, PAGE);
  await drop(page, [{ name: 'notes.txt', type: 'text/plain', bytes: 9 }, { width: 71 }, { name: 'huge.png', bytes: 14 * 1024 * 1024 }, { name: 'torn.png', broken: true }, { width: 72 }]);
  const toast = page.locator('.editor-toast');
  await expect(toast).toContainText('notes.txt: That is not a picture Mantel can show.');
  await expect(toast).toContainText('huge.png: That picture is 14 MB. The limit is 10.');
  await expect(toast).toContainText('torn.png: ');
  await saved(page);
  await expect.poll(() => order(person)).toEqual(['heading', 'text', 71, 72]);
});

test('a picture that fails leaves the others, and takes its place between them when it is tried again', async ({ page, person }) => {
  await openEditor(page, person, PAGE);
  let count = 0;
  await page.route('**/api/v1/images', route => ++count === 2 ? route.abort() : route.continue());
  await drop(page, [{ width: 81 }, { width: 82 }, { width: 83 }]);
  await expect(tiles(page).locator('img')).toHaveCount(2);
  const card = page.locator('.editor-upload');
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toHaveCount(0);
  await saved(page);
  await expect.poll(() => order(person)).toEqual(['heading', 'text', 81, 82, 83]);
});
