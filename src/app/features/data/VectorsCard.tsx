import { removeFile } from '../../actions/data.ts';
import type { Coverage } from '../../../data/vectors/coverage.ts';
import type { VectorsFile } from '../../../workers/wire/payloads.ts';
import { formatCount } from '../../format.ts';
import { selectIsActive, useRunStore } from '../../stores/run.ts';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { CardHead } from './CardHead.tsx';
import styles from './Data.module.css';
import { coverageOf, vectorsLine } from './derive.ts';
import { ProblemList } from './ProblemList.tsx';

/** Pretrained vectors, and how much of the training data they cover. */
export function VectorsCard({ vectors }: { vectors: VectorsFile }) {
  const { id, name, problems, moreProblems, coverage } = vectors;
  const isActive = useRunStore(selectIsActive);
  const line = coverageOf(vectors);
  return (
    <li className={styles.card}>
      <CardHead id={id} name={name} onRemove={() => removeFile(id, name)} isFixed={isActive}>
        <span className={styles.kind}>vectors</span>
      </CardHead>
      <p>{vectorsLine(vectors)}</p>
      {line && (
        <details className={styles.coverage}>
          <summary>
            {line.types} of words, {line.tokens} of tokens known
          </summary>
          <p className={styles.dim}>{line.how}</p>
          <Misses misses={coverage?.misses ?? []} />
        </details>
      )}
      {line && <ShareBar share={line.share} />}
      <ProblemList problems={problems} more={moreProblems} />
    </li>
  );
}

function Misses({ misses }: { misses: Coverage['misses'] }) {
  if (misses.length === 0) return null;
  return (
    <>
      <p aria-hidden="true">Most frequent without a vector:</p>
      {/* A list that scrolls takes the focus, so that it can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={styles.misses} tabIndex={0} aria-label="Most frequent words without a vector">
        {misses.map(({ word, count }) => (
          <li key={word}>
            {word} <span className={styles.dim}>{formatCount(count)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
