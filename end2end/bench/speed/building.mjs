// How long building takes, with a cache of its own: `make serve` from nothing, step by step, then `make watch` after a change of a
// look's stylesheet and of a component (not with WATCH=0). Builds what is committed; crates that were fetched before are not fetched again.
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

async function served(clone, env) {
  const started = Date.now(), before = busy(), steps = [], seconds = () => (Date.now() - started) / 1000;
  const running = make('serve', clone, env);
  await running.line(/Mantel is at/, text => { const step = /==> (?!…)(.*)/.exec(text)?.[1]; if (step && !step.startsWith('Mantel is at')) steps.push([step, seconds()]) });
  const took = { seconds: seconds(), busy: busy() - before, steps };
  await running.stop();
  const skipped = steps.find(([step]) => / is skipped/.test(step));
  if (skipped) throw new Error(skipped[0]);
  return took;
}

async function changed(clone, env, port) {
  const running = make('watch', clone, env);
  await running.line(/Built in/);
  const found = {};
  for (const [what, file, change] of [
    ['a rule in a look\'s stylesheet', 'style/looks/night/audio.css', (text, round) => `${text}\n.bench-${round} { color: red; }\n`],
    ['a word in a component', 'app/src/components/logo.rs', (text, round) => text.replace(/"Mantel\d*"<|<span>"Mantel\d*"/, `<span>"Mantel${round}"`)],
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
  const clone = join(folder, 'clone'), port = await freePort();
  run('git', ['clone', '--quiet', '--local', root, clone]);
  // With what reaches the registries from this machine, and nothing else of what this was called with.
  const reaches = /^(PATH|HOME|(https?|no|all)_proxy|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|(CARGO_(HOME|HTTP|NET|REGISTR)|RUSTUP_|npm_config_)\w*)$/i;
  const around = Object.entries(process.env).filter(([name]) => reaches.test(name));
  const env = { ...Object.fromEntries(around), MANTEL_CACHE: join(folder, 'cache'), DATA_DIR: join(folder, 'data'), BIND: `127.0.0.1:${port}`, BASE_URL: `http://127.0.0.1:${port}` };
  const serve = await served(clone, env);
  printLine('make serve from nothing', serve.seconds.toFixed(0), 's', `of 600; processors busy ${serve.busy.toFixed(0)} s`);
  const watch = process.env.WATCH === '0' ? {} : await changed(clone, env, port);
  saveResults('building', { serve, watch, rounds: ROUNDS });
});
