import { Button, Switch } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LabelCheck } from '../../../workers/wire/annotation.ts';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { updateFile } from '../../files/update-file.ts';
import { formatCounted } from '../../look/format.ts';
import { forAllSwitched, labelCheck, saveCorrected, useCheckStore, type Checked } from './check.ts';
import { dialogClosed, selectDialogFile, useViewStore } from '../../stores/view.ts';
import { selectFiles, useWorkspaceStore } from '../../stores/workspace.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { alikeCounts, checkedPercent, decidedInWords, summaryInWords } from './findings.ts';
import { FindingItem } from './FindingItem.tsx';
import { readingOf } from './reading.ts';
import shared from '../../look/text.module.css';
import styles from './LabelCheck.module.css';

/** Number of findings shown initially, and added by each press of the button. */
const PAGE = 30;

/** The probably wrong labels of a file, with a decision for each. */
export function LabelCheckDialog() {
  const shown = useViewStore(selectDialogFile('label-check'));
  const file = useWorkspaceStore((store) => selectFiles(store).find(({ id }) => id === shown?.id));
  const reading = file && readingOf(file);
  const checked = useCheckStore(({ checks }) => checks.get(reading ?? ''));
  const answer = useAnswer(file, checked !== undefined);
  return (
    <Dialog opened={shown !== undefined} onClose={close} title={`Check labels of ${shown?.name ?? ''}`} size="xl">
      {answer.phase === 'running' && <Running />}
      {answer.phase === 'failed' && <p role="alert">{answer.error.message}</p>}
      {file !== undefined && checked !== undefined && <Findings key={reading} file={file} checked={checked} />}
    </Dialog>
  );
}

/** Checks a file, as it is read, unless its check is known. */
function useAnswer(file: CorpusFile | undefined, isKnown: boolean): ReturnType<typeof labelCheck.use> {
  const reading = file && readingOf(file);
  const asked = useEffectEvent(() => file !== undefined && void labelCheck.ask(file));
  useEffect(() => {
    if (reading !== undefined && !isKnown) asked();
  }, [reading, isKnown]);
  const answer = labelCheck.use();
  return !isKnown && answer.phase !== 'none' && readingOf(answer.key) === reading ? answer : { phase: 'none' };
}

function close(): void {
  if (labelCheck.answer().phase === 'running') labelCheck.cancel();
  dialogClosed();
}

function Running() {
  const percent = useWorkspaceStore(({ progress }) => checkedPercent(progress));
  return (
    <div className={styles.running}>
      <p>Five models are trained, each on four fifths of the sentences, and predict the labels of the rest.</p>
      <progress aria-label="Checked" value={percent} max={100} />
      <p className={styles.head}>
        <span aria-live="polite">{percent}%</span>
        <Button onClick={close}>Cancel</Button>
      </p>
    </div>
  );
}

/** An option to train on doubtful sentences in fewer epochs. */
function DownWeighting({ file, check }: { file: CorpusFile; check: LabelCheck }) {
  const [wanted, setWanted] = useState<boolean>(); // until the worker has answered
  const change = async (isOn: boolean) => {
    setWanted(isOn);
    await updateFile(file.id, { weights: isOn ? check.weights : [] });
    setWanted(undefined);
  };
  return (
    <Switch
      label="Train less on doubtful sentences"
      description={`${formatCounted(check.weights.length, 'sentence')}: 70% of the epochs with one doubtful label, 49% with two, and so on. The file is not changed.`}
      checked={wanted ?? file.weights !== undefined}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}

function Findings({ file, checked }: { file: CorpusFile; checked: Checked }) {
  const reading = readingOf(file);
  const isForAll = useCheckStore((store) => store.isForAll);
  const [shown, setShown] = useState(PAGE);
  const { check, decisions } = checked;
  const { findings, listed } = check;
  const alike = alikeCounts(findings);
  const isChanged = [...decisions.values()].some((decision) => decision !== 'keep');
  const more = Math.min(PAGE, listed - shown);
  return (
    <>
      <p>{summaryInWords(check)}</p>
      {findings.length > 0 && (
        <div className={styles.bar}>
          <output className={shared.quiet} aria-label="Decided">
            {decidedInWords(findings, decisions)}
          </output>
          <Switch
            label="Decide on identical cases together"
            checked={isForAll}
            onChange={(event) => forAllSwitched(event.currentTarget.checked)}
          />
          <Button
            variant="filled"
            disabled={!isChanged}
            title={isChanged ? undefined : 'Fix a label or exclude a sentence first'}
            onClick={() => void saveCorrected(file, checked)}
          >
            Save corrected file
          </Button>
        </div>
      )}
      {findings.length > 0 && <DownWeighting file={file} check={check} />}
      <ol aria-label="Doubtful labels" className={styles.list}>
        {findings.slice(0, Math.min(shown, listed)).map((finding, index) => (
          <FindingItem
            key={`${finding.sentence} ${finding.labelled?.start} ${finding.suggested?.start}`}
            reading={reading}
            index={index}
            finding={finding}
            decision={decisions.get(index)}
            alike={alike[index]!}
          />
        ))}
      </ol>
      {more > 0 && <Button onClick={() => setShown(shown + PAGE)}>{formatCounted(more, 'more label')}</Button>}
    </>
  );
}
