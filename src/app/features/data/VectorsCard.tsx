import { removeFile } from '../../actions/data.ts';
import type { VectorsFile } from '../../../workers/protocol.ts';
import { formatCount } from '../../format.ts';
import { selectIsActive, useRunStore } from '../../stores/run.ts';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { CardHead } from './CardHead.tsx';
import styles from './Data.module.css';
import { coverageOf, vectorsLine } from './derive.ts';
import { ProblemList } from './ProblemList.tsx';

/** Pretrained vectors, and how much of the training file they know. */
export function VectorsCard({ vectors }: { vectors: VectorsFile }) {
  const { id, name, problems, moreProblems, coverage } = vectors;
  const isActive = useRunStore(selectIsActive);
  const line = coverageOf(vectors);
  return (
    <li className={styles.card}>
      <CardHead name={name} onRemove={() => void removeFile(id, name)} isFixed={isActive}>
        <span className={styles.kind}>vectors</span>
      </CardHead>
      <p>{vectorsLine(vectors)}</p>
      {line && (
        <>
          <p>
            {line.types} of the words, {line.tokens} of the tokens
          </p>
          <ShareBar share={line.share} />
          <p className={styles.dim}>{line.how}</p>
        </>
      )}
      {coverage && coverage.misses.length > 0 && (
        <details className={styles.problems}>
          <summary>Most frequent without a vector</summary>
          <ol className={styles.misses}>
            {coverage.misses.map(({ word, count }) => (
              <li key={word}>
                {word} <span className={styles.dim}>{formatCount(count)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
      <ProblemList problems={problems} more={moreProblems} />
    </li>
  );
}
