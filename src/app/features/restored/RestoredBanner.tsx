import { Button } from '@mantine/core';
import { resumeRun } from '../../keep/resume-run.ts';
import { workspaceSession } from '../../keep/workspace/session.ts';
import { useReadiness } from '../../stores/readiness.ts';
import { useHistoryStore } from '../../stores/runs/history.ts';
import { restorationDismissed, useKeptWorkspaceStore } from '../../keep/workspace/store.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { NoticeRow } from '../../ui/NoticeRow.tsx';
import { restoredMessage } from './message.ts';

/** A banner about the restored workspace: an interrupted run can be resumed, or everything discarded. */
export function RestoredBanner() {
  const { restored, interrupted } = useKeptWorkspaceStore();
  const record = useHistoryStore(({ records }) => records.find(({ id }) => id === interrupted));
  const isActive = useRunStore(selectIsActive);
  const { canTrain } = useReadiness();
  const message = restored && restoredMessage(restored, record);
  if (restored === undefined || message === undefined || isActive) return null;
  return (
    <section aria-label="Restored page">
      <NoticeRow
        about="restored page"
        onDismiss={restorationDismissed}
        buttons={
          <>
            {record?.checkpoint !== undefined && (
              <Button variant="filled" disabled={!canTrain} onClick={() => void resumeRun(record)}>
                Resume {record.name}
              </Button>
            )}
            {restored.locked.length > 0 && (
              <Button onClick={() => void workspaceSession.unlock()}>Allow reading</Button>
            )}
            {restored.hasOwn && <Button onClick={() => void workspaceSession.startOver()}>Start over</Button>}
          </>
        }
      >
        {message.title !== '' && <strong>{message.title}</strong>} {message.text}
      </NoticeRow>
    </section>
  );
}
