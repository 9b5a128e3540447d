import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from '../Icon.tsx';

/** @param name what is copied, for the label of the button */
export function CopyButton({ name, value }: { name: string; value: () => string }) {
  const { copy, copied } = useClipboard({ timeout: 1500 });
  return (
    <Button leftSection={<Icon name="copy" size={13} />} onClick={() => copy(value())}>
      {copied ? 'Copied' : `Copy ${name}`}
    </Button>
  );
}
