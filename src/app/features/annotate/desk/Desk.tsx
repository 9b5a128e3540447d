import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import shared from '../../../look/text.module.css';
import type { Command } from '../../../ui/commands/commands.ts';
import { useCommands } from '../../../ui/commands/use-commands.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { closeSet, renameSet } from '../sets/actions.ts';
import { Unusable } from '../sets/Unusable.tsx';
import { selectSentence, selectSet, useAnnotationStore } from '../store.ts';
import { deskCommands, SET } from './commands.ts';
import styles from './Desk.module.css';
import { KeysHelp } from './KeysHelp.tsx';
import { pieceCommands } from '../pieces/commands.ts';
import { PiecesList } from '../pieces/PiecesList.tsx';
import { usePiecesStore } from '../pieces/store.ts';
import { progressText } from './progress.ts';
import { ReviewList } from './ReviewList.tsx';
import { SentenceDesk } from './SentenceDesk.tsx';
import { SetMenus } from './SetMenus.tsx';
import { Side } from './Side.tsx';

/** The open set: the current sentence, and beside it the queue and the settings of the set. */
export function Desk() {
  const set = useAnnotationStore(selectSet);
  const sentence = useAnnotationStore(selectSentence);
  const isReviewing = usePiecesStore((store) => store.isOpen);
  const desk = useRef<HTMLDivElement>(null);
  useCommands(commandsOfSet, desk);
  if (set === undefined) return null;
  return (
    <div ref={desk} data-commands className={styles.desk}>
      <header className={styles.head}>
        <VisuallyHidden component="h2">Annotate</VisuallyHidden>
        <Button leftSection={<Icon name="previous" size={12} />} onClick={closeSet}>
          Sets
        </Button>
        <SetName key={set.name} name={set.name} />
        <output aria-label="Annotated" className={styles.progress}>
          {progressText(set)}
        </output>
        <SetMenus />
      </header>
      <Unusable className={styles.unusable} />
      <section className={styles.main} aria-label="Annotation">
        {isReviewing && <PiecesList set={set} />}
        {!isReviewing && sentence !== undefined && <SentenceDesk set={set} sentence={sentence} />}
        {sentence === undefined && set.sentences.length === 0 && <NoText />}
        {sentence === undefined && set.sentences.length > 0 && <p className={shared.dim}>Restoring the model…</p>}
        {!isReviewing && <ReviewList />}
      </section>
      <Side set={set} className={styles.side} />
      <KeysHelp types={set.types} />
    </div>
  );
}

function commandsOfSet(): Command[] {
  const types = selectSet(useAnnotationStore.getState())?.types ?? [];
  return usePiecesStore.getState().isOpen ? pieceCommands(types) : deskCommands(types);
}

/** Shown for a set without sentences, also after its import was undone. */
function NoText() {
  const canRedo = useAnnotationStore(({ history }) => (history?.undone.length ?? 0) > 0);
  return (
    <p className={shared.dim}>
      This set has no text yet. Add some{canRedo ? ', or redo what was undone. ' : '.'}
      {canRedo && <Button onClick={SET.redo.run}>Redo</Button>}
    </p>
  );
}

function SetName({ name }: { name: string }) {
  const [value, setValue] = useState(name);
  return (
    <TextInput
      aria-label="Name of the set"
      className={styles.name}
      variant="unstyled"
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => renameSet(value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  );
}
