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
      await expect(page).toHaveURL(/\/edit(\?welcome)?$/);
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
    await expect(page.getByLabel('Your name on the shelf')).toBeFocused();
  }
});

test('the claim says in its own words what a name needs', async ({ page }) => {
  const asked = [];
  page.on('request', request => { if (request.url().includes('/api/v1/username')) asked.push(request.url()) });
  await page.clock.install();
  await page.goto('/');
  const name = page.locator('#claim-name'), says = page.locator('#claim-name-says');
  await expect(says).toHaveText('Free. Self-host it if you like.');
  for (const text of ['', 'ab']) {
    await name.fill(text);
    await page.getByRole('button', { name: 'Light it' }).click();
    // As long as it takes until a name is asked for.
    await page.clock.runFor(1000);
    await expect(says).toHaveText('3 to 30 letters, numbers, - or _.');
    await expect(name).toBeFocused();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    expect(new URL(page.url()).pathname).toBe('/');
  }
  expect(asked).toEqual([]);
  await name.fill('a b c');
  await page.clock.runFor(1000);
  await expect(says).toContainText('letters');
  await page.getByRole('button', { name: 'Light it' }).click();
  await expect(name).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a taken name is told at the claim, with a free one to take', async ({ page, person }) => {
  expect((await person.call('POST', '/api/v1/claim', { username: person.name })).status).toBe(201);
  await page.goto('/');
  await page.locator('#claim-name').fill(person.name);
  await page.getByRole('button', { name: 'Light it' }).click();
  await expect(page.getByText(new RegExp(`${person.name} is taken`))).toBeVisible();
  await expect(page.locator('#claim-name')).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/');
  const take = page.getByRole('button', { name: /^Take / }), free = (await take.textContent()).replace('Take ', '');
  await take.click();
  await expect(page.getByText(`${free} is free.`)).toBeVisible();
  await page.getByRole('button', { name: 'Light it' }).click();
  await expect(page.getByLabel('Your name on the shelf')).toHaveValue(free);
});

test('a refused sign-up keeps everything typed, the password too', async ({ page, person }) => {
  await page.goto('/signup');
  const values = { 'Your name on the shelf': `${person.name}-x`, Email: person.email, Password: 'a long enough password', 'Paste what goes on it': 'https://example.com/shop' };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await expect(page.getByText(/already has an account/)).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already has an account/);
  for (const [label, value] of Object.entries(values)) await expect(page.getByLabel(label)).toHaveValue(value);
  // Nothing is lost when the server does not answer, either.
  await page.route('**/signup', route => route.abort());
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await expect(page.getByRole('alert')).toHaveText('The server did not answer. Nothing is lost: try again.');
  await page.unroute('**/signup');
  await page.getByLabel('Email').fill(`${person.name}-x@harrow.example`);
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await expect(page).toHaveURL(/\/edit(\?welcome)?$/);
});
