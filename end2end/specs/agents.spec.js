// An agent asks, a person answers: consent, the agents page, undo, disconnect; with and without JavaScript.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { expect, test } from '../fixtures.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// A program on this computer: it registers, has its person sent to the consent page, and listens for the answer.
async function program(url, name) {
  let heard;
  const answer = new Promise(done => { heard = done });
  const ear = createServer((request, reply) => { reply.end('Back in the app.'); heard(new URL(request.url, 'http://localhost').searchParams) });
  await new Promise(done => ear.listen(0, '127.0.0.1', done));
  const back = `http://127.0.0.1:${ear.address().port}/callback`, verifier = randomBytes(32).toString('base64url');
  const post = (path, body, type) => fetch(`${url}/api/auth/oauth2/${path}`, { method: 'POST', headers: type ? { 'content-type': type } : {}, body }).then(response => response.json());
  const { client_id } = await post('register', JSON.stringify({ client_name: name, redirect_uris: [back] }), 'application/json');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: back, code_challenge: challenge, code_challenge_method: 'S256', state: 'mark' });
  const tokens = async code => post('token', new URLSearchParams({ grant_type: 'authorization_code', client_id, redirect_uri: back, code_verifier: verifier, code }));
  return { address: `/api/auth/oauth2/authorize?${query}`, answer, tokens, close: () => ear.close() };
}

async function signIn(page, person) {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a person lets an agent in, sees what it did, takes it back and ends it', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      const claude = await program(person.url, 'Claude');
      await page.goto(claude.address);
      await signIn(page, person);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`Claude asks to work on`);
      if (javaScriptEnabled) await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.getByText('an app on this computer')).toBeVisible();
      await page.getByRole('checkbox', { name: 'Publish, too' }).uncheck();
      await page.getByRole('button', { name: 'Let Claude in' }).click();
      await expect(page.getByText('Back in the app.')).toBeVisible();
      const answer = await claude.answer;
      expect([answer.get('state'), answer.get('iss')]).toEqual(['mark', person.url]);
      const { access_token } = await claude.tokens(answer.get('code'));
      const bearer = { authorization: `Bearer ${access_token}` };
      expect((await person.call('POST', '/api/v1/page/tiles', { input: 'Rain on the Kiln Roof' }, bearer)).status).toBe(201);
      expect((await person.call('POST', '/api/v1/page/publish', {}, bearer)).status).toBe(403);

      await page.goto('/agents');
      await expect(page.getByText('Claude asked to publish just now.')).toBeVisible();
      await page.getByRole('switch', { name: 'Claude may publish' }).click();
      await expect(page.getByRole('switch', { name: 'Claude may publish' })).toHaveAttribute('aria-checked', 'true');
      expect((await person.call('POST', '/api/v1/page/publish', {}, bearer)).status).toBe(200);
      await page.getByRole('button', { name: /^Undo: Added .*Rain on the Kiln Roof/ }).click();
      await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
      expect((await person.call('GET', '/api/v1/page')).body.draft.tiles).toEqual([]);
      await page.locator('summary', { hasText: 'Disconnect' }).click();
      await page.getByRole('button', { name: 'Disconnect' }).click();
      await expect(page.getByText('Nobody yet. Connect one; it takes a minute.')).toBeVisible();
      expect((await person.call('GET', '/api/v1/page', undefined, bearer)).status).toBe(401);
      claude.close();
    });

    test('not now sends the person back with nothing', async ({ page, person }) => {
      const claude = await program(person.url, 'Claude');
      await page.goto(claude.address);
      await signIn(page, person);
      await page.getByRole('button', { name: 'Not now' }).click();
      await expect(page.getByText('Back in the app.')).toBeVisible();
      const answer = await claude.answer;
      expect([answer.get('error'), answer.get('code')]).toEqual(['access_denied', null]);
      claude.close();
    });
  });
}

for (const width of [1280, 390]) for (const colorScheme of ['light', 'dark']) {
  test(`consent and agents have no fault, ${width} wide, ${colorScheme}`, async ({ browser, person }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true, baseURL: person.url });
    const page = await context.newPage(), claude = await program(person.url, 'Claude');
    const faults = async () => {
      await page.evaluate(axe);
      return page.evaluate(async () => (await window.axe.run(document)).violations.map(violation => `${violation.id}: ${violation.nodes.map(node => node.target.join(' ')).join(', ')}`));
    };
    await person.call('POST', '/api/v1/claim', { username: person.name });
    await page.goto(claude.address);
    expect(await faults()).toEqual([]);
    await signIn(page, person);
    await expect(page.getByRole('button', { name: 'Let Claude in' })).toBeVisible();
    expect(await faults()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.goto('/agents');
    expect(await faults()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    claude.close();
    await context.close();
  });
}
