import type { Field } from '../config/field.ts';
import { FIELDS, type FieldName, type RunConfig } from '../config/schema.ts';
import { parseField } from '../config/validate.ts';

/** The values that a search tries for a setting. */
export type Range =
  /** Any number from `low` to `high`, drawn uniformly or, for `log`, log-uniformly. */
  | { kind: 'interval'; low: number; high: number; scale: 'linear' | 'log' }
  | { kind: 'values'; values: readonly RunConfig[FieldName][] };

/** The settings that a search varies. All others come from the starting recipe. */
export type Ranges = Partial<Record<FieldName, Range>>;

const values = (...list: RunConfig[FieldName][]): Range => ({ kind: 'values', values: list });

/**
 * The default ranges, around the published recipes and this studio's. Not varied are the epochs, which define the levels of a search, and
 * the settings that define the kind of model (cell, decoder, context).
 */
export function defaultRanges({ optimizer }: Pick<RunConfig, 'optimizer'>): Ranges {
  const isSgd = optimizer === 'sgd';
  return {
    learningRate: { kind: 'interval', low: isSgd ? 0.005 : 0.0005, high: isSgd ? 0.2 : 0.008, scale: 'log' },
    batchSize: values(8, 16, 32),
    ...(isSgd ? {} : { optimizer: values('adam', 'adamw') }),
    schedule: values('inverse', 'linear'),
    averaging: values(0, 1, 2),
    hidden: values(100, 150, 200, 256),
    charFeatures: values(30, 60, 100),
    dropoutInput: { kind: 'interval', low: 0, high: 0.6, scale: 'linear' },
    dropoutOutput: { kind: 'interval', low: 0, high: 0.6, scale: 'linear' },
    wordDropout: { kind: 'interval', low: 0, high: 0.2, scale: 'linear' },
    unknownReplacement: values(0, 0.25, 0.5),
    ...(isSgd ? {} : { weightDecay: values(0, 0.01, 0.05) }),
  };
}

/** Settings that a search sets itself. */
const RESERVED: readonly FieldName[] = ['seed', 'epochs', 'patience'];

/**
 * Parses a range of `--vary`: `0.0005..0.01` (log-uniform if the high end is at least ten times the low one), or `8,16,32`.
 *
 * @returns the range, or `problem`: why it is invalid, as the end of a sentence without the full stop
 */
export function parseRange(name: FieldName, text: string): { range: Range } | { problem: string } {
  if (RESERVED.includes(name)) return { problem: `${name} is set by the search itself` };
  const field: Field = FIELDS[name];
  const [low, high, more] = text.split('..');
  if (low !== undefined && high !== undefined && more === undefined) {
    if (field.type !== 'number' && field.type !== 'integer') {
      return { problem: `${name} is not a number: expected values, as in ${exampleOf(field)}` };
    }
    const ends = [low, high].map((end) => parseField(name, end));
    const [from, to] = ends.map((end) => ('value' in end ? end.value : undefined));
    if (typeof from !== 'number' || typeof to !== 'number' || from >= to) {
      return { problem: `expected two numbers from ${field.min} to ${field.max}, the lower one first` };
    }
    return { range: { kind: 'interval', low: from, high: to, scale: from > 0 && to >= 10 * from ? 'log' : 'linear' } };
  }
  const list: RunConfig[FieldName][] = [];
  for (const part of text.split(',')) {
    const parsed = parseField(name, part.trim());
    if ('problem' in parsed)
      return { problem: `${parsed.problem.value} is not a valid value: ${parsed.problem.reason}` };
    list.push(parsed.value);
  }
  if (new Set(list).size < 2) return { problem: `expected at least two values, as in ${exampleOf(field)}` };
  return { range: { kind: 'values', values: [...new Set(list)] } };
}

/** Formats a range for `parseRange`. */
export function rangeText(range: Range): string {
  return range.kind === 'interval' ? `${range.low}..${range.high}` : range.values.join(',');
}

function exampleOf(field: Field): string {
  if (field.type === 'choice') return field.choices.join(',');
  return field.type === 'switch' ? 'true,false' : `${field.min}..${field.max}`;
}
