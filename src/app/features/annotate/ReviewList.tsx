import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { markReviewed } from '../../actions/annotation.ts';
import { formatCounted } from '../../format.ts';
import { occurrenceToggled, reviewOpened, useAnnotationStore } from '../../stores/annotation.ts';
import styles from './Annotate.module.css';
import { reviewRows } from './derive.ts';

/** Where the words of a span occur, to be marked all at once. */
export function ReviewList() {
  const review = useAnnotationStore((store) => store.review);
  const sentences = useAnnotationStore(({ history }) => history?.set.sentences);
  const rows = useMemo(() => (review && sentences ? reviewRows(review, sentences) : []), [review, sentences]);
  if (review === undefined) return null;
  const { words, type, where, chosen } = review;
  const place = where === 'everywhere' ? 'everywhere' : 'in this text';
  return (
    <section className={styles.review} aria-label="Mark all">
      <h3>
        Mark “{words.join(' ')}” as {type} {place}
      </h3>
      {rows.length === 0 && <p className={styles.dim}>The words occur nowhere else.</p>}
      <ul>
        {rows.map(({ index, before, words: found, after, taken }) => (
          <li key={index}>
            <label dir="auto">
              <input type="checkbox" checked={chosen.has(index)} onChange={() => occurrenceToggled(index)} />
              <span>
                {before} <b>{found}</b> {after}
                {taken !== undefined && <span className={styles.dim}> (replaces {taken})</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className={styles.files}>
        <Button variant="filled" disabled={chosen.size === 0} onClick={markReviewed}>
          Mark {formatCounted(chosen.size, 'place')}
        </Button>
        <Button onClick={() => reviewOpened(undefined)}>Cancel</Button>
      </div>
    </section>
  );
}
