import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { chapters } from './scripts/chapters.ts';
import { contentPolicy } from './scripts/content-policy.ts';
import { notices, WITHOUT_COMMENTS } from './scripts/notices.ts';
import { savedPage } from './scripts/saved-page.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { taggerSource } from './scripts/tagger-source.ts';
import { themeStyles } from './scripts/theme-styles.ts';
import { ISOLATION_HEADERS } from './scripts/isolation-headers.mjs';
import { previewHeaders } from './scripts/preview-headers.mjs';

const { collects, emits } = notices({ vectors: true });

/** What the entry imports. */
const INITIAL = { name: 'page', tags: ['$initial' as const] };

/**
 * Chunks of modules that are loaded together, in the order of loading, each with what it needs and no earlier one has. Otherwise each set
 * of modules that the same chunks need is one: a hundred files until the page is at rest, and on a slow network each takes a round trip.
 */
const GROUPS = [
  INITIAL,
  { name: 'isolation', test: /\/app\/keep\/offline\/isolation\./ },
  { name: 'messages', test: /\/app\/shell\/Messages\./ }, // by itself: it says which other file did not arrive
  {
    name: 'started',
    test: /\/app\/(features\/(data\/FileCards|recipe\/RecipeSharing|score\/scoring|use-model\/UseModelPanel)|shell\/(expiry|view-address)|trainer\/(pulse|watch-speed))\./,
  },
  { name: 'start-keeping', test: /\/app\/keep\/start-keeping\./ },
  { name: 'charts', test: /\/app\/features\/(curves\/\w+Chart|matrix\/TransitionMatrix)\./ },
  { name: 'views', test: /\/app\/features\/(ablation|runs|score|seeds)\/\w+Panel\./ },
  { name: 'dialogs', test: /\/app\/features\/[a-z-]+\/\w+Dialog\./ },
];

export default defineConfig({
  base: './', // the built folder works from any path of any static server
  plugins: [
    react(),
    chapters(),
    taggerSource(),
    savedPage(),
    themeStyles(),
    contentPolicy(),
    previewHeaders(),
    emits,
    serviceWorker(),
  ],
  worker: {
    format: 'es',
    plugins: () => [taggerSource(), savedPage(), collects()],
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { ...WITHOUT_COMMENTS, codeSplitting: { groups: [INITIAL] } },
    },
  },
  // ONNX Runtime as files of their own, which its threads can start from (src/workers/encoder/onnx-runtime.ts).
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  optimizeDeps: { entries: ['index.html'] }, // not the pages of bench/
  server: { headers: ISOLATION_HEADERS },
  preview: { host: 'localhost' }, // the default, without a hint after the address
  build: {
    target: 'es2023',
    manifest: true, // read by e2e/bundle.spec.ts
    rolldownOptions: {
      // `npm start` prints the address, not the times of its build, nor which modules a group has loaded before they are imported on demand.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      output: {
        ...WITHOUT_COMMENTS,
        codeSplitting: { groups: GROUPS },
      },
    },
    assetsInlineLimit: 0, // WASM modules and vectors stay files: fetched, streamed, cached
  },
});
