import { FileButton } from '@mantine/core';
import { useRef, type ReactNode } from 'react';

interface ChooseFilesProps {
  /** Name of the input. */
  label: string;
  accept?: string;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
  /** What opens the choice. */
  children: (open: () => void) => ReactNode;
}

/** A choice of files behind a button. The same file can be chosen again, for example after it was edited. */
export function ChooseFiles({ label, accept, multiple = false, onChoose, children }: ChooseFilesProps) {
  const clear = useRef<() => void>(null);
  return (
    <FileButton<boolean>
      resetRef={clear}
      multiple={multiple}
      {...(accept !== undefined && { accept })}
      inputProps={{ 'aria-label': label }}
      onChange={(chosen) => {
        clear.current?.();
        onChoose([chosen ?? []].flat());
      }}
    >
      {({ onClick }) => children(onClick)}
    </FileButton>
  );
}
