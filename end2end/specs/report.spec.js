// Reporting a page, from the link in its footer to the confirmation, with the keyboard alone.
import { admin, brief, expect, test } from '../fixtures.js';

// The focused element: its name or text, and whether its focus ring is visible.
const focused = page => page.evaluate(() => {
  const element = document.activeElement, style = getComputedStyle(element);
  const ring = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
  return { name: element.name || element.textContent.trim(), ring };
});

// Presses Tab until the wanted element is reached, at most once for each focusable element, and checks its focus ring.
async function tabTo(page, wanted) {
  const focusable = await page.locator('a[href], button, input, select, textarea, summary').count();
  for (let presses = 0; presses <= focusable; presses++) {
    await page.keyboard.press('Tab');
    const current = await focused(page);
    if (current.name === wanted) { expect(current.ring, wanted).toBe(true); return }
  }
  throw new Error(`Tab never reaches ${wanted}`);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a page is reported with the keyboard alone', async ({ page, mantel, person }) => {
      await person.call('POST', '/api/v1/page/import', { file: brief('cafe.json'), username: person.name });
      expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
      await page.goto(`/${person.name}`);
      await tabTo(page, 'Report this page');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Report this page' })).toBeVisible();
      await tabTo(page, 'reason');
      // A select takes the option that matches the typed letters.
      await page.keyboard.type('It shows something');
      await page.keyboard.press('Tab');
      expect((await focused(page)).name).toBe('words');
      await page.keyboard.type('The third link sells what nobody may sell.');
      await page.keyboard.press('Tab');
      expect((await focused(page)).name).toBe('email');
      // An invalid address keeps the form open and the focus in the field, with a sentence beside it.
      await page.keyboard.type('eve');
      await page.keyboard.press('Enter');
      const email = page.getByLabel('Your email, if we may ask back');
      await expect(email).toHaveAccessibleDescription('Leave the email out, or write one like ines@harrow.example.');
      await expect(email).toBeFocused();
      await expect(email).toHaveValue('eve');
      await page.keyboard.press('End');
      await page.keyboard.type('@harrow.example');
      await page.keyboard.press('Tab');
      expect(await focused(page)).toEqual({ name: 'Send the report', ring: true });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
      const openReports = admin(mantel.env, ['reports']);
      for (const expected of [person.name, 'illegal', 'The third link sells what nobody may sell.', 'eve@harrow.example']) {
        expect(openReports).toContain(expected);
      }
    });
  });
}

test('the link to report a page keeps a distance on short pages, in every look', async ({ page, person }) => {
  await person.call('POST', '/api/v1/page/import', { file: '{"name": "Rosa", "links": []}', username: person.name });
  for (const links of [[], ['https://example.com/shop']]) {
    for (const style of ['painted', 'cozy', 'washi', 'lofi', 'cobalt', 'night']) {
      await person.call('POST', '/api/v1/page/import', { file: JSON.stringify({ name: 'Rosa', look: style, links }), replace: true });
      expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
      for (const [width, height] of [[390, 640], [1280, 800]]) {
        await page.setViewportSize({ width, height });
        await page.goto(`/${person.name}`);
        const gap = await page.evaluate(() => {
          const bottoms = [...document.querySelectorAll('.page .profile, .page .tile > .obj')].map(element => element.getBoundingClientRect().bottom);
          return document.querySelector('.tell a').getBoundingClientRect().top - Math.max(...bottoms);
        });
        expect(gap, `${style} with ${links.length} tiles at ${width}`).toBeGreaterThanOrEqual(24);
      }
    }
  }
});
