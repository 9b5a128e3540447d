import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, startOf, type History, type LogEntry } from './history.ts';
import { emptySet, spanTypes, type Action } from './set.ts';
import { sentence } from '../testing.ts';

const SENTENCES = [sentence('Nora sails to Westmark .'), sentence('Ivo stays .')];

const START = after(startOf(emptySet('letters')), [{ kind: 'import', sentences: SENTENCES }]);

const someEdit = fc
  .record({
    id: fc.nat(1),
    spans: fc.constantFrom([], [{ start: 0, end: 1, type: 'PER' }], [{ start: 0, end: 2, type: 'ORG' }]),
    state: fc.constantFrom('open' as const, 'accepted' as const, 'skipped' as const),
  })
  .map((edit): Action => ({ kind: 'edit', edits: [edit] }));
const someAction = fc.oneof(
  someEdit,
  fc.constant<Action>({ kind: 'import', sentences: SENTENCES }),
  fc.constant<Action>({ kind: 'describe', name: 'other', guidelines: 'Titles are not part of a name.' }),
  fc.constant<Action>({ kind: 'types', types: spanTypes(['ORG']) }),
  fc.constant<Action>({
    kind: 'rules',
    rules: [{ kind: 'names', type: 'PLACE', value: 'Weir', before: '', after: '' }],
  }),
  fc.constant<Action>({ kind: 'types', types: spanTypes(['PERSON', 'ORG']), renamed: { PER: 'PERSON' } }),
);

function after(history: History, actions: readonly Action[]): History {
  return actions.reduce((so, action) => advance(so, { kind: 'do', action, at: 0 }), history);
}

function repeat(history: History, kind: 'undo' | 'redo', times: number): History {
  return Array.from({ length: times }).reduce<History>((so) => advance(so, { kind, at: 0 }), history);
}

describe('history', () => {
  test('all actions can be undone, back to the empty set, and redone', () => {
    fc.assert(
      fc.property(fc.array(someAction, { maxLength: 12 }), (actions) => {
        const done = after(START, actions);
        const undone = repeat(done, 'undo', actions.length);
        expect(undone.set).toEqual(START.set);
        expect(repeat(undone, 'undo', 3).set).toEqual(emptySet('letters'));
        expect(repeat(undone, 'redo', actions.length + 1).set).toEqual(done.set);
      }),
    );
  });

  test('the same log gives the same set', () => {
    const entry = fc.oneof(
      someAction.map((action): LogEntry => ({ kind: 'do', action, at: 0 })),
      fc.constantFrom<LogEntry>({ kind: 'undo', at: 0 }, { kind: 'redo', at: 0 }),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (log) => {
        const stored = JSON.parse(JSON.stringify(log)) as LogEntry[];
        expect(stored.reduce(advance, START).set).toEqual(log.reduce(advance, START).set);
      }),
    );
  });

  test('an undone action cannot be redone after another action', () => {
    const edit: Action = { kind: 'edit', edits: [{ id: 0, state: 'accepted' }] };
    const undone = repeat(after(START, [edit]), 'undo', 1);
    const other = after(undone, [{ kind: 'edit', edits: [{ id: 1, state: 'skipped' }] }]);
    expect(repeat(other, 'redo', 1).set).toBe(other.set);
  });
});
