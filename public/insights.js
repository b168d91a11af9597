// The chosen day of the plot, the row and the rank that belong together, and the time zones of this browser. The page works without
// this script.
const graph = document.querySelector('.insights-graph'), start = graph?.dataset.chosen;
if (start) {
  const { said, tall } = JSON.parse(graph.dataset.plot), last = said.length - 1, name = graph.ariaLabel;
  const [ring, slip] = ['.insights-ring', '.insights-slip'].map(part => graph.querySelector(part));
  const [day, counts, published] = slip.children;
  const words = index => said[index].slice(0, 2).join(', ') + '. ' + said[index][2];
  let chosen = +start;
  const choose = index => {
    chosen = Math.max(0, Math.min(last, index));
    for (const part of [ring, slip]) {
      part.style.setProperty('--at', chosen);
      part.style.setProperty('--tall', tall[chosen] + '%');
    }
    slip.classList.toggle('before', chosen * 2 >= said.length);
    day.textContent = said[chosen][0];
    counts.textContent = ', ' + said[chosen][1] + '.';
    published.textContent = said[chosen][2];
    graph.ariaValueNow = chosen;
    graph.ariaValueText = words(chosen);
  };
  Object.assign(graph, { role: 'slider', tabIndex: 0, ariaLabel: name, ariaValueMin: 0, ariaValueMax: last });
  choose(chosen);
  const marked = step => {
    for (let index = chosen + step; said[index]; index += step) if (said[index][2]) return index;
    return chosen;
  };
  graph.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      const version = said[chosen][2].match(/\d+/)?.[0];
      document.querySelector(`.insights-version a[href$="/${version}"]`)?.click();
      return;
    }
    const to = {
      ArrowLeft: () => chosen - 1, ArrowDown: () => chosen - 1, ArrowRight: () => chosen + 1, ArrowUp: () => chosen + 1,
      Home: () => 0, End: () => last, PageUp: () => chosen + 7, PageDown: () => chosen - 7, '[': () => marked(-1), ']': () => marked(1),
    }[event.key];
    if (!to) return;
    event.preventDefault();
    choose(to());
  });
  const point = event => {
    if (event.pointerType === 'mouse' ? false : !event.buttons) return;
    const box = graph.getBoundingClientRect();
    choose(Math.floor((event.clientX - box.left) / box.width * said.length));
  };
  graph.addEventListener('pointermove', point);
  graph.addEventListener('pointerdown', point);
}

// A row and the rank on the page are ringed together. The page takes no events, so the pointer is looked for on its tiles.
const rows = [...document.querySelectorAll('.insights-tiles tbody tr')], fire = document.querySelector('.insights-lit');
const ranks = fire ? [...fire.querySelectorAll('.insights-rank')] : [];
const ringed = rank => {
  for (const part of [...rows, ...ranks]) part.classList.toggle('chosen', !!rank && part.dataset.rank === rank);
};
rows.forEach((row, index) => {
  row.tabIndex = index ? -1 : 0;
  row.addEventListener('pointerenter', () => ringed(row.dataset.rank));
  row.addEventListener('pointerleave', () => ringed());
  row.addEventListener('focusin', () => ringed(row.dataset.rank));
  row.addEventListener('focusout', () => ringed());
  row.addEventListener('keydown', event => {
    if (event.target !== row) return;
    if (event.key === 'Enter') { location.assign('/edit'); return }
    const next = rows[index + { ArrowUp: -1, ArrowDown: 1 }[event.key]];
    if (!next) return;
    event.preventDefault();
    row.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
});
fire?.addEventListener('pointermove', ({ clientX: x, clientY: y }) => {
  const over = ranks.filter(rank => {
    const box = rank.parentElement.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  ringed(over.at(-1)?.dataset.rank);
});
fire?.addEventListener('pointerleave', () => ringed());

const zones = document.getElementById('time-zones');
zones?.append(...(Intl.supportedValuesOf?.('timeZone') ?? []).map(zone => new Option(zone, zone)));
