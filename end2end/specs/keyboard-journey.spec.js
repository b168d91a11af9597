// The whole journey by keyboard, as the accessibility tree tells it: roles, names, states, what is announced, and the order in which
// the Tab key reaches things. No test here reads a class, a tag or a position.
import { expect, test } from '../fixtures.js';
import { AT_LIVE, PUBLISH } from '../journey.js';

test.describe.configure({ timeout: 180_000 });
test.use({ viewport: { width: 1440, height: 960 } });

let signups = 0;

// The element with the focus, as `role "name"`.
async function focused(page) {
  let snapshot;
  while (snapshot === undefined) {
    if (await page.locator(':focus').count() === 0) return 'nothing';
    // What had it may be gone by now, as where a screen is being replaced.
    snapshot = await page.locator(':focus').ariaSnapshot({ timeout: 5_000 }).catch(() => undefined);
  }
  return /^- '?([a-z]+(?: "(?:[^"\\]|\\.)*")?)/.exec(snapshot)?.[1] ?? snapshot;
}

// Presses Tab until `role "name"` has the focus; returns what had it on the way.
async function tabTo(page, wanted, key = 'Tab') {
  const passed = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (typeof wanted === 'string' ? at === wanted : wanted.test(at)) return passed;
    passed.push(at);
  }
  throw new Error(`Tab never reached ${wanted}; it reached:\n${passed.join('\n')}`);
}

const type = (page, text) => page.keyboard.type(text);
const announced = (page, words) => expect(page.getByRole('status').filter({ hasText: words }).first()).toHaveText(words);

test('from a pasted list to a live page, an edit, its undo, and the page published again', async ({ page, mantel }) => {
  const name = `keys-${process.pid}-${++signups}`, address = `${new URL(mantel.url).host}/${name}`;

  // The front door: the third link of the header and the second of the first screen lead on.
  await page.goto('/');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Mantel"
      - navigation "Mantel":
        - link "Looks"
        - link "Agents"
        - link "Try it"
        - link "Sign in"
  `);
  await tabTo(page, 'link "Try it without an account"');
  await page.keyboard.press('Enter');

  // /new: the name, then the list. What each line becomes is told before it is added.
  await expect(page.getByRole('heading', { level: 1, name: 'New page' })).toBeVisible();
  // Its code is there once it draws the looks.
  await expect(page.locator('.brief-looks .page').first()).toBeAttached();
  expect(await tabTo(page, 'textbox "Name"')).toEqual(['link "Mantel"', 'button "Make it mine"', 'tab "Form"', 'button "Add a face"']);
  await type(page, 'Ada Moss');
  expect(await tabTo(page, /^textbox "Paste links/)).toEqual(['textbox "Where"', 'textbox "A line about you"']);
  await type(page, 'https://moss.example');
  await page.keyboard.press('Enter');
  await announced(page, 'Added');
  await type(page, 'Back from the coast on Monday.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading', { level: 1 })).toHaveText('Ada Moss');
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('article')).toHaveCount(2);

  // Looks are one stop of the Tab key; arrows choose.
  await tabTo(page, 'radio "Painted"');
  await page.keyboard.press('ArrowRight');
  await announced(page, 'Drawn in Cozy');
  expect(await focused(page)).toBe('radio "Cozy"');
  await expect(page.getByRole('radio', { name: 'Cozy' })).toBeChecked();

  // The claim: address, account, and the buttons, in this order.
  await tabTo(page, 'button "Make it mine"', 'Shift+Tab');
  await page.keyboard.press('Enter');
  const claim = page.getByRole('dialog');
  await expect(claim).toHaveAccessibleName(/name/i);
  if (await focused(page) !== 'textbox "Your page’s address"') await tabTo(page, 'textbox "Your page’s address"');
  await page.keyboard.press('Control+A');
  await type(page, name);
  await expect(claim.getByRole('textbox', { name: 'Your page’s address' })).toHaveAccessibleDescription(new RegExp(`${name} is free`));
  expect(await tabTo(page, 'textbox "Email"')).toEqual([]);
  await type(page, `${name}@harrow.example`);
  expect(await tabTo(page, 'textbox "Password"')).toEqual([]);
  await expect(claim.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(/10 characters/);
  await type(page, 'a long enough password');
  // One press says what it does, and it is told that the page is live.
  expect(await tabTo(page, new RegExp(`^button "${PUBLISH.source.slice(1, -1)}"`))).toEqual(['button "Sign in"']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveAccessibleName(AT_LIVE);
  await announced(page, /live/i);
  await expect(page.getByRole('dialog').getByRole('link', { name: address })).toBeVisible();
  await tabTo(page, 'link "Edit it"');
  await page.keyboard.press('Enter');

  // The editor: its landmarks in order, then a note is added from the paste field.
  const tiles = page.getByRole('listbox', { name: 'Profile and tiles' });
  await expect(tiles.getByRole('option')).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 1, name: 'Your page' })).toBeAttached();
  await tabTo(page, /^textbox "Paste a link/);
  await type(page, 'Kiln opens Saturday at ten.');
  await page.keyboard.press('Enter');
  await announced(page, /^Added .*Kiln opens Saturday/);
  await expect(tiles.getByRole('option')).toHaveCount(4);
  await expect(tiles.getByRole('option', { name: /Kiln opens Saturday/, selected: true })).toBeVisible();

  // The list is one stop; Enter opens the inspector of the chosen tile, Escape goes back.
  await tabTo(page, 'listbox "Profile and tiles"');
  await expect(tiles).toHaveAccessibleDescription(/Enter opens, M moves, Delete removes/);
  await page.keyboard.press('Enter');
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await expect(inspector.getByRole('button', { name: 'Small' })).toBeFocused();
  await tabTo(page, 'button "Wide"');
  await page.keyboard.press('Enter');
  await expect(inspector.getByRole('button', { name: 'Wide', pressed: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tiles).toBeFocused();
  await expect(tiles.getByRole('option', { name: /Kiln opens Saturday.*wide/i })).toBeVisible();

  // Undo tells what it took back.
  await page.keyboard.press('Control+Z');
  await announced(page, /^Taken back: /);
  await expect(tiles.getByRole('option', { name: /Kiln opens Saturday.*wide/i })).toHaveCount(0);
  await expect(tiles.getByRole('option', { name: /Kiln opens Saturday/ })).toHaveCount(1);

  // Published again: the dialog lists what changes for visitors; afterwards the focus is in it, and it is told which version is live.
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ }).first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeFocused();
  await expect(dialog).toContainText('Kiln opens Saturday at ten.');
  await page.keyboard.press('Enter');
  await announced(page, /^Live\. Version \d+\.$/);
  await expect(dialog.getByRole('button', { name: 'Copy address' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(tiles).toBeFocused();

  // What visitors are told.
  await page.goto(`/${name}`);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Ada Moss" [level=1]
      - article:
        - link /moss\\.example/
      - article: Back from the coast on Monday.
      - article: Kiln opens Saturday at ten.
  `);
  expect(await tabTo(page, /^link "moss\.example/)).toEqual([]);
  expect(await tabTo(page, 'link "Report this page"')).toEqual(['link "Share"']);
});
