import { Menu } from '@mantine/core';
import type { FloatingProps } from './Floating.tsx';

export interface MenuItem {
  label: string;
  onClick: () => void;
}

/** A button with a menu of commands. */
export function FloatingMenu({ button, items, ...state }: FloatingProps & { items: MenuItem[] }) {
  return (
    <Menu {...state}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, onClick }) => (
          <Menu.Item key={label} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
