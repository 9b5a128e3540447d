// The studio's page: what it loads before it is usable, and how long that takes with an empty cache.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.mjs';
import { buildStudio } from '../lib/build.mjs';
import { mapValues, median } from '../lib/measure.mjs';
import { OUT, ROOT } from '../lib/paths.mjs';
import { serveFolder } from '../lib/serve.mjs';
import { printTable, rounded } from '../lib/table.mjs';

const isSample = /** @param {string} file */ (file) => /^(embeddings|sample)\//.test(file);
const isTrainer = /** @param {string} file */ (file) => /worker|\.wasm$|backend/.test(file);

/** The files that the page loads, grouped by name. */
const PARTS = {
  page: /** @param {string} file */ (file) => !isSample(file) && !isTrainer(file),
  trainer: isTrainer,
  sample: isSample,
};

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const folder = context.options.isSmallest ? join(ROOT, 'dist') : join(OUT, 'studio');
  if (!context.options.isSmallest) await buildStudio(folder);
  const server = await serveFolder(folder);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const loads = [];
  try {
    for (let i = 0; i < context.options.rounds; i++) loads.push(await load(browser, server.url));
  } finally {
    await browser.close();
    await server.close();
  }
  const files = loads[0]?.files ?? [];
  const sizes = mapValues(PARTS, (belongs) => {
    const bytes = files.filter(belongs).map((file) => readFileSync(join(folder, file)));
    const kilobytes = /** @param {(bytes: Buffer) => number} size */ (size) =>
      bytes.reduce((sum, each) => sum + size(each), 0) / 1000;
    return { kB: kilobytes(({ length }) => length), gzipKB: kilobytes((each) => gzipSync(each).length) };
  });
  const result = {
    usableMs: median(loads.map(({ usable }) => usable)),
    readyMs: median(loads.map(({ ready }) => ready)),
    sizes,
  };
  printTable(
    `Page load, nothing cached, local server: files can be added after ${rounded(result.usableMs)} ms, the device is open after ${rounded(result.readyMs)} ms`,
    ['', 'kB', 'kB gzipped'],
    Object.entries(sizes).map(([part, { kB, gzipKB }]) => [part, rounded(kB), rounded(gzipKB)]),
  );
  return result;
}

/** @param {import('playwright').Browser} browser @param {string} url */
async function load(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  /** @type {string[]} */
  const files = [];
  context.on('request', (request) => {
    const path = new URL(request.url()).pathname.slice(1);
    if (request.url().startsWith(url)) files.push(path === '' ? 'index.html' : path);
  });
  const begin = performance.now();
  await page.goto(`${url}?device=simd`);
  await page.getByLabel('Add files', { exact: true }).waitFor({ state: 'attached' });
  const usable = performance.now() - begin;
  await page.getByText('SIMD').first().waitFor();
  const ready = performance.now() - begin;
  await context.close();
  return { usable, ready, files: [...new Set(files)] };
}
