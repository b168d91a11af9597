// Opens the screen for sharing over the editor, in a dialog. Where there is no room for one, and without this script, the
// link leads there.
const SCREEN = '/share', room = matchMedia('(min-width:960px)');

const open = () => {
  const dialog = Object.assign(document.createElement('dialog'), { className: 'editor-publish-dialog editor-share-dialog', ariaLabel: 'Share your page' });
  const close = Object.assign(document.createElement('button'), { type: 'button', className: 'editor-share-close', ariaLabel: 'Close' });
  const frame = Object.assign(document.createElement('iframe'), { title: 'Share your page', src: SCREEN });
  close.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5l14 14M19 5 5 19"/></svg>';
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => { if (target === dialog) dialog.close() });
  // The editor's keys are not meant while it is covered.
  dialog.addEventListener('keydown', event => event.stopPropagation());
  dialog.addEventListener('close', () => dialog.remove());
  frame.addEventListener('load', () => {
    const inside = frame.contentDocument;
    // Whoever was signed out meanwhile signs in on a screen of its own, and an error has the whole window.
    if (!inside?.querySelector('.share-sheet')) return location.assign(SCREEN);
    inside.addEventListener('keydown', ({ key, defaultPrevented }) => { if (key === 'Escape' && !defaultPrevented) dialog.close() });
    for (const link of inside.links) {
      if (link.pathname === '/edit') link.addEventListener('click', event => { event.preventDefault(); dialog.close() });
      else if (link.pathname !== SCREEN && !link.hasAttribute('download')) link.target = '_blank';
    }
    frame.classList.add('shown');
  });
  dialog.append(frame, close);
  document.body.append(dialog);
  dialog.showModal();
};

document.addEventListener('click', event => {
  const link = event.target.closest?.(`a[href="${SCREEN}"]`);
  const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || elsewhere || event.defaultPrevented || !room.matches) return;
  event.preventDefault();
  open();
});
