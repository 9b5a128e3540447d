import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Data.module.css';

/** The first line of a card: a file's name, what it is used for, and how to take it away. */
export function CardHead({
  name,
  onRemove,
  isFixed,
  children,
}: {
  name: string;
  onRemove?: () => void;
  isFixed?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <strong title={name}>{name}</strong>
      {children}
      {onRemove && (
        <CloseButton size="sm" aria-label={`Remove ${name}`} title="Remove" disabled={isFixed} onClick={onRemove} />
      )}
    </div>
  );
}
