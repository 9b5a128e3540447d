import type { FileId } from '../../../workers/wire/payloads.ts';
import type { Result } from '../../../workers/wire/protocol.ts';
import { bundleOf, type RunModel } from '../../keep/run-archive.ts';
import { ask } from '../../trainer/bridge.ts';
import { query } from '../../trainer/query.ts';

/** The names of two models, and the result of their comparison. */
export interface FoundComparison extends Result<'compareModels'> {
  names: [string, string];
}

interface Compared {
  models: readonly [RunModel, RunModel];
  /** Undefined: dev. */
  file: FileId | undefined;
}

/** Two models on a file. */
export const comparison = query(async ({ models: [a, b], file }: Compared, signal): Promise<FoundComparison> => {
  const [first, second] = await Promise.all([bundleOf(a), bundleOf(b)]);
  const found = await ask('compareModels', { models: [first, second], file }, signal);
  return { ...found, names: [a.name, b.name] };
});
