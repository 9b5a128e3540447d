import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCounted } from '../../look/format.ts';
import { rejectionDismissed, rejectionsDismissed, useWorkspaceStore } from '../../stores/workspace.ts';
import { NoticeRow } from '../../ui/NoticeRow.tsx';

/** Files that are shown without asking for more. */
const SHOWN = 2;

/** Files that cannot be used, with reason and advice, the latest first. */
export function RejectedFiles() {
  const rejected = useWorkspaceStore((store) => store.rejected).toReversed();
  const [isOpen, setOpen] = useState(false);
  const hidden = rejected.length - SHOWN;
  return rejected.slice(0, isOpen ? rejected.length : SHOWN).map(({ name, error }, i) => (
    <NoticeRow
      key={name}
      kind="error"
      role="alert"
      about={name}
      onDismiss={() => rejectionDismissed(name)}
      buttons={
        i === 0 &&
        hidden > 0 && (
          <>
            <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Show fewer' : formatCounted(hidden, 'more file')}
            </Button>
            <Button onClick={rejectionsDismissed}>Dismiss all</Button>
          </>
        )
      }
    >
      {!error.message.startsWith(name) && <strong>{name}. </strong>}
      {error.message}
    </NoticeRow>
  ));
}
