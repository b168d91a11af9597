// docs/BENCHMARKS.md from what was measured last.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { availableParallelism, totalmem } from 'node:os';

const read = part => { const file = join(process.env.BENCH_RESULTS, `${part}.json`); return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined };
const [serving, edits, starting, memory] = ['serving', 'edits', 'starting', 'memory'].map(read);
const whole = value => Math.round(value).toLocaleString('en');
const table = (head, rows) => [head, head.map(() => '-'), ...rows].map(it => `| ${it.join(' | ')} |`).join('\n');
const when = it => `Measured on ${it.at}, load average of the machine at the end ${it.load}.`;
const parts = [`# Benchmarks

Written by \`make bench\`: what was measured, beside what it is measured with. Goals are goals, not gates. All of it runs on one machine with
${availableParallelism()} processors and ${Math.round(totalmem() / 2 ** 30)} GiB, shared with other work; what is compared is measured in turn, so that ratios survive a busy neighbour, and
rates and times are those of this machine alone. \`.ci/bench PART\` takes one part again; \`BENCH_LONG=1\` adds 100,000 pages.
`];

if (serving) {
  const rows = (found, names) => names.map(name => {
    const it = found[name], ratio = key => name === 'mantel' ? '' : (found.mantel[key] / it[key]).toFixed(2);
    return [name, whole(it.rate), ratio('rate'), it.p99.toFixed(2), ratio('p99'), it.work.toFixed(1), ratio('work')];
  });
  const head = ['', 'requests/s', 'Mantel ÷ it', 'p99 ms', 'Mantel ÷ it', 'work µs', 'Mantel ÷ it'];
  parts.push(`## The published page

The sample page, gzip, ${whole(serving.bytes)} bytes and the same headers from each: Mantel; nginx (Debian's, one worker, \`sendfile\`, keep-alive, \`gzip_static\`,
\`open_file_cache\`, no log) with the same file; a hyper handler that clones headers and bytes and does nothing else. Server and wrk have a processor each,
${serving.connections} connections, ${serving.rounds} rounds of ${serving.seconds} s in turn, medians. Work is processor time of the server for one request. Goals: requests ≥ 1.0 × nginx with
p99 no worse, ≥ 0.85 × the bare handler. Mantel counts the visitor's address against \`RATE_PUBLIC\` and gives each reply an id; its log is at \`error\`.

${table(head, rows(serving.whole, ['mantel', 'nginx', 'bare hyper']))}

The same visitor again (\`If-None-Match\`, 304):

${table(head, rows(serving.held, ['mantel', 'nginx']))}

Memory before this load ${serving.idle.toFixed(1)} MiB, after it ${serving.after.toFixed(1)} MiB (goals: 30, 60). ${when(serving)}
`);
}
if (edits) {
  const rows = [['SQLite', edits.sqlite], ['PostgreSQL', edits.postgres]].filter(it => it[1]).flatMap(([name, found]) => Object.entries(found).map(([many, it]) =>
    [name, many, whole(it.database.rate), ...['REST', 'MCP'].flatMap(way => [whole(it[way].rate), (it[way].rate / it.database.rate).toFixed(2), it[way].p99.toFixed(1)])]));
  parts.push(`## Durable edits

One edit after the other on each connection, each acknowledged when it is on disk (SQLite: WAL, \`synchronous=FULL\`; PostgreSQL as it comes), beside a program that
commits the same writes on a copy of the same database without anything around it. ${edits.rounds} rounds of ${edits.seconds} s in turn, medians. Goal: ≥ 0.5 × the bare database.

${table(['', 'at once', 'bare database/s', 'REST/s', 'REST ÷ bare', 'p99 ms', 'MCP/s', 'MCP ÷ bare', 'p99 ms'], rows)}

${when(edits)}
`);
}
if (starting) parts.push(`## Starting

From the start of the process, medians of ${starting.rounds}.

${table(['', 'ms', 'goal'], [['a new instance, migrations included, until \`/readyz\`', starting.fresh.toFixed(0), '300'], ['an instance with a page, until \`/readyz\`', starting.ready.toFixed(0), '300'], ['the same, until the first byte of the page, drawn for it', starting.page.toFixed(0), '50']])}

Memory before anything was asked ${starting.idle.toFixed(1)} MiB (goal: 30). ${when(starting)}
`);
if (memory) parts.push(`## Many pages

Pages copied straight into the database (SQLite); then so many different ones visited once, 16 at a time, of which \`PAGE_MEMORY\` (16 MiB) are kept. Goals: 30 MiB idle, 60 after
load, flat.

${table(['pages', 'ready after ms', 'idle MiB', 'visited', 'MiB after', 'ms for each'], memory.found.map(it => [whole(it.count), it.ready.toFixed(0), it.idle.toFixed(1), whole(it.visits), it.after.toFixed(1), it.each.toFixed(2)]))}

${when(memory)}
`);
writeFileSync(new URL('../../../docs/BENCHMARKS.md', import.meta.url), parts.join('\n'));
