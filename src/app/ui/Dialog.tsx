import { Modal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

/** A dialog over the page. It may be mounted when it is opened first: it gives the focus back when it is closed. */
export function Dialog({ opened, ...props }: Omit<ModalProps, 'closeButtonProps' | 'attributes'>) {
  // Mantine notes where the focus was when `opened` changes, not at the first mount.
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
