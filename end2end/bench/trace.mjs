// Reads the browser's traces: main-thread time per keystroke, and the longest task.
export const PAUSE = 120;
export const SCRIPT = new Set(['FunctionCall', 'RunMicrotasks', 'FireAnimationFrame', 'TimerFire', 'V8.GCScavenger', 'MinorGC', 'MajorGC']);
export const DRAW = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit']);

// The CPU time (ms) of the outermost events with `names` on the page's main thread, between each key and the frame that
// shows it, less nested events with `excluded` names: layout forced by the browser's own text editing is not scripting.
export function perKey(events, names, excluded) {
  const keydowns = events.filter(event => event.name === 'EventDispatch' && event.args?.data?.type === 'keydown');
  const thread = keydowns[0];
  const mainThread = events.filter(event => event.ph === 'X' && event.pid === thread.pid && event.tid === thread.tid).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  return keydowns.map((keydown, index) => {
    const until = Math.min(keydowns[index + 1]?.ts ?? Infinity, keydown.ts + PAUSE * 1000);
    let sum = 0, outerEnd = 0, nestedEnd = 0;
    for (const event of mainThread) {
      const end = event.ts + (event.dur ?? 0);
      if (event.ts < keydown.ts || event.ts >= until) continue;
      if (names.has(event.name) && event.ts >= outerEnd) { sum += event.tdur ?? 0; outerEnd = end; }
      if (excluded?.has(event.name) && end <= outerEnd && event.ts >= nestedEnd) { sum -= event.tdur ?? 0; nestedEnd = end; }
    }
    return sum / 1000;
  });
}
export const percentile = (values, fraction) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * fraction) - 1)];

// The tasks of the thread on which `mark`, an event of the trace, happened.
const tasksOf = (events, mark) => events.filter(event => event.name === 'RunTask' && event.pid === mark.pid && event.tid === mark.tid);

// The longest task of the page's main thread in a trace, ms: by CPU time and by wall-clock time.
export function longestTask(events) {
  const tasks = tasksOf(events, events.find(event => event.name === 'EventDispatch'));
  const most = time => Math.max(0, ...tasks.map(task => (task[time] ?? 0) / 1000));
  return { cpu: most('tdur'), wall: most('dur') };
}

// The CPU time (ms) of every task on the thread that set the mark `name`.
export function taskCpuTimes(events, name) {
  return tasksOf(events, events.find(event => event.name === name)).map(task => (task.tdur ?? 0) / 1000);
}

// The trace events recorded while `action` runs.
export async function trace(browser, page, action) {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'v8', 'blink.user_timing'] });
  await action();
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}
