import type { SpanType } from '../../../../annotation/sets/set.ts';
import { spanAt } from '../../../../annotation/spans/spans.ts';
import { CommandButton } from '../../../ui/commands/CommandButton.tsx';
import type { ShownSentence } from '../spans/segments.ts';
import { SpanEditor } from '../spans/SpanEditor.tsx';
import { TypeButtons } from '../spans/TypeButtons.tsx';
import { markSelection, markToken, select } from './actions.ts';
import styles from './Adjudication.module.css';
import { DRAFT } from './commands.ts';
import type { Draft } from './store.ts';

interface SentenceDraftProps {
  /** Index of the pair of sentences. */
  id: number;
  sentence: ShownSentence;
  types: readonly SpanType[];
  draft: Draft;
}

/** A sentence whose spans the user edits, if neither annotation is right. */
export function SentenceDraft({ id, sentence, types, draft }: SentenceDraftProps) {
  const { spans, selection } = draft;
  return (
    <article className={styles.version} aria-label="Your annotation" data-chosen>
      <header className={styles.head}>
        <h4>Your annotation of the sentence</h4>
        <span className={styles.buttons}>
          <CommandButton command={DRAFT.cancel} />
          <CommandButton command={DRAFT.done} variant="filled" />
        </span>
      </header>
      <SpanEditor
        id={id}
        sentence={{ ...sentence, spans }}
        types={types}
        selection={selection}
        select={select}
        markToken={markToken}
        className={styles.editor}
      />
      <TypeButtons types={types} chosen={spanAt(spans, selection.focus)?.type} mark={markSelection}>
        <CommandButton command={DRAFT.remove} />
      </TypeButtons>
    </article>
  );
}
