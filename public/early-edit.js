// Until the editor is mounted, its owner writes on the page that the server drew: a tap selects, a tap on the words of
// what is selected edits them, as in the editor. Once the editor is mounted, the same is done in it: the clicks, the text
// and the caret, in one step, so that the next key goes on there.
(() => {
const root = document.getElementById('edit'), stage = root.querySelector('.editor-stage'), page = stage.querySelector('.editor-page');
const fields = JSON.parse(root.dataset.fields), kept = 'mantel:early:' + location.pathname;
let draft, writing, mounted = root.dataset.start === undefined;

const itemOf = element => element.closest('[id^=tile-],.profile');
const tileOf = item => (draft ??= JSON.parse(root.dataset.start).page.draft).tiles.find(({ id }) => item.id === 'tile-' + id);
const fieldsOf = item => item.matches('.profile') ? fields.profile : fields[tileOf(item)?.type] ?? [];
const valueOf = (item, { name }) => (item.matches('.profile') ? (tileOf(item), draft.profile) : tileOf(item))[name];
const textOf = element => [...element.childNodes].map(node => node.nodeName === 'BR' ? '\n' : node.nodeType === 8 ? '' : (node.nodeName === 'DIV' ? '\n' : '') + node.textContent).join('');

// What was written in a document of this tab that was left before its editor was mounted.
for (const [item, name, text] of JSON.parse(mounted ? '[]' : sessionStorage.getItem(kept) ?? '[]')) {
  const its = item ? document.getElementById(item) : page.querySelector('.profile'), field = its && fieldsOf(its).find(field => field.name === name);
  const element = field && its.querySelector('.' + field.class);
  if (!element || valueOf(its, field) === text) continue;
  element.textContent = text;
  element.dataset.changed = name;
}

function write(item, element, field, { clientX, clientY }) {
  const nodes = [...element.childNodes], shown = textOf(element), words = 'changed' in element.dataset ? shown : valueOf(item, field) || shown;
  const point = document.caretPositionFromPoint?.(clientX, clientY) ?? document.caretRangeFromPoint?.(clientX, clientY);
  const caret = shown === words && element.contains(point?.offsetNode ?? point?.startContainer) ? point.offset ?? point.startOffset : words.length;
  element.textContent = words;
  element.classList.add('editor-inline-edit');
  for (const [name, value] of Object.entries({ contenteditable: 'plaintext-only', role: 'textbox', 'aria-label': field.label, 'aria-multiline': field.lines, 'data-empty': field.label, spellcheck: true })) element.setAttribute(name, value);
  if (!element.isContentEditable) element.setAttribute('contenteditable', 'true');
  writing = { element, field, nodes, words };
  // A text that is too small to edit is drawn at full size.
  const style = getComputedStyle(element), zoom = getComputedStyle(page.querySelector('.page')).zoom;
  if (zoom < 1 && parseFloat(style.fontSize) * zoom < 15) {
    writing.fit = page.style.getPropertyValue('--fit');
    page.classList.add('full');
    page.style.setProperty('--fit', 1);
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  element.focus();
  if (element.firstChild) getSelection().collapse(element.firstChild, Math.min(caret, words.length));
}

function leave() {
  if (!writing) return;
  const { element, nodes, fit } = writing;
  writing = undefined;
  element.classList.remove('editor-inline-edit');
  for (const name of ['contenteditable', 'role', 'aria-label', 'aria-multiline', 'data-empty', 'spellcheck']) element.removeAttribute(name);
  if (!('changed' in element.dataset)) element.replaceChildren(...nodes);
  if (fit === undefined) return;
  page.classList.remove('full');
  page.style.setProperty('--fit', fit);
}

page.addEventListener('click', event => {
  if (mounted) return;
  if (event.target.closest('a')) event.preventDefault();
  if (event.target.closest('.editor-inline-edit')) return;
  const item = itemOf(event.target), selected = page.querySelector('[data-selected]');
  const field = item && item === (selected && itemOf(selected)) && fieldsOf(item).find(field => event.target.closest('.' + field.class));
  leave();
  if (field) return write(item, event.target.closest('.' + field.class), field, event);
  selected?.removeAttribute('data-selected');
  (item?.querySelector(':scope>.obj') ?? item)?.setAttribute('data-selected', '');
});

page.addEventListener('input', () => {
  if (!writing) return;
  writing.element.dataset.changed = writing.field.name;
  const texts = [...page.querySelectorAll('[data-changed]')].map(element => [itemOf(element).id, element.dataset.changed, textOf(element)]);
  sessionStorage.setItem(kept, JSON.stringify(texts));
});

page.addEventListener('keydown', event => {
  if (!writing || event.isComposing) return;
  if (event.key === 'Escape' || event.key === 'Enter' && (!writing.field.lines || event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    writing.element.blur();
  }
});

// Losing the window's focus does not count.
page.addEventListener('focusout', () => setTimeout(() => { if (!mounted && writing && document.activeElement !== writing.element) leave() }));

// Mounting takes a slow phone's main thread for a second: what is pressed on the page comes first. It waits for a pause in
// that, and by touch for the first tap on what has just been drawn; all in ms.
const PAUSE = 500, COMPOSING_PAUSE = 2000, FIRST_TAP = 500, LONGEST = 10_000;
const touch = matchMedia('(pointer:coarse)').matches;
let asked, acted = -Infinity, composing = false;
for (const type of ['pointerdown', 'keydown', 'input']) page.addEventListener(type, () => { acted = performance.now() });
for (const type of ['compositionstart', 'compositionend']) page.addEventListener(type, () => { composing = type === 'compositionstart' });
function busy() {
  // What was pressed while this thread was busy is heard before the second time.
  const first = asked === undefined, now = performance.now();
  asked ??= now;
  const drawn = touch && !document.hidden ? performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? now : -Infinity;
  return first || now < Math.min(asked + LONGEST, Math.max(drawn + FIRST_TAP, acted + (composing ? COMPOSING_PAUSE : PAUSE)));
}

// What is being written, or the first item in view, stays where it is on the screen.
let done, anchor;
addEventListener('mantel:mount', event => {
  if (busy()) return event.preventDefault();
  mounted = true;
  const selected = page.querySelector('[data-selected]'), texts = [...page.querySelectorAll('[data-changed],.editor-inline-edit')];
  done = {
    selected: selected ? itemOf(selected).id : undefined,
    fit: page.style.getPropertyValue('--fit'),
    texts: texts.map(element => {
      const item = itemOf(element), name = element.dataset.changed ?? writing.field.name;
      return {
        item: item.id,
        selector: '.' + fieldsOf(item).find(field => field.name === name).class,
        text: element.dataset.changed && textOf(element),
        caret: element === writing?.element ? caretIn(element) : undefined,
      };
    // The one that is being written comes last.
    }).sort((a, b) => (a.caret !== undefined) - (b.caret !== undefined)),
  };
  if (!stage.scrollTop && !stage.scrollLeft) return;
  const { top } = stage.getBoundingClientRect();
  const item = writing ? itemOf(writing.element) : [...page.querySelectorAll('[id^=tile-]')].find(item => item.getBoundingClientRect().bottom > top);
  if (item) anchor = { id: item.id, at: item.getBoundingClientRect() };
});

function caretIn(element) {
  const { focusNode, focusOffset } = getSelection(), range = document.createRange();
  range.selectNodeContents(element);
  if (element.contains(focusNode)) range.setEnd(focusNode, focusOffset);
  return range.toString().length;
}

addEventListener('mantel:mounted', () => {
  const page = document.querySelector('.editor-page'), find = id => id ? document.getElementById(id) : page.querySelector('.profile');
  const click = element => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  if (done.fit) page.style.setProperty('--fit', done.fit);
  let left;
  for (const { item, selector, text, caret } of done.texts) {
    const words = find(item).querySelector(selector);
    // The first click may only select.
    for (let count = 0; count < 2 && !words.isContentEditable; count++) click(words);
    if (text !== undefined) {
      words.textContent = text;
      words.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    if (caret !== undefined) getSelection().collapse(words.firstChild ?? words, Math.min(caret, words.textContent.length));
    left = caret === undefined && words;
  }
  if (left) left.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  if (done.selected !== undefined && !document.querySelector('.editor-inline-edit')) click(find(done.selected));
  sessionStorage.removeItem(kept);
  if (anchor) requestAnimationFrame(() => {
    const now = find(anchor.id).getBoundingClientRect();
    page.closest('.editor-stage').scrollBy({ left: now.left - anchor.at.left, top: now.top - anchor.at.top, behavior: 'instant' });
  });
});

root.dataset.early = '';
})();
