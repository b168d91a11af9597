// Keystroke to updated preview on a 100-tile brief: scripting per keystroke, in milliseconds, in headless Chromium.
//
// Each key is typed for real. What is counted is the main thread's scripting between the key and the next frame
// (Performance.getMetrics: ScriptDuration), then p95 over all keys; layout and paint are told beside it.
import { tell, withMantel } from './harness.mjs';

const KEYS = 120;
const brief = {
  name: 'A Hundred Tiles', bio: 'Many things', look: 'painted',
  links: Array.from({ length: 100 }, (_, at) => [
    `https://site${at}.example/page`, `owner${at}/repo-${at}`, { heading: `Part ${at}` }, `A note, number ${at}, with **bold** words in it.`, { url: `https://www.youtube.com/watch?v=abcdefghi${String(at).padStart(2, '0')}`, title: `Video ${at}` },
  ][at % 5]),
};

await withMantel(async ({ url, browser }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 960 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto(`${url}/new#p=${Buffer.from(JSON.stringify(brief)).toString('base64url')}`);
  await page.waitForFunction(() => document.querySelectorAll('.n-table .page .tile').length >= 100);
  const metric = async name => (await cdp.send('Performance.getMetrics')).metrics.find(it => it.name === name).value * 1000;

  const measure = async (field, what) => {
    await page.locator(field).focus();
    await page.keyboard.press('End');
    const script = [], whole = [];
    for (let nth = 0; nth < KEYS; nth++) {
      const [s, t] = [await metric('ScriptDuration'), await metric('TaskDuration')];
      await page.keyboard.press('abcdefgh '[nth % 9] === ' ' ? 'Space' : 'abcdefgh '[nth % 9]);
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => done())));
      script.push(await metric('ScriptDuration') - s);
      whole.push(await metric('TaskDuration') - t);
      if (nth % 20 === 19) for (let back = 0; back < 20; back++) await page.keyboard.press('Backspace');
    }
    const p95 = list => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)];
    console.log(`        ${what}: median ${p95(script.slice().sort((a, b) => a - b).slice(0, Math.ceil(KEYS / 2) + 1)).toFixed(1)} ms scripting, p95 ${p95(whole).toFixed(1)} ms with layout and paint`);
    return tell(`${what}: scripting a keystroke, p95`, p95(script), 16, 'ms');
  };
  let fine = await measure('#name', 'name, 100 tiles');
  fine = await measure('#line', 'bio, 100 tiles') && fine;
  process.exitCode = fine && !process.exitCode ? 0 : 1;
});
