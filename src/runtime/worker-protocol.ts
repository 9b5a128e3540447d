import type { BatchOptions, Input, ModelSummary, TaggedBatch } from './engine.ts';
import type { ModelFiles } from './model-files.ts';

/** Name of the runtime's worker, which distinguishes it from other workers that import the module. */
export const WORKER_NAME = 'tagsmith-tagger';

export type TaggerRequests = {
  /** The first request. */
  open: [params: ModelFiles, result: ModelSummary];
  batches: [params: { input: Input; options: BatchOptions }, result: AsyncGenerator<TaggedBatch, void>];
};
