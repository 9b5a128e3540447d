import { Button, CloseButton } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { useInstallationStore } from '../../keep/offline/store.ts';
import { noticeDismissed, useNoticeStore } from '../../stores/notices.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Header.module.css';

const UpdateNotice = lazy(async () => ({ default: (await import('./UpdateNotice.tsx')).UpdateNotice }));

/**
 * Failed actions, changes of the device, and a newer version. Notices are shown until they are dismissed.
 *
 * @param children messages of other features
 */
export function Notices({ children }: { children: ReactNode }) {
  const notices = useNoticeStore((store) => store.notices);
  const hasUpdate = useInstallationStore((store) => store.hasUpdate);
  return (
    <div className={styles.notices} role="log" aria-label="Messages" aria-live="polite">
      {hasUpdate && (
        <Suspense>
          <UpdateNotice />
        </Suspense>
      )}
      {children}
      {notices.map(({ id, kind, title, message, action }) => (
        <div key={id} className={styles.notice} data-kind={kind}>
          <Icon name={kind === 'error' ? 'warning' : 'info'} />
          <p>
            <strong>{title}.</strong> {message}
          </p>
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
          <CloseButton size="sm" aria-label={`Dismiss: ${title}`} onClick={() => noticeDismissed(id)} />
        </div>
      ))}
    </div>
  );
}
