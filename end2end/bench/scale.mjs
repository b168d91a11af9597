// What a large instance takes (docs/SCALE.md): a simulation of a day of visits and edits to many pages, seen by a CDN and by
// servers with a page cache each. Counts what reaches the servers, renders and database; the costs of one of each are measured
// (docs/BENCHMARKS.md) and stand here. No network, no clock: the same numbers on every machine.
const PAGES = 1_000_000, EDITED = 0.1, SERVERS = 10, CDN_PLACES = 20;
// Visits follow Zipf's law with this exponent, an assumption; visits a day over all pages.
const EXPONENT = 0.9, DAYS = [1_000_000, 30_000_000, 300_000_000];
// Pages that the cache of a server holds: PAGE_MEMORY divided by what a cached page takes (`CachedPage::bytes`).
// A page is drawn again ten minutes after it was (`MAX_AGE` in `page_cache`).
const CACHED_KIB = 210, MEMORY_MIB = 256, DRAWN_A_DAY = 144;
// What one takes of one processor, ms, and the bytes of a page, gzip (docs/BENCHMARKS.md).
const COST = { visit: 0.012, held: 0.0087, drawing: 3.7, edit: 1.6, counting: 0.16 }, PAGE_KB = 24.3;

// Expected requests for pages with a rate each, by the shares of Zipf's law: pages of similar rank are taken together.
function ranks() {
  const groups = [];
  for (let first = 1; first <= PAGES; first = Math.ceil(first * 1.02)) {
    const next = Math.min(PAGES + 1, Math.ceil(first * 1.02)), middle = (first + next - 1) / 2;
    groups.push({ count: next - first, weight: middle ** -EXPONENT });
  }
  const whole = groups.reduce((sum, group) => sum + group.count * group.weight, 0);
  return groups.map(({ count, weight }) => ({ count, share: weight / whole }));
}

// The days after which an entry that nobody asked for has left a cache of `size` entries (Che's approximation): the cache holds
// as many entries as were asked for within it.
function characteristicTime(groups, visits, size) {
  let [low, high] = [0, 3650];
  for (let step = 0; step < 60; step++) {
    const time = (low + high) / 2, held = groups.reduce((sum, group) => sum + group.count * (1 - Math.exp(-group.share * visits * time)), 0);
    if (held > size) high = time; else low = time;
  }
  return low;
}

function day(visits, cdn) {
  const groups = ranks(), edits = EDITED, size = MEMORY_MIB * 1024 / CACHED_KIB;
  let [whole, held] = [0, 0];
  // What reaches the servers of a page's visits, a day: all of it without a CDN. `revalidate`: a place of the CDN asks at most once
  // in ten seconds whether it is still so. `purge`: it asks only after an edit told it to forget the page.
  const atServers = groups.map(({ count, share }) => {
    const asked = visits * share, place = asked / CDN_PLACES;
    const seconds = cdn === 'revalidate' ? 10 / 86_400 : 1 / edits;
    const reached = cdn === 'none' ? asked : CDN_PLACES * place / (1 + place * seconds);
    const changed = cdn === 'none' ? reached : Math.min(reached, CDN_PLACES * Math.min(place, edits + 1 / 30));
    whole += count * changed;
    held += count * (reached - changed);
    return { count, share: reached };
  });
  const total = whole + held, normal = atServers.map(({ count, share }) => ({ count, share: share / total }));
  // Each server sees its share of the visits to every page, and draws what its cache does not hold or what was edited.
  const time = characteristicTime(normal, total / SERVERS, size);
  const drawings = SERVERS * normal.reduce((sum, { count, share }) => {
    const rate = share * total / SERVERS, lost = rate * Math.exp(-rate * time);
    return sum + count * Math.min(rate, lost + (edits + DRAWN_A_DAY) * (1 - Math.exp(-rate / (edits + DRAWN_A_DAY))));
  }, 0);
  const seconds = (whole * COST.visit + held * COST.held + drawings * COST.drawing + visits * (cdn === 'none' ? COST.counting : 0) + PAGES * EDITED * COST.edit) / 1000;
  return { visits, total, drawings, seconds, gigabytes: whole * PAGE_KB / 1e6 };
}

console.log('| visits a day | before the servers | reach them | pages drawn | processor seconds a million visits | processors at four times the mean | GB sent by the servers |\n| - | - | - | - | - | - | - |');
for (const visits of DAYS) for (const cdn of ['none', 'revalidate', 'purge']) {
  const { total, drawings, seconds, gigabytes } = day(visits, cdn), count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  console.log(`| ${count.format(visits)} | ${{ none: 'nothing', revalidate: 'a CDN that asks every 10 s', purge: 'a CDN told of edits' }[cdn]} | ${count.format(total)} | ${count.format(drawings)} | ${(seconds / visits * 1e6).toFixed(0)} | ${(seconds / 86_400 * 4).toFixed(2)} | ${gigabytes.toFixed(0)} |`);
}
