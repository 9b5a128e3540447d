import { Button } from '@mantine/core';
import type { AnnotatedSentence, AnnotationSet, SentenceState } from '../../../annotation/set.ts';
import { decideCurrent, redo, reopenCurrent, show, showPrevious, undo } from '../../actions/annotation.ts';
import { useAnnotationStore } from '../../stores/annotation.ts';
import styles from './Annotate.module.css';
import { Key } from './Key.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { SentenceView } from './SentenceView.tsx';

interface SentenceDeskProps {
  set: AnnotationSet;
  sentence: AnnotatedSentence;
  onHelp: () => void;
}

const STATES: Record<SentenceState, string> = {
  open: 'not annotated yet',
  accepted: 'accepted',
  skipped: 'skipped',
  flagged: 'flagged',
};

/** The current sentence between its neighbours, with all its actions. */
export function SentenceDesk({ set, sentence, onHelp }: SentenceDeskProps) {
  const suggested = useAnnotationStore((store) => store.suggested);
  const { id, source, state } = sentence;
  return (
    <>
      <p className={styles.where}>
        <span>
          {source.file}, line {source.line}
        </span>
        <span data-state={state}>{STATES[state]}</span>
      </p>
      <div className={styles.text}>
        <Neighbour sentence={neighbourOf(set, sentence, -1)} />
        <SentenceView key={id} sentence={sentence} suggested={suggested} types={set.types} />
        <Neighbour sentence={neighbourOf(set, sentence, 1)} />
      </div>
      <SelectionBar set={set} sentence={sentence} suggested={suggested} />
      <Decisions state={state} onHelp={onHelp} />
    </>
  );
}

function neighbourOf({ sentences }: AnnotationSet, { id, source }: AnnotatedSentence, by: 1 | -1) {
  const neighbour = sentences[id + by];
  return neighbour?.source.document === source.document ? neighbour : undefined;
}

/** A sentence of the same text, in the background. */
function Neighbour({ sentence }: { sentence: AnnotatedSentence | undefined }) {
  if (sentence === undefined) return null;
  return (
    <button type="button" className={styles.neighbour} dir="auto" onClick={() => show(sentence.id)}>
      {sentence.text}
    </button>
  );
}

function Decisions({ state, onHelp }: { state: SentenceState; onHelp: () => void }) {
  const canGoBack = useAnnotationStore(({ visited }) => visited.length > 0);
  const canUndo = useAnnotationStore(({ history }) => history?.done !== undefined);
  const canRedo = useAnnotationStore(({ history }) => (history?.undone.length ?? 0) > 0);
  return (
    <div className={styles.decisions} data-keeps-focus>
      <Button
        variant="filled"
        aria-label="Accept"
        rightSection={<Key>Enter</Key>}
        onClick={() => decideCurrent('accepted')}
      >
        Accept
      </Button>
      <Button aria-label="Skip" rightSection={<Key>S</Key>} onClick={() => decideCurrent('skipped')}>
        Skip
      </Button>
      <Button aria-label="Flag" rightSection={<Key>F</Key>} onClick={() => decideCurrent('flagged')}>
        Flag
      </Button>
      {state !== 'open' && <Button onClick={reopenCurrent}>Reopen</Button>}
      <Button aria-label="Back" disabled={!canGoBack} rightSection={<Key>B</Key>} onClick={showPrevious}>
        Back
      </Button>
      <Button aria-label="Undo" disabled={!canUndo} rightSection={<Key>U</Key>} onClick={undo}>
        Undo
      </Button>
      <Button aria-label="Redo" disabled={!canRedo} onClick={redo}>
        Redo
      </Button>
      <Button aria-label="Keys" rightSection={<Key>?</Key>} onClick={onHelp}>
        Keys
      </Button>
    </div>
  );
}
