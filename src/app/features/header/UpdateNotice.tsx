import { Button } from '@mantine/core';
import { applyUpdate } from '../../keep/offline/service-worker.ts';
import { updateDismissed } from '../../keep/offline/store.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { NoticeRow } from '../../ui/NoticeRow.tsx';

/** Offers a newer version. It is activated only by the user, and not during a run. */
export function UpdateNotice() {
  const isActive = useRunStore((store) => selectIsActive(store) || store.isSettling);
  return (
    <NoticeRow
      about="A new version"
      onDismiss={updateDismissed}
      buttons={!isActive && <Button onClick={() => void applyUpdate()}>Update</Button>}
    >
      <strong>A new version of Tagsmith is ready.</strong>{' '}
      {isActive ? 'You can switch to it when the run has ended.' : 'Switching to it reloads the page.'}
    </NoticeRow>
  );
}
