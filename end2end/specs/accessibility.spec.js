// Every screen meets WCAG A and AA as far as axe can tell, wide and narrow.
import { WCAG_AA, axeViolations } from '../axe.js';
import { brief, expect, test } from '../fixtures.js';

async function accessibilityViolations(page) {
  const violations = await axeViolations(page, { runOnly: WCAG_AA });
  const nodes = violations.flatMap(violation => violation.nodes.map(node => ({ rule: violation.id, at: node.target.join(' '), why: node.failureSummary })));
  // A miniature is a picture of a page: the text in it does not label the link that contains it.
  const inMiniature = await page.evaluate(nodes => nodes.map(node => node.rule === 'label-content-name-mismatch' && !!document.querySelector(node.at)?.querySelector('.page')), nodes);
  return nodes.filter((_, index) => !inMiniature[index]);
}

for (const width of [1280, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of ['/', '/signup', '/signin', '/forgot', '/nobody-here', '/docs/errors', '/new', '/new?name=Ada%20Moss&links=https://example.com,ada@moss.example,a%20note']) {
      test(`${path} has no accessibility violations`, async ({ page }) => {
        const response = await page.goto(path);
        expect(response.status()).toBe(path === '/nobody-here' ? 404 : 200);
        if (path.startsWith('/new')) await expect(page.getByRole('region', { name: 'Preview' }).locator('.page')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
      });
    }

    for (const style of ['painted', 'cozy']) {
      test(`a published page in ${style} has no accessibility violations`, async ({ page, person }) => {
        await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
        await person.call('PATCH', '/api/v1/page/theme', { style });
        await person.call('POST', '/api/v1/page/publish');
        await page.goto(`/${person.name}`);
        expect(await accessibilityViolations(page)).toEqual([]);
      });
    }
  });
}
