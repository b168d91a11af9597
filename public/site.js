// Name availability while typing, what is wrong with a form before it is sent, and copy buttons. The pages work without
// this script.
const say = (field, text) => {
  const message = document.getElementById(field.id + '-says'), wrong = !!text;
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
  field.addEventListener('input', debounce(async () => {
    message.classList.remove('wrong');
    const name = field.value.trim();
    if (!name) { message.textContent = hint; return }
    try {
      const response = await fetch('/api/v1/username?check=' + encodeURIComponent(name));
      if (!response.ok || field.value.trim() !== name) return;
      const { ok, reason } = await response.json();
      message.textContent = reason ?? name.toLowerCase() + ' is free.';
    } catch { message.textContent = hint }
  }, 200));
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
