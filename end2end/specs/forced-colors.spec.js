// Under forced colours, as in Windows' contrast themes, shadows and background colours are gone: what is chosen is marked, and what can be
// pressed has an edge, by borders and outlines in system colours.
import { brief, expect, openEditor, test } from '../fixtures.js';
import { REPLY, answer } from '../move-in-pages.js';

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' }, viewport: { width: 1440, height: 960 } });

// The border and the outline of an element as they are drawn: width in px and colour.
const edge = locator => locator.evaluate(element => {
  const style = getComputedStyle(element);
  const drawn = (line, width, color) => line === 'none' || line === 'hidden' ? { width: 0, color: '' } : { width: parseFloat(width), color };
  return { border: drawn(style.borderTopStyle, style.borderTopWidth, style.borderTopColor), outline: drawn(style.outlineStyle, style.outlineWidth, style.outlineColor) };
});

// A system colour as the browser computes it.
const systemColor = (page, name) => page.evaluate(name => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = name;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}, name);

// Of a group, exactly the chosen one has a thick mark in the colour of highlights. `part` is the element that bears the mark, `words` the one
// that names the option.
async function expectOneMarked(page, group, chosen, part = option => option, words = option => option) {
  const highlight = await systemColor(page, 'Highlight');
  const marked = async option => {
    const { border, outline } = await edge(part(option));
    return [border, outline].some(line => line.width >= 3 && line.color === highlight);
  };
  const options = await group.all();
  expect(options.length).toBeGreaterThan(1);
  const names = [];
  for (const option of options) if (await marked(option)) names.push(await words(option).evaluate(element => element.ariaLabel || element.textContent.trim()));
  expect(names).toEqual([chosen]);
}

// The buttons in sight that have neither an edge nor an underline.
const withoutEdge = page => page.locator('button:visible, .ui-button:visible').evaluateAll(buttons => buttons.filter(button => {
  const style = getComputedStyle(button), frame = button.querySelector('.ui-frame');
  const bordered = element => getComputedStyle(element).borderTopStyle !== 'none' && parseFloat(getComputedStyle(element).borderTopWidth) > 0;
  const underlined = style.textDecorationLine.includes('underline');
  // Stops of the Tab key over the page are drawn only while they have the focus.
  return !bordered(button) && !underlined && !(frame && bordered(frame)) && !button.matches('.editor-tab-stop');
}).map(button => button.outerHTML.slice(0, 120)));

test('on /new the chosen look, palette, layout, screen and type are marked, and buttons have edges', async ({ page }) => {
  await page.goto('/new?name=Ada%20Moss&links=https://example.com,a%20note&look=washi');
  await expect(page.getByRole('radiogroup', { name: 'Look' }).locator('.page')).toHaveCount(6);
  const frame = option => option.locator('.ui-frame'), lookName = option => option.locator('.brief-look-name');
  await expectOneMarked(page, page.getByRole('radiogroup', { name: 'Look' }).getByRole('radio'), 'Washi', frame, lookName);
  await page.getByRole('radio', { name: 'Night' }).click();
  await page.getByLabel('Name', { exact: true }).focus();
  await expectOneMarked(page, page.getByRole('radiogroup', { name: 'Look' }).getByRole('radio'), 'Night', frame, lookName);
  const palettes = page.getByRole('group', { name: 'Palette' }).getByRole('button');
  await palettes.nth(2).click();
  await page.getByLabel('Name', { exact: true }).focus();
  await expectOneMarked(page, palettes, 'Glacier');
  await page.getByRole('group', { name: 'Layout' }).getByRole('button', { name: 'List' }).click();
  await expectOneMarked(page, page.getByRole('group', { name: 'Layout' }).getByRole('button'), 'List');
  await expectOneMarked(page, page.getByRole('group', { name: 'Screen' }).getByRole('button'), 'Desktop');
  await expectOneMarked(page, page.getByRole('tab'), 'Form');
  await page.getByRole('button', { name: /^Type: / }).click();
  await page.getByRole('radio', { name: 'Mono' }).check();
  await expectOneMarked(page, page.getByRole('group', { name: 'Type' }).locator('label'), 'Mono', label => label, label => label.locator('.brief-option-label'));
  expect(await withoutEdge(page)).toEqual([]);
});

test('in the editor the chosen look, palette, layout, screen, size and tile are marked, and buttons and the inspector have edges', async ({ page, person }) => {
  await openEditor(page, person, { mantel: 1, name: 'Ines Harrow', look: 'cozy', links: ['harrow.example', 'A note'] });
  const looks = page.getByRole('radiogroup', { name: 'Look' });
  await expect(looks.locator('.page')).toHaveCount(6);
  await expectOneMarked(page, looks.getByRole('radio'), 'Cozy', option => option.locator('.ui-frame'), option => option.locator('.editor-look-name'));
  await expectOneMarked(page, page.getByRole('group', { name: 'Palette' }).locator('label'), await page.getByRole('group', { name: 'Palette' }).locator('label:has(:checked)').innerText(), label => label.locator('.editor-palette'));
  await expectOneMarked(page, page.getByRole('group', { name: 'Layout' }).locator('label'), 'Bento');
  await expectOneMarked(page, page.getByRole('group', { name: 'Screen' }).getByRole('button'), 'Desktop');
  const tiles = page.getByRole('listbox', { name: 'Profile and tiles' });
  await tiles.getByRole('option', { name: /A note/ }).click();
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await expect(inspector).toBeVisible();
  const { border } = await edge(inspector);
  expect(border.width).toBeGreaterThan(0);
  expect(border.color).toBe(await systemColor(page, 'CanvasText'));
  await expectOneMarked(page, inspector.locator('.editor-sizes button'), await inspector.locator('.editor-sizes [aria-pressed=true]').evaluate(button => button.ariaLabel || button.textContent.trim()));
  expect(await tiles.getByRole('option').evaluateAll(rows => rows.filter(row => parseFloat(getComputedStyle(row).borderTopWidth) >= 3 && getComputedStyle(row).borderTopStyle !== 'none').map(row => row.ariaSelected))).toEqual(['true']);
  expect(await withoutEdge(page)).toEqual([]);
});

test('on the site the chosen look, layout and section are marked, and buttons have edges', async ({ page, person }) => {
  await page.goto('/');
  await page.getByText('Cobalt', { exact: true }).click();
  await expectOneMarked(page, page.locator('.site-look-tabs>label'), 'Cobalt');
  expect(await withoutEdge(page)).toEqual([]);
  await page.goto('/looks?layout=list');
  await expectOneMarked(page, page.getByRole('navigation', { name: 'Layout' }).getByRole('link'), 'List');
  await page.goto('/looks/lofi/dusk');
  await expectOneMarked(page, page.getByRole('navigation', { name: 'Look' }).getByRole('link'), 'Lofi');
  await person.call('POST', '/api/v1/page/import', { file: brief('illustrator.json'), username: person.name });
  await page.goto('/signin?next=%2Fagents');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agents');
  expect(await withoutEdge(page)).toEqual([]);
  await page.goto('/settings');
  expect(await withoutEdge(page)).toEqual([]);
});

test('where somebody moves in, what is chosen and what is not differ, and buttons, rows and the frame have edges', async ({ page }) => {
  await answer(page, 200, REPLY);
  await page.goto('/new?move-in=linktr.ee/inesharrow');
  await page.getByRole('button', { name: 'Read it' }).click();
  await expect(page.locator('#move-in-title')).toHaveText(/things found/);
  await expectOneMarked(page, page.getByRole('tablist').getByRole('tab'), 'Move in');
  expect(await withoutEdge(page)).toEqual([]);
  const boxes = page.locator('.move-in-check');
  for (const box of await boxes.all()) expect((await edge(box)).border.width).toBeGreaterThan(0);
  const ground = checked => boxes.evaluateAll((all, checked) => all.filter(box => box.checked === checked && !box.disabled).map(box => getComputedStyle(box).backgroundColor), checked);
  const highlight = await systemColor(page, 'Highlight');
  expect(new Set(await ground(true))).toEqual(new Set([highlight]));
  expect(await ground(false)).not.toContain(highlight);
  await page.getByRole('switch', { name: 'Its colours too' }).focus();
  expect((await edge(page.locator('.move-in-frame'))).border.width).toBeGreaterThan(0);
});
