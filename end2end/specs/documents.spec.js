// The model's vectors of documents, through the browser's half: it reads them as the service does.
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
