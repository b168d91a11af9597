// Lighthouse (mobile, simulated throttling) on the sample page, published in each look:
// `node bench/lighthouse.mjs [look …]`. Over https and HTTP/2, as visitors get it. The median of three runs by
// performance; scores are reported, not enforced.
import * as launcher from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { browserPath, withMantel } from './harness.mjs';
import { saveResults } from './results.mjs';

const allLooks = ['painted', 'cozy', 'washi', 'lofi', 'cobalt', 'night'];
const looks = process.argv.slice(2).length ? process.argv.slice(2) : allLooks;
const RUNS = Number(process.env.RUNS ?? 3);

await withMantel(async ({ url, call, samplePage }) => {
  await call('POST', '/api/v1/page/import', { file: await samplePage(), username: 'ines' });
  const chrome = await launcher.launch({ chromePath: browserPath || undefined, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--ignore-certificate-errors'] });
  const results = [];
  try {
    console.log(`${'look'.padEnd(8)} perf  a11y  best  seo   LCP s   TBT ms  CLS     requests  KB`);
    for (const style of looks) {
      await call('PATCH', '/api/v1/page/theme', { style });
      await call('POST', '/api/v1/page/publish');
      const runs = [];
      for (let run = 0; run < RUNS; run++) {
        const { lhr } = await lighthouse(`${url}/ines`, { port: chrome.port, logLevel: 'error', onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'] });
        runs.push(lhr);
      }
      runs.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
      const result = runs[Math.floor(runs.length / 2)];
      const score = name => Math.round(result.categories[name].score * 100);
      const value = name => result.audits[name].numericValue;
      const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map(score);
      const requests = result.audits['network-requests'].details.items.filter(request => !request.url.startsWith('data:'));
      const bytes = requests.reduce((sum, request) => sum + (request.transferSize ?? 0), 0) / 1024;
      console.log(`${style.padEnd(8)} ${scores.map(points => String(points).padEnd(5)).join(' ')} ${(value('largest-contentful-paint') / 1000).toFixed(2).padEnd(7)} ${value('total-blocking-time').toFixed(0).padEnd(7)} ${value('cumulative-layout-shift').toFixed(4).padEnd(7)} ${String(requests.length).padEnd(9)} ${bytes.toFixed(0)}`);
      results.push({ style, four: scores, paint: value('largest-contentful-paint') / 1000, blocked: value('total-blocking-time'), shift: value('cumulative-layout-shift'), requests: requests.length, bytes });
      if (scores[0] < 98 || scores.slice(1).some(points => points < 100) || value('largest-contentful-paint') > 1500 || value('cumulative-layout-shift') > 0) {
        for (const audit of Object.values(result.audits)) {
          if (audit.score !== null && audit.score < 0.9 && ['binary', 'metricSavings', 'numeric'].includes(audit.scoreDisplayMode)) console.log(`         ${audit.id}: ${audit.displayValue ?? audit.title}`);
        }
      }
    }
  } finally { chrome.kill() }
  saveResults('lighthouse', { runs: RUNS, found: results });
}, { https: true });
