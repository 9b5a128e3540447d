import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { CommandButton } from '../../../ui/commands/CommandButton.tsx';
import type { Command } from '../../../ui/commands/commands.ts';
import { useAnnotationStore } from '../store.ts';

interface DeskButtonProps extends ButtonProps {
  command: Command;
  title?: string | undefined;
  children?: ReactNode;
}

/** The button of a command on the open set, which is disabled while the command has no effect. */
export function DeskButton({ command, ...props }: DeskButtonProps) {
  const can = useAnnotationStore(() => command.can?.() ?? true);
  return <CommandButton command={command} disabled={!can} {...props} />;
}
