import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRejectedFiles, useRemovedFiles } from '../features/data/file-notices.tsx';
import { useNotices, useUpdateNotice } from '../features/header/notices.tsx';
import { useRestoredNotice } from '../features/restored/restored-notice.tsx';
import { formatCounted } from '../look/format.ts';
import { byImportance } from '../stores/notices.ts';
import { focusAfterNotice, NoticeRow, RestOfNotices } from '../ui/NoticeRow.tsx';

/** Messages that are shown without asking for more: what was just done, such as a removal, beside an error. */
const SHOWN = 2;

/** All messages, of which the most important ones are shown. */
export function Messages() {
  const sources = [useRestoredNotice(), useRemovedFiles(), useRejectedFiles(), useNotices(), useUpdateNotice()];
  // Ids are unique among those of a source.
  const all = byImportance(
    sources.flatMap((own, source) => own.map((notice) => ({ ...notice, id: `${source} ${notice.id}` }))),
  );
  const rest = all.slice(SHOWN);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {all.slice(0, SHOWN).map((notice, i) => (
        <NoticeRow key={notice.id} notice={notice} isFirst={i === 0}>
          {i === SHOWN - 1 && rest.length > 0 && (
            <>
              <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? 'Show fewer' : formatCounted(rest.length, 'more message')}
              </Button>
              <Button
                onClick={() => {
                  all.forEach(({ onDismiss }) => onDismiss());
                  focusAfterNotice();
                }}
              >
                Dismiss all
              </Button>
            </>
          )}
        </NoticeRow>
      ))}
      {isOpen && rest.length > 0 && <RestOfNotices notices={rest} />}
    </>
  );
}
