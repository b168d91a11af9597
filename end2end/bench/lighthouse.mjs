// Lighthouse (mobile, simulated throttling) on the sample page, published in each look, and on its owner's insights:
// `node bench/lighthouse.mjs [look …] [insights]`. Over https and HTTP/2, as visitors get it. The median of three runs by
// performance; scores are reported, not enforced.
import * as launcher from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { get } from 'node:http';
import { browserPath, signIn, withMantel } from './harness.mjs';
import { saveResults } from './results.mjs';

const allLooks = ['painted', 'cozy', 'washi', 'lofi', 'cobalt', 'night'];
const asked = process.argv.slice(2).length ? process.argv.slice(2) : [...allLooks, 'insights'];
const looks = asked.filter(name => name !== 'insights');
const RUNS = Number(process.env.RUNS ?? 3);

const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36', accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'accept-language': 'pt' };

// Some visits, and the cookie of the owner, once they are counted.
async function signInToInsights({ browser, url, serverUrl, call }) {
  // Not by fetch, which writes a Sec-Fetch-Mode of its own.
  const visit = site => new Promise((resolve, reject) => get(`${serverUrl}/ines`, { headers: { ...PHONE, referer: `https://site${site}.example/` } }, response => { if (response.statusCode !== 200) reject(new Error(`a visit: ${response.statusCode}`)); response.resume().on('end', resolve) }).on('error', reject));
  for (let count = 0; count < 60; count++) await visit(count % 7);
  const cookies = await signIn(browser, url);
  // Counts are written every ten seconds.
  for (let tries = 0; (await call('GET', '/api/v1/page/insights')).total.visits < 60; tries++) {
    if (tries > 60) throw new Error('the visits were not counted');
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

function printWeakAudits(result) {
  for (const audit of Object.values(result.audits)) {
    if (audit.score !== null && audit.score < 0.9 && ['binary', 'metricSavings', 'numeric'].includes(audit.scoreDisplayMode)) console.log(`         ${audit.id}: ${audit.displayValue ?? audit.title}`);
  }
}

// The median of several runs by performance.
async function medianRun(chrome, url, onlyCategories, more = {}) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push((await lighthouse(url, { port: chrome.port, logLevel: 'error', onlyCategories, ...more })).lhr);
  runs.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
  return runs[Math.floor(runs.length / 2)];
}

await withMantel(async ({ url, serverUrl, call, browser, samplePage }) => {
  await call('POST', '/api/v1/page/import', { file: await samplePage(), username: 'ines' });
  const chrome = await launcher.launch({ chromePath: browserPath || undefined, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--ignore-certificate-errors'] });
  const results = [];
  let insights;
  try {
    console.log(`${'look'.padEnd(8)} perf  a11y  best  seo   LCP s   TBT ms  CLS     requests  KB`);
    for (const style of looks) {
      await call('PATCH', '/api/v1/page/theme', { style });
      await call('POST', '/api/v1/page/publish');
      const result = await medianRun(chrome, `${url}/ines`, ['performance', 'accessibility', 'best-practices', 'seo']);
      const score = name => Math.round(result.categories[name].score * 100);
      const value = name => result.audits[name].numericValue;
      const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map(score);
      const requests = result.audits['network-requests'].details.items.filter(request => !request.url.startsWith('data:'));
      const bytes = requests.reduce((sum, request) => sum + (request.transferSize ?? 0), 0) / 1024;
      console.log(`${style.padEnd(8)} ${scores.map(points => String(points).padEnd(5)).join(' ')} ${(value('largest-contentful-paint') / 1000).toFixed(2).padEnd(7)} ${value('total-blocking-time').toFixed(0).padEnd(7)} ${value('cumulative-layout-shift').toFixed(4).padEnd(7)} ${String(requests.length).padEnd(9)} ${bytes.toFixed(0)}`);
      results.push({ style, four: scores, paint: value('largest-contentful-paint') / 1000, blocked: value('total-blocking-time'), shift: value('cumulative-layout-shift'), requests: requests.length, bytes });
      if (scores[0] < 98 || scores.slice(1).some(points => points < 100) || value('largest-contentful-paint') > 1500 || value('cumulative-layout-shift') > 0) {
        printWeakAudits(result);
      }
    }
    if (asked.includes('insights')) {
      await call('POST', '/api/v1/page/publish');
      const extraHeaders = { Cookie: await signInToInsights({ browser, url, serverUrl, call }) };
      // Search engines have no business there.
      const result = await medianRun(chrome, `${url}/insights`, ['performance', 'accessibility', 'best-practices'], { extraHeaders });
      insights = Object.values(result.categories).map(category => Math.round(category.score * 100));
      if (!result.finalDisplayedUrl.endsWith('/insights')) throw new Error(`measured ${result.finalDisplayedUrl}`);
      console.log(`insights ${insights.map(points => String(points).padEnd(5)).join(' ')}`);
      printWeakAudits(result);
    }
  } finally { chrome.kill() }
  saveResults('lighthouse', { runs: RUNS, found: results, insights });
}, { https: true });
