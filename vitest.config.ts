import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { bundledWorkers } from './scripts/bundled-workers.ts';
import { chapters } from './scripts/chapters.ts';
import { savedPage } from './scripts/saved-page.ts';
import { base64, taggerSource } from './scripts/tagger-source.ts';
import { themeStyles } from './scripts/theme-styles.ts';
import { CHROMIUM_ARGS, findHeadlessChromium } from './scripts/chromium.mjs';
import { ISOLATION_HEADERS } from './scripts/isolation-headers.mjs';
import { RELAXED_SIMD_FLAGS } from './scripts/relaxed-simd.mjs';

const executablePath = findHeadlessChromium();

const TFJS = ['@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-webgpu', '@tensorflow/tfjs-backend-cpu'];

/** Also imported by these paths. */
const SUBPATHS = [
  'react-dom/client',
  'react/jsx-dev-runtime',
  'zustand/middleware',
  'zustand/shallow',
  'zustand/react/shallow',
];

/** Everything that the page and the worker import; not TF.js' umbrella, which nothing in `src` does. */
const PACKAGES = [
  ...TFJS,
  '@bufbuild/protobuf',
  '@mantine/core',
  '@mantine/hooks',
  'd3-dsv',
  'd3-scale',
  'fflate',
  'idb',
  'onnx-buf',
  'react',
  'react-dom',
  'react-is',
  'recharts',
  'valibot',
  'wasm-feature-detect',
  'zustand',
];

const SETUP = ['test/patience.ts', 'test/typed-arrays.ts', 'test/reset-stubs.ts'];

const IN_NODE = {
  deps: { optimizer: { ssr: { enabled: true, include: TFJS } } }, // one file in place of a thousand: 5 s less
  execArgv: RELAXED_SIMD_FLAGS,
  include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
  testTimeout: 300_000, // a busy machine is no failure
  hookTimeout: 300_000,
};

/** Tests that replace modules or whole objects of Node. All others share the modules of their process: half the time. */
const ISOLATED = '**/*.isolated.test.ts';

/** Tests of rooms without devices do not share them with the others, which leave backends of TF.js behind. */
const PURE = 'src/{annotation,app,config,data,documents,eval,lessons,lib,report,search}/**/!(*.browser).test.ts';

/** Tests of the page share its thousand modules: `mountApp` opens it anew (test/app/mounted-app.tsx). */
const PAGE = 'src/app/**/*.browser.test.{ts,tsx}';

/** React as users get it. Its development build records each element and component, and renders a quarter slower. */
const WITH_BUILT_REACT = {
  oxc: { jsx: { development: false } },
  optimizeDeps: { rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } } },
};

const inBrowser = (settings: { fileParallelism?: boolean } = {}) => ({
  testTimeout: 120_000, // WebGPU is software on most test machines
  hookTimeout: 120_000,
  // A browser has no environment. Tests skip more gently outside CI; WEBGPU: see test/helpers/webgpu-settings.ts
  env: { CI: process.env['CI'] ?? '', WEBGPU: process.env['WEBGPU'] ?? '' },
  browser: {
    enabled: true,
    headless: true,
    ui: false,
    screenshotFailures: false,
    ...settings,
    instances: [{ browser: 'chromium' as const }],
    provider: playwright({ launchOptions: { executablePath, args: CHROMIUM_ARGS } }),
  },
});

export default defineConfig({
  plugins: [react(), taggerSource(), savedPage(), base64(), themeStyles(), bundledWorkers()],
  server: { headers: ISOLATION_HEADERS },
  // Otherwise Vite finds them during a test, and reloads the page in the middle of it.
  optimizeDeps: { include: [...PACKAGES, ...SUBPATHS] },
  test: {
    maxWorkers: 2,
    expect: { poll: { timeout: 30_000 } }, // a busy machine is no failure
    setupFiles: SETUP,
    projects: [
      {
        extends: true, // else a project does not inherit the headers, and SharedArrayBuffer is undefined
        test: {
          ...IN_NODE,
          name: 'unit',
          isolate: false,
          exclude: [...IN_NODE.exclude, PURE, ISOLATED],
          setupFiles: [...SETUP, 'test/close-device.ts'],
        },
      },
      { extends: true, test: { ...IN_NODE, name: 'unit-isolated', include: [ISOLATED] } },
      {
        extends: true,
        test: {
          ...IN_NODE,
          name: 'unit-pure',
          include: [PURE],
          exclude: [...IN_NODE.exclude, ISOLATED],
          isolate: false,
          setupFiles: [...SETUP, 'test/app/reset-shared-stores.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser({ fileParallelism: false }), // they share the GPU process; tests of the page run beside them
          name: 'browser',
          isolate: false,
          setupFiles: [...SETUP, 'test/close-device.ts'],
          include: ['src/**/*.browser.test.ts', 'test/**/*.browser.test.ts'],
          exclude: [PAGE, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        plugins: [chapters()],
        ...WITH_BUILT_REACT,
        test: {
          ...inBrowser(),
          name: 'browser-page',
          globalSetup: 'test/app/sample-model.ts',
          include: [PAGE],
          isolate: false,
          setupFiles: [...SETUP, 'test/app/reset-page.ts'],
        },
      },
    ],
  },
});
