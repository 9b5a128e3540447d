import { Modal } from '@mantine/core';
import styles from './Annotate.module.css';
import { KEYS } from './keys.ts';

/** A list of the keyboard shortcuts. */
export function KeysHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Keys"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close the keys' }}
      // The header of the dialog is not a banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <dl className={styles.keys}>
        {KEYS.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd className={styles.key}>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.dim}>
        With a mouse or touch: drag over words to select them, double-click a word to mark it with the type that was
        used last.
      </p>
    </Modal>
  );
}
