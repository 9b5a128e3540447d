import { CloseButton } from '@mantine/core';
import { formatCounted } from '../../../look/format.ts';
import { focusNext, viewPanel } from '../../../ui/navigation.ts';
import { unusableFound, useAnnotationStore } from '../store.ts';
import styles from './Unusable.module.css';

/** The problems of the last texts or rules that were added, by line. */
export function Unusable({ className }: { className: string | undefined }) {
  const unusable = useAnnotationStore((store) => store.unusable);
  if (unusable === undefined) return null;
  const { problems, moreProblems, rejected } = unusable;
  const count = problems.length + moreProblems + rejected.length;
  return (
    <div className={`${styles.unusable} ${className}`}>
      <details open={count <= 3}>
        <summary>{formatCounted(count, 'problem')} in what was added</summary>
        <ul>
          {rejected.map(({ name, error }) => (
            <li key={name}>
              {name}: {error.message}
            </li>
          ))}
          {problems.map(({ file, line, message }, i) => (
            <li key={i}>
              {line > 0 ? `${file}, line ${line}` : file}: {message}
            </li>
          ))}
        </ul>
        {problems.some(({ kind }) => kind === 'encoding') && (
          <p>To choose another encoding, add the file under Data, choose it on its card, and annotate it from there.</p>
        )}
        {moreProblems > 0 && <p>and {formatCounted(moreProblems, 'more problem')}</p>}
      </details>
      <CloseButton
        size="sm"
        aria-label="Dismiss the problems"
        onClick={() => {
          unusableFound(undefined);
          focusNext(viewPanel('annotate'));
        }}
      />
    </div>
  );
}
