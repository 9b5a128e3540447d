import { Floating, type FloatingProps } from './Floating.tsx';
import type { MenuItem } from './FloatingMenu.tsx';
import { part } from '../part.tsx';

const FloatingMenu = part(async () => (await import('./FloatingMenu.tsx')).FloatingMenu);

/** A button with a menu of commands; the menu is loaded when it is first opened. */
export function MenuButton({ button, items }: { button: FloatingProps['button']; items: MenuItem[] }) {
  return (
    <Floating kind="menu" button={button}>
      {(floating) => <FloatingMenu {...floating} items={items} />}
    </Floating>
  );
}
