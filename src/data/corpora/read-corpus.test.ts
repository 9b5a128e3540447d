import { describe, expect, test } from 'vitest';
import { readText, tagsOf, tokensOf } from '../../../test/helpers/read-text.ts';
import { readCorpus } from './read-corpus.ts';
import { summarize } from './summary.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)));

describe('encodings', () => {
  test('reads UTF-8 with a byte order mark', () => {
    const corpus = readCorpus('x', bytes([0xef, 0xbb, 0xbf], '東京 B-LOC\nمدينة O\n😀 O\n'));
    expect(tokensOf(corpus)).toEqual(['東京 مدينة 😀']);
  });

  test.each([
    ['with a byte order mark', '\uFEFF'],
    ['without one', ''],
  ])('reads UTF-16 %s', (_, mark) => {
    const units = [...`${mark}Zoë B-PER\nis O\nĀ O\n`].map((character) => character.charCodeAt(0));
    const little = Uint8Array.from(units.flatMap((unit) => [unit & 255, unit >> 8]));
    const big = Uint8Array.from(units.flatMap((unit) => [unit >> 8, unit & 255]));
    for (const encoded of [little, big]) expect(tokensOf(readCorpus('x', encoded))).toEqual(['Zoë is Ā']);
  });

  test('replaces invalid UTF-8, with a warning at its line', () => {
    const corpus = readCorpus('latin1.txt', bytes('Zo\u00eb B-PER\nsaw O\nZo', [0xeb], ' B-PER\n'));
    expect(tokensOf(corpus)).toEqual(['Zoë saw Zo\ufffd']);
    expect(corpus.problems).toMatchObject([
      { file: 'latin1.txt', line: 3, column: 3, severity: 'warning', kind: 'encoding', excerpt: 'Zo\ufffd B-PER' },
    ]);
  });

  test('falls back to Windows-1252 if nothing beyond ASCII is UTF-8, with one warning', () => {
    const corpus = readCorpus(
      'latin1.txt',
      bytes('Tom B-PER\nZo', [0xeb], ' B-PER\ncaf', [0xe9], ' O\n', [0x80], ' O\n'),
    );
    expect(tokensOf(corpus)).toEqual(['Tom Zo\u00eb caf\u00e9 €']);
    expect(corpus.problems).toMatchObject([
      { line: 2, column: 3, severity: 'warning', kind: 'encoding', excerpt: 'Zo\u00eb B-PER' },
    ]);
  });

  test('splits a table in Windows-1252 into sentences by its first column', () => {
    const table = bytes('Sentence #,Word,POS,Tag\r\nSentence: 1,Caf', [0xe9], ',NNP,B-org\r\n,",",",",O\r\n');
    const corpus = readCorpus('ner.csv', Uint8Array.from([...table, ...bytes('Sentence: 2,"1,000",CD,O\r\n')]));
    expect(tokensOf(corpus)).toEqual(['Café ,', '1,000']);
    expect(tagsOf(corpus)).toEqual(['B-org O', 'O']);
  });

  test.each<[string, Uint8Array]>([
    ['a zip archive', bytes('PK', [3, 4], 'rest')],
    ['a gzip file', bytes([0x1f, 0x8b, 8, 0])],
    ['a PDF document', bytes('%PDF-1.7')],
    ['binary data (a zero byte at offset 2)', bytes('EU', [0], 'O')],
  ])('rejects %s', (what, content) => {
    expect(() => readCorpus('x.bin', content)).toThrow(`x.bin is ${what}`);
  });
});

describe('formats', () => {
  test.each([
    ['conll', 'x.jsonl.txt', '{ O\n} O\n'],
    ['conll', 'x.txt', '[ O\n'],
    ['conll', 'x.conllu', 'EU B-ORG\n'],
    ['jsonl', 'x.txt', '\n{"tokens": ["a"]}\n'],
    ['jsonl', 'x.jsonl', 'not json\n'],
    ['jsonl', 'x.json', '[\n{"tokens": ["a"]}\n]\n'],
    ['conllu', 'x.txt', '# c\n1\ta\t_\tX\t_\t_\t_\t_\t_\t_\n'],
  ])('%s: %s with %j', (format, file, text) => {
    expect(readText(text, {}, file).format).toBe(format);
  });

  const LISTS = `"['O', 'B-geo']"`;
  test.each([
    ['of words and tags', `Sentence,Tag\n"['to', 'London']",${LISTS}\n`],
    ['of tags, after a number', `Sentence #,Sentence,Tag\n1,to London,${LISTS}\n2,"in, Iraq",${LISTS}\n`],
    ['as NumPy prints them, with tabs', `text\tlabels\nto London\t['O' 'B-geo']\nin Iraq\t['O' 'B-geo']\n`],
    ['as JSON', `text;tags\nto London;"[""O"", ""B-geo""]"\nin Iraq;"[""O"", ""B-geo""]"\n`],
  ])('rejects rows with lists: %s', (_, text) => {
    expect(() => readText(text, {}, 'ner.csv')).toThrow(
      /ner\.csv has one sentence per row: a cell of line 2 contains a list/,
    );
  });

  test('accepts brackets as tokens', () => {
    expect(tokensOf(readText('token,tag\n"[",O\nRome,B-geo\n"]",O\n'))).toEqual(['[ Rome ]']);
    expect(tokensOf(readText('token,tag\n"[",O\n'))).toEqual(['[']);
  });

  test.each(['', '\n\n', '# only a comment\n'])('reports a file without sentences: %j', (text) => {
    const corpus = readText(text);
    expect(corpus.sentences).toEqual([]);
    expect(corpus.problems).toMatchObject([{ line: 0, kind: 'empty', severity: 'error' }]);
  });
});

describe('schemes', () => {
  test('counts invalid transitions, lists them by line, and reads them', () => {
    const corpus = readText('a B-X\nb I-X\nc O\nd I-Y\n\ne B-X\n\nf B-X\nx B-Z\nbad\ng PER\n');
    expect(corpus).toMatchObject({ style: { scheme: 'BIO' }, invalidTransitions: 2 });
    expect(corpus.sentences[0]!.spans).toEqual([
      { start: 0, end: 2, type: 'X' },
      { start: 3, end: 4, type: 'Y' },
    ]);
    expect(corpus.problems).toMatchObject([
      {
        line: 4,
        severity: 'warning',
        kind: 'scheme',
        message: 'Found I-Y after O, which BIO does not allow; read in the same way as conlleval.',
        excerpt: 'c O | d I-Y',
      },
      { line: 10, kind: 'columns' },
      { line: 11, kind: 'scheme', message: 'Found PER, which is not a BIO tag as spelled in this file; read as O.' },
    ]);
  });

  test('reports a span that the sentence ends', () => {
    const corpus = readText('a B-X\nb E-X\n\nc S-X\nd B-X\n');
    expect(corpus.problems).toMatchObject([
      { line: 5, message: expect.stringContaining('Found the end of the sentence after B-X') as string },
    ]);
  });

  test('reports a file without entities', () => {
    expect(readText('Mira O\nleft O\n').problems).toMatchObject([{ line: 0, severity: 'warning', kind: 'entities' }]);
    expect(readText('Mira NNP\nleft VBD\n').problems).toEqual([]);
  });

  test('the options override the detected scheme', () => {
    const text = 'a I-X\nb I-X\nc O\n';
    expect(readText(text).style.scheme).toBe('IOB1');
    expect(readText(text, { scheme: 'BIO' })).toMatchObject({ style: { scheme: 'BIO' }, invalidTransitions: 1 });
    expect(readText(text, { scheme: 'none' }).sentences[0]).toMatchObject({ tags: ['I-X', 'I-X', 'O'], spans: [] });
  });
});

describe('summarize', () => {
  test('counts entities by type', () => {
    const corpus = readText('a B-X\nb I-X\nc B-Y\n\nd B-Y\n');
    expect(tagsOf(corpus)).toHaveLength(2);
    expect(summarize(corpus)).toEqual({
      sentences: 2,
      tokens: 4,
      entities: 3,
      types: [
        { type: 'Y', count: 2 },
        { type: 'X', count: 1 },
      ],
      longestSentence: 3,
    });
  });

  test('counts tags if there is no scheme', () => {
    expect(summarize(readText('a DT\nb NN\nc NN\n'))).toMatchObject({
      entities: 0,
      types: [
        { type: 'NN', count: 2 },
        { type: 'DT', count: 1 },
      ],
    });
  });
});

test('a file with many tags of another scheme is asked about', () => {
  const text = 'Ada S-PER\nByrne C-PER\nleft O\n\nBo S-PER\nran O\n';
  const { question, problems } = readText(text);
  expect(question?.reason).toMatch(/1 of 5 tags .* the first in line 2: Found C-PER, which is not a BIOES tag/);
  expect(problems.length).toBe(1);
  expect(readText(text, { acceptLosses: true }).question).toBeUndefined();
});
