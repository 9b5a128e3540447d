// How fast a hidden tab trains, compared with a visible one, in a headed Chromium.
//
//   npm run build && node bench/hidden-tab.mjs [--rounds 4] [--seconds 20] [--minimized] [--json]
//
// Starts Xvfb (Debian: xvfb) and a Chromium without the flags that keep hidden pages awake in tests. The sample is trained; the tab is
// alternately visible and behind another tab, or in a minimized window. Prints the epochs per second, including the finished share of the current
// epoch, and the nice value of the tab's process.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { findChromium } from '../scripts/chromium.mjs';
import { processesOf } from './lib/process-memory.mjs';
import { printTable, rounded } from './lib/table.mjs';
import { serveStudio } from './lib/studio.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '20' },
    minimized: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];

const server = await serveStudio();
const screen = spawn('Xvfb', [':97', '-screen', '0', '1440x900x24'], { stdio: 'ignore' });
await new Promise((resolve, reject) => {
  screen.once('error', reject);
  setTimeout(resolve, 1000);
});
const PORT = 9397;
const profile = mkdtempSync(join(tmpdir(), 'tagsmith-hidden-'));
const chromiumProcess = spawn(
  findChromium() ?? 'chromium',
  ['--no-sandbox', '--no-first-run', `--user-data-dir=${profile}`, `--remote-debugging-port=${PORT}`, 'about:blank'],
  { stdio: 'ignore', env: { ...process.env, DISPLAY: ':97' } },
);
const browser = await connected();
try {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no window.');
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${server.url}?device=simd#preset=tagsmith-quick&epochs=1000&patience=0`);
  await page.getByText('40,740 words').waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  const other = await context.newPage();
  const session = await context.newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  const show = async (/** @type {boolean} */ isSeen) => {
    if (values.minimized) {
      const windowState = isSeen ? 'normal' : 'minimized';
      await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
    }
    await (isSeen || values.minimized ? page : other).bringToFront();
    await page.waitForTimeout(3000); // browsers lower the priority after a delay
  };
  /** @type {{ round: number, state: string, nice: number, rate: number }[]} */
  const rows = [];
  for (let round = 0; round < rounds; round++) {
    for (const isSeen of [true, false]) {
      await show(isSeen);
      const before = await epochs();
      const since = performance.now();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      const rate = ((await epochs()) - before) / ((performance.now() - since) / 1000);
      const state = await page.evaluate(() => document.visibilityState);
      const nice = await niceness();
      rows.push({ round: round + 1, state, nice, rate });
      if (values.json) console.log(JSON.stringify(rows.at(-1)));
    }
  }
  const mean = (/** @type {string} */ of) => {
    const rates = rows.filter(({ state }) => state === of).map(({ rate }) => rate);
    return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  };
  const ratio = mean('hidden') / mean('visible');
  if (values.json) console.log(JSON.stringify({ ratio }));
  else {
    printTable(
      `hidden against visible: ${rounded(ratio, 2)}`,
      ['round', 'tab', 'nice', 'epochs a second'],
      rows.map(({ round, state, nice, rate }) => [`${round}`, state, `${nice}`, rounded(rate, 2)]),
    );
  }

  /** Of the training process: the one with the most processor time. */
  async function niceness() {
    const fields = (await processesOf(browser, 'renderer')).map(
      (id) => readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [],
    );
    const [busiest] = fields.sort((a, b) => Number(b[11]) - Number(a[11])); // utime
    return Number(busiest?.[16]);
  }

  /** Trained epochs, including the finished share of the current one. */
  async function epochs() {
    const share = await page.getByRole('progressbar', { name: 'Progress' }).getAttribute('value');
    return Number(share) * 1000;
  }
} finally {
  await browser.close();
  const hasExited = new Promise((resolve) => chromiumProcess.once('exit', resolve));
  chromiumProcess.kill();
  await hasExited; // it writes its profile until then
  screen.kill();
  await server.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}

/** Without Playwright's settings, which make every page report that it is visible. */
async function connected() {
  for (let attempt = 1; ; attempt++) {
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${PORT}`, { noDefaults: true });
    } catch (error) {
      if (attempt === 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
