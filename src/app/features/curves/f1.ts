import { scoreName, type ScoreName, type Scores } from '../../../eval/scores.ts';
import type { Table } from '../../../lib/table.ts';
import type { RecordedEpoch } from '../../stores/runs/thinned-epochs.ts';
import { roundFloat32 } from '../../look/format.ts';
import { shortened } from '../../ui/plot/end-labels.ts';
import { downsampled } from './downsample.ts';

/** F1 on dev in percent after an epoch: `overall`, and `t0`, `t1`… for the types in their order. */
export type F1Row = { epoch: number; overall: number } & Record<`t${number}`, number>;

export interface F1Curves {
  rows: F1Row[];
  /** The types with a line. */
  types: readonly string[];
  /** Number of all types. */
  typeCount: number;
  /** Name of the overall score. */
  name: ScoreName;
  /** The best epoch so far; undefined before the first is scored. */
  best: F1Row | undefined;
}

/** More lines than this cannot be distinguished. */
const MAX_LINES = 8;
/** Letters that remain at the end of the name of a type that is shortened. */
const KEPT = 4;

export function f1Curves(epochs: readonly RecordedEpoch[]): F1Curves {
  const last = epochs.at(-1);
  if (last === undefined) return { rows: [], types: [], typeCount: 0, name: 'F1', best: undefined };
  const types = mostFrequentTypes(last.dev, MAX_LINES);
  const best = epochs.find(({ epoch }) => epoch === last.bestEpoch);
  return {
    rows: f1Rows(epochs, types),
    types,
    typeCount: Object.keys(last.dev.byType).length,
    name: scoreName(last.dev),
    best: best && f1Row(best, types),
  };
}

export function f1Rows(epochs: readonly RecordedEpoch[], types: readonly string[]): F1Row[] {
  return downsampled(epochs).map((epoch) => f1Row(epoch, types));
}

function f1Row({ epoch, dev }: RecordedEpoch, types: readonly string[]): F1Row {
  const row: F1Row = { epoch, overall: dev.overall.f1 * 100 };
  types.forEach((type, i) => {
    const score = dev.byType[type];
    if (score) row[`t${i}`] = score.f1 * 100;
  });
  return row;
}

/** `best 94.7`, if the line continues after the best epoch. */
export function bestLabel({ rows, best }: Pick<F1Curves, 'rows' | 'best'>): string | undefined {
  return best === undefined || best.epoch === rows.at(-1)?.epoch ? undefined : `best ${best.overall.toFixed(1)}`;
}

/** The types with the most gold entities, by name. */
export function mostFrequentTypes({ byType }: Scores, count: number): string[] {
  const support = (type: string) => byType[type]?.support ?? 0;
  return Object.keys(byType)
    .sort((a, b) => support(b) - support(a))
    .slice(0, count)
    .sort();
}

export function f1RowAt(rows: readonly F1Row[], epoch: number | undefined): F1Row | undefined {
  return rows.find((row) => row.epoch === epoch);
}

/** `epoch 3 (best): overall 84.20, LOC 89.10` */
export function describeF1(row: F1Row, { types, name, best }: Pick<F1Curves, 'types' | 'name' | 'best'>): string {
  const ofTypes = types.flatMap((type, i) => {
    const f1 = row[`t${i}`];
    return f1 === undefined ? [] : [`${type} ${f1.toFixed(2)}`];
  });
  const epoch = `epoch ${row.epoch}${row.epoch === best?.epoch ? ' (best)' : ''}`;
  return `${epoch}: ${[`${OVERALL[name]} ${row.overall.toFixed(2)}`, ...ofTypes].join(', ')}`;
}

/** The label of the overall line. */
const OVERALL: Record<ScoreName, string> = { F1: 'overall', 'token accuracy': 'accuracy', accuracy: 'accuracy' };

export interface F1Label {
  key: string;
  /** Undefined: overall. */
  type: string | undefined;
  x: number;
  y: number;
  text: string;
}

/** The names of the lines, at their ends, with the scores of `epoch` (default: the last). */
export function f1Labels({ rows, types, name }: Pick<F1Curves, 'rows' | 'types' | 'name'>, epoch?: number): F1Label[] {
  const last = rows.at(-1);
  if (last === undefined) return [];
  const shown = f1RowAt(rows, epoch) ?? last;
  const overall = `${OVERALL[name]} ${shown.overall.toFixed(1)}`;
  const labels: F1Label[] = [{ key: 'overall', type: undefined, x: last.epoch, y: last.overall, text: overall }];
  types.forEach((type, i) => {
    const y = last[`t${i}`];
    const text = `${shortened(type, KEPT)} ${shown[`t${i}`]?.toFixed(1) ?? '–'}`;
    if (y !== undefined) labels.push({ key: `t${i}`, type, x: last.epoch, y, text });
  });
  return labels;
}

export function f1Table({ rows, types, name }: Pick<F1Curves, 'rows' | 'types' | 'name'>): Table<F1Row> {
  return {
    columns: [
      { name: 'epoch', value: ({ epoch }) => epoch },
      { name: OVERALL[name], value: ({ overall }) => roundFloat32(overall) },
      ...types.map((type, i) => ({ name: type, value: (row: F1Row) => roundFloat32(row[`t${i}`]) })),
    ],
    rows,
  };
}
