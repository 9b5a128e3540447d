import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, startOf, type LogEntry } from '../sets/history.ts';
import { emptySet, type Action, type AnnotationSet } from '../sets/set.ts';
import { sentence } from '../testing.ts';
import { mergeSet } from './merge.ts';
import { MemoryFiles } from './files.ts';
import { ownLines } from './own-lines.ts';
import { setOf, withActions } from './pull.ts';
import { readProject } from './read-project.ts';
import { undividedLog } from './undivided.ts';
import { NO_NOTES } from './shared-notes.ts';
import { writeSet } from './write-project.ts';

const SPAN = { start: 0, end: 1, type: 'PER' };
const SENTENCES = [sentence('Nora sails home'), sentence('to Varde', [SPAN], 'accepted'), sentence('It rained', [], 'skipped')]; // prettier-ignore

const someAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('merge' as const), id: fc.nat(3) }),
  fc.record({ kind: fc.constant('split' as const), id: fc.nat(3), at: fc.nat(3) }),
  fc.constant<Action>({ kind: 'edit', edits: [{ id: 0, spans: [], refused: [SPAN], state: 'flagged' }] }),
  fc.constant<Action>({ kind: 'describe', guidelines: 'Names.' }),
  fc.constant<Action>({ kind: 'rules', rules: [{ kind: 'names', value: 'x', type: 'SHIP', before: '', after: '' }] }),
);

const setAfter = (log: readonly LogEntry[]): AnnotationSet => log.reduce(advance, startOf(emptySet(''))).set;

test('a divided set joins a project as a copy that has all of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someAction, { maxLength: 8 }), fc.nat(3), async (actions, undone) => {
      const log = withActions([], [{ kind: 'describe', name: 'letters' }, { kind: 'import', sentences: SENTENCES }, ...actions], 1); // prettier-ignore
      for (let i = 0; i < Math.min(undone, actions.length); i++) log.push({ kind: 'undo', at: 2 });
      const copied = undividedLog(log, 'letters (2)', 3);
      const isDivided = actions.some(({ kind }) => kind === 'merge' || kind === 'split');
      expect(copied !== undefined).toBe(isDivided);
      if (copied === undefined) return;
      expect(setAfter(copied)).toEqual({ ...setAfter(log), name: 'letters (2)' });
      const files = new MemoryFiles('project');
      const own = await ownLines(copied, 'ada-0001');
      await writeSet(files, { id: 'letters', writer: 'ada-0001', own, notes: NO_NOTES });
      const { sets, problems } = await readProject(files);
      expect(problems).toEqual([]);
      const { sentences } = mergeSet(sets[0]!);
      const shown = (all: readonly { text: string; spans: unknown; state: string }[]) =>
        all.map(({ text, spans, state }) => [text, spans, state]);
      expect(shown(sentences.map(({ agreed }) => agreed!))).toEqual(shown(setOf(log).sentences));
    }),
  );
});
