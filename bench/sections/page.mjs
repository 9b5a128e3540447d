// The studio's page: what it loads before a person can act, and how long that takes with nothing cached.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.mjs';
import { buildStudio } from '../lib/build.mjs';
import { median } from '../lib/measure.mjs';
import { OUT } from '../lib/paths.mjs';
import { serveFolder } from '../lib/serve.mjs';
import { printTable, rounded } from '../lib/table.mjs';

const FOLDER = join(OUT, 'studio');

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  await buildStudio(FOLDER);
  const server = await serveFolder(FOLDER);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const loads = [];
  try {
    for (let i = 0; i < context.options.rounds; i++) loads.push(await load(browser, server.url));
  } finally {
    await browser.close();
    await server.close();
  }
  const files = loads[0]?.files ?? [];
  const kilobytes = /** @param {boolean} packed @param {boolean} worker */ (packed, worker) =>
    files
      .filter((file) => /worker|\.wasm|backend/.test(file) === worker)
      .map((file) => readFileSync(join(FOLDER, file)))
      .reduce((sum, bytes) => sum + (packed ? gzipSync(bytes).length : bytes.length), 0) / 1000;
  const result = {
    usableMs: median(loads.map(({ usable }) => usable)),
    readyMs: median(loads.map(({ ready }) => ready)),
    page: { kB: kilobytes(false, false), gzipKB: kilobytes(true, false) },
    worker: { kB: kilobytes(false, true), gzipKB: kilobytes(true, true) },
  };
  printTable(
    'Page load, nothing cached, local server',
    ['', 'kB', 'kB gzipped', 'ms'],
    [
      [
        'page: until files can be added',
        rounded(result.page.kB),
        rounded(result.page.gzipKB),
        rounded(result.usableMs),
      ],
      [
        'trainer: until the device is open',
        rounded(result.worker.kB),
        rounded(result.worker.gzipKB),
        rounded(result.readyMs),
      ],
    ],
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
