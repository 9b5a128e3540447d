import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import type { LabelCheck } from '../../../workers/wire/annotation.ts';
import { updateFile } from '../../actions/data.ts';
import { cancelLabelCheck, saveCorrected } from '../../actions/label-check.ts';
import { formatCounted } from '../../format.ts';
import { forAllSwitched, labelCheckShown, useLabelCheckStore, type Decision } from '../../stores/label-check.ts';
import { selectFiles, useWorkspaceStore } from '../../stores/workspace.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { alikeCounts, checkedPercent, decidedInWords, summaryInWords } from './derive.ts';
import { FindingItem } from './FindingItem.tsx';
import styles from './LabelCheck.module.css';

/** Number of findings shown initially, and added by each press of the button. */
const PAGE = 30;

/** The probably wrong labels of a file, with a decision for each. */
export function LabelCheckDialog() {
  const shown = useLabelCheckStore((store) => store.shown);
  const check = useLabelCheckStore((store) => store.check);
  const isRunning = check.phase === 'running';
  const close = () => (isRunning ? cancelLabelCheck() : labelCheckShown(undefined));
  return (
    <Dialog opened={shown !== undefined} onClose={close} title={`Check labels of ${shown?.name ?? ''}`} size="xl">
      {isRunning && <Running />}
      {check.phase === 'failed' && <p role="alert">{check.error.message}</p>}
      {check.phase === 'done' && <Findings check={check.check} decisions={check.decisions} />}
    </Dialog>
  );
}

function Running() {
  const percent = useWorkspaceStore(({ progress }) => checkedPercent(progress));
  return (
    <div className={styles.running}>
      <p>Five models are trained, each on four fifths of the sentences, and predict the labels of the rest.</p>
      <progress aria-label="Checked" value={percent} max={100} />
      <p className={styles.head}>
        <span aria-live="polite">{percent}%</span>
        <Button onClick={cancelLabelCheck}>Cancel</Button>
      </p>
    </div>
  );
}

/** An option to train on doubtful sentences in fewer epochs. */
function DownWeighting({ check }: { check: LabelCheck }) {
  const id = useLabelCheckStore(({ shown }) => shown?.id);
  const file = useWorkspaceStore((store) => selectFiles(store).find((one) => one.id === id));
  const [wanted, setWanted] = useState<boolean>(); // until the worker has answered
  if (file === undefined) return null;
  const change = async (isOn: boolean) => {
    setWanted(isOn);
    await updateFile(file.id, { weights: isOn ? check.weights : [] });
    setWanted(undefined);
  };
  return (
    <Switch
      label="Train less on doubtful sentences"
      description={`${formatCounted(check.weights.length, 'sentence')}: 70 % of the epochs with one doubtful label, 49 % with two, and so on. The file is not changed.`}
      checked={wanted ?? file.weights !== undefined}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}

function Findings({ check, decisions }: { check: LabelCheck; decisions: ReadonlyMap<number, Decision> }) {
  const isForAll = useLabelCheckStore((store) => store.isForAll);
  const [shown, setShown] = useState(PAGE);
  const { findings, listed } = check;
  const alike = alikeCounts(findings);
  const isChanged = [...decisions.values()].some((decision) => decision !== 'keep');
  const more = Math.min(PAGE, listed - shown);
  return (
    <>
      <p>{summaryInWords(check)}</p>
      {findings.length > 0 && (
        <div className={styles.bar}>
          <output className={styles.dim} aria-label="Decided">
            {decidedInWords(findings, decisions)}
          </output>
          <Switch
            label="Decide on identical cases together"
            checked={isForAll}
            onChange={(event) => forAllSwitched(event.currentTarget.checked)}
          />
          <Button variant="filled" disabled={!isChanged} onClick={() => void saveCorrected()}>
            Save corrected file
          </Button>
        </div>
      )}
      {findings.length > 0 && <DownWeighting check={check} />}
      <ol aria-label="Doubtful labels" className={styles.list}>
        {findings.slice(0, Math.min(shown, listed)).map((finding, index) => (
          <FindingItem
            key={`${finding.sentence} ${finding.labelled?.start} ${finding.suggested?.start}`}
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
