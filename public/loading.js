// Starts the editor of this document, and says what is missing when it does not start.
const panel = document.getElementById('loading'), kept = 'mantel:typed:' + location.pathname;
const fields = () => [...document.querySelectorAll('[data-start] :is(input,textarea)[id]')];

// The page that the server drew, in the size in which the editor will draw it; a phone has its own (mobile.css).
const stage = document.querySelector('.editor-stage');
if (stage && !matchMedia('(max-width:599px)').matches) stage.querySelector('.editor-page').style.setProperty('--fit', Math.min(1, (stage.clientWidth - (stage.clientWidth < 600 ? 0 : 64)) / 1280));

// What was typed before trying again.
for (const [id, text] of Object.entries(JSON.parse(sessionStorage.getItem(kept) ?? '{}'))) {
  const field = document.getElementById(id);
  if (field) field.value = text;
}
sessionStorage.removeItem(kept);
document.getElementById('load-again').addEventListener('click', event => {
  event.preventDefault();
  const typed = fields().filter(({ value, defaultValue }) => value !== defaultValue).map(({ id, value }) => [id, value]);
  sessionStorage.setItem(kept, JSON.stringify(Object.fromEntries(typed)));
  location.reload();
});

const fail = reason => {
  panel.classList.add('failed');
  panel.querySelector('p').textContent = `The editor did not start: ${reason} Nothing is lost.`;
};
const missing = () => fail(navigator.onLine ? 'a part of it did not arrive.' : 'there is no network.');

async function load() {
  if (typeof WebAssembly !== 'object') return fail('this browser does not run WebAssembly, or forbids it.');
  let editor;
  try { editor = await import(panel.dataset.module) } catch { return missing() }
  try { await editor.default() } catch (error) {
    return error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError ? fail('a part of it arrived damaged.') : missing();
  }
  if (!await editor.ready()) return missing();
  // Who is writing already is not interrupted (early-edit.js).
  while (!dispatchEvent(new Event('mantel:mount', { cancelable: true }))) await new Promise(resolve => setTimeout(resolve, 50));
  try { editor.mount() } catch (error) {
    console.error(error);
    return fail('it stopped with an error.');
  }
  dispatchEvent(new Event('mantel:mounted'));
  panel.remove();
}
load();
