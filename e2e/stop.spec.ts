import { devFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const TINY = { epochs: 1000, patience: 0, hidden: 8, wordDim: 8, charDim: 4, charFeatures: 4, batchSize: 12 };
/** Each step multiplies the weights by -9: the gradient of the penalty is the weight, and the rate is 10. */
const DIVERGES = { optimizer: 'sgd', learningRate: 10, l2: 1, clipNorm: 0 };

test('a run whose loss is not finite reports it, and the page trains again at another rate', async ({
  studio,
  device,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await studio.open({ device, sample: 'none' }, { ...TINY, ...DIVERGES });
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await studio.waitFor('Failed', 120_000);
  await expect(studio.status).toHaveText(/the loss is not finite, in epoch \d+; .*Lower the learning rate/);

  await studio.setting('Learning rate').fill('0.01');
  await studio.train.click();
  await studio.waitFor('Training'); // the scores of the failed run are gone
  await studio.waitForScores();
  await studio.stop.click();
  await expect(studio.status).toHaveText(/^Stopped in epoch \d+; Best dev F1 \d+\.\d\d at epoch \d+/);
  await studio.tagsOf('Nora Field sails.');
});

test('a run that is stopped in its first epoch has a model without scores', async ({ studio, device }) => {
  // A long epoch: one sentence per step.
  await studio.open({ device, sample: 'none' }, { ...TINY, batchSize: 1, hidden: 200 });
  await studio.addFiles([trainFile(300), devFile]);
  await studio.train.click();
  await studio.waitFor('Training');
  await studio.stop.click();
  await expect(studio.status).toHaveText(
    /^Stopped before the end of the first epoch; No epoch was finished, so there are no scores/,
  );
  await expect(studio.exportModel).toBeEnabled();
});
