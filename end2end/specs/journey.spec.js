// A brief written by a chat assistant becomes a live page; the same brief over the API gives the same draft. From the
// front door to the first published page in at most four presses.
import { brief, editorReady, expect, test } from '../fixtures.js';

// As most people see it, with motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let signups = 0;

// The page without its tiles' ids, which differ between imports.
const content = ({ profile, theme, tiles }) => ({ profile, theme, tiles: tiles.map(({ id, ...rest }) => rest) });

for (const viewport of [{ width: 1440, height: 960 }, { width: 390, height: 844 }]) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });

    test('paste, preview, sign up, claim, publish', async ({ page, request, person }) => {
      const name = `juniper-${process.pid}-${++signups}`;
      await page.goto('/new');
      // Through the clipboard, as people do.
      await page.evaluate(text => navigator.clipboard.writeText(text), brief('messy/chat-answer.txt'));
      await page.getByRole('textbox', { name: /^Paste links/ }).focus();
      await page.keyboard.press('Control+V');

      const preview = page.getByRole('region', { name: 'Preview' });
      await expect(preview.getByRole('heading', { name: 'Juniper Hale' })).toBeVisible();
      await expect(preview.locator('.page')).toHaveAttribute('data-look', 'painted');
      await expect(preview.getByRole('link', { name: /Print shop/ })).toBeAttached();
      await expect(page.getByRole('button', { name: /things? to look at/ })).toBeVisible();

      // The preview updates while typing.
      await page.getByLabel('Name', { exact: true }).press('End');
      await page.keyboard.type('!');
      await expect(preview.getByRole('heading', { name: 'Juniper Hale!' })).toBeVisible();
      await page.getByLabel('Name', { exact: true }).press('Backspace');
      await expect(preview.getByRole('heading', { name: 'Juniper Hale', exact: true })).toBeVisible();

      await page.getByRole('button', { name: 'Make it mine' }).first().click();
      const card = page.getByRole('dialog');
      await card.getByLabel('Your page’s address').fill(name);
      await expect(card.getByText(`${name} is free`)).toBeVisible();
      await card.getByLabel('Email').fill(`${name}@harrow.example`);
      await card.getByLabel('Password').fill('a long enough password');
      // The name is asked for once; publishing is a button that says so.
      await card.getByRole('button', { name: `Publish at ${new URL(page.url()).host}/${name}` }).click();
      await expect(card.getByRole('heading', { name: 'It is live' })).toBeFocused();
      if (viewport.width > 600) await expect(page.getByText('Anyone can see this.')).toBeVisible();
      await expect(page.getByText('Only you can see this.')).toHaveCount(0);
      await card.getByRole('button', { name: 'Copy address' }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${new URL(page.url()).origin}/${name}`);
      const opened = page.waitForEvent('popup');
      await card.getByRole('link', { name: new RegExp(`/${name}$`) }).click();
      const visitor = await opened;
      await expect(visitor).toHaveURL(new RegExp(`/${name}$`));
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Juniper Hale');
      await expect(visitor.getByRole('link', { name: /Print shop/ })).toHaveAttribute('href', 'https://www.etsy.com/shop/juniperhale');

      const live = await (await request.get(`/api/v1/public/${name}`)).json();
      expect(live.profile.name).toBe('Juniper Hale');
      expect(await (await request.get(`/${name}/llms.txt`)).text()).toContain('# Juniper Hale');

      const imported = await person.call('POST', '/api/v1/page/import', { file: brief('messy/chat-answer.txt'), username: person.name });
      expect(imported.status).toBe(201);
      expect(content(imported.body.draft)).toEqual(content(live));
    });
  });
}

const password = 'a long enough password', links = 'https://example.com/shop\nhttps://example.com/notes';

// Counts the presses beside typing, over all pages of the tab: clicks, and Enter.
const countPresses = page => page.addInitScript(() => {
  const count = () => sessionStorage.setItem('presses', Number(sessionStorage.getItem('presses')) + 1);
  addEventListener('click', ({ detail }) => { if (detail > 0) count() }, true);
  addEventListener('keydown', ({ key }) => { if (key === 'Enter') count() }, true);
});
const presses = page => page.evaluate(() => Number(sessionStorage.getItem('presses')));

// What a visitor sees.
async function isLive(request, name) {
  const live = await (await request.get(`/api/v1/public/${name}`)).json();
  expect(live.tiles.map(tile => tile.url)).toEqual(links.split('\n'));
}

for (const start of ['the call to action', 'the field']) {
  test(`the first published page takes at most four presses from the claim of the front door: ${start}`, async ({ page, request }) => {
    const name = `rosa-${process.pid}-${++signups}`;
    await countPresses(page);
    await page.goto('/');
    if (start === 'the field') {
      await page.locator('#claim-name').fill(name);
      await page.locator('#claim-name').press('Enter');
      await expect(page.getByLabel('Your name on the shelf')).toHaveValue(name);
    } else {
      await page.getByRole('link', { name: 'Claim your name' }).click();
      await expect(page.getByLabel('Your name on the shelf')).toBeFocused();
      await page.keyboard.type(name);
    }
    await page.getByLabel('Email').fill(`${name}@harrow.example`);
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Paste what goes on it').fill(links);
    await page.getByRole('button', { name: 'Make it mine' }).click();
    await editorReady(page);
    await page.getByRole('button', { name: /^Publish/ }).click();
    await page.getByRole('button', { name: /^Publish at/ }).click();
    await expect(page.getByRole('heading', { name: 'It is live' })).toBeVisible();
    expect(await presses(page)).toBeLessThanOrEqual(4);
    expect(await presses(page)).toBeGreaterThan(2);
    await isLive(request, name);
  });
}

test('the first published page takes at most four presses by way of /new', async ({ page, request }) => {
  const name = `rosa-${process.pid}-${++signups}`;
  await countPresses(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Try it without an account' }).click();
  await page.getByRole('textbox', { name: /^Paste links/ }).fill(links);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Make it mine' }).first().click();
  const card = page.getByRole('dialog');
  await card.getByLabel('Your page’s address').fill(name);
  await card.getByLabel('Your name, as the page shows it').fill('Rosa');
  await card.getByLabel('Email').fill(`${name}@harrow.example`);
  await card.getByLabel('Password').fill(password);
  await card.getByRole('button', { name: /^Publish at/ }).click();
  await expect(card.getByRole('heading', { name: 'It is live' })).toBeVisible();
  expect(await presses(page)).toBeLessThanOrEqual(4);
  expect(await presses(page)).toBeGreaterThan(2);
  await isLive(request, name);
});

test('a claim kept as a draft is seen by nobody else, and the front door says so', async ({ page, request }) => {
  const name = `rosa-${process.pid}-${++signups}`;
  await page.goto('/new?name=Rosa&links=https://example.com/shop');
  await page.getByRole('button', { name: 'Make it mine' }).first().click();
  const card = page.getByRole('dialog');
  await card.getByLabel('Your page’s address').fill(name);
  await card.getByLabel('Email').fill(`${name}@harrow.example`);
  await card.getByLabel('Password').fill(password);
  await card.getByRole('button', { name: 'Keep as a draft' }).click();
  await expect(page).toHaveURL(/\/edit$/);
  await editorReady(page);
  await expect(page.locator('#tile-list, .page').getByText('example.com').first()).toBeVisible();
  expect((await request.get(`/${name}`)).status()).toBe(404);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Not lit yet' })).toBeVisible();
  await expect(page.getByText(new RegExp(`Only you can see .*/${name}`))).toBeVisible();
});

test('a refused claim says why beside the field, suggests a name and keeps what was typed', async ({ page, person }) => {
  expect((await person.call('POST', '/api/v1/claim', { username: person.name })).status).toBe(201);
  await page.goto('/new?links=https://example.com/shop');
  await page.getByRole('button', { name: 'Make it mine' }).first().click();
  const card = page.getByRole('dialog'), address = card.getByLabel('Your page’s address');
  await address.fill(person.name);
  await expect(card.getByText(new RegExp(`^${person.name} is taken\\. \\S+ is free\\.`))).toBeVisible();
  await card.getByLabel('Email').fill(person.email);
  await card.getByLabel('Password').fill(password);
  await card.getByRole('button', { name: /^Publish at/ }).click();
  await expect(card.getByText('Give your page a name first.')).toBeVisible();
  await card.getByLabel('Your name, as the page shows it').fill('Rosa');
  await card.getByRole('button', { name: /^Publish at/ }).click();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await card.getByRole('button', { name: /^Take / }).click();
  await expect(card.getByText(/ is free\s*$/)).toBeVisible();
  await card.getByRole('button', { name: /^Publish at/ }).click();
  await expect(card.getByText(/already has an account/)).toBeVisible();
  await expect(card.getByLabel('Email')).toBeFocused();
  await expect(card.getByLabel('Password')).toHaveValue(password);
  // With the account there is a page already: its draft can be replaced, and nothing goes live by that.
  await card.getByRole('button', { name: 'Sign in' }).click();
  await card.getByRole('button', { name: /^Publish at/ }).click();
  await expect(card.getByRole('heading', { name: new RegExp(`^You have .*/${person.name}$`) })).toBeVisible();
  await card.getByRole('button', { name: 'Replace its draft' }).click();
  await expect(page).toHaveURL(/\/edit$/);
  expect((await person.call('GET', '/api/v1/page')).body).toMatchObject({ published: null });
});
