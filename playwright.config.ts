import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findHeadlessChromium } from './scripts/chromium.mjs';

/** `PORT=4180 npx playwright test …` lets two checkouts test at the same time. */
const PORT = Number(process.env['PORT'] ?? 4179);

/** Specs that run on both devices, except for tests with the tag @simd. All others run on simd only. */
const ON_BOTH_DEVICES = ['journey', 'no-network', 'sample'].map((name) => `${name}.spec.ts`);

/** End-to-end tests on the production build. A missing browser is reported by scripts/ensure-test-tools.mjs. */
export default defineConfig<{ device: 'simd' | 'webgpu' }>({
  testDir: 'e2e',
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: 'reports/e2e.json' }]],
  fullyParallel: false,
  workers: 2, // a page mostly waits
  timeout: 300_000, // a busy machine is no failure
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] === 'true',
  use: {
    baseURL: `http://localhost:${PORT}/`,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry', // ask for one with --retries=1
    launchOptions: { executablePath: findHeadlessChromium(), args: CHROMIUM_ARGS },
  },
  projects: [
    { name: 'build', testMatch: 'bundle.spec.ts' },
    {
      name: 'webgpu', // first: it has the longest test
      testMatch: ON_BOTH_DEVICES,
      grepInvert: /@simd/,
      use: { device: 'webgpu' },
    },
    { name: 'simd', testIgnore: 'bundle.spec.ts', use: { device: 'simd' } },
  ],
  webServer: {
    command: `npx vite preview --port ${PORT} --strictPort`,
    url: `http://localhost:${PORT}/`,
    reuseExistingServer: false,
  },
});
