// Ends a worker whose test has run for longer than any may. Playwright's time limits end what waits, but neither a worker
// that is blocked nor one that cannot clean up, and the run would never end. The test has failed then, and is tried again.
import { Worker } from 'node:worker_threads';

// In milliseconds: more than the longest time limit of a test with what its fixtures may take.
const LIMIT = 15 * 60_000;

// A thread of its own, which goes on while the worker's is blocked.
const thread = new Worker(`
  const { spawnSync } = require('node:child_process'), { writeSync } = require('node:fs'), { parentPort, workerData } = require('node:worker_threads');
  let timer;
  parentPort.on('message', title => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      writeSync(2, '==> ' + title + ' has run for ' + workerData / 60_000 + ' min: its worker is ended\\n');
      // Its servers and browsers first: nothing else would end them.
      spawnSync('pkill', ['-KILL', '-P', String(process.pid), '-f', 'mantel-server|chrom|firefox']);
      process.kill(process.pid, 'SIGKILL');
    }, workerData);
  });
`, { eval: true, workerData: LIMIT });
thread.unref();

// To be called when a test begins.
export const watchTest = title => thread.postMessage(title);
