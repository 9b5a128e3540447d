import { CloseButton } from '@mantine/core';
import { noticeDismissed, useNoticeStore } from '../../stores/notices.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Header.module.css';

/** Failed actions, and changes of the device. They stay until they are dismissed. */
export function Notices() {
  const notices = useNoticeStore((store) => store.notices);
  return (
    <div className={styles.notices} role="log" aria-label="Messages" aria-live="polite">
      {notices.map(({ id, kind, title, message }) => (
        <div key={id} className={styles.notice} data-kind={kind}>
          <Icon name={kind === 'error' ? 'warning' : 'info'} />
          <p>
            <strong>{title}.</strong> {message}
          </p>
          <CloseButton size="sm" aria-label={`Dismiss: ${title}`} onClick={() => noticeDismissed(id)} />
        </div>
      ))}
    </div>
  );
}
