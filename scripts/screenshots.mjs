// Makes the pictures of the README from the page as it is: `npm run build && node scripts/screenshots.mjs`.
import { mkdir } from 'node:fs/promises';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { CHROMIUM_ARGS, findChromium } from './chromium.mjs';

const FOLDER = 'docs/images';
const SENTENCE = 'Maria Keller of the University of Leeds flew from Lisbon to Washington, where the Dutch team won.';
/** Enough for a useful tagger, and for curves to look at. */
const EPOCHS = 8;

await mkdir(FOLDER, { recursive: true });
const server = await preview({ preview: { port: 4196 } });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme });
    const status = page.getByRole('status', { name: 'Run status' });
    await page.goto(`http://localhost:4196/?device=simd#epochs=${EPOCHS}`);
    const train = page.getByRole('button', { name: 'Train', exact: true });
    await train.and(page.locator(':enabled')).click({ timeout: 60_000 });
    await status.filter({ hasText: /^Training epoch 5/ }).waitFor({ timeout: 300_000 });
    await page.getByRole('textbox', { name: 'Try a sentence' }).fill(SENTENCE);
    await page.getByRole('region', { name: 'Entities' }).locator('mark').first().waitFor();
    await page.screenshot({ path: `${FOLDER}/training-${colorScheme}.png` });
    await status.filter({ hasText: /^Finished/ }).waitFor({ timeout: 300_000 });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Try' }).click();
    await page.screenshot({ path: `${FOLDER}/narrow-${colorScheme}.png` });
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
