import { Scrollable } from '../../ui/Scrollable.tsx';
import type { Explanation, TrellisView } from './derive.ts';
import { probabilityText, scoreText } from './derive.ts';
import styles from './Inside.module.css';

/** Maximum number of candidates that are written out. */
const SHOWN = 4;

/** The recursion at the explained cell, with its values. */
export function Recursion({ view, explanation }: { view: TrellisView; explanation: Explanation }) {
  const { trellis, mode } = view;
  const { tags } = trellis.sentence;
  const { name, rule, candidates, emission, value } = explanation;
  const rest = candidates.length - SHOWN;
  return (
    <Scrollable className={styles.recursion} label="Recursion">
      <p>
        <strong>
          {name} = {scoreText(value)}
        </strong>{' '}
        <span className={styles.dim}>{rule}</span>
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">{mode === 'viterbi' ? 'best' : 'alpha'}</th>
            <th scope="col">+ transition</th>
            {emission !== undefined && <th scope="col">+ emission</th>}
            <th scope="col">=</th>
            <th scope="col">{mode === 'viterbi' ? 'chosen' : 'share'}</th>
          </tr>
        </thead>
        <tbody>
          {candidates.slice(0, SHOWN).map(({ from, before, transition, total, isIllegal }, i) => (
            <tr key={from ?? 'START'} data-best={(mode === 'viterbi' && i === 0) || undefined}>
              <th scope="row">{from === undefined ? 'START' : tags[from]}</th>
              <td>{far(before)}</td>
              <td>{isIllegal && transition < -1000 ? 'illegal' : far(transition)}</td>
              {emission !== undefined && <td>{scoreText(emission)}</td>}
              <td>{far(total)}</td>
              <td>{mode === 'viterbi' ? (i === 0 ? 'maximum' : '') : probabilityText(Math.exp(total - value))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className={styles.dim}>and {rest} more, each lower</p>}
    </Scrollable>
  );
}

/** Formats a score. If it contains a penalty, no legal path leads there. */
function far(score: number): string {
  return score < -1000 ? '−∞' : scoreText(score);
}
