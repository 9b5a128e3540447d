import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessible.ts';
import { conll, textFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

/** Annotations of the same letters by two annotators, and a sentence that only one of them has. */
const ADA = conll([
  '[PER Nora Field] sails to [LOC Westmark] .',
  '[LOC Westmark] closed [ORG Rail Works] .',
  '[ORG Rail Works] hired [PER Ivo Lund] .',
  'Only Ada has this .',
]);
const BEN = conll([
  '[ORG Rail Works] hired [PER Ivo] Lund .',
  '[PER Nora Field] sails to Westmark .',
  '[ORG Westmark] closed [ORG Rail Works] .',
]);

const resolved = (page: Page) => page.getByRole('status', { name: 'Resolved' });
const marksIn = (page: Page, name: string) =>
  page
    .getByRole('article', { name })
    .locator('mark')
    .evaluateAll((marks) => marks.map((mark) => `${mark.getAttribute('data-entity')} ${mark.textContent}`));

test('two annotations are compared, and their differences resolved by keyboard', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, {});
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await page.getByLabel('Files to annotate').setInputFiles(textFile('ada.conll', ADA));
  await page.getByRole('button', { name: 'Start annotating' }).click();
  await page.getByRole('button', { name: 'Sets' }).click();
  await page.getByRole('button', { name: 'Compare two annotations' }).click();
  await page.getByLabel('File: Second annotation', { exact: true }).setInputFiles(textFile('ben.conll', BEN));
  await page.getByRole('button', { name: 'Compare', exact: true }).click();

  const table = page.getByRole('table', { name: 'Agreement' });
  await expect(table.getByRole('row', { name: 'Overall' })).toHaveText('Overall54.55332'); // 2 · 3 / (6 + 5)
  await expect(table.getByRole('row', { name: 'PER' })).toHaveText('PER50.00111');
  await expect(page.getByText('3 sentences are compared.')).toBeVisible();
  await page.getByText('1 sentence only in ada').click();
  await expect(page.getByText('ada.conll, line 21: Only Ada has this .')).toBeVisible();
  await expectAccessible(page);

  await expect(resolved(page)).toHaveText('0 of 3 resolved');
  expect(await marksIn(page, 'ada')).toEqual(['PER Nora Field', 'LOC Westmark']);
  expect(await marksIn(page, 'ben.conll')).toEqual(['PER Nora Field']);
  await page.keyboard.press('ArrowLeft');
  await expect(resolved(page)).toHaveText('1 of 3 resolved');
  await expect.poll(() => marksIn(page, 'ben.conll')).toEqual(['ORG Westmark', 'ORG Rail Works']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('u'); // of the third: nothing to undo
  await expect(resolved(page)).toHaveText('2 of 3 resolved');
  await page.keyboard.press('o'); // neither: only the second word is a person
  await expect(page.getByRole('listbox', { name: 'Words of the sentence' })).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('1');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(resolved(page)).toHaveText('3 of 3 resolved');
  expect(await marksIn(page, 'Result')).toEqual(['ORG Rail Works', 'PER Lund']);

  await page.getByRole('button', { name: 'Save as file' }).click();
  const { name, bytes } = await studio.downloaded(() => page.getByRole('menuitem', { name: 'CoNLL' }).click());
  expect(name).toBe('ada-ben.conll');
  expect(bytes.toString().trimEnd()).toBe(
    conll([
      '[PER Nora Field] sails to [LOC Westmark] .',
      '[ORG Westmark] closed [ORG Rail Works] .',
      '[ORG Rail Works] hired Ivo [PER Lund] .',
      'Only Ada has this .',
    ]).trimEnd(),
  );
  await page.getByRole('button', { name: 'Save as a new set' }).click();
  await expect(page.getByRole('status', { name: 'Annotated' })).toHaveText('4 of 4 sentences annotated');
});
