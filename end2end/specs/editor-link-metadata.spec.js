// Metadata of linked pages arrives while the editor is open: no new version, nothing to undo, no interruption.
import { expect, openEditor, test } from '../fixtures.js';

const market = 't_bbbbbbbbbbbb';
const file = () => ({
  mantel: 1, profile: { name: 'Ines Harrow' }, theme: { style: 'cozy', preset: 'oak' },
  tiles: [
    { id: market, type: 'link', url: 'https://market.example/autumn', size: 'w' },
    { id: 't_cccccccccccc', type: 'text', text: 'Open on Fridays.' },
  ],
});

test('link metadata arrives in the open editor without a conflict and without an undo step', async ({ page, person }) => {
  let fetched = false;
  // The event stream and the page as they are once the metadata was fetched.
  await page.route('**/api/v1/page/events', route => {
    const event = { version: 1, at: '2026-11-22T09:00:00Z', by: { kind: 'admin' }, act: 'facts', summary: 'Filled in what tiles lead to', unpublishedChanges: true };
    const body = fetched ? `id: 9\nevent: facts\ndata: ${JSON.stringify(event)}\n\n` : ': hello\n\n';
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  await page.route('**/api/v1/page', async route => {
    const response = await route.fetch();
    const body = await response.json();
    if (fetched) body.draft.tiles.find(tile => tile.id === market).facts = { title: 'Autumn market at the quay', fetchedAt: '2026-11-22T09:00:00Z' };
    return route.fulfill({ response, json: body });
  });
  await openEditor(page, person, file());
  await expect(page.locator('.editor-page').getByText('Autumn market at the quay')).toHaveCount(0);
  const before = (await person.call('GET', '/api/v1/page')).body.version;
  fetched = true;
  await expect(page.locator('.editor-page').getByText('Autumn market at the quay')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true }).first()).toBeDisabled();
  await expect(page.locator('.editor-change-note, .editor-conflict')).toHaveCount(0);
  expect((await person.call('GET', '/api/v1/page')).body.version).toBe(before);
});

test('the metadata of a tile is refreshed from the inspector', async ({ page, person }) => {
  await openEditor(page, person, file());
  await page.locator('#tiles').getByText('market.example').first().click();
  const refreshed = page.waitForResponse(response => response.url().endsWith(`/api/v1/page/tiles/${market}/refresh`));
  await page.locator('#inspector').getByRole('button', { name: 'Refresh facts' }).click();
  // The servers of these tests run with OUTBOUND=off and say so.
  expect((await refreshed).status()).toBe(400);
  await expect(page.getByText('OUTBOUND=off').first()).toBeVisible();
});

test('the icon of a site replaces the globe of its window in lofi', async ({ page, person }) => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGM4YaOhYXOCAUIBACDeBLGLZwFBAAAAAElFTkSuQmCC', 'base64');
  await page.route('**/media/icon/**', route => route.fulfill({ contentType: 'image/png', body: png }));
  let fetched = false;
  await page.route('**/api/v1/page/events', route => {
    const event = { version: 1, at: '2026-11-22T09:00:00Z', by: { kind: 'admin' }, act: 'facts', summary: 'Filled in what tiles lead to', unpublishedChanges: true };
    return route.fulfill({ contentType: 'text/event-stream', body: fetched ? `id: 9\nevent: facts\ndata: ${JSON.stringify(event)}\n\n` : ': hello\n\n' });
  });
  await page.route('**/api/v1/page', async route => {
    const response = await route.fetch(), body = await response.json(), icon = 'https://market.example/icon.png';
    if (fetched) {
      body.draft.tiles.find(tile => tile.id === market).facts = { title: 'Autumn market', icon, fetchedAt: '2026-11-22T09:00:00Z' };
      body.pictures = { [icon]: { src: '/media/icon', measure: { width: 2, height: 2 } } };
    }
    return route.fulfill({ response, json: body });
  });
  await openEditor(page, person, { ...file(), theme: { style: 'lofi', preset: 'dusk' } });
  await expect(page.locator('.editor-page .lofi-globe')).toHaveCount(1);
  fetched = true;
  const icon = page.locator('.editor-page .lofi-globe img');
  await expect(icon).toHaveAttribute('src', '/media/icon/240.webp');
  const box = await icon.evaluate(async image => {
    await image.decode();
    const [own, parent] = [image, image.parentElement].map(element => element.getBoundingClientRect());
    return { alt: image.alt, loading: image.loading, rendering: getComputedStyle(image).imageRendering, inside: own.width > 0 && own.left >= parent.left && own.right <= parent.right && own.bottom <= parent.bottom };
  });
  expect(box).toEqual({ alt: '', loading: 'lazy', rendering: 'pixelated', inside: true });
});
