import { useEffect, type RefObject } from 'react';
import {
  editOwn,
  finishOwn,
  markOwn,
  removeOwn,
  selectOwn,
  showConflict,
  choose,
  resetDecision,
} from '../../actions/agreement.ts';
import { ownEdited, useAgreementStore } from '../../stores/agreement.ts';
import { commandOf } from './keys.ts';

/** Keyboard commands for the shown difference. They work for any focus within the page of the agreement, except in text fields. */
export function useAgreementKeys(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isInside = target.closest('[data-agreement]') !== null || target === document.body;
      if (!isInside || region.current?.checkVisibility() !== true) return;
      if (target.closest('input:not([type=checkbox]), select, [role=menu], [role=dialog]')) return;
      if (target.closest('button, summary, input') && ['Enter', ' '].includes(event.key)) return;
      const { editing } = useAgreementStore.getState();
      const list = region.current.querySelector('[role=listbox]');
      const isRtl = list !== null && getComputedStyle(list).direction === 'rtl';
      if (!(editing === undefined ? decide(event) : edit(event, editing, isRtl))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Clicking a button does not move the focus, so that keys continue to work.
    const keepFocus = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
    };
    const element = region.current;
    element?.addEventListener('mousedown', keepFocus);
    // Capturing, to run before the page's own shortcuts.
    addEventListener('keydown', listener, { capture: true });
    return () => {
      element?.removeEventListener('mousedown', keepFocus);
      removeEventListener('keydown', listener, { capture: true });
    };
  }, [region]);
}

/** @returns whether the key has a command */
function decide({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || shiftKey) return false;
  const command = DECISIONS[key.toLowerCase()];
  command?.();
  return command !== undefined;
}

const DECISIONS: Readonly<Record<string, () => void>> = {
  arrowleft: () => choose('first'),
  arrowright: () => choose('second'),
  arrowup: () => showConflict(-1),
  arrowdown: () => showConflict(1),
  o: editOwn,
  u: resetDecision,
};

function edit(event: KeyboardEvent, { anchor, focus }: { anchor: number; focus: number }, isRtl: boolean): boolean {
  const command = commandOf(event, isRtl);
  if (command?.kind === 'move') selectOwn(command.isExtending ? anchor : focus + command.by, focus + command.by);
  else if (command?.kind === 'edge') {
    const to = command.to === 'first' ? 0 : Infinity;
    selectOwn(command.isExtending ? anchor : to, to);
  } else if (command?.kind === 'type') markWithKey(command.key);
  else if (command?.kind === 'remove') removeOwn();
  else if (command?.kind === 'accept') finishOwn();
  else if (command?.kind === 'escape') ownEdited(undefined);
  else return /^[a-z]$/i.test(event.key); // letters must not trigger the page's shortcuts
  return true;
}

function markWithKey(key: string): void {
  const { outcome } = useAgreementStore.getState();
  const types = outcome.phase === 'done' ? outcome.found.types : [];
  const type = types.find((one) => one.key === key);
  if (type !== undefined) markOwn(type.name);
}
