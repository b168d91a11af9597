// Runs each spec against servers of its own, in Debian's or the machine's Chromium.
import { defineConfig } from '@playwright/test';
import { execSync } from 'node:child_process';

const found = ['chromium', 'chromium-browser', 'google-chrome'].map(name => {
  try { return execSync(`command -v ${name}`, { shell: '/bin/sh' }).toString().trim() } catch { return '' }
}).find(Boolean);

export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  // Pictures somebody looked at and found good.
  snapshotPathTemplate: 'looks/reviewed/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  // Room for a machine that does other things too: only what hangs comes to these ends.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  forbidOnly: !!process.env.CI,
  reporter: [['list']],
  use: {
    launchOptions: {
      executablePath: found || undefined,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
