import { Button, CloseButton } from '@mantine/core';
import { discardRemoval, undoRemoval } from '../../files/files.ts';
import { discardModel, restoreModel } from '../../files/model.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { focusNext } from '../../ui/navigation.ts';
import type { CardId } from '../../stores/view.ts';
import { removeButton, undoButton } from './Card.tsx';
import styles from './Data.module.css';
import { modelName } from './cards.ts';

/** Removed files and models, until the removal is undone or dismissed. */
export function RemovedFiles() {
  const removed = useWorkspaceStore((store) => store.removed);
  const previous = useWorkspaceStore((store) => store.workspace.previous);
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const isActive = useRunStore(selectIsActive);
  if (isActive) return null;
  return (
    <>
      {removed.map((one) => (
        <RemovedRow
          key={`${one.name} ${one.files[0]?.id}`}
          id={one.files[0]?.id}
          what={`${one.name} removed`}
          undo={() => undoRemoval(one)}
          forget={() => void discardRemoval(one)}
        />
      ))}
      {previous && (
        <RemovedRow
          id="model"
          what={`${modelName(previous)} ${hasModel ? 'replaced' : 'removed'}`}
          undo={restoreModel}
          forget={() => void discardModel()}
        />
      )}
    </>
  );
}

interface RemovedRowProps {
  id: CardId | undefined;
  what: string;
  undo: () => Promise<void>;
  forget: () => void;
}

function RemovedRow({ id, what, undo, forget }: RemovedRowProps) {
  return (
    <li className={styles.removed}>
      <span>{what}</span>
      <Button id={undoButton(id)} onClick={() => void undo().then(() => focusNext(removeButton(id)))}>
        Undo
      </Button>
      <CloseButton size="sm" aria-label={`Dismiss: ${what}`} title="Dismiss" onClick={forget} />
    </li>
  );
}
