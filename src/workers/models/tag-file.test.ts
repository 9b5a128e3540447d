import { beforeAll, describe, expect, test } from 'vitest';
import { tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { DOCUMENTS } from '../../documents/planted.testing.ts';
import type { RecordFormat, TaggedText, TagReport, TextFormat } from '../wire/payloads.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { ModelSlot, ModelTask } from './model-slot.ts';
import { tagFile } from './tag-file.ts';
import { connect, file, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';

const TEXT = 'On 🙂 Sunday Mira Holt left Oslo.\nThen she met Tom Arden.\n\nBrenna lies on the coast, she said.\n';

const { client, done } = connect();
let id: number;
let typed: TaggedText;

beforeAll(async () => {
  await client.request('open', { device: 'simd' });
  const { texts } = await client.request('addFiles', { files: [trainFile(), file('diary.txt', TEXT)] });
  id = texts[0]!.id;
  await client.request('start', { config: SMALL, from: 'scratch' });
  await done;
  typed = await client.request('tag', { text: TEXT });
});

test('the text of a document is tagged as a text', async () => {
  const { bytes } = DOCUMENTS['letter.docx']!({ person: 'Mira Holt', place: 'Oslo', lead: 'On Sunday' });
  const { texts } = await client.request('addFiles', { files: [new File([bytes], 'letter.docx')] });
  const letter = texts.find(({ name }) => name === 'letter.docx')!;
  const { report } = await client.request('tagFile', { id: letter.id, format: undefined });
  await client.request('removeFile', { id: letter.id });
  expect(report).toMatchObject({ file: 'letter.docx', sentences: 6 });
  expect(report.types.find(({ type }) => type === 'PER')!.count).toBeGreaterThan(0);
});

test.each([
  ['reviews.csv', 'text,label\nMira Holt left Oslo.,pos\nThen she met Tom Arden.,neg\n'],
  ['reviews.fast.txt', '__label__pos Mira Holt left Oslo.\n__label__neg Then she met Tom Arden.\n'],
])('texts with a class are tagged as records: %s', async (name, written) => {
  const { files } = await client.request('addFiles', { files: [file(name, written)] });
  const reviews = files.find((one) => one.name === name)!;
  expect(reviews.style.scheme).toBe('text');
  const { report } = await client.request('tagFile', { id: reviews.id, format: undefined });
  await client.request('removeFile', { id: reviews.id });
  expect(report).toMatchObject({ file: name, sentences: 2, records: { count: 2 } });
});

describe('gives the same results as tagging the text directly', () => {
  const tagAs = async (format: TextFormat): Promise<{ report: TagReport; lines: string[] }> => {
    const { written, report } = await client.request('tagFile', { id, format });
    expect(written?.name).toBe(`diary.predicted.${format}`);
    return { report, lines: (await written!.contents.text()).split('\n').slice(0, -1) };
  };
  /** Offsets in code points, as Python slices. */
  const cut = ({ start, end }: { start: number; end: number }) => [...TEXT].slice(start, end).join('');

  test('JSON lines', async () => {
    const { lines, report } = await tagAs('jsonl');
    const sentences = lines.map((line) => JSON.parse(line) as TaggedText['sentences'][number] & { text: string });
    expect(sentences.map(({ tokens }) => tokens.map(({ tag }) => tag))).toEqual(
      typed.sentences.map(({ tokens }) => tokens.map(({ tag }) => tag)),
    );
    const entities = sentences.flatMap(
      (sentence) => sentence.entities as { start: number; end: number; type: string }[],
    );
    expect(entities.map((entity) => `${entity.type} ${cut(entity)}`)).toEqual(
      typed.sentences.flatMap((sentence) =>
        sentence.entities.map(({ type, start, end }) => `${type} ${TEXT.slice(start, end)}`),
      ),
    );
    expect(entities.length).toBeGreaterThan(2);
    const tokens = sentences.reduce((sum, sentence) => sum + sentence.tokens.length, 0);
    expect(report).toMatchObject({ file: 'diary.txt', sentences: 3, tokens });
    expect(report.types.reduce((sum, { count }) => sum + count, 0)).toBe(entities.length);
  });

  test('CoNLL', async () => {
    const { lines } = await tagAs('conll');
    expect(lines).toEqual(
      typed.sentences.flatMap(({ tokens }) => [...tokens.map(({ text, tag }) => `${text} ${tag}`), '']),
    );
  });

  test('CSV', async () => {
    const [header, ...rows] = (await tagAs('csv')).lines;
    expect(header).toBe('sentence,type,text,start,end,probability');
    expect(rows).toHaveLength(typed.sentences.flatMap(({ entities }) => entities).length);
    for (const row of rows) {
      const [, , text, start, end] = row.split(',');
      expect(cut({ start: Number(start), end: Number(end) })).toBe(text);
    }
  });
});

test('without a format nothing is written, but the report has the sentences', async () => {
  const { written, report } = await client.request('tagFile', { id, format: undefined });
  expect(written).toBeUndefined();
  expect(report.first.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(report.first.map(({ tags }) => tags)).toEqual(
    typed.sentences.map(({ tokens }) => tokens.map(({ tag }) => tag)),
  );
  expect(report.first.map(({ text }) => TEXT.includes(text))).toEqual([true, true, true]);
  expect(report.first.map(({ text, entities }) => entities.map(({ start, end }) => text.slice(start, end)))).toEqual(
    typed.sentences.map(({ entities }) => entities.map(({ start, end }) => TEXT.slice(start, end))),
  );
  const worst = typed.sentences.map(({ tokens }) => Math.min(...tokens.map(({ probability }) => probability)));
  expect(report.leastSure.map(({ leastSure }) => leastSure.probability)).toEqual(worst.toSorted((a, b) => a - b));
});

describe('records', () => {
  const ROWS = ['b,Mira Holt left Oslo.,"one, two"', 'a,,three', 'c,Then she met Tom Arden. It rained.,=1'];
  const TABLE = file('rows.csv', `id,body,note\n${ROWS.join('\n')}\n`);
  const contentsOf = async (format: RecordFormat) => {
    const { written, report } = await client.request('tagFile', { id: table, format });
    return { name: written!.name, text: await written!.contents.text(), report };
  };
  let table: number;
  beforeAll(async () => {
    const { texts } = await client.request('addFiles', { files: [TABLE] });
    table = texts.find(({ name }) => name === 'rows.csv')!.id;
  });

  test('keep their order, ids and other fields, as rows and as objects', async () => {
    const { name, text, report } = await contentsOf('table');
    expect(name).toBe('rows.predicted.csv');
    const [header, ...rows] = text.split('\r\n').filter((line) => line !== '');
    expect(header).toMatch(/^id,body,note(,predicted [A-Z]+)*$/);
    rows.forEach((row, i) => expect(row.startsWith(ROWS[i]!)).toBe(true));
    expect(report.records).toMatchObject({
      count: 3,
      header: header!.split(','),
      warning: expect.stringMatching(/^1 cell/) as string,
    });
    expect(report.records!.rows.map(([id]) => id)).toEqual(['b', 'a', 'c']);
    expect(report.first.map(({ record }) => record)).toEqual(['b', 'c', 'c']);
    const lines = (await contentsOf('jsonl')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string });
    expect(lines.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect((await contentsOf('csv')).name).toBe('rows.entities.csv');
  });

  test('the chosen fields are tagged, in all tables of that form, also in those added later', async () => {
    const { texts } = await client.request('chooseTextFields', { id: table, names: ['note', 'body'] });
    expect(texts.find(({ id }) => id === table)!.table).toMatchObject({ textFields: ['note', 'body'] });
    const { report } = await client.request('tagFile', { id: table, format: undefined });
    expect(report.first.map(({ text }) => text)).toEqual([
      'one, two',
      'Mira Holt left Oslo.',
      'three',
      '=1',
      'Then she met Tom Arden.',
      'It rained.',
    ]);
    const added = await client.request('addFiles', { files: [new File([TABLE], 'later.csv')] });
    expect(added.texts.at(-1)!.table!.textFields).toEqual(['note', 'body']);
    await client.request('removeFile', { id: added.texts.at(-1)!.id });
    await expect(client.request('chooseTextFields', { id: table, names: ['x'] })).rejects.toThrow('has no field x');
    await expect(client.request('chooseTextFields', { id: table, names: [] })).rejects.toMatchObject({
      code: 'BadInput',
    });
    await client.request('removeFile', { id: table });
  });

  test('are none of a text', async () => {
    await expect(client.request('tagFile', { id, format: 'table' })).rejects.toThrow('has no records');
  });
});

test('a text can be added before there is a model', async () => {
  const other = connect();
  const { texts } = await other.client.request('addFiles', { files: [file('diary.txt', TEXT)] });
  expect(texts).toMatchObject([{ name: 'diary.txt', characters: TEXT.length - 1, problems: [] }]);
  const tagged = other.client.request('tagFile', { id: texts[0]!.id, format: 'csv' });
  await expect(tagged).rejects.toMatchObject({ code: 'NotReady' });
});

test('counts tags if the model has no entities', async () => {
  const other = connect();
  const words = 'Mira NOUN\nsails VERB\nto ADP\nBrenna NOUN\n. PUNCT\n\n';
  const files = [file('pos.train', words.repeat(4)), file('diary.txt', 'Mira sails to Brenna.\nBrenna sails.\n')];
  await other.client.request('open', { device: 'simd' });
  const { texts } = await other.client.request('addFiles', { files });
  await other.client.request('start', { config: SMALL, from: 'scratch' });
  await other.done;
  const { report } = await other.client.request('tagFile', { id: texts[0]!.id, format: 'conll' });
  expect(report.tokens).toBe(8);
  expect(report.types.reduce((sum, { count }) => sum + count, 0)).toBe(8);
});

test('tagging a long text can be cancelled', async () => {
  const { texts } = await client.request('addFiles', { files: [file('long.txt', 'Mira met Tom.\n'.repeat(40_000))] });
  const controller = new AbortController();
  const tagged = client.request('tagFile', { id: texts.at(-1)!.id, format: 'jsonl' }, controller.signal);
  setTimeout(() => controller.abort(), 50);
  await expect(tagged).rejects.toMatchObject({ code: 'Cancelled' });
});

test('a removed text can be restored', async () => {
  const names = ({ texts }: { texts: { name: string }[] }) => texts.map(({ name }) => name);
  expect(names(await client.request('removeFile', { id }))).toEqual(['long.txt']);
  await expect(client.request('tagFile', { id, format: 'csv' })).rejects.toThrow('is no longer loaded');
  expect(names(await client.request('restoreFiles', { ids: [id] }))).toEqual(['long.txt', 'diary.txt']);
});

test('a text that is tagged again after the loss of the device is written once', async () => {
  await useReferences();
  const { model } = tinyRun();
  const texts = { file: () => new File([], 'diary.txt'), read: async () => ({ name: 'diary.txt', text: TEXT }) };
  const files = { texts } as unknown as LoadedFiles;
  const models = {
    useSnapshot: async (task: ModelTask<unknown>) => {
      await task(model, undefined, 1); // the device is lost at the end
      return task(model, undefined, 1);
    },
  } as unknown as ModelSlot;
  for (const format of ['csv', 'jsonl', 'conll'] as const) {
    const { signal } = new AbortController();
    const tagged = await tagFile({ emit: () => undefined, files, models }, { id: 1, format }, signal);
    const lines = (await tagged.written!.contents.text()).split('\n');
    expect(lines.filter((line) => line.startsWith('sentence,type'))).toHaveLength(format === 'csv' ? 1 : 0);
    expect(tagged.report.sentences).toBe(3);
  }
});
