// The model's vectors, through the browser's half: it reads them as the service does.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '../fixtures.js';

const FOLDER = new URL('../../model/tests/vectors/', import.meta.url);
const text = path => readFileSync(new URL(path, FOLDER), 'utf8');
const files = (folder, ...ends) => readdirSync(new URL(folder, FOLDER)).filter(name => name !== 'README.md' && ends.some(end => name.endsWith(end))).sort();

const DOCUMENTS = files('documents/', '.txt', '.json').map(name => text(`documents/${name}`));

test('every document is read by /new as by the service', async ({ page, person }) => {
  test.setTimeout(480_000);
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

// What a tile says, without what only this page gives it.
const told = ({ id, size, color, pos, facts, ...content }) => JSON.stringify(content, Object.keys(content).sort());
// A tile for an address that another one has is offered, but not added on its own.
const withoutRepeated = tiles => tiles.filter(({ url }, index) => !url || tiles.findIndex(tile => tile.url === url) === index);

// As the vectors write characters that a line cannot have.
const plain = line => line.replace(/\\u\{([0-9a-f]+)\}|\\(.)/g, (_, code, letter) => code ? String.fromCodePoint(parseInt(code, 16)) : { n: '\n', t: '\t' }[letter] ?? letter);
const LINES = text('lines.txt').split('\n').filter(line => line && !line.startsWith('//')).map(line => plain(line.split('\t')[0]));
const LISTS = files('lists/', '.txt').map(name => text(`lists/${name}`));

test('every line and list is read by /new as by the service', async ({ page, person }) => {
  test.setTimeout(480_000);
  await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
  await page.goto(`${person.url}/new`);
  await expect(page.locator('.brief-looks .page').first()).toBeVisible();
  // Nothing has to be painted.
  await page.evaluate(() => { document.body.style.display = 'none' });
  expect(LINES.length).toBeGreaterThan(300);
  expect(LISTS.length).toBeGreaterThan(100);
  for (const input of [...LINES, ...LISTS]) {
    const { status, body } = await person.call('POST', '/api/v1/page/tiles', { inputs: [input], dryRun: true });
    // The tiles of the page that /new makes of the text alone.
    const brief = await page.evaluate(async input => {
      // What follows from an input is done before the next task.
      const settled = () => new Promise(resolve => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0) });
      const type = async (field, value) => {
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        await settled();
      };
      const open = async name => {
        [...document.querySelectorAll('[role=tab]')].find(tab => tab.textContent.trim() === name).click();
        await settled();
      };
      await open('JSON');
      await type(document.querySelector('#json'), '{"name": "Ines", "links": []}');
      await open('Form');
      const paste = document.querySelector('#paste');
      await type(paste, input);
      paste.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await settled();
      await type(paste, '');
      await open('JSON');
      return document.querySelector('#json').value;
    }, input);
    const made = await person.call('POST', '/api/v1/page/import', { file: brief, replace: true, dryRun: true });
    expect(made.status, `${input}\n${brief}`).toBe(200);
    // A password in a line is a reason to refuse the line, and is cut out of a list.
    if (status === 400 && JSON.stringify(body).includes('contains a user name or password')) {
      expect(brief, input).not.toContain('secret');
      continue;
    }
    const added = status < 300 ? body.changes.added : [];
    // One call adds at most 30 tiles: what follows is of no list here.
    expect(added.length, input).toBeLessThan(30);
    expect(made.body.changes.added.map(told), input).toEqual(withoutRepeated(added).map(told));
  }
});
