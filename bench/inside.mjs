// What Inside costs: opens the page with the sample, and prints the speed of training while Inside follows a sentence of 40 tokens as a
// share of that while Charts is open, in blocks of epochs in turn, without the epoch in which a tab is opened; then how long its figures take for another token, from the click
// until they are drawn.
//
//   npm run build && node bench/inside.mjs [--epochs 36] [--threads 2]
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { median } from './lib/measure.mjs';

const PORT = 4201;
const FIGURES = ['Why this tag', 'Gates', 'Characters'];
/** Epochs with one tab open. */
const BLOCK = 4;
const SENTENCE = `${'Angela Merkel flew from Berlin to New York City on Monday morning and '.repeat(3)}returned .`;

const { values } = parseArgs({
  options: { epochs: { type: 'string', default: '36' }, threads: { type: 'string' } },
});
const address = new URLSearchParams({ device: 'simd', ...(values.threads && { threads: values.threads }) });

const server = await preview({ preview: { port: PORT, strictPort: true } });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://localhost:${PORT}/?${address}#epochs=${values.epochs}`);
  const status = page.getByRole('status', { name: 'Run status' });
  const tab = (/** @type {string} */ name) => page.getByRole('tab', { name, exact: true });
  const figure = (/** @type {string} */ name) => page.getByRole('figure', { name, exact: true });
  await page.getByRole('textbox', { name: 'Try a sentence' }).fill(SENTENCE);
  const train = page.getByRole('button', { name: 'Train', exact: true });
  await train.and(page.locator(':enabled')).waitFor({ timeout: 60_000 });
  await train.click();

  /** @type {Record<'Charts' | 'Inside', number[]>} seconds of an epoch */
  const seconds = { Charts: [], Inside: [] };
  let epoch = 0;
  let began = performance.now();
  for (;;) {
    const text = await status.innerText();
    if (/^(Finished|Stopped|Failed)/.test(text)) break;
    const now = Number(/epoch (\d+)/i.exec(text)?.[1] ?? 0);
    if (now > epoch) {
      const isFirst = epoch % BLOCK === 0;
      if (epoch > BLOCK && !isFirst) seconds[tabOf(epoch)].push((performance.now() - began) / 1000); // the first block warms up
      epoch = now;
      began = performance.now();
      if (epoch % BLOCK !== 0) continue;
      await tab(tabOf(epoch)).click();
      if (tabOf(epoch) === 'Inside')
        await figure('Why this tag').evaluate((one) => one.scrollIntoView({ block: 'start' }));
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
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
