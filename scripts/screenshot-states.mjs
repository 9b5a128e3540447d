// Visits each state of the page in turn. Used by scripts/screenshots.mjs.
import { join } from 'node:path';

/** `PORT=4200 node scripts/screenshots.mjs …` lets two checkouts take screenshots at the same time. */
export const PORT = Number(process.env['PORT'] ?? 4196);
const ORIGIN = `http://localhost:${PORT}`;

export const THEMES = /** @type {const} */ (['light', 'dark']);

const SIZES = /** @type {const} */ ([
  [1440, 900],
  [1280, 720],
  [800, 900],
  [390, 844],
]);
const TEXT =
  'Maria Keller of the University of Leeds flew from Lisbon to Washington 😀. On Sunday the Dutch team beat Reading 2-1.';
const PROBLEMS = 'Nora B-PER\nField I-PER\n\nLund\nmet O x\n. O\n';

/**
 * @param {import('playwright').Page} page
 * @param {Record<string, string>} parameters of the address
 * @param {Record<string, string | number>} recipe settings that differ from the preset's
 */
export async function openStudio(page, parameters, recipe) {
  const hash = Object.entries(recipe).map(([name, value]) => `${name}=${value}`);
  await page.goto('about:blank');
  // Otherwise the page would restore its stored state.
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: ORIGIN, storageTypes: 'all' });
  await page.goto(`${ORIGIN}/?${new URLSearchParams(parameters)}#${hash.join('&')}`);
  const button = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true });
  const status = page.getByRole('status', { name: 'Run status' });
  return {
    button,
    status,
    /** @param {RegExp} text */
    waitFor: (text) => status.filter({ hasText: text }).waitFor({ timeout: 120_000 }),
    train: () => button('Train').and(page.locator(':enabled')).click({ timeout: 60_000 }),
    /** @param {string} text */
    tag: async (text) => {
      await page.getByRole('textbox', { name: 'Try a sentence' }).fill(text);
      await page.getByRole('region', { name: 'Entities' }).locator('mark').first().waitFor({ timeout: 60_000 });
    },
    /** @param {{ name: string; text: string }[]} files */
    add: (...files) =>
      page
        .getByLabel('Add files', { exact: true })
        .setInputFiles(files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }))),
  };
}

/**
 * @param {import('playwright').Page} page
 * @param {string} theme
 * @param {string} folder
 */
export async function visitStates(page, theme, folder) {
  const shoot = (/** @type {string} */ state) => shootWidths(page, join(folder, `${state}-${theme}`));
  await page.setViewportSize({ width: 1440, height: 900 });
  const recipe = { preset: 'tagsmith-quick', epochs: 60, patience: 0 };

  const empty = await openStudio(page, { sample: 'none' }, {});
  await empty.waitFor(/^Idle/);
  await shoot('empty');
  await empty.add(
    { name: 'own.train', text: PROBLEMS },
    { name: 'notes.csv', text: 'a;b\nc\n' },
    { name: 'nothing.dev', text: '' },
  );
  await page.getByText('2 problems').click();
  await shoot('problems');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.screenshot({ path: join(folder, `help-${theme}-1440.png`) });
  await page.keyboard.press('Escape');

  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route('**/embeddings/*.zip', async (route) => {
    await held;
    await route.continue();
  });
  const studio = await openStudio(page, {}, recipe);
  await studio.waitFor(/^Loading/);
  await shoot('loading');
  release();
  await studio.waitFor(/^Idle/);
  await page.unroute('**/embeddings/*.zip');
  await shoot('ready');
  for (const name of ['sample.train', 'glove.6B.100d.40k.zip'])
    await page.getByRole('button', { name: `Details of ${name}` }).click();
  await page.getByRole('button', { name: 'Sentences of sample.train' }).click();
  await page.locator('summary', { hasText: /known$/ }).click();
  await page.getByRole('button', { name: 'All settings' }).click();
  await shoot('open');
  await page.getByRole('button', { name: 'Fewer settings' }).click();
  await page.getByRole('button', { name: 'Sentences of sample.train' }).click();

  await studio.train();
  await studio.waitFor(/^Training epoch 1/);
  await shoot('started');
  await studio.waitFor(/^Training epoch [4-9]/);
  await studio.tag(TEXT);
  await shoot('training');
  await studio.button('Pause').click();
  await studio.waitFor(/^Paused/);
  await shoot('paused');
  await studio.button('Stop').click();
  await studio.waitFor(/^Stopped/);
  await shoot('stopped');

  await page.getByLabel('Epochs', { exact: true }).fill('2');
  await studio.button('Train further').click();
  await studio.waitFor(/^Finished/);
  await page.getByRole('tab', { name: 'Score', exact: true }).click();
  await studio.button('Score').click();
  await page.getByRole('table', { name: /^Scores on/ }).waitFor({ timeout: 60_000 });
  await shoot('scored');
  await page.getByRole('button', { name: 'Remove sample.test' }).click();
  for (const view of ['Charts', 'Inside', 'Annotate', 'Runs', 'Ablation', 'Search']) {
    await page.getByRole('tab', { name: view, exact: true }).click();
    await shoot(view === 'Charts' ? 'finished' : view.toLowerCase());
  }
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();

  const failing = await openStudio(page, {}, { hidden: 20, optimizer: 'sgd', learningRate: 10, l2: 1, clipNorm: 0 });
  await failing.train();
  await failing.waitFor(/^Failed/);
  await shoot('failed');
}

/** Delay in milliseconds: figures are drawn some frames after they come into view. */
const DRAWN_AFTER = 500;

/** @param {import('playwright').Page} page @param {string} path */
async function shootWidths(page, path) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(DRAWN_AFTER);
    if (width >= 1260) {
      await page.screenshot({ path: `${path}-${width}.png` });
      continue;
    }
    for (const tab of ['Data', 'Studio', 'Try']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.waitForTimeout(DRAWN_AFTER);
      await page.screenshot({ path: `${path}-${width}-${tab.toLowerCase()}.png`, fullPage: width === 390 });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
