// How long building takes, with a cache of its own: `make serve` from nothing, step by step, then `make watch` after a change of a
// look's stylesheet and of a component (not with WATCH=0). With BENCH_LONG=1 also `make test` from nothing, with another cache, and
// again after a change. Builds what is committed; crates that were fetched before are not fetched again, and system packages
// that are there are not installed again.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { saveResults } from '../results.mjs';
import { freePort, inFolder, median, printLine, run, waitUntilReady } from './process.mjs';

const ROUNDS = 3;
const root = new URL('../../..', import.meta.url).pathname;

// The processor time of the whole machine so far, seconds.
function busy() {
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / 100;
}

// Runs a make target in a process group of its own; `line` waits for a line of what it says and returns it.
function make(target, clone, env) {
  const child = spawn('make', [target], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [], waiting = [];
  const hear = text => { said.push(text); for (const one of waiting.splice(0)) one() };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', hear);
  const kill = signal => { try { process.kill(-child.pid, signal) } catch { /* ended */ } }, killAtExit = () => kill('SIGKILL');
  process.on('exit', killAtExit);
  let read = 0, ended = false;
  child.ended = new Promise(resolve => child.on('exit', () => { process.off('exit', killAtExit); ended = true; hear(''); resolve() }));
  return {
    async line(pattern, each = () => {}) {
      for (;;) {
        for (; read < said.length; read++) { each(said[read]); if (pattern.test(said[read])) return said[read++] }
        if (ended) throw new Error(`make ${target} ended:\n${said.slice(-20).join('\n')}`);
        await new Promise(resolve => waiting.push(resolve));
      }
    },
    async stop() { kill('SIGINT'); await child.ended },
  };
}

// Runs a make target until it says this, or ends: how long it took, the processors' time, and when it began each step.
async function timed(target, until, clone, env) {
  const started = Date.now(), before = busy(), steps = [], seconds = () => (Date.now() - started) / 1000;
  const running = make(target, clone, env);
  const last = await running.line(until, text => { const step = /==> (?!…)(.*)/.exec(text)?.[1]; if (step && !until.test(text)) steps.push([step, seconds()]) });
  const took = { seconds: seconds(), busy: busy() - before, steps, last };
  await running.stop();
  const skipped = steps.find(([step]) => / is skipped/.test(step));
  if (skipped) throw new Error(skipped[0]);
  return took;
}

const COMPONENT = 'app/src/components/logo.rs';

// `make test` from nothing, and after a change that tests do not look at.
async function tested(clone, env) {
  const found = {}, path = join(clone, COMPONENT);
  for (const [when, goal] of [['from nothing', 35], ['after a line of a comment', 15]]) {
    if (when !== 'from nothing') writeFileSync(path, `${readFileSync(path, 'utf8')}\n// Measured.\n`);
    const took = await timed('test', /==> (All tests passed|Failed:)/, clone, env);
    if (/Failed:/.test(took.last)) throw new Error(`make test ${when} failed: run it by itself`);
    found[when] = { ...took, goal };
    printLine(`make test ${when}`, (took.seconds / 60).toFixed(1), 'min', `of ${goal}; processors busy ${took.busy.toFixed(0)} s`);
  }
  return found;
}

async function changed(clone, env, port) {
  const running = make('watch', clone, env);
  await running.line(/Built in/);
  const found = {};
  for (const [what, file, change] of [
    ['a rule in a look\'s stylesheet', 'style/looks/night/audio.css', (text, round) => `${text}\n.bench-${round} { color: red; }\n`],
    ['a word in a component', COMPONENT, (text, round) => text.replace(/"Mantel\d*"<|<span>"Mantel\d*"/, `<span>"Mantel${round}"`)],
  ]) {
    const times = [], path = join(clone, file), original = readFileSync(path, 'utf8');
    for (let round = 0; round < ROUNDS; round++) {
      await waitUntilReady(port, '/readyz');
      const text = change(original, round);
      if (text === original) throw new Error(`${file} is not as this benchmark knows it`);
      const started = Date.now();
      writeFileSync(path, text);
      await running.line(/Built in/);
      await waitUntilReady(port, '/readyz');
      times.push((Date.now() - started) / 1000);
    }
    found[what] = { seconds: median(times), goal: what.startsWith('a rule') ? 2 : 15 };
    printLine(`make watch, after ${what}`, found[what].seconds.toFixed(1), 's', `of ${found[what].goal}`);
  }
  await running.stop();
  return found;
}

await inFolder(async folder => {
  const port = await freePort(), cloned = name => { const clone = join(folder, name); run('git', ['clone', '--quiet', '--local', root, clone]); return clone };
  // With what reaches the registries from this machine, and nothing else of what this was called with.
  const reaches = /^(PATH|HOME|(https?|no|all)_proxy|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|(CARGO_(HOME|HTTP|NET|REGISTR)|RUSTUP_|npm_config_)\w*)$/i;
  const around = Object.fromEntries(Object.entries(process.env).filter(([name]) => reaches.test(name)));
  const env = { ...around, MANTEL_CACHE: join(folder, 'cache'), DATA_DIR: join(folder, 'data'), BIND: `127.0.0.1:${port}`, BASE_URL: `http://127.0.0.1:${port}` };
  const clone = cloned('clone');
  const serve = await timed('serve', /Mantel is at/, clone, env);
  printLine('make serve from nothing', serve.seconds.toFixed(0), 's', `of 600; processors busy ${serve.busy.toFixed(0)} s`);
  const watch = process.env.WATCH === '0' ? {} : await changed(clone, env, port);
  const tests = process.env.BENCH_LONG ? await tested(cloned('tested'), { ...around, MANTEL_CACHE: join(folder, 'test-cache') }) : {};
  saveResults('building', { serve, watch, tests, rounds: ROUNDS });
});
