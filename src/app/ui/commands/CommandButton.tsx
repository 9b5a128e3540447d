import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Command } from './commands.ts';
import { Key } from './Key.tsx';

interface CommandButtonProps extends ButtonProps {
  command: Command;
  'aria-pressed'?: boolean;
  title?: string | undefined;
  /** What the button shows; by default, its label and its key. */
  children?: ReactNode;
}

/** The button of a command. */
export function CommandButton({ command, children, ...props }: CommandButtonProps) {
  const { label, keys, run } = command;
  return (
    <Button
      aria-label={label}
      rightSection={keys[0] !== undefined && !keys[0].includes(' ') && <Key>{keys[0]}</Key>}
      onClick={run}
      {...props}
    >
      {children ?? label}
    </Button>
  );
}
