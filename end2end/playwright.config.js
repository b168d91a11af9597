// Every worker has its own server; the browser is the machine's Chromium, without windows if there is one, or Playwright's.
import { defineConfig } from '@playwright/test';
import { execSync } from 'node:child_process';

const systemBrowser = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(name => {
  try { return execSync(`command -v ${name}`, { shell: '/bin/sh' }).toString().trim() } catch { return '' }
}).find(Boolean);

export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  // Reviewed screenshots of the looks.
  snapshotPathTemplate: 'looks/reviewed/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  // Generous for busy machines: only hanging tests reach these limits.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  // Twice what a run takes: one that does not end is told as one.
  globalTimeout: 65 * 60_000,
  // On shared processors a step may come too late. What fails once is told by name; what fails twice has failed. A
  // random walk has one try: its second would be another walk.
  retries: 1,
  forbidOnly: !!process.env.CI,
  reporter: [['list']],
  use: {
    launchOptions: {
      executablePath: systemBrowser || undefined,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
        // Letters as wide as with windows, and as people see them, instead of rounded to whole pixels.
        '--font-render-hinting=none',
        // WebAssembly is compiled once, quickly: optimising it again takes longer than a test runs.
        '--js-flags=--no-wasm-tier-up,--no-wasm-dynamic-tiering'],
    },
    // Nothing moves by itself, which is drawn sixty times a second; what a test says of motion it says without this.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording each step takes a good part of a test's time; the second try of a failed one is recorded.
    trace: 'on-first-retry',
  },
});
