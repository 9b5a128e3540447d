import type { BatchOptions, Input, ModelSummary, TaggedBatch } from './engine.ts';
import type { ModelFiles } from './model-files.ts';

/** Name of the runtime's worker, which distinguishes it from other workers that import the module. */
export const WORKER_NAME = 'tagsmith-tagger';

/** Requests from page to worker; each has one response. */
export type Request =
  | { id: number; kind: 'open'; files: ModelFiles }
  | { id: number; kind: 'start'; run: number; input: Input; options: BatchOptions }
  | { id: number; kind: 'next' | 'stop'; run: number };

export type Answer =
  | { id: number; error: string }
  | { id: number; summary?: ModelSummary; batch?: TaggedBatch | undefined };

/** A request before it has a number. */
export type Question = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never;
