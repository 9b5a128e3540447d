import { scoreName, type Score, type ScoreName, type Scores } from '../../../eval/scores.ts';
import { savedColumns } from '../../../lib/table.ts';
import { formatCount } from '../../look/format.ts';
import { memoizedByObject } from '../../stores/memoized.ts';
import { TypeName } from '../entity/TypeName.tsx';
import type { ViewColumn, ViewTable } from './DataTable.tsx';
import styles from './ScoreTable.module.css';
import { Share } from './Share.tsx';

export interface ScoreRow extends Score {
  /** Undefined: overall. */
  type?: string | undefined;
  name: string;
}

const RATES = {
  precision: { head: 'P', label: 'Precision', title: 'Precision: the share of what was predicted that is right' },
  recall: { head: 'R', label: 'Recall', title: 'Recall: the share of what is annotated that was found' },
  f1: { head: 'F1', label: 'F1', title: 'The harmonic mean of precision and recall' },
} as const;

type Rate = keyof typeof RATES;

/** Precision, recall and F1 with bars, then the counts. @param shareOf undefined: unknown */
export function scoreColumns<Row extends Score & { type?: string | undefined }>(
  support: Pick<ViewColumn<Row>, 'head' | 'label' | 'title'>,
  shareOf: (row: Row, rate: Rate) => number | undefined,
): ViewColumn<Row>[] {
  const rates = (Object.keys(RATES) as Rate[]).map((name): ViewColumn<Row> => ({
    ...RATES[name],
    name,
    value: (row) => row[name],
    text: (row) => <Share share={shareOf(row, name)} type={name === 'f1' ? row.type : undefined} />,
    className: styles.share,
  }));
  return [
    ...rates,
    { ...support, name: 'support', value: (row) => row.support, text: (row) => formatCount(row.support) },
    ...savedColumns<Row>({ predicted: ({ predicted }) => predicted, correct: ({ correct }) => correct }),
  ];
}

const columnsFor = (head: string, support: string): readonly ViewColumn<ScoreRow>[] => [
  {
    name: 'type',
    head,
    value: ({ type = 'Overall' }) => type,
    text: ({ type, name }) => (type === undefined ? name : <TypeName type={type} />),
  },
  ...scoreColumns<ScoreRow>({ head: 'Support', label: 'Support', title: support }, (row, rate) => row[rate]),
];

const COLUMNS = columnsFor('Type', 'Gold entities');
const CLASS_COLUMNS = columnsFor('Class', 'Texts of the class');

/** What the row of all types is called. */
export const OVERALL: Record<ScoreName, string> = {
  F1: 'Overall',
  'token accuracy': 'Token accuracy',
  accuracy: 'Accuracy',
};

/** Overall, then the types by name. */
export const scoreTable = memoizedByObject((scores: Scores): ViewTable<ScoreRow> => {
  const types = Object.entries(scores.byType).sort(([a], [b]) => a.localeCompare(b));
  const name = scoreName(scores);
  return {
    ...noScores(name),
    rows: [
      { name: OVERALL[name], ...scores.overall },
      ...types.map(([type, score]) => ({ type, name: type, ...score })),
    ],
  };
});

export function noScores(name: ScoreName): ViewTable<ScoreRow> {
  return { columns: name === 'accuracy' ? CLASS_COLUMNS : COLUMNS, rows: [] };
}
