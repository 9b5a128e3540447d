// A long PDF dropped on the page: time to the first marked entity and to the end, tasks of the page's thread of over 50 ms, Cancel.
//
//   npm run build && node bench/documents.mjs [--pages 300] [--rounds 3] [--model MODEL.zip] [--dist DIR]… [--json]
//
// Chromium prints the sample corpus to a PDF of at least that many pages. Each build (`--dist`, to compare several) is measured in a new
// browser, once per round, in reverse order every other round. Times are from the drop on the empty tab Documents: `first` to the marks of the
// first page, `end` to those of all pages. `cancel` is the time from removing the document while it is read to the empty tab.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { interleave, median } from './lib/measure.mjs';
import { rounded } from './lib/table.mjs';
import { serveStudio } from './lib/studio.mjs';

/** @import { Page } from 'playwright' */
/** @typedef {{ first: number, end: number, cancel: number, longest: number, long: number }} Times in ms; `long`: number of tasks */

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    model: { type: 'string', default: 'test/fixtures/model.zip' },
    dist: { type: 'string', multiple: true, default: ['dist'] },
    json: { type: 'boolean', default: false },
  },
});
const PARAGRAPHS_PER_PAGE = 14;

const pdf = await printed(Number(values.pages));
const samples = await interleave(
  Object.fromEntries(values.dist.map((build) => [build, () => measure(build)])),
  Number(values.rounds),
);
/** @type {Record<string, Times>} */
const medians = Object.fromEntries(
  Object.entries(samples).map(([build, runs]) => {
    const of = (/** @type {keyof Times} */ name) => median(runs.map((run) => run[name]));
    return [
      build,
      {
        first: of('first'),
        end: of('end'),
        cancel: of('cancel'),
        longest: Math.max(...runs.map(({ longest }) => longest)),
        long: of('long'),
      },
    ];
  }),
);
if (values.json) console.log(JSON.stringify({ bytes: pdf.length, medians, samples }));
else {
  for (const [build, { first, end, cancel, longest, long }] of Object.entries(medians)) {
    const seconds = [first, end].map((ms) => rounded(ms / 1000, 2)).join(', ');
    console.log(
      `${build}: first page, all pages after ${seconds} s; Cancel ${rounded(cancel, 0)} ms; longest task ${rounded(longest, 0)} ms (${long} over 50 ms)`,
    );
  }
  const [before, after] = values.dist.map((build) => medians[build]);
  if (before !== undefined && after !== undefined)
    console.log(
      `second by first: first page ${rounded(after.first / before.first, 2)}, end ${rounded(after.end / before.end, 2)}`,
    );
}

/** @param {number} pages @returns {Promise<Buffer>} */
async function printed(pages) {
  const sentences = readFileSync('public/sample/test.conll', 'utf8')
    .split('\n\n')
    .map((rows) => rows.split('\n').map((row) => row.split(' ')[0]))
    .map((words) => words.join(' '))
    .filter((sentence) => sentence.length > 40);
  const page = (/** @type {number} */ at) => {
    const paragraphs = Array.from({ length: PARAGRAPHS_PER_PAGE }, (_, i) => {
      const from = (at * PARAGRAPHS_PER_PAGE + i) * 2;
      const some = [0, 1].map((k) => sentences[(from + k) % sentences.length]).join(' ');
      return `<p>Nora Field sails to Westmark. ${some}</p>`;
    });
    return `<section style="break-after: page">${paragraphs.join('')}</section>`;
  };
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    const tab = await browser.newPage();
    await tab.setContent(
      `<!doctype html><meta charset="utf-8">${Array.from({ length: pages }, (_, i) => page(i)).join('')}`,
    );
    return await tab.pdf({ format: 'A4' });
  } finally {
    await browser.close();
  }
}

/** @param {string} build @returns {Promise<Times>} */
async function measure(build) {
  const server = await serveStudio(build);
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(() => {
      /** @type {number[]} */
      const longTasks = [];
      Object.assign(globalThis, { longTasks });
      new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
    });
    await page.goto(`${server.url}?device=simd&sample=none`);
    await page.getByLabel('Add files', { exact: true }).setInputFiles(values.model);
    await page.getByRole('button', { name: 'Export model', exact: true }).and(page.locator(':enabled')).waitFor();
    await page.getByRole('tab', { name: 'Documents', exact: true }).click();
    await page.getByText('Drop documents here').waitFor();
    await page.waitForTimeout(1500); // as a person looks for the file
    await page.evaluate(() => /** @type {any} */ (globalThis).longTasks.splice(0));
    const { first, end } = await drop(page, pdf.toString('base64'), true);
    const tasks = await page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (globalThis).longTasks));
    await page.getByRole('button', { name: 'Remove long.pdf' }).click();
    await page.getByText('Drop documents here').waitFor();
    const { end: cancel } = await drop(page, pdf.toString('base64'), false);
    return { first, end, cancel, longest: Math.max(0, ...tasks), long: tasks.length };
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * Drops the PDF. Waits for its end, or removes it after 300 ms.
 *
 * @param {Page} page @param {string} base64 @param {boolean} isWhole
 */
function drop(page, base64, isWhole) {
  return page.evaluate(
    async ({ base64, isWhole }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'long.pdf', { type: 'application/pdf' }));
      await new Promise((resolve) => setTimeout(resolve, 200));
      const main = document.querySelector('main');
      for (const type of ['dragenter', 'dragover'])
        main?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
      await new Promise((resolve) => setTimeout(resolve, 300)); // the hand moves on
      const begin = performance.now();
      main?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
      const until = (/** @type {() => unknown} */ holds) =>
        new Promise((/** @type {(ms: number) => void} */ resolve) => {
          const look = () => (holds() ? resolve(performance.now() - begin) : requestAnimationFrame(look));
          look();
        });
      const list = () => document.querySelector('[aria-label="Documents"] li')?.textContent ?? '';
      if (!isWhole) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        const pressed = performance.now() - begin;
        await until(() => document.querySelector('[aria-label="Remove long.pdf"]'));
        /** @type {HTMLElement | null} */ (document.querySelector('[aria-label="Remove long.pdf"]'))?.click();
        const gone = await until(() => document.querySelector('[aria-label="Remove long.pdf"]') === null);
        return { first: 0, end: gone - pressed };
      }
      const first = await until(() => document.querySelector('mark[data-id]'));
      const end = await until(() => /entit/.test(list()));
      return { first, end };
    },
    { base64, isWhole },
  );
}
