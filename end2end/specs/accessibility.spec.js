// WCAG A and AA as far as a program can tell (axe), on every screen, wide and narrow.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brief, expect, test } from '../fixtures.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(rules => window.axe.run(document, { runOnly: rules }), RULES);
  const nodes = violations.flatMap(violation => violation.nodes.map(node => ({ rule: violation.id, at: node.target.join(' '), why: node.failureSummary })));
  // A miniature is a picture of a page: the words in it are not the label of the link it stands in.
  const pictured = await page.evaluate(all => all.map(node => node.rule === 'label-content-name-mismatch' && !!document.querySelector(node.at)?.querySelector('.page')), nodes);
  return nodes.filter((_, nth) => !pictured[nth]);
}

for (const width of [1280, 390]) {
  test.describe(`${width} wide`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of ['/', '/signup', '/signin', '/forgot', '/nobody-here', '/docs/errors', '/new', '/new?name=Ada%20Moss&links=https://example.com,ada@moss.example,a%20note']) {
      test(`${path} has no fault`, async ({ page }) => {
        const reply = await page.goto(path);
        expect(reply.status()).toBe(path === '/nobody-here' ? 404 : 200);
        if (path.startsWith('/new')) await expect(page.getByRole('region', { name: 'Preview' }).locator('.page')).toBeVisible();
        expect(await faults(page)).toEqual([]);
      });
    }

    for (const style of ['painted', 'cozy']) {
      test(`a published page in ${style} has no fault`, async ({ page, person }) => {
        await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
        await person.call('PATCH', '/api/v1/page/theme', { style });
        await person.call('POST', '/api/v1/page/publish');
        await page.goto(`/${person.name}`);
        expect(await faults(page)).toEqual([]);
      });
    }
  });
}
