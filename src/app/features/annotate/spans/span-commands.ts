import type { SpanType } from '../../../../annotation/sets/set.ts';
import type { Command } from '../../../ui/commands/commands.ts';
import { atToken, type Selection } from './selection.ts';

const MOVES = 'Move by a word; with Shift: select several';

/** Commands that move the selection. @param select limits it to the sentence */
export function selectionCommands(selection: () => Selection, select: (to: Selection) => void): Command[] {
  const steps = [
    { key: '←', label: 'Previous word', does: MOVES, to: () => selection().focus - 1 },
    { key: '→', label: 'Next word', does: MOVES, to: () => selection().focus + 1 },
    { key: 'Home', label: 'First word', to: () => 0 },
    { key: 'End', label: 'Last word', to: () => Infinity },
  ];
  return steps.flatMap(({ key, to, ...step }): Command[] => [
    { ...step, keys: [key], run: () => select(atToken(to())) },
    { ...step, keys: [`Shift ${key}`], run: () => select({ anchor: selection().anchor, focus: to() }) },
  ]);
}

/** A command for each type, which marks the selection with it. */
export function markCommands(types: readonly SpanType[], mark: (type: string) => void): Command[] {
  return types.map(({ name, key }) => ({
    keys: key === undefined ? [] : [key],
    label: `Mark as ${name}`,
    does: 'Mark with the type; press it again to remove',
    run: () => mark(name),
  }));
}
