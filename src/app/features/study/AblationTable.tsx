import { figureText, countText } from '../../../eval/study-table.ts';
import type { ScoreFigures, ScoreSummary } from '../../../eval/summary.ts';
import { formatCount, formatDuration } from '../../format.ts';
import { rowToggled, useStudyStore } from '../../stores/study.ts';
import { ShareBar } from '../../ui/ShareBar.tsx';
import type { TableRow } from './derive.ts';
import styles from './Study.module.css';

/** The rows to choose from, and what they came to. */
export function AblationTable({ rows }: { rows: readonly TableRow[] }) {
  const hasTest = rows.some(({ summary }) => summary?.test !== undefined);
  const f1s = rows.map(({ summary }) => summary?.dev?.mean.f1 ?? -1);
  const best = Math.max(...f1s);
  return (
    <table className={styles.table} aria-label="Ablation">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">
            <abbr title="Precision on dev">dev P</abbr>
          </th>
          <th scope="col">
            <abbr title="Recall on dev">dev R</abbr>
          </th>
          <th scope="col">dev F1</th>
          {hasTest && <th scope="col">test F1</th>}
          <th scope="col">
            <abbr title="Predicted dev sequences that break the scheme">Invalid</abbr>
          </th>
          <th scope="col">Parameters</th>
          <th scope="col">
            <abbr title="Training, without scoring">Time</abbr>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <Row key={row.row.id} row={row} hasTest={hasTest} isBest={best >= 0 && f1s[i] === best} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row: { row, summary, state, share }, hasTest, isBest }: RowProps) {
  return (
    <tr data-best={isBest || undefined} data-running={share !== undefined || undefined}>
      <th scope="row">
        <Choice id={row.id} label={row.label} />
        {share !== undefined && <ShareBar share={share} />}
        {state !== undefined && <span className={styles.state}>{state}</span>}
      </th>
      <Figure summary={summary?.dev} of={({ precision }) => precision} />
      <Figure summary={summary?.dev} of={({ recall }) => recall} />
      <Figure summary={summary?.dev} of={({ f1 }) => f1} />
      {hasTest && <Figure summary={summary?.test} of={({ f1 }) => f1} />}
      <td>{summary?.dev && countText(summary.dev.mean.invalidSequences)}</td>
      <td>{summary && formatCount(summary.parameters)}</td>
      <td>{summary?.dev && formatDuration(summary.seconds)}</td>
    </tr>
  );
}

interface RowProps {
  row: TableRow;
  hasTest: boolean;
  /** Of the table, on dev. */
  isBest: boolean;
}

function Choice({ id, label }: { id: string; label: string }) {
  const isChosen = useStudyStore(({ chosen }) => chosen.includes(id));
  const isBusy = useStudyStore(({ ablation }) => ablation?.phase === 'running');
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isChosen} disabled={isBusy} onChange={() => rowToggled(id)} />
      {label}
    </label>
  );
}

function Figure({ summary, of }: { summary: ScoreSummary | undefined; of: (figures: ScoreFigures) => number }) {
  return <td>{summary && figureText(summary, of)}</td>;
}
