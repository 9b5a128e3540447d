import { Button, Textarea } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMemo, useState, type ReactNode } from 'react';
import type { AnnotatedSentence, AnnotationSet } from '../../../../annotation/sets/set.ts';
import shared from '../../../look/text.module.css';
import { formatCount } from '../../../look/format.ts';
import { openPieces } from '../pieces/actions.ts';
import { piecesClosed } from '../pieces/store.ts';
import { Rules } from '../rules/Rules.tsx';
import { ModelProgress, OrderChoice } from '../learning/ModelProgress.tsx';
import { writeGuidelines } from '../sets/actions.ts';
import { TypesEditor } from '../sets/TypesEditor.tsx';
import { useAnnotationStore } from '../store.ts';
import { show } from './actions.ts';
import { countStates, flaggedOf, queueEnd, queueOf } from './progress.ts';
import styles from './Side.module.css';

/** Delay after typing: longer than between two letters. */
const WRITE_AFTER = 500; // milliseconds

/** The column beside the sentence: the queue, and the settings of the set. */
export function Side({ set, className }: { set: AnnotationSet; className: string | undefined }) {
  const current = useAnnotationStore((store) => store.current);
  const queue = useAnnotationStore((store) => (store.isDocumentOrder ? undefined : store.queue));
  const next = useMemo(() => queueOf(set, queue, current), [set, queue, current]);
  const flagged = useMemo(() => flaggedOf(set), [set]);
  return (
    <aside className={`${styles.side} ${className}`} aria-label="About the set">
      <ModelProgress set={set} accepted={countStates(set).accepted} />
      <div className={styles.queueHead}>
        <h3 id="annotation-queue">Queue</h3>
        <OrderChoice />
      </div>
      {next.length > 0 && (
        <Button className={styles.review ?? ''} onClick={() => void openPieces()}>
          Review suggestions
        </Button>
      )}
      {next.length > 0 ? (
        <SentenceLinks labelledBy="annotation-queue" sentences={next} />
      ) : (
        <p className={shared.dim}>{queueEnd(set, current)}</p>
      )}
      {flagged.length > 0 && (
        <details>
          <summary id="annotation-flagged">Flagged ({formatCount(flagged.length)})</summary>
          <SentenceLinks labelledBy="annotation-flagged" sentences={flagged} />
        </details>
      )}
      <Fold title="Types">
        <TypesEditor set={set} />
      </Fold>
      <Fold title="Guidelines">
        <Guidelines key={set.name} text={set.guidelines} />
      </Fold>
      <Fold title="Rules">
        <Rules set={set} />
      </Fold>
    </aside>
  );
}

/** Folded content is not rendered, since it would be rendered again at every key press. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

function showLinked(id: number): void {
  piecesClosed();
  show(id);
}

function SentenceLinks({ labelledBy, sentences }: { labelledBy: string; sentences: readonly AnnotatedSentence[] }) {
  return (
    <ol className={styles.queue} aria-labelledby={labelledBy}>
      {sentences.map(({ id, text }) => (
        <li key={id}>
          <button type="button" dir="auto" onClick={() => showLinked(id)}>
            {text}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Guidelines({ text }: { text: string }) {
  const [value, setValue] = useState(text);
  const [stored, setStored] = useState(text);
  const write = useDebouncedCallback(writeGuidelines, { delay: WRITE_AFTER, flushOnUnmount: true });
  if (text !== stored) {
    setStored(text);
    setValue(text); // changed by undo, import or another page
  }
  return (
    <Textarea
      aria-label="Guidelines"
      placeholder="What each type includes and excludes, with examples"
      autosize
      minRows={4}
      maxRows={14}
      value={value}
      onChange={(event) => {
        setValue(event.currentTarget.value);
        write(event.currentTarget.value);
      }}
      onBlur={() => write.flush()}
    />
  );
}
