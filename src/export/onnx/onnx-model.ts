import type { RunConfig } from '../../config/schema.ts';
import { mapTransitions, type Transitions } from '../../crf/transitions.ts';
import { tagTypes, type ModelTags } from '../../data/tags/training-tags.ts';
import { SCALE } from '../stored-tensor.ts';
import { GraphBuilder, type Signature, type StoredTensor, type Value } from './graph-builder.ts';
import { bestPaths, emissions, indicatorEmissions } from './tagger-graph.ts';

const INPUTS: Signature = {
  word_ids: { type: 'int32', shape: ['B', 'T'] },
  character_ids: { type: 'int32', shape: ['B', 'T', 'L'] },
  word_lengths: { type: 'int32', shape: ['B', 'T'] },
  lengths: { type: 'int32', shape: ['B'] },
};
/** Those of a feature CRF. */
const FEATURE_INPUTS: Signature = {
  feature_ids: { type: 'int32', shape: ['B', 'T', 'M'] },
  lengths: { type: 'int32', shape: ['B'] },
};
const LINKS: Signature = { links: { type: 'int32', shape: ['B', 'T', 'M'] } };

/**
 * Encodes the tagger as an ONNX model of some kilobytes, which reads its parameters from the files next to it.
 *
 * @param model with tags [K]
 * @param stored the parameters of `parameterShapes`, some of them in the layout of `weightsForOnnx`; with out-of-vocabulary vectors also
 *   `vectors.values` and `vectors.scales`
 * @param penalties of illegal transitions, which are added to the scores of the CRF
 */
export function onnxModel(
  model: ModelTags & { config: RunConfig },
  stored: Record<string, StoredTensor>,
  penalties: Transitions<Float32Array> | undefined,
): Uint8Array<ArrayBuffer> {
  const { config, vocabulary } = model;
  const g = GraphBuilder.create();
  for (const [name, tensor] of Object.entries(stored)) {
    const scale = `${name}${SCALE}`;
    const isConverted = tensor.type === 'float16' || scale in stored;
    if (isConverted) g.converted(name, tensor, scale in stored ? scale : undefined);
    else g.stored(name, tensor);
  }
  const isFeatures = config.emissions === 'features';
  const inputs = {
    wordIds: 'word_ids',
    characterIds: 'character_ids',
    wordLengths: 'word_lengths',
    lengths: 'lengths',
    links: config.context === 'document' ? 'links' : undefined,
  };
  const K = vocabulary.tags.length;
  const crf = g.within('crf', () => crfValues(g, config, K, penalties));
  const scores = isFeatures
    ? indicatorEmissions(g, 'feature_ids')
    : emissions(g, config, inputs, stored['words']!.shape[0]!, tagTypes(model)); // [T, B, K]
  const paths = g.within('viterbi', () => bestPaths(g, scores, inputs.lengths, crf, K)); // [T, B]
  const outputs: Signature = {
    tags: { type: 'int32', shape: ['B', 'T'] },
    emissions: { type: 'float', shape: ['B', 'T', K] },
    transitions: { type: 'float', shape: [K, K] },
    start: { type: 'float', shape: [K] },
    end: { type: 'float', shape: [K] },
  };
  const results = g.within('outputs', () => ({
    tags: g.cast(g.op('Transpose', [paths], { perm: [1, 0] }), 'int32'),
    emissions: g.op('Transpose', [scores], { perm: [1, 0, 2] }),
    ...crf,
  }));
  const ofNetwork = inputs.links === undefined ? INPUTS : { ...INPUTS, ...LINKS };
  return g.model(isFeatures ? FEATURE_INPUTS : ofNetwork, outputs, results, {
    tags: JSON.stringify(vocabulary.tags),
  });
}

/** Like `crfScores` of `src/model/crf-scores.ts`. */
function crfValues(
  g: GraphBuilder,
  { decoder }: RunConfig,
  K: number,
  penalties: Transitions<Float32Array> | undefined,
): Transitions<Value> {
  return mapTransitions({ transitions: [K, K], start: [K], end: [K] }, (shape, part) => {
    const size = shape.reduce((a, b) => a * b, 1);
    const added = g.floats(penalties?.[part] ?? new Float32Array(size), shape);
    return decoder === 'crf' ? g.op('Add', [`crf.${part}`, added]) : added;
  });
}
