import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { markReviewed } from '../../actions/annotation.ts';
import { formatCounted } from '../../format.ts';
import { occurrenceToggled, reviewOpened, useAnnotationStore } from '../../stores/annotation.ts';
import styles from './Annotate.module.css';
import { reviewRows } from './derive.ts';

/** The occurrences of the words of a span, to mark together. */
export function ReviewList() {
  const review = useAnnotationStore((store) => store.review);
  const sentences = useAnnotationStore(({ history }) => history?.set.sentences);
  const section = useRef<HTMLElement>(null);
  useFocusWhile(review !== undefined, section);
  const rows = useMemo(() => (review && sentences ? reviewRows(review, sentences) : []), [review, sentences]);
  if (review === undefined) return null;
  const { words, type, where, chosen } = review;
  const place = where === 'everywhere' ? 'everywhere' : 'in this text';
  return (
    <section ref={section} className={styles.review} aria-label="Mark all">
      <h3>
        Mark “{words.join(' ')}” as {type} {place}
      </h3>
      {rows.length === 0 && <p className={styles.dim}>There are no other occurrences.</p>}
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

/** Focuses the first button when the list opens, so that Enter marks and Esc closes it. Then the focus returns to the sentence. */
function useFocusWhile(isOpen: boolean, section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = section.current;
    if (!isOpen || element === null) return undefined;
    const desk = element.closest('[data-desk]');
    element.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest' });
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') reviewOpened(undefined);
    };
    element.addEventListener('keydown', close);
    return () => {
      element.removeEventListener('keydown', close);
      if (document.activeElement === document.body) desk?.querySelector<HTMLElement>('[role=listbox]')?.focus();
    };
  }, [isOpen, section]);
}
