import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, startOf, type LogEntry } from '../sets/history.ts';
import { emptySet, spanTypes, type Action, type AnnotatedSentence, type AnnotationSet } from '../sets/set.ts';
import { sentence } from '../testing.ts';
import { MemoryFiles } from './files.ts';
import { conflictsIn, mergeSet, sideOf, spansText, type MergedSet, type ProjectSet } from './merge.ts';
import { ownLines } from './own-lines.ts';
import { decisions, pullActions, withActions } from './pull.ts';
import { readProject } from './read-project.ts';

const TEXT = ['Nora sails', 'Ivo stays', 'Ada leaves', 'Ivo stays'].map((text) => sentence(text));
const MORE = [sentence('Ben arrives')];
const WRITERS = ['ada-0001', 'ben-0002'] as const;

/** Two people, each with an own copy of a set and of the project's files. */
class Person {
  readonly writer: string;
  log: LogEntry[] = [];
  /** Their copy of the project. */
  files = new Map<string, string>();
  at = 0;
  /** The last state that the person gave each sentence, and the line of it. */
  said = new Map<string, { id: string; own: AnnotatedSentence }>();

  constructor(writer: string) {
    this.writer = writer;
  }

  do(action: Action): void {
    this.log.push({ kind: 'do', at: this.at++, action });
  }

  /** Notes what a step of the person has changed. */
  async note(before: AnnotationSet): Promise<void> {
    const { keys, set } = await ownLines(this.log, this.writer);
    for (const [id, own] of set.sentences.entries()) {
      const former = before.sentences[id];
      const isNew = former === undefined && own.state === 'open';
      if (own.spans !== former?.spans && !isNew) this.said.set(keys[id]!, { id: `${this.writer}:${this.log.length - 1}`, own }); // prettier-ignore
    }
    for (const key of this.said.keys()) if (!keys.includes(key)) this.said.delete(key); // undone with its import
  }

  get set() {
    return this.log.reduce(advance, startOf(emptySet(''))).set;
  }

  /** Writes the own files. */
  async push(): Promise<void> {
    const { lines, texts } = await ownLines(this.log, this.writer);
    for (const [hash, contents] of texts) this.files.set(`texts/${hash}.jsonl`, contents);
    this.files.set(`log/${this.writer}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  async pull(isAdopting = true): Promise<void> {
    if (this.files.size === 0) return;
    const project = await projectOf(this.files);
    const own = await ownLines(this.log, this.writer);
    const actions = pullActions(own, mergeSet(project), project, { writer: this.writer, isAdopting });
    this.log = withActions(this.log, actions, this.at++);
  }
}

/** What git does with two copies: files of one side are added, and the lines of both sides are joined. */
function gitMerge(mine: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): Map<string, string> {
  const merged = new Map(mine);
  for (const [path, contents] of others) {
    const own = new Set((merged.get(path) ?? '').split('\n'));
    const added = contents.split('\n').filter((line) => line !== '' && !own.has(line));
    merged.set(path, (merged.get(path) ?? '') + added.map((line) => `${line}\n`).join(''));
  }
  return merged;
}

async function projectOf(contents: ReadonlyMap<string, string>): Promise<ProjectSet> {
  const files = new MemoryFiles('project');
  for (const [path, text] of contents) await files.write(`sets/letters/${path}`, text);
  const { sets, problems } = await readProject(files);
  expect(problems).toEqual([]);
  return sets[0]!;
}

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
      person.do({ kind: 'edit', edits: [{ id, spans, state }] });
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
