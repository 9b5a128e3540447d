import { CloseButton } from '@mantine/core';
import { formatCounted } from '../../format.ts';
import { unusableFound, useAnnotationStore } from '../../stores/annotation.ts';
import styles from './Annotate.module.css';

/** What could not be used of the text that was source in last, line by line. */
export function Unusable() {
  const unusable = useAnnotationStore((store) => store.unusable);
  if (unusable === undefined) return null;
  const { problems, moreProblems, rejected } = unusable;
  const count = problems.length + moreProblems + rejected.length;
  return (
    <details className={styles.unusable} open={count <= 3}>
      <summary>
        {formatCounted(count, 'problem')} in the text that was added
        <CloseButton size="sm" aria-label="Dismiss the problems" onClick={() => unusableFound(undefined)} />
      </summary>
      <ul>
        {rejected.map(({ name, error }) => (
          <li key={name}>
            {name}: {error.message}
          </li>
        ))}
        {problems.map(({ file, line, message }, i) => (
          <li key={i}>
            {file}, line {line}: {message}
          </li>
        ))}
      </ul>
      {moreProblems > 0 && <p>and {formatCounted(moreProblems, 'more problem')}</p>}
    </details>
  );
}
