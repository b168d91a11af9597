// The static server of a release (musl, mimalloc; `make dist`) beside the one linked to the system's C library: the
// published page, and a page that is drawn anew for each request because the draft behind its private link is never kept.
import { join } from 'node:path';
import { saveResults } from '../results.mjs';
import { compare, CONNECTIONS, ROUNDS, SECONDS, SERVER } from './load.mjs';
import { warmUp } from './page.mjs';
import { freePort, inFolder, mantel, pinned, publishSample, residentMemory, settings, start, stop, waitUntilReady } from './process.mjs';

const programs = [['static', process.env.MANTEL_STATIC], ['system library', mantel]];

await inFolder(async folder => {
  const servers = [];
  for (const [name, program] of programs) {
    const port = await freePort(), env = { ...settings(join(folder, name.replace(' ', '-')), port), RATE_PUBLIC: '100000000' };
    const child = start(pinned(SERVER, program, []), { env });
    await waitUntilReady(port, '/readyz');
    const key = await publishSample(env, port);
    const made = await fetch(`http://127.0.0.1:${port}/api/v1/page/preview`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: '{}' });
    const { preview } = await made.json();
    await warmUp(port, 'gzip');
    servers.push({ name, child, pid: child.pid, port, draft: new URL(preview.url).pathname });
  }
  const page = await compare('the page', servers, () => ['Accept-Encoding: gzip'], SECONDS);
  const drawn = await compare('a draft, drawn anew', servers.map(server => ({ ...server, path: server.draft })), () => ['Accept-Encoding: gzip'], SECONDS);
  const memory = Object.fromEntries(servers.map(server => [server.name, residentMemory(server.pid)]));
  saveResults('static', { rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS, page, drawn, memory });
  for (const { child } of servers) await stop(child);
});
