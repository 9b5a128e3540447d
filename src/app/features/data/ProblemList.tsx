import type { Problem } from '../../../data/corpus.ts';
import { formatCounted } from '../../look/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import shared from '../../look/text.module.css';
import styles from './Data.module.css';
import { faultIn, placeOf } from './cards.ts';

/** Lines that could not be read: location, reason, and the line with the fault marked. */
export function ProblemList({ problems, more }: { problems: Problem[]; more: number }) {
  if (problems.length === 0) return null;
  return (
    <details className={styles.problems}>
      <summary>
        <Icon name="warning" size={13} />
        {formatCounted(problems.length + more, 'problem')}
      </summary>
      {/* A scrolling list is focusable, so that it can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol tabIndex={0} aria-label="Problems">
        {problems.map((problem) => (
          <li key={`${problem.line}:${problem.column ?? 0}:${problem.kind}`}>
            <p className={styles.place}>{placeOf(problem)}</p>
            <p>{problem.message}</p>
            <Excerpt problem={problem} />
          </li>
        ))}
      </ol>
      {more > 0 && <p className={shared.quiet}>and {formatCounted(more, 'more problem')}</p>}
    </details>
  );
}

function Excerpt({ problem }: { problem: Problem }) {
  const parts = faultIn(problem);
  if (parts === undefined) return null;
  return (
    <pre className={styles.excerpt}>
      {parts.before}
      <mark>{parts.fault || '␣'}</mark>
      {parts.after}
    </pre>
  );
}
