// Records the animation of the README, docs/images/journey.gif: the page opens, trains on its sample, and tags a sentence, at
// double speed. Needs ffmpeg (Debian's package).
//
//   npm run build && node scripts/film.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { CHROMIUM_ARGS, findChromium } from './chromium.mjs';
import { openStudio } from './screenshot-states.mjs';

const OUT = 'docs/images/journey.gif';
const SIZE = { width: 1280, height: 800 };
const SENTENCE = 'Maria Keller of the University of Leeds flew from Lisbon to Washington, where the Dutch team won.';
const SPEED = 2;
const FRAMES_PER_SECOND = 5;
const LAST_FRAME = 3; // seconds

const folder = mkdtempSync(join(tmpdir(), 'tagsmith-film-'));
const server = await preview({ preview: { port: 4196 } });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  const studio = await openStudio(page, {}, {});
  const stop = await record(page);
  await studio.train();
  await studio.waitFor(/^Training epoch [5-9]/);
  await page
    .getByRole('textbox', { name: 'Try a sentence' })
    .pressSequentially(SENTENCE, { delay: 60, timeout: 120_000 });
  await studio.waitFor(/^Finished/);
  await page.getByRole('tab', { name: 'Score', exact: true }).click();
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  await page.getByRole('table', { name: /^Scores on/ }).waitFor();
  await page.waitForTimeout(1000);
  encode(await stop());
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true });
}

/**
 * Stores each frame that the browser draws.
 *
 * @param {import('playwright').Page} page
 * @returns a function that ends the recording and returns the files and times of the frames, in seconds
 */
async function record(page) {
  const session = await page.context().newCDPSession(page);
  const frames = /** @type {{ file: string, time: number }[]} */ ([]);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${frames.length}.png`);
    writeFileSync(file, Buffer.from(data, 'base64'));
    frames.push({ file, time: metadata.timestamp ?? 0 });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png' });
  return async () => {
    await session.send('Page.stopScreencast');
    return frames;
  };
}

/** @param {{ file: string, time: number }[]} frames */
function encode(frames) {
  const list = join(folder, 'frames.txt');
  const lines = frames.map(({ file, time }, i) => {
    const seconds = ((frames[i + 1]?.time ?? time + SPEED * LAST_FRAME) - time) / SPEED;
    return `file '${file}'\nduration ${seconds.toFixed(3)}`;
  });
  writeFileSync(list, `${lines.join('\n')}\nfile '${frames.at(-1)?.file}'\n`);
  const filter =
    `fps=${FRAMES_PER_SECOND},scale=960:-1:flags=lanczos,split[a][b];` +
    '[a]palettegen=max_colors=96:stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
  const args = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list, '-vf', filter, OUT];
  const { status, error, stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ffmpeg failed (is it installed?): ${error?.message ?? stderr}`);
}
