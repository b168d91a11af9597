// The face, the size and the line of every kind of tile, in every size and as full as its text makes it: what the check of a
// page measures words with (server/src/word_breaks).

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

// In the browser: the boxes of each kind, size and form (`wide`, or on a phone `two` columns, `one` column, alone in its row:
// `solo`), from the emptiest to the fullest: of notes one for each of `noteWidths`, the room that their letters take; of others
// one for each `fit-`. A box is `family|weight|style`, with `|capitals` where it is set in them, font size, letter spacing and
// line, px; none where no text is drawn.
export function textBoxes({ phone, noteWidths }) {
  const page = document.querySelector('.page'), FILL = 'ab '.repeat(66), out = {};
  const forms = phone ? { two: [], one: ['one'], solo: ['one', 'solo'] } : { wide: [] };
  const seen = new Set(), first = ({ key }) => !seen.has(key) && seen.add(key);
  const tiles = [...page.querySelectorAll('.tile')].map(tile => {
    const kind = [...tile.classList].find(name => name.startsWith('k-')), size = [...tile.classList].find(name => name.startsWith('z-'));
    const whole = tile.querySelector('.title,.words'), text = whole?.querySelector('p') ?? whole;
    text?.replaceChildren(FILL);
    return { tile, text, key: `${kind}${tile.querySelector('.desc') ? '+desc' : ''} ${size}` };
  }).filter(first);
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
  for (const [form, classes] of Object.entries(forms)) for (const [step, width] of noteWidths.entries()) {
    const measured = step < 5 ? tiles : tiles.filter(({ key }) => key.startsWith('k-note'));
    for (const { tile, key } of measured) {
      const fit = key.startsWith('k-note') ? 1 + [24, 60, 140, 280].filter(most => width > most).length : step + 1;
      tile.classList.remove('one', 'solo', 'cap', 'fit-1', 'fit-2', 'fit-3', 'fit-4', 'fit-5');
      tile.classList.add(`fit-${fit}`, ...classes);
      tile.style.setProperty('--n', width);
    }
    for (const { text, key } of measured) {
      if (form !== 'wide' && form !== 'two' && !/^k-(plain|plain\+desc|note|music) z-s|^k-image z-[st]|^k-stamp/.test(key)) continue;
      (out[`${key} ${form}`] ??= []).push(box(text));
    }
  }
  return out;
}

// The table as it is kept: faces by number, and a line for each kind, size and form; what is the same for all fuller tiles
// stands once.
export function table(looks) {
  const faces = [], number = face => faces.includes(face) ? faces.indexOf(face) : faces.push(face) - 1;
  const row = boxes => {
    const all = boxes.map(box => JSON.stringify(box && [number(box[0]), ...box.slice(1)]));
    while (all.length > 1 && all.at(-1) === all.at(-2)) all.pop();
    return `[${all.join(',')}]`;
  };
  const lines = Object.entries(looks).map(([look, boxes]) => `  "${look}": {\n${Object.entries(boxes).filter(([, row]) => row.some(Boolean)).map(([key, boxes]) => `   "${key}": ${row(boxes)}`).join(',\n')}\n  }`);
  return `{\n "noteWidths": ${JSON.stringify(NOTE_WIDTHS)},\n "looks": {\n${lines.join(',\n')}\n },\n "faces": ${JSON.stringify(faces, null, 2).replaceAll('\n', '\n ')}\n}\n`;
}

// Where two tables differ by more than a rounding, told in a line each.
export function differences(was, now) {
  const told = [], flat = ({ looks, faces }) => Object.fromEntries(Object.entries(looks).flatMap(([look, boxes]) => Object.entries(boxes).map(([key, row]) => [`${look} ${key}`, row.map(box => box && [faces[box[0]], ...box.slice(1)])])));
  const [before, after] = [flat(was), flat(now)];
  const same = (a, b) => a === b || a && b && a[0] === b[0] && [1, 2, 3].every(at => Math.abs(a[at] - b[at]) <= [0, 0.11, 0.011, 1.1][at]);
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    for (let step = 0; step < NOTE_WIDTHS.length; step++) {
      const [was, is] = [before, after].map(table => table[key]?.[Math.min(step, table[key].length - 1)]);
      if (!same(was, is)) told.push(`${key} ${step + 1}: ${JSON.stringify(was)} is ${JSON.stringify(is)} now`);
    }
  }
  return told;
}
