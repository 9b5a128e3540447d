import type { RunConfig } from '../../../config/schema.ts';
import { savedColumns, type Column, type Table } from '../../../lib/table.ts';
import type { FileStress } from '../../../workers/wire/payloads.ts';

/** A row of the table: the file as it is, or a stress test. */
export interface StressRow {
  label: string;
  about: string;
  score: FileStress['score'];
  difference: number | undefined;
  interval: readonly [low: number, high: number] | undefined;
  augmentation: Exclude<RunConfig['augmentation'], 'none' | 'all'> | undefined;
}

export function stressRows({ score, tests }: FileStress): StressRow[] {
  const own = {
    label: 'as it is',
    about: 'The file without changes.',
    score,
    difference: undefined,
    interval: undefined,
    augmentation: undefined,
  };
  return [own, ...tests.map((test) => ({ augmentation: undefined, ...test }))];
}

/** As a file. */
export function stressTable(found: FileStress): Table<StressRow> {
  const columns: Column<StressRow, never>[] = savedColumns<StressRow>({
    test: ({ label }) => label,
    precision: ({ score }) => score.precision,
    recall: ({ score }) => score.recall,
    f1: ({ score }) => score.f1,
    support: ({ score }) => score.support,
    difference: ({ difference }) => difference ?? '',
    low: ({ interval }) => interval?.[0] ?? '',
    high: ({ interval }) => interval?.[1] ?? '',
  });
  return { columns, rows: stressRows(found) };
}
