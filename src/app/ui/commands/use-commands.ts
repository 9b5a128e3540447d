import { useEffect, type RefObject } from 'react';
import { commandOf, type Command } from './commands.ts';

/** What a focused control does with keys itself. */
const TYPED_INTO =
  'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [role=dialog], [role=menu]';
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

export function isTypedInto(element: Element | null): boolean {
  return (element?.closest(TYPED_INTO) ?? null) !== null;
}

function usesKey(element: Element, key: string): boolean {
  if (isTypedInto(element)) return true;
  if (element.matches('[type=radio]') && ARROWS.includes(key)) return true;
  return element.closest('button, a, summary, input') !== null && (key === 'Enter' || key === ' ');
}

/**
 * Runs commands by key, for any focus within a region or around it, or on the whole page without one. The commands of a visible region come before those
 * of the page. A key of a command that has no effect now does nothing else either.
 *
 * While a text is edited in the region (a list box), its other letters do nothing: the page's T would train.
 */
export function useCommands(commands: () => readonly Command[], region?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (region !== undefined && !isIn(region.current, target)) return;
      if (usesKey(target, event.key)) return;
      const text = region?.current?.querySelector('[role=listbox]') ?? null;
      const command = commandOf(event, commands(), text !== null && getComputedStyle(text).direction === 'rtl');
      if (command === undefined) {
        if (text !== null && /^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey) event.stopPropagation();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (!(command.isOnce && event.repeat) && command.can?.() !== false) command.run();
    };
    // Clicking a button does not move the focus, so that keys have the same meaning afterwards.
    const keepFocus = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('[data-keeps-focus] button')) event.preventDefault();
    };
    const options = { capture: region !== undefined };
    const element = region?.current;
    element?.addEventListener('mousedown', keepFocus);
    addEventListener('keydown', listener, options);
    return () => {
      element?.removeEventListener('mousedown', keepFocus);
      removeEventListener('keydown', listener, options);
    };
  }, [commands, region]);
}

function isIn(region: HTMLElement | null, target: Element): boolean {
  return region !== null && (region.contains(target) || target.contains(region)) && region.checkVisibility();
}
