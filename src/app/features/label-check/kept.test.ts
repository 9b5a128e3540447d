import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '../../../../test/app/memory-storage.ts';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { corpusFile, workspaceOf } from '../../../../test/app/samples.ts';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { keptFiles } from '../../files/kept-files.ts';
import { forgetResults, readResult } from '../../keep/kept-results.ts';
import { keepingSwitched } from '../../stores/preferences.ts';
import { workspaceChanged } from '../../stores/workspace.ts';
import { checkFound, findingDecided, useCheckStore, type Decision } from './check.ts';
import { watchChecks } from './kept.ts';
import { contentsOf, readingOf } from './reading.ts';

let stop = () => {};

/** A page with the file, which has this text and is read with these settings. */
async function open(text: string, settings: CorpusFile['reading']['settings'] = {}, id = 1): Promise<CorpusFile> {
  stop();
  resetStores();
  keepingSwitched(true);
  keptFiles.keep([new File([text], 'a.train')]);
  stop = watchChecks();
  const file = corpusFile(id, 'a.train', 'train', 3, 9, 0.2);
  const read = { ...file, reading: { ...file.reading, settings } };
  workspaceChanged(workspaceOf({ files: [read] }));
  await contentsOf(read); // restored after this
  return read;
}

async function decide(file: CorpusFile, decision: Decision): Promise<void> {
  const finding = {
    sentence: 0,
    line: 1,
    kind: 'missed' as const,
    tokens: ['Ada', 'left'],
    spans: [],
    labelled: undefined,
    labelledProbability: 0.1,
    suggested: { start: 0, end: 1, type: 'PER' },
    suggestedProbability: 0.9,
    doubt: 1,
    case: 0,
  };
  const check = { file: file.name, findings: [finding], listed: 1, total: 1, weights: [], seconds: 1 };
  checkFound(readingOf(file), { file: file.id, contents: await contentsOf(file), check, decisions: new Map() });
  findingDecided(readingOf(file), 0, decision);
}

const decisions = () => [...useCheckStore.getState().checks.values()].map(({ decisions: own }) => [...own]);
const closes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  stubLocalStorage();
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('decisions are there in the next session, for the same file that is read in the same way', async () => {
  await decide(await open('Ada O\n'), 'fix');
  expect(closes()).toBe(true);
  await open('Ada O\n', {}, 2);
  await vi.waitFor(() => expect(decisions()).toEqual([[[0, 'fix']]]));
  await open('Bob O\n');
  expect(decisions()).toEqual([]);
  await open('Ada O\n', { scheme: 'IO' });
  expect(decisions()).toEqual([]);
  await open('Ada O\n');
  await vi.waitFor(() => expect(decisions()).toEqual([[[0, 'fix']]]));
});

test('they are not kept of a removed file, and are again when it is restored', async () => {
  const file = await open('Ada O\n');
  await decide(file, 'keep');
  workspaceChanged(workspaceOf({}));
  await vi.waitFor(() => expect(readResult('label-check')).not.toContain('Ada'));
  workspaceChanged(workspaceOf({ files: [{ ...file, id: 3 }] }));
  await vi.waitFor(() => expect(readResult('label-check')).toContain('Ada'));
  expect(decisions()).toEqual([[[0, 'keep']], [[0, 'keep']]]);
});

test('the page asks before it is closed if the browser does not keep them', async () => {
  await decide(await open('Ada O\n'), 'fix');
  keepingSwitched(false);
  forgetResults();
  expect([closes(), readResult('label-check')]).toEqual([false, null]);
  keepingSwitched(true);
  expect([closes(), readResult('label-check')]).toEqual([true, expect.stringContaining('Ada')]);
  const setItem = () => {
    throw new Error('full');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem });
  const [reading = ''] = useCheckStore.getState().checks.keys();
  findingDecided(reading, 0, 'exclude');
  expect(closes()).toBe(false);
});
