import { useEffect, type RefObject } from 'react';
import {
  decideCurrent,
  markSelection,
  moveSelection,
  redo,
  removeSelected,
  resizeSelected,
  retypeSelected,
  reviewSelected,
  selectSpan,
  selectTokens,
  showNeighbour,
  showPrevious,
  acceptSelected,
  undo,
} from '../../actions/annotation.ts';
import { reviewOpened, useAnnotationStore } from '../../stores/annotation.ts';
import { commandOf, type Command } from './keys.ts';

const DECISIONS: ReadonlySet<Command['kind']> = new Set(['accept', 'skip', 'flag']);

/** Keyboard commands of the desk. They work for any focus within it, except in text fields. */
export function useAnnotationKeys(desk: RefObject<HTMLElement | null>, onHelp: () => void): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isInside = desk.current?.contains(target) === true || target === document.body;
      if (!isInside || desk.current?.checkVisibility() !== true) return;
      if (target.closest('input:not([type=checkbox]), textarea, select, [role=menu], [role=dialog]')) return;
      const isPressed = target.closest('button, a, summary, input') !== null;
      if (isPressed && ['Enter', ' ', 'Escape'].includes(event.key)) return;
      const text = desk.current.querySelector('[role=listbox]');
      const command = commandOf(event, text !== null && getComputedStyle(text).direction === 'rtl');
      // Letters must not trigger the page's shortcuts: T would train.
      if (command !== undefined || (/^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey))
        event.stopPropagation();
      if (command === undefined) return;
      event.preventDefault();
      if (event.repeat && DECISIONS.has(command.kind)) return; // holding a key must decide on one sentence only
      if (command.kind === 'help') onHelp();
      else run(command);
    };
    // Clicking a button does not move the focus, so that Enter still accepts the sentence.
    const keepFocus = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('[data-keeps-focus] button')) event.preventDefault();
    };
    const element = desk.current;
    element?.addEventListener('mousedown', keepFocus);
    // Capturing, to run before the page's own shortcuts.
    addEventListener('keydown', listener, { capture: true });
    return () => {
      element?.removeEventListener('mousedown', keepFocus);
      removeEventListener('keydown', listener, { capture: true });
    };
  }, [desk, onHelp]);
}

function run(command: Exclude<Command, { kind: 'help' }>): void {
  const { anchor } = useAnnotationStore.getState();
  switch (command.kind) {
    case 'move':
      return moveSelection(command.by, command.isExtending);
    case 'edge': {
      const to = command.to === 'first' ? 0 : Infinity;
      return selectTokens(command.isExtending ? anchor : to, to);
    }
    case 'span':
      return selectSpan(command.by);
    case 'type': {
      const type = useAnnotationStore.getState().history?.set.types.find(({ key }) => key === command.key);
      return type && markSelection(type.name);
    }
    case 'resize':
      return resizeSelected(command.side, command.by, command.unit);
    case 'neighbour':
      return showNeighbour(command.by);
    case 'markAll':
      return reviewSelected(command.where);
    case 'accept':
      return decideCurrent('accepted');
    case 'skip':
      return decideCurrent('skipped');
    case 'flag':
      return decideCurrent('flagged');
    case 'back':
      return showPrevious();
    case 'acceptOne':
      return acceptSelected();
    case 'remove':
      return removeSelected();
    case 'retype':
      return retypeSelected();
    case 'undo':
      return undo();
    case 'redo':
      return redo();
    case 'escape':
      return reviewOpened(undefined);
    default:
      return command satisfies never;
  }
}
