// Connecting an agent: consent, the agents page, undo and disconnect, with and without JavaScript.
import { axeViolations } from '../axe.js';
import { expect, test } from '../fixtures.js';
import { oauthClient } from '../oauth-client.js';

async function signIn(page, person) {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a user lets an agent in, sees and undoes what it did, and disconnects it', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      const claude = await oauthClient(person.url, 'Claude');
      await page.goto(claude.authorizeUrl);
      await signIn(page, person);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`Claude asks to work on`);
      if (javaScriptEnabled) await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.getByText('an app on this computer')).toBeVisible();
      await expect(page.getByRole('checkbox', { name: 'Publish, too' })).not.toBeChecked();
      await page.getByRole('button', { name: 'Let Claude in' }).click();
      await expect(page.getByText('Back in the app.')).toBeVisible();
      const answer = await claude.redirected;
      expect([answer.get('state'), answer.get('iss')]).toEqual(['mark', person.url]);
      const { access_token } = await claude.tokens(answer.get('code'));
      const agentHeaders = { authorization: `Bearer ${access_token}` };
      expect((await person.call('POST', '/api/v1/page/tiles', { input: 'Rain on the Kiln Roof' }, agentHeaders)).status).toBe(201);
      expect((await person.call('POST', '/api/v1/page/publish', {}, agentHeaders)).status).toBe(403);

      await page.goto('/agents');
      await expect(page.getByText('Claude asked to publish just now.')).toBeVisible();
      await page.getByRole('switch', { name: 'Claude may publish' }).click();
      await expect(page.getByRole('switch', { name: 'Claude may publish' })).toHaveAttribute('aria-checked', 'true');
      expect((await person.call('POST', '/api/v1/page/publish', {}, agentHeaders)).status).toBe(200);
      await page.getByRole('button', { name: /^Undo: Added .*Rain on the Kiln Roof/ }).click();
      await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
      expect((await person.call('GET', '/api/v1/page')).body.draft.tiles).toEqual([]);
      await page.locator('summary', { hasText: 'Disconnect' }).click();
      await page.getByRole('button', { name: 'Disconnect' }).click();
      await expect(page.getByText('Nobody yet. Connect one; it takes a minute.')).toBeVisible();
      expect((await person.call('GET', '/api/v1/page', undefined, agentHeaders)).status).toBe(401);
      claude.close();
    });

    test('a user lets an agent in that may only add until a day, and narrows it to reading', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      const claude = await oauthClient(person.url, 'Claude');
      await page.goto(claude.authorizeUrl);
      await signIn(page, person);
      await expect(page.getByRole('radio', { name: 'Edit' })).toBeChecked();
      await page.getByRole('radio', { name: 'Read only' }).check();
      await expect(page.getByRole('checkbox', { name: 'Publish, too' })).toBeHidden();
      await page.getByRole('radio', { name: 'Add only' }).check();
      await expect(page.getByRole('checkbox', { name: 'Publish, too' })).not.toBeChecked();
      await page.getByLabel('Last day').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
      await page.getByRole('button', { name: 'Let Claude in' }).click();
      await expect(page.getByText('Back in the app.')).toBeVisible();
      const { access_token } = await claude.tokens((await claude.redirected).get('code'));
      const agentHeaders = { authorization: `Bearer ${access_token}` };
      expect((await person.call('POST', '/api/v1/page/tiles', { input: 'Rain on the Kiln Roof' }, agentHeaders)).status).toBe(201);
      expect((await person.call('PATCH', '/api/v1/page/profile', { bio: 'Mine' }, agentHeaders)).body.code).toBe('add_only');

      await page.goto('/agents');
      await expect(page.getByText(/^May only add\. Last day \d/)).toBeVisible();
      await page.locator('#connected .agents-narrow summary').click();
      await page.locator('#connected').getByRole('radio', { name: 'Read only' }).check();
      await page.locator('#connected .agents-narrow').getByRole('button').click();
      await expect(page.getByText(/^May only read\. Last day \d/)).toBeVisible();
      await expect(page.getByRole('switch', { name: 'Claude may publish' })).toHaveCount(0);
      expect((await person.call('POST', '/api/v1/page/tiles', { input: 'x' }, agentHeaders)).body.code).toBe('read_only');
      claude.close();
    });

    test('"Not now" redirects with access_denied and no code', async ({ page, person }) => {
      const claude = await oauthClient(person.url, 'Claude');
      await page.goto(claude.authorizeUrl);
      await signIn(page, person);
      await page.getByRole('button', { name: 'Not now' }).click();
      await expect(page.getByText('Back in the app.')).toBeVisible();
      const answer = await claude.redirected;
      expect([answer.get('error'), answer.get('code')]).toEqual(['access_denied', null]);
      claude.close();
    });
  });
}

for (const width of [1280, 390]) for (const colorScheme of ['light', 'dark']) {
  test(`the consent and agents pages have no accessibility violations at ${width} px, ${colorScheme}`, async ({ browser, person }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true, baseURL: person.url });
    const page = await context.newPage(), claude = await oauthClient(person.url, 'Claude');
    const violations = async () => (await axeViolations(page)).map(violation => `${violation.id}: ${violation.nodes.map(node => node.target.join(' ')).join(', ')}`);
    await person.call('POST', '/api/v1/claim', { username: person.name });
    await page.goto(claude.authorizeUrl);
    expect(await violations()).toEqual([]);
    await signIn(page, person);
    await expect(page.getByRole('button', { name: 'Let Claude in' })).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.goto('/agents');
    expect(await violations()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    claude.close();
    await context.close();
  });
}
