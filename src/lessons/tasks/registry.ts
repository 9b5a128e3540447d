import { average } from './average.ts';
import { countThePaths } from './count-paths.ts';
import { direction } from './direction.ts';
import { fading } from './fading.ts';
import { filter } from './filter.ts';
import { findError } from './find-error.ts';
import { forward } from './forward.ts';
import { gates } from './gates.ts';
import { greedy } from './greedy.ts';
import { impossible } from './impossible.ts';
import { learningRate } from './learning-rate.ts';
import { optimizerStep } from './optimizer-step.ts';
import { pathScore } from './path-score.ts';
import { push } from './push.ts';
import { repairTags } from './repair-tags.ts';
import { scores } from './scores.ts';
import { tagSentence } from './tag-sentence.ts';
import { Draw, type Exercise, type Task } from './task.ts';
import { viterbi } from './viterbi.ts';
import type { Language } from '../languages.ts';

/** All tasks, by the name that chapters and links use. */
export const TASKS = {
  average,
  'count-paths': countThePaths,
  direction,
  fading,
  filter,
  'find-error': findError,
  forward,
  gates,
  greedy,
  impossible,
  'learning-rate': learningRate,
  'optimizer-step': optimizerStep,
  'path-score': pathScore,
  push,
  'repair-tags': repairTags,
  scores,
  'tag-sentence': tagSentence,
  viterbi,
} satisfies Record<string, Task>;

export type TaskName = keyof typeof TASKS;

export const isTaskName = (name: string | undefined | null): name is TaskName =>
  name !== undefined && name !== null && Object.hasOwn(TASKS, name);

/** The exercise of a seed: always the same. */
export function exerciseOf(name: TaskName, level: number, seed: number, language: Language): Exercise {
  const task: Task = TASKS[name];
  const bounded = Math.min(Math.max(1, level), task.levels);
  return task.generate(new Draw(seed, bounded), bounded, language);
}
