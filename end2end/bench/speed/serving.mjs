// The published page beside nginx and a bare hyper handler that send the same bytes: server and load generator pinned
// to one processor each, five alternating rounds, medians. And beside the same server that counts no visits.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveResults } from '../results.mjs';
import { alternate, compare, CONNECTIONS, ROUNDS, SECONDS, SERVER, summarize } from './load.mjs';
import { ask, fetchPage, startNginx, waitUntilDrawn, warmUp } from './page.mjs';
import { benchBinary, freePort, inFolder, mantel, pinned, printLine, publishSample, residentMemory, settings, start, stop, waitUntilReady } from './process.mjs';

// Two servers that differ by a fiftieth: many short rounds, so that the machine changes little within one, of several pairs of
// processes, because two of the same program differ by as much.
const PAIRS = ROUNDS, ROUNDS_OF_PAIR = 6;

// What Chrome sends with the first request to a page.
const BROWSER = [
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7', 'Accept-Encoding: gzip', 'Accept-Language: en-GB,en;q=0.9',
  'Sec-Fetch-Dest: document', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-User: ?1', 'Upgrade-Insecure-Requests: 1', 'Referer: https://www.instagram.com/',
  'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
];

// The page with its visits counted beside the same with INSIGHTS=off, both asked as by a browser.
async function compareCounting(folder) {
  const kinds = [
    { key: 'whole', what: 'a visit', headers: () => BROWSER },
    { key: 'held', what: 'a visit, unchanged (304)', headers: ({ tag }) => [...BROWSER, `If-None-Match: ${tag}`] },
  ].map(kind => ({ ...kind, rounds: [[], []] }));
  const names = [{ name: 'counting' }, { name: 'not counting' }];
  for (let pair = 0; pair < PAIRS; pair++) {
    const servers = [];
    for (const { name } of names) {
      const port = await freePort(), env = settings(join(folder, `${name} ${pair}`), port, name === 'counting' ? {} : { INSIGHTS: 'off' }), server = start(pinned(SERVER, mantel, []), { env });
      await waitUntilReady(port, '/readyz');
      await publishSample(env, port);
      await waitUntilDrawn(port);
      const page = await fetchPage(port, 'gzip');
      servers.push({ name, pid: server.pid, port, tag: page.tag, server });
    }
    for (const { headers, rounds } of kinds) alternate(servers, headers, 1, ROUNDS_OF_PAIR).forEach((more, at) => rounds[at].push(...more));
    for (const { server } of servers) await stop(server);
  }
  return { pairs: PAIRS, rounds: ROUNDS_OF_PAIR, ...Object.fromEntries(kinds.map(({ key, what, rounds }) => [key, summarize(what, names, rounds)])) };
}

await inFolder(async folder => {
  const [port, nginxPort, handlerPort] = [await freePort(), await freePort(), await freePort()];
  const env = settings(join(folder, 'data'), port), server = start(pinned(SERVER, mantel, []), { env });
  await waitUntilReady(port, '/readyz');
  const idle = residentMemory(server.pid);
  await publishSample(env, port);
  await waitUntilDrawn(port);
  await warmUp(port, 'gzip');
  const page = await fetchPage(port, 'gzip');
  const nginx = startNginx(folder, { port: nginxPort }, { gzip: page }, { core: SERVER });
  writeFileSync(join(folder, 'head'), page.head.join('\n'));
  const handler = start(pinned(SERVER, benchBinary, ['bare', String(handlerPort), join(folder, 'head'), join(folder, 'root', 'bench.gz')]));
  await waitUntilReady(nginxPort, '/bench');
  await waitUntilReady(handlerPort, '/bench');
  const { body, tag } = ask(`http://127.0.0.1:${nginxPort}/bench`, 'gzip');
  if (!body.equals(page.body)) throw new Error('nginx sends different bytes');
  const servers = [{ name: 'mantel', pid: server.pid, port, tag: page.tag }, { name: 'nginx', pid: nginx.pid, port: nginxPort, tag }, { name: 'bare hyper', pid: handler.pid, port: handlerPort }];
  const full = await compare('the page', servers, () => ['Accept-Encoding: gzip'], SECONDS);
  const notModified = await compare('the page, unchanged (304)', servers.slice(0, 2), target => ['Accept-Encoding: gzip', `If-None-Match: ${target.tag}`], Math.max(1, SECONDS - 2));
  const after = residentMemory(server.pid);
  printLine('memory before and after the load', `${idle.toFixed(0)}, ${after.toFixed(0)}`, 'MiB');
  for (const child of [server, nginx, handler]) await stop(child);
  const counting = await compareCounting(folder);
  saveResults('serving', { bytes: page.body.length, rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS, whole: full, held: notModified, counting, idle, after });
});
