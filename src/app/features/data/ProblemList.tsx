import { Button } from '@mantine/core';
import type { CorpusOptions, Problem } from '../../../data/corpus.ts';
import { formatCounted } from '../../look/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import shared from '../../look/text.module.css';
import styles from './Data.module.css';
import { faultIn, placeOf } from './cards.ts';

interface ProblemListProps {
  problems: readonly Problem[];
  more: number;
  /** Reads the file with other settings; undefined while it is used. */
  read?: ((settings: CorpusOptions) => void) | undefined;
}

/** What could not be read: location, reason, the line with the fault marked, and another way to read it. */
export function ProblemList({ problems, more, read }: ProblemListProps) {
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
            {problem.otherwise !== undefined && <Otherwise {...problem.otherwise} read={read} />}
          </li>
        ))}
      </ol>
      {more > 0 && <p className={shared.quiet}>and {formatCounted(more, 'more problem')}</p>}
    </details>
  );
}

function Otherwise({ label, settings, read }: NonNullable<Problem['otherwise']> & Pick<ProblemListProps, 'read'>) {
  return (
    <Button disabled={read === undefined} onClick={() => read?.(settings)}>
      {label}
    </Button>
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
