// Trains on your files in the real page, in Chromium, and prints what a user would see.
//
//   npm run build && node bench/page.mjs --train F --dev F [--embeddings F] [--epochs 8] [--set batchSize=16]…
//     [--device simd] [--threads 1] [--screenshots DIR] [--export OUT.zip] [--again]
//
// Prints a JSON line per epoch, then one with the longest task of the page's main thread during training, the response times of
// the sentence box, and the scores. With --again the model is exported, imported into a new page, and must predict the same tags
// for the whole dev file.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { processMemory } from './lib/process-memory.mjs';
import { serveStudio } from './lib/studio.mjs';

/** @import { Page } from 'playwright' */

const { values } = parseArgs({
  options: {
    train: { type: 'string' },
    dev: { type: 'string' },
    embeddings: { type: 'string' },
    epochs: { type: 'string', default: '8' },
    set: { type: 'string', multiple: true, default: [] },
    device: { type: 'string', default: 'simd' },
    threads: { type: 'string' },
    again: { type: 'boolean', default: false },
    screenshots: { type: 'string' },
    export: { type: 'string' },
  },
});
const { train: trainFile, dev: devFile } = values;
if (trainFile === undefined || devFile === undefined) {
  throw new Error('usage: node bench/page.mjs --train F --dev F [--embeddings F] …');
}
const files = [trainFile, devFile, ...(values.embeddings === undefined ? [] : [values.embeddings])];

const server = await serveStudio();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  const page = await open();
  const longTasks = await page.evaluateHandle(() => {
    /** @type {{ startTime: number, duration: number }[]} in milliseconds */
    const seen = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) seen.push({ startTime, duration });
    }).observe({ type: 'longtask', buffered: false });
    return seen;
  });
  const status = page.getByRole('status', { name: 'Run status' });
  const text = () => status.innerText();

  const loading = performance.now();
  await page.getByLabel('Add files', { exact: true }).setInputFiles(files);
  await page
    .getByRole('button', { name: 'Train', exact: true })
    .and(page.locator(':enabled'))
    .waitFor({ timeout: 600_000 });
  const loadSeconds = (performance.now() - loading) / 1000;

  const trainingFrom = await page.evaluate(() => performance.now());
  const started = performance.now();
  const stolenBefore = stolenSeconds();
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  const answers = [];
  let reported = '';
  for (;;) {
    const now = (await text()).replaceAll('\n', ' ');
    const epoch = /epoch (\d+)/i.exec(now)?.[1] ?? '';
    if (epoch !== reported && now.startsWith('Training')) {
      reported = epoch;
      console.log(JSON.stringify({ seconds: Math.round((performance.now() - started) / 1000), status: now }));
      if (values.screenshots) await page.screenshot({ path: join(values.screenshots, `epoch-${epoch}.png`) });
      answers.push(await timeAnswer(page, epoch));
    }
    if (/^(Finished|Stopped|Failed)/.test(now)) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const tasks = await longTasks.evaluate(
    (seen, from) => seen.filter(({ startTime }) => startTime > from),
    trainingFrom,
  );
  const rows = await page.getByRole('table', { name: 'Entity scores' }).getByRole('row').allInnerTexts();
  console.log(
    JSON.stringify({
      loadSeconds,
      trainSeconds: (performance.now() - started) / 1000,
      status: await text(),
      longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
      longTasks: tasks.length,
      longest: tasks
        .toSorted((a, b) => b.duration - a.duration)
        .slice(0, 5)
        .map(({ startTime, duration }) => ({
          second: Math.round((startTime - trainingFrom) / 100) / 10,
          ms: duration,
        })),
      stolenSeconds: stolenSeconds() - stolenBefore,
      rendererPeakMB: (await processMemory(browser)).peak,
      answersMs: answers,
      scores: rows.map((row) => row.replaceAll(/\s+/g, ' ')),
    }),
  );
  if (values.screenshots) await page.screenshot({ path: join(values.screenshots, 'end.png') });
  if (values.export) await save(page, 'Export model', values.export);
  if (values.again) await compareImported(page, devFile);
} finally {
  await browser.close();
  await server.close();
}

/** Steal time of this virtual machine so far, in seconds: it lengthens tasks. */
function stolenSeconds() {
  if (!existsSync('/proc/stat')) return NaN;
  return Number(readFileSync('/proc/stat', 'utf8').split(/\s+/)[8]) / 100;
}

async function open() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const settings = new URLSearchParams([['epochs', values.epochs], ...values.set.map((pair) => pair.split('='))]);
  const query = new URLSearchParams({ sample: 'none', device: values.device });
  if (values.threads !== undefined) query.set('threads', values.threads);
  await page.goto(`${server.url}?${query}#${settings}`);
  return page;
}

/** @param {Page} page @param {string} button that downloads @param {string} path */
async function save(page, button, path) {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 300_000 }),
    page.getByRole('button', { name: button }).click(),
  ]);
  await download.saveAs(path);
}

/** @param {Page} page */
async function openScore(page) {
  await page.getByRole('tab', { name: 'Score', exact: true }).click();
}

/**
 * Checks that the model, imported into a new page, predicts the same tags.
 *
 * @param {Page} trained a page with a model
 * @param {string} dev the file whose tags it predicts
 */
async function compareImported(trained, dev) {
  const folder = mkdtempSync(join(tmpdir(), 'tagsmith-page-'));
  const model = join(folder, 'model.zip');
  const before = join(folder, 'before.conll');
  const after = join(folder, 'after.conll');
  try {
    await openScore(trained);
    await save(trained, 'Save predictions', before);
    await save(trained, 'Export model', model);
    await trained.close();
    const fresh = await open();
    await fresh.getByLabel('Add files', { exact: true }).setInputFiles([model, dev]);
    await openScore(fresh);
    await fresh
      .getByRole('button', { name: 'Save predictions' })
      .and(fresh.locator(':enabled'))
      .waitFor({ timeout: 300_000 });
    await save(fresh, 'Save predictions', after);
    const predictions = readFileSync(before, 'utf8');
    const sameAfterImport = readFileSync(after, 'utf8') === predictions;
    console.log(JSON.stringify({ predictionsLines: predictions.split('\n').length, sameAfterImport }));
    if (!sameAfterImport) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Milliseconds from typing a new sentence to its entities, or null if there is no model yet.
 *
 * @param {Page} page
 * @param {string} epoch
 */
async function timeAnswer(page, epoch) {
  const sentence = `Angela Merkel flew from Berlin to Washington in week ${epoch || 0} .`;
  await page.getByRole('textbox', { name: 'Try a sentence' }).fill(sentence);
  const from = performance.now();
  const region = page.getByRole('region', { name: 'Entities' });
  try {
    await region
      .getByText(`week ${epoch || 0}`)
      .first()
      .waitFor({ timeout: 5000 });
    return Math.round(performance.now() - from);
  } catch {
    return null;
  }
}
