import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { objects, tagsmith, type Outcome } from '../testing.ts';

/** Word, part of speech, chunk, tag. Only the part of speech distinguishes names from other words: each word is both. */
type Row = readonly [string, string, string, string];
const around = (name: Row): Row[] => [['we', 'PRP', 'B-NP', 'O'], ['met', 'VBD', 'B-VP', 'O'], name]; // prettier-ignore
const sentencesOf = (words: readonly string[]) =>
  words.flatMap((word) => [around([word, 'NNP', 'B-NP', 'B-PER']), around([word, 'RB', 'B-ADVP', 'O'])]);
const column = (rows: readonly Row[], index: number) => rows.map((row) => row[index]!);

const TRAIN = sentencesOf(['marlo', 'tessin', 'rupa', 'dorn', 'kelm', 'vasco', 'lind', 'orme', 'pell', 'quist']);
const NEW = sentencesOf(['rupa', 'quill']);

const POS = ['NNP', 'PRP', 'RB', 'VBD'];
const conll = (sentences: readonly Row[][]) =>
  sentences.map((rows) => rows.map((row) => `${row.join(' ')}\n`).join('')).join('\n');
/** CoNLL-2003 as exported by Hugging Face `datasets`, with tags as strings. */
const jsonLines = (sentences: readonly Row[][], withColumns = true) =>
  [
    { label_names: { pos_tags: POS } },
    ...sentences.map((rows, i) => ({
      id: String(i),
      tokens: column(rows, 0),
      ...(withColumns && { pos_tags: column(rows, 1).map((pos) => POS.indexOf(pos)), chunk_tags: column(rows, 2) }),
      ner_tags: column(rows, 3),
    })),
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');

const SETTINGS = ['hidden=16', 'batchSize=4', 'learningRate=0.02', 'charEncoder=none', 'epochs=30'];

describe('the built command line with columns of JSON lines', { timeout: 180_000 }, () => {
  let folder = '';
  const trained: Outcome[] = [];
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tagsmith-columns-'));
    await writeFile(file('train.conll'), conll(TRAIN));
    await writeFile(file('train.jsonl'), jsonLines(TRAIN));
    await writeFile(file('new.jsonl'), jsonLines(NEW));
    await writeFile(file('bare.jsonl'), jsonLines(NEW, false));
    for (const format of ['conll', 'jsonl']) {
      const files = ['--train', file(`train.${format}`), '--dev', file(`train.${format}`), '--out', file(format)];
      const settings = SETTINGS.flatMap((setting) => ['--set', setting]);
      trained.push(await tagsmith(['train', ...files, ...settings, '--columns', 'pos,chunk', '--device', 'simd']));
    }
  }, 180_000);
  afterAll(() => rm(folder, { recursive: true }));

  test('trains the same model as with CoNLL columns, bit for bit', async () => {
    expect(trained).toMatchObject([{ code: 0 }, { code: 0 }]);
    const filesOf = async (format: string) => unzipSync(await readFile(join(folder, format, 'model.zip')));
    const [fromConll, fromJson] = [await filesOf('conll'), await filesOf('jsonl')];
    for (const name of ['model.safetensors', 'vocabulary.json']) {
      expect(Buffer.compare(fromJson[name]!, fromConll[name]!)).toBe(0);
    }
    const { features } = JSON.parse(strFromU8(fromJson['vocabulary.json']!)) as { features: object };
    expect(features).toEqual({
      columns: [
        { name: 'pos', values: ['PRP', 'VBD', 'NNP', 'RB'] },
        { name: 'chunk', values: ['B-NP', 'B-VP', 'B-ADVP'] },
      ],
    });
  });

  test('reads them to score and to tag, whatever the format of the results', async () => {
    const f1Of = async (name: string) => {
      const { out } = await tagsmith(['evaluate', file('jsonl'), file(name), '--json', '--device', 'simd']);
      return (objects(out)[0] as { f1: number }).f1;
    };
    expect(await f1Of('new.jsonl')).toBe(1);
    expect(await f1Of('bare.jsonl')).toBeLessThan(1);

    const tag = async (name: string, format: string) =>
      (await tagsmith(['tag', file('jsonl'), file(name), '--format', format, '--device', 'simd'])).out;
    const gold = NEW.map((rows) => column(rows, 3));
    const records = objects(await tag('new.jsonl', 'conll')).slice(1); // skips the label names
    expect(records.map((record) => record['predicted_tags'])).toEqual(gold);
    const tagged = objects(await tag('new.jsonl', 'jsonl')) as { tokens: { tag: string }[] }[];
    expect(tagged.map(({ tokens }) => tokens.map((token) => token.tag))).toEqual(gold);
  });

  test('says where an object has no column to read', async () => {
    const { err } = await tagsmith(['evaluate', file('jsonl'), file('bare.jsonl'), '--device', 'simd']);
    expect(err).toContain(
      'bare.jsonl: The column pos is not in this file, so it is unknown for all tokens. Its objects have no other arrays',
    );
    await writeFile(file('short.jsonl'), jsonLines(NEW).replace('"pos_tags":[1,3,0]', '"pos_tags":[1,3]'));
    const short = await tagsmith(['evaluate', file('jsonl'), file('short.jsonl'), '--device', 'simd']);
    expect(short).toMatchObject({ code: 0 });
    expect(short.err).toContain('short.jsonl:2: Found 2 pos_tags for 3 tokens, expected one per token. The column pos');
    const refused = await tagsmith(['train', '--train', file('bare.jsonl'), '--columns', 'pos', '--out', file('no')]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('bare.jsonl has no column pos to train with.');
  });
});
