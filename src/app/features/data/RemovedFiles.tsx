import { Button, CloseButton } from '@mantine/core';
import { forgetRemoval, undoRemoval } from '../../actions/data.ts';
import { forgetModel, restoreModel } from '../../actions/model.ts';
import { selectIsActive, useRunStore } from '../../stores/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import styles from './Data.module.css';
import { modelName } from './derive.ts';

/** What was taken away, until it is put back or not missed. */
export function RemovedFiles() {
  const removed = useWorkspaceStore((store) => store.removed);
  const former = useWorkspaceStore((store) => store.workspace.former);
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const isActive = useRunStore(selectIsActive);
  if (isActive) return null;
  return (
    <>
      {removed.map((one) => (
        <RemovedRow
          key={`${one.name} ${one.files[0]?.id}`}
          what={`${one.name} removed`}
          undo={() => void undoRemoval(one)}
          forget={() => void forgetRemoval(one)}
        />
      ))}
      {former && (
        <RemovedRow
          what={`${modelName(former)} ${hasModel ? 'replaced' : 'removed'}`}
          undo={() => void restoreModel()}
          forget={() => void forgetModel()}
        />
      )}
    </>
  );
}

function RemovedRow({ what, undo, forget }: { what: string; undo: () => void; forget: () => void }) {
  return (
    <li className={styles.removed}>
      <span>{what}</span>
      <Button onClick={undo}>Undo</Button>
      <CloseButton size="sm" aria-label={`Dismiss: ${what}`} title="Dismiss" onClick={forget} />
    </li>
  );
}
