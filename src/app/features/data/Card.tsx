import { CloseButton } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { focusNext } from '../../navigation.ts';
import { cardToggled, useViewStore, type CardId } from '../../stores/view.ts';
import styles from './Data.module.css';

/** Ids in the document: each of the two buttons brings the other, and passes the focus on to it. */
export const removeButton = (id: CardId | undefined): string => `remove-${id}`;
export const undoButton = (id: CardId | undefined): string => `undo-${id}`;

interface CardProps {
  id: CardId;
  name: string;
  /** What it has, in a few words: shown while the pointer is on the name. */
  about?: string;
  onRemove: () => Promise<void>;
  isFixed: boolean;
  /** In the line of the card, between its name and the button that removes it. */
  actions: ReactNode;
  /** There is something to be seen to, or to be chosen: the card is open until it is closed. */
  isUrgent: boolean;
  /** All else, below the line of a card that is open. */
  children: ReactNode;
}

/** A file as one line: its name, its use, and buttons. The name opens and closes the rest. */
export function Card({ id, name, about, onRemove, isFixed, actions, isUrgent, children }: CardProps) {
  const body = useId();
  const isOpen = useViewStore(({ cards }) => cards[id] ?? isUrgent);
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.name}
          aria-expanded={isOpen}
          aria-controls={body}
          aria-label={`Details of ${name}`}
          title={about === undefined ? name : `${name}: ${about}`}
          onClick={() => cardToggled(id, !isOpen)}
        >
          <strong>{name}</strong>
        </button>
        {actions}
        <CloseButton
          id={removeButton(id)}
          size="sm"
          aria-label={`Remove ${name}`}
          title="Remove"
          disabled={isFixed}
          onClick={() => void onRemove().then(() => focusNext(undoButton(id)))}
        />
      </div>
      <div id={body} className={styles.body} hidden={!isOpen}>
        {children}
      </div>
    </li>
  );
}
