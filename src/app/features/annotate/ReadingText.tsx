import { Fragment, useMemo } from 'react';
import type { AnnotatedSentence, SpanType } from '../../../annotation/set.ts';
import type { DrawnSentence } from './agreement.ts';
import { gapBefore, segmentsOf } from './derive.ts';
import styles from './Agreement.module.css';
import { Mark } from './SentenceView.tsx';

/** A read-only sentence with its spans. */
export function ReadingText({ sentence, types }: { sentence: DrawnSentence; types: readonly SpanType[] }) {
  const drawn = useMemo(() => asAnnotated(sentence), [sentence]);
  const { text, offsets } = sentence;
  const words = (from: number, to: number) => text.slice(offsets[from]!.start, offsets[to - 1]!.end);
  return (
    <p className={styles.text} dir="auto">
      {text.slice(0, offsets[0]!.start)}
      {segmentsOf(drawn, []).map((segment) => {
        const { start, end, type } = segment;
        if (type === undefined) return <Fragment key={start}>{gapBefore(drawn, start) + words(start, end)}</Fragment>;
        return (
          <Fragment key={start}>
            {gapBefore(drawn, start)}
            <Mark segment={segment} types={types} first={words(start, start + 1)}>
              {end > start + 1 && gapBefore(drawn, start + 1) + words(start + 1, end)}
            </Mark>
          </Fragment>
        );
      })}
      {text.slice(offsets.at(-1)!.end)}
    </p>
  );
}

/** Converts a drawn sentence into an open annotated sentence. */
export function asAnnotated(sentence: DrawnSentence): AnnotatedSentence {
  const source = { file: '', line: 0, document: 0 };
  return { ...sentence, id: 0, refused: [], state: 'open', source };
}
