import type { EntityError, ErrorReport } from '../../src/eval/errors.ts';
import { compareModels, type ModelsComparison } from '../../src/eval/compare-models.ts';
import type { SliceScores } from '../../src/eval/score-slices.ts';
import { SLICINGS } from '../../src/eval/slices.ts';
import type { TaggedExample } from '../../src/workers/wire/payloads.ts';
import { score } from './samples.ts';

// Invented results of scoring a file.

/** One error of each kind in each of 24 sentences. */
export function errorReport(): ErrorReport {
  const span = (start: number, end: number, type: string) => ({ start, end, type });
  const slices = { seen: 'seen', entityLength: '1', sentenceLength: '1–10' } as const;
  const unknown = { ...slices, seen: 'unknown' } as const;
  const errors: EntityError[] = [
    { slices, kind: 'missed', gold: span(0, 1, 'PER'), predicted: undefined },
    { slices: unknown, kind: 'spurious', gold: undefined, predicted: span(1, 2, 'MISC') },
    { slices, kind: 'wrong-type', gold: span(2, 3, 'ORG'), predicted: span(2, 3, 'LOC') },
    {
      slices: { ...unknown, entityLength: '2' },
      kind: 'wrong-boundary',
      gold: span(4, 6, 'LOC'),
      predicted: span(5, 6, 'LOC'),
    },
    {
      slices: { ...unknown, entityLength: '2' },
      kind: 'wrong-type-and-boundary',
      gold: span(7, 9, 'PER'),
      predicted: span(7, 8, 'ORG'),
    },
  ];
  const tokens = ['Nora', 'told', 'Siemens', 'in', 'New', 'Lisbon', 'about', 'Ivo', 'Field', '.'];
  const gold = errors.flatMap((error) => error.gold ?? []);
  const predicted = errors.flatMap((error) => error.predicted ?? []);
  const sentences = Array.from({ length: 24 }, (_, i) => ({ line: 11 * i + 1, tokens, gold, predicted, errors }));
  const counts = errors.map(({ kind, gold, predicted, slices: of }) => ({
    slices: of,
    kind,
    gold: gold?.type,
    predicted: predicted?.type,
    count: sentences.length,
  }));
  return { counts: [...counts, { slices, kind: 'correct', gold: 'PER', predicted: 'PER', count: 1700 }], sentences };
}

/** Three of four entities were seen in training. */
export function sliceScores(): SliceScores {
  const rows = (slices: readonly string[]) =>
    slices.map((slice, i) => ({ slice, ...score(0.95 - 0.15 * i, 1000 - 200 * i, 0) }));
  return {
    seen: rows(SLICINGS.seen),
    entityLength: rows(SLICINGS.entityLength),
    sentenceLength: rows(SLICINGS.sentenceLength),
  };
}

/** A sentence of a tagged text; later ones have lower probabilities. */
export function taggedExample(number: number): TaggedExample {
  const probability = 1.01 - number / 100;
  return {
    number,
    text: 'They left Vale',
    tokens: ['They', 'left', 'Vale'],
    tags: ['O', 'O', 'B-LOC'],
    entities: [{ type: 'LOC', start: 10, end: 14, probability }],
    leastSure: { token: 2, probability },
  };
}

/** Two models, of which the first misses every third entity and the second every fourth. */
export function modelsComparison(): ModelsComparison {
  const tokens = ['Nora', 'told', 'Siemens', 'in', 'New', 'Lisbon', '.'];
  const gold = [
    { start: 0, end: 1, type: 'PER' },
    { start: 2, end: 3, type: 'ORG' },
    { start: 4, end: 6, type: 'LOC' },
  ];
  const found = (nth: number, s: number) => gold.filter((_, i) => (3 * s + i) % nth > 0);
  return compareModels(
    Array.from({ length: 24 }, (_, s) => ({ line: 8 * s + 1, tokens, gold, predicted: [found(3, s), found(4, s)] })),
  );
}
