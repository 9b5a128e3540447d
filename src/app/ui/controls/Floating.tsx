import { cloneElement, Suspense, useCallback, useState, type ReactElement, type ReactNode, type Ref } from 'react';

interface ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'menu' | 'dialog';
}

/** Props of a menu or popover: its button and its state. */
export interface FloatingProps {
  button: ReactElement<ButtonProps>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/**
 * A button with a menu or popover that is loaded when the button is first pressed, since the positioning code would be a tenth of the first
 * load. `children` renders both with a lazy component; until it is loaded, only the button is rendered.
 */
export function Floating({
  kind,
  button,
  children,
}: {
  kind: 'menu' | 'dialog';
  button: ReactElement<ButtonProps>;
  children: (props: FloatingProps) => ReactNode;
}) {
  const [isWanted, setWanted] = useState(false);
  const alone = cloneElement(button, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onClick: () => setWanted(true),
  });
  if (!isWanted) return alone;
  return (
    <Suspense fallback={alone}>
      <Loaded button={button}>{children}</Loaded>
    </Suspense>
  );
}

/** Opens when the lazy component is rendered. The button is then a new element, which is focused so that the focus can return to it. */
function Loaded({ button, children }: Pick<Parameters<typeof Floating>[0], 'button' | 'children'>) {
  const [opened, setOpened] = useState(false);
  const open = useCallback((target: HTMLButtonElement | null) => {
    target?.focus();
    if (target !== null) setOpened(true);
  }, []);
  return children({ button: cloneElement(button, { ref: open }), opened, onChange: setOpened });
}
