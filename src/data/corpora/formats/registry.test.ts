import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CORPUS_FORMATS, type CorpusFormat, type Span } from '../../corpus.ts';
import { readCorpus } from '../read-corpus.ts';
import { writeCorrected } from '../write-corrected.ts';
import { predictionsFileName, writePredictions } from '../write-predictions.ts';
import { EXAMPLES, type ExampleSentence } from './examples.testing.ts';
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

const formats = Object.keys(FORMATS) as CorpusFormat[];

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

test.each([
  ['jsonl', (text: string, spans: readonly [number, number, string][]) => JSON.stringify({ text, label: spans })],
  [
    'pubtator',
    (text: string, spans: readonly [number, number, string][]) =>
      [
        `1|t|${text}`,
        ...spans.map(([start, end, type]) =>
          ['1', start, end, [...text].slice(start, end).join(''), type, 'D1'].join('\t'),
        ),
        '',
      ].join('\n'),
  ],
] as const)('%s: overlapping spans give the same spans again when they are written and read', (format, write) => {
  const words = fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 8 });
  const range = fc.tuple(fc.nat(7), fc.nat(3), fc.constantFrom(...TYPES));
  fc.assert(
    fc.property(
      words,
      fc.array(range, { minLength: 2, maxLength: 5 }),
      fc.constantFrom('\n', '\r\n'),
      (tokens, ranges, end) => {
        const text = tokens.join(' ');
        const starts = tokens.map((_, i) => [...tokens.slice(0, i).join(' ')].length + (i > 0 ? 1 : 0));
        const spans = ranges.map(([from, length, type]): [number, number, string] => {
          const first = from % tokens.length;
          const last = Math.min(first + length, tokens.length - 1);
          return [starts[first]!, starts[last]! + [...tokens[last]!].length, type];
        });
        const bytes = new TextEncoder().encode(write(text, spans).replaceAll('\n', end) + end);
        const file = `town.${CORPUS_FORMATS[format].extensions[0]}`;
        const corpus = readCorpus(file, bytes);
        expect(corpus.format).toBe(format);
        const { name, parts } = writeCorrected(bytes, corpus, new Map());
        const again = readCorpus(name, Uint8Array.from(parts.flatMap((part) => [...part])));
        expect(entitiesOf(again.sentences)).toEqual(entitiesOf(corpus.sentences));
        expect(entitiesOf(corpus.sentences).length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 100 },
  );
});

/** Types and words of all spans, without white space. */
function entitiesOf(sentences: readonly ExampleSentence[]): string[] {
  return sentences.flatMap(({ tokens, spans }) =>
    spans.map(({ start, end, type }) => `${type}: ${tokens.slice(start, end).join('').replaceAll(/\s/g, '')}`),
  );
}
