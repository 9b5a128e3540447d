import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CORPUS_FORMATS, type CorpusFormat, type Span } from '../../corpus.ts';
import { readCorpus } from '../read-corpus.ts';
import { writeCorrected } from '../write-corrected.ts';
import { predictionsFileName, writePredictions } from '../write-predictions.ts';
import { EXAMPLES, type EntityFormat, type ExampleSentence } from './examples.testing.ts';
import type { Format } from './format.ts';
import { detectFormat, FORMATS } from './registry.ts';

/** With characters beyond the basic plane, combining marks, a ligature of emoji, and right-to-left letters. */
const WORDS = ['Mira', 'o\u0308', 'Zoë', '😀', '👩‍🚀', '東京', 'مدينة', 'x', 'Straße'];
const TYPES = ['PER', 'LOC', 'Größe'];
const SPACED = [...TYPES, 'Work of Art'];

/** Sentences with spans that may touch but do not overlap. */
function sentencesOf(types: readonly string[]): fc.Arbitrary<ExampleSentence[]> {
  const pieces = fc.array(
    fc.record({
      words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
      type: fc.option(fc.constantFrom(...types), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const sentence = pieces.map((parts): ExampleSentence => {
    const tokens: string[] = [];
    const spans: Span[] = [];
    for (const { words, type } of parts) {
      if (type !== undefined) spans.push({ start: tokens.length, end: tokens.length + words.length, type });
      tokens.push(...words);
    }
    return { tokens, spans };
  });
  // The first sentence has every type, so that the tags have a scheme whatever follows.
  const first = { tokens: [...types, 'ran', '.'], spans: types.map((type, i) => ({ start: i, end: i + 1, type })) };
  return fc.array(sentence, { minLength: 1, maxLength: 4 }).map((sentences) => [first, ...sentences]);
}

test('docs/data.md has a row for each format', () => {
  const docs = readFileSync('docs/data.md', 'utf8');
  for (const { title } of Object.values(CORPUS_FORMATS)) expect(docs).toContain(`\n| ${title} |`);
});

const formats = Object.keys(EXAMPLES) as EntityFormat[];

describe.each(formats)('%s', (format) => {
  const { write, options, hasSpaces } = EXAMPLES[format];
  const file = `town.${CORPUS_FORMATS[format].extensions[0]}`;
  const read = (bytes: Uint8Array, name = file) => readCorpus(name, bytes, options);
  const encode = (sentences: readonly ExampleSentence[], end: string) =>
    new TextEncoder().encode(
      write(sentences)
        .map((line) => line + end)
        .join(''),
    );
  const given = fc.tuple(sentencesOf(hasSpaces ? SPACED : TYPES), fc.constantFrom('\n', '\r\n'));

  test('is detected by name and by content', () => {
    const example: ExampleSentence = { tokens: ['Mira', 'ran'], spans: [{ start: 0, end: 1, type: 'PER' }] };
    const lines = write([example, example]);
    expect(detectFormat(file, lines)).toMatchObject({ format, reason: expect.stringMatching(/./) as string });
    expect(detectFormat('file', lines).format).toBe(format);
  });

  test('has the same spans when it is written and read', () => {
    fc.assert(
      fc.property(given, ([sentences, end]) => {
        const corpus = read(encode(sentences, end));
        expect(corpus.problems).toEqual([]);
        expect(entitiesOf(corpus.sentences)).toEqual(entitiesOf(sentences));
      }),
      { numRuns: 50 },
    );
  });

  test('has the corrected spans when it is given back corrected', () => {
    fc.assert(
      fc.property(given, ([sentences, end]) => {
        const bytes = encode(sentences, end);
        const corpus = read(bytes);
        const last = corpus.sentences.length - 1;
        const spans = [{ start: 0, end: corpus.sentences[last]!.tokens.length, type: 'LOC' }];
        const { name, parts } = writeCorrected(bytes, corpus, new Map([[last, { spans }]]));
        const again = read(Uint8Array.from(parts.flatMap((part) => [...part])), name);
        expect(entitiesOf(again.sentences)).toEqual([
          ...entitiesOf(corpus.sentences.slice(0, last)),
          ...entitiesOf([{ ...corpus.sentences[last]!, spans }]),
        ]);
      }),
      { numRuns: 25 },
    );
  });

  test('keeps its labels when predictions are added', () => {
    fc.assert(
      fc.property(given, ([sentences, end]) => {
        const bytes = encode(sentences, end);
        const corpus = read(bytes);
        const tags = corpus.sentences.map(({ tokens }) => tokens.map(() => 'O'));
        const written = writePredictions(bytes, corpus, { tags, style: corpus.style });
        const again = readCorpus(predictionsFileName(corpus), new TextEncoder().encode(written), {
          ...options,
          ...(corpus.columns > 0 && { tagColumn: corpus.tagColumn }),
        });
        expect(entitiesOf(again.sentences)).toEqual(entitiesOf(corpus.sentences));
      }),
      { numRuns: 25 },
    );
  });
});

describe('overlapping spans', () => {
  const holding = formats.filter((format) => EXAMPLES[format].overlapping !== undefined);
  const range = fc.record({
    start: fc.nat(7),
    length: fc.integer({ min: 1, max: 4 }),
    type: fc.constantFrom(...TYPES),
  });
  const sentences = fc.array(
    fc
      .tuple(
        fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 8 }),
        fc.uniqueArray(range, { minLength: 1, maxLength: 5, comparator: 'IsStrictlyEqual' }),
      )
      .map(([tokens, ranges]): ExampleSentence => {
        const spans = ranges.map(({ start: from, length, type }) => {
          const start = from % tokens.length;
          return { start, end: Math.min(start + length, tokens.length), type };
        });
        const isFirst = (span: Span, i: number) =>
          spans.findIndex(({ start, end, type }) => start === span.start && end === span.end && type === span.type) ===
          i;
        return { tokens, spans: spans.filter(isFirst) };
      }),
    { minLength: 1, maxLength: 3 },
  );

  /** Of overlapping spans the longest is kept, of equally long ones the first in the file. */
  function kept({ tokens, spans }: ExampleSentence): ExampleSentence {
    const chosen: Span[] = [];
    const lengthOf = ({ start, end }: Span) => tokens.slice(start, end).join(' ').length;
    for (const span of spans.toSorted((a, b) => lengthOf(b) - lengthOf(a)))
      if (chosen.every(({ start, end }) => span.end <= start || end <= span.start)) chosen.push(span);
    return { tokens, spans: chosen.toSorted((a, b) => a.start - b.start) };
  }

  test.each(holding)('%s: the longest are read, each other one is reported, and they stay the same', (format) => {
    const file = `town.${CORPUS_FORMATS[format].extensions[0]}`;
    fc.assert(
      fc.property(sentences, fc.constantFrom('\n', '\r\n'), (given, end) => {
        const lines = EXAMPLES[format].overlapping!(given);
        const bytes = new TextEncoder().encode(lines.map((line) => line + end).join(''));
        const corpus = readCorpus(file, bytes, { acceptLosses: true });
        // WebAnno lists spans where they begin, MRC by type.
        const types = ['PER', ...given.flatMap(({ spans }) => spans.map(({ type }) => type))];
        const inOrder = (a: Span, b: Span) =>
          format === 'webanno'
            ? a.start - b.start
            : format === 'mrc'
              ? types.indexOf(a.type) - types.indexOf(b.type)
              : 0;
        const expected = given.map(({ tokens, spans }) => kept({ tokens, spans: spans.toSorted(inOrder) }));
        const spansIn = (some: readonly ExampleSentence[]) => some.reduce((sum, { spans }) => sum + spans.length, 0);
        expect(corpus.format).toBe(format);
        expect(spansIn(corpus.sentences)).toBeGreaterThan(0);
        expect(corpus.problems.filter(({ kind }) => kind === 'spans').length).toBe(
          spansIn(given) - spansIn(corpus.sentences),
        );
        const lengths = (some: readonly ExampleSentence[]) =>
          some.flatMap(({ tokens, spans }) =>
            spans.map((span) => tokens.slice(span.start, span.end).join('').replaceAll(/\s/g, '')),
          );
        expect(lengths(corpus.sentences)).toEqual(lengths(expected));
        const { name, parts } = writeCorrected(bytes, corpus, new Map());
        const again = readCorpus(name, Uint8Array.from(parts.flatMap((part) => [...part])), { acceptLosses: true });
        expect(entitiesOf(again.sentences)).toEqual(entitiesOf(corpus.sentences));
      }),
      { numRuns: 60 },
    );
  });

  test('docs/data.md says of each other format that it holds no overlapping spans', () => {
    const docs = readFileSync('docs/data.md', 'utf8');
    for (const format of formats.filter((one) => !holding.includes(one))) {
      const row = docs.split('\n').find((line) => line.startsWith(`| ${CORPUS_FORMATS[format].title} |`));
      expect(row).toMatch(/one layer of|no overlapping spans/);
    }
  });
});

test('docs/data.md says what each format is given back as', () => {
  const docs = readFileSync('docs/data.md', 'utf8');
  for (const format of Object.keys(FORMATS) as CorpusFormat[]) {
    const cells = docs
      .split('\n')
      .find((line) => line.startsWith(`| ${CORPUS_FORMATS[format].title} |`))!
      .split(/ *\| */);
    const { predict, correct } = FORMATS[format] as Format;
    expect([format, cells[3]!.startsWith('the file'), cells[4]!.startsWith('the file')]).toEqual([
      format,
      predict !== undefined,
      correct !== undefined,
    ]);
  }
});

/** Types and words of all spans, without white space. */
function entitiesOf(sentences: readonly ExampleSentence[]): string[] {
  return sentences.flatMap(({ tokens, spans }) =>
    spans.map(({ start, end, type }) => `${type}: ${tokens.slice(start, end).join('').replaceAll(/\s/g, '')}`),
  );
}
