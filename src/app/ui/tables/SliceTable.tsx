import type { SliceScore, SliceScores } from '../../../eval/score-slices.ts';
import type { Slicing } from '../../../eval/slices.ts';
import { DataTable, type ViewTable } from './DataTable.tsx';
import { scoreColumns } from './score-table.tsx';
import styles from './ScoreTable.module.css';
import { sliceName, slicingsOf } from './slice-names.ts';
import { SLICING_NAMES } from './slicings.ts';

interface SliceRow extends SliceScore {
  slicing: Slicing;
}

/** A row per slice of every slicing; shown is one of them. */
export function sliceTable(scores: SliceScores, shown?: Slicing): ViewTable<SliceRow> {
  const slicings = shown === undefined ? slicingsOf(scores) : [shown];
  return {
    columns: [
      { name: 'slicing', value: ({ slicing }) => slicing },
      {
        name: 'slice',
        head: shown && SLICING_NAMES[shown],
        value: ({ slice }) => slice,
        text: ({ slicing, slice }) => sliceName(slicing, slice).name,
        marks: ({ slicing, slice }) => ({ title: sliceName(slicing, slice).means }),
      },
      ...scoreColumns<SliceRow>({ head: 'n', label: 'Gold entities', title: 'Gold entities' }, (row, rate) => {
        const { support, predicted } = row;
        const total = { precision: predicted, recall: support, f1: support + predicted }[rate];
        return total === 0 ? undefined : row[rate];
      }),
    ],
    rows: slicings.flatMap((slicing) => (scores[slicing] ?? []).map((row) => ({ slicing, ...row }))),
  };
}

interface SliceTableProps {
  label: string;
  slicing: Slicing;
  scores: SliceScores;
}

/** Precision, recall and F1 in percent of each slice, with the number of its gold entities. */
export function SliceTable({ label, slicing, scores }: SliceTableProps) {
  return <DataTable table={sliceTable(scores, slicing)} label={label} className={styles.table} />;
}
