import type { Locator, Page } from '@playwright/test';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { expect, test } from './fixtures/test.ts';

const PEOPLE = ['Marlo', 'Tessin', 'Rupa', 'Dorn', 'Kelm', 'Vasco', 'Lind', 'Orme'];
const PLACES = ['Oslo', 'Bergen', 'Turku', 'Lund', 'Vaasa', 'Narvik', 'Umea', 'Kemi'];

/** Each sentence names a person and a place; a file marks those for which it has a tag. */
function conll(person: string, place: string): string {
  const sentences = PEOPLE.flatMap((name, i) =>
    [0, 3].map((shift) => {
      const town = PLACES[(i + shift) % PLACES.length]!;
      return `we O\nmet O\n${name} ${person}\nin O\n${town} ${place}\n. O\n`;
    }),
  );
  return sentences.join('\n');
}

/** Which types a file annotates, on its card. */
function annotated(page: Page, name: string): { summary: Locator; type: (type: string) => Locator } {
  const part = page.locator('details', { has: page.getByLabel(`Types annotated in ${name}`) });
  return { summary: part.locator('summary'), type: (type) => part.getByRole('checkbox', { name: type }) };
}

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('files that annotate different types train one model, and what a file does not annotate is not scored', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, { epochs: 20, hidden: 16, batchSize: 4, learningRate: 0.02 });
  await studio.addFiles([
    file('people.train', conll('B-PER', 'O')),
    file('places.train', conll('O', 'B-GPE')),
    file('all.dev', conll('B-PER', 'B-LOC')),
  ]);
  await studio.openCard('places.train');
  const places = annotated(page, 'places.train');
  await places.summary.click();
  await page.getByLabel('GPE of places.train is read as').selectOption('LOC');
  await places.type('PER').uncheck();
  await expect(places.summary).toHaveText('Types annotated here: LOC');
  await expectAxeSilent(page);
  await studio.openCard('people.train');
  const people = annotated(page, 'people.train');
  await people.summary.click();
  await people.type('LOC').uncheck();
  await expect(people.summary).toHaveText('Types annotated here: PER');

  // Half of the places and half of the people are tagged O, which would be half of the errors.
  await studio.train.click();
  await studio.waitFor('Finished');
  await expect.poll(async () => (await studio.scoresOf('Overall'))[2]).toBe('100.00');

  await page.getByRole('tab', { name: 'Score', exact: true }).click();
  const files = page.getByLabel('File to score or tag');
  await files.selectOption(await files.getByRole('option', { name: /^people\.train/ }).getAttribute('value'));
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  const scores = page.getByRole('table', { name: 'Scores on people.train', exact: true });
  await expect(scores.getByRole('row').filter({ hasText: 'Overall' }).getByRole('cell').nth(2)).toHaveText('100.00');
  await expect(scores.getByRole('rowheader', { name: 'LOC' })).toHaveCount(0);

  // The choices are kept with the files.
  await page.reload();
  await studio.waitFor('Idle');
  await studio.openCard('places.train');
  await expect(places.summary).toHaveText('Types annotated here: LOC');
});

test('a model that is trained further learns a new type, and keeps the old one', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, { epochs: 20, hidden: 16, batchSize: 4, learningRate: 0.02 });
  await studio.addFiles([file('people.train', conll('B-PER', 'O')), file('people.dev', conll('B-PER', 'O'))]);
  await studio.train.click();
  await studio.waitFor('Finished');
  await page.getByRole('button', { name: 'Remove people.train' }).click();
  await page.getByRole('button', { name: 'Remove people.dev' }).click();
  await studio.addFiles([file('places.train', conll('O', 'B-LOC')), file('all.dev', conll('B-PER', 'B-LOC'))]);
  await expect(page.getByText(/^Train further adds LOC to the model/)).toBeVisible();
  await studio.openCard('places.train');
  const places = annotated(page, 'places.train');
  await places.summary.click();
  await places.type('PER').uncheck();
  await expect(places.summary).toHaveText('Types annotated here: LOC');
  await studio.trainFurther.click();
  await studio.waitFor('Finished');
  await expect.poll(async () => (await studio.scoresOf('PER'))[2]).toBe('100.00');
  await expect.poll(async () => (await studio.scoresOf('LOC'))[2]).toBe('100.00');
});
