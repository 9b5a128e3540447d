// The cost of Inside: opens the page with the sample, and prints the training speed while Inside follows a sentence of 40 tokens, relative
// to the speed while Charts is open, in alternating blocks of epochs, without the two epochs after a tab is opened; then the time from
// the click on another token until its figures are drawn.
//
//   npm run build && node bench/inside.mjs [--epochs 80] [--block 8] [--threads 2] [--set key=value]… [--dist FOLDER]
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { median } from './lib/measure.mjs';
import { serveStudio } from './lib/studio.mjs';

const FIGURES = ['Why this tag', 'Gates', 'Characters'];
const SENTENCE = `${'Angela Merkel flew from Berlin to New York City on Monday morning and '.repeat(3)}returned .`;

const { values } = parseArgs({
  options: {
    epochs: { type: 'string', default: '80' },
    block: { type: 'string', default: '8' },
    set: { type: 'string', multiple: true, default: [] },
    threads: { type: 'string' },
    dist: { type: 'string', default: 'dist' },
  },
});
/** Epochs with one tab open. */
const BLOCK = Number(values.block);
const address = new URLSearchParams({ device: 'simd', ...(values.threads && { threads: values.threads }) });

const server = await serveStudio(values.dist);
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.url}?${address}#${[`epochs=${values.epochs}`, ...values.set].join('&')}`);
  const status = page.getByRole('status', { name: 'Run status' });
  const tab = (/** @type {string} */ name) => page.getByRole('tab', { name, exact: true });
  const figure = (/** @type {string} */ name) => page.getByRole('figure', { name, exact: true });
  await page.getByRole('textbox', { name: 'Try a sentence' }).fill(SENTENCE);
  const train = page.getByRole('button', { name: 'Train', exact: true });
  await train.and(page.locator(':enabled')).waitFor({ timeout: 60_000 });
  await train.click();

  // The page records the epochs itself: querying its status by role takes longer than what is measured.
  const epochs = await status.evaluateHandle(watchEpochs);
  /** @type {Record<'Charts' | 'Inside', number[]>} seconds of an epoch */
  const seconds = { Charts: [], Inside: [] };
  for (let opened = 0, isRunning = true; isRunning;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { count, hasEnded } = await epochs.evaluate(({ ends, hasEnded }) => ({ count: ends.length, hasEnded }));
    isRunning = !hasEnded;
    if (count < opened + BLOCK || hasEnded) continue;
    opened = count;
    await tab(tabOf(count)).click();
    if (tabOf(count) === 'Inside')
      await figure('Why this tag').evaluate((one) => one.scrollIntoView({ block: 'start' }));
  }
  const ends = await epochs.evaluate((recorded) => recorded.ends);
  const views = await epochs.evaluate((recorded) => recorded.views);
  for (let i = BLOCK; i < ends.length; i++) {
    const view = views[i]; // the first block is a warm-up; the epoch in which a tab is opened, and the next one, are excluded
    if ((view === 'Charts' || view === 'Inside') && views[i - 1] === view && views[i - 2] === view)
      seconds[view].push((Number(ends[i]) - Number(ends[i - 1])) / 1000);
  }
  const [charts, inside] = [median(seconds.Charts), median(seconds.Inside)];
  console.log(
    JSON.stringify({ epochs: seconds.Inside.length, charts, inside, speed: Number((charts / inside).toFixed(3)) }),
  );

  await tab('Inside').click();
  for (const name of FIGURES) {
    const one = figure(name);
    await one.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await one.locator('p strong').waitFor();
    const times = [];
    for (const token of [2, 4, 5, 8, 11, 13, 15, 17, 18, 21]) {
      times.push(await one.evaluate(drawnAfterClick, token));
    }
    console.log(
      JSON.stringify({ figure: name, milliseconds: Math.round(median(times)), most: Math.round(Math.max(...times)) }),
    );
  }
} finally {
  await browser.close();
  await server.close();
}

/** @param {number} epoch */
function tabOf(epoch) {
  return Math.floor(epoch / BLOCK) % 2 === 0 ? 'Inside' : 'Charts';
}

/**
 * Records when each epoch ends, and which tab is open then.
 *
 * @param {HTMLElement | SVGElement} status
 */
function watchEpochs(status) {
  const recorded = { ends: /** @type {number[]} */ ([]), views: /** @type {string[]} */ ([]), hasEnded: false };
  let epoch = 0;
  new MutationObserver(() => {
    const text = status.textContent ?? '';
    recorded.hasEnded = /^(Finished|Stopped|Failed)/.test(text);
    const now = Number(/epoch (\d+)/i.exec(text)?.[1] ?? 0);
    if (now <= epoch || recorded.hasEnded) return;
    epoch = now;
    recorded.ends.push(performance.now());
    recorded.views.push(document.querySelector('[role=tab][aria-selected=true]')?.textContent ?? '');
  }).observe(status, { subtree: true, childList: true, characterData: true });
  return recorded;
}

/**
 * Clicks a token of the bar, and resolves when the figure has changed and the frame is drawn.
 *
 * @param {HTMLElement | SVGElement} element
 * @param {number} token
 */
function drawnAfterClick(element, token) {
  return new Promise((/** @type {(milliseconds: number) => void} */ resolve) => {
    const started = performance.now();
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - started));
    });
    observer.observe(element, { subtree: true, childList: true, characterData: true });
    const words = document.querySelectorAll('[role=toolbar][aria-label=Token] button');
    /** @type {HTMLElement} */ (words[token]).click();
  });
}
