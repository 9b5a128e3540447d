import { expectAxeSilent } from './fixtures/accessible.ts';
import { devFile, LEARNED, MEMORIZING_RECIPE, textFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const text = [...LEARNED.map((one) => one.text), 'Mina Roe sails to Aldport.', 'Rail Works closed on Sunday.'].join(
  ' ',
);

test('a run learns from text without labels: teachers, a student, what it brought, and the better model', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, { ...MEMORIZING_RECIPE, epochs: 12, patience: 0, seed: 3 });
  const choice = page.getByRole('switch', { name: 'Learn from text without labels' });
  const label = page.getByText('Learn from text without labels', { exact: true });
  await studio.addFiles([trainFile(), devFile]);
  await expect(studio.train).toBeEnabled();
  await expect(choice).toBeHidden();
  await studio.addFiles([textFile('notes.txt', text)]);
  await label.click();
  await expect(choice).toHaveAccessibleDescription(/^3 models of different seeds label notes\.txt; a student/);
  await expect(studio.setting('Seeds')).toBeHidden();
  await expect(page).toHaveURL(/&unlabelled=yes$/);
  const controls = page.getByRole('region', { name: 'Training controls' });
  await expect(controls.getByText(/12 epochs, with the text without labels, about/)).toBeVisible();
  await expectAxeSilent(page);

  await studio.train.click();
  await expect(studio.status).toHaveText(/^Training teacher 1 of 3, epoch/);
  await studio.waitFor('Finished', 100_000);
  await expect(studio.status).toHaveText(
    /^Finished with a student (\d+\.\d\d better than|\d+\.\d\d worse than|as good as) the best teacher; Best dev F1 [\d.]+ at epoch \d+ of (teacher [123]|the student): its weights are kept/,
  );
  await page.getByRole('tab', { name: 'All seeds' }).click();
  await expect(page.getByText(/^The teachers agree on \d of 5 sentences \(.*95% interval.*is kept/)).toBeVisible();
  const runs = page.getByRole('table', { name: 'Runs' }).locator('tbody').getByRole('row');
  await expect(runs).toContainText([/^teacher, seed 3/, /^teacher, seed 4/, /^teacher, seed 5/, /^student, seed 6/]);
  await expect(runs.filter({ hasText: 'kept' })).toHaveCount(1);
  await expectAxeSilent(page);
  await page.getByRole('tab', { name: 'Runs' }).click();
  await expect(page.getByText(/with text without labels$/)).toBeVisible();

  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(controls).toContainText('There is no text without labels: add some, or do not learn from it.');
  await label.click();
  await expect(choice).toBeHidden();
  await expect(studio.train).toBeEnabled();
});
