import { countText, figureText, percentText } from '../../../eval/study-table.ts';
import type { ScoreFigures } from '../../../eval/summary.ts';
import { formatCount, formatDuration } from '../../format.ts';
import { rowToggled, useStudyStore } from '../../stores/study.ts';
import styles from '../../ui/ResultsTable.module.css';
import { ScoreHeads } from '../../ui/ScoreHeads.tsx';
import { ShareBar } from '../../ui/ShareBar.tsx';
import view from '../../ui/ViewPanel.module.css';
import type { AblationTable as Table } from './derive.ts';

const GROUPS = [
  { group: 'model', name: 'Parts of the model' },
  { group: 'data', name: 'The recipe with less data' },
] as const;

/** The rows to choose from, and their results. */
export function AblationTable({ table: { rows, hasTest, name } }: { table: Table }) {
  return (
    <table className={styles.table} aria-label="Ablation">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <ScoreHeads hasTest={hasTest} name={name} />
          <th scope="col">
            <abbr title="Predicted dev sequences that break the scheme">Invalid</abbr>
          </th>
          <th scope="col">Parameters</th>
          <th scope="col">
            <abbr title="Training, without scoring">Time</abbr>
          </th>
        </tr>
      </thead>
      {GROUPS.map(({ group, name }) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={hasTest ? 8 : 7} className={view.dim}>
              {name}
            </th>
          </tr>
          {rows.map((row) => row.row.group === group && <Row key={row.row.id} row={row} hasTest={hasTest} />)}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row: { row, summary, state, share, isBest }, hasTest }: RowProps) {
  const dev = summary?.dev;
  return (
    <tr data-best={isBest || undefined}>
      <th scope="row">
        <Choice id={row.id} label={row.label} />
        {share !== undefined && <ShareBar share={share} />}
        {dev && state !== undefined && <span className={styles.state}>{state}</span>}
      </th>
      {dev === undefined ? (
        <td colSpan={hasTest ? 7 : 6} className={view.dim}>
          {state}
        </td>
      ) : (
        <>
          <td className={styles.secondary}>{percentText(dev.mean.precision)}</td>
          <td className={styles.secondary}>{percentText(dev.mean.recall)}</td>
          <td>{figureText(dev, f1Of)}</td>
          {hasTest && <td>{summary?.test && figureText(summary.test, f1Of)}</td>}
          <td>{countText(dev.mean.invalidSequences)}</td>
          <td>{formatCount(summary?.parameters ?? 0)}</td>
          <td>{formatDuration(summary?.seconds ?? 0)}</td>
        </>
      )}
    </tr>
  );
}

const f1Of = ({ f1 }: ScoreFigures) => f1;

interface RowProps {
  row: Table['rows'][number];
  hasTest: boolean;
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
