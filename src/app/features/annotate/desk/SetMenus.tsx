import { Button, Menu } from '@mantine/core';
import { useRef } from 'react';
import { isTrainedOn } from '../../../../annotation/evaluation-set.ts';
import { runViewChosen } from '../../../stores/runs/study.ts';
import { selectFiles, useWorkspaceStore } from '../../../stores/workspace.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { addAsTrainingData, addTexts, exportProvenance, exportSet, trainingFileName } from '../sets/actions.ts';
import { useAnnotationStore } from '../store.ts';
import { countStates } from './progress.ts';
import styles from './SetMenus.module.css';

/** What can be done with the open set: add text, export it, train on it. */
export function SetMenus() {
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
      <TrainingButton />
    </div>
  );
}

const TRAINING = 'The accepted sentences, without those that are set aside to measure F1';

/** Adds the accepted sentences that are not set aside as a training file, besides others or alone. */
function TrainingButton() {
  const isEmpty = useAnnotationStore(({ history }) => !history?.set.sentences.some(isTrainedOn));
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
      <Button variant="filled" disabled={isEmpty} title={TRAINING} onClick={() => void train(false)}>
        Use as training data
      </Button>
    );
  }
  return (
    <Menu>
      <Menu.Target>
        <Button variant="filled" disabled={isEmpty} title={TRAINING}>
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
