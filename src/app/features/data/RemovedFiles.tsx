import { Button, CloseButton } from '@mantine/core';
import { undoRemoval } from '../../actions/data.ts';
import { removedForgotten, useWorkspaceStore } from '../../stores/workspace.ts';
import styles from './Data.module.css';

/** What was taken away, until it is put back or not missed. */
export function RemovedFiles() {
  const removed = useWorkspaceStore((store) => store.removed);
  return removed.map((file) => (
    <li key={file.id} className={styles.removed}>
      <span>{file.name} removed</span>
      {file.file && <Button onClick={() => void undoRemoval(file)}>Undo</Button>}
      <CloseButton size="sm" aria-label={`Forget ${file.name}`} onClick={() => removedForgotten(file.id)} />
    </li>
  ));
}
