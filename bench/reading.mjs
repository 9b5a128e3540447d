// Reads a vectors file in the real page, in Chromium, while the sample is trained: the effect on the run, and the latency of Cancel.
//
//   npm run build && node bench/reading.mjs --embeddings F [--cancels 10] [--rounds 2] [--seconds 8] [--threads 1]
//     [--set hidden=50]… [--dist DIR]… [--json]
//
// Each build (`--dist`, to compare several) is measured in turn, once per round, in reverse order every other round: the seconds that reading
// takes without a run; the steps per second of a run during reading, divided by those of the same run before and after; the longest time
// without a loss from the trainer; and the time from Cancel, at a random moment of reading, to the trainer's answer, with and without a run.
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { processMemory } from './lib/process-memory.mjs';
import { serveStudio } from './lib/studio.mjs';

/** @import { Page } from 'playwright' */

const { values } = parseArgs({
  options: {
    embeddings: { type: 'string' },
    cancels: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '8' },
    set: { type: 'string', multiple: true, default: [] },
    threads: { type: 'string', default: '1' },
    dist: { type: 'string', multiple: true, default: ['dist'] },
    json: { type: 'boolean', default: false },
  },
});
const { embeddings, dist: builds } = values;
if (embeddings === undefined) throw new Error('usage: node bench/reading.mjs --embeddings F …');
const [cancels, rounds, seconds] = [Number(values.cancels), Number(values.rounds), Number(values.seconds)];
const READ_TIMEOUT = 600_000;

/** @typedef {{ losses: { at: number, steps: number }[], cancelled: number, answered: number, reading: number }} Log */

for (let round = 0; round < rounds; round++) {
  for (const build of round % 2 === 0 ? builds : builds.toReversed()) {
    const figures = { build, round, ...(await measure(build)) };
    console.log(values.json ? JSON.stringify(figures) : lineOf(figures));
  }
}

/** @param {string} build */
async function measure(build) {
  const server = await serveStudio(build);
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage();
    await page.addInitScript(watchTrainer);
    const recipe = ['preset=tagsmith-quick', 'epochs=1000', 'patience=0', ...values.set].join('&');
    await page.goto(`${server.url}?device=simd&threads=${values.threads}#${recipe}`);
    await page.getByText('40,740 words').waitFor({ timeout: 120_000 });
    const idle = { read: await read(page), cancels: await cancelled(page) };
    const peak = (await processMemory(browser)).peak;

    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.waitForFunction(() => /** @type {any} */ (globalThis).trainerLog.losses.length > 20);
    const before = await speedDuring(page, () => new Promise((resolve) => setTimeout(resolve, 1000 * seconds)));
    let beside = 0;
    const during = await speedDuring(page, async () => {
      beside = await read(page);
    });
    const after = await speedDuring(page, () => new Promise((resolve) => setTimeout(resolve, 1000 * seconds)));
    const alone = (before.stepsPerSecond + after.stepsPerSecond) / 2;
    const training = { read: beside, cancels: await cancelled(page) };
    return {
      readSeconds: idle.read,
      readSecondsTraining: training.read,
      stepsPerSecond: alone,
      speedWhileReading: during.stepsPerSecond / alone,
      longestGapMs: { alone: Math.max(before.longestGap, after.longestGap), reading: during.longestGap },
      cancelMs: summary(idle.cancels),
      cancelMsTraining: summary(training.cancels),
      peakMB: peak,
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Runs in the page: records when the trainer sends losses, and when it answers a cancelled request. */
function watchTrainer() {
  /** @type {Log} */
  const log = { losses: [], cancelled: 0, answered: 0, reading: 0 };
  Object.assign(globalThis, { trainerLog: log });
  globalThis.Worker = class extends Worker {
    /** @param {ConstructorParameters<typeof Worker>} args */
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const at = performance.now();
        if (data.name === 'train' && data.value.kind === 'steps')
          log.losses.push({ at, steps: data.value.losses.length });
        if (data.name === 'progress' && data.value?.task === 'vectors') log.reading++;
        if (data.kind === 'error' && data.error.code === 'Cancelled') log.answered = at;
      });
    }
    /** @override @param {[any, any?]} args */
    postMessage(...args) {
      if (args[0].kind === 'cancel') log.cancelled = performance.now();
      super.postMessage(...args);
    }
  };
}

/** @param {Page} page @returns {Promise<number>} seconds */
async function read(page) {
  const begin = performance.now();
  await add(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor({ state: 'detached', timeout: READ_TIMEOUT });
  return (performance.now() - begin) / 1000;
}

/** Cancels reading at random moments of its first seconds. @param {Page} page @returns {Promise<number[]>} milliseconds each */
async function cancelled(page) {
  const took = [];
  for (let i = 0; i < cancels; i++) {
    await page.evaluate(() => Object.assign(/** @type {any} */ (globalThis).trainerLog, { reading: 0, answered: 0 }));
    await add(page);
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    await page.waitForFunction(() => /** @type {any} */ (globalThis).trainerLog.reading > 0);
    await page.waitForTimeout(97 * i);
    // Without Playwright's checks, during which a small file is read to its end.
    const isPressed = await page.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel');
      button?.click();
      return button !== undefined;
    });
    if (!isPressed) throw new Error('Reading ended before Cancel could be pressed: use a larger file.');
    await page.waitForFunction(() => /** @type {any} */ (globalThis).trainerLog.answered > 0);
    took.push(
      await page.evaluate(() => {
        const { answered, cancelled } = /** @type {any} */ (globalThis).trainerLog;
        return answered - cancelled;
      }),
    );
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor({ state: 'detached' });
  }
  return took;
}

/** @param {Page} page */
async function add(page) {
  await page.getByLabel('Add files', { exact: true }).setInputFiles([/** @type {string} */ (embeddings)]);
}

/** @param {Page} page @param {() => Promise<unknown>} act */
async function speedDuring(page, act) {
  await page.evaluate(() => Object.assign(/** @type {any} */ (globalThis).trainerLog, { losses: [] }));
  await act();
  /** @type {Log['losses']} */
  const losses = await page.evaluate(() => /** @type {any} */ (globalThis).trainerLog.losses);
  const [first, last] = [losses[0], losses.at(-1)];
  if (first === undefined || last === undefined) {
    const status = await page.getByRole('status', { name: 'Run status' }).innerText();
    throw new Error(`there were no losses; the run is: ${status}`);
  }
  const steps = losses.slice(1).reduce((sum, loss) => sum + loss.steps, 0);
  const gaps = losses.slice(1).map(({ at }, i) => at - /** @type {Log['losses'][0]} */ (losses[i]).at);
  return { stepsPerSecond: (1000 * steps) / (last.at - first.at), longestGap: Math.max(...gaps) };
}

/** @param {number[]} took */
function summary(took) {
  const sorted = took.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], worst: sorted.at(-1) };
}

/** @param {Awaited<ReturnType<typeof measure>> & { build: string, round: number }} figures */
function lineOf(figures) {
  const { build, readSeconds, readSecondsTraining, speedWhileReading, longestGapMs, peakMB } = figures;
  const { cancelMs, cancelMsTraining } = figures;
  const ms = (/** @type {number | undefined} */ value) => `${(value ?? NaN).toFixed(0)} ms`;
  return (
    `${build}: read in ${readSeconds.toFixed(1)} s, beside a run in ${readSecondsTraining.toFixed(1)} s; the run has ` +
    `${(100 * speedWhileReading).toFixed(0)}% of its speed, longest time without a loss ${ms(longestGapMs.reading)} ` +
    `(alone ${ms(longestGapMs.alone)}); Cancel takes ${ms(cancelMs.median)}, at most ${ms(cancelMs.worst)}, beside a run ` +
    `${ms(cancelMsTraining.median)}, at most ${ms(cancelMsTraining.worst)}; peak ${peakMB.toFixed(0)} MB`
  );
}
