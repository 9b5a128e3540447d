import { Modal } from '@mantine/core';
import type { SpanType } from '../../../../annotation/sets/set.ts';
import { KeyList } from '../../../ui/commands/KeyList.tsx';
import { keysShown, useAnnotationStore } from '../store.ts';
import { deskCommands } from './commands.ts';

/** The list of keys. */
export function KeysHelp({ types }: { types: readonly SpanType[] }) {
  const isOpen = useAnnotationStore((store) => store.areKeysShown);
  return (
    <Modal
      opened={isOpen}
      onClose={() => keysShown(false)}
      title="Keys"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close the keys' }}
      // The header of the dialog is not a banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <KeyList commands={deskCommands(types)} />
      <p>
        With a mouse or touch: drag over words to select them, double-click a word to mark it with the type that was
        used last.
      </p>
    </Modal>
  );
}
