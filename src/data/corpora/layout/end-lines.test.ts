import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import type { Correction } from '../correction.ts';
import { writeCorrected } from '../write-corrected.ts';

const FORMS: readonly ((number: number) => string)[] = [
  (n) => `Sentence ${n}:`,
  (n) => `Sentence: ${n}`,
  (n) => `#${n}`,
  (n) => `# ${n}`,
  (n) => `# sent ${n}`,
  (n) => `[${n}]`,
  (n) => `--- sent ${n} ---`,
  (n) => `Satz_${n}`,
];
const row = fc.tuple(fc.constantFrom('Ada', 'left', '7', '.', '#tag'), fc.constantFrom('O', 'B-PER', 'B-LOC'));
const sentences = fc.array(fc.array(row, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });

function written(
  given: readonly (readonly (readonly [string, string])[])[],
  mark: (number: number) => string,
  { by, from, isBefore, blank }: { by: string; from: number; isBefore: boolean; blank: string },
): string {
  return given
    .map((rows, s) => {
      const lines = rows.map((cells) => `${cells.join(by)}\n`).join('');
      return isBefore ? `${mark(s + from)}\n${lines}${blank}` : `${lines}${mark(s + from)}\n${blank}`;
    })
    .join('');
}

const FIRST = [['Ada', 'B-PER'], ['left', 'O'], ['Varde', 'B-LOC']] as const; // prettier-ignore
const LAST = [['Bo', 'B-PER'], ['ran', 'O'], ['.', 'O']] as const; // prettier-ignore

test('numbered lines before or behind sentences are their borders', () => {
  const layout = fc.record({
    by: fc.constantFrom('\t', ' '),
    from: fc.constantFrom(0, 1, 998),
    isBefore: fc.boolean(),
    blank: fc.constantFrom('', '\n'),
  });
  fc.assert(
    fc.property(sentences, fc.constantFrom(...FORMS), layout, (some, mark, how) => {
      const given = [FIRST, ...some, LAST];
      const corpus = readText(written(given, mark, how));
      expect(corpus.question).toBeUndefined();
      expect(tokensOf(corpus)).toEqual(given.map((rows) => rows.map(([word]) => word).join(' ')));
      expect(tagsOf(corpus)).toEqual(given.map((rows) => rows.map(([, tag]) => tag).join(' ')));
    }),
    { numRuns: 200 },
  );
});

test('a file whose sentences were corrected and left out has its borders', () => {
  const text = written([FIRST, LAST, FIRST, LAST], FORMS[0]!, { by: ' ', from: 1, isBefore: true, blank: '' });
  const corpus = readText(text);
  const { parts } = writeCorrected(
    new TextEncoder().encode(text),
    corpus,
    new Map<number, Correction>([
      [1, 'excluded'],
      [3, { spans: [{ start: 1, end: 2, type: 'LOC' }] }],
    ]),
  );
  const again = readText(parts.map((part) => new TextDecoder().decode(part)).join(''));
  expect(tagsOf(again)).toEqual(['B-PER O B-LOC', 'B-PER O B-LOC', 'O B-LOC O']);
});

test.each([
  (n: number) => `Document ${n}`,
  (n: number) => `Document_${n}`,
  (n: number) => `doc${n}`,
  (n: number) => `-DOCSTART- ${n}\n`,
  (n: number) => `-DOCSTART- (${n})\n`,
  (n: number) => `-DOCSTART- -${n}\n`,
])('numbered lines of documents begin these: %s', (mark) => {
  for (const by of ['\t', ' ']) {
    const text = written([FIRST, LAST], mark, { by, from: 1, isBefore: true, blank: '\n' });
    expect(readText(text)).toMatchObject({ documents: 2, sentences: [{ document: 0 }, { document: 1 }] });
  }
});

test.each([(n: number) => `# page ${n}`, (n: number) => `# line ${n}`, (n: number) => `# ${n}`])(
  'numbered comments in sentences do not end them: %s',
  (mark) => {
    const [first, last] = ['Ada\tB-PER\nran\tO\n', 'to\tO\nVarde\tB-LOC\n\nBo\tB-PER\n'];
    expect(tokensOf(readText(`${mark(1)}\n${first}${mark(2)}\n${last}`))).toEqual(['Ada ran to Varde', 'Bo']);
  },
);

test('words with numbers are no borders if lines have one column', () => {
  for (const [one, two] of [
    ['$5', '$7'],
    ['5%', '7%'],
    ['1.', '2.'],
    ['COVID-19', 'COVID-20'],
    ['#1', '#2'],
  ]) {
    const text = `It\ncost\n${one}\n\nand\n${two}\n`;
    expect(tokensOf(readText(text, {}, 'a.open.conll'))).toEqual([`It cost ${one}`, `and ${two}`]);
  }
  const numbered = 'Sentence 1:\nIt\nran\n\nSentence 2:\nIt\nsat\n';
  expect(tokensOf(readText(numbered, {}, 'a.open.conll'))).toEqual(['It ran', 'It sat']);
});

test.each([
  ['numbers in place of tags', 'Ada 1\nleft 0\nVarde 2\n\nBo 1\nran 0\n. 0\n'],
  ['numbers that do not go up', 'Ada O\nis O\nBo 7\nno B-X\nBo 7\nit O\n'],
  ['words with numbers beside marks', 'COVID-19\t_\nAda\tB-PER\nhad\t_\n\nBo\tB-PER\nCOVID-20\t_\n'],
  ['numbers among words', 'He O\n[1] O\nand O\n[2] O\nand O\n[3] O\nBo B-PER\n'],
])('%s are no borders', (_, text) => {
  const { layout } = readText(text, { tagColumn: 1 });
  expect(layout?.endLine).toBeUndefined();
});
