// A brief written by a chat assistant becomes a live page; the same brief over the API gives the same draft.
import { brief, expect, test } from '../fixtures.js';

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
      await card.getByRole('button', { name: 'Make it mine' }).click();

      // After sign-up: the same page, signed in, with the name still filled in.
      await expect(card.getByLabel('Your page’s address')).toHaveValue(name);
      await card.getByRole('button', { name: 'Put it up' }).click();
      await expect(card.getByRole('heading', { name: 'It is lit' })).toBeVisible();
      await card.getByRole('link', { name: new RegExp(`/${name}$`) }).click();

      await expect(page).toHaveURL(new RegExp(`/${name}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Juniper Hale');
      await expect(page.getByRole('link', { name: /Print shop/ })).toHaveAttribute('href', 'https://www.etsy.com/shop/juniperhale');

      const live = await (await request.get(`/api/v1/public/${name}`)).json();
      expect(live.profile.name).toBe('Juniper Hale');
      expect(await (await request.get(`/${name}/llms.txt`)).text()).toContain('# Juniper Hale');

      const imported = await person.call('POST', '/api/v1/page/import', { file: brief('messy/chat-answer.txt'), username: person.name });
      expect(imported.status).toBe(201);
      expect(content(imported.body.draft)).toEqual(content(live));
    });
  });
}
