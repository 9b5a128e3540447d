import { memory } from '../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { corpusOf, tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { compactVectorsFrom } from '../data/vectors/compact.ts';
import { hashWord } from '../lib/word-hash.ts';
import type { TaggerModel } from '../model/model.ts';
import { predictTags } from '../model/evaluate.ts';
import { train } from '../model/trainer.ts';
import { disposeWeights, downloadWeights } from '../model/weights.ts';
import { WORD_STEP } from '../model/word-steps.ts';
import { prepareStudent, type StudentSource } from './student.ts';
import { trainStudent, type StudentEvent } from './train-student.ts';

const CORPUS = corpusOf(
  Array.from(
    { length: 6 },
    () => 'Ada B-PER\nVale I-PER\nlives O\nin O\nNorrby B-LOC\n. O\n\nMio B-PER\nleft O\n',
  ).join('\n'),
);
const STORED = compactVectorsFrom({
  dimensions: 5,
  hashes: Float64Array.of(hashWord('vale'), hashWord('otter')),
  scales: Float32Array.of(0.01, 0.01),
  values: Int8Array.of(100, -20, 30, 1, 2, 50, 60, -70, 3, 4),
});
const SETTINGS = {
  epochs: 30,
  averaging: 0,
  batchSize: 4,
  hidden: 5,
  learningRate: 0.03,
  wordDropout: 0,
  dropoutInput: 0,
  dropoutOutput: 0,
};

const source = (given: Partial<StudentSource> = {}): StudentSource => ({
  train: CORPUS.sentences,
  dev: CORPUS.sentences,
  texts: [],
  stored: STORED,
  ...given,
});

/** A model that fits its corpus. */
async function teacherModel(seed = 1): Promise<TaggerModel> {
  const { model, data } = tinyRun(CORPUS, {
    seed,
    epochs: 15,
    learningRate: 0.05,
    wordDropout: 0,
    unknownReplacement: 0,
  });
  for await (const _ of train(model, data));
  return model;
}

describe('a student', () => {
  let teacher: TaggerModel;
  beforeAll(async () => {
    await useReferences();
    teacher = await teacherModel();
  });

  test('learns the tags of its teacher, not those of the data', async () => {
    const wrong = CORPUS.sentences.map((sentence) => ({ ...sentence, tags: sentence.tags.map(() => 'O'), spans: [] }));
    const events: StudentEvent[] = [];
    for await (const event of trainStudent([teacher], source({ train: wrong }), { settings: SETTINGS })) {
      events.push(event);
      if (event.kind !== 'trained') continue;
      const { model, data } = event.student;
      const { predicted } = await predictTags(model, data.train);
      expect(predicted[0]).toEqual(['B-PER', 'E-PER', 'O', 'O', 'S-LOC', 'O']);
    }
    expect(events.at(-1)).toMatchObject({ kind: 'trained' });
    const losses = events.flatMap((event) => (event.kind === 'train' && event.event.kind === 'epoch' ? [event.event.report.trainLoss] : [])); // prettier-ignore
    expect(losses.at(-1)).toBeLessThan(0.7 * losses[0]!);
  });

  test('reads texts without tags, and averages its teachers', async () => {
    const other = await teacherModel(2);
    const texts = [{ tokens: ['Norrby', 'left'] }, { tokens: [] }];
    const seen: number[][] = [];
    const { model, data } = await prepareStudent([teacher, other], source({ texts }), {
      onProgress: (done, total) => seen.push([done, total]),
    });
    expect(seen.at(-1)).toEqual([26, 26]);
    expect(data.train.sentences).toHaveLength(13);
    expect(data.teacher).toHaveLength(2);
    const K = model.vocabulary.tags.length;
    expect(data.teacher!.map(({ emissions }) => emissions[12]!.length)).toEqual([2 * K, 2 * K]);
    disposeWeights(model.weights);
    disposeWeights(other.weights);
  });

  test('has rounded word vectors in vocabulary order, and vectors in the same basis for other words', async () => {
    const before = memory().numTensors;
    const { model, vectors } = await prepareStudent([teacher], source());
    const { words } = await downloadWeights(model.weights);
    expect(words!.values.every((value) => Number.isInteger(value / WORD_STEP))).toBe(true);
    expect(new Set(words!.values).size).toBeGreaterThan(10);
    expect(model.vocabulary.words.slice(1)).toEqual(teacher.vocabulary.words.slice(1).sort());
    expect(vectors).toMatchObject({ dimensions: 5, scales: Float32Array.of(WORD_STEP) }); // "vale" has a row
    expect([...vectors!.hashes]).toEqual([hashWord('otter')]);
    disposeWeights(model.weights);
    expect(memory().numTensors).toBe(before);
  });

  test('a feature CRF is rejected: it has no word vectors', async () => {
    const { model } = tinyRun(undefined, { emissions: 'features' });
    await expect(prepareStudent([model], source())).rejects.toThrow('no word vectors for a student');
    disposeWeights(model.weights);
  });

  test('teachers with different tags are rejected', async () => {
    const { model } = tinyRun(corpusOf('Ada B-ORG\nleft O\n\nMio B-ORG\n'));
    await expect(prepareStudent([teacher, model], source())).rejects.toThrow('different tags');
    disposeWeights(model.weights);
  });
});
