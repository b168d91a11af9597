// Sharing: the owner's screen and the one for visitors, with and without JavaScript.
import { brief, expect, openEditor, signIn, test } from '../fixtures.js';

const publish = async person => {
  await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
  await person.call('POST', '/api/v1/page/publish', {});
};
// What the page hands to the system is kept; people close its dialog as often as they choose from it.
const keepWhatIsShared = page => page.addInitScript(() => {
  navigator.share = data => { window.shared = data; return Promise.reject(new DOMException('closed', 'AbortError')) };
});
const drawn = image => image.evaluate(element => element.decode().then(() => element.naturalWidth > 0, () => false));

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a visitor finds at the foot of a page how to pass it on', async ({ page, person }) => {
      await publish(person);
      await page.goto(`/${person.name}`);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Share' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pass it on');
      await expect(page.getByRole('img', { name: /^QR code of / })).toBeVisible();
      const address = page.getByRole('link', { name: `${new URL(person.url).host}/${person.name}` });
      await expect(address).toHaveAttribute('href', `${person.url}/${person.name}`);
      await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible({ visible: javaScriptEnabled });
      for (const name of ['contact card', 'feed readers']) {
        const href = await page.getByRole('link', { name }).getAttribute('href');
        expect((await page.request.get(href)).status(), name).toBe(200);
      }
      await page.getByRole('link', { name: 'Back to the page' }).click();
      await expect(page).toHaveURL(`/${person.name}`);
    });

    test('the owner names a place, sees what others see, and takes the codes along', async ({ page, person }) => {
      await publish(person);
      await signIn(page, person);
      await page.goto('/settings');
      await page.getByRole('link', { name: 'Share it' }).click();
      await page.getByLabel('A word for the place').fill('a');
      await page.getByRole('button', { name: 'Add it' }).click();
      await expect(page.getByText('The word has 2 to 24 letters a to z, digits or -.')).toBeVisible();
      await expect(page.getByLabel('A word for the place')).toHaveValue('a');
      await page.getByLabel('A word for the place').fill('Door');
      await page.getByLabel('A word for the place').press('Enter');
      const host = new URL(person.url).host;
      await expect(page.getByRole('link', { name: `${host}/${person.name}+door` })).toBeVisible();
      const size = page.locator('#prints p').filter({ visible: true });
      await page.getByLabel('A word for the place').fill('market');
      await page.getByRole('button', { name: 'Add it' }).click();
      await expect(size).toHaveText('“market”, 50 mm, reads from 50 cm.');
      await page.getByRole('link', { name: 'QR code that names door' }).click();
      await expect(page).toHaveURL(/[?]way=door#prints$/);
      await page.getByRole('button', { name: 'Remove market' }).click();
      await expect(page.getByRole('link', { name: `${host}/${person.name}+market` })).toHaveCount(0);
      await page.getByRole('link', { name: 'QR code that names door' }).click();
      await expect(size).toHaveText('“door”, 50 mm, reads from 50 cm.');
      await expect(page.getByRole('img', { name: /^The card of / })).toBeVisible();
      const files = name => page.getByRole('link', { name, exact: true }).filter({ visible: true });
      await expect(files('PDF')).toHaveAttribute('href', `/${person.name}/print.pdf?form=sticker&way=door`);
      // The two halves of each choice are radio buttons: arrows choose.
      await page.getByRole('radio', { name: 'Sticker' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(files('PDF')).toHaveAttribute('href', `/${person.name}/print.pdf?form=print&way=door`);
      await expect(size).toHaveText('“door”, 105 × 148 mm, reads from 40 cm.');
      await page.keyboard.press('ArrowRight');
      await expect(files('PDF')).toHaveCount(0);
      await expect(files('SVG')).toHaveAttribute('href', `/${person.name}/qr.svg?way=door`);
      const [download] = await Promise.all([page.waitForEvent('download'), files('PNG').click()]);
      expect(await download.failure()).toBeNull();
      await page.getByRole('radio', { name: 'In a chat' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('.share-post-writer')).toBeVisible();
      expect((await page.request.get(`/${person.name}+door`, { maxRedirects: 0 })).headers().location).toBe(`/${person.name}`);
    });
  });
}

test('what is copied and sent is the whole address', async ({ page, person, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await keepWhatIsShared(page);
  const errors = [];
  page.on('pageerror', error => errors.push(error.message));
  await publish(person);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const url = `${person.url}/${person.name}`;
  await page.goto(`/${person.name}/share`);
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await copied()).toBe(url);
  await page.getByRole('button', { name: 'Send' }).click();
  expect(await page.evaluate(() => window.shared)).toEqual({ title: 'Juniper Hale', url });
  await signIn(page, person);
  await person.call('POST', '/api/v1/page/ways', { name: 'door' });
  await page.goto('/share?way=door');
  await expect(page.getByRole('button', { name: 'Copy', exact: true }).first()).toBeFocused();
  await page.getByRole('button', { name: 'Copy the address with door' }).click();
  await expect.poll(copied).toBe(`${url}+door`);
  const code = page.locator('#other-picture');
  await page.locator('[data-copy=other-picture]').click();
  await expect.poll(copied).toBe(await code.textContent());
  // What other sites are given is a picture that leads to the page.
  await page.setContent(await copied());
  expect(await page.getByRole('link').getAttribute('href')).toBe(url);
  expect(await drawn(page.getByRole('img', { name: 'Juniper Hale' }))).toBe(true);
  expect(errors).toEqual([]);
});

test.describe('in the editor', () => {
  // The dialog over the editor, and the screen in its frame.
  const opened = async page => {
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share your page' });
    const sheet = dialog.frameLocator('iframe');
    await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('Share your page');
    return { dialog, sheet };
  };

  test('the screen opens over the page, and a page that is not live yet says so there', async ({ page, person }) => {
    await openEditor(page, person, brief('illustrator.json'));
    const { dialog, sheet } = await opened(page);
    await expect(sheet.getByText('Your page is not up yet.')).toBeVisible();
    await expect(sheet.getByRole('region', { name: 'To print' })).toHaveCount(0);
    await expect(sheet.getByRole('banner')).toHaveCount(0);
    await sheet.getByRole('link', { name: 'Publish first' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/edit');
    await expect(page.getByRole('link', { name: 'Share', exact: true })).toBeFocused();
  });

  test('everything works in the dialog, and every key, button and press beside it closes it', async ({ page, person, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const errors = [];
    page.on('pageerror', error => errors.push(error.message));
    // A picture that waits for its turn is no error, and a word that is refused is told in its place.
    page.on('console', message => { if (message.type() === 'error' && !/ (422|503) /.test(message.text())) errors.push(message.text()) });
    await openEditor(page, person, brief('illustrator.json'));
    await person.call('POST', '/api/v1/page/publish', {});
    const { sheet } = await opened(page);
    await expect(sheet.getByRole('button', { name: 'Copy', exact: true }).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${person.url}/${person.name}`);
    await sheet.getByLabel('A word for the place').fill('x');
    await page.keyboard.press('Enter');
    await expect(sheet.getByText('The word has 2 to 24 letters a to z, digits or -.')).toBeVisible();
    await sheet.getByLabel('A word for the place').fill('door');
    await page.keyboard.press('Enter');
    await expect(sheet.locator('#prints p').filter({ visible: true })).toHaveText('“door”, 50 mm, reads from 50 cm.');
    for (const name of ['Sticker with the QR code', 'A6 print with the QR code', 'Plain QR code']) await expect.poll(() => drawn(sheet.getByRole('img', { name })), { timeout: 60_000 }).toBe(true);
    // What leads elsewhere opens beside the editor.
    const beside = context.waitForEvent('page');
    await sheet.getByRole('link', { name: `${new URL(person.url).host}/${person.name}+door` }).click();
    await expect(await beside).toHaveURL(`${person.url}/${person.name}`);
    await page.bringToFront();
    const dialog = page.getByRole('dialog', { name: 'Share your page' });
    await sheet.getByLabel('A word for the place').press('Escape');
    await expect(dialog).toHaveCount(0);
    for (const close of [() => page.getByRole('button', { name: 'Close' }).click(), () => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
      await opened(page);
      await close();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Share', exact: true })).toBeFocused();
    }
    expect(errors).toEqual([]);
  });

  test('whoever was signed out meanwhile signs in, and finds the screen', async ({ page, person, context }) => {
    await openEditor(page, person, brief('illustrator.json'));
    await context.clearCookies();
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await expect(page).toHaveURL(/signin[?]next=%2Fshare$/);
  });

  test('on a narrow screen the link leads there, and what is seldom needed folds', async ({ page, person }) => {
    await publish(person);
    await signIn(page, person);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/share');
    const row = page.getByRole('button', { name: 'Names for where you put it' });
    await expect(row).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByLabel('A word for the place')).toBeHidden();
    await row.press('Enter');
    await page.getByLabel('A word for the place').fill('door');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/way=door$/);
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    // Codes come first, as what is wanted at a market stall.
    const top = async locator => (await locator.boundingBox()).y;
    expect(await top(page.getByRole('region', { name: 'To print' }))).toBeLessThan(await top(row));
    for (const name of ['On another site', 'Prove that it is you', 'What others see']) await expect(page.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'false');
  });
});

test('a picture that could not be drawn at once is asked for again', async ({ page, person }) => {
  await publish(person);
  await signIn(page, person);
  let refused = 0;
  await page.route(/qr[.]png[?]form=print/, route => (refused++ ? route.continue() : route.fulfill({ status: 503, body: 'busy' })));
  await page.clock.install();
  await page.goto('/share');
  const print = page.getByRole('img', { name: 'A6 print with the QR code' });
  await print.scrollIntoViewIfNeeded();
  await expect.poll(() => refused).toBe(1);
  await page.clock.runFor(3000);
  await expect.poll(() => drawn(print), { timeout: 60_000 }).toBe(true);
});
