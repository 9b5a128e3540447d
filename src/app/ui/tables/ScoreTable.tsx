import type { ScoreName, Scores } from '../../../eval/scores.ts';
import { useViewStore } from '../../stores/view.ts';
import { DataTable } from './DataTable.tsx';
import { noScores, scoreTable } from './score-table.tsx';
import styles from './ScoreTable.module.css';

interface ScoreTableProps {
  label: string;
  /** What is measured. */
  name: ScoreName;
  scores: Scores | undefined;
  placeholder: string;
}

/** Precision, recall and F1 in percent, with a bar below each; overall, then a row for each type. */
export function ScoreTable({ label, name, scores, placeholder }: ScoreTableProps) {
  const activeType = useViewStore((view) => view.activeType);
  return (
    <DataTable
      table={scores === undefined ? noScores(name) : scoreTable(scores)}
      label={label}
      className={styles.table}
      keyOf={({ name }) => name}
      marks={({ type }) => ({
        'data-overall': type === undefined || undefined,
        'data-active': (type !== undefined && type === activeType) || undefined,
      })}
      headSpan={({ type }) => (name !== 'F1' && type === undefined ? 3 : 1)}
      placeholder={placeholder}
      quiet={styles.placeholder}
    />
  );
}
