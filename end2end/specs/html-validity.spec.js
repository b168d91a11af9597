// The Nu checker finds no errors in published pages (each look and layout), the gallery and Mantel's own screens.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brief, expect, signIn, test, visit } from '../fixtures.js';
import { LAYOUTS, LOOKS } from '../looks/catalog.js';

const checker = createRequire(import.meta.url)('vnu-jar');
const run = promisify(execFile);

// The checker's errors, each with the excerpt of the document it is about.
async function validationErrors(pages) {
  const folder = mkdtempSync(join(tmpdir(), 'mantel-html-'));
  try {
    const files = pages.map(({ name, html }, index) => {
      const file = join(folder, `${String(index).padStart(3, '0')}-${name.replace(/[^a-z0-9]+/gi, '-')}.html`);
      writeFileSync(file, html);
      return file;
    });
    const report = await run('java', ['-jar', checker, '--format', 'json', '--errors-only', '--exit-zero-always', ...files], { maxBuffer: 64 << 20 });
    const { messages } = JSON.parse(report.stderr || '{"messages":[]}');
    // The checker's CSS parser knows neither container queries nor nesting.
    return messages.filter(message => !message.message.startsWith('CSS: ')).map(message => `${message.url.split('/').pop()}:${message.lastLine}: ${message.message} …${(message.extract ?? '').slice(0, 120)}`);
  } finally { rmSync(folder, { recursive: true, force: true }) }
}

test('a published page in every look and layout is valid HTML', async ({ person, request }) => {
  test.setTimeout(180_000);
  const pages = [];
  for (const [index, name] of ['illustrator.json', 'musician.json'].entries()) {
    await person.call('POST', '/api/v1/page/import', { file: brief(name), username: person.name, replace: index > 0 });
    for (const style of Object.keys(LOOKS)) for (const layout of LAYOUTS) {
      expect((await person.call('PATCH', '/api/v1/page/theme', { style, layout })).status).toBe(200);
      expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
      pages.push({ name: `${style}-${layout}`, html: await (await request.get(`/${person.name}`)).text() });
    }
  }
  // From right to left, and the small form for other sites.
  expect((await person.call('PATCH', '/api/v1/page/profile', { name: 'ليلى حداد', bio: 'خزف من بيروت' })).status).toBe(200);
  for (const style of Object.keys(LOOKS)) {
    expect((await person.call('PATCH', '/api/v1/page/theme', { style, layout: 'bento' })).status).toBe(200);
    expect((await person.call('POST', '/api/v1/page/publish')).status).toBe(200);
    for (const path of ['', '/embed']) {
      const html = await (await request.get(`/${person.name}${path}`)).text();
      expect(html).toMatch(/^<!DOCTYPE html><html lang="ar" dir="rtl">/);
      pages.push({ name: `${style}-arabic${path}`, html });
    }
  }
  expect(await validationErrors(pages)).toEqual([]);
});

test('Mantel\'s own screens are valid HTML', async ({ page, person, request }) => {
  test.setTimeout(120_000);
  const pages = [];
  await person.call('POST', '/api/v1/claim', { username: person.name });
  await person.call('POST', '/api/v1/page/publish', {});
  await visit(request, person);
  await signIn(page, person);
  // Counts are written every ten seconds.
  await expect.poll(async () => (await page.request.get('/insights')).text(), { timeout: 30_000 }).toContain('insights-lit');
  for (const path of [`/${person.name}/share`, '/share', '/share?way=a', '/insights', '/insights?range=12m']) {
    pages.push({ name: path, html: await (await page.request.get(path)).text() });
  }
  for (const path of ['/', '/looks', '/looks/lofi/dusk?layout=canvas', '/signup', '/signin', '/forgot', '/new', '/new?move-in', '/docs', '/docs/errors', '/docs/api', '/nobody-here']) {
    pages.push({ name: path, html: await (await request.get(path)).text() });
  }
  expect(await validationErrors(pages)).toEqual([]);
});
