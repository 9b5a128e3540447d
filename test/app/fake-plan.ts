import { architectureOf, type RunConfig } from '../../src/config/schema.ts';
import { checkConfig } from '../../src/config/validate.ts';
import { illegalTransitions } from '../../src/crf/constraints.ts';
import { tagInventory, trainingStyle } from '../../src/data/tags/training-tags.ts';
import { crc32 } from '../../src/lib/crc32.ts';
import type { RunPlan } from '../../src/runs/plan.ts';
import type { RunSource } from '../../src/runs/prepare.ts';
import type { LoadedFiles } from '../../src/workers/files/loaded-files.ts';
import type { FakeModel } from './fake-models.ts';
import { PARAMETERS } from './samples.ts';

/** Like `planRun` of src/runs, with invented model sizes. @throws StudioError BadConfig */
export function planOf(config: RunConfig, source: RunSource, stepsPerEpoch: number): RunPlan {
  checkConfig(config);
  const { tags } = fromScratch(config, source);
  return {
    parameters: PARAMETERS,
    wordDim: config.wordDim,
    sentences: source.train.length,
    tokens: tokensIn(source.train),
    devTokens: tokensIn(source.dev),
    stepsPerEpoch,
    tags,
    illegal: illegalTransitions(tags, trainingStyle(config, source.style)),
  };
}

function tokensIn(sentences: RunSource['train']): number {
  return sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
}

type Start = Pick<FakeModel, 'name' | 'config' | 'style' | 'tags'>;

export function fromScratch(config: RunConfig, { train, dev, style }: RunSource): Start {
  return {
    name: 'tagsmith-model',
    config,
    style,
    tags: tagInventory([...train, ...dev], trainingStyle(config, style)),
  };
}

/** A model that is trained further keeps its architecture and its tags. @throws StudioError BadCorpus */
export function fromModel(model: FakeModel, files: LoadedFiles, config: RunConfig): Start {
  const { name, style, tags } = model;
  files.requireCompatibleTags({ name: `the model ${name}`, style });
  return { name, config: { ...config, ...architectureOf(model.config) }, style, tags };
}

export function seedsOf(label: string, config: RunConfig, seeds: number): { label: string; config: RunConfig }[] {
  return Array.from({ length: seeds }, (_, i) => ({ label, config: { ...config, seed: config.seed + i } }));
}

/** Differs if the files differ. */
export function fingerprintOf({ train, dev }: RunSource): string {
  return crc32(new TextEncoder().encode(JSON.stringify([train, dev]))).toString(16);
}
