import { Button } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { useInstallationStore } from '../../keep/offline/store.ts';
import { formatCounted } from '../../look/format.ts';
import { byImportance, noticeDismissed, noticesDismissed, useNoticeStore, type Notice } from '../../stores/notices.ts';
import { NoticeRow, RestOfNotices } from '../../ui/NoticeRow.tsx';
import { part } from '../../ui/part.tsx';

const UpdateNotice = part(async () => (await import('./UpdateNotice.tsx')).UpdateNotice);

/** A newer version, and the notices, of which the most important one is shown. */
export function Notices() {
  const [first, ...rest] = byImportance(useNoticeStore((store) => store.notices));
  const hasUpdate = useInstallationStore((store) => store.hasUpdate);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {hasUpdate && (
        <Suspense>
          <UpdateNotice />
        </Suspense>
      )}
      {first && (
        <Row notice={first}>
          {rest.length > 0 && (
            <>
              <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? 'Show one' : formatCounted(rest.length, 'more message')}
              </Button>
              <Button onClick={noticesDismissed}>Dismiss all</Button>
            </>
          )}
        </Row>
      )}
      {isOpen && rest.length > 0 && (
        <RestOfNotices>
          {rest.map((notice) => (
            <Row key={notice.id} notice={notice} />
          ))}
        </RestOfNotices>
      )}
    </>
  );
}

function Row({ notice, children }: { notice: Notice; children?: ReactNode }) {
  const { id, at, kind, title, message, action } = notice;
  return (
    <NoticeRow
      kind={kind}
      at={at}
      about={title}
      onDismiss={() => noticeDismissed(id)}
      buttons={
        <>
          {action && (
            <Button
              onClick={() => {
                action.act();
                noticeDismissed(id);
              }}
            >
              {action.label}
            </Button>
          )}
          {children}
        </>
      }
    >
      <strong>{title}.</strong> {message}
    </NoticeRow>
  );
}
