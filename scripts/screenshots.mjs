// Takes screenshots of the page:
//
//   npm run build && node scripts/screenshots.mjs                  for the README, in docs/images
//   npm run build && node scripts/screenshots.mjs --all FOLDER     every state, in both themes, at four widths: for review
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { CHROMIUM_ARGS, findChromium } from './chromium.mjs';
import { openStudio, PORT, THEMES, visitStates } from './screenshot-states.mjs';

const { values } = parseArgs({ options: { all: { type: 'string' }, dist: { type: 'string', default: 'dist' } } });
const folder = values.all ?? 'docs/images';
const SENTENCE = 'Maria Keller of the University of Leeds flew from Lisbon to Washington, where the Dutch team won.';

await mkdir(folder, { recursive: true });
const server = await preview({ build: { outDir: values.dist }, preview: { port: PORT, strictPort: true } });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  for (const theme of THEMES) {
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await (values.all === undefined ? readmePicture(page, theme) : visitStates(page, theme, folder));
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}

/**
 * @param {import('playwright').Page} page
 * @param {string} theme
 */
async function readmePicture(page, theme) {
  await page.setViewportSize({ width: 1440, height: 900 });
  const studio = await openStudio(page, {}, { epochs: 8 });
  await studio.train();
  await studio.waitFor(/^Training epoch 5/);
  await studio.tag(SENTENCE);
  await page.screenshot({ path: join(folder, `training-${theme}.png`) });
}
