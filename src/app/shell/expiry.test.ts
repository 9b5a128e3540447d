import { afterEach, beforeEach, expect, test } from 'vitest';
import { corpusFile, runRecord, workspaceOf } from '../../../test/app/samples.ts';
import { useKeptWorkspaceStore, workspaceRestored } from '../keep/workspace/store.ts';
import { resetStores } from '../stores/create-store.ts';
import { noticeAdded, useNoticeStore } from '../stores/notices.ts';
import { presetChosen } from '../stores/recipe.ts';
import { recordsAdded } from '../stores/runs/history.ts';
import { runPrepared } from '../stores/runs/run.ts';
import { recipeOf } from '../stores/recipe-address.ts';
import { textTyped } from '../stores/sentence.ts';
import { workspaceChanged } from '../stores/workspace.ts';
import { expire, SHOWN_FOR, watchExpiry } from './expiry.ts';

let stop: () => void = () => undefined;
beforeEach(() => {
  resetStores();
  stop = watchExpiry();
});
afterEach(() => stop());

const load = (...names: string[]) =>
  workspaceChanged(workspaceOf({ files: names.map((name, i) => corpusFile(i + 1, name, 'train', 10, 100, 1)) }));
const startRun = () => void runPrepared(recipeOf('tagsmith').config, { resumed: { id: 'a', signals: [] } });
const CHANGES: [string, () => void][] = [
  ['files', () => load('a.train')],
  ['the recipe', () => presetChosen('ma-hovy')],
  ['whether a run is active', startRun],
  ['the records', () => recordsAdded([runRecord('Run 1', 1)])],
  ['the sentence', () => textTyped('Nora sails.')],
];

test.each(CHANGES)('a notice that is no longer true goes when %s changed', (_, change) => {
  const add = (title: string, holds?: () => boolean) =>
    noticeAdded({ kind: 'error', title, message: '', ...(holds && { holds }) });
  const titles = () => useNoticeStore.getState().notices.map(({ title }) => title);
  add('Past', () => false);
  add('Present', () => true);
  add('Of an event');
  expect(titles()).toHaveLength(3);
  change();
  expect(titles()).toEqual(['Present', 'Of an event']);
});

const RESTORED = { at: 1, hasOwn: true, missing: [], damaged: [], locked: [], unchecked: [] };
const restored = () => useKeptWorkspaceStore.getState().restored;

test.each<[string, () => void]>([
  ['files change', () => load('a.train', 'b.train')],
  ['a run starts', startRun],
  ['ten minutes have passed', () => expire(1 + SHOWN_FOR)],
])('that files were restored is said until %s', (_, change) => {
  load('a.train');
  workspaceRestored(RESTORED, undefined);
  load('a.train');
  expire(SHOWN_FOR);
  expect(restored()).toEqual(RESTORED);
  change();
  expect(restored()).toEqual({ ...RESTORED, hasOwn: false });
});

test('what was not restored is named until it is added, and what waits for the user stays', () => {
  workspaceRestored(
    {
      ...RESTORED,
      missing: ['a.train', 'b.train'],
      damaged: ['the recipe'],
      locked: ['c.vec'],
      unchecked: ['a.dev', 'b.train'],
    },
    'run',
  );
  load('b.train');
  expect(restored()).toMatchObject({
    unchecked: ['b.train'],
    missing: ['a.train'],
    damaged: ['the recipe'],
    locked: ['c.vec'],
  });
  load('a.train', 'b.train');
  expect(restored()).toMatchObject({ missing: [], damaged: ['the recipe'], locked: ['c.vec'] });
  expect(useKeptWorkspaceStore.getState().interrupted).toBe('run');
});
