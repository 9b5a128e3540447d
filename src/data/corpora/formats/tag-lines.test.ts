import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeCorrected } from '../write-corrected.ts';
import { entitiesOf, readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import type { Corpus } from '../../corpus.ts';
import { readCorpus, requireUsable } from '../read-corpus.ts';

const PIECES = ['Ada/PER', 'Brandt/PER', 'Lund/LOC', 'left/', 'rained/', './', 'it/'].map((piece) => piece.split('/'));
const sentences = fc
  .array(fc.array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 4 })
  .filter((some) => some.flat().some(([, type]) => type !== '') && some.flat().some(([, type]) => type === ''));

test('words and tags in alternating lines are read, however few they are', () => {
  const form = fc.record({
    isBare: fc.boolean(),
    separator: fc.constantFrom(' ', '\t', '  '),
    between: fc.constantFrom('', '\n', '-DOCSTART-\n'),
    end: fc.constantFrom('\n', '\r\n'),
  });
  fc.assert(
    fc.property(sentences, form, (some, { isBare, separator, between, end }) => {
      const tagOf = (type: string) => (type === '' ? 'O' : isBare ? type : `B-${type}`);
      const lines = some.map(
        (words) =>
          `${words.map(([word]) => word).join(separator)}\n${words.map(([, type]) => tagOf(type!)).join(separator)}\n`,
      );
      const corpus = readText(lines.join(between).replaceAll('\n', end));
      if (!isBare) requireUsable(corpus);
      expect([undefined, 'Does O in column 2 mean "outside an entity"?']).toContain(corpus.question?.what);
      expect(corpus.problems).toEqual([]);
      expect(tokensOf(corpus)).toEqual(some.map((words) => words.map(([word]) => word).join(' ')));
      expect(tagsOf(corpus)).toEqual(some.map((words) => words.map(([, type]) => tagOf(type!)).join(' ')));
    }),
    { seed: 1 },
  );
});

test('words without as many tags are reported, and the reader asks', () => {
  const good = 'Ada left Lund\nB-PER O B-LOC\n'.repeat(20);
  const corpus = readText(`${good}Ada left\nB-PER O O\n${good}`);
  expect(corpus.problems.map(({ line, message }) => [line, message.slice(0, 39)])).toEqual([
    [41, 'Found 2 parts, and not as many in the o'],
    [42, 'Found 3 parts, and not as many in the o'],
  ]);
  expect(corpus.question?.reason).toContain('2 of 82 lines');
  expect(corpus.sentences).toHaveLength(40);
});

test('words and tags beside an intent, also between lines without tags, are read, and the rest is named', () => {
  const form = fc.record({
    separator: fc.constantFrom('|||', ' ||| ', '\t'),
    order: fc.constantFrom([0, 1, 2], [1, 0, 2], [2, 0, 1], [0, 1]),
    answer: fc.constantFrom('', 'Well , where shall we go ?\n'),
    between: fc.constantFrom('', '\n'),
  });
  fc.assert(
    fc.property(sentences, form, (some, { separator, order, answer, between }) => {
      const all = [...some, ['Ada/PER', 'saw/', 'Lund/LOC', 'again/'].map((piece) => piece.split('/'))];
      const lines = all.map((words) => {
        const tags = words.map(([, type]) => (type === '' ? 'O' : `B-${type}`)).join(' ');
        const parts = [words.map(([word]) => word).join(' '), tags, 'ask_place'];
        return `${order.map((part) => parts[part]).join(separator)}\n${answer}`;
      });
      const corpus = readText(lines.join(between));
      requireUsable(corpus);
      expect(tokensOf(corpus)).toEqual(all.map((words) => words.map(([word]) => word).join(' ')));
      expect(entitiesOf(corpus)).toEqual(all.flat().flatMap(([word, type]) => (type === '' ? [] : `${type} ${word}`)));
      const [note, ...more] = corpus.problems.map(({ message }) => message);
      expect(more).toEqual([]);
      expect(note?.includes('such as ask_place') ?? false).toBe(order.length === 3);
      expect(note?.includes('lines without tags, such as Well , where') ?? false).toBe(answer !== '');
    }),
    { seed: 1 },
  );
});

test.each([
  ['tokens in columns', 'Ada B-PER\nO O\n'],
  ['tokens named like a letter', 'O O\nAda B-PER\nO O\n'],
])('%s are not', (_, text) => {
  expect(entitiesOf(readText(text))).toEqual(['PER Ada']);
});

/** A word, its part of speech and its type; `:` may be any of them. */
const WORDS = [
  'B-52/NNP/VEH',
  'I-95/NNP/LOC',
  'Ada/NNP/PER',
  'EU/NNP/ORG',
  'O/UH/',
  'left/VBD/',
  'near/IN/',
  'low/RB/',
  './:/',
].map((word) => word.split('/') as [string, string, string]);

test('lines of words, tags and parts of speech in any order are read, or the reader asks', () => {
  const many = fc
    .array(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 })
    .filter((some) => some.flat().some(([, , type]) => type !== ''));
  const form = fc.record({
    order: fc.constantFrom('wt', 'tw', 'wpt', 'wtp', 'pwt', 'twp', 'tpw', 'ptw'),
    between: fc.constantFrom('', '\n', '-DOCSTART-\n'),
    end: fc.constantFrom('\n', '\r\n'),
  });
  let asked = 0;
  let read = 0;
  fc.assert(
    fc.property(many, form, (some, { order, between, end }) => {
      const lineOf = (words: (typeof WORDS)[number][], kind: string) =>
        words
          .map(([word, pos, type]) => (kind === 'w' ? word : kind === 'p' ? pos : type === '' ? 'O' : `B-${type}`))
          .join(' ');
      const blocks = some.map((words) => [...order].map((kind) => `${lineOf(words, kind)}\n`).join(''));
      let corpus: Corpus;
      try {
        corpus = readText(blocks.join(between).replaceAll('\n', end));
        requireUsable(corpus);
      } catch {
        asked++;
        return;
      }
      read++;
      if (corpus.style.scheme === 'none') return; // has no entities, which the page says
      expect(tokensOf(corpus)).toEqual(some.map((words) => words.map(([word]) => word).join(' ')));
      expect(tagsOf(corpus)).toEqual(some.map((words) => lineOf(words, 't')));
    }),
    { seed: 1, numRuns: 400 },
  );
  expect(read).toBeGreaterThan(3 * asked);
});

test.each([
  ['words that look like tags', 'B-52 flew low\nB-VEH O O\n\nI-95 closed\nB-LOC O\n', ['VEH B-52', 'LOC I-95']],
  ['tags before words', 'B-PER O B-LOC\nAda left Oslo\nO O O\nIt rained today\n', ['PER Ada', 'LOC Oslo']],
  ['one word in each sentence', 'Ada\nB-PER\n\nHello\nO\n', ['PER Ada']],
  [
    'parts of speech between',
    'Ada left\nNNP VBD\nB-PER O\n\nIt rained in May\nPRP VBD IN NNP\nO O O B-DATE\n',
    ['PER Ada', 'DATE May'],
  ],
])('%s', (_, text, entities) => {
  const corpus = readText(text);
  expect(corpus.question).toBeUndefined();
  expect(entitiesOf(corpus)).toEqual(entities);
});

test.each([
  ['behind slashes', 'fly/O to/O Oslo/B-to <=> flight\nleave/O Ribe/B-from <=> flight#time\n'],
  ['behind colons', 'fly:O to:O Oslo:B-to <=> flight\nleave:O Ribe:B-from <=> flight\n'],
  ['at the mark of the end', 'BOS fly to Oslo EOS\tO O O B-to flight\nBOS leave Ribe EOS\tO O B-from flight\n'],
])('sentences with their intents %s are read without these', (_, text) => {
  const corpus = readText(text, {}, 'a.txt');
  expect(corpus.question).toBeUndefined();
  expect(tokensOf(corpus)).toEqual(['fly to Oslo', 'leave Ribe']);
  expect(entitiesOf(corpus)).toEqual(['to Oslo', 'from Ribe']);
  expect(corpus.problems.map(({ kind, line }) => [kind, line])).toEqual([['intents', 0]]);
});

test('corrections leave the intents where they are', () => {
  const bytes = new TextEncoder().encode('fly/O to/O Oslo/B-to <=> flight\nleave/O Ribe/B-from <=> flight\n');
  const corpus = readCorpus('a.txt', bytes);
  const { parts } = writeCorrected(bytes, corpus, new Map([[0, { spans: [] }]]));
  expect(Buffer.concat(parts).toString()).toBe('fly/O to/O Oslo/O <=> flight\nleave/O Ribe/B-from <=> flight\n');
});

test('lines that may as well be columns are asked about', () => {
  const corpus = readText('B-52 flew\nB-VEH O\n');
  expect(corpus.question?.what).toBe('Has each line a token with its tag?');
  const either = readText('B-52\nI-95\n\nB-VEH\nB-LOC\n');
  expect(either.question?.options.map(({ settings }) => settings)).toEqual([
    { tokenColumn: 0, tagColumn: 1 },
    { tokenColumn: 1, tagColumn: 0 },
  ]);
});

test.each(['leave:O Ribe:B-from <=>', 'leave:O Ribe:B-from <=> flight time', 'leave:O Ribe:B-from flight'])(
  'of lines with intents, one without is reported: %s',
  (odd) => {
    const line = 'fly:O to:O Oslo:B-to <=> flight\n';
    const corpus = readText(`${line}${odd}\n${line}`, {}, 'a.txt');
    expect(entitiesOf(corpus)).toEqual(['to Oslo', 'to Oslo']);
    expect(corpus.question).toBeDefined();
    expect(corpus.problems.filter(({ severity }) => severity === 'error').map((problem) => problem.line)).toContain(2);
  },
);

/** Between a word and its tag, and before the next word. */
const JOINTS = [
  ['\t', ' '], ['\t', '  '], ['\t', ', '], ['\t', ' | '], ['\t', ','], [' ', '\t'], [' ', ', '], [',', ' '], [';', ' '], [', ', '\t'],
  ['\t', '\t'], [' ', ' '], [',', ','],
] as const; // prettier-ignore

test('words with their tags in a line are read, whatever is between them', () => {
  const one = fc.array(fc.constantFrom('Ada/B-PER', 'Lund/B-LOC', 'EU/B-ORG', 'left/O', 'in/O', './O'), {
    minLength: 2,
    maxLength: 8,
  });
  const isTagged = (some: string[][]) =>
    some.every((pairs) => /[BI]-/.test(pairs.join()) && pairs.join().includes('/O'));
  const lines = fc.array(one, { minLength: 1, maxLength: 4 }).filter(isTagged);
  fc.assert(
    fc.property(lines, fc.constantFrom(...JOINTS), fc.boolean(), (some, [joint, between], isBare) => {
      const isSame = joint === between;
      fc.pre(!isSame || some.length === 1 || new Set(some.map(({ length }) => length)).size > 1);
      const split = some.map((pairs) => pairs.map((pair) => pair.split('/') as [string, string]));
      const tagOf = (tag: string) => (isBare && !isSame ? tag.replace('B-', '') : tag);
      const written = split.map((pairs) => pairs.map(([word, tag]) => `${word}${joint}${tagOf(tag)}`).join(between));
      const corpus = readText(`${written.join('\n')}\n`);
      const asked = corpus.question?.what;
      expect([undefined, 'Does O in column 2 mean "outside an entity"?']).toContain(asked);
      expect(tokensOf(corpus)).toEqual(split.map((pairs) => pairs.map(([word]) => word).join(' ')));
      expect(tagsOf(corpus)).toEqual(split.map((pairs) => pairs.map(([, tag]) => tagOf(tag)).join(' ')));
    }),
    { seed: 1, numRuns: 400 },
  );
});

test.each([' ', '\t', ','])('columns of which a line end is lost are columns: joined by %j', (joint) => {
  const rows = ['Ada B-PER', 'left O', 'Lund B-LOC', 'for O EU B-ORG', '', 'Bo B-PER', 'left O'];
  const corpus = readText(`${rows.join('\n').replaceAll(' ', joint)}\n`);
  expect(corpus.format).toBe('conll');
  expect(corpus.question).toBeDefined();
});

test.each([
  [8, undefined],
  [0, 'Does O in column 2 mean "outside an entity"?'],
])('types without letters beside %i times O are read, or asked about, as in columns', (times, what) => {
  const rest = Array.from({ length: times }, () => 'O').join(' ');
  const corpus = readText(`Ada saw Varde ${rest}\nPER O LOC ${rest}\n\nBo fell\nPER O\n`);
  expect(corpus.question?.what).toBe(what);
  expect(corpus.style.scheme).toBe(what === undefined ? 'IO' : 'none');
});

test('lines of as many words and tags in turn may as well be columns', () => {
  const corpus = readText('Ada B-PER ada B-NAME\nleft O leave O\nLund B-LOC lund B-NAME\n');
  expect(corpus.format).toBe('conll');
});
