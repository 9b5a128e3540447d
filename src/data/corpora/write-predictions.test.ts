import { dsvFormat } from 'd3-dsv';
import { describe, expect, test } from 'vitest';
import type { CorpusFormat, CorpusOptions, TagStyle } from '../corpus.ts';
import { NO_SCHEME, standardStyle } from '../tags/tag-style.ts';
import { readCorpus } from './read-corpus.ts';
import { predictionsFileName, writePredictions } from './write-predictions.ts';

interface Case {
  text: string;
  tags: string[][];
  style?: TagStyle;
  options?: CorpusOptions;
}

function write({ text, tags, style, options }: Case): string {
  const bytes = new TextEncoder().encode(text);
  const corpus = readCorpus('x', bytes, options);
  return writePredictions(bytes, corpus, { tags, style: style ?? corpus.style });
}

describe('CoNLL', () => {
  test('gets another column; all other lines stay, also those that cannot be read: rows remain rows', () => {
    const text = '# c\n-DOCSTART- -X- O\n\nEU NNP B-ORG \n# O\nis VBZ O\n\nit PRP O\n';
    expect(write({ text, tags: [['B-ORG', 'O'], ['B-PER']] })).toBe(
      '#predicted-by-tagsmith:column-4 O O O\n# c\n-DOCSTART- -X- O O\n\nEU NNP B-ORG B-ORG\n# O\nis VBZ O O\n\nit PRP O B-PER\n',
    );
  });

  test('of empty tokens, as tweets have, has a row for each', () => {
    const text = 'Mira\tB-PER\n\tO\n\uFEFF\tO\n\u00A0\tO\nleft\tO\n';
    expect(write({ text, tags: [['B-PER', 'O', 'O', 'O', 'O']] })).toBe(
      `#predicted-by-tagsmith:column-3\tO\tO\n${text.replaceAll(/\t(.*)\n/g, '\t$1\t$1\n')}`,
    );
  });

  test('with commas gets a comma, and a name in its header', () => {
    const text = 'Sentence #,Word,Tag\n1,Mira,B-PER\n,",",O\n2,Oslo,B-LOC\n';
    expect(write({ text, tags: [['B-LOC', 'O'], ['O']] })).toBe(
      'Sentence #,Word,Tag,predicted\n1,Mira,B-PER,B-LOC\n,",",O,O\n2,Oslo,B-LOC,O\n',
    );
  });

  test.each([',', ';'] as const)('types that contain the separator %s are quoted', (separator) => {
    const tag = `B-ship${separator} "sunk"`;
    const text = `Word${separator}Tag\nVasa${separator}B-ship\nsank${separator}O\n`;
    const written = write({ text, tags: [[tag, 'O']] });
    expect([...dsvFormat(separator).parseRows(written)]).toEqual([
      ['Word', 'Tag', 'predicted'],
      ['Vasa', 'B-ship', tag],
      ['sank', 'O', 'O'],
    ]);
  });

  test('with tabs gets a tab', () => {
    expect(write({ text: 'New York\tB-LOC\r\nis\tO\r\n', tags: [['O', 'O']] })).toBe(
      '#predicted-by-tagsmith:column-3\tO\tO\nNew York\tB-LOC\tO\nis\tO\tO\n',
    );
  });

  test('of one column gets tags in the given style', () => {
    expect(write({ text: 'EU\nis\u00a0', tags: [['B-ORG', 'O']], style: standardStyle('BIO') })).toBe(
      '#predicted-by-tagsmith:column-2 O\nEU B-ORG\nis\u00a0 O',
    );
  });

  test('keeps all columns if another tag column is chosen', () => {
    const written = write({ text: '-DOCSTART- X O\nEU NNP B-ORG\n', tags: [['NN']], options: { tagColumn: 1 } });
    expect(written).toBe('#predicted-by-tagsmith:column-4 O O O\n-DOCSTART- X O -X-\nEU NNP B-ORG NN\n');
  });

  test('requires one tag per token', () => {
    expect(() => write({ text: 'EU O\nis O\n', tags: [['O']] })).toThrow('1 tags for the 2 tokens of sentence 0');
  });
});

describe('JSON lines', () => {
  const lines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  test('keep their fields; entities have character offsets if the text is known', () => {
    const text = [
      '{"label_names":["O","B-LOC","I-LOC"]}',
      '{"id":1,"entities":["gold"],"text":"In  New York.","tokens":["In","New","York","."],"ner_tags":[0,1,2,0]}',
      'broken',
      '{"tokens":[],"ner_tags":[]}',
      '{"tokens":["New","York"],"text":"Old York"}',
    ].join('\n');
    const written = write({ text, tags: [['O', 'B-LOC', 'I-LOC', 'O'], [], ['O', 'B-LOC']], options: {} });
    expect(lines(written)).toEqual([
      { label_names: ['O', 'B-LOC', 'I-LOC'] },
      {
        id: 1,
        entities: ['gold'],
        text: 'In  New York.',
        tokens: ['In', 'New', 'York', '.'],
        ner_tags: [0, 1, 2, 0],
        predicted_tags: ['O', 'B-LOC', 'I-LOC', 'O'],
        predicted_entities: [{ type: 'LOC', first: 1, last: 2, text: 'New York', start: 4, end: 12 }],
      },
      { tokens: [], ner_tags: [], predicted_tags: [], predicted_entities: [] },
      {
        tokens: ['New', 'York'],
        text: 'Old York',
        predicted_tags: ['O', 'B-LOC'],
        predicted_entities: [{ type: 'LOC', first: 1, last: 1, text: 'York' }],
      },
    ]);
  });

  test('of a text with spans get its tokens, and offsets in the whole text', () => {
    const text =
      '{"text":"","label":[]}\n{"id":7,"text":"😀 Mira left. Oslo!","label":[[2,6,"PER"]]}\n{"text":"Rome","label":[]}\n';
    const written = write({ text, tags: [['O', 'O', 'O', 'B-X'], ['I-X', 'O'], ['O']] });
    expect(lines(written)).toEqual([
      { text: '', label: [] },
      {
        id: 7,
        text: '😀 Mira left. Oslo!',
        label: [[2, 6, 'PER']],
        predicted_tokens: ['😀', 'Mira', 'left', '.', 'Oslo', '!'],
        predicted_tags: ['O', 'O', 'O', 'B-X', 'I-X', 'O'],
        predicted_entities: [
          { type: 'X', first: 3, last: 3, text: '.', start: 11, end: 12 },
          { type: 'X', first: 4, last: 4, text: 'Oslo', start: 13, end: 17 },
        ],
      },
      { text: 'Rome', label: [], predicted_tokens: ['Rome'], predicted_tags: ['O'], predicted_entities: [] },
    ]);
  });

  test('without a scheme', () => {
    const written = write({
      text: '{"tokens":["a"],"tags":["NN"]}',
      tags: [['VB']],
      style: NO_SCHEME,
    });
    expect(lines(written)).toEqual([{ tokens: ['a'], tags: ['NN'], predicted_tags: ['VB'] }]);
  });
});

describe('CoNLL-U', () => {
  const text =
    '# c\n1-2\tal\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\tADP\t_\t_\t_\t_\t_\t_\n2\tel\t_\tDET\t_\t_\t_\t_\t_\tX=1|NER=O\n';

  test('gets predicted parts of speech instead of its own', () => {
    expect(write({ text, tags: [['X', 'Y']] })).toBe(text.replace('ADP', 'X').replace('DET', 'Y'));
  });

  test('gets tags in the chosen column', () => {
    const xpos = '1\ta\t_\tADP\tIN\t_\t_\t_\t_\t_\n';
    expect(write({ text: xpos, tags: [['TO']], options: { tagColumn: 4 } })).toBe(xpos.replace('IN', 'TO'));
  });

  test('gets entities in MISC', () => {
    const written = write({ text, tags: [['O', 'B-LOC']], style: standardStyle('BIO') });
    expect(written.split('\n').map((line) => line.split('\t')[9])).toEqual([
      undefined,
      '_',
      'PredictedNER=O',
      'X=1|NER=O|PredictedNER=B-LOC',
      undefined,
    ]);
  });
});

test.each<[file: string, format: CorpusFormat, expected: string]>([
  ['dev.conll', 'conll', 'dev.predicted.conll'],
  ['DEV.TXT', 'conll', 'DEV.predicted.TXT'],
  ['eng.testa', 'conll', 'eng.testa.predicted.conll'],
  ['corpus', 'conll', 'corpus.predicted.conll'],
  ['.conll', 'conll', '.conll.predicted.conll'],
  ['a.b.jsonl', 'jsonl', 'a.b.predicted.jsonl'],
  ['a.jsonl', 'conll', 'a.jsonl.predicted.conll'],
  ['en-ud-dev.conllu', 'conllu', 'en-ud-dev.predicted.conllu'],
])('predictionsFileName: %s, read as %s', (file, format, expected) => {
  expect(predictionsFileName({ file, format })).toBe(expected);
});
