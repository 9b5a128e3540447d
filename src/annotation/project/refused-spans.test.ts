import { describe, expect, test } from 'vitest';
import { spanTypes, type Action, type AnnotatedSentence } from '../sets/set.ts';
import { MemoryFiles } from './files.ts';
import { conflictsIn, mergeSet, type MergedSet } from './merge.ts';
import { gitMerge, MORE, Person, projectOf, TEXT, WRITERS } from './people.testing.ts';
import { readProject } from './read-project.ts';

describe('refused spans', () => {
  const nora = { start: 0, end: 1, type: 'PER' };
  const sails = { start: 1, end: 2, type: 'PER' };
  const copies = () =>
    WRITERS.map((writer) => {
      const person = new Person(writer);
      person.do({ kind: 'import', sentences: TEXT });
      return person;
    }) as [Person, Person];
  const edit = (fields: Partial<AnnotatedSentence>): Action => ({ kind: 'edit', edits: [{ id: 0, ...fields }] });
  async function merge([ada, ben]: [Person, Person]): Promise<MergedSet> {
    for (const person of [ada, ben]) await person.push();
    ada.files = gitMerge(ada.files, ben.files);
    ben.files = gitMerge(ben.files, ada.files);
    return mergeSet(await projectOf(ada.files));
  }

  test('of both are refused, and each takes over those of the other, also beside own spans of the other', async () => {
    const [ada, ben] = copies();
    ada.do(edit({ spans: [], refused: [sails] }));
    ben.do(edit({ spans: [nora], refused: [{ ...nora, type: 'DRUG' }] }));
    const merged = await merge([ada, ben]);
    const all = [{ ...nora, type: 'DRUG' }, sails];
    expect(merged.sentences[0]!.agreed).toMatchObject({ state: 'open', spans: [nora], refused: all });
    expect(merged.types.map(({ name }) => name)).toContain('DRUG');
    await ada.pull();
    expect(ada.set.sentences[0]).toMatchObject({ spans: [nora], refused: all });
    expect((await merge([ada, ben])).sentences[0]!.opinions).toHaveLength(2);
  });

  test('a span that one has marked and the other refused is up for decision; a complete sentence decides', async () => {
    const [ada, ben] = copies();
    ada.do(edit({ spans: [], refused: [nora] }));
    ben.do(edit({ spans: [nora] }));
    expect(conflictsIn(await merge([ada, ben]))).toHaveLength(1);
    ben.do(edit({ spans: [nora], state: 'accepted' }));
    const merged = await merge([ada, ben]);
    expect(merged.sentences[0]!.agreed).toMatchObject({ spans: [nora], state: 'accepted' });
  });

  test('of imported sentences, and of renamed types, are written', async () => {
    const [ada, ben] = copies();
    ada.do({ kind: 'import', sentences: [{ ...MORE[0]!, refused: [{ start: 0, end: 1, type: 'PER' }] }] });
    ada.do({ kind: 'types', types: spanTypes(['PERSON']), renamed: { PER: 'PERSON' } });
    const merged = await merge([ada, ben]);
    expect(merged.sentences.at(-1)!.agreed!.refused).toEqual([{ start: 0, end: 1, type: 'PERSON' }]);
  });

  test('that are no spans of the sentence are told, and their line is left out', async () => {
    const [ada] = copies();
    ada.do(edit({ spans: [], refused: [nora] }));
    await ada.push();
    const [path, log] = [...ada.files].find(([name]) => name.startsWith('log/'))!;
    const files = new MemoryFiles('project');
    for (const [name, text] of ada.files)
      await files.write(
        `sets/letters/${name}`,
        name === path ? log.replace('"refused":[[0,4', '"refused":[[1,4') : text,
      );
    const { problems } = await readProject(files);
    expect(problems).toHaveLength(1);
  });
});
