// Kills the tab at random moments of a run in the real page, in Chromium, and resumes it each time with one click.
//
//   npm run build && node bench/kills.mjs --train F --dev F [--embeddings F] [--epochs 8] [--kills 10] [--seed 1] [--minutes 8]
//     [--set key=value]… [--json]
//
// First an uninterrupted run. Then the same run repeatedly, killed in the first 60% of its time after it started or resumed, but not in the first
// second if it takes longer than two, until the given number of tabs has been killed. Reports for each kill what the reopened page offers, and the seconds of training that
// are repeated. Each killed run must end with the weights of the uninterrupted one, byte for byte.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { unzipSync } from 'fflate';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { printTable, rounded } from './lib/table.mjs';
import { serveStudio } from './lib/studio.mjs';

/** @import { Locator, Page } from 'playwright' */

const { values } = parseArgs({
  options: {
    train: { type: 'string' },
    dev: { type: 'string' },
    embeddings: { type: 'string' },
    epochs: { type: 'string', default: '8' },
    kills: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '8' },
    set: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
});
const { train: trainFile, dev: devFile } = values;
if (trainFile === undefined || devFile === undefined) {
  throw new Error('usage: node bench/kills.mjs --train F --dev F [--embeddings F] …');
}
const files = [trainFile, devFile, ...(values.embeddings === undefined ? [] : [values.embeddings])];
const kills = Number(values.kills);
const random = seeded(Number(values.seed));
const deadline = performance.now() + Number(values.minutes) * 60_000;

const server = await serveStudio();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
context.setDefaultTimeout(240_000);
try {
  let page = await open();
  await page.getByLabel('Add files', { exact: true }).setInputFiles(files);
  const trainEnabled = (/** @type {Page} */ of) =>
    of.getByRole('button', { name: 'Train', exact: true }).and(of.locator(':enabled')).waitFor({ timeout: 240_000 });
  await trainEnabled(page);
  const started = performance.now();
  await start(page, page.getByRole('button', { name: 'Train', exact: true }));
  const uninterrupted = await watchRun(page);
  const seconds = (performance.now() - started) / 1000;
  const weights = await weightsOf(page);
  const report = { seconds, status: uninterrupted.status, bytes: weights.length };
  console.log(JSON.stringify(report));

  const rows = [];
  const ends = [];
  const longestWait = 0.6 * seconds;
  const leastWait = Math.min(1, seconds / 4);
  while (rows.length < kills && performance.now() < deadline) {
    await start(page, page.getByRole('button', { name: 'Train', exact: true }));
    let wasKilled = false;
    for (;;) {
      const wait = leastWait + random() * (longestWait - leastWait);
      const seen = rows.length < kills ? await watchRun(page, wait) : await watchRun(page);
      if (seen.isOver) break;
      wasKilled = true;
      const row = await killAndReopen(seen);
      rows.push(row);
      console.log(JSON.stringify(row));
      if (performance.now() > deadline) break;
    }
    if (!wasKilled) continue;
    if (performance.now() > deadline) break;
    ends.push({
      sameScores: (await status(page)) === uninterrupted.status,
      sameWeights: weights.equals(await weightsOf(page)),
    });
    console.log(JSON.stringify(ends.at(-1)));
  }
  if (!values.json) {
    printTable(
      `${rows.length} killed tabs, ${ends.length} runs ended, ${ends.filter(({ sameWeights }) => sameWeights).length} with the same weights`,
      ['killed in epoch', 'after s', 'offered', 'ready after s', 'done again, s'],
      rows.map(({ epoch, trained, offer, ready, lost }) => [
        `${epoch}`,
        rounded(trained, 1),
        offer,
        rounded(ready, 1),
        rounded(lost, 1),
      ]),
    );
  }
  if (ends.some(({ sameScores, sameWeights }) => !sameScores || !sameWeights)) process.exitCode = 1;

  /** @param {Seen} seen */
  async function killAndReopen({ trained, epoch, beginnings }) {
    const session = await context.newCDPSession(page);
    // The renderer exits immediately: no code of the page runs any more.
    await Promise.race([session.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')]);
    await page.close();
    const reopening = performance.now();
    page = await open();
    const banner = page.getByRole('region', { name: 'Restored page' });
    await banner.waitFor();
    const offer = (await banner.locator('p').innerText()).replaceAll('\n', ' ');
    const resume = banner.getByRole('button', { name: /^Resume/ });
    const from = Number(/continues after epoch (\d+)/.exec(offer)?.[1] ?? 0);
    await trainEnabled(page);
    const ready = (performance.now() - reopening) / 1000;
    const canResume = (await resume.count()) > 0;
    await start(page, canResume ? resume : page.getByRole('button', { name: 'Train', exact: true }));
    // Training after the epoch from which the run resumes is repeated.
    const lost = trained - (beginnings.get(from + 1) ?? 0);
    return { epoch, trained, offer: /Run \d+ .*?epoch \d+/.exec(offer)?.[0] ?? offer, from, ready, lost };
  }
} finally {
  await browser.close();
  await server.close();
}

/** @typedef {{ isOver: boolean, status: string, trained: number, epoch: number, beginnings: Map<number, number> }} Seen */

/**
 * Starts or resumes a run, and waits until the page trains. A short run can be over before the next look at its status, which
 * is then that of this run and not of the one before.
 *
 * @param {Page} page @param {Locator} button
 */
async function start(page, button) {
  const isTraining = page.waitForFunction(() =>
    document.querySelector('[aria-label="Run status"]')?.textContent?.startsWith('Training'),
  );
  await button.click();
  await isTraining;
}

/**
 * Watches a started run until its end, or for the given number of seconds after its first step was seen.
 *
 * @param {Page} page @param {number} [wait] @returns {Promise<Seen>} seconds since then, and when each epoch began
 */
async function watchRun(page, wait = Infinity) {
  /** @type {Map<number, number>} */
  const beginnings = new Map();
  let begun = NaN;
  for (;;) {
    const text = await status(page);
    const isOver = /^(Finished|Stopped|Failed)/.test(text);
    const now = performance.now() / 1000;
    const epoch = Number(/^Training.*?epoch (\d+)/.exec(text)?.[1] ?? 0);
    if (epoch > 0 && Number.isNaN(begun)) begun = now;
    if (epoch > 0 && !beginnings.has(epoch)) beginnings.set(epoch, now - begun);
    const trained = Number.isNaN(begun) ? 0 : now - begun;
    if (isOver || trained >= wait) return { isOver, status: text, trained, epoch, beginnings };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @param {Page} page */
async function status(page) {
  return (await page.getByRole('status', { name: 'Run status' }).innerText()).replaceAll('\n', ' ');
}

async function open() {
  const page = await context.newPage();
  const recipe = ['preset=tagsmith-quick', `epochs=${values.epochs}`, 'patience=0', ...values.set].join('&');
  await page.goto(`${server.url}?device=simd&sample=none#${recipe}`);
  return page;
}

/** @param {Page} page */
async function weightsOf(page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export model', exact: true }).click(),
  ]);
  const zip = unzipSync(readFileSync(await download.path()));
  return Buffer.from(zip['model.safetensors'] ?? []);
}

/** @param {number} seed @returns {() => number} in [0, 1): a linear congruential generator */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
