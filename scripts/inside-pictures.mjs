// Takes the pictures of docs/inside.md, with one sentence and the model that the page trains on the sample, into docs/images:
//
//   npm run build && node scripts/inside-pictures.mjs [FOLDER]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { CHROMIUM_ARGS, findChromium } from './chromium.mjs';
import { openStudio } from './screenshot-states.mjs';

const SENTENCE = 'New York City is amazing.';
const FIGURES = [
  'Emissions',
  'Trellis',
  'Account',
  'Softmax and CRF',
  'Why this tag',
  'Gates',
  'Characters',
  'Over time',
];
const [folder = 'docs/images'] = process.argv.slice(2);

const server = await preview({ preview: { port: 4196 } });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  // High enough to show every figure without scrolling.
  const page = await browser.newPage({
    viewport: { width: 1280, height: 3000 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const studio = await openStudio(page, { device: 'simd' }, {});
  await page.getByRole('textbox', { name: 'Try a sentence' }).fill(SENTENCE);
  await studio.train();
  await studio.waitFor(/^Finished/);
  await page.getByRole('tab', { name: 'Inside', exact: true }).click();
  const toolbar = page.getByRole('toolbar', { name: 'Token' });
  await toolbar.getByRole('button', { name: /^City/ }).click();
  await save('network', page.getByRole('region', { name: 'Network', exact: true }));
  for (const name of FIGURES) {
    const figure = page.getByRole('figure', { name, exact: true });
    await figure.scrollIntoViewIfNeeded();
    await figure.locator('svg[data-figure], table').first().waitFor();
    await save(name.toLowerCase().replaceAll(' ', '-'), figure);
  }

  /**
   * Saves a picture as WebP, encoded by the browser: half the size of PNG.
   *
   * @param {string} name
   * @param {import('playwright').Locator} part
   */
  async function save(name, part) {
    const png = (await part.screenshot()).toString('base64');
    const webp = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.9).split(',')[1] ?? '';
    }, png);
    writeFileSync(join(folder, `inside-${name}.webp`), Buffer.from(webp, 'base64'));
  }
} finally {
  await browser.close();
  await server.close();
}
