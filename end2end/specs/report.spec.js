// The report of a page, from the link at its foot to the words of thanks, with the keyboard alone.
import { execFileSync } from 'node:child_process';
import { brief, expect, test } from '../fixtures.js';

// What has the focus: its words or its name, and whether it shows.
const focused = page => page.evaluate(() => {
  const element = document.activeElement, style = getComputedStyle(element);
  const ring = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
  return { is: element.name || element.textContent.trim(), ring };
});

// Tab until it is reached, as often as there are places; every place on the way shows that it has the focus.
async function tabTo(page, wanted) {
  const places = await page.locator('a[href], button, input, select, textarea, summary').count();
  for (let nth = 0; nth <= places; nth++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (at.is === wanted) { expect(at.ring, wanted).toBe(true); return }
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
      // The first letters choose, as in every list of a browser.
      await page.keyboard.type('It shows something');
      await page.keyboard.press('Tab');
      expect((await focused(page)).is).toBe('words');
      await page.keyboard.type('The third link sells what nobody may sell.');
      await page.keyboard.press('Tab');
      expect((await focused(page)).is).toBe('email');
      // An address that is none keeps the form where it is.
      await page.keyboard.type('eve');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Report this page' })).toBeVisible();
      await page.keyboard.type('@harrow.example');
      await page.keyboard.press('Tab');
      expect(await focused(page)).toEqual({ is: 'Send the report', ring: true });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
      const waiting = execFileSync(process.env.MANTEL_SERVER, ['admin', 'reports'], { env: mantel.env }).toString();
      for (const said of [person.name, 'illegal', 'The third link sells what nobody may sell.', 'eve@harrow.example']) {
        expect(waiting).toContain(said);
      }
    });
  });
}
