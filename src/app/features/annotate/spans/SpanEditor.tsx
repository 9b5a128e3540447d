import { Fragment, memo, useEffect, useMemo, useRef, type RefObject } from 'react';
import type { SpanType } from '../../../../annotation/sets/set.ts';
import type { Suggestion } from '../../../../annotation/spans/suggestions.ts';
import { isTypedInto } from '../../../ui/commands/use-commands.ts';
import { gapBefore, segmentsOf, type ShownSentence } from './segments.ts';
import { rangeOf, type Selection } from './selection.ts';
import styles from './SpanEditor.module.css';
import { SpanMark } from './SpanMark.tsx';

interface SpanEditorProps {
  id: number;
  sentence: ShownSentence;
  /** Suggestions that overlap no span of the sentence. */
  open?: readonly Suggestion[];
  types: readonly SpanType[];
  selection: Selection;
  select: (selection: Selection) => void;
  /** Selects a token, and marks it with the last type. */
  markToken: (token: number) => void;
  className: string | undefined;
}

const tokenId = (token: number) => `token-${token}`;

/**
 * The words of a sentence, which are selected by keys, mouse or touch, and its spans. The commands of keys are those of the region around
 * it (`data-commands`). Each sentence must have its own `key`.
 */
export function SpanEditor({ id, sentence, open, types, selection, select, markToken, className }: SpanEditorProps) {
  const { focus } = selection;
  const range = rangeOf(selection);
  const segments = useMemo(() => segmentsOf(sentence, open), [sentence, open]);
  const list = useRef<HTMLDivElement>(null);
  useTokenPointer(list, { selection, select, markToken });
  useEffect(() => {
    document.getElementById(tokenId(focus))?.scrollIntoView({ block: 'nearest' }); // browsers may return a promise
  }, [focus]);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement?.contains(list.current) || activeElement?.closest('[data-commands]');
    if (isFree && !isTypedInto(activeElement)) list.current?.focus({ preventScroll: true });
  }, []);
  const word = (token: number, gap: string) => (
    <Word
      key={token}
      token={token}
      gap={gap}
      text={sentence.tokens[token]!}
      isSelected={range.start <= token && token < range.end}
    />
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
      data-sentence={id}
      className={`${styles.editor} ${className}`}
    >
      {segments.map((segment) => {
        const { start, end, type } = segment;
        if (type === undefined) return words(start, end);
        return (
          <Fragment key={`span-${start}`}>
            {gapBefore(sentence, start)}
            <SpanMark segment={segment} types={types} first={word(start, '')}>
              {words(start + 1, end)}
            </SpanMark>
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

type Pointing = Pick<SpanEditorProps, 'selection' | 'select' | 'markToken'>;

/** One listener for all tokens: a press selects, a drag selects several, a double click marks. */
function useTokenPointer(list: RefObject<HTMLDivElement | null>, pointing: Pointing): void {
  const latest = useRef(pointing);
  useEffect(() => {
    latest.current = pointing;
  });
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    let anchor: number | undefined;
    const end = () => {
      anchor = undefined;
    };
    const handlers = {
      pointerdown: ({ target, button, shiftKey }: PointerEvent) => {
        const token = tokenAt(target);
        if (token === undefined || button !== 0) return;
        anchor = shiftKey ? latest.current.selection.anchor : token;
        latest.current.select({ anchor, focus: token });
      },
      pointermove: ({ clientX, clientY, buttons }: PointerEvent) => {
        if (anchor === undefined || buttons === 0) return;
        const token = tokenAt(document.elementFromPoint(clientX, clientY)); // touch events have the element of the first contact as target
        if (token !== undefined && token !== latest.current.selection.focus) {
          latest.current.select({ anchor, focus: token });
        }
      },
      pointerup: end,
      pointercancel: end,
      dblclick: ({ target }: MouseEvent) => {
        const token = tokenAt(target);
        if (token !== undefined) latest.current.markToken(token);
      },
    };
    const names = Object.keys(handlers) as (keyof typeof handlers)[];
    for (const name of names) element.addEventListener(name, handlers[name] as EventListener);
    return () => {
      for (const name of names) element.removeEventListener(name, handlers[name] as EventListener);
    };
  }, [list]);
}

function tokenAt(target: EventTarget | null): number | undefined {
  const found = target instanceof Element ? target.closest<HTMLElement>('[data-token]')?.dataset['token'] : undefined;
  return found === undefined ? undefined : Number(found);
}
