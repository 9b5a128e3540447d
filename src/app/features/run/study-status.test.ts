import { beforeEach, expect, test } from 'vitest';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { RUN_FACTS, runResult, workspaceOf } from '../../../../test/app/samples.ts';
import { ABLATION } from '../../../config/ablation.ts';
import { DEFAULT_CONFIG } from '../../../config/schema.ts';
import { INITIAL_RUN_STATE } from '../../../runs/run-state.ts';
import { ablationPrepared, seedsPrepared, studyUpdated, useStudyStore, type Study } from '../../stores/runs/study.ts';
import { seedsReached, statusOf, type Situation } from './status.ts';
import { ablationStatus } from './study-status.ts';

const CONFIG = { ...DEFAULT_CONFIG, epochs: 10, seed: 1 };
const LABELS = ['softmax', 'crf'].map((id) => ABLATION.find((row) => row.id === id)!.label);

const seeds = (): Study => useStudyStore.getState().seeds!;
const begin = (index: number) => studyUpdated({ kind: 'begin', index, label: '', seed: 1, epochs: 10 });
const result = (index: number, seed: number, epoch: number) =>
  studyUpdated({ kind: 'result', index, result: runResult('seeds', seed, epoch), problem: undefined });

beforeEach(resetStores);

const situation: Situation = {
  device: { phase: 'open' },
  run: { phase: 'training' },
  state: {
    ...INITIAL_RUN_STATE,
    facts: RUN_FACTS,
    epoch: 3,
    step: 250,
    tokens: 5000,
    tokensPerSecond: 1000,
  },
  config: CONFIG,
  best: undefined,
  workspace: workspaceOf({}),
  isReading: false,
  isOpening: false,
  progress: undefined,
  elapsed: 0,
};

test('the status of a seed has its number, the overall progress and the remaining time', () => {
  seedsPrepared(CONFIG, 4);
  begin(1);
  const status = statusOf({ ...situation, seeds: seeds() });
  expect(status).toMatchObject({ word: 'Training', detail: 'seed 2 of 4, epoch 3 of 10', share: 1.25 / 4 });
  expect(status.pace).toContain('about 5 min left'); // 75 s for this one, 100 s for each of the next two
});

test('the status of an ablation does not mention the run on the page', () => {
  ablationPrepared(CONFIG, LABELS, 1);
  begin(1);
  const progress = { epoch: 4, share: 0.5, tokensPerSecond: 12_480, bestDevF1: 0.8213 };
  studyUpdated({ kind: 'progress', index: 1, ...progress });
  expect(ablationStatus({ word: 'Training' }, useStudyStore.getState().ablation!)).toEqual({
    word: 'Training',
    detail: 'ablation, run 2 of 2: BiLSTM + CRF',
    share: 0.75,
    pace: 'epoch 4 of 10 · 12,480 tokens/s',
    note: 'The model in use does not change.',
  });
});

test('the result of several seeds', () => {
  seedsPrepared(CONFIG, 3);
  expect(seedsReached(seeds())).toBe('before the end of the first seed');
  result(0, 1, 5);
  result(1, 2, 6);
  expect(seedsReached(seeds())).toMatch(/^after 2 seeds, dev F1 \d+\.\d\d ± \d+\.\d\d$/);
});
