import { useMemo } from 'react';
import type { AnnotatedSentence, AnnotationSet, SentenceState } from '../../../../annotation/sets/set.ts';
import { placeInWords } from '../../../../annotation/exchange/import-document.ts';
import { openSuggestions } from '../../../../annotation/spans/suggestions.ts';
import type { Command } from '../../../ui/commands/commands.ts';
import { SpanEditor } from '../spans/SpanEditor.tsx';
import { useAnnotationStore } from '../store.ts';
import { markToken, select, show } from './actions.ts';
import { DIVIDE, SENTENCE, SET } from './commands.ts';
import { DeskButton } from './DeskButton.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import styles from './SentenceDesk.module.css';

interface SentenceDeskProps {
  set: AnnotationSet;
  sentence: AnnotatedSentence;
}

const STATES: Record<SentenceState, string> = {
  open: 'not annotated yet',
  accepted: 'accepted',
  skipped: 'skipped',
  flagged: 'flagged',
};

/** The current sentence between its neighbours, with all its commands. */
export function SentenceDesk({ set, sentence }: SentenceDeskProps) {
  const suggested = useAnnotationStore((store) => store.suggested);
  const selection = useAnnotationStore((store) => store.selection);
  const open = useMemo(() => openSuggestions(sentence, suggested), [sentence, suggested]);
  const { id, source, state } = sentence;
  return (
    <>
      <p className={styles.where}>
        <span>
          {source.file}, {placeInWords(source)}
        </span>
        <span data-state={state}>{STATES[state]}</span>
      </p>
      <div className={styles.text}>
        <Neighbour sentence={neighbourOf(set, sentence, -1)} merge={DIVIDE.mergePrevious} />
        <SpanEditor
          key={id}
          id={id}
          sentence={sentence}
          open={open}
          types={set.types}
          selection={selection}
          select={select}
          markToken={markToken}
          className={styles.sentence}
        />
        <Neighbour sentence={neighbourOf(set, sentence, 1)} merge={DIVIDE.mergeNext} />
      </div>
      <SelectionBar set={set} sentence={sentence} suggested={suggested} />
      <div className={styles.decisions} data-keeps-focus>
        <DeskButton command={SENTENCE.accept} variant="filled" />
        <DeskButton command={SENTENCE.skip} />
        <DeskButton command={SENTENCE.flag} />
        <DeskButton command={DIVIDE.split} />
        {state !== 'open' && <DeskButton command={SENTENCE.reopen} />}
        <DeskButton command={SET.back} />
        <DeskButton command={SET.undo} />
        <DeskButton command={SET.redo} />
        <DeskButton command={SET.keys} />
      </div>
    </>
  );
}

function neighbourOf({ sentences }: AnnotationSet, { id, source }: AnnotatedSentence, by: 1 | -1) {
  const neighbour = sentences[id + by];
  return neighbour?.source.document === source.document ? neighbour : undefined;
}

/** A sentence of the same text, in the background. */
function Neighbour({ sentence, merge }: { sentence: AnnotatedSentence | undefined; merge: Command }) {
  if (sentence === undefined) return null;
  return (
    <div className={styles.neighbour} data-keeps-focus>
      <button type="button" dir="auto" onClick={() => show(sentence.id)}>
        {sentence.text}
      </button>
      <DeskButton command={merge} size="compact-xs" variant="subtle">
        Merge
      </DeskButton>
    </div>
  );
}
