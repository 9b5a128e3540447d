import { Button, Menu, TextInput, VisuallyHidden } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import {
  addTexts,
  closeSet,
  exportProvenance,
  exportSet,
  renameSet,
  trainingFileName,
  addAsTrainingData,
} from '../../actions/annotation-sets.ts';
import { redo } from '../../actions/annotation.ts';
import { runViewChosen } from '../../stores/study.ts';
import { selectFiles, useWorkspaceStore } from '../../stores/workspace.ts';
import { selectSentence, selectSet, useAnnotationStore } from '../../stores/annotation.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Annotate.module.css';
import { countStates, progressText } from './derive.ts';
import { KeysHelp } from './KeysHelp.tsx';
import { ReviewList } from './ReviewList.tsx';
import { SentenceDesk } from './SentenceDesk.tsx';
import { Side } from './Side.tsx';
import { Unusable } from './Unusable.tsx';
import { useAnnotationKeys } from './use-annotation-keys.ts';

/** The open set: the current sentence, and beside it the queue and the settings of the set. */
export function Desk() {
  const set = useAnnotationStore(selectSet);
  const sentence = useAnnotationStore(selectSentence);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const desk = useRef<HTMLDivElement>(null);
  const showHelp = useCallback(() => setHelpOpen(true), []);
  useAnnotationKeys(desk, showHelp);
  if (set === undefined) return null;
  return (
    <div ref={desk} data-desk className={styles.desk}>
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
      <Unusable />
      <section className={styles.main} aria-label="Annotation">
        {sentence !== undefined && <SentenceDesk set={set} sentence={sentence} onHelp={showHelp} />}
        {sentence === undefined && set.sentences.length === 0 && <NoText />}
        {sentence === undefined && set.sentences.length > 0 && <p className={styles.dim}>Restoring the model…</p>}
        <ReviewList />
      </section>
      <Side set={set} />
      <KeysHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

/** Shown for a set without sentences, also after its import was undone. */
function NoText() {
  const canRedo = useAnnotationStore(({ history }) => (history?.undone.length ?? 0) > 0);
  return (
    <p className={styles.dim}>
      This set has no text yet. Add some{canRedo ? ', or redo what was undone.' : '.'}
      {canRedo && <Button onClick={redo}>Redo</Button>}
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

function SetMenus() {
  const accepted = useAnnotationStore(({ history }) => (history ? countStates(history.set).accepted : 0));
  const isReading = useAnnotationStore((store) => store.isReading);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.menus}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Text to add"
        onChange={({ currentTarget }) => {
          void addTexts({ files: [...(currentTarget.files ?? [])] });
          currentTarget.value = '';
        }}
      />
      <Button loading={isReading} onClick={() => input.current?.click()}>
        Add text
      </Button>
      <Menu>
        <Menu.Target>
          <Button leftSection={<Icon name="save" size={13} />}>Export</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Accepted sentences</Menu.Label>
          <Menu.Item disabled={accepted === 0} onClick={() => exportSet('conll', 'accepted')}>
            CoNLL
          </Menu.Item>
          <Menu.Item disabled={accepted === 0} onClick={() => exportSet('spans', 'accepted')}>
            JSON lines (spaCy, Prodigy)
          </Menu.Item>
          <Menu.Item disabled={accepted === 0} onClick={() => exportSet('doccano', 'accepted')}>
            JSON lines (doccano)
          </Menu.Item>
          <Menu.Item disabled={accepted === 0} onClick={() => exportSet('label-studio', 'accepted')}>
            JSON (Label Studio)
          </Menu.Item>
          <Menu.Label>Whole set</Menu.Label>
          <Menu.Item onClick={() => exportSet('spans', 'all')}>JSON lines with all sentences</Menu.Item>
          <Menu.Item onClick={() => void exportProvenance()}>Guidelines and provenance</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TrainingButton isEmpty={accepted === 0} />
    </div>
  );
}

/** Adds the accepted sentences as a training file, besides others or alone. */
function TrainingButton({ isEmpty }: { isEmpty: boolean }) {
  const name = useAnnotationStore(({ history }) => trainingFileName(history?.set.name ?? ''));
  const hasOthers = useWorkspaceStore(selectFiles).some(
    (file) => file.role === 'train' && !file.isSample && file.name !== name,
  );
  const train = async (isAlone: boolean) => {
    await addAsTrainingData(isAlone);
    runViewChosen('charts');
  };
  if (!hasOthers) {
    return (
      <Button variant="filled" disabled={isEmpty} onClick={() => void train(false)}>
        Use as training data
      </Button>
    );
  }
  return (
    <Menu>
      <Menu.Target>
        <Button variant="filled" disabled={isEmpty}>
          Use as training data
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void train(false)}>Add to the loaded training files</Menu.Item>
        <Menu.Item onClick={() => void train(true)}>Use instead of them</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
