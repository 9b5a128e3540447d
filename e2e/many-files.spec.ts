import { conll, textFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const SENTENCES = ['[PER Nora Field] sails .', '[PER Ivo] rests .'];
const TINY = { epochs: 1, hidden: 4, wordDim: 4, charDim: 4, charFeatures: 4 };

test('after many changes of files there is one line to undo them, and Start over starts over', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device }, TINY);
  const undo = studio.messages.getByRole('button', { name: 'Undo', exact: true });
  await studio.addFiles([textFile('a.train', conll(SENTENCES)), textFile('a.test', conll(SENTENCES))]);
  await expect(studio.messages).toContainText('Sample corpus removed');
  await studio.addFiles([textFile('a.train', conll([...SENTENCES, '[LOC Westmark] closed .']))]);
  await expect(studio.useOf('a.train')).toHaveValue('train');
  await expect(studio.useOf('a (2).train')).toHaveValue('train');
  await studio.train.click();
  await studio.waitFor('Finished');
  await page.getByRole('tab', { name: 'Score', exact: true }).click();
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  const scores = page.getByRole('table', { name: 'Scores on a.test', exact: true });
  await expect(scores).toBeVisible();
  for (const name of ['a.test', 'a.train', 'a (2).train']) {
    await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
    await expect(studio.messages).toContainText(name);
  }
  await expect(scores).toBeHidden();
  await expect(studio.messages).toContainText('a (2).train, a.train and 2 others removed');
  await expect(undo).toHaveCount(1);
  await studio.addFiles([textFile('empty.train', '')]);
  await expect(page.getByRole('alert')).toContainText('empty.train');
  await studio.messages.getByRole('button', { name: 'Undo all' }).click();
  await expect(studio.useOf('a.test')).toHaveValue('test');
  await expect(studio.useOf('a (2).train')).toBeVisible();

  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(studio.useOf('sample.train')).toHaveValue('train', { timeout: 60_000 });
  await studio.waitFor('Idle');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(studio.exportModel).toBeDisabled();
  await expect(undo).toHaveCount(1);
});
