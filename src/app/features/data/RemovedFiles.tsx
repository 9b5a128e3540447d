import { Button } from '@mantine/core';
import { useState } from 'react';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { focusNext } from '../../ui/navigation.ts';
import { NoticeRow, RestOfNotices } from '../../ui/NoticeRow.tsx';
import { removeButton, UNDO_BUTTON } from './Card.tsx';
import { removalsInWords, removalsOf, type Removal } from './removals.ts';

/** Removed files and models as one notice, until they are restored, or it is dismissed or expires. */
export function RemovedFiles() {
  const removed = useWorkspaceStore((store) => store.removed);
  const model = useWorkspaceStore((store) => store.workspace.previous);
  const since = useWorkspaceStore((store) => store.previousSince);
  const isReplaced = useWorkspaceStore(selectModel) !== undefined;
  const isActive = useRunStore(selectIsActive);
  const [isOpen, setOpen] = useState(false);
  const previous = model === undefined || since === undefined ? undefined : { model, since, isReplaced };
  const removals = removalsOf(removed, previous);
  const latest = removals.at(-1);
  if (isActive || latest === undefined) return null;
  const what = removalsInWords(removals);
  const hasMore = removals.length > 1;
  return (
    <>
      <NoticeRow
        at={latest.at}
        about={what}
        onDismiss={() => removals.forEach(({ forget }) => forget())}
        buttons={
          <>
            <Button
              id={UNDO_BUTTON}
              title={hasMore ? `Undo: ${removalsInWords([latest])}` : undefined}
              onClick={() => undo(latest)}
            >
              Undo
            </Button>
            {hasMore && <Button onClick={() => void undoAll(removals)}>Undo all</Button>}
            {hasMore && (
              <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? 'Show one' : 'Show each'}
              </Button>
            )}
          </>
        }
      >
        {what}
      </NoticeRow>
      {isOpen && hasMore && (
        <RestOfNotices>
          {removals.toReversed().map((removal) => (
            <RemovalRow key={`${removal.id} ${removal.at}`} removal={removal} />
          ))}
        </RestOfNotices>
      )}
    </>
  );
}

function RemovalRow({ removal }: { removal: Removal }) {
  const what = removalsInWords([removal]);
  return (
    <NoticeRow
      at={removal.at}
      about={what}
      onDismiss={removal.forget}
      buttons={
        <Button aria-label={`Undo: ${what}`} onClick={() => undo(removal)}>
          Undo
        </Button>
      }
    >
      {what}
    </NoticeRow>
  );
}

function undo({ id, undo: restore }: Removal): void {
  void restore().then(() => focusNext(removeButton(id)));
}

/** The latest first, as a file may have replaced another one. */
async function undoAll(removals: readonly Removal[]): Promise<void> {
  for (const removal of removals.toReversed()) await removal.undo();
}
