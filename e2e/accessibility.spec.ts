import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { devFile, textFile, trainFile, vectorsFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const RECIPE = { epochs: 1000, patience: 0, hidden: 24, charFeatures: 8, batchSize: 4, learningRate: 0.01 };
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

/** What axe finds: wide in both themes, and on each of the narrow page's tabs, whose colours are the same. */
async function expectNoViolations(page: Page, state: string): Promise<void> {
  await expectNoneWide(page, state);
  await page.setViewportSize(NARROW);
  for (const tab of ['Data', 'Run', 'Try']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectAxeSilent(page, `${state}, ${tab}`);
  }
  await page.setViewportSize(WIDE);
}

async function expectNoneWide(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAxeSilent(page, `${state}, ${colorScheme}`);
  }
}

async function expectAxeSilent(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  );
  expect.soft(found, where).toEqual([]);
}

test('axe finds nothing in any state, theme or width', async ({ page, studio, device }) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await studio.open({ device, sample: 'none' }, RECIPE);
  await expectNoViolations(page, 'empty');

  await studio.addFiles([
    trainFile(10),
    devFile,
    vectorsFile,
    textFile('nothing.txt', ''),
    textFile('own.test', 'Nora O\nField\n'),
  ]);
  await expect(studio.train).toBeEnabled();
  await page.getByRole('button', { name: 'All settings' }).click();
  await expectNoViolations(page, 'idle');
  await page.getByRole('button', { name: 'Fewer settings' }).click();

  await studio.train.click();
  await studio.tag('Nora Field sails to Westmark.');
  await studio.waitForScores();
  await expectNoneWide(page, 'training');
  await studio.waitFor('Training');
  await studio.stop.click();
  await studio.waitFor('Stopped');

  await studio.setting('Epochs').fill('2');
  await studio.train.click();
  await studio.waitFor('Finished');
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Scores on own.test' })).toBeVisible();
  await expectNoViolations(page, 'finished');

  await page.goto('about:blank'); // else only the address would change
  await studio.open({ device, sample: 'none' }, { ...RECIPE, optimizer: 'sgd', learningRate: 10, l2: 1, clipNorm: 0 });
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await studio.waitFor('Failed');
  await expectNoViolations(page, 'failed');
});

test('all by keyboard', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, RECIPE);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAxeSilent(page, 'help');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await studio.addFiles([trainFile(), devFile]);
  await expect(studio.train).toBeEnabled();
  await page.locator('body').focus();
  const reached: string[] = [];
  const focus = page.locator(':focus');
  do {
    await page.keyboard.press('Tab');
    reached.push(await focus.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent));
  } while (reached.at(-1) !== 'Train' && reached.length < 60);
  expect(reached).toContain('Train');
  expect(reached.indexOf('Remove own.train')).toBeLessThan(reached.indexOf('Train'));
  await page.keyboard.press('Enter');
  await studio.waitFor('Training');

  await page.keyboard.press('t');
  await studio.waitFor('Paused');
  await page.keyboard.press('/');
  await expect(studio.sentence).toBeFocused();
  await page.keyboard.type('t');
  await expect(studio.sentence).toHaveValue('t');
  await studio.waitFor('Paused');
});
