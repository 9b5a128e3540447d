import type { EntityError, ErrorReport } from '../../src/eval/errors.ts';
import { compareModels, type ModelsComparison } from '../../src/eval/compare-models.ts';
import type { SliceScores } from '../../src/eval/score-slices.ts';
import { SLICINGS } from '../../src/eval/slices.ts';
import type { RecordFormat } from '../../src/tagging/texts/records.ts';
import type { ScoreReport, TaggedExample, TaggedFile } from '../../src/workers/wire/payloads.ts';
import { score, scoresAt } from './samples.ts';

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

export function scoreReport(file: string): ScoreReport {
  return {
    file,
    scores: scoresAt(7),
    unknownTypes: undefined,
    errors: errorReport(),
    slices: sliceScores(),
    trainedOn: { files: 'a.train', sentences: 1200, areLoaded: true },
    sentences: 24,
    tokens: 240,
    knownTokens: 9,
    unknownLetters: { letters: ['ж', 'ё'], tokens: 12 },
    seconds: 2.1,
  };
}

/** A sentence of a tagged text; later ones have lower probabilities. */
function taggedExample(number: number): TaggedExample {
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

/** A tagged text of many sentences, and a file in the requested format. */
export function taggedFile(file: string, format: RecordFormat | undefined): TaggedFile {
  const examples = Array.from({ length: 60 }, (_, i) => taggedExample(i + 1));
  const name = `${file.replace(/\.txt$/i, '')}.predicted.${format}`;
  return {
    written: format && { name, contents: new Blob([`as ${format}\n`]) },
    report: {
      file,
      sentences: 2110,
      tokens: 40_332,
      types: [
        { type: 'PER', count: 1204 },
        { type: 'LOC', count: 311 },
      ],
      first: examples,
      leastSure: examples.toSorted((a, b) => a.leastSure.probability - b.leastSure.probability),
      records: undefined,
      unknownLetters: { letters: ['ж'], tokens: 4033 },
      seconds: 3.2,
    },
  };
}

/** Two tagged records. */
export function taggedRecordsFile(file: string, format: RecordFormat | undefined): TaggedFile {
  const { written, report } = taggedFile(file, format);
  const records = {
    count: 2,
    header: ['id', 'text', 'predicted PER'],
    rows: [
      ['7', 'Mira Holt left Oslo, alas.', 'Mira Holt'],
      ['9', 'Then she met Tom Arden.', 'Tom Arden'],
    ],
    warning: format === 'table' ? '1 cell begins with =.' : undefined,
  };
  return { written, report: { ...report, records } };
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
