import { CloseButton } from '@mantine/core';
import type { AriaRole, ReactNode } from 'react';
import type { Milliseconds } from '../../lib/units.ts';
import { formatClock } from '../look/format-notices.ts';
import { formatMoment } from '../look/format.ts';
import { Icon } from './Icon.tsx';
import styles from './NoticeRow.module.css';

interface NoticeRowProps {
  kind?: 'error' | 'note';
  role?: AriaRole;
  /** In milliseconds since 1970. */
  at?: Milliseconds;
  /** What it says. */
  children: ReactNode;
  buttons?: ReactNode;
  /** Names the button that dismisses it: `Dismiss: …`. */
  about: string;
  onDismiss: () => void;
}

/** A line of the place for notices, at the top of the page. */
export function NoticeRow({ kind = 'note', role, at, children, buttons, about, onDismiss }: NoticeRowProps) {
  return (
    <div className={styles.row} data-kind={kind} role={role}>
      <Icon name={kind === 'error' ? 'warning' : 'info'} />
      <p className={styles.text}>{children}</p>
      <div className={styles.buttons}>
        {buttons}
        {at !== undefined && (
          <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatMoment(new Date(at))}>
            {formatClock(new Date(at))}
          </time>
        )}
        <CloseButton size="sm" aria-label={`Dismiss: ${about}`} title="Dismiss" onClick={onDismiss} />
      </div>
    </div>
  );
}

/** Indents the rows that a merged one stands for. */
export function RestOfNotices({ children }: { children: ReactNode }) {
  return <div className={styles.rest}>{children}</div>;
}
