// Puts what may be wrong with the page below the changes in the editor's publish dialog, where something is. Without this
// script the dialog is complete, too.
let newest = 0;

const fill = async list => {
  const turn = ++newest;
  const response = await fetch('/edit/check').catch(() => null);
  const html = response?.ok ? await response.text() : '';
  let section = list.querySelector('.editor-check');
  if (turn !== newest || html === (section?.found ?? '')) return;
  if (!html) return section.remove();
  section ??= list.appendChild(Object.assign(document.createElement('section'), { className: 'editor-check' }));
  section.innerHTML = section.found = html;
};

// Closes the dialog and chooses the tile, where the list of tiles is beside the page; otherwise it is scrolled to.
const show = (dialog, id) => {
  dialog.close();
  const row = document.getElementById('row-' + id);
  if (row) row.click(); else document.getElementById('tile-' + id)?.scrollIntoView({ block: 'center' });
};

// The dialog takes the focus when it opens.
document.addEventListener('focusin', ({ target }) => {
  const dialog = target.closest?.('.editor-publish-dialog'), list = dialog?.querySelector('#publish-list');
  if (!list || 'checked' in list.dataset) return;
  list.dataset.checked = '';
  // The server knows the draft once nothing waits to be saved.
  const status = document.querySelector('.editor-status');
  const check = () => { if (status.dataset.waiting === '0') fill(list) };
  const saving = new MutationObserver(check);
  saving.observe(status, { attributeFilter: ['data-waiting'] });
  dialog.addEventListener('close', () => saving.disconnect());
  list.addEventListener('click', ({ target }) => {
    const id = target.closest('[data-tile]')?.dataset.tile;
    if (id) show(dialog, id);
  });
  check();
});
