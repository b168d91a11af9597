// Name availability while typing, what is wrong with a form before it is sent, forms sent in place, and copy buttons, and
// what the screen for sharing folds. The pages work without this script.
const messageOf = field => field?.id && document.getElementById(field.id + '-says');
const say = (field, text) => {
  const message = messageOf(field), wrong = !!text;
  message.textContent = text ||= message.dataset.hint ?? '';
  message.hidden = !text;
  message.classList.toggle('wrong', wrong);
  field.ariaInvalid = wrong;
};
// The server's own sentences, so that what was typed stays, the password too.
const problem = field => {
  const { missing, wrong, min } = field.dataset, text = field.type === 'password' ? field.value : field.value.trim();
  if (!text) return missing;
  if (field.type === 'email' ? !/^[^\s@]+@[^\s@]+$/.test(text) : [...text].length < min) return wrong;
};
for (const form of document.querySelectorAll('form[novalidate]')) {
  const fields = [...form.elements].filter(({ dataset }) => dataset.missing || dataset.wrong);
  for (const field of fields) field.addEventListener('input', () => say(field));
  form.addEventListener('submit', event => {
    for (const field of fields) say(field, problem(field));
    const first = fields.find(problem);
    if (!first) return;
    event.preventDefault();
    first.focus();
  });
}
const debounce = (run, ms, timer) => (...args) => { clearTimeout(timer); timer = setTimeout(run, ms, ...args) };
for (const field of document.querySelectorAll('[data-check]')) {
  const message = document.getElementById(field.dataset.check), hint = message.dataset.hint ?? message.textContent;
  // Says whether the name is free; a click takes the one that is suggested instead.
  const check = async () => {
    const name = field.value.trim();
    // A name too short to ask for; what was said of it when it was sent stays.
    if (!name || problem(field)) {
      if (field.ariaInvalid !== 'true') message.textContent = hint;
      return;
    }
    message.classList.remove('wrong');
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
    if (event.defaultPrevented || !('claim' in field.form.dataset)) return;
    event.preventDefault();
    if (await check() === false) field.focus(); else field.form.submit();
  });
}
// Forms of an account are sent in place: a refusal keeps everything that was typed, the password too.
const SILENT = 'The server did not answer. Nothing is lost: try again.';
for (const form of document.querySelectorAll('form[data-in-place]')) {
  const alert = text => {
    if (form.previousElementSibling?.matches('.site-alert')) form.previousElementSibling.remove();
    if (text) form.before(Object.assign(document.createElement('p'), { className: 'site-alert', role: 'alert', textContent: text }));
  };
  const refuse = problems => {
    let first;
    for (const { path, message } of problems) {
      const field = path && form.elements[path.slice(1)];
      if (!messageOf(field)) { alert(message); continue }
      say(field, message);
      first ??= field;
    }
    first?.focus();
  };
  let sending;
  form.addEventListener('submit', async event => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (sending) return;
    sending = true;
    alert();
    for (const field of form.elements) if (messageOf(field) && field.ariaInvalid === 'true') say(field);
    try {
      const response = await fetch(form.action, { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(new FormData(form)) });
      const { next, errors, detail } = await response.json();
      if (next) location.assign(next); else refuse(errors?.length ? errors : [{ path: '', message: detail ?? SILENT }]);
    } catch { refuse([{ path: '', message: SILENT }]) }
    sending = false;
  });
}
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const { href, textContent } = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(href ?? textContent);
    const content = button.innerHTML, label = button.ariaLabel;
    if (label) button.ariaLabel = 'Copied'; else button.textContent = 'Copied';
    button.classList.add('done');
    setTimeout(() => { button.innerHTML = content; if (label) button.ariaLabel = label; button.classList.remove('done') }, 2000);
  });
  if ('focus' in button.dataset) button.focus();
}
// The system's own way of sharing an address, where it has one.
if (navigator.share) for (const button of document.querySelectorAll('[data-send]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const { href: url, dataset: { title } } = document.getElementById(button.dataset.send);
    // Whoever closes it has changed their mind.
    navigator.share({ title, url }).catch(() => {});
  });
}
// Pictures that are drawn when they are asked for: asked again where too many were waiting.
for (const image of document.querySelectorAll('img[data-again]')) {
  let tries = 0;
  const again = () => { if (++tries < 6) setTimeout(() => { image.src = image.getAttribute('src') }, 3000 * tries) };
  image.addEventListener('error', again);
  if (image.complete && image.currentSrc && !image.naturalWidth) again();
}
// A card that is not drawn yet: its address is asked until it is, and shows the look's own till then.
for (const state of document.querySelectorAll('[data-drawn]')) {
  const image = state.parentElement.querySelector('.share-card img');
  let tries = 0;
  const ask = async () => {
    const response = await fetch(image.src).catch(() => {});
    if (response?.ok && response.headers.get('cache-control') !== 'no-store') {
      image.src += '&drawn';
      state.textContent = state.dataset.drawn;
    } else if (++tries < 8) setTimeout(ask, 500 * tries);
  };
  ask();
}
// On a phone, what is seldom needed comes last, in rows that open in place.
if (matchMedia('(max-width:599px)').matches) {
  const [first, ...folding] = document.querySelectorAll('[data-folds]');
  const prints = document.getElementById('prints');
  if (first && prints) first.before(prints);
  for (const section of first ? [first, ...folding] : []) {
    const heading = section.querySelector('h2'), button = document.createElement('button');
    const fold = folded => { section.classList.toggle('folded', folded); button.ariaExpanded = !folded };
    button.type = 'button';
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener('click', () => fold(button.ariaExpanded === 'true'));
    fold(location.hash !== '#' + section.id && !section.querySelector('[aria-invalid=true],[aria-current],[role=status]'));
  }
}
