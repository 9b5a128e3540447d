import { describe, expect, test } from 'vitest';
import { readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import { requireUsable } from '../read-corpus.ts';

const line = (id: string, form: string, upos: string) =>
  [id, form, '_', upos, 'X', '_', '0', 'root', '_', '_'].join('\t');

const TEXT = [
  '# newdoc id = d1',
  '# text = Vámonos al mar 10 000.1',
  line('1-2', 'Vámonos', '_'),
  line('1', 'Vamos', 'VERB'),
  line('2', 'nos', 'PRON'),
  line('2.1', 'elided', 'VERB'),
  line('3', '10 000', 'NUM'),
  '',
  line('1', '#', 'SYM'),
  '',
].join('\n');

describe('CoNLL-U', () => {
  test('reads FORM and UPOS, skips multiword tokens and empty nodes', () => {
    const corpus = readText(TEXT, {}, 'es.txt');
    expect(corpus.sentences).toMatchObject([
      { tokens: ['Vamos', 'nos', '10 000'], tags: ['VERB', 'PRON', 'NUM'], spans: [], line: 4 },
      { tokens: ['#'], tags: ['SYM'], spans: [], line: 9 },
    ]);
    expect(corpus).toMatchObject({
      format: 'conllu',
      columns: 10,
      tagColumn: 3,
      documents: 1,
      problems: [],
      style: { scheme: 'none' },
    });
  });

  test.each([
    ['plain tags in MISC', 9, (tag: string) => tag],
    ['XPOS', 4, (tag: string) => tag],
    ['FEATS', 5, (tag: string) => (tag === 'O' ? '_' : `NER=${tag}`)],
    ['types in MISC', 9, (tag: string) => (tag === 'O' ? '_' : `NE=${tag.slice(2)}|X=Y`)],
  ])('finds entities outside the usual place: %s', (_, column, cellOf) => {
    const rows = [
      ['Ada', 'B-PER'],
      ['saw', 'O'],
      ['Oslo', 'B-LOC'],
      ['.', 'O'],
    ] as const;
    const text = rows
      .map(([form, tag], i) =>
        line(String(i + 1), form, 'X')
          .split('\t')
          .with(column, cellOf(tag))
          .join('\t'),
      )
      .join('\n');
    const { sentences, tagColumn, question } = readText(text);
    expect(sentences[0]!.spans.map(({ type }) => type)).toEqual(['PER', 'LOC']);
    expect([tagColumn, question]).toEqual([column, undefined]);
  });

  test('detects the scheme of another tag column', () => {
    const text = [line('1', 'EU', 'X').replace(/_$/, 'B-ORG'), line('2', 'is', 'X').replace(/_$/, 'O')].join('\n');
    const corpus = readText(text, { tagColumn: 9 });
    expect(tagsOf(corpus)).toEqual(['B-ORG O']);
    expect(corpus.style.scheme).toBe('BIO');
    expect(() => readText(text, { tagColumn: 1 })).toThrow('CoNLL-U has tags in columns 2 to 9');
  });

  test('has no tags if every UPOS is empty', () => {
    expect(readText(line('1', 'EU', '_')).sentences[0]!.tags).toEqual([]);
  });

  test('skips lines that it cannot read, with an error', () => {
    const corpus = readText([line('1', 'a', 'X'), '2\tb\tX', line('x', 'c', 'X'), line('3', 'd', 'X')].join('\n'));
    expect(tokensOf(corpus)).toEqual(['a d']);
    expect(corpus.problems).toMatchObject([
      {
        line: 2,
        column: 6,
        kind: 'columns',
        message: 'Found 3 columns, expected 10 separated by tabs; the line was skipped.',
      },
      { line: 3, column: 1, message: expect.stringContaining('Found the ID x') as string },
    ]);
  });

  test('rejects a file if most lines cannot be read', () => {
    const corpus = readText([line('1', 'a', 'X'), '2\tb\tX', '3\tc\tX'].join('\n'));
    expect(tokensOf(corpus)).toEqual(['a']);
    expect(() => requireUsable(corpus)).toThrow('2 of 3 lines are not tokens. Expected 10 columns separated by tabs');
  });
});
