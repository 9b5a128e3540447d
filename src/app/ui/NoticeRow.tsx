import { Button, CloseButton } from '@mantine/core';
import { useState, type AriaRole, type ReactNode } from 'react';
import type { Milliseconds } from '../../lib/units.ts';
import { formatClock } from '../look/format-notices.ts';
import { formatMoment } from '../look/format.ts';
import type { Notice } from '../stores/notices.ts';
import { Icon } from './Icon.tsx';
import { ADD_FILES, FIRST_DISMISS, focusNext, MAIN_BUTTON } from './navigation.ts';
import styles from './NoticeRow.module.css';

/** A line of the place for notices, at the top of the page. */
export interface ShownNotice {
  /** Among those of its source. */
  id: string | number;
  kind: Notice['kind'];
  role?: AriaRole;
  label?: string;
  /** In milliseconds since 1970. */
  at: Milliseconds;
  text: ReactNode;
  buttons?: ReactNode;
  /** Names the button that dismisses it: `Dismiss: …`. */
  about: string;
  onDismiss: () => void;
  /** Those that it stands for, shown on demand. */
  each?: readonly ShownNotice[];
}

interface NoticeRowProps {
  notice: ShownNotice;
  isFirst?: boolean;
  /** Further buttons. */
  children?: ReactNode;
}

export function NoticeRow({ notice, isFirst = false, children }: NoticeRowProps) {
  const { kind, role, label, at, text, buttons, about, onDismiss, each = [] } = notice;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={styles.row} data-kind={kind} role={role} aria-label={label}>
        <Icon name={kind === 'error' ? 'warning' : 'info'} />
        <p className={styles.text}>{text}</p>
        <div className={styles.buttons}>
          {buttons}
          {each.length > 0 && (
            <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Show one' : 'Show each'}
            </Button>
          )}
          {children}
          <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatMoment(new Date(at))}>
            {formatClock(new Date(at))}
          </time>
          <CloseButton
            {...(isFirst && { id: FIRST_DISMISS })}
            size="sm"
            aria-label={`Dismiss: ${about}`}
            title="Dismiss"
            onClick={() => {
              onDismiss();
              focusAfterNotice();
            }}
          />
        </div>
      </div>
      {isOpen && <RestOfNotices notices={each} />}
    </>
  );
}

/** Passes the focus on from a message that is no longer there. */
export function focusAfterNotice(): void {
  focusNext(FIRST_DISMISS, MAIN_BUTTON, ADD_FILES);
}

/** Indented: the rows behind one. */
export function RestOfNotices({ notices }: { notices: readonly ShownNotice[] }) {
  return (
    <div className={styles.rest}>
      {notices.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} />
      ))}
    </div>
  );
}
