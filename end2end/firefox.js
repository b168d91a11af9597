// A fixture for tests in Firefox: one browser for each worker, driven by Puppeteer over WebDriver BiDi. Playwright drives only a
// Firefox of its own making.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { expect, test as base } from './fixtures.js';

// The machine's Firefox; `MANTEL_FIREFOX` names another.
export function firefoxPath() {
  if (process.env.MANTEL_FIREFOX) return process.env.MANTEL_FIREFOX;
  for (const name of ['firefox-esr', 'firefox']) {
    try { return execSync(`command -v ${name}`, { shell: '/bin/sh' }).toString().trim() } catch { /* not this one */ }
  }
  const inApplications = '/Applications/Firefox.app/Contents/MacOS/firefox';
  if (existsSync(inApplications)) return inApplications;
  throw new Error('Firefox is missing: run `.ci/setup test`, or name it in MANTEL_FIREFOX.');
}

export const test = base.extend({
  firefox: [async ({}, use) => {
    const browser = await puppeteer.launch({
      browser: 'firefox', executablePath: firefoxPath(), headless: true,
      extraPrefsFirefox: { 'intl.accept_languages': 'en', 'datareporting.policy.dataSubmissionEnabled': false, 'app.update.enabled': false },
    });
    await use(browser);
    await browser.close();
  }, { scope: 'worker', timeout: 120_000 }],

  // A tab with an empty profile, and the errors of its documents: `errors`.
  tab: async ({ firefox }, use) => {
    const context = await firefox.createBrowserContext(), tab = await context.newPage();
    const setViewport = tab.setViewport.bind(tab);
    // Firefox before 144 has no orientation of the screen to set, which Puppeteer asks for beside the size of the window.
    tab.setViewport = async size => {
      await setViewport(size).catch(error => { if (!/setScreenOrientationOverride/.test(error.message)) throw error });
      await eventually(tab, size => innerWidth === size.width && innerHeight === size.height, size);
    };
    tab.errors = [];
    tab.on('pageerror', error => tab.errors.push(String(error)));
    tab.on('console', message => { if (message.type() === 'error') tab.errors.push(message.text()) });
    await use(tab);
    await context.close();
  },
});

// The value of `read` in the page once it is true, waiting as long as Playwright's assertions do.
export async function eventually(tab, read, ...args) {
  let value;
  await expect.poll(async () => { value = await tab.evaluate(read, ...args).catch(() => undefined); return !!value }, { message: `${read} ${args.join(' ')}` }).toBe(true);
  return value;
}

// The visible control with this label, or the visible button, link or option with these words, once it is there.
export async function control(tab, words) {
  const find = words => {
    const shown = element => element?.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');
    const says = element => (element.ariaLabel ?? element.textContent).replace(/\s+/g, ' ').trim();
    const matches = element => new RegExp(words).test(says(element));
    const labelled = [...document.querySelectorAll('label')].filter(matches).map(label => label.control);
    return [...labelled, ...[...document.querySelectorAll('button,a,[role=option]')].filter(matches)].find(shown) ?? null;
  };
  let found;
  await expect.poll(async () => {
    found = (await tab.evaluateHandle(find, words)).asElement();
    return !!found;
  }, { message: `a control that says ${words}` }).toBe(true);
  return found;
}

export { expect };
