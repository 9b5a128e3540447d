// The size of an exported model, and its speed from raw text in Chromium on one thread: each size with its own runtime, alternating. Then
// the saved page, opened from disk: time to the first entity, and tasks of the page's thread of over 50 ms while it tags a text.
//
//   node bench/takeaway.mjs MODEL.zip TEXT.txt [--tiny STUDENT.zip] [--dev FILE] [--sizes exact,half,small] [--rounds 5] [--json]
//
// STUDENT.zip is written by `tagsmith export MODEL.zip --size tiny --train F --dev F`. With --dev, each size is scored.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { interleave, mapValues, median } from './lib/measure.mjs';
import { serveFolder } from './lib/serve.mjs';
import { printTable, rounded } from './lib/table.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tiny: { type: 'string' },
    dev: { type: 'string' },
    sizes: { type: 'string', default: 'exact,half,small' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});
const [model, textFile] = positionals;
if (model === undefined || textFile === undefined) throw new Error('Expected MODEL.zip and TEXT.txt.');
const text = readFileSync(textFile, 'utf8');
const SIZES = [...values.sizes.split(','), ...(values.tiny === undefined ? [] : ['tiny'])];

const folder = mkdtempSync(join(tmpdir(), 'tagsmith-takeaway-'));
try {
  const report = await measure();
  if (values.json) console.log(JSON.stringify(report));
  else print(report);
} finally {
  rmSync(folder, { recursive: true });
}

async function measure() {
  const bytes = Object.fromEntries(SIZES.map((size) => [size, writeExports(size)]));
  writeFileSync(join(folder, 'text.txt'), text);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><meta charset="utf-8"><title>bench</title>');
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    return { bytes, f1: devScores(), ...(await measureSpeed(browser)), page: await measurePage(browser) };
  } finally {
    await browser.close();
  }
}

/** @param {string} size @returns bytes of each form, gzipped */
function writeExports(size) {
  // A student is stored like `small`.
  const [from, stored] = size === 'tiny' ? [values.tiny, 'small'] : [model, size];
  /** @type {Record<string, number>} */
  const gzipped = {};
  for (const [kind, ending] of Object.entries({ zip: 'zip', page: 'html', runtime: 'mjs' })) {
    const path = join(folder, `${size}.${ending}`);
    execFileSync(
      process.execPath,
      ['bin/tagsmith.mjs', 'export', from ?? '', '--as', kind, '--size', stored, '--out', path],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    gzipped[kind] = gzipSync(readFileSync(path), { level: 9 }).length;
  }
  const files = unzipSync(readFileSync(join(folder, `${size}.zip`)));
  for (const [name, contents] of Object.entries(files)) {
    const path = join(folder, size, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  return gzipped;
}

/** Overall F1 of each size on dev; none without it. */
function devScores() {
  /** @type {Record<string, number>} */
  const f1 = {};
  if (values.dev === undefined) return f1;
  for (const size of SIZES) {
    const args = ['bin/tagsmith.mjs', 'evaluate', join(folder, `${size}.zip`), values.dev, '--json'];
    f1[size] = JSON.parse(execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString()).f1;
  }
  return f1;
}

/** @param {import('playwright').Browser} browser */
async function measureSpeed(browser) {
  const server = await serveFolder(folder);
  const page = await browser.newPage();
  try {
    await page.goto(server.url);
    await page.evaluate(
      async ({ sizes }) => {
        const load = /** @param {string} name */ async (name) => import(`/${name}`);
        const whole = await (await fetch('text.txt')).text();
        const countOf = /** @param {string} some */ (some) => some.split(/\s+/).filter((word) => word !== '').length;
        /** @type {Record<string, { tagger: any, text: string, words: number }>} */
        const taggers = {};
        for (const size of sizes) {
          const { Tagger } = await load(`${size}/tagger.mjs`);
          taggers[size] = { tagger: await Tagger.load(`${size}.zip`), text: whole, words: countOf(whole) };
        }
        Object.assign(globalThis, { taggers });
      },
      { sizes: SIZES },
    );
    const processorSeconds = await threadClock(page);
    /** @type {Record<string, number[]>} */
    const perProcessorSecond = {};
    const run = /** @param {string} name */ (name) => async () => {
      const before = await processorSeconds();
      const [words, seconds] = await page.evaluate(async (chosen) => {
        const { tagger, text: input, words: count } = /** @type {any} */ (globalThis).taggers[chosen];
        const started = performance.now();
        await tagger.tag(input);
        return [count, (performance.now() - started) / 1000];
      }, name);
      (perProcessorSecond[name] ??= []).push(words / ((await processorSeconds()) - before));
      return words / seconds;
    };
    const tasks = Object.fromEntries(SIZES.map((name) => [name, run(name)]));
    for (const name of SIZES) await tasks[name]?.(); // compiled and warm
    const samples = await interleave(tasks, Number(values.rounds));
    const differing = await page.evaluate(async (sizes) => {
      const { taggers } = /** @type {any} */ (globalThis);
      const tagsOf = /** @param {string} size */ async (size) =>
        (await taggers[size].tagger.tag(taggers[size].text)).flatMap((/** @type {any} */ { tokens }) =>
          tokens.map((/** @type {any} */ { tag }) => tag),
        );
      const exact = await tagsOf('exact');
      const counts = [];
      for (const size of sizes) {
        const tags = await tagsOf(size);
        counts.push([
          size,
          exact.filter((/** @type {string} */ tag, /** @type {number} */ i) => tag !== tags[i]).length,
        ]);
      }
      return { tokens: exact.length, ...Object.fromEntries(counts) };
    }, SIZES);
    return {
      wordsPerSecond: mapValues(samples, median),
      perProcessorSecond: mapValues(perProcessorSecond, median),
      differing,
    };
  } finally {
    await page.close();
    await server.close();
  }
}

/**
 * Reads the processor time of the page's thread: more reliable than a clock on a busy machine.
 *
 * @param {import('playwright').Page} page
 * @returns {Promise<() => Promise<number>>}
 */
async function threadClock(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? NaN;
  };
}

/** @param {import('playwright').Browser} browser */
async function measurePage(browser) {
  /** @type {Record<string, { firstMs: number, longTasks: number[], status: string }>} */
  const found = {};
  for (const size of SIZES) {
    const url = pathToFileURL(join(folder, `${size}.html`)).href;
    const first = [];
    for (let i = 0; i < Math.min(3, Number(values.rounds)); i++) {
      const page = await browser.newPage();
      await page.addInitScript(typeOnLoad);
      await page.goto(url);
      await page.locator('#output mark').first().waitFor();
      first.push(await page.evaluate(() => /** @type {any} */ (globalThis).firstMark));
      await page.close();
    }
    const page = await browser.newPage();
    await page.addInitScript(observeLongTasks);
    await page.goto(url);
    await page.locator('#status', { hasText: 'Ready' }).waitFor();
    await page.locator('#files').setInputFiles(join(folder, 'text.txt'));
    await page.waitForFunction(
      () => /entit(?:y|ies)/.test(document.querySelector('#status')?.textContent ?? ''),
      undefined,
      {
        polling: 500,
        timeout: 300_000,
      },
    );
    const longTasks = await page.evaluate(() => /** @type {any} */ (globalThis).longTasks);
    found[size] = { firstMs: median(first), longTasks, status: (await page.locator('#status').textContent()) ?? '' };
    await page.close();
  }
  return found;
}

/** Runs in the page: inserts a text as soon as the page exists, and records the time of the first entity. */
function typeOnLoad() {
  addEventListener('DOMContentLoaded', () => {
    const box = document.querySelector('textarea');
    if (box) box.value = 'Angela Merkel flew to Berlin. Barack Obama met David Cameron in London.';
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#output mark')) return;
      Object.assign(globalThis, { firstMark: performance.now() });
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true });
    if (box) box.dispatchEvent(new Event('input'));
  });
}

/** In the page. */
function observeLongTasks() {
  const longTasks = /** @type {number[]} */ ([]);
  Object.assign(globalThis, { longTasks });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) if (startTime > 500) longTasks.push(Math.round(duration));
  }).observe({ type: 'longtask', buffered: true });
}

/** @param {Awaited<ReturnType<typeof measure>>} report */
function print({ bytes, f1, wordsPerSecond, perProcessorSecond, differing, page }) {
  printTable(
    `Tagging raw text in Chromium, one thread; ${rounded(differing['tokens'])} tokens`,
    ['', 'words/s', 'per processor second', 'tags that differ', 'dev F1'],
    Object.entries(wordsPerSecond).map(([name, speed]) => [
      name,
      rounded(speed),
      rounded(perProcessorSecond[name]),
      differing[name],
      f1[name] === undefined ? '' : (100 * f1[name]).toFixed(2),
    ]),
  );
  printTable(
    'Bytes, gzipped',
    ['', 'zip', 'page', 'module'],
    SIZES.map((size) => [size, ...['zip', 'page', 'runtime'].map((kind) => rounded(bytes[size]?.[kind]))]),
  );
  printTable(
    'The saved page, from disk',
    ['', 'first entity, ms', 'tasks over 50 ms', 'status'],
    SIZES.map((size) => [size, rounded(page[size]?.firstMs), page[size]?.longTasks.join(' ') || 0, page[size]?.status]),
  );
}
