import { Button } from '@mantine/core';
import { resumeRun } from '../../keep/resume-run.ts';
import { workspaceSession } from '../../keep/workspace/session.ts';
import { restorationDismissed, useKeptWorkspaceStore } from '../../keep/workspace/store.ts';
import { useReadiness } from '../../stores/readiness.ts';
import { useHistoryStore } from '../../stores/runs/history.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { focusAfterNotice, type ShownNotice } from '../../ui/NoticeRow.tsx';
import { restoredMessage } from './message.ts';

/** What was restored of the page, and what was not: an interrupted run can be resumed, or everything discarded. */
export function useRestoredNotice(): ShownNotice[] {
  const { restored, interrupted } = useKeptWorkspaceStore();
  const record = useHistoryStore(({ records }) => records.find(({ id }) => id === interrupted));
  const isActive = useRunStore(selectIsActive);
  const { canTrain } = useReadiness();
  const message = restored && restoredMessage(restored, record);
  if (restored === undefined || message === undefined || isActive) return [];
  return [
    {
      id: 'restored',
      role: 'region',
      label: 'Restored page',
      at: restored.at,
      kind: message.isLoss ? 'error' : 'note',
      about: 'restored page',
      onDismiss: restorationDismissed,
      buttons: (
        <>
          {record?.checkpoint !== undefined && (
            <Button variant="filled" disabled={!canTrain} onClick={() => void resumeRun(record).then(focusAfterNotice)}>
              Resume {record.name}
            </Button>
          )}
          {restored.locked.length > 0 && (
            <Button onClick={() => void workspaceSession.unlock().then(focusAfterNotice)}>Allow reading</Button>
          )}
          {restored.hasOwn && (
            <Button onClick={() => void workspaceSession.startOver().then(focusAfterNotice)}>Start over</Button>
          )}
        </>
      ),
      text: (
        <>
          {message.title !== '' && <strong>{message.title}</strong>} {message.text}
        </>
      ),
    },
  ];
}
