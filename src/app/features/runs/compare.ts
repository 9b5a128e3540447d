import { FIELD_NAMES, FIELDS } from '../../../config/schema.ts';
import type { Table } from '../../../lib/table.ts';
import { lookOfSlot, type EntityLook } from '../../look/entity-look.ts';
import { formatCount, formatSetting } from '../../look/format.ts';
import { memoized, memoizedByObject } from '../../stores/memoized.ts';
import type { HistoryStore, RunRecord } from '../../stores/runs/history.ts';
import { shortened } from '../../ui/plot/end-labels.ts';

/** A run that is compared, and the look of its line and its name. */
export interface Compared {
  record: RunRecord;
  look: EntityLook;
}

const comparedMemo = memoized(comparedRuns);

export const selectCompared = ({ records, compared }: HistoryStore): readonly Compared[] =>
  comparedMemo(records, compared);

/** The compared runs, sorted by place, which does not change when other runs are added or removed. */
export function comparedRuns(
  records: readonly RunRecord[],
  compared: Readonly<Record<RunRecord['id'], number>>,
): Compared[] {
  return records
    .flatMap((record) => {
      const place = compared[record.id];
      return place === undefined ? [] : [{ record, place }];
    })
    .sort((a, b) => a.place - b.place)
    .map(({ record, place }) => ({ record, look: lookOfSlot(place) }));
}

/** F1 on dev in percent after an epoch: `r0`, `r1`… for the runs in their order. */
export type CompareRow = { epoch: number } & Record<`r${number}`, number>;

export function compareRows(runs: readonly Compared[]): CompareRow[] {
  const rows = new Map<number, CompareRow>();
  runs.forEach(({ record }, i) => {
    for (const { epoch, dev } of record.epochs) {
      const row: CompareRow = rows.get(epoch) ?? { epoch };
      row[`r${i}`] = dev.overall.f1 * 100;
      rows.set(epoch, row);
    }
  });
  return [...rows.values()].sort((a, b) => a.epoch - b.epoch);
}

/** The names of the runs at the ends of their lines, with the score of `epoch` (default: the last of each). */
export function compareLabels(runs: readonly Compared[], rows: readonly CompareRow[], epoch?: number) {
  const pointed = rows.find((row) => row.epoch === epoch);
  return runs.flatMap(({ record, look }, i) => {
    const last = rows.findLast((row) => row[`r${i}`] !== undefined);
    const y = last?.[`r${i}`];
    if (last === undefined || y === undefined) return [];
    const value = pointed === undefined ? y : pointed[`r${i}`];
    return [{ key: record.id, look, x: last.epoch, y, text: `${shortened(record.name)} ${value?.toFixed(1) ?? '–'}` }];
  });
}

export function compareTable(runs: readonly Compared[]): Table<CompareRow> {
  return {
    columns: [
      { name: 'epoch', value: ({ epoch }) => epoch },
      ...runs.map(({ record }, i) => ({ name: record.name, value: (row: CompareRow) => row[`r${i}`]?.toFixed(2) })),
    ],
    rows: compareRows(runs),
  };
}

/** A setting in which the runs differ, with the value of each. */
export interface Difference {
  label: string;
  values: string[];
}

/** The shown data of the compared runs. */
export const comparison = memoizedByObject((runs: readonly Compared[]) => ({
  rows: compareRows(runs),
  differences: differences(runs.map(({ record }) => record)),
  hasSeeds: runs.some(({ record }) => record.recipe.seeds > 1),
}));

export function differences(records: readonly RunRecord[]): Difference[] {
  const facts: [label: string, of: (record: RunRecord) => string][] = [
    ['Seeds', ({ recipe }) => String(recipe.seeds)],
    ...FIELD_NAMES.map((name): (typeof facts)[number] => [
      FIELDS[name].label,
      ({ recipe }) => formatSetting(recipe.config[name]),
    ]),
    ['Started from', ({ parent }) => parent ?? 'scratch'],
    ['Training files', ({ data }) => data],
    ['Training sentences', ({ sentences }) => formatCount(sentences)],
    ['Dev files', ({ dev }) => dev],
    ['Vectors', ({ vectors }) => vectors ?? 'none'],
    ['Further inputs', ({ inputs }) => inputs ?? 'none'],
    ['Device', ({ device }) => device],
  ];
  return facts
    .map(([label, of]) => ({ label, values: records.map(of) }))
    .filter(({ values }) => new Set(values).size > 1);
}
