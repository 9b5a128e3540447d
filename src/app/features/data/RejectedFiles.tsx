import { CloseButton } from '@mantine/core';
import { rejectionDismissed, useWorkspaceStore } from '../../stores/workspace.ts';
import styles from './Data.module.css';

/** Files that cannot be used, with reason and advice. */
export function RejectedFiles() {
  const rejected = useWorkspaceStore((store) => store.rejected);
  return rejected.map((file) => (
    <li key={file.name}>
      <div role="alert" className={styles.rejected}>
        <div className={styles.head}>
          <strong title={file.name}>{file.name}</strong>
          <CloseButton size="sm" aria-label={`Dismiss ${file.name}`} onClick={() => rejectionDismissed(file.name)} />
        </div>
        <p>{file.error.message}</p>
      </div>
    </li>
  ));
}
