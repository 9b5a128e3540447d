import * as v from 'valibot';
import type { CorpusOptions } from '../../data/corpus.ts';
import type { KeptWorkspace } from './workspace/store.ts';
import { recipe } from './stored-record.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

const workspace: Schema<KeptWorkspace> = v.object({
  id: v.string(),
  changedAt: v.number(),
  files: v.array(
    v.object({
      name: v.string(),
      role: v.optional(v.picklist(['train', 'dev', 'test', 'unused'])),
      tagColumn: v.optional(v.number()),
      scheme: v.optional(v.picklist(['IOB1', 'BIO', 'BIOES', 'BMES', 'IOE1', 'IOE2', 'IO', 'none'])),
      // Checked when the file is read with them.
      settings: v.optional(v.custom<CorpusOptions>((value) => typeof value === 'object' && value !== null)),
      weights: v.optional(v.array(v.tuple([v.number(), v.number()]))),
      inputColumns: v.optional(v.array(v.string())),
    }),
  ),
  sources: v.array(
    v.object({ name: v.string(), bytes: v.number(), kept: v.picklist(['copy', 'handle', 'sample', 'none']) }),
  ),
  recipe: v.undefinedable(recipe),
  text: v.string(),
  model: v.undefinedable(v.string()),
  run: v.undefinedable(v.string()),
});

/** @returns undefined if this version of the page cannot read it */
export function readWorkspace(stored: unknown): KeptWorkspace | undefined {
  const result = v.safeParse(workspace, stored);
  return result.success ? result.output : undefined;
}
