import { Button } from '@mantine/core';
import { Fragment, useEffect, useRef } from 'react';
import type { SpanType } from '../../../annotation/set.ts';
import { spanAt } from '../../../annotation/spans.ts';
import { finishOwn, markOwn, removeOwn, selectOwn } from '../../actions/agreement.ts';
import { ownEdited, useAgreementStore, type OwnEdit } from '../../stores/agreement.ts';
import type { DrawnSentence } from './agreement.ts';
import styles from './Agreement.module.css';
import desk from './Annotate.module.css';
import { gapBefore, isSelected, segmentsOf } from './derive.ts';
import { Key } from './Key.tsx';
import { asAnnotated } from './ReadingText.tsx';
import { Mark } from './SentenceView.tsx';
import { TypeButton } from './TypeButton.tsx';

interface OwnReadingProps {
  sentence: DrawnSentence;
  types: readonly SpanType[];
  editing: OwnEdit;
}

const tokenId = (token: number) => `own-token-${token}`;

/** A sentence whose spans the user edits, if neither annotation is right. */
export function OwnReading({ sentence, types, editing }: OwnReadingProps) {
  const { spans, anchor, focus } = editing;
  const range = { start: Math.min(anchor, focus), end: Math.max(anchor, focus) + 1 };
  const drawn = asAnnotated({ ...sentence, spans });
  const chosen = spanAt(spans, focus)?.type;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.getElementById(tokenId(focus))?.scrollIntoView({ block: 'nearest' }); // browsers may return a promise
  }, [focus]);
  const word = (token: number, gap: string) => (
    <Fragment key={token}>
      {gap}
      <span
        id={tokenId(token)}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag fits running text
        role="option"
        aria-selected={isSelected(token, range)}
        tabIndex={-1}
        className={desk.token}
        onPointerDown={({ shiftKey }) => selectOwn(shiftKey ? useAgreementStore.getState().editing!.anchor : token, token)} // prettier-ignore
        onPointerEnter={({ buttons }) => buttons === 1 && selectOwn(useAgreementStore.getState().editing!.anchor, token)} // prettier-ignore
      >
        {sentence.tokens[token]}
      </span>
    </Fragment>
  );
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => word(from + i, gapBefore(drawn, from + i)));
  return (
    <article className={styles.reading} aria-label="Your annotation" data-chosen>
      <header className={styles.readingHead}>
        <h4>Your annotation of the sentence</h4>
        <span className={styles.buttons}>
          <Button aria-label="Cancel" rightSection={<Key>Esc</Key>} onClick={() => ownEdited(undefined)}>
            Cancel
          </Button>
          <Button variant="filled" aria-label="Done" rightSection={<Key>Enter</Key>} onClick={finishOwn}>
            Done
          </Button>
        </span>
      </header>
      <div
        ref={list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold text between its options
        role="listbox"
        aria-label="Words of the sentence"
        aria-multiselectable="true"
        aria-activedescendant={tokenId(focus)}
        tabIndex={0}
        dir="auto"
        className={styles.own}
      >
        {segmentsOf(drawn, []).map((segment) => {
          const { start, end, type } = segment;
          if (type === undefined) return words(start, end);
          return (
            <Fragment key={`span-${start}`}>
              {gapBefore(drawn, start)}
              <Mark segment={segment} types={types} first={word(start, '')}>
                {words(start + 1, end)}
              </Mark>
            </Fragment>
          );
        })}
      </div>
      <fieldset className={desk.types} aria-label="Types">
        {types.map((type) => (
          <TypeButton key={type.name} type={type} isChosen={chosen === type.name} onMark={markOwn} />
        ))}
        <Button aria-label="Remove" rightSection={<Key>⌫</Key>} onClick={removeOwn}>
          Remove
        </Button>
      </fieldset>
    </article>
  );
}
