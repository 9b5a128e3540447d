import { countText, figureText, percentText } from '../../../eval/figure-text.ts';
import type { ScoreSummary } from '../../../eval/summary.ts';
import { formatCount, formatDuration } from '../../look/format.ts';
import { useStudyStore } from '../../stores/runs/study.ts';
import { rowToggled, useRowsStore } from './rows.ts';
import { DataTable, type ViewTable } from '../../ui/tables/DataTable.tsx';
import styles from '../../ui/tables/ResultsTable.module.css';
import { scoreColumnsOfRuns } from '../../ui/tables/run-columns.tsx';
import { ShareBar } from '../../ui/ShareBar.tsx';
import shared from '../../look/text.module.css';
import type { AblationTable as Ablation } from './results.ts';

type Row = Ablation['rows'][number];

const GROUPS: Record<Row['row']['group'], string> = {
  model: 'Parts of the model',
  decoder: 'Other decoder',
  data: 'The recipe with less data',
};

/** The rows to choose from, and their results. */
export function AblationTable({ results }: { results: Ablation }) {
  const table = tableOf(results);
  return (
    <DataTable
      table={table}
      label="Ablation"
      className={styles.table}
      keyOf={({ row }) => row.id}
      marks={({ isBest }) => ({ 'data-best': isBest || undefined })}
      groupOf={({ row }) => GROUPS[row.group]}
      instead={({ summary, state }) => (summary?.dev === undefined ? (state ?? '') : undefined)}
      quiet={`${shared.dim} ${styles.wide}`}
    />
  );
}

function tableOf({ rows, hasTest, name }: Ablation): ViewTable<Row> {
  const f1 = (summary: ScoreSummary | undefined) => summary && figureText(summary, (figures) => figures.f1);
  return {
    columns: [
      { head: 'Model', text: (row) => <Model row={row} /> },
      ...scoreColumnsOfRuns<Row>(name, {
        precision: ({ summary }) => percentText(summary?.dev?.mean.precision ?? 0),
        recall: ({ summary }) => percentText(summary?.dev?.mean.recall ?? 0),
        f1: ({ summary }) => f1(summary?.dev),
        test: hasTest ? ({ summary }) => f1(summary?.test) : undefined,
      }),
      {
        head: 'Invalid',
        title: 'Predicted dev sequences that break the scheme',
        className: styles.secondary,
        text: ({ summary }) => countText(summary?.dev?.mean.invalidSequences ?? 0),
      },
      {
        head: 'Parameters',
        text: ({ summary }) => formatCount(summary?.parameters ?? 0),
        className: styles.secondary,
      },
      {
        head: 'Time',
        title: 'Training, without scoring',
        text: ({ summary }) => formatDuration(summary?.seconds ?? 0),
      },
    ],
    rows,
  };
}

function Model({ row: { row, summary, state, share } }: { row: Row }) {
  return (
    <>
      <Choice id={row.id} label={row.label} />
      {share !== undefined && <ShareBar share={share} />}
      {summary?.dev && state !== undefined && <span className={styles.state}>{state}</span>}
    </>
  );
}

function Choice({ id, label }: { id: string; label: string }) {
  const isChosen = useRowsStore(({ chosen }) => chosen.includes(id));
  const isBusy = useStudyStore(({ ablation }) => ablation?.phase === 'running');
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isChosen} disabled={isBusy} onChange={() => rowToggled(id)} />
      {label}
    </label>
  );
}
