// From the landing page to a live page: sign-up, name, API key and publishing as plain forms, with and without
// JavaScript.
import { expect, test } from '../fixtures.js';

let signups = 0;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('from the landing page to a live page', async ({ page, request }) => {
      const name = `visitor-${process.pid}-${++signups}`;
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The shelf where you put the good things.');
      await page.locator('#claim-name').fill(name);
      if (javaScriptEnabled) await expect(page.getByText(`${name} is free.`)).toBeVisible();
      await page.getByRole('button', { name: 'Light it' }).click();

      await expect(page.getByLabel('Your name on the shelf')).toHaveValue(name);
      await page.getByLabel('Email').fill(`${name}@harrow.example`);
      await page.getByLabel('Password').fill('short');
      await page.getByRole('button', { name: 'Make it mine' }).click();
      // What is wrong is shown beside the field. With JavaScript nothing was sent; otherwise all but the password is kept.
      await expect(page.getByLabel('Password')).toHaveAccessibleDescription('A password has at least 10 characters.');
      await expect(page.getByLabel('Password')).toBeFocused();
      await expect(page.getByLabel('Email')).toHaveValue(`${name}@harrow.example`);
      await expect(page.getByLabel('Your name on the shelf')).toHaveValue(name);
      await expect(page.getByLabel('Password')).toHaveValue(javaScriptEnabled ? 'short' : '');
      await page.getByLabel('Password').fill('a long enough password');
      await page.getByRole('button', { name: 'Make it mine' }).click();

      // Owners of a page are redirected to the editor, which needs JavaScript; everything else is under settings.
      await expect(page).toHaveURL(/\/edit$/);
      await expect(page.getByRole('link', { name: `/${name}` })).toBeVisible();
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByText('Up to date.')).toBeVisible();
      expect((await request.get(`/${name}`)).status()).toBe(200);

      await page.getByRole('link', { name: 'Agents' }).click();
      await page.getByLabel('Name of a new key').fill('Shop sync');
      await page.getByRole('button', { name: 'New key' }).click();
      const key = (await page.locator('#fresh-key').textContent()).trim();
      expect(key).toMatch(/^mantel_/);
      const ownPage = await request.get('/api/v1/page', { headers: { authorization: `Bearer ${key}` } });
      expect((await ownPage.json()).username).toBe(name);
      await page.goto('/agents');
      await expect(page.getByText(key)).toHaveCount(0);
      await page.getByText('Revoke', { exact: true }).first().click();
      await page.getByRole('button', { name: 'Revoke' }).click();
      expect((await request.get('/api/v1/page', { headers: { authorization: `Bearer ${key}` } })).status()).toBe(401);

      await page.goto('/account');
      await page.locator('#sessions summary').first().click();
      await page.locator('#sessions').getByRole('button', { name: 'Sign out' }).click();
      await page.goto('/account');
      await expect(page).toHaveURL(/\/signin/);
      await page.getByLabel('Email').fill(`${name}@harrow.example`);
      await page.getByLabel('Password').fill('not the password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await page.getByLabel('Password').fill('a long enough password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('link', { name: `/${name}` })).toBeVisible();
    });

    test('the landing page shows one page in six looks', async ({ page }) => {
      await page.goto('/');
      await expect(page.locator('.site-pages .page')).toHaveCount(6);
      await page.getByText('Cozy', { exact: true }).click();
      await expect(page.locator('.site-look-figure.see-cozy .page')).toBeVisible();
      await expect(page.locator('.site-look-figure.see-painted .page')).toBeHidden();
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.locator('html').evaluate(root => root.scrollWidth - root.clientWidth), `at ${width}`).toBeLessThanOrEqual(0);
      }
    });
  });
}

test('the first screen of the landing page says what to do next', async ({ page }) => {
  for (const [width, height] of [[1440, 960], [1280, 800], [390, 844], [360, 640]]) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const claim = page.getByRole('link', { name: 'Claim your name' }), { y, height: tall } = await claim.boundingBox();
    expect(y + tall, `at ${width} × ${height}`).toBeLessThanOrEqual(height);
    await claim.click();
    await expect(page.locator('#claim-name')).toBeFocused();
  }
});
