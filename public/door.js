// Availability in words under a name field, and copy buttons. The pages are whole without it.
const wait = (run, ms, timer) => (...all) => { clearTimeout(timer); timer = setTimeout(run, ms, ...all) };
for (const field of document.querySelectorAll('[data-check]')) {
  const says = document.getElementById(field.dataset.check), before = says.textContent;
  field.addEventListener('input', wait(async () => {
    const name = field.value.trim();
    if (!name) { says.textContent = before; return }
    try {
      const reply = await fetch('/api/v1/username?check=' + encodeURIComponent(name));
      if (!reply.ok || field.value.trim() !== name) return;
      const { ok, reason } = await reply.json();
      says.textContent = ok ? name.toLowerCase() + ' is free.' : reason;
    } catch { says.textContent = before }
  }, 200));
}
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    const words = button.innerHTML, bare = button.ariaLabel;
    if (bare) button.ariaLabel = 'Copied'; else button.textContent = 'Copied';
    button.classList.add('done');
    setTimeout(() => { button.innerHTML = words; if (bare) button.ariaLabel = bare; button.classList.remove('done') }, 2000);
  });
  if ('focus' in button.dataset) button.focus();
}
