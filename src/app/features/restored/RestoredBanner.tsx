import { Button, CloseButton } from '@mantine/core';
import { resumeRun } from '../../keep/resume-run.ts';
import { workspaceSession } from '../../keep/workspace/session.ts';
import { useReadiness } from '../../stores/readiness.ts';
import { useHistoryStore } from '../../stores/runs/history.ts';
import { restorationDismissed, useKeptWorkspaceStore } from '../../keep/workspace/store.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { Icon } from '../../ui/Icon.tsx';
import { restoredMessage } from './message.ts';
import styles from './Restored.module.css';

/** A banner about the restored workspace: an interrupted run can be resumed, or everything discarded. */
export function RestoredBanner() {
  const { restored, interrupted } = useKeptWorkspaceStore();
  const record = useHistoryStore(({ records }) => records.find(({ id }) => id === interrupted));
  const isActive = useRunStore(selectIsActive);
  const { canTrain } = useReadiness();
  const message = restored && restoredMessage(restored, record);
  if (restored === undefined || message === undefined || isActive) return null;
  return (
    <section className={styles.banner} aria-label="Restored page">
      <Icon name="info" />
      <p>
        {message.title !== '' && <strong>{message.title}</strong>} {message.text}
      </p>
      {record?.checkpoint !== undefined && (
        <Button variant="filled" disabled={!canTrain} onClick={() => void resumeRun(record)}>
          Resume {record.name}
        </Button>
      )}
      {restored.locked.length > 0 && <Button onClick={() => void workspaceSession.unlock()}>Allow reading</Button>}
      {restored.hasOwn && <Button onClick={() => void workspaceSession.startOver()}>Start over</Button>}
      <CloseButton size="sm" aria-label="Dismiss: restored page" title="Dismiss" onClick={restorationDismissed} />
    </section>
  );
}
