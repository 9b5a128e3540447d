import type { Table } from '../../../../../lib/table.ts';
import { Scrollable } from '../../../../ui/Scrollable.tsx';
import { DataTable } from '../../../../ui/tables/DataTable.tsx';
import { probabilityText, scoreText } from '../../drawing/numbers.ts';
import styles from '../../Inside.module.css';
import type { Explanation, TrellisView } from './trellis.ts';

/** Maximum number of candidates that are written out. */
const SHOWN = 4;

type Candidate = Explanation['candidates'][number];

/** The recursion at the explained cell, with its values. */
export function Recursion({ view, explanation }: { view: TrellisView; explanation: Explanation }) {
  const { name, rule, candidates, value } = explanation;
  const rest = candidates.length - SHOWN;
  return (
    <Scrollable className={styles.recursion} label="Recursion">
      <p>
        <strong>
          {name} = {scoreText(value)}
        </strong>{' '}
        <span className={styles.small}>{rule}</span>
      </p>
      <DataTable
        table={candidatesTable(view, explanation)}
        className={styles.table}
        marks={(candidate) => ({ 'data-best': (view.mode === 'viterbi' && candidate === candidates[0]) || undefined })}
      />
      {rest > 0 && <p className={styles.small}>and {rest} more, each lower</p>}
    </Scrollable>
  );
}

function candidatesTable(
  { trellis, mode }: TrellisView,
  { candidates, emission, value }: Explanation,
): Table<Candidate> {
  const { tags } = trellis.sentence;
  return {
    columns: [
      { head: 'From', text: ({ from }) => (from === undefined ? 'START' : tags[from]!) },
      { head: mode === 'viterbi' ? 'best' : 'alpha', text: ({ before }) => far(before) },
      {
        head: '+ transition',
        text: ({ isIllegal, transition }) => (isIllegal && transition < -1000 ? 'illegal' : far(transition)),
      },
      ...(emission === undefined ? [] : [{ head: '+ emission', text: () => scoreText(emission) }]),
      { head: '=', text: ({ total }) => far(total) },
      mode === 'viterbi'
        ? { head: 'chosen', text: (candidate) => (candidate === candidates[0] ? 'maximum' : '') }
        : { head: 'share', text: ({ total }) => probabilityText(Math.exp(total - value)) },
    ],
    rows: candidates.slice(0, SHOWN),
  };
}

/** Formats a score. If it contains a penalty, no legal path leads there. */
function far(score: number): string {
  return score < -1000 ? '−∞' : scoreText(score);
}
