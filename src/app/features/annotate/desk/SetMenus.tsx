import { Button, Menu, type ButtonProps } from '@mantine/core';
import { knownOf } from '../../../../annotation/queue/evaluation-set.ts';
import { runViewChosen } from '../../../stores/runs/study.ts';
import { selectFiles, useWorkspaceStore } from '../../../stores/workspace.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { ChooseFiles } from '../../../ui/controls/ChooseFiles.tsx';
import { addTexts, exportProvenance, exportSet, exportSetRecords } from '../sets/actions.ts';
import { addAsTrainingData, trainingFileName } from '../sets/training-data.ts';
import { useAnnotationLearningStore } from '../learning/store.ts';
import { useAnnotationStore } from '../store.ts';
import { countStates } from './progress.ts';
import styles from './SetMenus.module.css';

/** What can be done with the open set: add text, export it, train on it. */
export function SetMenus() {
  const accepted = useAnnotationStore(({ history }) => (history ? countStates(history.set).accepted : 0));
  const hasRecords = useAnnotationStore(({ history }) => (history?.set.records.length ?? 0) > 0);
  const isReading = useAnnotationStore((store) => store.isReading);
  return (
    <div className={styles.menus}>
      <ChooseFiles label="Text to add" multiple onChoose={(files) => void addTexts({ files })}>
        {(open) => (
          <Button loading={isReading} onClick={open}>
            Add text
          </Button>
        )}
      </ChooseFiles>
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
          {hasRecords && (
            <>
              <Menu.Label>Records, with all their fields</Menu.Label>
              <Menu.Item onClick={() => exportSetRecords('lines')}>JSON lines, one for each record</Menu.Item>
              <Menu.Item onClick={() => exportSetRecords('rows')}>CSV, a row for each record</Menu.Item>
              <Menu.Item onClick={() => exportSetRecords('entities')}>CSV, a row for each entity</Menu.Item>
            </>
          )}
          <Menu.Label>Whole set</Menu.Label>
          <Menu.Item onClick={() => exportSet('spans', 'all')}>JSON lines with all sentences</Menu.Item>
          <Menu.Item onClick={() => void exportProvenance()}>Guidelines and provenance</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TrainingButton />
    </div>
  );
}

const TRAINING =
  'The accepted sentences, and single suggestions that are accepted or refused in others, without the sentences that are set aside to measure F1; the other open ones as text without labels, from which a run can learn, too';
const WITH_RULES =
  'Words that the rules leave open are unknown; if hardly a sentence is annotated, the page offers an entity ratio before training';

/** Adds what is known of the sentences that are not set aside as a training file, besides others or alone, and what the rules say of them. */
function TrainingButton() {
  const isEmpty = useAnnotationStore(({ history }) => !history?.set.sentences.some(knownOf));
  const name = useAnnotationStore(({ history }) => trainingFileName(history?.set.name ?? ''));
  const hasRules = useAnnotationLearningStore(({ applied }) => applied !== undefined);
  const hasOthers = useWorkspaceStore(selectFiles).some(
    (file) => file.role === 'train' && !file.isSample && file.name !== name,
  );
  const train = async (isAlone: boolean, withRules = false) => {
    await addAsTrainingData(isAlone, withRules);
    runViewChosen('charts');
  };
  const button = (props: ButtonProps & { onClick?: () => void }) => (
    <Button variant="filled" disabled={isEmpty && !hasRules} title={TRAINING} {...props}>
      Use as training data
    </Button>
  );
  if (!hasOthers && !hasRules) return button({ onClick: () => void train(false) });
  return (
    <Menu>
      <Menu.Target>{button({})}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={isEmpty} onClick={() => void train(false)}>
          {hasOthers ? 'Add to the loaded training files' : 'What is annotated'}
        </Menu.Item>
        {hasOthers && (
          <Menu.Item disabled={isEmpty} onClick={() => void train(true)}>
            Use instead of them
          </Menu.Item>
        )}
        {hasRules && (
          <Menu.Item title={WITH_RULES} onClick={() => void train(false, true)}>
            With what the rules say of open sentences
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
