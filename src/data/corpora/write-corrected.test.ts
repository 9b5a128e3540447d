import { expect, test } from 'vitest';
import { readCorpus } from './read-corpus.ts';
import { correctedFileName, writeCorrected, type Correction } from './write-corrected.ts';

const PER = (start: number, end: number) => ({ start, end, type: 'PER' });

function corrected(file: string, text: string, corrections: [number, Correction][]): string {
  const bytes = new TextEncoder().encode(text);
  return writeCorrected(bytes, readCorpus(file, bytes), new Map(corrections));
}

const IOB1 = `-DOCSTART- -X- O O\r
\r
# a comment\r
Mira  NNP x I-PER\r
Holt  NNP x O\r
left  VBD x O\r
\r
Oslo  NNP x I-LOC\r
won   VBD x O\r
\r
-DOCSTART- -X- O O\r
\r
Tom   NNP x I-PER\r
sang  VBD x O\r
`;

test('without corrections a file stays as it is', () => {
  const others = ['a\tO\nb\tB-X\n\nc\tO', 'word,tag\nOslo,B-LOC\n"a,b",O\n', '{"tokens": ["a"], "ner_tags": ["O"]}\n'];
  expect(corrected('a.conll', IOB1, [])).toBe(IOB1);
  for (const text of others) expect(corrected('a.txt', text, [])).toBe(text);
});

test('only tags change, in the style of the file', () => {
  const expected = IOB1.replace('Holt  NNP x O', 'Holt  NNP x I-PER').replace('Oslo  NNP x I-LOC', 'Oslo  NNP x O');
  expect(corrected('a.conll', IOB1, [[0, { spans: [PER(0, 2)] }], [1, { spans: [] }]])).toBe(expected); // prettier-ignore
});

test('an excluded sentence leaves with the blank line after it', () => {
  const expected = IOB1.replace('Oslo  NNP x I-LOC\r\nwon   VBD x O\r\n\r\n', '');
  expect(corrected('a.conll', IOB1, [[1, 'excluded']])).toBe(expected);
});

test('tabs, commas and CoNLL-U', () => {
  expect(corrected('a.tsv', 'a b\tO\nc\tB-PER\n', [[0, { spans: [PER(0, 1)] }]])).toBe('a b\tB-PER\nc\tO\n');
  const csv = corrected('a.csv', 'word,tag\nMira,B-PER\n"a,b",O\n', [[0, { spans: [PER(0, 2)] }]]);
  expect(csv).toBe('word,tag\nMira,B-PER\n"a,b",I-PER\n');
  const sentence = (form: string) => `# text\n1\t${form}\t_\tX\t_\t_\t0\t_\t_\t_\n\n`;
  expect(corrected('a.conllu', sentence('a') + sentence('b'), [[1, 'excluded']])).toBe(`${sentence('a')}# text\n`);
});

test('JSON lines with tags in words', () => {
  const lines =
    '{"id": 7, "tokens": ["Mira", "left"], "ner_tags": ["O", "O"]}\n{"tokens": ["b"], "ner_tags": ["B-PER"]}\n';
  const [first, second] = lines.split('\n');
  expect(corrected('a.jsonl', lines, [[0, { spans: [PER(0, 1)] }]])).toBe(
    `{"id":7,"tokens":["Mira","left"],"ner_tags":["B-PER","O"]}\n${second}\n`,
  );
  expect(corrected('a.jsonl', lines, [[1, 'excluded']])).toBe(`${first}\n`);
});

test('texts with spans are refused, with what to do', () => {
  const text = '{"text": "Mira left", "label": [[0, 4, "PER"]]}\n';
  expect(() => corrected('a.jsonl', text, [[0, { spans: [] }]])).toThrow(/not tags in words.*CoNLL/);
});

test('names', () => {
  expect(correctedFileName({ file: 'town.conll' })).toBe('town.corrected.conll');
  expect(correctedFileName({ file: 'town' })).toBe('town.corrected');
});
