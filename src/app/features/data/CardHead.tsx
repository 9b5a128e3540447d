import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { focusNext } from '../../navigation.ts';
import { removeButton, undoButton, type CardId } from './card-buttons.ts';
import styles from './Data.module.css';

/** The first line of a card: a file's name, what it is used for, and how to take it away. */
export function CardHead({
  id,
  name,
  onRemove,
  isFixed,
  children,
}: {
  /** Of what can be removed. */
  id?: CardId;
  name: string;
  onRemove?: () => Promise<void>;
  isFixed?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <strong title={name}>{name}</strong>
      {children}
      {onRemove && (
        <CloseButton
          id={removeButton(id)}
          size="sm"
          aria-label={`Remove ${name}`}
          title="Remove"
          disabled={isFixed}
          onClick={() => void onRemove().then(() => focusNext(undoButton(id)))}
        />
      )}
    </div>
  );
}
