import { beforeEach, describe, expect, test } from 'vitest';
import { devFile, file, trainFile } from '../helpers/connected-worker.ts';
import { noModel, noPreviousModel, noStudent } from '../../src/workers/wire/refusals.ts';
import { CONFIG, NO_FILE, TEXT, TRAINERS, UNKNOWN_FILE, type Trainer } from './trainers.ts';

describe.each(TRAINERS)('%s', (_, connect) => {
  let trainer: Trainer;
  let request: Trainer['client']['request'];

  beforeEach(async () => {
    trainer = await connect();
    request = (name, params, signal) => trainer.client.request(name, params, signal);
  });

  describe('a model', () => {
    test('that does not exist is reported for every request', async () => {
      const { files, texts } = await request('addFiles', { files: [trainFile(), file('notes.txt', TEXT)] });
      await expect(request('tag', { text: TEXT })).rejects.toEqual(noModel());
      await expect(request('inspect', { text: TEXT })).rejects.toEqual(noModel());
      const asked = { text: TEXT, sentence: 0, token: 0, tag: undefined };
      await expect(request('attribute', asked)).rejects.toEqual(noModel());
      await expect(request('spelling', { ...asked, spelling: undefined })).rejects.toEqual(noModel());
      await expect(request('gates', { ...asked, tag: 0, unit: undefined })).rejects.toEqual(noModel());
      await expect(request('score', { id: files[0]!.id })).rejects.toEqual(noModel());
      await expect(request('predict', { id: files[0]!.id })).rejects.toEqual(noModel());
      await expect(request('tagFile', { id: texts[0]!.id, format: 'csv' })).rejects.toEqual(noModel());
      await expect(request('exportModel', {})).rejects.toEqual(noModel());
      await expect(request('exportSizes', {})).rejects.toEqual(noModel());
      await expect(request('distill', {})).rejects.toEqual(noModel());
      await expect(request('restoreModel', {})).rejects.toEqual(noPreviousModel());
    });

    test('tags a text: tokens and entities are parts of it', async () => {
      await trainer.trainModel();
      const { sentences, milliseconds } = await request('tag', { text: TEXT });
      expect(milliseconds).toEqual(expect.any(Number));
      const tokens = sentences.flatMap((sentence) => sentence.tokens);
      expect(tokens.map(({ start, end }) => TEXT.slice(start, end))).toEqual(tokens.map(({ text }) => text));
      for (const sentence of sentences) {
        for (const { first, last, start, end, probability } of sentence.entities) {
          expect([sentence.tokens[first]!.start, sentence.tokens[last]!.end]).toEqual([start, end]);
          expect(probability).toBeGreaterThan(0);
          expect(probability).toBeLessThanOrEqual(1);
        }
      }
    });

    test('is inspected: the scores of every token', async () => {
      await trainer.trainModel();
      const { sentences, tags, scores, illegal } = await request('inspect', { text: TEXT });
      expect(sentences.length).toBeGreaterThan(0);
      for (const { tokens, emissions } of sentences) expect(emissions).toHaveLength(tokens.length * tags.length);
      expect([scores.transitions.length, illegal.transitions.length]).toEqual([tags.length ** 2, tags.length ** 2]);
      expect([scores.start.length, illegal.end.length]).toEqual([tags.length, tags.length]);
    });

    test('says what each word adds to an entity', async () => {
      await trainer.trainModel();
      const query = { text: TEXT, sentence: 0, token: 0, tag: undefined };
      const { tokens, target, words, logProbability } = await request('attribute', query);
      expect(words).toHaveLength(tokens.length);
      expect(target.first).toBe(0);
      expect(logProbability).toBeLessThanOrEqual(0);
      for (const { logProbabilityWithout } of words) expect(logProbabilityWithout).toBeLessThanOrEqual(0);
      expect((await request('attribute', { ...query, tag: 1 })).target).toMatchObject({ type: undefined });
    });

    test('explains the spelling of a word', async () => {
      await trainer.trainModel();
      const query = { text: TEXT, sentence: 0, token: 0, spelling: 'Otherwise' };
      const { word, variants, filters, characters, nearestByVector } = await request('spelling', query);
      expect(TEXT.startsWith(word)).toBe(true);
      expect(variants.slice(0, 2).map(({ how, spelling }) => [how, spelling])).toEqual([
        ['as written', word],
        ['your spelling', 'Otherwise'],
      ]);
      for (const { responses } of filters) expect(responses).toHaveLength(characters.length);
      expect(nearestByVector.map((near) => near.word)).not.toContain(word);
    });

    test('shows the gates of the units that matter for an emission', async () => {
      await trainer.trainModel();
      const query = { text: TEXT, sentence: 0, token: 0, tag: 1, unit: undefined };
      const { tokens, sum, units, chosen } = await request('gates', query);
      expect(sum.parts.reduce((total, part) => total + part.sum, sum.bias)).toBeCloseTo(sum.emission, 4);
      expect(units.map(({ direction }) => direction)).toContain('backward');
      for (const { values } of chosen.rows) expect(values).toHaveLength(tokens.length);
    });

    test('scores a file, and lists the types that it does not know', async () => {
      const id = await trainer.trainModel();
      const report = await request('score', { id });
      expect(report).toMatchObject({ file: 'town.dev.conll', sentences: 3, unknownTypes: undefined });
      expect(report.scores.overall.f1).toBeLessThanOrEqual(1);
      for (const { tokens, errors } of report.errors.sentences) {
        for (const { gold, predicted } of errors) expect((gold ?? predicted)!.end).toBeLessThanOrEqual(tokens.length);
      }
      const { files } = await request('addFiles', { files: [file('own.test.conll', 'Tinga B-RIVER\nrises O\n')] });
      expect((await request('score', { id: files.at(-1)!.id })).unknownTypes).toMatch(/RIVER.*LOC, PER, ORG/);
      await expect(request('score', { id: NO_FILE })).rejects.toMatchObject(UNKNOWN_FILE);
      const { files: more } = await request('addFiles', { files: [file('pos.test.conll', 'Mira NOUN\nsails VERB\n')] });
      await expect(request('score', { id: more.at(-1)!.id })).rejects.toMatchObject({ code: 'BadCorpus' });
    });

    test('predicts the tags of a file in another column', async () => {
      const id = await trainer.trainModel();
      const { name, contents } = await request('predict', { id });
      expect(name).toBe('town.dev.predicted.conll');
      const lines = (await contents.text()).split('\n');
      const expected = (await devFile().text()).split('\n');
      expect(lines.map((line) => line.split(' ').slice(0, -1).join(' '))).toEqual(expected.map((line) => line));
      await expect(request('predict', { id: NO_FILE })).rejects.toMatchObject(UNKNOWN_FILE);
    });

    test('tags a text file, and writes the result if a format is given', async () => {
      await trainer.trainModel();
      const { texts } = await request('addFiles', { files: [file('notes.txt', TEXT)] });
      const { id } = texts[0]!;
      for (const format of ['conll', 'jsonl', 'csv'] as const) {
        const { written } = await request('tagFile', { id, format });
        expect(written).toMatchObject({ name: `notes.predicted.${format}` });
        expect(written!.contents.size).toBeGreaterThan(0);
      }
      const { written, report } = await request('tagFile', { id, format: undefined });
      expect(written).toBeUndefined();
      expect(report.file).toBe('notes.txt');
      expect(report.tokens).toBeGreaterThanOrEqual(report.sentences);
      const counts = report.types.map(({ count }) => count);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      const numbers = report.first.map(({ number }) => number);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      const sure = report.leastSure.map(({ leastSure }) => leastSure.probability);
      expect(sure).toEqual(sure.toSorted((a, b) => a - b));
      await expect(request('tagFile', { id: NO_FILE, format: 'csv' })).rejects.toMatchObject(UNKNOWN_FILE);
    });

    test('is exported in other forms, and its sizes are measured on dev', async () => {
      await trainer.trainModel();
      expect((await request('exportModel', { kind: 'page', size: 'small' })).name).toBe('tagsmith-model.html');
      expect((await request('exportModel', { kind: 'runtime', isPrivate: true })).name).toBe('tagsmith-model.mjs');
      const { sizes, devTokens } = await request('exportSizes', {});
      expect(sizes.map(({ size }) => size)).toEqual(['exact', 'half', 'small']);
      expect(devTokens).toBeGreaterThan(0);
      for (const { zip, measured } of sizes) {
        expect(zip).toBeGreaterThan(0);
        expect(measured).toEqual({ f1: expect.any(Number), changedTags: expect.any(Number) });
      }
      expect(sizes[0]!.measured!.changedTags).toBe(0);
    });

    test('has a student once it is trained, which is exported in its place', async () => {
      await trainer.trainModel();
      await expect(request('exportModel', { size: 'tiny' })).rejects.toEqual(noStudent());
      expect((await request('exportSizes', {})).distillation).toMatchObject({ teachers: 1, texts: 0 });
      const student = await request('distill', {});
      expect(student).toMatchObject({ size: 'tiny', measured: { f1: expect.any(Number) as number } });
      expect(student!.zip).toBeGreaterThan(0);
      expect((await request('exportModel', { size: 'tiny' })).name).toBe('tagsmith-model-tiny.zip');
    });

    test('is exported, and imported under the name of its file', async () => {
      await trainer.trainModel();
      const { name, contents } = await request('exportModel', {});
      expect(name).toBe('tagsmith-model.zip');
      const before = (await trainer.workspace()).model!;
      trainer.forget();
      const after = await request('addFiles', { files: [new File([contents], 'mine.zip')] });
      expect(after.model).toMatchObject({ name: 'mine', tags: before.tags, entityTypes: before.entityTypes });
      expect(after.model!.config).toEqual(before.config);
      expect(after.model!.dev).toEqual(before.dev);
      expect(after.model!.id).not.toBe(before.id);
      expect(after.previous).toEqual(before);
      const tasks = trainer.sent.map((one) => (one.name === 'progress' ? one.payload?.task : one.name));
      expect(tasks).toEqual(['reading', undefined, 'model', undefined]);
    });

    test('is removed, restored, swapped with the previous one, and discarded', async () => {
      await trainer.trainModel();
      const first = (await trainer.workspace()).model!;
      expect(await request('removeModel', {})).toMatchObject({ model: undefined, previous: { id: first.id } });
      expect(await request('removeModel', {})).toMatchObject({ model: undefined, previous: { id: first.id } });
      expect(await request('restoreModel', {})).toMatchObject({ model: { id: first.id }, previous: undefined });
      await trainer.start({ ...CONFIG, epochs: 1 });
      await trainer.ended();
      const second = (await trainer.workspace()).model!;
      expect(await request('restoreModel', {})).toMatchObject({ model: { id: first.id }, previous: { id: second.id } });
      const { model, previous } = await request('discardModel', {});
      expect([model!.id, previous]).toEqual([first.id, undefined]);
    });
  });
});
