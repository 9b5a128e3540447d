// Trains the sample for many epochs in the real page, in Chromium, and monitors the memory.
//
//   npm run build && node bench/soak.mjs [--epochs 1000] [--minutes 5] [--every 10] [--threads N] [--set hidden=50]… [--json]
//
// Memory is the memory in use after garbage collection: of the page's own JavaScript, and of the page and its workers together. It should
// stay within 5% from epoch 30 on. Stops after the epochs or the minutes, whichever is first.
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { processMemory } from './lib/process-memory.mjs';
import { serveStudio } from './lib/studio.mjs';

const { values } = parseArgs({
  options: {
    epochs: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '5' },
    every: { type: 'string', default: '10' },
    threads: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
});
const [epochs, minutes, every] = [Number(values.epochs), Number(values.minutes), Number(values.every)];
const MB = 1e6;
const SETTLED = 30;
/** Otherwise Chromium waits for its own garbage collection, up to a minute; with several threads it does in any case, since idle ones do not answer. */
const MEASURE_AT_ONCE = '--enable-blink-features=ForceEagerMeasureMemory';

const server = await serveStudio();
const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_ARGS, MEASURE_AT_ONCE] });
try {
  const page = await browser.newPage();
  const recipe = ['preset=tagsmith-quick', `epochs=${epochs}`, 'patience=0', ...values.set].join('&');
  await page.goto(`${server.url}?device=simd${values.threads ? `&threads=${values.threads}` : ''}#${recipe}`);
  await page.getByText('40,740 words').waitFor({ timeout: 120_000 });
  const session = await page.context().newCDPSession(page);
  const status = page.getByRole('status', { name: 'Run status' });
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  const started = performance.now();
  const samples = [];
  let last = 0;
  for (;;) {
    const text = (await status.innerText()).replaceAll('\n', ' ');
    const epoch = Number(/epoch (\d+) of/.exec(text)?.[1] ?? (text.startsWith('Finished') ? epochs : 0));
    const isOver = /^(Finished|Stopped|Failed)/.test(text) || performance.now() - started > minutes * 60_000;
    if (epoch >= last + every || isOver) {
      last = epoch;
      const sample = { epoch, seconds: Math.round((performance.now() - started) / 1000), ...(await memory()) };
      samples.push(sample);
      console.log(values.json ? JSON.stringify(sample) : lineOf(sample));
    }
    if (isOver) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const settled = samples.filter(({ epoch }) => epoch >= SETTLED);
  const [first, end] = [settled[0], settled.at(-1)];
  if (first !== undefined && end !== undefined) {
    const growth = (/** @type {'page' | 'total' | 'renderer'} */ of) =>
      `${(100 * (end[of] / first[of] - 1)).toFixed(1)}%`;
    console.log(
      `epochs ${first.epoch} to ${end.epoch}: page ${growth('page')}, page and workers ${growth('total')}, ` +
        `renderer process ${growth('renderer')}`,
    );
  }

  async function memory() {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const total = await page.evaluate(async () => {
      // Collects the garbage of all agents first. Only in Chromium.
      const measured = await /** @type {any} */ (performance).measureUserAgentSpecificMemory();
      return /** @type {number} */ (measured.bytes);
    });
    return { page: usedSize / MB, total: total / MB, renderer: (await processMemory(browser)).now };
  }
} finally {
  await browser.close();
  await server.close();
}

/** @param {{ epoch: number, seconds: number, page: number, total: number, renderer: number }} sample */
function lineOf({ epoch, seconds, page, total, renderer }) {
  return `epoch ${epoch}, ${seconds} s: page ${page.toFixed(1)} MB, with workers ${total.toFixed(1)} MB, process ${renderer.toFixed(0)} MB`;
}
