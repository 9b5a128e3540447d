import { quoted } from '../../../../lib/text-direction.ts';
import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import shared from '../../../look/text.module.css';
import { formatCounted } from '../../../look/format.ts';
import { occurrenceToggled, reviewOpened, useAnnotationStore } from '../store.ts';
import { markReviewed } from './actions.ts';
import { occurrenceRows } from './occurrences.ts';
import styles from './ReviewList.module.css';

/** The occurrences of the words of a span, to mark together. */
export function ReviewList() {
  const review = useAnnotationStore((store) => store.review);
  const sentences = useAnnotationStore(({ history }) => history?.set.sentences);
  const section = useRef<HTMLElement>(null);
  useFocusWhile(review !== undefined, section);
  const rows = useMemo(() => (review && sentences ? occurrenceRows(review, sentences) : []), [review, sentences]);
  if (review === undefined) return null;
  const { words, type, where, chosen } = review;
  const place = where === 'everywhere' ? 'everywhere' : 'in this text';
  return (
    <section ref={section} className={styles.review} aria-label="Mark all">
      <h3>
        Mark {quoted(words.join(' '))} as {type} {place}
      </h3>
      {rows.length === 0 && <p className={shared.dim}>There are no other occurrences.</p>}
      <ul>
        {rows.map(({ index, before, words: found, after, taken }) => (
          <li key={index}>
            <label dir="auto">
              <input type="checkbox" checked={chosen.has(index)} onChange={() => occurrenceToggled(index)} />
              <span>
                {before} <b>{found}</b> {after}
                {taken !== undefined && <span className={shared.dim}> (replaces {taken})</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="filled" disabled={chosen.size === 0} onClick={markReviewed}>
          Mark {formatCounted(chosen.size, 'place')}
        </Button>
        <Button onClick={() => reviewOpened(undefined)}>Cancel</Button>
      </div>
    </section>
  );
}

/** Focuses the first button when the list opens, so that Enter marks. Then the focus returns to the sentence. */
function useFocusWhile(isOpen: boolean, section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = section.current;
    if (!isOpen || element === null) return undefined;
    const desk = element.closest('[data-commands]');
    element.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest' });
    return () => {
      if (document.activeElement === document.body) desk?.querySelector<HTMLElement>('[role=listbox]')?.focus();
    };
  }, [isOpen, section]);
}
