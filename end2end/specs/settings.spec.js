// The settings: plain forms, with and without JavaScript; everything destructive asks for confirmation.
import { axeViolations } from '../axe.js';
import { expect, signIn, test } from '../fixtures.js';

async function openSettings(page, person) {
  await signIn(page, person);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
}

// Opens a confirmation and returns its section of the screen.
async function openConfirmation(page, sectionId, label) {
  const section = page.locator(`#${sectionId}`);
  await section.locator('summary', { hasText: label }).first().click();
  return section;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a page is claimed, published, renamed and renamed back', async ({ page, person }) => {
      await openSettings(page, person);
      await page.getByLabel('Your name on the shelf').fill(person.name);
      await page.getByRole('button', { name: 'Claim it' }).click();
      await expect(page).toHaveURL(/\/edit(\?welcome)?(#address)?$/);
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByRole('status')).toHaveText('Your page is up to date for everyone.');
      await openConfirmation(page, 'address', 'Change the name');
      await page.getByLabel('Your name on the shelf').fill('admin');
      await page.getByRole('button', { name: 'Move the page' }).click();
      await expect(page.getByRole('alert')).toContainText('kept for the service');
      await page.getByLabel('Your name on the shelf').fill(`${person.name}-x`);
      await page.getByRole('button', { name: 'Move the page' }).click();
      await expect(page.getByRole('status')).toContainText('Your page has moved');
      await page.goto(`/${person.name}`);
      await expect(page).toHaveURL(`/${person.name}-x`);
      await page.goto('/settings');
      await page.getByRole('button', { name: /^Take it back/ }).click();
      await page.goto(`/${person.name}-x`);
      await expect(page).toHaveURL(`/${person.name}`);
    });

    test('the page is downloaded as a file, and a file is imported after confirmation', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      await openSettings(page, person);
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download: Page file', exact: true }).click()]);
      expect(download.suggestedFilename()).toBe(`${person.name}.json`);
      const text = '{ "name": "</textarea><b>Ines</b>",\n"links": ["https://harrow.example"], "colour": "red" }';
      await page.getByLabel('Load a page file or a brief').setInputFiles({ name: 'brief.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      await page.getByRole('button', { name: 'Look at the file' }).click();
      await expect(page.getByRole('heading', { name: 'Replace the draft with this file?' })).toBeInViewport();
      await expect(page.getByText('/colour').first()).toBeVisible();
      expect((await person.call('GET', '/api/v1/page')).body.draft.tiles).toEqual([]);
      await page.getByRole('button', { name: 'Replace the draft' }).click();
      await expect(page.getByRole('status')).toContainText('The draft is what was in the file.');
      const { draft } = (await person.call('GET', '/api/v1/page')).body;
      expect([draft.profile.name, draft.tiles.length]).toEqual(['</textarea><b>Ines</b>', 1]);
    });

    test('the private link shows the draft until it is revoked', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      await person.call('PATCH', '/api/v1/page/profile', { name: 'Not live yet' });
      await openSettings(page, person);
      await page.getByRole('button', { name: 'Make a private link' }).click();
      const link = await page.locator('#private-link').textContent();
      await page.getByRole('link', { name: 'Open it' }).click();
      await expect(page).toHaveURL(link);
      await expect(page.getByText('Not live yet')).toBeVisible();
      await page.goto('/settings');
      const section = await openConfirmation(page, 'link', 'Revoke it');
      await section.getByRole('button', { name: 'Revoke the link' }).click();
      await expect(page.getByRole('status')).toContainText('The link is revoked.');
      expect((await page.goto(link)).status()).toBe(404);
    });

    test('other browsers are signed out, one by one and all at once', async ({ page, person, browser, baseURL }) => {
      const others = [];
      for (const userAgent of ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'curl/8.14']) {
        const context = await browser.newContext({ baseURL, userAgent });
        others.push(await context.newPage());
        await openSettings(others.at(-1), person);
      }
      await openSettings(page, person);
      const row = page.locator('#sessions li', { hasText: 'Safari on an iPhone' });
      await row.locator('summary').click();
      await expect(row).toContainText('That browser has to sign in again.');
      await row.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('status')).toHaveText('That browser is signed out.');
      await others[0].reload();
      await expect(others[0]).toHaveURL(/\/signin/);
      const section = await openConfirmation(page, 'sessions', 'Sign out everywhere else');
      await section.getByRole('button', { name: 'Sign them out' }).click();
      await expect(page.locator('#sessions li')).toHaveCount(1);
      for (const other of others.slice(1)) {
        await other.reload();
        await expect(other).toHaveURL(/\/signin/);
      }
      for (const other of others) await other.context().close();
    });

    test('the password changes only with the current one', async ({ page, person }) => {
      await openSettings(page, person);
      await openConfirmation(page, 'password', 'Change the password');
      await page.getByLabel('Password now').fill('not the password');
      await page.getByLabel('New password').fill('another long password');
      await page.getByRole('button', { name: 'Change it' }).click();
      await expect(page.getByRole('alert')).toHaveText('That is not your password.');
      await page.getByLabel('Password now').fill(person.password);
      await page.getByLabel('New password').fill('another long password');
      await page.getByRole('button', { name: 'Change it' }).click();
      await expect(page.getByRole('status')).toContainText('Your password is changed.');
    });

    test('the email address changes only with the password', async ({ page, person }) => {
      await openSettings(page, person);
      const section = await openConfirmation(page, 'email', 'Change the address');
      await section.getByLabel('New address').fill(`new.${person.email}`);
      await section.getByLabel('Your password').fill('not the password');
      await section.getByRole('button', { name: 'Change the address' }).click();
      await expect(section.getByLabel('Your password')).toBeFocused();
      await expect(section.getByLabel('Your password')).toHaveAccessibleDescription('That is not your password.');
      await expect(section.getByLabel('New address')).toHaveValue(`new.${person.email}`);
      await section.getByLabel('Your password').fill(person.password);
      await section.getByRole('button', { name: 'Change the address' }).click();
      await expect(page.getByRole('status')).toContainText('Your address is changed.');
      await expect(section).toContainText(`You sign in as new.${person.email}.`);
    });

    test('a page and its pictures are saved, and loaded again as they were', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      await person.call('POST', '/api/v1/page/tiles', { inputs: ['Kiln opens Friday', 'https://harrow.example'] });
      await person.call('PATCH', '/api/v1/page/profile', { name: 'Ines' });
      await openSettings(page, person);
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download: Page file with pictures' }).click()]);
      const path = await download.path(), { draft } = (await person.call('GET', '/api/v1/page')).body;
      await person.call('PATCH', '/api/v1/page/profile', { name: 'Somebody else' });
      await page.getByLabel('Load a page file or a brief').setInputFiles(path);
      await page.getByRole('button', { name: 'Look at the file' }).click();
      await page.getByRole('button', { name: 'Replace the draft' }).click();
      await expect(page.getByRole('status')).toContainText('undo in the editor takes it back');
      expect((await person.call('GET', '/api/v1/page')).body.draft).toEqual(draft);
    });

    test('a file without a page is told what it is', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      await openSettings(page, person);
      const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
      await page.getByLabel('Load a page file or a brief').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
      await page.getByRole('button', { name: 'Look at the file' }).click();
      await expect(page.getByLabel('Load a page file or a brief')).toHaveAccessibleDescription(/^This is a picture/);
    });

    test('what search engines show is saved in the draft', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      await openSettings(page, person);
      const section = page.locator('#search');
      await section.getByLabel('Title').fill('Ines Harrow, potter');
      await section.getByLabel('Description').fill('Stoneware for the table.');
      await section.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('status')).toContainText('Saved in the draft.');
      expect((await person.call('GET', '/api/v1/page')).body.draft.profile).toMatchObject({ pageTitle: 'Ines Harrow, potter', pageDescription: 'Stoneware for the table.' });
      await expect(section.getByLabel('Title')).toHaveValue('Ines Harrow, potter');
    });

    test('a page is unpublished, then deleted, then the account is deleted', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      await person.call('POST', '/api/v1/page/publish', {});
      await openSettings(page, person);
      let section = await openConfirmation(page, 'leaving', 'Unpublish');
      await section.getByRole('button', { name: 'Take it offline' }).click();
      await expect(page.getByRole('status')).toContainText('Your page is offline.');
      section = await openConfirmation(page, 'leaving', 'Delete the page');
      await expect(section.getByRole('link', { name: 'page file with pictures' }).first()).toBeVisible();
      await section.getByLabel('Name of the page').fill('another');
      await section.getByRole('button', { name: 'Delete the page for good' }).click();
      // The form stays open, with what was typed and the focus in it.
      await expect(page.getByRole('alert')).toContainText('Nothing was deleted');
      await expect(section.getByLabel('Name of the page')).toBeFocused();
      await expect(section.getByLabel('Name of the page')).toHaveValue('another');
      await section.getByLabel('Name of the page').fill(person.name);
      await section.getByRole('button', { name: 'Delete the page for good' }).click();
      await expect(page.getByRole('status')).toContainText('Your page is deleted.');
      section = await openConfirmation(page, 'leaving', 'Delete the account');
      await section.getByLabel('Your password').fill(person.password);
      await section.getByRole('button', { name: 'Delete everything' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is gone');
      expect((await person.call('GET', '/api/v1/page')).status).toBe(401);
    });
  });
}

test('a loaded file is taken back in the editor with one press', async ({ page, person }) => {
  await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
  await person.call('POST', '/api/v1/page/tiles', { inputs: ['Kiln opens Friday', 'Kiln closes Sunday'] });
  const before = (await person.call('GET', '/api/v1/page')).body.draft;
  await openSettings(page, person);
  const buffer = Buffer.from('{ "name": "Other", "links": ["https://harrow.example"] }');
  await page.getByLabel('Load a page file or a brief').setInputFiles({ name: 'brief.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: 'Look at the file' }).click();
  await page.getByRole('button', { name: 'Replace the draft' }).click();
  await expect(page.getByRole('status')).toContainText('The draft is what was in the file.');
  await page.goto('/edit');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.poll(async () => (await person.call('GET', '/api/v1/page')).body.draft).toEqual(before);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Redo', exact: true }).first()).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Undo', exact: true }).first()).toBeDisabled();
});

// What is wrong is said by us, beside the field, before anything is sent: what was typed stays, the password too.
for (const [path, type, label, said] of [
  ['/signin', 'nonsense', 'Email', 'This needs an email address, like ines@harrow.example.'],
  ['/signin', '', 'Email', 'Write your email address here.'],
  ['/signup', 'ines@harrow.example', 'Password', 'A password has at least 10 characters.'],
]) {
  test(`${path} says what is wrong with ${label} "${type}" beside it`, async ({ page }) => {
    await page.goto(path);
    const posts = [];
    page.on('request', request => request.method() === 'POST' && posts.push(request.url()));
    await page.getByLabel('Email').fill(type);
    await page.getByLabel('Password').fill('short');
    await page.keyboard.press('Enter');
    const field = page.getByLabel(label);
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(said);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Password')).toHaveValue('short');
    await expect(page.getByText(said)).toBeInViewport();
    await field.fill('x');
    await expect(field).toHaveAttribute('aria-invalid', 'false');
    expect(posts).toEqual([]);
  });
}

for (const [width, colorScheme] of [[390, 'light'], [1280, 'light'], [1280, 'dark']]) {
  test.describe(`${width} px wide, ${colorScheme}`, () => {
    test.use({ bypassCSP: true, viewport: { width, height: 800 }, colorScheme });

    test('the settings are accessible with everything closed and open, and fit the window', async ({ page, person }) => {
      const violations = async () => (await axeViolations(page)).map(violation => `${violation.id}: ${violation.nodes.map(node => node.html.slice(0, 120)).join(' | ')}`);
      await person.call('POST', '/api/v1/claim', { username: person.name });
      await person.call('POST', '/api/v1/page/publish', {});
      await person.call('POST', '/api/v1/page/username', { username: `${person.name}-x` });
      await person.call('POST', '/api/v1/page/preview', {});
      await openSettings(page, person);
      expect(await violations()).toEqual([]);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      expect(await violations()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await page.getByLabel('Load a page file or a brief').setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from('{ "name": "Ines", "links": [], "colour": 1 }') });
      await page.getByRole('button', { name: 'Look at the file' }).click();
      expect(await violations()).toEqual([]);
      await page.goto('/forgot');
      expect(await violations()).toEqual([]);
    });
  });
}
