import { Fragment, memo, useEffect, useMemo, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react';
import type { AnnotatedSentence, SpanType } from '../../../annotation/set.ts';
import type { Suggestion } from '../../../annotation/suggestions.ts';
import { markToken, selectTokens } from '../../actions/annotation.ts';
import { lookOfSlot } from '../../entity-look.ts';
import { selectedRange, useAnnotationStore } from '../../stores/annotation.ts';
import { EntityShape } from '../../ui/EntityShape.tsx';
import styles from './Annotate.module.css';
import { gapBefore, isSelected, labelOf, segmentsOf, type Segment } from './derive.ts';

interface SentenceViewProps {
  sentence: AnnotatedSentence;
  suggested: readonly Suggestion[];
  types: readonly SpanType[];
}

const tokenId = (token: number) => `annotated-token-${token}`;

/** The current sentence, whose tokens are selected by keys, mouse or touch. Each sentence must have its own `key`. */
export function SentenceView({ sentence, suggested, types }: SentenceViewProps) {
  const anchor = useAnnotationStore((store) => store.anchor);
  const focus = useAnnotationStore((store) => store.focus);
  const range = selectedRange({ anchor, focus });
  const segments = useMemo(() => segmentsOf(sentence, suggested), [sentence, suggested]);
  const list = useRef<HTMLDivElement>(null);
  useTokenPointer(list);
  useEffect(() => {
    document.getElementById(tokenId(focus))?.scrollIntoView({ block: 'nearest' });
  }, [focus]);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.closest('[data-desk]');
    if (isFree && !activeElement?.closest('input, textarea, select')) list.current?.focus({ preventScroll: true });
  }, []);
  const word = (token: number, gap: string) => (
    <Word key={token} token={token} gap={gap} text={sentence.tokens[token]!} isSelected={isSelected(token, range)} />
  );
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => word(from + i, gapBefore(sentence, from + i)));
  return (
    <div
      ref={list}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold text between its options
      role="listbox"
      aria-label="Words of the sentence"
      aria-multiselectable="true"
      aria-activedescendant={tokenId(focus)}
      tabIndex={0}
      dir="auto"
      data-sentence={sentence.id}
      className={styles.sentence}
    >
      {segments.map((segment) => {
        const { start, end, type } = segment;
        if (type === undefined) return words(start, end);
        return (
          <Fragment key={`span-${start}`}>
            {gapBefore(sentence, start)}
            <Mark segment={segment} types={types} first={word(start, '')}>
              {words(start + 1, end)}
            </Mark>
          </Fragment>
        );
      })}
    </div>
  );
}

interface WordProps {
  token: number;
  gap: string;
  text: string;
  isSelected: boolean;
}

const Word = memo(function Word({ token, gap, text, isSelected }: WordProps) {
  return (
    <>
      {gap}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <span id={tokenId(token)} role="option" aria-selected={isSelected} data-token={token} className={styles.token}>
        {text}
      </span>
    </>
  );
});

interface MarkProps {
  segment: Segment;
  types: readonly SpanType[];
  /** The first word, which is on one line with the sign before it. */
  first: ReactNode;
  children: ReactNode;
}

/** A span with its type. */
export function Mark({ segment, types, first, children }: MarkProps) {
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

/** One listener for all tokens: a press selects, a drag selects several, a double click marks. */
function useTokenPointer(list: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    let from: number | undefined;
    const tokenAt = (target: Element | null): number | undefined => {
      const found = target?.closest<HTMLElement>('[data-token]')?.dataset['token'];
      return found === undefined ? undefined : Number(found);
    };
    const handlers = {
      pointerdown: ({ target, button, shiftKey }: PointerEvent) => {
        const token = tokenAt(target as Element);
        if (token === undefined || button !== 0) return;
        from = shiftKey ? useAnnotationStore.getState().anchor : token;
        selectTokens(from, token);
      },
      pointermove: ({ clientX, clientY, buttons }: PointerEvent) => {
        if (from === undefined || buttons === 0) return;
        const token = tokenAt(document.elementFromPoint(clientX, clientY)); // touch events have the element of the first contact as target
        if (token !== undefined && token !== useAnnotationStore.getState().focus) selectTokens(from, token);
      },
      pointerup: () => {
        from = undefined;
      },
      pointercancel: () => {
        from = undefined;
      },
      dblclick: ({ target }: MouseEvent) => {
        const token = tokenAt(target as Element);
        if (token !== undefined) markToken(token);
      },
    };
    const names = Object.keys(handlers) as (keyof typeof handlers)[];
    for (const name of names) element.addEventListener(name, handlers[name] as EventListener);
    return () => {
      for (const name of names) element.removeEventListener(name, handlers[name] as EventListener);
    };
  }, [list]);
}
