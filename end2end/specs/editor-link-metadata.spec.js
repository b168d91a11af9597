// What tiles lead to, filled in while the editor is open: no change of the page, nothing to undo, nobody interrupted.
import { expect, openEditor, test } from '../fixtures.js';

const market = 't_bbbbbbbbbbbb';
const file = () => ({
  mantel: 1, profile: { name: 'Ines Harrow' }, theme: { style: 'cozy', preset: 'oak' },
  tiles: [
    { id: market, type: 'link', url: 'https://market.example/autumn', size: 'w' },
    { id: 't_cccccccccccc', type: 'text', text: 'Open on Fridays.' },
  ],
});

test('facts arrive in the open editor without a conflict and without an undo step', async ({ page, person }) => {
  let found = false;
  // The stream and the page as they are when something has been filled in.
  await page.route('**/api/v1/page/events', route => {
    const event = { version: 1, at: '2026-11-22T09:00:00Z', by: { kind: 'admin' }, act: 'facts', summary: 'Filled in what tiles lead to', unpublishedChanges: true };
    const body = found ? `id: 9\nevent: facts\ndata: ${JSON.stringify(event)}\n\n` : ': hello\n\n';
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  await page.route('**/api/v1/page', async route => {
    const reply = await route.fetch();
    const body = await reply.json();
    if (found) body.draft.tiles.find(tile => tile.id === market).facts = { title: 'Autumn market at the quay', fetchedAt: '2026-11-22T09:00:00Z' };
    return route.fulfill({ response: reply, json: body });
  });
  await openEditor(page, person, file());
  await expect(page.locator('.e-sheet').getByText('Autumn market at the quay')).toHaveCount(0);
  const before = (await person.call('GET', '/api/v1/page')).body.version;
  found = true;
  await expect(page.locator('.e-sheet').getByText('Autumn market at the quay')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true }).first()).toBeDisabled();
  await expect(page.locator('.e-told, .e-clash')).toHaveCount(0);
  expect((await person.call('GET', '/api/v1/page')).body.version).toBe(before);
});

test('a tile can be looked up again from its card', async ({ page, person }) => {
  await openEditor(page, person, file());
  await page.locator('#tiles').getByText('market.example').first().click();
  const asked = page.waitForResponse(response => response.url().endsWith(`/api/v1/page/tiles/${market}/refresh`));
  await page.locator('#inspector').getByRole('button', { name: 'Refresh facts' }).click();
  // The servers of these tests read nothing from the web, and say so.
  expect((await asked).status()).toBe(400);
  await expect(page.getByText('OUTBOUND=off').first()).toBeVisible();
});

test('the icon of a site stands in the globe of its window', async ({ page, person }) => {
  const drawn = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGM4YaOhYXOCAUIBACDeBLGLZwFBAAAAAElFTkSuQmCC', 'base64');
  await page.route('**/media/icon/**', route => route.fulfill({ contentType: 'image/png', body: drawn }));
  let found = false;
  await page.route('**/api/v1/page/events', route => {
    const event = { version: 1, at: '2026-11-22T09:00:00Z', by: { kind: 'admin' }, act: 'facts', summary: 'Filled in what tiles lead to', unpublishedChanges: true };
    return route.fulfill({ contentType: 'text/event-stream', body: found ? `id: 9\nevent: facts\ndata: ${JSON.stringify(event)}\n\n` : ': hello\n\n' });
  });
  await page.route('**/api/v1/page', async route => {
    const reply = await route.fetch(), body = await reply.json(), icon = 'https://market.example/icon.png';
    if (found) {
      body.draft.tiles.find(tile => tile.id === market).facts = { title: 'Autumn market', icon, fetchedAt: '2026-11-22T09:00:00Z' };
      body.pictures = { [icon]: { src: '/media/icon', measure: { width: 2, height: 2 } } };
    }
    return route.fulfill({ response: reply, json: body });
  });
  await openEditor(page, person, { ...file(), theme: { style: 'lofi', preset: 'dusk' } });
  await expect(page.locator('.e-sheet .lofi-globe')).toHaveCount(1);
  found = true;
  const icon = page.locator('.e-sheet .lofi-globe img');
  await expect(icon).toHaveAttribute('src', '/media/icon/240.webp');
  const box = await icon.evaluate(async image => {
    await image.decode();
    const [own, around] = [image, image.parentElement].map(element => element.getBoundingClientRect());
    return { alt: image.alt, loading: image.loading, coarse: getComputedStyle(image).imageRendering, inside: own.width > 0 && own.left >= around.left && own.right <= around.right && own.bottom <= around.bottom };
  });
  expect(box).toEqual({ alt: '', loading: 'lazy', coarse: 'pixelated', inside: true });
});
