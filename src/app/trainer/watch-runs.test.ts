import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectTrainer } from '../../../test/app/connected-trainer.ts';
import type { PacedTrainer } from '../../../test/app/paced-trainer.ts';
import { sampleFile } from '../../../test/app/sample-files.ts';
import { useNoticeStore } from '../stores/notices.ts';
import { settingChanged } from '../stores/recipe.ts';
import { workspaceChanged } from '../stores/workspace.ts';
import { ask } from './bridge.ts';
import { watchPlan } from './watch-runs.ts';

const plans = () => trainer.asked.filter(({ name }) => name === 'plan').length;

let trainer: PacedTrainer;
let stop: () => void;

beforeEach(async () => {
  trainer = connectTrainer();
  workspaceChanged(await ask('addFiles', { files: [sampleFile('a.train')] }));
  stop = watchPlan();
  vi.useFakeTimers();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('a run is planned when the recipe changes, unless the trainer has crashed: its status says so', async () => {
  settingChanged('epochs', 3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(plans()).toBe(1);
  trainer.crash('it ended without an error');
  settingChanged('epochs', 4);
  await vi.advanceTimersByTimeAsync(1000);
  expect(useNoticeStore.getState().notices).toEqual([]);
});
