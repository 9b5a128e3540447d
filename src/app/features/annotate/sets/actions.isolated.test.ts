import { beforeEach, expect, test, vi } from 'vitest';
import { isSetAside } from '../../../../annotation/queue/evaluation-set.ts';
import { startOf } from '../../../../annotation/sets/history.ts';
import { sentence, setOf } from '../../../../annotation/testing.ts';
import { resetStores } from '../../../../../test/app/reset-stores.ts';
import { reduce } from '../../../../annotation/sets/reduce.ts';
import { corpusFile, workspaceOf } from '../../../../../test/app/samples.ts';
import { selectTrainingFiles } from '../learning/sources.ts';
import { rulesApplied } from '../learning/store.ts';
import type * as Files from '../../../files/files.ts';
import { readCorpus } from '../../../../data/corpora/read-corpus.ts';
import { TagSets } from '../../../../data/tags/partial-tags.ts';
import { standardStyle } from '../../../../data/tags/tag-style.ts';
import { useWorkspaceStore, workspaceChanged } from '../../../stores/workspace.ts';
import { setOpened } from '../store.ts';
import { replay } from '../../../../annotation/sets/replay.ts';
import { closeSet, createSetOf } from './actions.ts';
import { showDamage } from './damaged.ts';
import { useAnnotationSetsStore } from './store.ts';
import { addAsTrainingData } from './training-data.ts';

const added: File[] = [];
const removed: string[] = [];
vi.mock('../../../files/files.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Files>()),
  addFiles: (files: readonly File[]) => Promise.resolve(void added.push(...files)),
  removeFile: (_id: number, name: string) => Promise.resolve(void removed.push(name)),
}));

beforeEach(() => {
  resetStores();
  added.length = 0;
  removed.length = 0;
});

/** The sentences of the added training file, as it is read. */
async function trainingSentences() {
  const [file] = added;
  return readCorpus(file!.name, new Uint8Array(await file!.arrayBuffer())).sentences;
}

test('the training file has the accepted sentences that are not set aside', async () => {
  const texts = Array.from({ length: 100 }, (_, i) => `Nora sails ${i}`);
  const aside = texts.filter((text) => isSetAside(text.split(' ')));
  expect(aside.length).toBeGreaterThan(0);
  const set = setOf(texts.map((text, i) => sentence(text, [], i < 90 ? 'accepted' : 'open')));
  setOpened('letters', startOf(set));
  await addAsTrainingData(false);
  expect(added.map(({ name }) => name)).toEqual(['letters.train.jsonl', 'letters.open.conll']);
  expect((await added[1]!.text()).trim().split('\n\n').map((lines) => lines.replaceAll('\n', ' '))).toEqual(texts.slice(90)); // prettier-ignore
  const trained = (await trainingSentences()).map(({ tokens }) => tokens.join(' '));
  expect(trained).toEqual(texts.slice(0, 90).filter((text) => !aside.includes(text)));
});

test('the training file of the set is replaced, and not learned from; one of another name stays', async () => {
  const names = ['letters.train.conll', 'letters.train.jsonl', 'other.train.conll'];
  const files = names.map((name, id) => corpusFile(id, name, 'train', 8, 65, 1));
  workspaceChanged(workspaceOf({ files }));
  expect(selectTrainingFiles(useWorkspaceStore.getState(), 'letters')).toBe('letters.train.conll\nother.train.conll');
  setOpened('letters', startOf(setOf([sentence('Nora sails', [], 'accepted')])));
  await addAsTrainingData(false);
  expect(removed).toEqual(['letters.train.jsonl']);
});

test.each(['Work of Art', 'WORK'])('a type named %s keeps its name in the training file', async (type) => {
  const [text = ''] = ['Nora sails', 'Nora rests'].filter((one) => !isSetAside(one.split(' ')));
  setOpened('letters', startOf(setOf([sentence(text, [{ start: 0, end: 1, type }], 'accepted')])));
  await addAsTrainingData(false);
  expect((await trainingSentences()).map(({ spans }) => spans)).toEqual([[{ start: 0, end: 1, type }]]);
});

test('with rules, what a person has decided in an open sentence is in the training file, and nothing against it', async () => {
  const [text = ''] = ['Nora met Ivo', 'Nora saw Ivo'].filter((one) => !isSetAside(one.split(' ')));
  const [nora, ivo] = [0, 2].map((start) => ({ start, end: start + 1, type: 'PER' }));
  const open = { ...setOf([sentence(text, [{ ...nora!, type: 'LOC' }])]) };
  const set = reduce(open, { kind: 'edit', edits: [{ id: 0, refused: [ivo!] }] });
  setOpened('letters', startOf(set));
  const spans = [nora!, ivo!].map((span) => ({ ...span, probability: 0.9 }));
  rulesApplied({ rules: [], reports: [], unknown: 0, sentences: [{ spans, unknown: [], length: 3 }] });
  await addAsTrainingData(false, true);
  expect(await trainingSentences()).toMatchObject([
    { tags: ['B-LOC', 'O', '?'], unknown: { tokens: [2], refused: [ivo] } },
  ]);
});

test('single spans that were accepted in open sentences are in the training file, and nothing else is known of these', async () => {
  const texts = ['Nora met Ivo', 'Ivo met Nora', 'Nora saw Ivo', 'Ivo saw Nora'];
  const [first = '', second = ''] = texts.filter((one) => !isSetAside(one.split(' ')));
  setOpened('letters', startOf(setOf([sentence(first, [{ start: 0, end: 1, type: 'PER' }]), sentence(second)])));
  await addAsTrainingData(false);
  const [read, ...others] = await trainingSentences();
  expect(read).toMatchObject({ tokens: first.split(' '), tags: ['B-PER', '?', '?'], unknown: { tokens: [1, 2] } });
  expect(others).toEqual([]);
  expect(await added[1]!.text()).toBe(`${second.replaceAll(' ', '\n')}\n\n`);
});

test('spans that were refused in open sentences are wrong in the training data, also if nothing else is known', async () => {
  const texts = ['Nora met Ivo', 'Ivo met Nora', 'Nora saw Ivo', 'Ivo saw Nora'];
  const [text = ''] = texts.filter((one) => !isSetAside(one.split(' ')));
  const refused = [{ start: 0, end: 3, type: 'ORG' }, { start: 2, end: 3, type: 'LOC' }]; // prettier-ignore
  const set = reduce(setOf([sentence(text)]), { kind: 'edit', edits: [{ id: 0, refused }] });
  setOpened('letters', startOf(set));
  await addAsTrainingData(false);
  expect(added.map(({ name }) => name)).toEqual(['letters.train.jsonl']);
  const [read] = await trainingSentences();
  expect(read).toMatchObject({ tags: ['?', '?', '?'], spans: [], unknown: { tokens: [0, 1, 2], refused } });
  const sets = new TagSets(['O', 'B-LOC', 'I-LOC', 'B-ORG', 'I-ORG'], standardStyle('BIO'));
  const notOrg = new Uint8Array([1, 1, 1, 0, 0]);
  expect(sets.of(read!)).toEqual([notOrg, notOrg, undefined]); // undefined: O, which is all that is left
});

test('the damage of a set is not shown after another set was opened', async () => {
  await createSetOf('Letters', [], [sentence('Nora sails')]);
  const [letters] = useAnnotationSetsStore.getState().sets!;
  closeSet();
  const before = await replay([{ line: 0, stored: 'damaged' }]);
  const late = showDamage(letters!.id, before);
  await createSetOf('Other', [], [sentence('Ivo stays')]);
  await late;
  expect(useAnnotationSetsStore.getState().damaged).toBeUndefined();
  closeSet();
  await showDamage(letters!.id, before);
  expect(useAnnotationSetsStore.getState().damaged?.id).toBe(letters!.id);
});
