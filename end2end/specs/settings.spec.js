// The settings: plain forms, with and without JavaScript; everything that ends something asks once more.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '../fixtures.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function signIn(page, person) {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
}

/** Opens what asks once more, and the part of the screen that it stands in. */
async function sure(page, section, label) {
  const part = page.locator(`#${section}`);
  await part.locator('summary', { hasText: label }).first().click();
  return part;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a page is claimed, published, moved and moved back', async ({ page, person }) => {
      await signIn(page, person);
      await page.getByLabel('Your name on the shelf').fill(person.name);
      await page.getByRole('button', { name: 'Claim it' }).click();
      await expect(page).toHaveURL(/\/edit(#address)?$/);
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByRole('status')).toHaveText('Your page is up to date for everyone.');
      await sure(page, 'address', 'Change the name');
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

    test('the page is taken away as a file, and a file is loaded on a second word', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      await signIn(page, person);
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download: Page file', exact: true }).click()]);
      expect(download.suggestedFilename()).toBe(`${person.name}.json`);
      const text = '{ "name": "</textarea><b>Ines</b>",\n"links": ["https://harrow.example"], "colour": "red" }';
      await page.getByLabel('Load a page file or a brief').setInputFiles({ name: 'brief.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      await page.getByRole('button', { name: 'Look at the file' }).click();
      await expect(page.getByRole('heading', { name: 'Replace the draft with this file?' })).toBeInViewport();
      await expect(page.getByText('/colour')).toBeVisible();
      expect((await person.call('GET', '/api/v1/page')).body.draft.tiles).toEqual([]);
      await page.getByRole('button', { name: 'Replace the draft' }).click();
      await expect(page.getByRole('status')).toContainText('The draft is what was in the file.');
      const { draft } = (await person.call('GET', '/api/v1/page')).body;
      expect([draft.profile.name, draft.tiles.length]).toEqual(['</textarea><b>Ines</b>', 1]);
    });

    test('the private link shows the draft until it is revoked', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      await person.call('PATCH', '/api/v1/page/profile', { name: 'Not live yet' });
      await signIn(page, person);
      await page.getByRole('button', { name: 'Make a private link' }).click();
      const link = await page.locator('#private-link').textContent();
      await page.getByRole('link', { name: 'Open it' }).click();
      await expect(page).toHaveURL(link);
      await expect(page.getByText('Not live yet')).toBeVisible();
      await page.goto('/settings');
      const part = await sure(page, 'link', 'Revoke it');
      await part.getByRole('button', { name: 'Revoke the link' }).click();
      await expect(page.getByRole('status')).toContainText('The link is revoked.');
      expect((await page.goto(link)).status()).toBe(404);
    });

    test('other browsers are signed out, one and all', async ({ page, person, browser, baseURL }) => {
      const others = [];
      for (const userAgent of ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'curl/8.14']) {
        const context = await browser.newContext({ baseURL, userAgent });
        others.push(await context.newPage());
        await signIn(others.at(-1), person);
      }
      await signIn(page, person);
      const row = page.locator('#sessions li', { hasText: 'Safari on an iPhone' });
      await row.locator('summary').click();
      await expect(row).toContainText('That browser has to sign in again.');
      await row.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('status')).toHaveText('That browser is signed out.');
      await others[0].reload();
      await expect(others[0]).toHaveURL(/\/signin/);
      const part = await sure(page, 'sessions', 'Sign out everywhere else');
      await part.getByRole('button', { name: 'Sign them out' }).click();
      await expect(page.locator('#sessions li')).toHaveCount(1);
      for (const other of others.slice(1)) {
        await other.reload();
        await expect(other).toHaveURL(/\/signin/);
      }
      for (const other of others) await other.context().close();
    });

    test('the password changes; a wrong one changes nothing', async ({ page, person }) => {
      await signIn(page, person);
      await sure(page, 'password', 'Change the password');
      await page.getByLabel('Password now').fill('not the password');
      await page.getByLabel('New password').fill('another long password');
      await page.getByRole('button', { name: 'Change it' }).click();
      await expect(page.getByRole('alert')).toHaveText('That is not your password.');
      await page.getByLabel('Password now').fill(person.password);
      await page.getByLabel('New password').fill('another long password');
      await page.getByRole('button', { name: 'Change it' }).click();
      await expect(page.getByRole('status')).toContainText('Your password is changed.');
    });

    test('a page goes offline, the page is deleted, the account is deleted', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      await person.call('POST', '/api/v1/page/publish', {});
      await signIn(page, person);
      let part = await sure(page, 'leaving', 'Unpublish');
      await part.getByRole('button', { name: 'Take it offline' }).click();
      await expect(page.getByRole('status')).toContainText('Your page is offline.');
      part = await sure(page, 'leaving', 'Delete the page');
      await expect(part.getByRole('link', { name: 'page file with pictures' }).first()).toBeVisible();
      await part.getByLabel('Name of the page').fill('another');
      await part.getByRole('button', { name: 'Delete the page for good' }).click();
      await expect(page.getByRole('alert')).toContainText('Nothing was deleted');
      part = await sure(page, 'leaving', 'Delete the page');
      await part.getByLabel('Name of the page').fill(person.name);
      await part.getByRole('button', { name: 'Delete the page for good' }).click();
      await expect(page.getByRole('status')).toContainText('Your page is deleted.');
      part = await sure(page, 'leaving', 'Delete the account');
      await part.getByLabel('Your password').fill(person.password);
      await part.getByRole('button', { name: 'Delete everything' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is gone');
      expect((await person.call('GET', '/api/v1/page')).status).toBe(401);
    });
  });
}

for (const [width, colorScheme] of [[390, 'light'], [1280, 'light'], [1280, 'dark']]) {
  test.describe(`${width} wide, ${colorScheme}`, () => {
    test.use({ bypassCSP: true, viewport: { width, height: 800 }, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('the settings are accessible, at rest and with everything open, and fit the window', async ({ page, person }) => {
      const faults = async () => {
        await page.evaluate(axe);
        const found = await page.evaluate(() => window.axe.run(document));
        return found.violations.map(violation => `${violation.id}: ${violation.nodes.map(node => node.html.slice(0, 120)).join(' | ')}`);
      };
      await person.call('POST', '/api/v1/claim', { username: person.name });
      await person.call('POST', '/api/v1/page/publish', {});
      await person.call('POST', '/api/v1/page/username', { username: `${person.name}-x` });
      await person.call('POST', '/api/v1/page/preview', {});
      await signIn(page, person);
      expect(await faults()).toEqual([]);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      expect(await faults()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await page.getByLabel('Load a page file or a brief').setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from('{ "name": "Ines", "links": [], "colour": 1 }') });
      await page.getByRole('button', { name: 'Look at the file' }).click();
      expect(await faults()).toEqual([]);
      await page.goto('/forgot');
      expect(await faults()).toEqual([]);
    });
  });
}
