// Reading the browser's own traces: how long the main thread worked for a key, and its longest task.
export const PAUSE = 120;
export const SCRIPT = new Set(['FunctionCall', 'RunMicrotasks', 'FireAnimationFrame', 'TimerFire', 'V8.GCScavenger', 'MinorGC', 'MajorGC']);
export const DRAW = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit']);

// The time of the processor, ms, that outermost events of a set take on the page's main thread between a key and the frame
// that shows it, without what another set takes inside them: layout that the browser's own text editing asks for is not scripting.
export function perKey(events, kinds, without) {
  const marks = events.filter(event => event.name === 'EventDispatch' && event.args?.data?.type === 'keydown');
  const thread = marks[0];
  const own = events.filter(event => event.ph === 'X' && event.pid === thread.pid && event.tid === thread.tid).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  return marks.map((mark, nth) => {
    const until = Math.min(marks[nth + 1]?.ts ?? Infinity, mark.ts + PAUSE * 1000);
    let sum = 0, end = 0, inner = 0;
    for (const event of own) {
      const stop = event.ts + (event.dur ?? 0);
      if (event.ts < mark.ts || event.ts >= until) continue;
      if (kinds.has(event.name) && event.ts >= end) { sum += event.tdur ?? 0; end = stop; }
      if (without?.has(event.name) && stop <= end && event.ts >= inner) { sum -= event.tdur ?? 0; inner = stop; }
    }
    return sum / 1000;
  });
}
export const share = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * part) - 1)];

// The tasks of the main thread that `mark`, an event of the trace, happened on.
const tasksOf = (events, mark) => events.filter(event => event.name === 'RunTask' && event.pid === mark.pid && event.tid === mark.tid);

// The longest task of the page's main thread while a trace was taken, ms: by the processor's time and by the clock.
export function longest(events) {
  const tasks = tasksOf(events, events.find(event => event.name === 'EventDispatch'));
  const most = time => Math.max(0, ...tasks.map(task => (task[time] ?? 0) / 1000));
  return { processor: most('tdur'), clock: most('dur') };
}

// What every task of the main thread that marked `name` took of the processor, ms: less than the clock says where other
// programs run too.
export function processor(events, name) {
  return tasksOf(events, events.find(event => event.name === name)).map(task => (task.tdur ?? 0) / 1000);
}

// A trace of what happens while `act` runs.
export async function traced(browser, page, act) {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'v8', 'blink.user_timing'] });
  await act();
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}
