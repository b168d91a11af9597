// Automated accessibility checks: axe-core, run in the page under test.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// The tags of the rules of WCAG 2.2, levels A and AA.
export const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
// The same and the best practices: landmarks, order of headings, and others.
export const EVERY_RULE = [...WCAG_AA, 'best-practice'];

// The rules whose outcome depends on colours; all others find the same in each scheme and palette.
export const OF_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

// The violations that axe finds in `context` (the document unless given) with these options of `axe.run`. Nothing is written down of the
// elements that pass, which are a thousand times as many.
export async function axeViolations(page, options = {}, context = null) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(source);
  return page.evaluate(async ([context, options]) => (await window.axe.run(context ?? document, { resultTypes: ['violations'], ...options })).violations, [context, options]);
}

// Violations as lines, one for each element.
export const byElement = violations => violations.flatMap(violation => violation.nodes.map(node => `${violation.id} ${node.target.join(' ')}: ${node.failureSummary}`));
