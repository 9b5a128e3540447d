import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { CommandButton } from '../../../ui/commands/CommandButton.tsx';
import type { Command } from '../../../ui/commands/commands.ts';
import { useAnnotationStore } from '../store.ts';

interface DeskButtonProps extends ButtonProps {
  command: Command;
  children?: ReactNode;
}

/** The button of a command on the open set, which is disabled while the command has no effect. */
export function DeskButton({ command, ...props }: DeskButtonProps) {
  const can = useAnnotationStore(() => command.can?.() ?? true);
  const whyNot = useAnnotationStore(() => command.whyNot?.());
  return <CommandButton command={command} disabled={!can} title={whyNot} {...props} />;
}
