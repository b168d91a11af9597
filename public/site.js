// Name availability while typing, forms sent in place, and copy buttons. The pages work without this script.
const debounce = (run, ms, timer) => (...args) => { clearTimeout(timer); timer = setTimeout(run, ms, ...args) };
for (const field of document.querySelectorAll('[data-check]')) {
  const message = document.getElementById(field.dataset.check), hint = message.textContent;
  // Says whether the name is free; a click takes the one that is suggested instead.
  const check = async () => {
    const name = field.value.trim();
    if (!name) { message.textContent = hint; return }
    try {
      const response = await fetch('/api/v1/username?check=' + encodeURIComponent(name));
      if (!response.ok || field.value.trim() !== name) return;
      const { ok, reason, suggestion } = await response.json();
      message.textContent = reason ?? name.toLowerCase() + ' is free.';
      if (suggestion) {
        const take = Object.assign(document.createElement('button'), { type: 'button', className: 'ui-link', textContent: 'Take ' + suggestion });
        take.addEventListener('click', () => { field.value = suggestion; field.focus(); check() });
        message.append(' ', take);
      }
      return ok;
    } catch { message.textContent = hint }
  };
  field.addEventListener('input', debounce(check, 200));
  // A name that cannot be had is told here, before the form behind it is filled in.
  field.form.addEventListener('submit', async event => {
    if (!('claim' in field.form.dataset)) return;
    event.preventDefault();
    if (await check() === false) field.focus(); else field.form.submit();
  });
}
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    const content = button.innerHTML, label = button.ariaLabel;
    if (label) button.ariaLabel = 'Copied'; else button.textContent = 'Copied';
    button.classList.add('done');
    setTimeout(() => { button.innerHTML = content; if (label) button.ariaLabel = label; button.classList.remove('done') }, 2000);
  });
  if ('focus' in button.dataset) button.focus();
}

// Forms of an account are sent in place: a refusal keeps everything that was typed, the password too.
const SILENT = 'The server did not answer. Nothing is lost: try again.';
for (const form of document.querySelectorAll('form[data-in-place]')) {
  const telling = name => {
    const field = name && form.elements[name];
    if (!field?.id) {
      const alert = form.previousElementSibling?.matches('.site-alert') ? form.previousElementSibling : document.createElement('p');
      Object.assign(alert, { className: 'site-alert', role: 'alert' });
      form.before(alert);
      return { message: alert };
    }
    let message = document.getElementById(field.id + '-says');
    if (!message) {
      message = Object.assign(document.createElement('p'), { id: field.id + '-says', className: 'site-message' });
      field.closest('.site-field').append(message);
      field.setAttribute('aria-describedby', message.id);
    }
    return { field, message };
  };
  const refuse = problems => {
    let first;
    for (const { path, message: text } of problems) {
      const { field, message } = telling(path.slice(1));
      message.dataset.before ??= message.textContent;
      message.textContent = text;
      message.hidden = false;
      if (!field) continue;
      message.classList.add('wrong');
      field.ariaInvalid = true;
      first ??= field;
    }
    first?.focus();
  };
  const forget = () => {
    if (form.previousElementSibling?.matches('.site-alert')) form.previousElementSibling.remove();
    for (const message of form.querySelectorAll('.wrong')) {
      message.textContent = message.dataset.before ?? '';
      message.classList.remove('wrong');
    }
    for (const field of form.querySelectorAll('[aria-invalid]')) field.ariaInvalid = false;
  };
  let sending;
  form.addEventListener('submit', async event => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (sending) return;
    sending = true;
    forget();
    try {
      const response = await fetch(form.action, { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(new FormData(form)) });
      const { next, errors, detail } = await response.json();
      if (next) location.assign(next); else refuse(errors ?? [{ path: '', message: detail ?? SILENT }]);
    } catch { refuse([{ path: '', message: SILENT }]) }
    sending = false;
  });
}
