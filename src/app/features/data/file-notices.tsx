import { Button } from '@mantine/core';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { rejectionDismissed, selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { focusNext } from '../../ui/navigation.ts';
import { focusAfterNotice, type ShownNotice } from '../../ui/NoticeRow.tsx';
import { removeButton, UNDO_BUTTON } from './Card.tsx';
import { removalsInWords, removalsOf, type Removal } from './removals.ts';

/** Files that cannot be used, with reason and advice. */
export function useRejectedFiles(): ShownNotice[] {
  return useWorkspaceStore((store) => store.rejected).map(({ name, error, at }) => ({
    id: name,
    kind: 'error',
    role: 'alert',
    at,
    about: name,
    onDismiss: () => rejectionDismissed(name),
    text: (
      <>
        {!error.message.startsWith(name) && <strong>{name}. </strong>}
        {error.message}
      </>
    ),
  }));
}

/** Removed files and models as one notice, until they are restored, or it is dismissed or expires. */
export function useRemovedFiles(): ShownNotice[] {
  const removed = useWorkspaceStore((store) => store.removed);
  const model = useWorkspaceStore((store) => store.workspace.previous);
  const since = useWorkspaceStore((store) => store.previousSince);
  const isReplaced = useWorkspaceStore(selectModel) !== undefined;
  const isActive = useRunStore(selectIsActive);
  const previous = model === undefined || since === undefined ? undefined : { model, since, isReplaced };
  const removals = removalsOf(removed, previous);
  const latest = removals.at(-1);
  if (isActive || latest === undefined) return [];
  const what = removalsInWords(removals);
  const hasMore = removals.length > 1;
  return [
    {
      id: 'removals',
      kind: 'note',
      at: latest.at,
      about: what,
      onDismiss: () => removals.forEach(({ forget }) => forget()),
      buttons: (
        <>
          <Button
            id={UNDO_BUTTON}
            title={hasMore ? `Undo: ${removalsInWords([latest])}` : undefined}
            onClick={() => undo(latest)}
          >
            Undo
          </Button>
          {hasMore && <Button onClick={() => void undoAll(removals)}>Undo all</Button>}
        </>
      ),
      text: what,
      each: hasMore ? removals.toReversed().map(oneOf) : [],
    },
  ];
}

function oneOf(removal: Removal): ShownNotice {
  const what = removalsInWords([removal]);
  return {
    id: `${removal.id} ${removal.at}`,
    kind: 'note',
    at: removal.at,
    about: what,
    onDismiss: removal.forget,
    buttons: (
      <Button aria-label={`Undo: ${what}`} onClick={() => undo(removal)}>
        Undo
      </Button>
    ),
    text: what,
  };
}

function undo({ id, undo: restore }: Removal): void {
  void restore().then(() => focusNext(removeButton(id)));
}

/** The latest first, as a file may have replaced another one. */
async function undoAll(removals: readonly Removal[]): Promise<void> {
  for (const removal of removals.toReversed()) await removal.undo();
  focusAfterNotice();
}
