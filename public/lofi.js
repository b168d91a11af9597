// The desktop of a page in lofi: dragging windows by their title bars, raising and resetting them, and the clock.
// The page is complete without this script; windows then stay where they are.
(() => {
  const desktop = document.querySelector('.page[data-look=lofi]');
  if (!desktop) return;
  const key = 'lofi:' + location.pathname, step = 8, margin = 72, top = 38;
  let positions = {}, highest = 0, drag;
  try { positions = JSON.parse(sessionStorage.getItem(key)) || {} } catch { /* Nothing stored, or no storage. */ }
  const save = () => { try { sessionStorage.setItem(key, JSON.stringify(positions)) } catch { /* Then they last as long as the page. */ } };
  const isWide = () => desktop.clientWidth >= 600;
  const frame = win => win.matches('.profile') ? win.querySelector(':scope > .paper') : win;

  // Moves a window by an offset from its original position, keeping part of its title bar reachable.
  const moveTo = (win, x, y) => {
    const offset = win.offset, box = frame(win).getBoundingClientRect(), all = desktop.getBoundingClientRect();
    if (isWide()) {
      const left = box.left - all.left - offset.x, high = box.top - all.top - offset.y;
      x = Math.min(all.width - margin - left, Math.max(margin - box.width - left, x));
      y = Math.min(all.height - margin - high, Math.max(top - high, y));
    }
    [offset.x, offset.y] = [Math.round(x), Math.round(y)];
    win.style.setProperty('--lofi-x', offset.x + 'px');
    win.style.setProperty('--lofi-y', offset.y + 'px');
    win.style.setProperty('--lofi-z', offset.z);
    win.classList.toggle('lofi-moved', !!(offset.x || offset.y || offset.z));
    positions[offset.name] = [offset.x, offset.y, offset.z];
  };
  const raise = win => {
    if (win.offset.z && win.offset.z === highest) return;
    win.offset.z = ++highest;
    moveTo(win, win.offset.x, win.offset.y);
    save();
  };
  const reset = win => {
    const offset = win.offset;
    moveTo(win, 0, 0);
    offset.x = offset.y = offset.z = 0;
    for (const name of ['--lofi-x', '--lofi-y', '--lofi-z']) win.style.removeProperty(name);
    win.classList.remove('lofi-moved');
    delete positions[offset.name];
    save();
  };
  const endDrag = () => {
    drag?.win.classList.remove('lofi-held');
    drag = undefined;
    save();
  };

  function start() {
    for (const bar of desktop.querySelectorAll('.lofi-bar')) {
      const win = bar.closest('.tile, .profile'), grip = document.createElement('span');
      const [x, y, z] = positions[win.id || 'about'] || [0, 0, 0];
      win.offset = { name: win.id || 'about', x: 0, y: 0, z };
      highest = Math.max(highest, z);
      grip.className = 'lofi-grip';
      grip.tabIndex = 0;
      grip.setAttribute('role', 'button');
      grip.setAttribute('aria-label', 'Move the window ' + bar.textContent + ': arrow keys; Escape puts it back');
      win.append(grip);
      if (x || y || z) moveTo(win, x, y);

      grip.addEventListener('pointerdown', event => {
        if (event.button || !isWide()) return;
        grip.setPointerCapture(event.pointerId);
        drag = { win, id: event.pointerId, x: win.offset.x - event.pageX, y: win.offset.y - event.pageY };
        win.classList.add('lofi-held');
      });
      grip.addEventListener('pointermove', event => {
        if (drag?.win === win && drag.id === event.pointerId) moveTo(win, drag.x + event.pageX, drag.y + event.pageY);
      });
      for (const end of ['pointerup', 'pointercancel']) grip.addEventListener(end, () => drag?.win === win && endDrag());
      grip.addEventListener('dblclick', () => reset(win));
      grip.addEventListener('keydown', event => {
        const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (direction) {
          moveTo(win, win.offset.x + direction[0] * step, win.offset.y + direction[1] * step);
          raise(win);
          save();
        } else if (event.key === 'Escape') {
          endDrag();
          reset(win);
        } else if (event.key === 'Enter' || event.key === ' ') raise(win);
        else return;
        event.preventDefault();
      });
    }
    desktop.addEventListener('pointerdown', event => {
      const win = event.target.closest('.tile, .profile');
      if (win?.offset && isWide() && !event.target.closest('.socials')) raise(win);
    });
    addEventListener('resize', () => {
      for (const { parentElement: win } of desktop.querySelectorAll('.lofi-grip')) {
        if (isWide() && (win.offset.x || win.offset.y)) moveTo(win, win.offset.x, win.offset.y);
      }
    });

    const clock = desktop.querySelector('.lofi-clock');
    let next;
    const tick = () => {
      const now = new Date(), shape = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
      clock.textContent = now.toLocaleString('en', shape).replace(',', '');
      clearTimeout(next);
      next = setTimeout(tick, 60000 - now % 60000);
    };
    document.addEventListener('visibilitychange', () => document.hidden || tick());
    tick();
  }

  // Stored positions apply before the first frame; without any, the first frame does not wait for this script.
  if (Object.keys(positions).length) start(); else requestAnimationFrame(() => setTimeout(start));
})();
