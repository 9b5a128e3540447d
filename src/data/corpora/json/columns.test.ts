import { describe, expect, test } from 'vitest';
import { readText } from '../../../../test/helpers/read-text.ts';
import type { CorpusOptions } from '../../corpus.ts';
import { packSentences, SentenceUnpacker } from '../sentence-batches.ts';

const read = (records: object[], options?: CorpusOptions) =>
  readText(records.map((record) => JSON.stringify(record)).join('\n'), options, 'data.jsonl');

const EU = {
  id: '0',
  tokens: ['EU', 'rejects'],
  pos_tags: ['NNP', 'VBZ'],
  chunk_tags: ['B-NP', 'B-VP'],
  ner_tags: ['B-ORG', 'O'],
};
const GERMAN = {
  id: '1',
  tokens: ['German'],
  pos_tags: ['JJ'],
  chunk_tags: ['B-NP'],
  ner_tags: ['B-MISC'],
};

describe('columns of JSON lines', () => {
  test('are the fields with one value per token, as in CoNLL columns', () => {
    const text = 'EU NNP B-NP B-ORG\nrejects VBZ B-VP O\n\nGerman JJ B-NP B-MISC\n';
    const options = { inputColumns: ['POS', 'chunk'] };
    const [json, conll] = [read([EU, GERMAN], options), readText(text, options)];
    const columnsOf = ({ sentences }: typeof json) => sentences.map(({ columns }) => columns);
    expect(columnsOf(json)).toEqual([
      { pos: ['NNP', 'VBZ'], chunk: ['B-NP', 'B-VP'] },
      { pos: ['JJ'], chunk: ['B-NP'] },
    ]);
    expect(columnsOf(json)).toEqual(columnsOf(conll));
    expect(json.furtherColumns).toEqual([
      { name: 'pos', values: 3 },
      { name: 'chunk', values: 2 },
    ]);
    expect(json.furtherColumns).toEqual(conll.furtherColumns);
    expect(json.problems).toEqual([]);
  });

  test('may have any name, and are in objects with tagged tokens, too', () => {
    const tagged = { tokens: [{ text: 'EU', tag: 'B-ORG' }], Cluster: ['0110'] };
    const corpus = read([tagged], { inputColumns: ['cluster'] });
    expect(corpus.sentences[0]).toMatchObject({ tags: ['B-ORG'], columns: { cluster: ['0110'] } });
    expect(corpus.furtherColumns).toEqual([{ name: 'cluster', values: 1 }]);
  });

  test('are no inputs where they have the tokens, tags or names, or fit only by chance', () => {
    const record = { ...EU, tags: ['X', 'Y'], words: ['EU', 'rejects'], label_names: ['O', 'B-ORG'], span: [0, 1] };
    const corpus = read([record, { ...record, span: [0, 3, 7] }, { ...GERMAN, span: [1, 2] }]);
    expect(corpus.furtherColumns.map(({ name }) => name)).toEqual(['pos', 'chunk']);
  });

  test('are read from a file in which they are in no object with tokens', () => {
    const text = { text: 'Ada left.', entities: [[0, 3, 'PER']] };
    const { sentences, problems } = read([text], { inputColumns: ['pos'] });
    expect(sentences[0]!.columns).toBeUndefined();
    expect(problems).toMatchObject([{ line: 0, message: expect.stringContaining('no other arrays') as string }]);
  });
});

describe('integers', () => {
  const record = { ...EU, pos_tags: [1, 0], ner_tags: [1, 0] };
  const options = { inputColumns: ['pos'] };

  test('are values themselves if nothing names them', () => {
    expect(read([{ ...record, ner_tags: EU.ner_tags }], options).sentences[0]!.columns).toEqual({ pos: ['1', '0'] });
    // An array names the tags only.
    const { sentences } = read([{ label_names: ['O', 'B-ORG'] }, record], options);
    expect(sentences[0]).toMatchObject({ tags: ['B-ORG', 'O'], columns: { pos: ['1', '0'] } });
  });

  test('take their names from label_names with an array for each field', () => {
    const names = { ner_tags: ['O', 'B-ORG'], pos_tags: ['VBZ', 'NNP'] };
    const corpus = read([{ label_names: names }, record], options);
    expect(corpus.sentences[0]).toMatchObject({ tags: ['B-ORG', 'O'], columns: { pos: ['NNP', 'VBZ'] } });
    expect(corpus.problems).toEqual([]);
  });

  test('beyond the names of their field are a problem, as are names that are none', () => {
    const names = { ner_tags: ['O', 'B-ORG'], pos_tags: ['VBZ'] };
    const found = read([{ label_names: names }, record, { ...record, pos_tags: [0, 0] }], options);
    expect(found.problems).toMatchObject([
      { line: 2, message: expect.stringContaining('pos_tags contains 1, but the 1 label names are') as string },
    ]);
    const refused = read([{ label_names: { pos_tags: 'NNP' } }, EU, GERMAN]);
    expect(refused.problems).toMatchObject([
      { line: 1, message: expect.stringContaining('label_names.pos_tags is a string, expected an array') as string },
    ]);
    expect(read([{ label_names: 3 }, EU, GERMAN]).problems[0]!.message).toContain('or an object with one for each');
  });
});

describe('a column that an object lacks', () => {
  const options = { inputColumns: ['pos'] };

  test.each<[string, object, string]>([
    ['has another length', { pos_tags: ['NNP'] }, 'Found 1 pos_tags for 2 tokens, expected one per token.'],
    ['is no array', { pos_tags: 'NNP VBZ' }, 'pos_tags is a string, expected an array.'],
    ['has other values', { pos_tags: ['NNP', null] }, 'expected only strings or only integers.'],
  ])('is unknown in its sentence: it %s', (_, change, message) => {
    const corpus = read([GERMAN, { ...EU, ...change }], options);
    expect(corpus.sentences[1]).toMatchObject({ tags: EU.ner_tags, columns: { pos: ['', ''] } });
    expect(corpus.problems).toHaveLength(1);
    expect(corpus.problems[0]).toMatchObject({ line: 2, severity: 'error', kind: 'input-columns' });
    expect(corpus.problems[0]!.message).toContain(message);
    expect(corpus.problems[0]!.message).toContain('The column pos is unknown in this sentence; correct the array.');
    expect(read([GERMAN, { ...EU, ...change }]).problems).toEqual([]); // the column is not requested
  });

  test.each([{ pos_tags: undefined }, { pos_tags: null }])('is unknown there: %j', (change) => {
    const empty = { tokens: [], ner_tags: [] };
    const corpus = read([{ ...EU, ...change }, empty, GERMAN], options);
    expect(corpus.sentences.map(({ columns }) => columns)).toEqual([{ pos: ['', ''] }, { pos: [] }, { pos: ['JJ'] }]);
    expect(corpus.problems).toMatchObject([
      {
        line: 1,
        severity: 'warning',
        kind: 'input-columns',
        message:
          'Found no pos for these tokens, expected an array with 2 values, one per token. The column pos is unknown in this sentence; add the array if its values are known.',
      },
    ]);
    const unpacker = new SentenceUnpacker(); // every sentence has the same columns
    for (const batch of packSentences(corpus.sentences)) unpacker.add(batch);
    expect(unpacker.sentences).toEqual(corpus.sentences);
  });

  test('is a problem of the file if all lack it', () => {
    const { sentences, problems } = read([EU, GERMAN], { inputColumns: ['lemma', 'ner'] });
    expect(sentences[0]!.columns).toBeUndefined();
    expect(problems).toMatchObject([
      {
        line: 0,
        message:
          'The column lemma is not in this file, so it is unknown for all tokens. Its other columns are pos, chunk.',
      },
      { line: 0, message: expect.stringContaining('The column ner has the tokens or the tags') as string },
    ]);
  });
});
