// Annotates a text by keyboard in the real page, at speed: reproduces the labels of a file sentence by sentence, with the suggestions
// that the page shows. After a third of the sentences the page is reloaded; after two thirds its process is killed in the middle of a sentence.
//
//   npm run build && node bench/annotate-page.mjs --train F [--embeddings F] [--sentences 600] [--labelled 0] [--pace 300] [--settle 3]
//
// Prints a JSON line for each stage: tasks of the page's main thread of more than 50 ms (the browser reports no shorter ones), from key press
// to paint, the training time of the model, and the memory after a garbage collection; at the end, whether anything was lost.
// --labelled: how many of the first sentences are imported with their labels. --pace: milliseconds between two sentences.
// --settle: seconds for what the page does in the background after an import and at the end.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { garbageCollector } from './lib/garbage-collector.mjs';
import { median } from './lib/measure.mjs';
import { processesOf, processMemory } from './lib/process-memory.mjs';
import { serveStudio } from './lib/studio.mjs';

/** @import { Page } from 'playwright' */
/** @typedef {{ start: number, end: number, type: string }} Span */
/** @typedef {{ tokens: string[], spans: Span[] }} Sentence */
/** @typedef {Span & { suggested: boolean, doubtful: boolean }} Mark */

const NAME = 'Fast work';
/** The types' keys, in the order in which the set has them. */
const TYPES = ['PER', 'ORG', 'LOC', 'MISC'];

const { values } = parseArgs({
  options: {
    train: { type: 'string' },
    embeddings: { type: 'string' },
    sentences: { type: 'string', default: '600' },
    labelled: { type: 'string', default: '0' },
    pace: { type: 'string', default: '300' },
    settle: { type: 'string', default: '3' },
  },
});
if (values.train === undefined) throw new Error('usage: node bench/annotate-page.mjs --train F [--embeddings F] …');
const wanted = Number(values.sentences);
const labelled = Number(values.labelled);
const pace = Number(values.pace);
const settle = 1000 * Number(values.settle);
const gold = readColumns(values.train);
/** Keyed by their words: copies of a sentence have the labels of the last one. */
const spansOf = new Map(gold.map(({ tokens, spans }) => [tokens.join(' '), spans]));

const folder = mkdtempSync(join(tmpdir(), 'annotate-page-'));
const pool = join(folder, 'pool.jsonl');
writeFileSync(pool, gold.map((sentence, i) => record(sentence, i < labelled)).join(''));
const server = await serveStudio();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  /** The decisions, keyed by the words of the sentence: what the export must contain at the end. */
  const decided = new Map();
  let page = await openPage(context);
  await atStage('page', page);
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await page.getByLabel('Files to annotate').setInputFiles(pool);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME);
  await page.getByRole('textbox', { name: 'Types' }).fill(TYPES.join(' '));
  await page.getByRole('button', { name: 'Start annotating' }).click();
  await words(page).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(labelled > 0 ? 20_000 : settle); // the page also sorts the sentences
  await atStage('import', page);

  for (let done = 0; done < wanted; done++) {
    if (done === Math.round(wanted / 3)) {
      await atStage('annotate', page);
      await page.reload();
      await reopen(page);
      await atStage('reload', page);
    }
    if (done === Math.round((2 * wanted) / 3)) {
      await atStage('annotate', page);
      const half = await markOne(page);
      for (const id of await processesOf(browser, 'renderer')) process.kill(id, 'SIGKILL');
      await page.close();
      page = await openPage(context);
      await page.getByRole('tab', { name: 'Annotate' }).click();
      await reopen(page);
      decided.set(half.words, half.spans);
      await atStage('killed tab', page);
    }
    const { words: sentence, spans } = await annotate(page);
    decided.set(sentence, spans);
    if (done % 100 === 99) await atStage(`${done + 1} sentences`, page);
    await page.waitForTimeout(pace);
  }
  await page.waitForTimeout(settle);
  await atStage('end', page);
  await page.reload();
  await reopen(page);
  console.log(JSON.stringify({ ...compare(await exported(page), decided) }));
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true });
}

/** @param {import('playwright').BrowserContext} context */
async function openPage(context) {
  const page = await context.newPage();
  await page.addInitScript(observe);
  await page.goto(`${server.url}?device=simd&sample=none`);
  await page.getByRole('status', { name: 'Run status' }).filter({ hasText: 'Idle' }).waitFor();
  if (values.embeddings) {
    await page.getByLabel('Add files', { exact: true }).setInputFiles(values.embeddings);
    await page
      .getByText(/words × 100|100 dimensions|100d/)
      .first()
      .waitFor({ timeout: 60_000 });
  }
  return page;
}

/** @param {Page} page */
async function reopen(page) {
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await page.getByRole('button', { name: `Open ${NAME}` }).click();
  await words(page).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(settle / 3);
}

/** @param {Page} page */
function words(page) {
  return page.getByRole('listbox', { name: 'Words of the sentence' });
}

/**
 * Presses the keys that correct the marks of the sentence, then Enter.
 *
 * @param {Page} page
 */
async function annotate(page) {
  const { tokens, marks } = await words(page).evaluate(readSentence);
  const right = spansOf.get(tokens.join(' '));
  if (right === undefined) throw new Error(`Not in the file: ${tokens.join(' ')}`);
  // A digit on one word of a suggestion marks the whole suggestion: doubtful ones are rejected where something else must be marked.
  const isInTheWay = (/** @type {Mark} */ one) => !one.doubtful || right.some((span) => overlaps(span, one));
  for (const mark of marks.filter((one) => isInTheWay(one) && !right.some((span) => isSame(span, one)))) {
    await moveTo(page, mark.start);
    await page.keyboard.press('Backspace');
  }
  for (const span of right.filter((one) => !marks.some((mark) => !mark.doubtful && isSame(mark, one))))
    await mark(page, span);
  await page.keyboard.press('Enter');
  return { words: tokens.join(' '), spans: right };
}

/**
 * Marks the first word of the sentence without accepting the sentence. If a suggestion covers the word, the whole suggestion is marked.
 *
 * @param {Page} page
 */
async function markOne(page) {
  await mark(page, { start: 0, end: 1, type: 'MISC' });
  await page.locator('mark[data-entity=MISC]').first().waitFor();
  const { tokens, marks } = await words(page).evaluate(readSentence);
  const spans = marks.filter(({ suggested }) => !suggested).map(({ start, end, type }) => ({ start, end, type }));
  return { words: tokens.join(' '), spans };
}

/** @param {Page} page @param {Span} span */
async function mark(page, { start, end, type }) {
  await moveTo(page, start);
  for (let at = start + 1; at < end; at++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press(String(TYPES.indexOf(type) + 1));
}

/** @param {Page} page @param {number} token */
async function moveTo(page, token) {
  await page.keyboard.press('Home');
  for (let at = 0; at < token; at++) await page.keyboard.press('ArrowRight');
}

/** @param {HTMLElement | SVGElement} list @returns {Sentence & { marks: Mark[] }} */
function readSentence(list) {
  const tokens = [...list.querySelectorAll('[data-token]')];
  const marks = [...list.querySelectorAll('mark')].map((found) => {
    const inside = [...found.querySelectorAll('[data-token]')].map((token) => Number(token.getAttribute('data-token')));
    return {
      start: inside[0] ?? 0,
      end: (inside.at(-1) ?? -1) + 1,
      type: found.getAttribute('data-entity') ?? '',
      suggested: found.hasAttribute('data-suggested'),
      doubtful: found.hasAttribute('data-doubtful'),
    };
  });
  return { tokens: tokens.map(({ textContent }) => textContent ?? ''), spans: [], marks };
}

/** @param {Span} a @param {Span} b */
function isSame(a, b) {
  return a.start === b.start && a.end === b.end && a.type === b.type;
}

/** @param {Span} a @param {Span} b */
function overlaps(a, b) {
  return a.start < b.end && b.start < a.end;
}

/** Runs in the page: records long tasks, key latencies and training times. */
function observe() {
  const seen = {
    tasks: /** @type {number[]} */ ([]),
    keys: /** @type {number[]} */ ([]),
    learnt: /** @type {string[]} */ ([]),
  };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(Math.round(duration));
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.keys.push(duration);
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16, buffered: true }));
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => {
      const text = document.querySelector('[aria-label="Model status"]')?.textContent ?? '';
      if (text.startsWith('Trained on') && seen.learnt.at(-1) !== text) seen.learnt.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/**
 * Prints what was recorded since the previous stage.
 *
 * @param {string} stage
 * @param {Page} page
 */
async function atStage(stage, page) {
  const seen = await page.evaluate(() => {
    const { seen } = /** @type {{ seen: { tasks: number[], keys: number[], learnt: string[] } }} */ (
      /** @type {unknown} */ (globalThis)
    );
    return { tasks: seen.tasks.splice(0), keys: seen.keys.splice(0), learnt: seen.learnt.splice(0) };
  });
  const collect = await garbageCollector(page);
  await collect();
  const session = await page.context().newCDPSession(page);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const learnt = seen.learnt.map((text) =>
    (/from ([\d,]+) .* in ([\d.]+) s/.exec(text) ?? []).slice(1).map((n) => Number(n.replace(',', ''))),
  );
  console.log(
    JSON.stringify({
      stage,
      longTasks: seen.tasks.length,
      longest: Math.max(0, ...seen.tasks),
      over100: seen.tasks.filter((task) => task > 100),
      keysOver16: seen.keys.length,
      slowestKey: Math.max(0, ...seen.keys),
      heapMB: Number((usedSize / 1e6).toFixed(1)),
      processMB: (await processMemory(browser)).now,
      learnSeconds: learnt.length > 0 ? { times: learnt.length, median: median(learnt.map((one) => one[1] ?? NaN)), most: Math.max(...learnt.map((one) => one[1] ?? NaN)), last: learnt.at(-1) } : undefined, // prettier-ignore
    }),
  );
}

/**
 * All sentences of the set, keyed by their words: copies have several entries.
 *
 * @param {Page} page
 * @returns {Promise<Map<string, Span[][]>>}
 */
async function exported(page) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'JSON lines with all sentences' }).click();
  const found = new Map();
  for (const line of readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\n')) {
    const { tokens, spans } = JSON.parse(line);
    const sentence = tokens.map((/** @type {{ text: string }} */ token) => token.text).join(' ');
    const read = spans.map((/** @type {{ token_start: number, token_end: number, label: string }} */ span) => ({
      start: span.token_start,
      end: span.token_end + 1,
      type: span.label,
    }));
    found.set(sentence, [...(found.get(sentence) ?? []), read]);
  }
  return found;
}

/** @param {Map<string, Span[][]>} found @param {Map<string, Span[]>} decided */
function compare(found, decided) {
  let lost = 0;
  for (const [sentence, spans] of decided) {
    const isKept = (found.get(sentence) ?? []).some(
      (kept) => kept.length === spans.length && spans.every((span) => kept.some((one) => isSame(one, span))),
    );
    if (!isKept) lost++;
  }
  return { decided: decided.size, lost };
}

/** Sentences of a file in columns with IOB1 or BIO tags. @param {string} path @returns {Sentence[]} */
function readColumns(path) {
  return readFileSync(path, 'latin1')
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith('-DOCSTART-')))
    .filter((rows) => rows.length > 0)
    .map((rows) => {
      const cells = rows.map((row) => row.trim().split(/\s+/));
      /** @type {Span[]} */
      const spans = [];
      for (const [i, row] of cells.entries()) {
        const [prefix, type] = (row.at(-1) ?? 'O').split('-');
        const last = spans.at(-1);
        if (type === undefined) continue;
        if (prefix === 'I' && last?.end === i && last.type === type) last.end++;
        else spans.push({ start: i, end: i + 1, type });
      }
      return { tokens: cells.map(([token]) => token ?? ''), spans };
    });
}

/** @param {Sentence} sentence @param {boolean} isLabelled */
function record({ tokens, spans }, isLabelled) {
  const tags = tokens.map((_, i) => {
    const span = spans.find(({ start, end }) => start <= i && i < end);
    return span === undefined ? 'O' : `${span.start === i ? 'B' : 'I'}-${span.type}`;
  });
  return `${JSON.stringify(isLabelled ? { tokens, ner_tags: tags } : { tokens })}\n`;
}
