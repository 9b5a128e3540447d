import type { CSSProperties, ReactNode } from 'react';
import type { SpanType } from '../../../../annotation/sets/set.ts';
import { lookOfSlot } from '../../../look/entity-look.ts';
import { EntityShape } from '../../../ui/entity/EntityShape.tsx';
import { labelOf, type Segment } from './segments.ts';
import styles from './SpanMark.module.css';

interface SpanMarkProps {
  segment: Segment;
  types: readonly SpanType[];
  /** The first word, which is on one line with the sign before it. */
  first: ReactNode;
  children: ReactNode;
}

/** A span with its type. */
export function SpanMark({ segment, types, first, children }: SpanMarkProps) {
  const { type, isSuggested, isDoubtful } = segment;
  const look = lookOfSlot(types.find(({ name }) => name === type)?.colour ?? 0);
  return (
    <mark
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an element of the text, not of a form
      role="group"
      aria-label={isSuggested ? `${labelOf(segment)}, ${isDoubtful ? 'doubtful' : 'suggested'}` : labelOf(segment)}
      className={styles.mark}
      data-entity={type}
      data-label={labelOf(segment)}
      data-suggested={isSuggested || undefined}
      data-doubtful={isDoubtful || undefined}
      style={{ '--colour': look.colour } as CSSProperties}
    >
      <span className={styles.first}>
        <EntityShape look={look} size={9} />
        {first}
      </span>
      {children}
    </mark>
  );
}
