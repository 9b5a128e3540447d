import { Fragment } from 'react';
import type { SpanType } from '../../../../annotation/sets/set.ts';
import type { Suggestion } from '../../../../annotation/spans/suggestions.ts';
import { gapBefore, segmentsOf, type ShownSentence } from './segments.ts';
import { SpanMark } from './SpanMark.tsx';
import styles from './SpanText.module.css';

interface SpanTextProps {
  sentence: ShownSentence;
  types: readonly SpanType[];
  suggested?: readonly Suggestion[];
}

/** A sentence with its spans, to be read. */
export function SpanText({ sentence, types, suggested }: SpanTextProps) {
  const { text, offsets } = sentence;
  const words = (from: number, to: number) => text.slice(offsets[from]!.start, offsets[to - 1]!.end);
  return (
    <p className={styles.text} dir="auto">
      {text.slice(0, offsets[0]!.start)}
      {segmentsOf(sentence, suggested).map((segment) => {
        const { start, end, type } = segment;
        if (type === undefined)
          return <Fragment key={start}>{gapBefore(sentence, start) + words(start, end)}</Fragment>;
        return (
          <Fragment key={start}>
            {gapBefore(sentence, start)}
            <SpanMark segment={segment} types={types} first={words(start, start + 1)}>
              {end > start + 1 && gapBefore(sentence, start + 1) + words(start + 1, end)}
            </SpanMark>
          </Fragment>
        );
      })}
      {text.slice(offsets.at(-1)!.end)}
    </p>
  );
}
