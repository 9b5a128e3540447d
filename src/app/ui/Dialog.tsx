import { Modal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

/** A modal dialog. It returns the focus when it is closed, even if it is mounted only when it is opened. */
export function Dialog({ opened, ...props }: Omit<ModalProps, 'closeButtonProps' | 'attributes'>) {
  // Mantine records the focused element when `opened` changes, but not at the first mount.
  const isMounted = useMounted();
  return (
    <Modal
      opened={opened && isMounted}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The header of the dialog is not a banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      {...props}
    />
  );
}
