// Every screen passes every rule of axe, best practices too: wide and narrow, in both colour schemes, with everything on it open.
import { EVERY_RULE, OF_COLOURS, axeViolations, byElement } from '../axe.js';
import { makeConflict } from '../conflict.js';
import { admin, brief, expect, openEditor, test, visit } from '../fixtures.js';
import { REPLY, answer } from '../move-in-pages.js';
import { oauthClient } from '../oauth-client.js';

test.describe.configure({ timeout: 300_000 });

// What axe finds in `context` (the document unless given): all of it in the first scheme, what depends on colours in the second.
async function violations(page, context, schemes = ['light', 'dark']) {
  const found = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // The colours on their way from one scheme to the other are nobody's. Transitions of what is laid out late do not run.
    await page.evaluate(() => document.getAnimations().filter(animation => animation instanceof CSSTransition).forEach(transition => transition.finish()));
    found.push(...byElement(await axeViolations(page, { runOnly: colorScheme === schemes[0] ? EVERY_RULE : OF_COLOURS }, context)).map(line => `${colorScheme}: ${line}`));
  }
  return found;
}
const openAll = page => page.locator('details').evaluateAll(all => all.forEach(details => { details.open = true }));
const FILLED = '/new?name=Ada%20Moss&links=https://example.com,ada@moss.example,a%20note';

// Addresses of nothing, which have screens too.
const MISSING = ['/nobody-here', '/reset/not-a-link'];

// What a screen shows besides its address: waits for it, or opens it.
const PUBLIC_SCREENS = {
  '/': null,
  '/signin': null,
  '/signup': null,
  '/forgot': null,
  '/reset/not-a-link': null,
  '/looks': null,
  '/looks?layout=list': null,
  '/looks/night/sodium': null,
  '/looks/washi/kinari?layout=canvas': null,
  '/docs': null,
  '/docs/errors': null,
  '/docs/api': async page => {
    // Where npm could fetch it, Redoc draws the reference; otherwise the plain list stays.
    if (await page.locator('#reference[data-renderer]').count()) {
      await expect(page.locator('body.site-redoc')).toBeVisible();
      await expect(page.locator('.menu-content [role=menuitem]').first()).toBeAttached();
    }
  },
  '/nobody-here': null,
  '/new': page => expect(page.getByRole('region', { name: 'Preview' }).locator('.page')).toBeVisible(),
  [FILLED]: async page => {
    await page.getByRole('button', { name: /^Type: / }).click();
    await expect(page.getByRole('radio', { name: 'Mono' })).toBeVisible();
  },
};

for (const width of [1280, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const [path, open] of Object.entries(PUBLIC_SCREENS)) {
      test(`${path} has no accessibility violations`, async ({ page }) => {
        const response = await page.goto(path);
        expect(response.status()).toBe(MISSING.includes(path) ? 404 : 200);
        await open?.(page);
        // The whole reference takes axe a minute: once is enough, because it is drawn alike in both schemes; elsewhere its first topics.
        const long = path === '/docs/api', first = long ? { exclude: ['.api-content > :nth-child(n+4)'] } : null;
        if (long && width === 1280) expect(await violations(page, null, ['light'])).toEqual([]);
        expect(await violations(page, first, long && width === 1280 ? ['dark'] : undefined)).toEqual([]);
      });
    }

    test('moving in has no accessibility violations, while nothing is read, when it is and when it cannot be', async ({ page }) => {
      await page.goto('/new?move-in=linktr.ee/inesharrow');
      await expect(page.getByLabel('Address of your old page')).toBeVisible();
      const check = async what => expect(await violations(page), what).toEqual([]);
      await check('asking');
      let go;
      const held = new Promise(resolve => { go = resolve });
      await answer(page, 200, async () => { await held; return REPLY });
      await page.getByRole('button', { name: 'Read it' }).click();
      await expect(page.locator('.move-in-reading')).toBeVisible();
      await check('reading');
      go();
      await expect(page.locator('#move-in-title')).toHaveText(/things found/);
      await check('found');
      await page.locator('#move-in-take').click();
      await expect(page.locator('#move-in-title')).toHaveText(/moved in/);
      await check('moved in');
      await page.unrouteAll();
      await page.goto('/new?move-in=lnk.example/ines');
      await answer(page, 502, { code: 'source_refused', detail: 'It answered “403, not for robots”.' });
      await page.getByRole('button', { name: 'Read it' }).click();
      await expect(page.locator('#move-in-title')).toHaveText('lnk.example would not let us in');
      await check('refused');
    });

    test('moving in in the editor has no accessibility violations', async ({ page, person }) => {
      await answer(page, 200, REPLY);
      await openEditor(page, person, brief('illustrator.json'));
      for (const query of ['welcome', 'move-in=linktr.ee/inesharrow']) {
        await page.goto(`/edit?${query}`);
        await expect(page.getByRole('dialog')).toBeVisible();
        await expect(page.getByLabel('Address of your old page')).toBeVisible();
        expect(await violations(page), query).toEqual([]);
      }
      await page.getByRole('button', { name: 'Read it' }).click();
      await expect(page.locator('#move-in-title')).toHaveText(/things found/);
      expect(await violations(page), 'found').toEqual([]);
    });

    test('the claim on /new has no accessibility violations', async ({ page }) => {
      await page.goto(FILLED);
      await page.getByRole('button', { name: 'Make it mine' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('a published page, its preview and its report form have no accessibility violations', async ({ page, person }) => {
      await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
      const preview = await person.call('POST', '/api/v1/page/preview', {});
      await person.call('POST', '/api/v1/page/publish', {});
      for (const path of [`/${person.name}`, preview.body.preview.url, `/report/${person.name}`]) {
        expect((await page.goto(path)).status()).toBe(200);
        expect(await violations(page), path).toEqual([]);
      }
    });

    test('the consent, agents and settings screens have no accessibility violations, with everything open', async ({ page, person, request }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name });
      await person.call('POST', '/api/v1/page/publish', {});
      await visit(request, person);
      await person.call('POST', '/api/v1/page/preview', {});
      const agent = await oauthClient(person.url, 'Claude');
      await page.goto(agent.authorizeUrl);
      expect(await violations(page), 'consent, signed out').toEqual([]);
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password').fill(person.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Let Claude in' }).waitFor();
      expect(await violations(page), 'consent').toEqual([]);
      await page.getByRole('button', { name: 'Let Claude in' }).click();
      const { access_token } = await agent.tokens((await agent.redirected).get('code'));
      await person.call('POST', '/api/v1/page/tiles', { input: 'A note from Claude' }, { authorization: `Bearer ${access_token}` });
      agent.close();
      // Counts are written every ten seconds.
      await expect.poll(async () => (await page.request.get('/insights')).text(), { timeout: 30_000 }).toContain('insights-lit');
      for (const path of ['/agents', '/settings', '/insights', '/share', '/share?way=door', `/${person.name}/share`]) {
        await page.goto(path);
        expect(await violations(page), path).toEqual([]);
        await openAll(page);
        expect(await violations(page), `${path}, everything open`).toEqual([]);
      }
    });

    test('the screen of the instance has no accessibility violations, with everything open', async ({ page, person, mantel }) => {
      await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
      await person.call('POST', '/api/v1/page/publish', {});
      await page.goto(`/report/${person.name}`);
      await page.getByLabel('What should we look at?').fill('The third link.');
      await page.getByRole('button', { name: 'Send the report' }).click();
      await page.goto('/signin?next=/admin');
      await page.getByLabel('Email').fill(mantel.admin.email);
      await page.getByLabel('Password').fill(mantel.admin.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('heading', { name: 'This instance' })).toBeVisible();
      await expect(page.getByRole('link', { name: `The page ${person.name}` })).toBeVisible();
      expect(await violations(page), '/admin').toEqual([]);
      await openAll(page);
      expect(await violations(page), '/admin, everything open').toEqual([]);
    });

    test('the editor has no accessibility violations, with each of its panels open', async ({ page, person }) => {
      await openEditor(page, person, brief('illustrator.json'));
      const check = async what => expect(await violations(page), what).toEqual([]);
      const close = async () => { await page.keyboard.press('Escape'); await expect(page.getByRole('dialog')).toHaveCount(0) };
      await check('the editor');
      if (width >= 600) {
        const tiles = page.getByRole('listbox', { name: 'Profile and tiles' });
        for (const row of [tiles.getByRole('option').first(), tiles.getByRole('option').nth(1)]) {
          await row.click();
          await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible();
          await check('the inspector');
        }
        await tiles.focus();
        await page.keyboard.press('Escape');
        for (const group of ['Accent', 'Type', 'Tiles', 'Pictures', 'Background', 'Motion']) {
          await page.getByRole('complementary', { name: 'Look' }).getByRole('button', { name: new RegExp(`^${group} `) }).click();
          expect(await violations(page, { include: ['#design-panel'] }), group).toEqual([]);
        }
        await page.getByRole('button', { name: /^Version / }).click();
        await expect(page.locator('.editor-history-entry').first()).toBeVisible();
        await check('the history');
        await page.getByRole('button', { name: /^Version / }).click();
        await page.locator('body').press('?');
        await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
        await check('the keys');
        await close();
      } else {
        for (const sheet of ['Paste a link, or write', 'Tiles', 'Look']) {
          await page.getByRole('navigation', { name: 'Add and change' }).getByRole('button', { name: sheet, exact: true }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
          await check(`the sheet ${sheet}`);
          await close();
        }
      }
      await page.locator('#publish').click();
      await expect(page.locator('#publish-now')).toBeVisible();
      await check('the publish dialog');
      await page.locator('#publish-now').click();
      await expect(page.locator('#live-copy')).toBeVisible();
      await check('the published page');
      await close();
      await person.call('DELETE', '/api/v1/page/tiles/' + (await person.call('GET', '/api/v1/page')).body.draft.tiles[0].id);
      await expect(page.locator('#publish')).toBeEnabled();
      await page.locator('#publish').click();
      await expect(page.locator('#publish-now')).toBeVisible();
      await check('the changes to publish');
    });

    test('a conflict, and signing in again in the editor, have no accessibility violations', async ({ page, person, context }) => {
      await makeConflict(page, person, context);
      await page.locator('.editor-status').click();
      await expect(page.locator('.editor-conflict').getByRole('heading')).toBeFocused();
      expect(await violations(page), 'a conflict').toEqual([]);
      await page.getByRole('button', { name: 'Keep yours' }).click();
      await expect(page.locator('.editor-conflict')).toHaveCount(0);
      await context.request.post(`${person.url}/signout`, { headers: { origin: person.url } });
      await page.route('**/api/v1/**', route => route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } }));
      await person.call('POST', '/api/v1/page/tiles', { input: 'Something new to fetch' });
      await page.locator('.editor-banner').getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('dialog', { name: 'Sign in to go on' })).toBeVisible();
      expect(await violations(page), 'signing in again').toEqual([]);
    });

    test('pages that are gone, and links that are used up, have no accessibility violations', async ({ page, person, mantel }) => {
      await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
      await person.call('POST', '/api/v1/page/publish', {});
      admin(mantel.env, ['suspend', person.name, '--reason', 'It sold what nobody may sell.']);
      // Another process took it down, so a page that the server has in memory follows within a second.
      await expect.poll(async () => (await page.goto(`/${person.name}`)).status()).toBe(410);
      expect(await violations(page), 'taken down').toEqual([]);
      await openEditor(page, person);
      expect(await violations(page), 'the editor of a page that was taken down').toEqual([]);
      await page.goto('/settings/email/not-a-link');
      expect(await violations(page), 'a used link of a mail').toEqual([]);
    });

    test('what is behind a link that was mailed has no accessibility violations', async ({ page, mailing }) => {
      const email = `${test.info().testId}@harrow.example`, other = `other-${email}`;
      // Checks the screen that says this.
      const check = async words => {
        await expect(page.getByRole('main')).toContainText(words);
        await openAll(page);
        expect(await violations(page), words).toEqual([]);
      };
      const press = name => page.getByRole('button', { name, exact: true }).click();
      await page.goto(`${mailing.url}/signup`);
      await check('Light your own');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill('a long enough password');
      await press('Make it mine');
      await check('This address is not confirmed yet');
      await press('Send it again');
      await check('A link was mailed a few minutes ago');
      await page.goto(await mailing.link(email));
      await check('Confirm your address?');
      await press('Confirm it');
      await check('Your address is confirmed');

      await page.getByLabel('New address').fill(other);
      await page.locator('#email-password').fill('a long enough password');
      await press('Change the address');
      await check(`Waiting for ${other}`);
      await page.goto(await mailing.link(other));
      await check('Use this address?');
      await press('Use this address');
      await check(`You sign in as ${other}.`);

      await page.context().clearCookies();
      await page.goto(`${mailing.url}/signin`);
      await check('Forgot it');
      await page.goto(`${mailing.url}/forgot`);
      await page.getByLabel('Email').fill(other);
      await press('Mail me a link');
      await check('Look at your mail');
      await page.goto(await mailing.link(other));
      await check('A new password');
      await page.getByLabel('New password').fill('short');
      await press('Set it');
      await check('A password has at least 10 characters');
      await page.getByLabel('New password').fill('another long password');
      await press('Set it');
      await check('Your new password is set');
    });

    test('an editor without content has no accessibility violations', async ({ page, person }) => {
      await person.call('POST', '/api/v1/claim', { username: person.name, empty: true });
      await openEditor(page, person);
      expect(await violations(page)).toEqual([]);
    });
  });
}

test('the API reference loads nothing that its policy forbids', async ({ page }) => {
  const refused = [];
  page.on('console', message => { if (message.type() === 'error') refused.push(message.text()) });
  page.on('requestfailed', request => refused.push(request.url()));
  await page.goto('/docs/api');
  test.skip(await page.locator('#reference[data-renderer]').count() === 0, 'this server was built without Redoc');
  await expect(page.locator('body.site-redoc')).toBeVisible();
  await expect(page.locator('.menu-content [role=menuitem]').first()).toBeVisible();
  // The end of the menu, where its logo is.
  await page.locator('.menu-content').evaluate(menu => { menu.scrollTop = menu.scrollHeight });
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
});

test('a chooser of looks is named by the looks alone, and so are links around sample pages', async ({ page, person }) => {
  const LOOKS = ['Painted', 'Cozy', 'Washi', 'Lofi', 'Cobalt', 'Night'];
  const looksIn = page => page.getByRole('radiogroup', { name: 'Look' });
  const chooser = checked => `- radiogroup "Look":\n${LOOKS.map(look => `  - radio "${look}"${look === checked ? ' [checked]' : ''}`).join('\n')}`;
  await page.goto('/new?name=Ada%20Moss&look=washi');
  await expect(looksIn(page).locator('.page')).toHaveCount(6);
  await expect(looksIn(page)).toMatchAriaSnapshot(chooser('Washi'));
  for (const look of LOOKS) await expect(looksIn(page).getByRole('radio', { name: look, exact: true })).toHaveAccessibleName(look);
  await page.goto('/');
  const links = await page.getByRole('list', { name: 'One page in six looks' }).getByRole('link').all();
  for (const link of links) await expect(link).toHaveAccessibleName(/^Try the look (Painted|Cozy|Washi|Lofi|Cobalt|Night)$/);
  expect(links).toHaveLength(6);
  await page.goto('/looks');
  for (const link of await page.locator('.gallery-cards').getByRole('link').all()) {
    await expect(link).toHaveAccessibleName(new RegExp(`^(${LOOKS.join('|')}) in \\w+$`));
  }
  await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', links: ['A note'] });
  await expect(looksIn(page).locator('.page')).toHaveCount(6);
  for (const look of LOOKS) await expect(looksIn(page).getByRole('radio', { name: look, exact: true })).toHaveAccessibleName(look);
});

test('a new page has a heading that says what it is, and none without words', async ({ page }) => {
  await page.goto('/new');
  await expect(page.getByRole('region', { name: 'Preview' }).locator('.page')).toBeVisible();
  const headings = page.getByRole('heading', { level: 1 });
  await expect(headings).toHaveText(['New page']);
  await page.getByLabel('Name', { exact: true }).fill('Ada Moss');
  await expect(headings).toHaveText(['New page', 'Ada Moss']);
});

for (const [width, least] of [[1280, 24], [390, 44]]) {
  test(`what can be pressed on the agents screen is at least ${least} px tall at ${width} px`, async ({ page, person }) => {
    await page.setViewportSize({ width, height: 900 });
    await person.call('POST', '/api/v1/claim', { username: person.name });
    await person.call('POST', '/api/v1/page/tiles', { input: 'A note' });
    await page.goto('/signin?next=%2Fagents');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agents');
    await openAll(page);
    // Links within sentences are part of their line.
    const small = await page.locator('main, aside').locator('button:visible, summary:visible, a:visible').evaluateAll((all, least) => all
      .filter(element => !(element.matches('p a')) && element.getBoundingClientRect().height < least)
      .map(element => `${element.textContent.trim()}: ${element.getBoundingClientRect().height}`), least);
    expect(small).toEqual([]);
  });
}
