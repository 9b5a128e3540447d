import { describe, expect, test } from 'vitest';
import { corpusFile, epochReport, modelInfo, RUN_FACTS, runResult, workspaceOf } from '../../../../test/app/samples.ts';
import { DEFAULT_CONFIG } from '../../../config/schema.ts';
import type { ErrorCode } from '../../../lib/errors.ts';
import { formatScore } from '../../look/format.ts';
import { INITIAL_RUN_STATE, type RunState } from '../../../runs/run-state.ts';
import { poolPlanned, poolPrepared, studyUpdated, useStudyStore, type Study } from '../../stores/runs/study.ts';
import { seedsReached, statusOf, titleOf, type Situation } from './status.ts';

const at = (state: Partial<RunState>): RunState => ({ ...INITIAL_RUN_STATE, facts: RUN_FACTS, ...state });

const situation = (parts: Partial<Situation>): Situation => ({
  device: { phase: 'open' },
  run: { phase: 'idle' },
  state: INITIAL_RUN_STATE,
  config: { ...DEFAULT_CONFIG, epochs: 10, patience: 3 },
  best: undefined,
  workspace: workspaceOf({}),
  isReading: false,
  isOpening: false,
  progress: undefined,
  elapsed: 0,
  ...parts,
});

const failure = (code: ErrorCode, message: string) => ({ code, message, stack: undefined });
const training = corpusFile(1, 'a.train', 'train', 10, 100, 1);

test('teachers and a student are named in the status', () => {
  poolPrepared({ ...DEFAULT_CONFIG, epochs: 10, seed: 4 });
  poolPlanned(5);
  const study = (): Study => useStudyStore.getState().seeds!;
  const training = (index: number, label: string) => {
    studyUpdated({ kind: 'begin', index, label, seed: 4 + index, epochs: 10 });
    const run = { phase: 'training' } as const;
    return statusOf(situation({ run, state: at({ epoch: 2, tokensPerSecond: 100 }), seeds: study() }));
  };
  const pace = (left: string) => expect.stringMatching(new RegExp(`about ${left} left$`)) as string;
  expect(training(1, 'teacher')).toMatchObject({
    detail: 'teacher 2 of 3, epoch 2 of 10',
    share: (1 + 0.1) / 5,
    pace: pace('1 h 5 min'), // 900 s of this teacher, and 3 times 1,000 s
  });
  expect(training(3, 'student')).toMatchObject({
    detail: 'student, epoch 2 of 10',
    share: (3 + 2 * 0.1) / 5, // it takes as long as two teachers
    pace: pace('15 min'),
  });
  expect(seedsReached(study())).toBe('before the end of the first teacher');
  studyUpdated({ kind: 'result', index: 0, result: runResult('teacher', 4, 2), problem: undefined });
  studyUpdated({ kind: 'labelled', agreed: 0, of: 4 });
  expect(seedsReached(study())).toMatch(/^after 1 teacher, which agree on no sentence, dev F1 /);
  const rest = { p: 0.01, resamples: 1, units: 1, histogram: { from: 0, to: 0, counts: [] } };
  for (const [difference, text] of [
    [0.0148, 'with a student 1.48 better than the best teacher'],
    [-0.01, 'with a student 1.00 worse than the best teacher'],
    [0, 'with a student as good as the best teacher'],
  ] as const) {
    studyUpdated({
      kind: 'compared',
      difference: { f1: [0.9, 0.9 - difference], difference, interval: [0, 0], ...rest },
    });
    expect(seedsReached(study())).toBe(text);
  }
});

describe('status', () => {
  test('without files says what to do', () => {
    expect(statusOf(situation({}))).toMatchObject({ word: 'Idle', detail: 'add a training file to begin' });
  });

  test.each([[[]], [[corpusFile(2, 'a.test', 'test', 10, 100, 1)]]])(
    'with a model and no training file suggests a sentence',
    (files) => {
      const workspace = workspaceOf({ model: modelInfo(), files, blockers: ['There is no training file.'] });
      expect(statusOf(situation({ workspace }))).toMatchObject({
        word: 'Idle',
        detail: 'a model is loaded',
        note: expect.stringMatching(/^Try a sentence/) as string,
      });
    },
  );

  test('with a model and files does not say that only training is left', () => {
    const workspace = workspaceOf({
      model: { ...modelInfo(), name: 'mine' },
      files: [{ ...training, isSample: true }],
    });
    expect(statusOf(situation({ workspace })).note).toMatch(/^mine is in use: try a sentence/);
  });

  test('shows blockers, otherwise that it is ready', () => {
    const blocked = workspaceOf({ files: [training], blockers: ['There is no training file.'] });
    expect(statusOf(situation({ workspace: blocked })).note).toBe('There is no training file.');
    const ready = statusOf(situation({ workspace: workspaceOf({ files: [training] }) }));
    expect(ready.detail).toBe('ready to train');
    expect(ready.note).toMatch(/^Press Train\..*leaves this machine/);
  });

  test('initially explains the page and the first step, and that no data leaves the machine', () => {
    const files = [{ ...training, isSample: true }];
    const { detail, note } = statusOf(situation({ workspace: workspaceOf({ files }) }));
    expect(detail).toMatch(/finds names in text/);
    expect(note).toMatch(/press Train, drop.*or annotate.*leaves this machine/);
  });

  test('shows a device that is being opened or was refused', () => {
    expect(statusOf(situation({ device: { phase: 'opening' } })).word).toBe('Loading');
    const refused = statusOf(
      situation({ device: { phase: 'failed', error: { code: 'NoDevice', message: 'No adapter.' } } }),
    );
    expect(refused).toMatchObject({ word: 'Failed', note: 'No adapter.' });
  });

  test('while reading shows the file, progress and speed', () => {
    const progress = { task: 'vectors', name: 'glove.txt', done: 100e6, total: 300e6, unit: 'bytes' } as const;
    expect(statusOf(situation({ isReading: true, progress, elapsed: 2 }))).toEqual({
      word: 'Loading',
      detail: 'vectors glove.txt',
      pace: '33% of 300 MB · 50 MB a second',
      share: 1 / 3,
    });
    const first = statusOf(situation({ isReading: true, isOpening: true }));
    expect(first).toMatchObject({ detail: 'files', note: expect.stringContaining('leaves this machine') });
  });

  test('while training shows epoch, speed, remaining time and best score', () => {
    const state = at({ epoch: 4, tokens: 5000, tokensPerSecond: 1000 });
    const best = epochReport(3, 10);
    const status = statusOf(situation({ run: { phase: 'training' }, state, best }));
    expect(status).toMatchObject({
      word: 'Training',
      detail: 'epoch 4 of 10',
      pace: '1,000 tokens/s · about 1 min left',
    });
    expect(status.note).toMatch(/^best dev F1 \d\d\.\d\d at epoch 3$/);
    expect(status.share).toBeCloseTo(0.35);
  });

  test('shows the run while a file is read during training', () => {
    expect(statusOf(situation({ run: { phase: 'training' }, isReading: true })).word).toBe('Training');
  });

  test.each([
    ['finished', 'Finished', 'after 5 epochs'],
    ['patience', 'Finished', 'after 5 epochs: no better dev F1 for 3'],
    ['stopped', 'Stopped', 'in epoch 5'],
  ] as const)('%s: shows the result and what is kept', (reason, word, detail) => {
    const done = { kind: 'done', reason, bestEpoch: 4, bestDevF1: 0.9 } as const;
    const phase = reason === 'stopped' ? 'stopped' : 'finished';
    const best = epochReport(4, 10);
    const status = statusOf(
      situation({
        run: { phase, done },
        best,
        state: at({ epoch: 5 }),
        workspace: workspaceOf({ model: modelInfo() }),
      }),
    );
    expect(status).toMatchObject({ word, detail });
    expect(status.note).toMatch(/at epoch 4: its weights are kept\. Try a sentence/);
  });

  test('names the model in use if it is not of this run', () => {
    const done = { kind: 'done', reason: 'finished', bestEpoch: 4, bestDevF1: 0.9 } as const;
    const parts = { best: epochReport(4, 10), tagger: 'Run 1' };
    const workspace = workspaceOf({ files: [training], model: modelInfo() });
    const ended = statusOf(situation({ ...parts, run: { phase: 'finished', done }, workspace }));
    expect(ended.note).toMatch(/^Best dev F1 \d\d\.\d\d at epoch 4\. Run 1 is in use: try a sentence/);
    expect(statusOf(situation({ maker: 'Run 1', workspace })).note).toMatch(/^Run 1 is in use/);
  });

  test('shows that there are no scores if stopped before the first', () => {
    const done = { kind: 'done', reason: 'stopped', bestEpoch: 0, bestDevF1: 0 } as const;
    const status = statusOf(situation({ run: { phase: 'stopped', done }, state: at({ epoch: 1 }) }));
    expect(status.note).toMatch(/no scores/);
  });

  test('failed: shows the error, the epoch, and what is kept', () => {
    const run = {
      phase: 'failed',
      error: failure('NonFiniteLoss', 'The loss became NaN at step 7.'),
      crashed: false,
    } as const;
    const status = statusOf(situation({ run, best: epochReport(2, 10), state: at({ epoch: 3, step: 7 }) }));
    expect(status.detail).toBe('the loss is not finite, in epoch 3');
    expect(status.note).toMatch(/^The loss became NaN at step 7\. Kept: epoch 2, dev F1 \d\d\.\d\d\.$/);
  });

  test('after a crash does not claim that lost weights are kept', () => {
    const run = { phase: 'failed', error: failure('Internal', 'Out.'), crashed: true } as const;
    const { note } = statusOf(situation({ run, best: epochReport(2, 10) }));
    expect(note).toMatch(/The last saved model is in Runs/);
    expect(note).not.toMatch(/weights of epoch/);
  });
});

test('the title shows the state of the run', () => {
  const best = epochReport(2, 10);
  const score = formatScore(best.dev.overall.f1);
  const state = at({ epoch: 3 });
  const done = { kind: 'done', reason: 'finished', bestEpoch: 2, bestDevF1: 0.9 } as const;
  const failed = { phase: 'failed', error: failure('Internal', 'Out.'), crashed: true } as const;
  const title = (parts: Partial<Situation>) => titleOf(situation({ state, best, ...parts }));
  expect(title({})).toBe('Tagsmith');
  expect(title({ run: { phase: 'training' } })).toBe(`3/10 · ${score} – Tagsmith`);
  expect(title({ run: { phase: 'training' }, best: undefined, state: at({}) })).toBe('1/10 – Tagsmith');
  expect(title({ run: { phase: 'finished', done } })).toBe(`✓ ${score} – Tagsmith`);
  expect(title({ run: failed })).toBe('Failed – Tagsmith');
});
