import { Popover } from '@mantine/core';
import { cloneElement, type ReactNode } from 'react';
import type { FloatingProps } from './Floating.tsx';

interface FloatingPopoverProps extends FloatingProps {
  width: number;
  className: string | undefined;
  children: ReactNode;
}

/** A button with a popover. The focus is in it until Escape returns it to the button: Tab would not reach it, as it is the last on the page. */
export function FloatingPopover({ button, opened, onChange, width, className, children }: FloatingPopoverProps) {
  return (
    <Popover width={width} position="bottom-end" opened={opened} onChange={onChange} trapFocus returnFocus>
      {/* A controlled popover is not toggled by its target. */}
      <Popover.Target>{cloneElement(button, { onClick: () => onChange(!opened) })}</Popover.Target>
      <Popover.Dropdown className={className}>{children}</Popover.Dropdown>
    </Popover>
  );
}
