import { Button, CloseButton } from '@mantine/core';
import { applyUpdate } from '../../keep/offline/service-worker.ts';
import { updateDismissed } from '../../keep/offline/store.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Header.module.css';

/** Offers a newer version. It is activated only by the user, and not during a run. */
export function UpdateNotice() {
  const isActive = useRunStore((store) => selectIsActive(store) || store.isSettling);
  return (
    <div className={styles.notice} data-kind="update">
      <Icon name="info" />
      <p>
        <strong>A new version of Tagsmith is ready.</strong>{' '}
        {isActive ? 'You can switch to it when the run has ended.' : 'Switching to it reloads the page.'}
      </p>
      {!isActive && <Button onClick={() => void applyUpdate()}>Update</Button>}
      <CloseButton size="sm" aria-label="Dismiss: A new version" onClick={updateDismissed} />
    </div>
  );
}
