// Name availability while typing, and copy buttons. The pages work without this script.
const debounce = (run, ms, timer) => (...args) => { clearTimeout(timer); timer = setTimeout(run, ms, ...args) };
for (const field of document.querySelectorAll('[data-check]')) {
  const message = document.getElementById(field.dataset.check), hint = message.textContent;
  field.addEventListener('input', debounce(async () => {
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
