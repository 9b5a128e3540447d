import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { piecesOf, type PieceOrder } from '../../../../annotation/spans/pieces.ts';
import type { AnnotationSet } from '../../../../annotation/sets/set.ts';
import shared from '../../../look/text.module.css';
import { formatCount, formatCounted } from '../../../look/format.ts';
import { DeskButton } from '../desk/DeskButton.tsx';
import { SpanText } from '../spans/SpanText.tsx';
import { MOST_SENTENCES, SHOWN } from './actions.ts';
import { PIECES } from './commands.ts';
import styles from './PiecesList.module.css';
import { pieceSelected, piecesFiltered, usePiecesStore } from './store.ts';

const ORDERS: { value: PieceOrder; label: string }[] = [
  { value: 'sure', label: 'Most probable first' },
  { value: 'doubtful', label: 'Most doubtful first' },
  { value: 'words', label: 'By words' },
];

/** The suggestions in open sentences, to accept or refuse without finishing the sentences. */
export function PiecesList({ set }: { set: AnnotationSet }) {
  const { suggestions, type, words, order, isLoading, selected } = usePiecesStore();
  const pieces = useMemo(
    () => piecesOf(set.sentences, ({ id }) => suggestions.get(id) ?? [], { type, words, order }),
    [set.sentences, suggestions, type, words, order],
  );
  const isEmpty = suggestions.size > 0 && [...suggestions.values()].every((found) => found.length === 0);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const rest = pieces.length - SHOWN;
  return (
    <section className={styles.pieces} aria-label="Suggestions">
      <div className={styles.head}>
        <h3>Review suggestions</h3>
        <DeskButton command={PIECES.close} />
      </div>
      <p className={shared.dim}>
        Accept or refuse single suggestions. Their sentences stay open; the model learns from what is decided, and takes
        the rest as unknown. A digit changes the type.
      </p>
      <div className={styles.filters}>
        <NativeSelect
          aria-label="Type of suggestions"
          data={[{ value: '', label: 'All types' }, ...set.types.map(({ name }) => name)]}
          value={type ?? ''}
          onChange={({ currentTarget }) => piecesFiltered({ type: currentTarget.value || undefined })}
        />
        <TextInput
          aria-label="Words of suggestions"
          placeholder="Words"
          value={words}
          onChange={({ currentTarget }) => piecesFiltered({ words: currentTarget.value })}
        />
        <NativeSelect
          aria-label="Order of suggestions"
          data={ORDERS}
          value={order}
          onChange={({ currentTarget }) => piecesFiltered({ order: currentTarget.value as PieceOrder })}
        />
        <output aria-label="Number of suggestions">
          {isLoading ? 'Reading the sentences…' : formatCounted(pieces.length, 'suggestion')}
          {suggestions.size === MOST_SENTENCES && ` in the first ${formatCount(MOST_SENTENCES)} open sentences`}
        </output>
      </div>
      {!isLoading && isEmpty && (
        <p className={shared.dim}>
          Nothing is suggested yet. Suggestions come from the model, from rules, and from predictions in the files.
        </p>
      )}
      <ol ref={list} className={styles.list} aria-label="Suggestions to decide">
        {pieces.slice(0, SHOWN).map(({ sentence, suggestion }, i) => (
          <li
            key={`${sentence.id} ${suggestion.start} ${suggestion.end} ${suggestion.type}`}
            aria-current={i === selected}
            className={styles.piece}
          >
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys select by arrows */}
            <div onClick={() => pieceSelected(i)}>
              <SpanText sentence={sentence} suggested={[suggestion]} types={set.types} />
            </div>
          </li>
        ))}
      </ol>
      {rest > 0 && <p className={shared.dim}>and {formatCounted(rest, 'other')}</p>}
      <div className={styles.buttons} data-keeps-focus>
        <DeskButton command={PIECES.accept} variant="filled" />
        <DeskButton command={PIECES.refuse} />
        <DeskButton command={PIECES.open} />
        <DeskButton command={PIECES.acceptShown} />
        <DeskButton command={PIECES.refuseShown} />
      </div>
    </section>
  );
}
