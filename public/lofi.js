// The desktop of a page in lofi: windows are dragged by their bars, come to the front, go back; and the clock ticks.
// The page is whole without it: windows then stay where they are.
(() => {
  const desk = document.querySelector('.page[data-look=lofi]');
  if (!desk) return;
  const key = 'lofi:' + location.pathname, step = 8, margin = 72, top = 38;
  let kept = {}, highest = 0, held;
  try { kept = JSON.parse(sessionStorage.getItem(key)) || {} } catch { /* Nothing kept, or no storage. */ }
  const keep = () => { try { sessionStorage.setItem(key, JSON.stringify(kept)) } catch { /* Then it lasts as long as the page. */ } };
  const roomy = () => desk.clientWidth >= 600;
  const frame = win => win.matches('.profile') ? win.querySelector(':scope > .paper') : win;

  // Puts a window so far from its home, a piece of its bar always within reach.
  const place = (win, x, y) => {
    const at = win.spot, box = frame(win).getBoundingClientRect(), all = desk.getBoundingClientRect();
    if (roomy()) {
      const left = box.left - all.left - at.x, high = box.top - all.top - at.y;
      x = Math.min(all.width - margin - left, Math.max(margin - box.width - left, x));
      y = Math.min(all.height - margin - high, Math.max(top - high, y));
    }
    [at.x, at.y] = [Math.round(x), Math.round(y)];
    win.style.setProperty('--lofi-x', at.x + 'px');
    win.style.setProperty('--lofi-y', at.y + 'px');
    win.style.setProperty('--lofi-z', at.z);
    win.classList.toggle('lofi-moved', !!(at.x || at.y || at.z));
    kept[at.name] = [at.x, at.y, at.z];
  };
  const raise = win => {
    if (win.spot.z && win.spot.z === highest) return;
    win.spot.z = ++highest;
    place(win, win.spot.x, win.spot.y);
    keep();
  };
  const home = win => {
    const at = win.spot;
    place(win, 0, 0);
    at.x = at.y = at.z = 0;
    for (const name of ['--lofi-x', '--lofi-y', '--lofi-z']) win.style.removeProperty(name);
    win.classList.remove('lofi-moved');
    delete kept[at.name];
    keep();
  };
  const drop = () => {
    held?.win.classList.remove('lofi-held');
    held = undefined;
    keep();
  };

  function start() {
    for (const bar of desk.querySelectorAll('.lofi-bar')) {
      const win = bar.closest('.tile, .profile'), grip = document.createElement('span');
      const [x, y, z] = kept[win.id || 'about'] || [0, 0, 0];
      win.spot = { name: win.id || 'about', x: 0, y: 0, z };
      highest = Math.max(highest, z);
      grip.className = 'lofi-grip';
      grip.tabIndex = 0;
      grip.setAttribute('role', 'button');
      grip.setAttribute('aria-label', 'Move the window ' + bar.textContent + ': arrow keys; Escape puts it back');
      win.append(grip);
      if (x || y || z) place(win, x, y);

      grip.addEventListener('pointerdown', event => {
        if (event.button || !roomy()) return;
        grip.setPointerCapture(event.pointerId);
        held = { win, id: event.pointerId, x: win.spot.x - event.pageX, y: win.spot.y - event.pageY };
        win.classList.add('lofi-held');
      });
      grip.addEventListener('pointermove', event => {
        if (held?.win === win && held.id === event.pointerId) place(win, held.x + event.pageX, held.y + event.pageY);
      });
      for (const end of ['pointerup', 'pointercancel']) grip.addEventListener(end, () => held?.win === win && drop());
      grip.addEventListener('dblclick', () => home(win));
      grip.addEventListener('keydown', event => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (way) {
          place(win, win.spot.x + way[0] * step, win.spot.y + way[1] * step);
          raise(win);
          keep();
        } else if (event.key === 'Escape') {
          drop();
          home(win);
        } else if (event.key === 'Enter' || event.key === ' ') raise(win);
        else return;
        event.preventDefault();
      });
    }
    desk.addEventListener('pointerdown', event => {
      const win = event.target.closest('.tile, .profile');
      if (win?.spot && roomy() && !event.target.closest('.socials')) raise(win);
    });
    addEventListener('resize', () => {
      for (const { parentElement: win } of desk.querySelectorAll('.lofi-grip')) {
        if (roomy() && (win.spot.x || win.spot.y)) place(win, win.spot.x, win.spot.y);
      }
    });

    const clock = desk.querySelector('.lofi-clock');
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

  // What was moved stands where it was from the first frame on; else the first frame does not wait for this.
  if (Object.keys(kept).length) start(); else requestAnimationFrame(() => setTimeout(start));
})();
