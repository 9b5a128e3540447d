import type { Span } from '../data/corpus.ts';
import { formatCsv } from '../lib/csv.ts';
import type { ErrorSentence } from './errors.ts';

const SIDES = ['gold', 'predicted'] as const;
const SIDE_COLUMNS = SIDES.flatMap((side) => ['Type', 'Text', 'Start', 'End'].map((name) => side + name));
const HEADER = ['line', 'kind', ...SIDE_COLUMNS, 'sentence', 'seen'];

/** One row per error, for a spreadsheet. The cells of a side without an entity are empty, and `seen` without training sentences. */
export function errorsCsv(sentences: readonly ErrorSentence[]): string {
  const lines = sentences.flatMap(({ line, tokens, errors }) =>
    errors.map((error) => [
      line,
      error.kind,
      ...SIDES.flatMap((side) => {
        const entity = entityOf(error[side], tokens);
        return [entity?.type, entity?.text, entity?.start, entity?.end];
      }),
      tokens.join(' '),
      error.slices.seen,
    ]),
  );
  return formatCsv([HEADER, ...lines]);
}

/** One object per error; `null` for a side without an entity. */
export function errorsJsonLines(sentences: readonly ErrorSentence[]): string {
  const records = sentences.flatMap(({ line, tokens, errors }) =>
    errors.map(({ kind, gold, predicted, slices: { seen } }) => ({
      line,
      kind,
      gold: entityOf(gold, tokens) ?? null,
      predicted: entityOf(predicted, tokens) ?? null,
      tokens,
      ...(seen && { seen }),
    })),
  );
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function entityOf(span: Span | undefined, tokens: readonly string[]) {
  if (span === undefined) return undefined;
  const { type, start, end } = span;
  return { type, text: tokens.slice(start, end).join(' '), start, end };
}
