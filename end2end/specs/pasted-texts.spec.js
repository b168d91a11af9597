// The model's vectors of pasted texts and documents, through the browser's half: it reads them as the service does.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '../fixtures.js';

const FOLDER = new URL('../../model/tests/vectors/', import.meta.url);
const text = path => readFileSync(new URL(path, FOLDER), 'utf8');
const files = (folder, ...ends) => readdirSync(new URL(folder, FOLDER)).filter(name => name !== 'README.md' && ends.some(end => name.endsWith(end))).sort();

// An input of `lines.txt` with its escapes.
const ESCAPE = /\\(n|t|\\|u\{([0-9a-f]+)\})/gi, NAMED = { n: '\n', t: '\t', '\\': '\\' };
const plain = line => line.replaceAll(ESCAPE, (_, what, code) => code ? String.fromCodePoint(parseInt(code, 16)) : NAMED[what]);
const LINES = text('lines.txt').split('\n').filter(line => line && !line.startsWith('//')).map(line => plain(line.split('\t')[0]));
const LISTS = files('lists/', '.txt').map(name => text(`lists/${name}`));
const DOCUMENTS = files('documents/', '.txt', '.json').map(name => text(`documents/${name}`));

// What stays of a tile when each page's own is left out.
const bare = ({ id, facts, pos, ...tile }) => tile;
// The file of the page that /new shows.
const pageOf = async (page, person) => {
  const file = await page.locator('#json').inputValue();
  const { body } = await person.call('POST', '/api/v1/page/import', { file, replace: true });
  return body.draft;
};

test('every line and list is read by /new as by the service', async ({ page, person }) => {
  test.setTimeout(480_000);
  await person.call('POST', '/api/v1/page/import', { file: { mantel: 1, name: 'Ada', links: [] }, username: person.name });
  await page.goto(`${person.url}/new`);
  await page.locator('#paste').fill('read');
  await expect(page.locator('#paste-preview')).toContainText('Note');
  expect(LINES.length + LISTS.length).toBeGreaterThan(400);
  for (const input of [...LINES, ...LISTS]) {
    const { status, body } = await person.call('POST', '/api/v1/page/tiles', { input, dryRun: true });
    // An input is refused for a password in it, where a field has it cut out.
    if (status === 400 && /user name or password/.test(body.detail)) continue;
    await page.evaluate(input => {
      const field = document.querySelector('#paste');
      field.value = input;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      document.querySelector('#tab-json').click();
    }, input);
    const found = (await pageOf(page, person)).tiles.map(bare);
    expect(found, input).toEqual(status === 200 ? body.changes.added.map(bare) : []);
    await page.evaluate(() => {
      const json = document.querySelector('#json');
      json.value = '';
      json.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector('#tab-form').click();
    });
  }
});

test('every document is read by /new as by the service', async ({ page, person }) => {
  test.setTimeout(240_000);
  await page.goto(`${person.url}/new`);
  await page.getByRole('tab', { name: 'JSON' }).click();
  expect(DOCUMENTS.length).toBeGreaterThan(150);
  // What another service wrote is read by the reader of its pages there, and is moved in under another tab here.
  for (const input of DOCUMENTS.filter(input => !input.includes('"pageProps":{"account"'))) {
    const { status, body } = await person.call('POST', '/api/v1/page/import', { file: input, username: person.name, replace: true });
    const said = await page.evaluate(async input => {
      const json = document.querySelector('#json');
      json.value = input;
      json.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      const notes = [...document.querySelectorAll('#json-notes li')].map(note => note.textContent.replace(/^Line \d+: /, ''));
      return { refused: document.querySelector('.brief-json-error').textContent !== '', notes };
    }, input);
    // What can't be read is said, and the page stays as it was.
    if (status !== 201) {
      expect(said.refused, input).toBe(true);
      continue;
    }
    // Which page it is, and what it is called without a name, is no part of the document.
    const own = message => !/^The username was ignored|^There is no (“name”|name but the username)|^The username .* was used as the name/.test(message);
    expect(said.notes.filter(own), input).toEqual((body.warnings ?? []).map(({ message }) => message).filter(own));
  }
});
