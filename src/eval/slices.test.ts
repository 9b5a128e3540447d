import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standardStyle } from '../data/tags/tag-style.ts';
import { tagsOfSpans } from '../data/tags/tag-spans.ts';
import { reportErrors, type ScoredSentence } from './errors.ts';
import { scoreTags } from './score-tags.ts';
import { TrainingEntities } from './seen.ts';
import { scoreSlices } from './score-slices.ts';
import { SLICINGS, type Slicing } from './slices.ts';

const STYLE = standardStyle('BIO');
const BIO = { scheme: 'BIO' } as const;

const words = (text: string) => text.split(' ');
const span = (start: number, end: number, type = 'PER') => ({ start, end, type });

function training(hasVector: (word: string) => boolean = () => false): TrainingEntities {
  const sentences = [
    { tokens: words('Mira Holt sails to Port 7'), spans: [span(0, 2), span(4, 6, 'LOC')] },
    { tokens: words('the sea'), spans: [] },
  ];
  return new TrainingEntities(sentences, BIO, hasVector);
}

describe('what was seen in training', () => {
  const vectors = new Set(['Oslo', 'Ada']);
  const entities = training((word) => vectors.has(word));

  test.each([
    ['Mira Holt', 'seen'],
    ['MIRA holt', 'seen'], // ignoring case
    ['Port 7', 'seen'],
    ['Port 8', 'partly'], // digits are compared
    ['Holt Mira', 'partly'],
    ['Mira', 'partly'], // a part of an entity is not an entity
    ['sea', 'partly'], // outside of entities
    ['Oslo', 'vectors'],
    ['Ada Zyx', 'vectors'],
    ['Zyx', 'unknown'],
  ])('%s: %s', (text, expected) => {
    expect(entities.classOf(words(text))).toBe(expected);
  });

  test('without a scheme every training token is an entity', () => {
    const tagged = new TrainingEntities([{ tokens: words('the sea'), spans: [] }], { scheme: 'none' }, () => false);
    expect([tagged.classOf(['Sea']), tagged.classOf(['ship'])]).toEqual(['seen', 'unknown']);
  });
});

const VOCABULARY = words('Mira Holt Port 7 8 sea the Oslo Zyx');
const sentence = fc
  .tuple(
    fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 45 }),
    fc.array(fc.constantFrom('O', 'O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC'), { minLength: 45, maxLength: 45 }),
    fc.array(fc.constantFrom('O', 'O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC'), { minLength: 45, maxLength: 45 }),
    fc.boolean(),
  )
  .map(([tokens, gold, predicted, isSame]): ScoredSentence => {
    const cut = (tags: string[]) => tags.slice(0, tokens.length);
    return { tokens, line: 1, gold: cut(gold), predicted: cut(isSame ? gold : predicted) };
  });

/** The entities of tags, found token by token: start, end, type and surface. */
function entitiesOf(tags: readonly string[], tokens: readonly string[]) {
  const found: { start: number; end: number; type: string; surface: string }[] = [];
  let open: { start: number; type: string } | undefined;
  for (let t = 0; t <= tokens.length; t++) {
    const tag = tags[t] ?? 'O';
    const type = tag.slice(2);
    if (open !== undefined && tag !== `I-${open.type}`) {
      found.push({ ...open, end: t, surface: tokens.slice(open.start, t).join(' ') });
      open = undefined;
    }
    if (tag !== 'O' && open === undefined) open = { start: t, type };
  }
  return found;
}

test('scores by slice are those of a plain loop, and add up to the scores of all entities', () => {
  const known = training((word) => word === 'Oslo');
  const ranges: Record<Exclude<Slicing, 'seen'>, Record<string, [number, number]>> = {
    entityLength: { '1': [1, 1], '2': [2, 2], '3': [3, 3], '4': [4, 4], '5+': [5, Infinity] },
    sentenceLength: { '1–10': [1, 10], '11–20': [11, 20], '21–30': [21, 30], '31–40': [31, 40], '41+': [41, Infinity] },
  };
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 6 }), (sentences) => {
      const slices = scoreSlices(STYLE, sentences, known);
      const { overall } = scoreTags(STYLE, sentences);
      for (const slicing of Object.keys(SLICINGS) as Slicing[]) {
        const rows = slices[slicing]!;
        for (const count of ['support', 'predicted', 'correct'] as const) {
          expect(rows.reduce((sum, row) => sum + row[count], 0)).toBe(overall[count]);
        }
        for (const { slice, support, predicted, correct } of rows) {
          let counts = [0, 0, 0];
          for (const { tokens, gold, predicted: tags } of sentences) {
            const isIn = ({ start, end, surface }: { start: number; end: number; surface: string }) => {
              if (slicing === 'seen') return known.classOf(surface.split(' ')) === slice;
              const [from, to] = ranges[slicing][slice]!;
              const length = slicing === 'entityLength' ? end - start : tokens.length;
              return length >= from && length <= to;
            };
            const [a, b] = [entitiesOf(gold, tokens).filter(isIn), entitiesOf(tags, tokens).filter(isIn)];
            const same = a.filter((x) => b.some((y) => JSON.stringify(x) === JSON.stringify(y)));
            counts = [counts[0]! + a.length, counts[1]! + b.length, counts[2]! + same.length];
          }
          expect([support, predicted, correct]).toEqual(counts);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('without training sentences only lengths split the scores', () => {
  const tokens = words('Mira sails');
  const gold = tagsOfSpans(STYLE, [span(0, 1)], 2);
  const slices = scoreSlices(STYLE, [{ tokens, line: 1, gold, predicted: gold }]);
  expect(slices.seen).toBeUndefined();
  expect(slices.entityLength[0]).toMatchObject({ slice: '1', f1: 1, support: 1 });
});

test('an error has the slices of its gold entity, a spurious one those of the prediction', () => {
  const tokens = words('Mira Holt met Zyx');
  const gold = tagsOfSpans(STYLE, [span(0, 2)], 4);
  const predicted = tagsOfSpans(STYLE, [span(0, 1), span(3, 4)], 4);
  const report = reportErrors(STYLE, [{ tokens, line: 1, gold, predicted }], Infinity, training());
  expect(report.sentences[0]!.errors.map(({ kind, slices }) => [kind, slices])).toEqual([
    ['wrong-boundary', { seen: 'seen', entityLength: '2', sentenceLength: '1–10' }],
    ['spurious', { seen: 'unknown', entityLength: '1', sentenceLength: '1–10' }],
  ]);
  expect(report.counts.map(({ slices, count }) => [slices.seen, count])).toEqual([
    ['seen', 1],
    ['unknown', 1],
  ]);
});
