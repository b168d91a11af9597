// Every choice that the design panel offers can be told from the look's own on the page.
import { expect, openEditor, saved, test } from '../fixtures.js';
import { LOOKS, settled } from '../looks/catalog.js';
import { uploadPicture } from '../sample-page.js';
import { pixels } from '../screenshots.js';

test.use({ viewport: { width: 1280, height: 760 } });

// What is chosen by pressing, in the sections of the panel. What tiles do under the pointer is tried on the published page.
const SECTIONS = { Type: ['Type'], Tiles: ['Corners', 'Paper', 'Alignment'], Pictures: ['Photos', 'Portrait'], Background: ['Background'] };
// What changes fewer of the pixels in view than the corners of a few tiles have is no choice.
const LEAST = 60;

// How many pixels of two screenshots of one size differ visibly in a channel.
const differing = (page, before, after) => page.evaluate(([{ data: before }, { data: after }]) => {
  const apart = at => Math.abs(before[at] - after[at]) > 12;
  let count = 0;
  for (let at = 0; at < before.length; at += 4) if (apart(at) || apart(at + 1) || apart(at + 2)) count++;
  return count;
}, [before, after]);

// A page in the look, with a picture, a link and notes.
const sample = (look, picture) => ({
  mantel: 1, profile: { name: 'Ines Harrow', bio: 'Potter and field recordist.', avatar: picture }, theme: { style: look },
  tiles: [
    { type: 'image', src: picture, title: 'The cat', size: 'l' },
    { type: 'text', text: 'Kiln opens Saturday at ten.', size: 's' },
    { type: 'link', url: 'https://harrow.example/shop', title: 'The shop', size: 'w' },
    { type: 'heading', text: 'Lately' },
    { type: 'text', text: 'Slow things, mostly out of doors.', size: 's' },
  ],
});

for (const look of Object.keys(LOOKS)) {
  test(`${look}: every choice that is offered shows`, async ({ page, person }) => {
    test.setTimeout(240_000);
    const picture = await uploadPicture(page.context().browser(), person, '/samples/cat-face.avif');
    await openEditor(page, person, sample(look, picture));
    const panel = page.getByRole('complementary', { name: 'Look' }), unseen = [];
    let offered = 0;
    const drawn = async () => {
      await saved(page);
      await settled(page);
      return page.locator('.editor-stage').screenshot({ animations: 'disabled', caret: 'hide' });
    };
    const compare = async groups => {
      for (const name of groups) {
        const group = panel.getByRole('group', { name, exact: true });
        const own = await group.getByRole('radio', { checked: true }).evaluate(radio => radio.value);
        const before = await pixels(page, await drawn());
        for (const value of await group.getByRole('radio').evaluateAll(radios => radios.map(radio => radio.value))) {
          if (value === own) continue;
          offered++;
          await group.locator(`input[value="${value}"]`).press('Space');
          const after = await pixels(page, await drawn()), count = await differing(page, before, after);
          if (count < LEAST) unseen.push(`${name}: ${value} (${count} pixels)`);
          await after.dispose();
        }
        await before.dispose();
        await group.locator(`input[value="${own}"]`).press('Space');
      }
    };
    for (const [section, groups] of Object.entries(SECTIONS)) {
      await panel.getByRole('button', { name: new RegExp(`^${section} `) }).click();
      await compare(groups);
      await panel.getByRole('button', { name: new RegExp(`^${section} `) }).click();
    }
    // Over a picture glass is offered, too.
    await person.call('PATCH', '/api/v1/page/theme', { background: { style: 'image', image: picture } });
    await panel.getByRole('button', { name: /^Tiles / }).click();
    await expect(panel.locator('input[name=tiles][value=glass]')).toBeVisible();
    await compare(['Paper']);
    expect(unseen).toEqual([]);
    expect(offered).toBeGreaterThan(20);
  });
}

test.describe('under the pointer', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  for (const look of Object.keys(LOOKS)) {
    test(`${look}: every effect can be told from the look's own`, async ({ page, person }) => {
      const picture = await uploadPicture(page.context().browser(), person, '/samples/cat-face.avif');
      await person.call('POST', '/api/v1/page/import', { file: sample(look, picture), username: person.name });
      const effects = (await person.call('GET', '/api/v1/options')).body.effects.map(choice => choice.name);
      expect(effects.length).toBeGreaterThan(4);
      const shown = async effect => {
        await person.call('PATCH', '/api/v1/page/theme', { effect });
        await person.call('POST', '/api/v1/page/publish', {});
        await page.goto(`/${person.name}`);
        await settled(page);
        await page.locator('.t-link a.obj').hover();
        return page.screenshot({ animations: 'disabled' });
      };
      const own = await shown('look'), unseen = [];
      for (const effect of effects.filter(name => name !== 'look')) {
        const now = await shown(effect);
        // In the page as it is now: the one before is gone.
        const count = await differing(page, await pixels(page, own), await pixels(page, now));
        if (count < LEAST) unseen.push(`${effect} (${count} pixels)`);
      }
      expect(unseen).toEqual([]);
    });
  }
});
