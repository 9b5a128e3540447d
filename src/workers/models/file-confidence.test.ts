import { expect, test } from 'vitest';
import { calibrationError } from '../../eval/calibration.ts';
import { writeBundle } from '../../export/bundle.ts';
import { readBundle } from '../../export/read-bundle.ts';
import { toWrite } from '../../export/model-bundle.ts';
import { connect, devFile, file, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';

/** Every fifth Tom is tagged as a place: the model cannot know which. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    return `Mira B-PER\nmet O\nTom B-${i % 5 === 0 ? 'LOC' : 'PER'}\nin O\nOslo B-LOC\n`;
  }).join('\n');

test('the confidence of a model in a file, its threshold, and what is to be reviewed', async () => {
  const { client, done, models } = connect();
  await client.request('open', { device: 'simd' });
  const { files } = await client.request('addFiles', {
    files: [trainFile(), file('own.dev', lines(200)), file('other.test', lines(120))],
  });
  const idOf = (name: string) => files.find((one) => one.name === name)!.id;
  await client.request('start', { config: SMALL, from: 'scratch' });
  await done;
  expect(models.at(-1)).toMatchObject({ isCalibrated: true, threshold: undefined });

  const dev = await client.request('confidence', { id: idOf('own.dev') });
  expect(dev).toMatchObject({ file: 'own.dev', sentences: 200, isCrossed: true, problem: undefined });
  expect(dev.before.length).toBeGreaterThan(200);
  expect(calibrationError(dev.after)).toBeLessThan(calibrationError(dev.before));

  const other = await client.request('confidence', { id: idOf('other.test') });
  expect(other.isCrossed).toBe(false);
  expect(other.after).not.toEqual(other.before);
  const least = other.leastSure.map(({ entities }) => Math.min(...entities.map(({ probability }) => probability)));
  expect(least).toEqual(least.toSorted((a, b) => a - b));

  await client.request('chooseThreshold', { threshold: 0.999 });
  expect(models.at(-1)!.threshold).toBe(0.999);
  const { sentences } = await client.request('tag', { text: 'Mira met Tom' });
  expect(sentences[0]!.entities.map(({ review }) => review)).toEqual(sentences[0]!.entities.map(() => true));
  expect(sentences[0]!.entities.length).toBeGreaterThan(0);
  await client.request('chooseThreshold', { threshold: undefined });
  expect(models.at(-1)).toMatchObject({ isCalibrated: true, threshold: undefined });

  // A model without calibration says its probabilities, so that a threshold is chosen on these.
  const { contents } = await client.request('exportModel', {});
  const bundle = readBundle(new Uint8Array(await contents.arrayBuffer()));
  const bare = writeBundle({ ...toWrite(bundle), confidence: undefined });
  await client.request('addFiles', { files: [new File([bare], 'bare.zip')] });
  const plain = await client.request('confidence', { id: idOf('own.dev') });
  expect(plain.isCrossed).toBe(false);
  expect(plain.after).toEqual(plain.before);
});

test('a model with a small dev file is not calibrated', async () => {
  const { client, done, models } = connect();
  await client.request('open', { device: 'simd' });
  const { files } = await client.request('addFiles', { files: [trainFile(), devFile()] });
  await client.request('start', { config: { ...SMALL, epochs: 2 }, from: 'scratch' });
  await done;
  expect(models.at(-1)!.isCalibrated).toBe(false);
  const { problem, after, before } = await client.request('confidence', { id: files[1]!.id });
  expect(problem).toMatch(/too few to calibrate its confidence/);
  expect(after).toEqual(before);
});
