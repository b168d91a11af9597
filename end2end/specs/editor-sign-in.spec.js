// The session ends in the middle of editing: signing in again in place.
import { expect, openEditor, saved, test } from '../fixtures.js';

const PAGE = { mantel: 1, name: 'Ines Harrow', links: ['https://harrow.example/kiln'] };
const status = page => page.locator('.editor-status');
const dialog = page => page.getByRole('dialog', { name: 'Sign in to go on' });
const texts = async person => (await person.call('GET', '/api/v1/page')).body.draft.tiles.map(tile => tile.text ?? tile.url);

// Ends every session of the person, as another browser would.
async function endSessions(context, person) {
  await context.request.post(`${person.url}/signout`, { headers: { origin: person.url } });
}

async function paste(page, text) {
  await page.locator('#paste').fill(text);
  await page.locator('#paste').press('Enter');
}

test('after the session ended one signs in over the editor, and what was done meanwhile goes up', async ({ page, context, person }) => {
  await openEditor(page, person, PAGE);
  const edited = await page.evaluate(() => { globalThis.sameDocument = true; return document.querySelectorAll('.editor-page .tile').length });
  await endSessions(context, person);
  await page.route('**/api/v1/**', route => route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } }));
  await paste(page, 'Written while signed out');
  await expect(status(page)).toHaveText('Signed out');
  await page.unrouteAll();
  const banner = page.locator('.editor-banner');
  await expect(banner).toContainText('Your change waits here.');
  await banner.getByRole('button', { name: 'Sign in' }).click();

  await expect(dialog(page).getByLabel('Email')).toHaveValue(person.email);
  await expect(dialog(page).getByLabel('Password')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toHaveText('Write your password here.');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toHaveText(/password/i);
  await expect(dialog(page).getByLabel('Password')).toHaveValue('not the password');
  await dialog(page).getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');

  await expect(dialog(page)).toBeHidden();
  await expect(banner).toBeHidden();
  await saved(page);
  await expect(status(page)).toHaveText(/^Saved/);
  expect(await page.evaluate(() => globalThis.sameDocument)).toBe(true);
  expect(await page.locator('.editor-page .tile').count()).toBe(edited + 1);
  await expect.poll(() => texts(person)).toContain('Written while signed out');
});

test('the dialog can wait: editing goes on, and Escape leads back to the page', async ({ page, context, person }) => {
  await openEditor(page, person, PAGE);
  await endSessions(context, person);
  await page.route('**/api/v1/**', route => route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } }));
  await paste(page, 'One');
  await page.locator('.editor-banner').getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await paste(page, 'Two');
  await expect(page.locator('.editor-banner')).toContainText('Your 2 changes wait here.');
});
