import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spanTypes, type Action } from '../sets/set.ts';
import { conflictsIn, mergeSet, sideOf, spansText, type MergedSet } from './merge.ts';
import { ownLines } from './own-lines.ts';
import { gitMerge, MORE, Person, projectOf, TEXT, WRITERS } from './people.testing.ts';
import { decisions } from './pull.ts';

/** The lines of a file in another order, and some of them twice. */
function mixed(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  return [...lines.toReversed(), ...lines.slice(0, 3)].map((line) => `${line}\n`).join('');
}

/** A person's step: an edit, or undo, redo, more text, a renamed type, a synchronisation. */
const step = fc.record({
  who: fc.integer({ min: 0, max: 1 }),
  what: fc.constantFrom('edit', 'edit', 'edit', 'edit', 'undo', 'redo', 'import', 'rename', 'push', 'pull', 'fetch'),
  id: fc.integer({ min: 0, max: 4 }),
  start: fc.integer({ min: 0, max: 1 }),
  type: fc.constantFrom('PER', 'LOC'),
  state: fc.constantFrom('open' as const, 'accepted' as const, 'accepted' as const, 'skipped' as const),
});

async function play(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): Promise<Person[]> {
  const people = WRITERS.map((writer) => new Person(writer));
  for (const person of people) person.do({ kind: 'import', sentences: TEXT });
  for (const { who, what, id, start, type, state } of steps) {
    const person = people[who]!;
    const other = people[1 - who]!;
    const before = person.set;
    if (what === 'edit' && id < person.set.sentences.length) {
      const spans = state === 'skipped' || (state === 'open' && start === 1) ? [] : [{ start, end: start + 1, type }];
      const refused = state === 'open' && start === 0 ? [{ start: 1, end: 2, type }] : [];
      person.do({ kind: 'edit', edits: [{ id, spans, refused, state }] });
    }
    if (what === 'undo' || what === 'redo') person.log.push({ kind: what, at: person.at++ });
    if (what === 'import') person.do({ kind: 'import', sentences: MORE });
    if (what === 'rename') person.do({ kind: 'types', types: spanTypes(['PERSON', 'LOC']), renamed: { PER: 'PERSON' } }); // prettier-ignore
    if (what !== 'pull') await person.note(before);
    if (what === 'push') await person.push();
    if (what === 'fetch') person.files = gitMerge(person.files, other.files);
    if (what === 'pull') await person.pull();
  }
  for (const person of people) await person.push();
  return people;
}

/** A merged set in a form that can be compared. */
const shown = ({ sentences, types }: MergedSet) => ({
  types,
  sentences: sentences.map(({ key, agreed, heads }) => [key, agreed, heads.map(({ id }) => id)]),
});

describe('two people who work offline, synchronise when they like, and merge with git', () => {
  test('get the same from every order of merging', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const [ada, ben] = await play(steps);
        const one = mergeSet(await projectOf(gitMerge(ada!.files, ben!.files)));
        const other = mergeSet(await projectOf(gitMerge(ben!.files, ada!.files)));
        const joined = gitMerge(gitMerge(ben!.files, ada!.files), ada!.files);
        for (const [path, text] of joined) if (path.startsWith('log/')) joined.set(path, mixed(text));
        const twice = mergeSet(await projectOf(joined));
        expect(shown(other)).toEqual(shown(one));
        expect(shown(twice)).toEqual(shown(one));
      }),
      { numRuns: 200 },
    );
  });

  test('lose nothing: what each last annotated is agreed, known to who replaced it, or up for decision', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const people = await play(steps);
        const merged = mergeSet(await projectOf(gitMerge(people[0]!.files, people[1]!.files)));
        const replaced = new Set(merged.sentences.flatMap(({ opinions }) => opinions.flatMap(({ over }) => over)));
        const rename = (text: string) => text.replaceAll('PER\n', 'PERSON\n').replaceAll(/PER$/g, 'PERSON');
        for (const person of people) {
          const lost = [...person.said].filter(([key, { id, own }]) => {
            if (own.state === 'open') return false;
            const { opinions, agreed, heads } = merged.sentences.find((one) => one.key === key)!;
            const mine = opinions.find(({ writer }) => writer === person.writer);
            const isWritten = mine !== undefined && rename(spansText(mine.sentence)) === rename(spansText(own));
            const isInForce = heads.some((head) => head === mine) || mine!.over.includes(id) || replaced.has(mine!.id);
            const isShown = agreed === undefined || heads.every((head) => head.sentence.state === 'open' || rename(spansText(head.sentence)) === rename(spansText(agreed))); // prettier-ignore
            return !isWritten || !isInForce || !isShown;
          });
          expect(lost).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('see the same after both have taken over, except where they differ', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const people = await play(steps);
        const files = gitMerge(people[0]!.files, people[1]!.files);
        const merged = mergeSet(await projectOf(files));
        for (const person of people) {
          person.files = files;
          await person.pull();
          const { keys, set } = await ownLines(person.log, person.writer);
          const states = new Map(set.sentences.map((own, id) => [keys[id]!, own]));
          const others = merged.sentences.filter(({ key, agreed, opinions, heads }) => {
            const own = states.get(key)!;
            const isAbout = agreed !== undefined && opinions.some(({ writer }) => writer !== person.writer);
            const isMine = heads.some(({ writer }) => writer === person.writer);
            return isAbout && !isMine && spansText(agreed) !== spansText(own);
          });
          expect(others.map(({ key }) => key)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('decide what differs once: the decision holds until one of them annotates the sentence again', async () => {
    const [ada, ben] = WRITERS.map((writer) => new Person(writer));
    for (const [i, person] of [ada!, ben!].entries()) {
      person.do({ kind: 'import', sentences: TEXT });
      person.do({
        kind: 'edit',
        edits: [{ id: 0, spans: [{ start: i, end: i + 1, type: 'PER' }], state: 'accepted' }],
      });
      await person.push();
    }
    ada!.files = gitMerge(ada!.files, ben!.files);
    const merged = mergeSet(await projectOf(ada!.files));
    expect(conflictsIn(merged).map(({ base }) => base.text)).toEqual(['Nora sails']);
    expect(sideOf(merged, 'ben-0002')[0]!.spans).toEqual([{ start: 1, end: 2, type: 'PER' }]);

    const conflicts = conflictsIn(merged);
    const decided = new Map([[conflicts[0]!.key, sideOf(merged, 'ben-0002')[0]!]]);
    ada!.do({ kind: 'edit', edits: decisions(await ownLines(ada!.log, 'ada-0001'), conflicts, decided, 'ada-0001') });
    await ada!.push();
    ben!.files = gitMerge(ben!.files, ada!.files);
    const after = mergeSet(await projectOf(ben!.files));
    expect(conflictsIn(after)).toEqual([]);
    expect(after.sentences[0]!.agreed?.spans).toEqual([{ start: 1, end: 2, type: 'PER' }]);

    ben!.do({ kind: 'edit', edits: [{ id: 0, spans: [], state: 'accepted' }] }); // without having pulled
    await ben!.push();
    expect(conflictsIn(mergeSet(await projectOf(ben!.files)))).toHaveLength(1);
  });

  describe('what one has taken over from the other', () => {
    const marked = (start: number): Action => ({
      kind: 'edit',
      edits: [{ id: 0, spans: [{ start, end: start + 1, type: 'PER' }], state: 'accepted' }],
    });
    const start = (merged: MergedSet) => merged.sentences[0]!.agreed?.spans[0]?.start;
    /** Ada has taken over what Ben has annotated. */
    async function adopted(): Promise<[Person, Person]> {
      const [ada, ben] = WRITERS.map((writer) => new Person(writer)) as [Person, Person];
      for (const person of [ada, ben]) person.do({ kind: 'import', sentences: TEXT });
      ben.do(marked(0));
      await ben.push();
      ada.files = gitMerge(ada.files, ben.files);
      await ada.pull();
      expect(ada.set.sentences[0]!.state).toBe('accepted');
      return [ada, ben];
    }
    const mergedAfterPush = async (person: Person) => {
      await person.push();
      return mergeSet(await projectOf(person.files));
    };

    test('is not an annotation of one’s own, and follows the other', async () => {
      const [ada, ben] = await adopted();
      expect((await mergedAfterPush(ada)).sentences[0]!.opinions).toHaveLength(1);
      ben.do(marked(1));
      await ben.push();
      ada.files = gitMerge(ada.files, ben.files);
      await ada.pull();
      expect(ada.set.sentences[0]!.spans[0]!.start).toBe(1);
    });

    test('is replaced by a change, and in force again when the change is undone, or the sentence opened', async () => {
      const [ada] = await adopted();
      ada.do(marked(1));
      expect(start(await mergedAfterPush(ada))).toBe(1);
      ada.log.push({ kind: 'undo', at: ada.at++ });
      expect(start(await mergedAfterPush(ada))).toBe(0);
      ada.do({ kind: 'edit', edits: [{ id: 0, spans: [], state: 'open' }] });
      expect(start(await mergedAfterPush(ada))).toBe(0);
    });

    test('never replaces what was annotated since the last push', async () => {
      const [ada, ben] = WRITERS.map((writer) => new Person(writer)) as [Person, Person];
      for (const person of [ada, ben]) person.do({ kind: 'import', sentences: TEXT });
      for (const person of [ada, ben]) person.do(marked(0));
      await ada.push();
      await ben.push();
      ada.files = gitMerge(ada.files, ben.files);
      ada.do(marked(1));
      await ada.pull();
      expect(ada.set.sentences[0]!.spans[0]!.start).toBe(1);
    });
  });
});
