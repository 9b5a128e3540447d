import type { Page } from '@playwright/test';
import { expectAccessible, expectAxeSilent } from './fixtures/accessible.ts';
import { devFile, manyTypes, textFile, trainFile, vectorsFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const RECIPE = { epochs: 1000, patience: 0, hidden: 24, charFeatures: 8, batchSize: 4, learningRate: 0.01 };
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const TABS = ['Data', 'Studio', 'Try'];

/** Checks each tab of the narrow page. */
async function expectNoneNarrow(page: Page, state: string): Promise<void> {
  await page.setViewportSize(NARROW);
  for (const tab of TABS) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    // At least as high as the content: otherwise what a sticky bar covers depends on the scroll position.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...NARROW, height });
    await expectAxeSilent(page, `${state}, ${tab}`);
  }
  await expectNothingTooWide(page, state);
  await page.setViewportSize(WIDE);
}

/** On a tablet, and on a page at 400% zoom (WCAG 2.2, 1.4.10): nothing overflows the page, its header or its columns. */
async function expectNothingTooWide(page: Page, state: string): Promise<void> {
  for (const width of [600, 320]) {
    await page.setViewportSize({ width, height: NARROW.height });
    for (const tab of TABS) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      const tooWide = await page
        .locator('html, header, header > *, main > *')
        .evaluateAll((boxes) =>
          boxes
            .filter((box) => box.scrollWidth > box.clientWidth && getComputedStyle(box).textOverflow !== 'ellipsis')
            .map(({ tagName, id, className }) => `${tagName} ${id || className}`),
        );
      expect.soft(tooWide, `${state}, ${tab}, ${width} pixels`).toEqual([]);
    }
  }
}

test('axe reports no violations before a training, in any theme or width', async ({ page, studio, device }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await studio.open({ device, sample: 'none' }, RECIPE);
  await expectAccessible(page, 'empty');

  const broken = textFile('own.test', 'Nora B-PER\nField\n');
  await studio.addFiles([trainFile(10), devFile, vectorsFile, textFile('nothing.txt', ''), broken]);
  const question = page.getByRole('region', { name: 'Question about own.test' });
  await expect(question).toBeVisible();
  await expect(studio.train).toBeDisabled();
  await expectAccessible(page, 'a question');
  await expectNoneNarrow(page, 'a question');
  await question.getByRole('button').click();
  await expect(studio.train).toBeEnabled();
  await page.getByText('1 problem').click();
  for (const { name } of [devFile, vectorsFile]) await studio.openCard(name);
  await page.getByRole('button', { name: 'Sentences of own.dev' }).click();
  await page.getByRole('button', { name: 'All settings' }).click();
  await expectAccessible(page, 'ready');
  await expectNoneNarrow(page, 'ready');
});

test('axe reports no violations during and after a training, in any theme or width', async ({
  page,
  studio,
  device,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await studio.open({ device, sample: 'none' }, RECIPE);
  const test = textFile('own.test', 'Nora B-PER\nField I-PER\n');
  await studio.addFiles([trainFile(10), devFile, vectorsFile, test]);
  await studio.train.click();
  await studio.tag('Nora Field sails to Westmark.');
  await studio.waitForScores();
  await studio.pause.click(); // looks the same as training except for two words, and does not use the cores
  await studio.waitFor('Paused');
  await expectAccessible(page, 'paused');
  await studio.stop.click();
  await studio.waitFor('Stopped');

  await studio.setting('Epochs').fill('2');
  await studio.train.click();
  await studio.waitFor('Finished');
  await page.getByRole('tab', { name: 'Score', exact: true }).click();
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Scores on own.test', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove own.test' }).click();
  await expect(page.getByText(/^own\.test .*removed/)).toBeVisible();
  await expectAccessible(page, 'finished');
  await expectNoneNarrow(page, 'finished');
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  await page.getByRole('button', { name: 'Signals' }).click();
  await expect(page.getByRole('heading', { name: 'Gradient norm' })).toBeVisible();
  await expectAccessible(page, 'signals');
  await expectNothingTooWide(page, 'signals');
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: 'Signals' }).click();
  await page.getByRole('button', { name: 'Save Loss' }).click();
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible();
  await expectAccessible(page, 'a menu', '[role=menu]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'About the device' }).click();
  await expect(page.getByText(/^Used: /)).toBeVisible();
  await expectAccessible(page, 'about the device', '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Runs' }).click();
  await page.getByRole('button', { name: 'Actions for Run 1' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expectAccessible(page, 'runs, one being renamed');
  await page.keyboard.press('Escape');
  await expectNoneNarrow(page, 'runs');
  for (const view of await page.getByRole('tablist', { name: 'Views of the run' }).getByRole('tab').all()) {
    await view.click();
    const panel = await view.getAttribute('aria-controls');
    await expectAccessible(page, `the view ${await view.textContent()}`, `[id="${panel}"]`);
  }
  await page.getByRole('tab', { name: 'Charts' }).click();
  await expect(page.getByLabel('Recipe search')).toHaveCount(0); // hidden tabs are updated when the browser has time

  await studio.setting('Learning rate').fill('10');
  await page.getByRole('button', { name: 'All settings' }).click();
  await studio.setting('Optimizer').selectOption('sgd');
  await studio.setting('L2').fill('1');
  await studio.setting('Gradient clipping').fill('0');
  await studio.setting('Epochs').fill('500');
  await page.getByRole('button', { name: 'Fewer settings' }).click();
  await studio.train.click();
  await studio.waitFor('Failed');
  await expectAccessible(page, 'failed');
});

test('with many types with long names, axe reports no violations and nothing overflows', async ({
  page,
  studio,
  device,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await studio.open({ device, sample: 'none' }, { ...RECIPE, epochs: 2 });
  const [train, dev] = ['many.train', 'many.dev'].map((name) => textFile(name, manyTypes()));
  await studio.addFiles([train!, dev!]);
  await studio.train.click();
  await studio.waitFor('Finished');
  await page.getByRole('tab', { name: 'Score', exact: true }).click();
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Scores on many.dev', exact: true })).toBeVisible();
  await expectAccessible(page, 'scores of many types');
  await expectNoneNarrow(page, 'scores of many types');
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  await expect(studio.figure('F1 by entity').getByText('8 of 12 types')).toBeVisible();
  await expectAccessible(page, 'many types');
  await expectNoneNarrow(page, 'many types');
});

test('everything works by keyboard alone', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, RECIPE);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await expectAxeSilent(page, 'help', { within: '[role=dialog]' });
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
  await studio.waitForScores();

  await page.keyboard.press('t');
  await studio.waitFor('Paused');
  await page.keyboard.press('/');
  await expect(studio.sentence).toBeFocused();
  await page.keyboard.type('t');
  await expect(studio.sentence).toHaveValue('t');
  await studio.waitFor('Paused');
  await page.keyboard.press('Shift+Tab');
  const model = await studio.downloaded(() => page.keyboard.press('e'));
  expect(model.name).toMatch(/\.zip$/);
});

test('on a narrow page sticky elements do not cover the focused element', async ({ page, studio, device }) => {
  await page.setViewportSize(NARROW);
  await studio.open({ device, sample: 'none' }, RECIPE);
  await studio.addFiles([trainFile(), devFile, textFile('own.test', 'Nora B-PER\n'), vectorsFile]);
  await expect(studio.train).toBeEnabled();
  await page.locator('body').focus();
  for (const key of [...Array<string>(30).fill('Tab'), ...Array<string>(30).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    const covered = await page.evaluate(() => {
      const focused = document.activeElement!;
      const { left, top, width, height } = focused.getBoundingClientRect();
      let above = document.elementFromPoint(left + width / 2, top + height / 2);
      while (above !== null && getComputedStyle(above).position !== 'sticky') above = above.parentElement;
      return above !== null && !above.contains(focused) && focused.outerHTML;
    });
    expect.soft(covered).toBe(false);
  }
});
