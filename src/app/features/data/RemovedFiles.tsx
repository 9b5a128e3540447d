import { Button, CloseButton } from '@mantine/core';
import { undoRemoval } from '../../actions/data.ts';
import { removedForgotten, useWorkspaceStore } from '../../stores/workspace.ts';
import styles from './Data.module.css';

/** What was taken away, until it is put back or not missed. */
export function RemovedFiles() {
  const removed = useWorkspaceStore((store) => store.removed);
  return removed.map((one) => (
    <li key={one.id} className={styles.removed}>
      <span>{one.name} removed</span>
      {one.files.every(({ file }) => file) && <Button onClick={() => void undoRemoval(one)}>Undo</Button>}
      <CloseButton size="sm" aria-label={`Forget ${one.name}`} onClick={() => removedForgotten(one.id)} />
    </li>
  ));
}
