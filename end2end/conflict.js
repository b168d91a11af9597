// A page in the editor that an agent changes, too, and a conflict on it.
import { expect, openEditor } from './fixtures.js';

export const id = { kiln: 't_aaaaaaaaaaaa', market: 't_bbbbbbbbbbbb', stamp: 't_cccccccccccc' };
export const file = () => ({
  mantel: 1, profile: { name: 'Ines Harrow', bio: 'Potter and field recordist.' }, theme: { style: 'cozy', preset: 'oak' },
  tiles: [
    { id: id.kiln, type: 'text', text: 'Kiln opens Friday at nine. Bring a box.', color: 'butter' },
    { id: id.market, type: 'link', url: 'https://market.example/autumn', title: 'Autumn market, stall 12' },
    { id: id.stamp, type: 'text', text: 'Open studio 2026', look: 'stamp' },
  ],
});

export const publishDialog = page => page.getByRole('dialog', { name: /put up|puts your page up|is up|is live/ });
export const onPage = (page, text) => page.locator('.editor-page').getByText(text);
export const patchNote = (person, text) => person.call('PATCH', `/api/v1/page/tiles/${id.kiln}`, { text });

export async function openPublishDialog(page) {
  await page.locator('#publish').click();
  await expect(publishDialog(page)).toBeVisible();
}

const KILN = { id: id.kiln, changed: 'Kiln opens Saturday.', rewritten: 'Kiln opens Sunday, weather allowing.' };

// Makes a conflict: the note was changed since it went live; offline the editor reverts it while an agent rewrites it. The same for every
// other note, which the page gets besides: its `id`, its `text`, and what it is `changed` and `rewritten` to.
export async function makeConflict(page, person, context, whileOffline = async () => {}, others = []) {
  const notes = [KILN, ...others], { tiles, ...rest } = file();
  const rewrite = async form => { for (const note of notes) await person.call('PATCH', `/api/v1/page/tiles/${note.id}`, { text: note[form] }) };
  await openEditor(page, person, { ...rest, tiles: [...tiles, ...others.map(({ id, text }) => ({ id, type: 'text', text, color: 'butter' }))] });
  await person.call('POST', '/api/v1/page/publish', {});
  await rewrite('changed');
  for (const { changed } of notes) await expect(onPage(page, changed)).toBeVisible();
  await expect(page.locator('.editor-change-count')).toHaveText(notes.length === 1 ? '1 change' : `${notes.length} changes`);
  // Its code is fetched when it is opened for the first time.
  await openPublishDialog(page);
  await page.keyboard.press('Escape');
  await expect(publishDialog(page)).toHaveCount(0);
  await context.setOffline(true);
  await openPublishDialog(page);
  for (const { changed } of notes) await page.getByRole('button', { name: new RegExp(`^Put back: ${changed.split(' ')[0]}`) }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('.editor-status')).toHaveText(`Offline, ${notes.length} kept here`);
  await whileOffline();
  await rewrite('rewritten');
  await context.setOffline(false);
  await expect(page.locator('.editor-status')).toHaveText('Changed elsewhere: choose');
}
