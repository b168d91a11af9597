// The face, the size and the line of every kind of tile, in every layout, typeface and size, and as full as its text makes it:
// what the check of a page measures words with (server/src/word_breaks).

// The page file: one tile of each kind and size, and below them what brings every rule along: a page holds those of the classes
// on it alone. `picture` is the address of an uploaded image.
export function textBoxesPage(picture) {
  const title = 'Hello', url = 'https://harrow.example/', tiles = [{ type: 'heading', text: title, size: 'w', color: 'auto' }];
  for (const size of 'swtl') {
    tiles.push(...[
      { type: 'link', url, title },
      { type: 'link', url, title, description: title },
      { type: 'link', url, title, image: picture },
      { type: 'link', url: 'https://letter.substack.com/', title },
      { type: 'image', src: picture, title },
      { type: 'video', url: 'https://youtu.be/moonjar0001', title, image: picture },
      { type: 'music', url: 'https://harrowtapes.bandcamp.com/album/rain', title, image: picture },
      { type: 'github', repo: 'harrow/kiln' },
      { type: 'text', text: title },
      { type: 'text', text: title, look: 'stamp' },
    ].map(tile => ({ size, color: 'auto', ...tile })));
  }
  for (const length of [10, 50, 100, 200, 400]) tiles.push({ type: 'text', text: 'ab '.repeat(length / 3), size: 's', color: 'auto' });
  // Alone in its row.
  tiles.push(tiles[0], { type: 'text', text: title, size: 's', color: 'auto' });
  return { mantel: 1, profile: { name: 'Ines' }, tiles };
}

// The room that the letters of a note take, by which looks choose its size: where it is measured, on both sides of each `fit-`.
export const NOTE_WIDTHS = [12, 24, 25, 36, 48, 60, 61, 80, 100, 140, 141, 200, 280, 281, 400, 640];

// The choices of `theme.font`.
export const FONTS = ['look', 'grotesk', 'humanist', 'book', 'mincho', 'round', 'poster', 'mono', 'hand', 'pixel', 'condensed'];

// In the browser: the boxes of each kind, size and form, from the emptiest to the fullest: of notes one for each of
// `noteWidths`, the room that their letters take; of others one for each `fit-`. The forms are `wide`, on a canvas also at the
// smallest and largest scale of a tile (`small`, `large`), and on a phone `two` columns, `one` column, alone in its row: `solo`.
// A box is `family|weight|style`, with `|capitals` where it is set in them, font size, letter spacing and line, px; none where
// no text is drawn.
export function textBoxes({ phone, layout, noteWidths }) {
  const page = document.querySelector('.page'), FILL = 'ab '.repeat(66), out = {};
  const wide = layout === 'canvas' ? { wide: 1, small: 0.6, large: 1.6 } : { wide: 1 };
  const forms = !phone ? Object.fromEntries(Object.entries(wide).map(([form, scale]) => [form, { classes: [], scale }]))
    : layout === 'bento' ? { two: { classes: [] }, one: { classes: ['one'] }, solo: { classes: ['one', 'solo'] } } : { two: { classes: [] } };
  const isNote = key => key.startsWith('k-note'), fitOf = (key, step) => isNote(key) ? 1 + [24, 60, 140, 280].filter(most => noteWidths[step] > most).length : step + 1;
  const textOf = tile => (whole => whole?.querySelector('p') ?? whole)(tile.querySelector('.title,.words'));
  // A copy of each tile for each step, so that all are laid out at once; those of an earlier call are there already.
  if (!page.querySelector('.tile[data-step]')) {
    const seen = new Set();
    for (const tile of page.querySelectorAll('.tile')) {
      const kind = [...tile.classList].find(name => name.startsWith('k-')), size = [...tile.classList].find(name => name.startsWith('z-'));
      const key = `${kind}${tile.querySelector('.desc') ? '+desc' : ''} ${size}`;
      textOf(tile)?.replaceChildren(FILL);
      for (let step = 0; !seen.has(key) && step < (isNote(key) ? noteWidths.length : 5); step++) {
        const copy = tile.cloneNode(true);
        Object.assign(copy.dataset, { key, step });
        if (isNote(key)) copy.style.setProperty('--n', noteWidths[step]);
        copy.classList.remove('one', 'solo', 'cap', 'fit-1', 'fit-2', 'fit-3', 'fit-4', 'fit-5');
        copy.classList.add(`fit-${fitOf(key, step)}`);
        tile.before(copy);
      }
      seen.add(key);
      tile.remove();
    }
  }
  const box = text => {
    if (!text?.checkVisibility({ visibilityProperty: true })) return null;
    const style = getComputedStyle(text);
    let block = text;
    while (['inline', 'contents'].includes(getComputedStyle(block).display)) block = block.parentElement;
    const { paddingLeft, paddingRight, writingMode } = getComputedStyle(block);
    const line = block.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (writingMode !== 'horizontal-tb' || line < 8) return null;
    const round = length => Math.round(parseFloat(length) * 10) / 10 || 0;
    const face = [style.fontFamily.split(',')[0].replaceAll('"', ''), style.fontWeight, style.fontStyle, ...style.textTransform === 'uppercase' ? ['capitals'] : []];
    return [face.join('|'), round(style.fontSize), Math.round((parseFloat(style.letterSpacing) || 0) * 100) / 100, round(line)];
  };
  const cell = tile => tile.classList.contains('t-heading') ? [1200, 72] : [/z-[wl]/, /z-[tl]/].map(long => long.test(tile.className) ? 592 : 288);
  const tiles = [...page.querySelectorAll('.tile[data-step]')];
  for (const [form, { classes, scale }] of Object.entries(forms)) {
    for (const tile of tiles) {
      tile.classList.remove('one', 'solo');
      tile.classList.add(...classes);
      if (layout === 'canvas' && scale) {
        for (const [name, length] of [['--cw', cell(tile)[0] * scale], ['--ch', cell(tile)[1] * scale], ['--q', scale]]) tile.style.setProperty(name, length);
      }
    }
    for (const tile of tiles) {
      const { key } = tile.dataset;
      if (['one', 'solo'].includes(form) && !/^k-(plain|plain\+desc|note|music) z-s|^k-image z-[st]|^k-stamp/.test(key)) continue;
      (out[`${key} ${form}`] ??= []).push(box(textOf(tile)));
    }
  }
  return out;
}

// In the browser: adds a stylesheet, behind those that are there.
export async function adoptStylesheet(href) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await (await fetch(href)).text());
  document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
}

// In the browser: leaves out what only has to be painted, which takes longer than laying out.
export function leaveUnpainted() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.page,.page *,.page *::before,.page *::after{background:none!important;mask:none!important;filter:none!important;backdrop-filter:none!important;box-shadow:none!important;text-shadow:none!important;clip-path:none!important;animation:none!important;transition:none!important}');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

// In the browser: sets the page in another typeface.
export async function setFont(font) {
  document.querySelector('.page').dataset.font = font;
  document.body.getBoundingClientRect();
  await document.fonts.ready;
}

// The faces, rows of boxes and pages of a look as they are kept, a line each: a page is its layout, and for each typeface the
// face and the row of boxes of each kind of tile, by their numbers. In a row, what is the same for all fuller tiles stands once;
// a box in another face than the first has its number at its end.
export function table(layouts) {
  const faces = [], rows = [], number = (list, it) => list.includes(it) ? list.indexOf(it) : list.push(it) - 1;
  const numbered = boxes => {
    const face = boxes.find(Boolean)?.[0];
    if (!face) return null;
    const row = boxes.map(box => JSON.stringify(box && [...box.slice(1), ...box[0] === face ? [] : [number(faces, box[0])]]));
    while (row.length > 1 && row.at(-1) === row.at(-2)) row.pop();
    return [number(faces, face), number(rows, `[${row.join(',')}]`)];
  };
  const pages = Object.entries(layouts).map(([layout, fonts]) => {
    const kinds = Object.keys(fonts.look).filter(kind => Object.values(fonts).some(boxes => boxes[kind].some(Boolean)));
    const lines = Object.entries(fonts).map(([font, boxes]) => `    "${font}": ${JSON.stringify(kinds.map(kind => numbered(boxes[kind])))}`);
    return `  "${layout}": {\n   "kinds": ${JSON.stringify(kinds)},\n   "fonts": {\n${lines.join(',\n')}\n   }\n  }`;
  });
  return `{\n "noteWidths": ${JSON.stringify(NOTE_WIDTHS)},\n "layouts": {\n${pages.join(',\n')}\n },\n "rows": [\n  ${rows.join(',\n  ')}\n ],\n "faces": ${JSON.stringify(faces)}\n}\n`;
}

// Where two tables differ by more than a rounding, told in a line each, as far as the second was measured.
export function differences(was, now) {
  const told = [], flat = ({ layouts, rows, faces }) => Object.fromEntries(Object.entries(layouts).flatMap(([layout, { kinds, fonts }]) =>
    Object.entries(fonts).flatMap(([font, boxes]) => kinds.map((kind, at) => {
      const [face, row] = boxes[at] ?? [];
      return [`${layout}, ${font}, ${kind}`, row === undefined ? [] : rows[row].map(box => box && [faces[box[3] ?? face], ...box.slice(0, 3)])];
    }))));
  const [before, after] = [flat(was), flat(now)];
  const same = (a, b) => a === b || a && b && a[0] === b[0] && [1, 2, 3].every(at => Math.abs(a[at] - b[at]) <= [0, 0.11, 0.011, 1.1][at]);
  const measured = key => Object.hasOwn(now.layouts[key.split(', ')[0]].fonts, key.split(', ')[1]);
  for (const key of new Set([...Object.keys(before).filter(measured), ...Object.keys(after)])) {
    for (let step = 0; step < NOTE_WIDTHS.length; step++) {
      const [was, is] = [before, after].map(table => table[key]?.[Math.min(step, table[key].length - 1)]);
      if (!same(was, is)) told.push(`${key} ${step + 1}: ${JSON.stringify(was)} is ${JSON.stringify(is)} now`);
    }
  }
  return told;
}
