// A page with every tile type in every size and a table of texts, and the check that no word of it is cut.

// Texts of each script, short ones, and as long as the field allows: a title 200 letters, a description 600, a note 2,000.
const filled = (phrase, length) => phrase.repeat(Math.ceil(length / phrase.length)).slice(0, length).trim();
const LATIN = 'Slow things, mostly out of doors, where the kiln is warm and the river runs by. ';
const TITLES = {
  short: 'Hello',
  usual: 'A year of firing with driftwood, in pictures',
  word: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  cjk: filled('春の夜の夢ばかりなる手枕にかひなく立たむ名こそ惜しけれ', 60),
  arabic: filled('من طلب العلا سهر الليالي ومن رام المجد بلا تعب أضاع العمر ', 110),
  long: filled(LATIN, 200),
};
const NOTES = {
  ...TITLES,
  handle: 'my instagram @rosa unsaved words',
  lines: 'my instagram @rosa unsaved words\nand a second line\n\nwith **bold** after a gap',
  cjk: filled(TITLES.cjk, 300),
  arabic: filled(TITLES.arabic, 400),
  long: filled(LATIN, 640),
  longest: filled(LATIN, 2000),
};
const REPOS = { short: 'a/b', long: `${'harrow-'.repeat(5)}kiln/${'glaze-calculator-'.repeat(5)}` };
const HEADINGS = { ...TITLES, about: 'About' };
const STAMPS = { short: 'Open\nstudio\n2026', usual: 'Open studio all of this week', word: 'Donaudampfschifffahrt', cjk: '春の夜の夢ばかりなる', arabic: 'من طلب العلا', long: filled(LATIN, 140) };

// The page file; `picture` is the address of an uploaded image.
export function uncutTextPage(picture) {
  const tiles = [], add = tile => tiles.push({ color: 'auto', ...tile });
  for (const text of Object.values(HEADINGS)) add({ type: 'heading', text, size: 's' });
  add({ type: 'social', platform: 'instagram', handle: 'ines.harrow.of.the.long.handle', size: 's' });
  add({ type: 'social', platform: 'github', handle: 'harrow', size: 's' });
  for (const size of 'swtl') {
    for (const [name, title] of Object.entries(TITLES)) {
      const description = name === 'short' ? undefined : filled(`${title} `, { usual: 90, word: 160, cjk: 90, arabic: 160, long: 600 }[name]);
      add({ type: 'link', url: 'https://harrow.example/', title, size });
      if (['usual', 'long'].includes(name)) add({ type: 'link', url: 'https://harrow.example/', title, description, size });
      add({ type: 'link', url: 'https://harrow.example/', title, description, image: picture, size });
      add({ type: 'link', url: 'https://letter.substack.com/', title, description, size });
      add({ type: 'image', src: picture, title, size });
      add({ type: 'video', url: 'https://youtu.be/moonjar0001', title, image: picture, size });
      add({ type: 'music', url: 'https://harrowtapes.bandcamp.com/album/rain', title, image: picture, size });
    }
    for (const text of Object.values(NOTES)) add({ type: 'text', text, size });
    for (const text of Object.values(STAMPS)) add({ type: 'text', text, look: 'stamp', size });
    for (const repo of Object.values(REPOS)) add({ type: 'github', repo, size });
  }
  const profile = { name: filled('Ines Harrow of the Kiln ', 80), bio: filled(LATIN, 600), avatar: picture, location: filled('Lisbon, near the river ', 80) };
  return { mantel: 1, profile, tiles };
}

// In the browser: stands every object upright, so that boxes can be compared.
export async function upright() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.page :is(.tile,.tile *,.profile,.profile *){rotate:none!important}');
  document.adoptedStyleSheets = [sheet];
  await document.fonts.ready;
}

// In the browser: every word of the page that is cut or hangs out of its object, told in a line each.
export function cutWords() {
  const NEAR = 3;
  const problems = [];
  const describe = element => {
    const tile = element.closest('.tile');
    const kind = tile ? [...tile.classList].filter(name => /^(t|k|z|fit)-|^(one|solo|cap)$/.test(name)).join('.') : 'profile';
    return `${kind} ${element.classList[0]} "${element.textContent.trim().slice(0, 24)}"`;
  };
  // The boxes of the lines that the element's own text stands in.
  const lines = element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1);
  };
  const clips = style => [style.overflowX, style.overflowY].some(value => value !== 'visible') || style.clipPath !== 'none';
  for (const element of document.querySelectorAll('.page :is(.name,.bio,.place,.title,.desc:not(.found),.words,.handle)')) {
    if (!element.checkVisibility() || !element.textContent.trim() || getComputedStyle(element).position === 'absolute' && element.offsetWidth < 3) continue;
    // A handle may be drawn as its network's name or icon; its accessible name has it whole.
    if (element.matches('.handle') && getComputedStyle(element, '::before').content !== 'none') continue;
    const boxes = lines(element);
    if (!boxes.length) { problems.push(`no line drawn: ${describe(element)}`); continue }
    // The box of a line, or of a large initial, is as tall as its font asks, which is more than the letters take.
    const slack = box => NEAR + box.height * 0.18;
    const inside = (box, frame) => box.left >= frame.left - NEAR && box.right <= frame.right + NEAR && box.top >= frame.top - slack(box) && box.bottom <= frame.bottom + slack(box);
    const worst = frame => { const out = boxes.map(box => Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom)); return Math.round(Math.max(...out)) };
    for (let ancestor = element; ancestor && !ancestor.classList.contains('page'); ancestor = ancestor.parentElement) {
      if (!clips(getComputedStyle(ancestor))) continue;
      const frame = ancestor.getBoundingClientRect();
      if (boxes.some(box => !inside(box, frame))) problems.push(`cut by .${ancestor.classList[0]} (${worst(frame)} px): ${describe(element)}`);
    }
    if (boxes.some(box => box.left < -NEAR || box.right > innerWidth + NEAR)) problems.push(`outside the window: ${describe(element)}`);
    const object = element.closest('.obj');
    if (object && boxes.some(box => !inside(box, object.getBoundingClientRect()))) problems.push(`out of its object (${worst(object.getBoundingClientRect())} px): ${describe(element)}`);
  }
  // Words of one tile over each other, and objects over the words of the next tile in the flow.
  for (const body of document.querySelectorAll('.page .tile .body, .page .who')) {
    const texts = [...body.querySelectorAll('.name,.bio,.place,.title,.desc,.words,.dom,.meta')].filter(element => element.checkVisibility() && element.textContent.trim()).map(element => ({ element, boxes: lines(element) }));
    for (const [index, one] of texts.entries()) for (const other of texts.slice(index + 1)) {
      const slack = NEAR + 0.3 * Math.max(...[one, other].map(text => parseFloat(getComputedStyle(text.element).fontSize)));
      const over = one.boxes.some(a => other.boxes.some(b => Math.min(a.right, b.right) - Math.max(a.left, b.left) > NEAR && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack));
      if (over) problems.push(`over .${other.element.classList[0]}: ${describe(one.element)}`);
    }
  }
  return problems;
}
