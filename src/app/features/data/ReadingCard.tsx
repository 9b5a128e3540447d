import { Button } from '@mantine/core';
import { cancelReading } from '../../files/files.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';
import { ShareBar } from '../../ui/ShareBar.tsx';
import styles from './Data.module.css';

/** A file that is being read. Its progress is in the run status. */
export function ReadingCard() {
  const progress = useWorkspaceStore((store) => store.progress);
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <strong>{progress?.name ?? 'Reading'}</strong>
        <Button onClick={cancelReading}>Cancel</Button>
      </div>
      {progress && progress.total > 0 && <ShareBar share={progress.done / progress.total} />}
    </li>
  );
}
