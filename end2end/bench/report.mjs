// Writes docs/BENCHMARKS.md from the latest results.
import { writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { loadResults } from './results.mjs';

const [serving, protocols, linked, edits, growing, storage, starting, memory, drawing, million, weights, keystroke, editor, phone, large, scroll, lighthouse, building] = ['serving', 'protocols', 'static', 'edits', 'growing', 'storage', 'starting', 'memory', 'drawing', 'million', 'weights', 'keystroke', 'editor', 'phone', 'large', 'scroll', 'lighthouse', 'building'].map(loadResults);
const formatCount = value => Math.round(value).toLocaleString('en');
const table = (head, rows) => [head, head.map(() => '-'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n');
const measuredAt = results => `Measured on ${results.at}, load average of the machine at the end ${results.load}.`;
const ratio = (value, than) => (value / than).toFixed(2);

// Goals that were not reached; listed first.
const missedGoals = [];
const expectAtLeast = (what, value, goal) => { if (value < goal) missedGoals.push(`${what} (${value.toFixed(2)} of ${goal})`) };
const expectAtMost = (what, value, goal, unit = '') => { if (value > goal) missedGoals.push(`${what} (${value.toFixed(value < 0.1 ? 4 : value < 10 ? 2 : 0)}${unit}, goal ${goal})`) };
const ms = value => value.toFixed(2), codingNames = { identity: 'not compressed', gzip: 'gzip', br: 'Brotli' };
const sections = [];

if (serving) {
  const rows = (found, names) => names.map(name => {
    const result = found[name], beside = key => name === names[0] ? '' : result.ratio[key].toFixed(2);
    return [name, formatCount(result.rate), beside('rate'), result.p99.toFixed(2), beside('p99'), result.work.toFixed(1), beside('work')];
  });
  expectAtLeast("nginx's rate for the page", serving.whole.nginx.ratio.rate, 1.2);
  expectAtLeast('the bare handler', serving.whole['bare hyper'].ratio.rate, 0.85);
  expectAtMost("nginx's p99 for the page", serving.whole.nginx.ratio.p99, 1);
  expectAtLeast("nginx's rate for a 304", serving.held.nginx.ratio.rate, 1);
  const { whole: counted, held: revalidated } = serving.counting;
  for (const [what, { 'not counting': { ratio } }] of [['visits', counted], ['revalidations', revalidated]]) {
    expectAtLeast(`the rate of ${what} without counting`, ratio.rate, 0.98);
    expectAtMost(`p99 of ${what} without counting`, ratio.p99, 1);
  }
  expectAtMost('memory idle', serving.idle, 30, ' MiB');
  expectAtMost('memory after the load', serving.after, 60, ' MiB');
  const head = ['', 'requests/s', 'Mantel ÷ it', 'p99 ms', 'Mantel ÷ it', 'CPU µs', 'Mantel ÷ it'];
  sections.push(`## The published page

The sample page, gzip, ${formatCount(serving.bytes)} bytes, with the same headers from each: Mantel; nginx (Debian's, one worker, \`sendfile\`, keep-alive, \`gzip_static\`,
\`open_file_cache\`, no log) with the same file; a hyper handler that only clones headers and bytes. Server and wrk have one processor each;
${serving.connections} connections, ${serving.rounds} alternating rounds of ${serving.seconds} s, medians; a ratio is the median of those of the rounds. "CPU µs" is the server's processor time per request. Goals: requests ≥ 1.2 × nginx with
p99 no worse, ≥ 0.85 × the bare handler; a 304 ≥ 1.0 × nginx. Mantel counts the visitor's address against \`RATE_PUBLIC\` and gives each reply an id; its log level is \`error\`.

${table(head, rows(serving.whole, ['mantel', 'nginx', 'bare hyper']))}

Revalidation (\`If-None-Match\`, 304):

${table(head, rows(serving.held, ['mantel', 'nginx']))}

Visits, asked as by Chrome from a link on Instagram, by a server that counts them (\`INSIGHTS=on\`) and by one that does not, in
${serving.counting.pairs} pairs of processes with ${serving.counting.rounds} rounds of a second each. Goals: ≥ 0.98 × the requests, p99 no worse. A visit, and one of a page that the browser holds already (304):

${table(['', 'requests/s', 'counting ÷ it', 'p99 ms', 'counting ÷ it', 'CPU µs', 'counting ÷ it'], rows(counted, ['counting', 'not counting']))}

${table(['', 'requests/s', 'counting ÷ it', 'p99 ms', 'counting ÷ it', 'CPU µs', 'counting ÷ it'], rows(revalidated, ['counting', 'not counting']))}

Memory before this load: ${serving.idle.toFixed(1)} MiB; after it: ${serving.after.toFixed(1)} MiB (goals: 30, 60). ${measuredAt(serving)}
`);
}
if (protocols) {
  for (const { protocol, place, what, goals, nginx } of protocols.found) {
    expectAtLeast(`nginx's rate, ${protocol}, ${what}, ${place}`, nginx.ratio.rate, goals.rate);
    if (goals.p99) expectAtMost(`nginx's p99, ${protocol}, ${what}, ${place}`, nginx.ratio.p99, goals.p99);
  }
  const rows = protocols.found.map(({ protocol, place, what, goals, mantel, nginx }) => [protocol, place, what, formatCount(mantel.rate), formatCount(nginx.rate), nginx.ratio.rate.toFixed(2), goals.rate.toFixed(1),
    mantel.p99.toFixed(2), nginx.p99.toFixed(2), nginx.ratio.p99.toFixed(2), goals.p99?.toFixed(1) ?? '', mantel.work.toFixed(1), nginx.work.toFixed(1), nginx.ratio.work.toFixed(2)]);
  const calls = ({ all, most }) => [all.toFixed(1), most.map(([name, many]) => `${name} ${many.toFixed(1)}`).join(', ')];
  sections.push(`## The page over each protocol

The same page with the same headers from Mantel and from nginx, ${protocols.connections} connections, ${protocols.rounds} alternating rounds of ${protocols.seconds} s, medians; a ratio is the median of those of the
rounds. "A processor each": the server (nginx with one worker) has one, the load generator the other. "Sharing all": nothing is pinned, nginx has a worker for each
processor, Mantel its default. "HAProxy with the server": both are on one processor, the load generator on the other; HAProxy ends TLS, keeps its connections
(HTTP/1.1), and names the client's address, which Mantel believes. The load is wrk's, over HTTP/2 h2load's with one request at a time on each connection. nginx is
set as above, but over HTTP/2 without \`sendfile\` and for the page that is not compressed without \`tcp_nopush\`, because it would wait for its peer there. "CPU µs"
is the processor time of Mantel or nginx per request. gzip and 304 over HTTP/1.1 with a processor each are above.

${table(['', '', '', 'Mantel/s', 'nginx/s', 'Mantel ÷ nginx', 'goal', 'p99 ms', "nginx's", 'Mantel ÷ nginx', 'goal', 'CPU µs', "nginx's", 'Mantel ÷ nginx'], rows)}

System calls per request with a processor each, all of them and those that at least every twentieth request makes; under strace, which slows both down:

${table(['', '', 'Mantel', '', 'nginx', ''], protocols.calls.map(({ protocol, what, mantel, nginx }) => [protocol, what, ...calls(mantel), ...calls(nginx)]))}

${measuredAt(protocols)}
`);
}
if (linked) {
  const row = (what, key) => [what, ...['static', 'system library'].map(name => formatCount(linked[key][name].rate)), ratio(linked[key].static.rate, linked[key]['system library'].rate)];
  expectAtLeast('the rate of the server linked to the system\'s C library', linked.page.static.rate / linked.page['system library'].rate, 0.95);
  sections.push(`## The static server of a release

The static server (musl, mimalloc) beside the same code linked to the system's C library, one processor each in turn, wrk on the other; ${linked.connections} connections,
${linked.rounds} alternating rounds of ${linked.seconds} s, medians. Goal: the published page ≥ 0.95 ×. Memory after the load: ${linked.memory.static.toFixed(0)} and ${linked.memory['system library'].toFixed(0)} MiB.

${table(['requests/s', 'static', 'system library', 'static ÷ it'], [row('the published page', 'page'), row('a draft, drawn for each request', 'drawn')])}

${measuredAt(linked)}
`);
}
if (edits) {
  const rows = [['SQLite', edits.sqlite], ['PostgreSQL', edits.postgres]].flatMap(([name, sizes]) => Object.entries(sizes).flatMap(([size, found]) => Object.entries(found).map(([many, result]) =>
    [name, size, many, formatCount(result.database.rate), ...['REST', 'MCP'].flatMap(way => [formatCount(result[way].rate), ratio(result[way].rate, result.database.rate), result[way].p99.toFixed(1)])])));
  for (const [name, size, many, , , rest, , , mcp] of rows) {
    expectAtLeast(`the database's rate, ${name}, ${size} tiles, ${many} at once over REST`, Number(rest), 0.85);
    expectAtLeast(`the database's rate, ${name}, ${size} tiles, ${many} at once over MCP`, Number(mcp), 0.85);
  }
  sections.push(`## Durable edits

Sequential edits on each connection, each acknowledged when it is on disk (SQLite: WAL, \`synchronous=FULL\`; PostgreSQL with its default settings), compared with a program
that only commits the same writes to a copy of the same database, one statement after the other (Mantel sends those that follow the draft's together, on PostgreSQL mostly all in one statement). ${edits.rounds} alternating rounds of ${edits.seconds} s, medians. Goal: ≥ 0.85 × the bare database.
Without tiles the bio is edited, otherwise the title of the tile in the middle of a published page.

${table(['', 'tiles', 'connections', 'bare database/s', 'REST/s', 'REST ÷ bare', 'p99 ms', 'MCP/s', 'MCP ÷ bare', 'p99 ms'], rows)}

${measuredAt(edits)}
`);
}
if (growing) {
  sections.push(`## From one server to two

Two servers on one PostgreSQL, all on this machine: ${growing.crowd} owners who edit over REST at once, ${growing.rounds} alternating rounds of ${growing.seconds} s, medians; ${growing.turns} publishes. The
servers share the processors with the database and the load generator. This measures what a second server costs, not what it would gain on a machine of its own.

${table(['', 'measured'], [['edits/s, one server', formatCount(growing.one)], ['edits/s, two servers together', `${formatCount(growing.two)} (${ratio(growing.two, growing.one)} × one)`], ['delay until the other server shows a publish', `${growing.told.toFixed(0)} ms, 95 of 100 within ${growing.late.toFixed(0)} ms`]])}

${measuredAt(growing)}
`);
}
if (storage) {
  const what = { upload: 'an upload and its sketch', first: 'the first view in a size (generates the variant)', later: 'each later view of that size', whole: 'the full picture' };
  const rows = Object.entries(what).map(([step, label]) => [label, storage.folder[step].took.toFixed(0), storage.bucket[step].took.toFixed(0), storage.bucket[step].trips]);
  sections.push(`## From a folder of pictures to a bucket

The bucket is a local stand-in that answers after ${storage.wait} ms; a real bucket adds its own latency for each round trip. ${storage.pictures} pictures of 1,200 × 800, one after the other,
medians. Pictures are \`immutable\`: browsers and a CDN do not request them again.

${table(['', 'folder, ms', 'bucket, ms', 'round trips'], rows)}

${measuredAt(storage)}
`);
}
if (starting) {
  expectAtMost('start, ms', Math.max(starting.fresh, starting.ready), 300);
  expectAtMost('first byte, ms', starting.page, 50);
  sections.push(`## Starting

From the start of the process, medians of ${starting.rounds}.

${table(['', 'ms', 'goal'], [['a new instance, migrations included, until \`/readyz\`', starting.fresh.toFixed(0), '300'], ['an instance with a page, until \`/readyz\`', starting.ready.toFixed(0), '300'], ['the same, until the first byte of the page, rendered for it', starting.page.toFixed(0), '50']])}

Memory before the first request: ${starting.idle.toFixed(1)} MiB (goal: 30). ${measuredAt(starting)}
`);
}
if (memory) {
  for (const run of memory.found) {
    expectAtMost(`memory idle with ${formatCount(run.count)} pages`, run.idle, 30, ' MiB');
    expectAtMost(`memory after ${formatCount(run.visits)} of ${formatCount(run.count)} pages were visited`, run.after, 60, ' MiB');
  }
  sections.push(`## Many pages

Pages are inserted directly into the database (SQLite); then different pages are visited once each, 16 at a time, with a page cache of 16 MiB (\`PAGE_MEMORY\`). Goals: 30 MiB idle, 60
after load, independent of the number of pages.

${table(['pages', 'ready after ms', 'idle MiB', 'visited', 'MiB after', 'ms per page'], memory.found.map(run => [formatCount(run.count), run.ready.toFixed(0), run.idle.toFixed(1), formatCount(run.visits), run.after.toFixed(1), run.each.toFixed(2)]))}

${measuredAt(memory)}
`);
}
if (drawing) {
  const rows = [];
  for (const [where, sizes] of Object.entries(drawing.found)) for (const { tiles, count, goal, codings } of sizes) {
    for (const [coding, { median, p99, work }] of Object.entries(codings)) {
      expectAtMost(`processor time of a page of ${tiles} tiles drawn for the first time, ${where}, ${codingNames[coding]}`, work, goal, ' ms');
      rows.push([where, tiles, formatCount(count), codingNames[coding], ms(median), ms(p99), ms(work), goal, formatCount(Math.round(1000 / work))]);
    }
  }
  sections.push(`## Pages drawn for the first time

The sample page, and one of 100 tiles, copied so many times into one database; then ${formatCount(drawing.visits)} random ones for each coding, one after the other, of which the cache of
pages holds few. "Processor" is the server's time for each, without the database server's.

${table(['', 'tiles', 'pages', 'coding', 'median ms', 'p99 ms', 'processor ms', 'goal', 'a second and processor'], rows)}

${measuredAt(drawing)}
`);
}

if (million) {
  const gb = bytes => (bytes / 1e9).toFixed(1), { visits } = million;
  expectAtMost(`memory idle with ${formatCount(million.count)} pages`, million.idle, 30, ' MiB');
  expectAtMost(`memory after visits to ${formatCount(million.count)} pages`, million.after, 60, ' MiB');
  for (const coding of ['identity', 'gzip', 'br']) expectAtMost(`processor time of a page drawn for the first time, ${coding}`, visits[coding].work, 1, ' ms');
  const parts = Object.entries(million.sitemap);
  sections.push(`## ${formatCount(million.count)} pages

The sample page copied so many times, ${gb(million.bytes)} GB in one SQLite file (\`.ci/bench million\`, by name only: it takes 15 minutes and 30 GB). Ready ${million.ready.toFixed(0)} ms after the start. Memory:
${million.idle.toFixed(0)} MiB idle, ${million.after.toFixed(0)} after ${formatCount(visits.gzip.count * 3)} visits, ${million.last.toFixed(0)} at the end (goals: 30, 60). Visits to random pages, one after the other, each drawn for the first time, ms; the goal is 1.0 of the server's
processor time, which is 1,000 pages a second and processor:

${table(['', 'median', 'p99', 'processor'], [...['identity', 'gzip', 'br'].map(coding => [codingNames[coding], ms(visits[coding].median), ms(visits[coding].p99), ms(visits[coding].work)]), ['gzip, during a backup', ms(million.during.median), ms(million.during.p99), '']])}

${table(['', 'takes'], [
  ['an edit over REST, median and p99', `${ms(million.edit.median)} and ${ms(million.edit.p99)} ms`],
  ...parts.map(([path, { time, bytes }]) => [`\`${path}\`, ${formatCount(bytes)} bytes, made when it is asked for`, `${time.toFixed(0)} ms`]),
  [`a backup while it is visited, ${gb(million.backup.bytes)} GB`, `${million.backup.seconds.toFixed(0)} s`],
  ['a migration: a new column, a new index, a change of every page', `${million.migration.column.toFixed(2)}, ${million.migration.index.toFixed(1)} and ${million.migration.rows.toFixed(1)} s`],
])}

${measuredAt(million)}
`);
}
if (weights) {
  for (const look of weights.found) {
    expectAtMost(`HTML, CSS and JavaScript in ${look.style}`, look.text / 1024, 60, ' KB');
    expectAtMost(`typefaces in ${look.style}`, look.font / 1024, 120, ' KB');
    expectAtMost(`wasm and requests elsewhere in ${look.style}`, look.wasm + look.foreign, 0);
  }
  sections.push(`## What visitors download

The published sample page of 14 tiles with an empty cache at 1280 px, without the owner's pictures. Goals: 60 KB of HTML, CSS and JavaScript (Brotli), 120 KB of
fonts, no wasm, nothing from other servers.

${table(['look', 'HTML, CSS, JS, KB', 'fonts, KB'], weights.found.map(look => [look.style, (look.text / 1024).toFixed(1), (look.font / 1024).toFixed(1)]))}

${measuredAt(weights)}
`);
}
if (keystroke || editor) {
  const rows = [];
  for (const place of keystroke?.found ?? []) {
    expectAtMost(`a key ${place.where} on /new, ms`, place.script, 16);
    rows.push([`a key ${place.where} on \`/new\`, to the preview: scripting, p95 ms`, place.script.toFixed(1), '16']);
  }
  for (const look of editor?.found ?? []) {
    expectAtMost(`a key in place in ${look.style}, ms`, look.key, 16);
    expectAtMost(`longest task while dragging in ${look.style}, ms`, look.drag, 50);
    rows.push([`a key in place in \`/edit\`, ${look.style}, to paint: p95 ms`, look.key.toFixed(1), '16'], [`a tile dragged across \`/edit\`, ${look.style}: longest task, ms`, look.drag.toFixed(1), '50']);
  }
  if (editor) {
    expectAtMost('code of /new', editor.code.new, 380, ' KB');
    expectAtMost('code of /edit', editor.code.edit, 480, ' KB');
    rows.push(['code of `/new`, KB (Brotli)', editor.code.new.toFixed(0), '380'], ['code of `/edit` until the first edit, KB (Brotli)', editor.code.edit.toFixed(0), '480']);
  }
  sections.push(`## Editing

On a page of 100 tiles in headless Chromium, from the browser's own trace: processor time on the main thread.

${table(['', 'measured', 'goal'], rows)}

${measuredAt(editor ?? keystroke)}
`);
}
if (phone) {
  const { opening, keys, drag, memory: kept } = phone, caches = { empty: ['an empty cache', 2.5], full: ['a full cache', 1] };
  const seconds = value => (value / 1000).toFixed(2), counted = opening.found[0].network;
  const opened = opening.found.flatMap(({ network, ...found }) => Object.entries(caches).map(([cache, [words, goal]]) => {
    const { paint, ready, edited, sheet, kib, requests } = found[cache];
    if (network === counted) expectAtMost(`first edit on a phone with ${words}, ${network}, s`, edited / 1000, goal);
    return [`${network}, ${words}`, seconds(paint), seconds(edited), network === counted ? goal : '', seconds(ready), seconds(sheet), kib.toFixed(0), requests];
  }));
  expectAtMost('processor time alone until the editor is ready on a phone, s', opening.work / 1000, 1);
  for (const { where, key } of keys) expectAtMost(`a key ${where} on a phone, ms`, key, 50);
  expectAtMost('a frame of a drag on a phone, p95 ms', drag.frame, 16.7);
  const grown = kept.growth.heap + kept.growth.wasm;
  expectAtMost('memory of the editor on a phone, growth a minute', grown, 0.1, ' MiB');
  sections.push(`## The editor on a phone

A page of 100 tiles at 390 × 844 px with three device pixels each and touch, the processor slowed down six times, over https and HTTP/2. "Slow 4G" is Lighthouse's mobile
network: 150 ms for a round trip, 1.6 Mbit/s down, 0.75 up; "4G" 85 ms and 9 Mbit/s. The browser does not simulate the handshakes of a new connection, which are two more
round trips. The first edit is the first letter drawn in a title that is tapped as soon as it is painted, before the editor is mounted and ready; it is saved. Medians of ${phone.rounds} browsers, seconds since the start of the
navigation, by the clock; KiB and requests are those before the editor is ready.

${table(['', 'first paint', 'first edit', 'goal', 'ready', 'sheet of a tile', 'KiB', 'requests'], opened)}

Six times the processor time of the main thread until the editor is ready, all of it in the cache: ${seconds(opening.work)} s, its longest task ${seconds(opening.task)} s. Other programs on the
machine change this little, but the times above much.

Keys and frames count by six times the processor time of the main thread; beside it the same by the clock, which other programs slow down. A tile is dragged by touch after a
long press, in sight and then at the lower edge, where the page scrolls. Goals: 50 ms from a key to the frame that shows it, 60 frames a second.

${table(['', 'median ms', 'p95 ms', 'goal', 'longest task, ms', 'by the clock, p95 ms'], [...keys.map(key => [`a key ${key.where}`, key.median.toFixed(1), key.key.toFixed(1), 50, key.task.toFixed(0), key.felt.toFixed(0)]),
    ['a frame while a tile is dragged', drag.median.toFixed(1), drag.frame.toFixed(1), 16.7, drag.task.toFixed(0), `${drag.felt.toFixed(0)}, ${drag.long.toFixed(0)} % over 33`]])}

Memory of the tab while it is edited for ${kept.minutes} minutes, ${kept.edits} edits and undos, after a garbage collection. Goal: flat, at most 0.1 MiB a minute in the second half.

${table(['MiB', 'JavaScript', 'wasm', 'the process', 'nodes'], [['at the start', kept.start], ['in the middle', kept.middle], ['at the end', kept.end]].map(([name, { heap, wasm, renderer, nodes }]) => [name, heap.toFixed(2), wasm.toFixed(2), renderer.toFixed(0), formatCount(nodes)]))}

In the second half JavaScript and wasm grow by ${grown.toFixed(2)} MiB a minute. \`PHONE_MINUTES=30 .ci/bench phone\` edits for half an hour. ${measuredAt(phone)}
`);
}
if (large) {
  const row = (name, { median, p95, worst }) => [name, median.toFixed(1), p95.toFixed(1), worst.toFixed(0)];
  for (const look of large.found) expectAtMost(`frame while scrolling the editor on ${large.tiles} tiles in ${look.style}, p95 ms`, look.scrolled.p95, 33.4); // Two frames of sixty a second.
  sections.push(`## Large pages

A page of ${large.tiles} tiles, scrolled with the wheel at 1440 × 960, all drawn by the processor: the time between frames. Beside it a page with the same text and pictures and no
styles. Goal for the editor: 33 ms at p95.

${table(['', 'median ms', 'p95 ms', 'worst ms'], [row('plain page', large.beside), ...large.found.flatMap(look => [row(`${look.style} in the editor`, look.scrolled), row(`${look.style}, published`, look.published)])])}

${large.found.map(look => `In ${look.style} the first tile is dragged to the end in ${look.dragged.toFixed(1)} s, and the tab holds ${look.memory.toFixed(0)} MiB.`).join(' ')} ${measuredAt(large)}
`);
}
if (scroll) {
  for (const look of scroll.found) expectAtMost(`longest task while scrolling ${look.style}, ms`, look.longest, 50);
  sections.push(`## Scrolling

Pages of 40 tiles with the processor throttled four times: the longest task after load, and frame times relative to a page with the same text and pictures and no styles
in the same run. Goals: no task over 50 ms, at most 24 filters with \`url()\`.

${table(['look', 'longest task, ms', 'median frame ÷ control', 'p95 frame ÷ control', 'url() filters'], scroll.found.map(look => [look.style, look.longest.toFixed(0), look.median.toFixed(2), look.p95.toFixed(2), look.filters]))}

${measuredAt(scroll)}
`);
}
if (lighthouse) {
  for (const look of lighthouse.found) {
    expectAtLeast(`Lighthouse's performance in ${look.style}`, look.four[0], 100);
    expectAtLeast(`Lighthouse's other scores in ${look.style}`, Math.min(...look.four.slice(1)), 100);
    expectAtMost(`largest paint in ${look.style}`, look.paint, 1.2, ' s');
    expectAtMost(`layout shift in ${look.style}`, Number(look.shift.toFixed(3)), 0);
    expectAtMost(`requests in ${look.style}`, look.requests, 10);
    expectAtMost(`KB in ${look.style}`, look.bytes, 120);
  }
  sections.push(`## Lighthouse

Mobile with simulated throttling, the published sample page over https and HTTP/2, the median of ${lighthouse.runs} runs by performance. Goals: performance and the others 100, largest
contentful paint ≤ 1.2 s, a layout shift of 0.000, 10 requests, 120 KB with the sample's pictures.

${table(['look', 'performance', 'accessibility', 'best practices', 'SEO', 'largest paint s', 'blocked ms', 'shift', 'requests', 'KB'], lighthouse.found.map(look => [look.style, ...look.four, look.paint.toFixed(2), look.blocked.toFixed(0), look.shift.toFixed(4), look.requests, look.bytes.toFixed(0)]))}

${lighthouse.insights ? `The owner's \`/insights\`, with visits: performance ${lighthouse.insights[0]} (goal 98), accessibility ${lighthouse.insights[1]}, best practices ${lighthouse.insights[2]} (goals 100). ` : ''}${measuredAt(lighthouse)}
`);
  if (lighthouse.insights) {
    expectAtLeast("Lighthouse's performance of /insights", lighthouse.insights[0], 98);
    expectAtLeast("Lighthouse's other scores of /insights", Math.min(...lighthouse.insights.slice(1)), 100);
  }
}
if (building) {
  const { serve, watch, tests = {} } = building, minutes = seconds => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  expectAtMost('make serve from nothing, s', serve.seconds, 600);
  for (const [what, { seconds, goal }] of Object.entries(watch)) expectAtMost(`make watch after ${what}, s`, seconds, goal);
  for (const [when, { seconds, goal }] of Object.entries(tests)) expectAtMost(`make test ${when}, min`, seconds / 60, goal);
  // What took a second or more.
  const steps = ({ steps, seconds }) => table(['', 'took'], steps.map(([step, from], at) => [step, (steps[at + 1]?.[1] ?? seconds) - from]).filter(([, took]) => took >= 1).map(([step, took]) => [step, minutes(took)]));
  const after = Object.entries(watch).map(([what, { seconds, goal }]) => [what, seconds.toFixed(1), goal]);
  const tested = Object.entries(tests).map(([when, one]) => `\`make test\` ${when}: ${minutes(one.seconds)} (goal: ${one.goal} min); the machine's processors were busy for ${formatCount(one.busy)} s of it.

${steps(one)}

`);
  sections.push(`## Building

\`make serve\` from nothing but the crates' sources, until the server is up: ${minutes(serve.seconds)} (goal: 10 min); the machine's processors were busy for ${formatCount(serve.busy)} s of it. From
one line that it prints to the next; what the server depends on is built beside the browser code:

${steps(serve)}

${after.length ? `\`make watch\`, from a change until the server answers with it, medians of ${building.rounds}:

${table(['after', 's', 'goal'], after)}

` : ''}${tested.join('')}${measuredAt(building)}
`);
}

const head = `# Benchmarks

Written by \`make bench\`. Goals are goals, not gates. Everything runs on one machine with
${availableParallelism()} processors and ${Math.round(totalmem() / 2 ** 30)} GiB, shared with other work. What is compared is measured in alternation, so that other load affects both sides alike and ratios hold;
rates and times are those of this machine only. \`.ci/bench PART\` repeats one part; \`BENCH_LONG=1\` adds 100,000 pages, and \`make test\` to \`building\`.

${missedGoals.length ? `Not reached: ${missedGoals.join('; ')}.` : 'Every goal is reached.'}
`;
writeFileSync(new URL('../../docs/BENCHMARKS.md', import.meta.url), [head, ...sections].join('\n'));
