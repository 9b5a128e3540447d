import { CloseButton } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { removeFile } from '../../files/files.ts';
import { removeModel } from '../../files/model.ts';
import { useRunReason } from '../../ui/controls/run-reason.ts';
import { focusNext } from '../../ui/navigation.ts';
import { cardToggled, useViewStore, type CardId } from '../../stores/view.ts';
import styles from './Data.module.css';

/** Element ids. Pressing one of the buttons shows the other one, and moves the focus to it. */
export const removeButton = (id: CardId): string => `remove-${id}`;
/** Of the button that opens and closes a card. */
export const detailsButton = (id: CardId): string => `details-${id}`;
export const UNDO_BUTTON = 'undo-removal';

interface CardProps {
  id: CardId;
  name: string;
  /** Short description, shown as the tooltip of the name. */
  about?: string;
  /** Controls in the line of the card, between its name and the remove button. */
  actions: ReactNode;
  /** Something needs attention or a choice: the card is open until the user closes it. */
  isUrgent: boolean;
  /** Content of the open card, below its line. It is rendered once the card was opened: most cards stay closed. */
  children: ReactNode;
}

/** A file as one line: its name, its use, and buttons. The name toggles the content. */
export function Card({ id, name, about, actions, isUrgent, children }: CardProps) {
  const body = useId();
  const fixed = useRunReason('Files stay as they are during a run');
  const remove = () => (id === 'model' ? removeModel() : removeFile(id, name));
  const isOpen = useViewStore(({ cards }) => cards[id] ?? isUrgent);
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <li className={styles.card} title={fixed}>
      <div className={styles.head}>
        <button
          type="button"
          id={detailsButton(id)}
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
          title={fixed ?? 'Remove'}
          disabled={fixed !== undefined}
          onClick={() => void remove().then(() => focusNext(UNDO_BUTTON))}
        />
      </div>
      <div id={body} className={styles.body} hidden={!isOpen}>
        {wasOpened && children}
      </div>
    </li>
  );
}
