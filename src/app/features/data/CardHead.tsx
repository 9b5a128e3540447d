import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FileId } from '../../../workers/wire/payloads.ts';
import { focusNext } from '../../navigation.ts';
import styles from './Data.module.css';

export type CardId = FileId | 'model';

/** Ids in the document: each of the two buttons brings the other, and passes the focus on to it. */
export const removeButton = (id: CardId | undefined): string => `remove-${id}`;
export const undoButton = (id: CardId | undefined): string => `undo-${id}`;

/** The first line of a card: the name of a file, its use, and a button to remove it. */
export function CardHead({
  id,
  name,
  onRemove,
  isFixed,
  children,
}: {
  /** Of a card that can be removed. */
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
